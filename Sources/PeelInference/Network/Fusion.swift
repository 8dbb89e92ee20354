/// An operation with what follows it at once: another tensor is added, and negative numbers are scaled.
struct FusedOperation {
  var operation: Operation
  /// The tensor that is added to a convolution's result.
  var addend: Int?
  /// The factor of negative results.
  var slopes: Slopes?

  enum Slopes {
    case zero
    /// A constant with a factor for each channel.
    case tensor(Int)
  }

  var output: Int { operation.output }
  /// All tensors that are read while it runs. Slopes are constants.
  var inputs: [Int] { operation.inputs + (addend.map { [$0] } ?? []) }
}

extension Graph {
  /// The operations that the outputs need, with additions and activations joined to the convolutions before them.
  ///
  /// A joined operation is done where the last of its parts was, because only there all its operands are known.
  var fused: [FusedOperation] {
    let needed = neededOperations
    var users = [[Int]](repeating: [], count: tensors.count)
    for index in needed { for tensor in operations[index].inputs { users[tensor].append(index) } }
    var fused: [Int: FusedOperation] = [:]
    for index in needed { fused[index] = FusedOperation(operation: operations[index]) }
    /// The only operation that uses a tensor, if it still stands for itself.
    func onlyUser(of tensor: Int) -> (index: Int, operation: Operation)? {
      guard users[tensor].count == 1, !outputs.contains(tensor), let index = users[tensor].first,
        fused[index]?.operation == operations[index]
      else { return nil }
      return (index, operations[index])
    }
    for index in needed {
      guard var joined = fused[index], joined.operation.kind.isConvolution else { continue }
      var place = index
      let shape = tensors[joined.output].shape
      if let user = onlyUser(of: joined.output), user.operation.kind == .pair(.sum),
        let other = user.operation.inputs.first(where: { $0 != joined.output }), tensors[other].shape == shape,
        tensors[user.operation.output].shape == shape
      {
        joined.addend = other
        joined.operation.output = user.operation.output
        fused[place] = nil
        place = user.index
      }
      if let user = onlyUser(of: joined.output), tensors[user.operation.output].shape == shape,
        let slopes = slopes(of: user.operation, after: joined.output)
      {
        joined.slopes = slopes
        joined.operation.output = user.operation.output
        fused[place] = nil
        place = user.index
      }
      fused[place] = joined
    }
    return fused.sorted { $0.key < $1.key }.map(\.value)
  }

  private func slopes(of operation: Operation, after tensor: Int) -> FusedOperation.Slopes? {
    switch operation.kind {
    case .each(.rectified): return .zero
    case .pair(.leaky):
      guard operation.inputs.count == 2, operation.inputs[0] == tensor,
        case .numbers(let slopes) = tensors[operation.inputs[1]].content, slopes.count == tensors[tensor].shape.last
      else { return nil }
      return .tensor(operation.inputs[1])
    case _: return nil
    }
  }

  /// Indices of the operations whose results lead to an output, in order.
  private var neededOperations: [Int] {
    var wanted = Set(outputs)
    var needed: [Int] = []
    for (index, operation) in operations.enumerated().reversed() where wanted.contains(operation.output) {
      needed.append(index)
      wanted.formUnion(operation.inputs)
    }
    return needed.reversed()
  }
}

extension Operation.Kind {
  fileprivate var isConvolution: Bool {
    switch self {
    case .convolution, .depthwise: true
    case .greatest, .each, .pair, .sum, .reshape, .transpose, .pad, .slice, .concatenation: false
    }
  }
}
