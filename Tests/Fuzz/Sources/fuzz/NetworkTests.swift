@testable import PeelInference

/// Reads a network, or a bundle of networks, and runs a small one twice.
func testNetwork(_ bytes: [UInt8]) {
  _ = try? FaceModels(archive: bytes)
  if let archive = try? StoredArchive(bytes) { _ = try? archive["face_detector.tflite"] }
  let mostNumbers = 1 << 20
  let mostWork = 1 << 22
  guard let network = try? Network(tensorFlowLite: bytes), network.memory.count <= mostNumbers,
    network.steps.reduce(0, { $0 + $1.work }) <= mostWork
  else { return }
  var interpreter = Interpreter(network)
  let input = [Float](repeating: 0.5, count: network.input.count)
  let results = interpreter.outputs(of: input)
  precondition(results.map(\.count) == network.outputs.map(\.count))
  let again = interpreter.outputs(of: input)
  precondition(
    zip(results.joined(), again.joined()).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN },
    "nothing is left from the first run")
}

/// Small networks as TensorFlow Lite files.
enum NetworkSeeds {
  /// A field of a table, which takes four bytes in it.
  private indirect enum Field {
    case number(Int)
    case integers([Int])
    case bytes([UInt8])
    case table([Int: Field])
    case tables([[Int: Field]])
  }

  /// Writes a FlatBuffer: each table behind the list of its fields' places, and what it points to after it.
  private struct Writer {
    var bytes: [UInt8] = []

    mutating func set(_ value: Int, _ count: Int, at place: Int) {
      for byte in 0..<count { bytes[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }

    mutating func add(_ value: Int, _ count: Int = 4) {
      bytes += [UInt8](repeating: 0, count: count)
      set(value, count, at: bytes.count - count)
    }

    /// - Returns: where the table begins.
    mutating func add(_ table: [Int: Field]) -> Int {
      let count = (table.keys.max() ?? -1) + 1
      let list = bytes.count
      add(4 + 2 * count, 2)
      add(4 + 4 * table.count, 2)
      let fields = table.sorted { $0.key < $1.key }
      for number in 0..<count { add(fields.firstIndex { $0.key == number }.map { 4 + 4 * $0 } ?? 0, 2) }
      let start = bytes.count
      add(start - list)
      for (_, field) in fields { if case .number(let number) = field { add(number) } else { add(0) } }
      for (index, (_, field)) in fields.enumerated() { point(from: start + 4 + 4 * index, to: field) }
      return start
    }

    private mutating func point(from place: Int, to field: Field) {
      if case .number = field { return }
      if case .table(let table) = field { return set(add(table) - place, 4, at: place) }
      set(bytes.count - place, 4, at: place)
      switch field {
      case .number, .table: break
      case .integers(let integers):
        add(integers.count)
        for integer in integers { add(integer) }
      case .bytes(let own):
        add(own.count)
        bytes += own
      case .tables(let tables):
        add(tables.count)
        let places = bytes.count
        for _ in tables { add(0) }
        for (index, table) in tables.enumerated() { set(add(table) - places - 4 * index, 4, at: places + 4 * index) }
      }
    }
  }

  private struct Builder {
    var buffers: [[Int: Field]] = [[:]]
    var tensors: [[Int: Field]] = []
    var codes: [[Int: Field]] = []
    var operations: [[Int: Field]] = []

    mutating func tensor(_ shape: [Int]) -> Int {
      tensors.append([0: .integers(shape)])
      return tensors.count - 1
    }

    /// A constant. Formats are 0 for numbers of 32 bits, 1 for those of 16, and 2 for integers.
    mutating func constant(_ shape: [Int], format: Int, _ bytes: [UInt8]) -> Int {
      buffers.append([0: .bytes(bytes)])
      tensors.append([0: .integers(shape), 1: .number(format), 2: .number(buffers.count - 1)])
      return tensors.count - 1
    }

    mutating func numbers(_ shape: [Int]) -> Int {
      let count = shape.reduce(1, *)
      let bytes = (0..<count).flatMap { index in
        let bits = (Float(index % 7) / 8 - 0.25).bitPattern
        return (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
      }
      return constant(shape, format: 0, bytes)
    }

    mutating func integers(_ integers: [Int]) -> Int {
      let bytes = integers.flatMap { integer in (0..<4).map { UInt8(truncatingIfNeeded: integer >> (8 * $0)) } }
      return constant([integers.count], format: 2, bytes)
    }

    /// An operation with so many results' numbers. Returns its output.
    mutating func add(_ code: Int, _ inputs: [Int], _ options: [Int: Field]? = nil, to shape: [Int]) -> Int {
      let output = tensor(shape)
      codes.append([0: .number(code), 3: .number(code)])
      var operation: [Int: Field] = [
        0: .number(codes.count - 1), 1: .integers(inputs), 2: .integers([output]),
      ]
      if let options { operation[4] = .table(options) }
      operations.append(operation)
      return output
    }

    func file(from input: Int, to outputs: [Int]) -> [UInt8] {
      let graph: [Int: Field] = [
        0: .tables(tensors), 1: .integers([input]), 2: .integers(outputs), 3: .tables(operations),
      ]
      var writer = Writer()
      writer.add(0)
      writer.bytes += Array("TFL3".utf8)
      let root = writer.add([0: .number(3), 1: .tables(codes), 2: .tables([graph]), 4: .tables(buffers)])
      writer.set(root, 4, at: 0)
      return writer.bytes
    }
  }

  /// Convolutions, maxima, and their mean.
  static let windows: [UInt8] = {
    var builder = Builder()
    let input = builder.tensor([1, 8, 8, 3])
    let (weights, bias) = (builder.numbers([4, 3, 3, 3]), builder.numbers([4]))
    let wide = builder.add(
      3, [input, weights, bias], [0: .number(0), 1: .number(2), 2: .number(2), 3: .number(1)], to: [1, 4, 4, 4])
    let (each, other) = (builder.numbers([1, 3, 3, 4]), builder.numbers([4]))
    let deep = builder.add(
      4, [wide, each, other], [0: .number(0), 1: .number(1), 2: .number(1), 3: .number(1)], to: [1, 4, 4, 4])
    let slopes = builder.numbers([1, 1, 4])
    let sum = builder.add(0, [wide, deep], [:], to: [1, 4, 4, 4])
    let leaky = builder.add(54, [sum, slopes], to: [1, 4, 4, 4])
    let greatest = builder.add(
      17, [leaky], [0: .number(1), 1: .number(2), 2: .number(2), 3: .number(2), 4: .number(2)], to: [1, 2, 2, 4])
    let axes = builder.integers([1, 2])
    let mean = builder.add(40, [greatest, axes], [0: .number(1)], to: [1, 1, 1, 4])
    let share = builder.add(14, [mean], to: [1, 1, 1, 4])
    return builder.file(from: input, to: [share, greatest])
  }()

  /// Everything that changes shapes, and constants of 16 bits.
  static let shapes: [UInt8] = {
    var builder = Builder()
    let input = builder.tensor([1, 4, 3])
    let half = builder.constant([1, 4, 3], format: 1, (0..<24).map { $0 % 2 == 0 ? 0 : 0x3C })
    let whole = builder.add(6, [half], to: [1, 4, 3])
    let product = builder.add(18, [input, whole], [:], to: [1, 4, 3])
    let order = builder.integers([0, 2, 1])
    let turned = builder.add(39, [product, order], to: [1, 3, 4])
    let zeros = builder.integers([0, 0, 1, 0, 0, 2])
    let padded = builder.add(34, [turned, zeros], to: [1, 4, 6])
    let (begin, end, step) = (builder.integers([0, 1, 1]), builder.integers([1, 4, 6]), builder.integers([1, 1, 1]))
    let part = builder.add(45, [padded, begin, end, step], [0: .number(0), 4: .number(0)], to: [1, 3, 5])
    let joined = builder.add(2, [part, turned], [0: .number(2)], to: [1, 3, 9])
    let squared = builder.add(99, [joined, joined], to: [1, 3, 9])
    let root = builder.add(75, [squared], to: [1, 3, 9])
    let list = builder.add(22, [root], to: [27])
    return builder.file(from: input, to: [list])
  }()

  /// A bundle of stored files.
  static let bundle: [UInt8] = {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var (files, directory): ([UInt8], [UInt8]) = ([], [])
    let contents = [("face_detector.tflite", windows), ("face_landmarks_detector.tflite", shapes)]
    for (name, content) in contents {
      // Versions, method, time and date; then checksum and sizes; then the lengths of the name and of what follows it.
      let facts =
        number(0, 4) + number(0, 4) + number(Int(CRC32.checksum(content[...])), 4) + number(content.count, 4)
        + number(content.count, 4) + number(name.utf8.count, 2) + number(0, 2)
      directory += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + facts
      directory += number(0, 2) + number(0, 8) + number(files.count, 4) + Array(name.utf8)
      files += number(0x0403_4B50, 4) + number(20, 2) + facts + Array(name.utf8) + content
    }
    let end =
      number(0x0605_4B50, 4) + number(0, 4) + number(contents.count, 2) + number(contents.count, 2)
      + number(directory.count, 4) + number(files.count, 4) + number(0, 2)
    return files + directory + end
  }()
}
