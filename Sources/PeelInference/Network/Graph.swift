/// A network as its file describes it: tensors, and the operations between them in the order in which they are done.
struct Graph: Sendable, Equatable {
  var tensors: [Tensor]
  var operations: [Operation]
  /// Indices of tensors.
  var inputs: [Int]
  var outputs: [Int]
}

extension Graph {
  /// Limits of a file. The models have up to 600 tensors and 450 operations.
  private enum Limit {
    static let tensors = 4096
    static let operations = 4096
    static let operands = 16
    /// Numbers in all constants together: 64 MB. The largest model has 1.3 million.
    static let constants = 1 << 24
  }

  /// The numbers of fields in TensorFlow Lite's schema (version 3).
  private enum Field {
    enum Model { static let (codes, graphs, buffers) = (1, 2, 4) }
    enum Code { static let (old, new) = (0, 3) }
    enum Subgraph { static let (tensors, inputs, outputs, operations) = (0, 1, 2, 3) }
    enum Tensor { static let (shape, format, buffer) = (0, 1, 2) }
    enum Operation { static let (code, inputs, outputs, options) = (0, 1, 2, 4) }
    static let bytes = 0
  }

  /// Reads a TensorFlow Lite file.
  init(tensorFlowLite bytes: [UInt8]) throws(NetworkError) {
    let model = try FlatBuffer(bytes: bytes).root()
    var codes: [Int] = []
    for code in try model.tables(Field.Model.codes, most: Limit.operations) {
      codes.append(max(try code.byte(Field.Code.old), try code.integer(Field.Code.new)))
    }
    guard let graph = try model.tables(Field.Model.graphs, most: 1).first else { throw .damaged("it has no graph") }
    let buffers = try model.tables(Field.Model.buffers, most: Limit.tensors)
    inputs = try graph.integers(Field.Subgraph.inputs, most: Limit.operands)
    outputs = try graph.integers(Field.Subgraph.outputs, most: Limit.operands)
    tensors = []
    operations = []
    var constants = 0
    for table in try graph.tables(Field.Subgraph.tensors, most: Limit.tensors) {
      let tensor = try Self.tensor(table, buffers)
      if tensor.content != .computed { constants += tensor.count }
      guard constants <= Limit.constants else { throw .tooLarge("its constants") }
      tensors.append(tensor)
    }
    for index in inputs + outputs where !tensors.indices.contains(index) { throw .damaged("a tensor is missing") }
    for table in try graph.tables(Field.Subgraph.operations, most: Limit.operations) {
      try add(table, codes)
    }
  }

  private static func tensor(_ table: FlatTable, _ buffers: [FlatTable]) throws(NetworkError) -> Tensor {
    let shape = try table.integers(Field.Tensor.shape, most: Tensor.mostAxes)
    guard Tensor.isAllowed(shape) else { throw .tooLarge("a tensor of \(shape)") }
    var tensor = Tensor(shape: shape)
    let buffer = try table.integer(Field.Tensor.buffer)
    guard buffers.indices.contains(buffer) else { throw .damaged("a buffer is missing") }
    let bytes = try buffers[buffer].bytes(Field.bytes)
    if bytes.isEmpty { return tensor }
    let format = try table.byte(Field.Tensor.format)
    guard let format = NumberFormat(rawValue: format) else { throw .unsupported("numbers of format \(format)") }
    guard bytes.count == tensor.count * format.size else { throw .damaged("a constant has the wrong size") }
    tensor.content = format.content(bytes)
    return tensor
  }

  /// Adds an operation, or folds it if it only widens a constant.
  private mutating func add(_ table: FlatTable, _ codes: [Int]) throws(NetworkError) {
    let code = try table.integer(Field.Operation.code)
    let operands = try table.integers(Field.Operation.inputs, most: Limit.operands)
    let results = try table.integers(Field.Operation.outputs, most: 1)
    guard codes.indices.contains(code), let output = results.first, tensors.indices.contains(output) else {
      throw .damaged("an operation lacks its output")
    }
    // A missing operand, such as a convolution's bias, is -1.
    let inputs = operands.filter { $0 >= 0 }
    guard inputs.allSatisfy(tensors.indices.contains) else { throw .damaged("an operation lacks an input") }
    guard let name = OperatorCode(rawValue: codes[code]) else { throw .unsupported("operator \(codes[code])") }
    if name == .dequantize {
      guard inputs.count == 1, tensors[inputs[0]].shape == tensors[output].shape,
        case .numbers = tensors[inputs[0]].content
      else { throw .unsupported("numbers that are quantized while it runs") }
      tensors[output].content = tensors[inputs[0]].content
      return
    }
    let (kind, isRectified) = try name.kind(try table.table(Field.Operation.options))
    guard isRectified else {
      operations.append(Operation(kind: kind, inputs: inputs, output: output))
      return
    }
    tensors.append(Tensor(shape: tensors[output].shape))
    operations.append(Operation(kind: kind, inputs: inputs, output: tensors.count - 1))
    operations.append(Operation(kind: .each(.rectified), inputs: [tensors.count - 1], output: output))
  }
}

/// How a file stores numbers (`TensorType`).
private enum NumberFormat: Int {
  case float32 = 0
  case float16 = 1
  case integer32 = 2

  var size: Int { self == .float16 ? 2 : 4 }

  /// The numbers in a buffer whose size is right.
  func content(_ bytes: ArraySlice<UInt8>) -> Tensor.Content {
    let places = stride(from: bytes.startIndex, to: bytes.endIndex, by: size)
    func half(_ place: Int) -> UInt16 { UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8 }
    func word(_ place: Int) -> UInt32 { UInt32(half(place)) | UInt32(half(place + 2)) << 16 }
    switch self {
    case .float32: return .numbers(places.map { Float(bitPattern: word($0)) })
    case .float16: return .numbers(places.map { Float(halfPrecision: half($0)) })
    case .integer32: return .integers(places.map { Int(Int32(bitPattern: word($0))) })
    }
  }
}

extension Float {
  /// The number that 16 bits stand for (IEEE 754, binary16).
  init(halfPrecision bits: UInt16) {
    let sign = UInt32(bits & 0x8000) << 16
    let exponent = UInt32(bits >> 10) & 0x1F
    let fraction = UInt32(bits) & 0x3FF
    switch exponent {
    case 0:
      let size = Float(fraction) * 0x1p-24
      self = sign == 0 ? size : -size
    case 0x1F: self = Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
    case _: self = Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
    }
  }
}
