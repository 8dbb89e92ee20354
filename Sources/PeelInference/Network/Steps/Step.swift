/// What a network does at once, with the places in its memory. Each was checked against the memory when it was made.
enum Step: Sendable {
  case convolution(Convolution)
  case depthwise(DepthwiseConvolution)
  case greatest(Greatest)
  case each(Operation.Function, from: Range<Int>, to: Int)
  case pair(Operation.Arithmetic, Walk)
  /// Adds the numbers of each group and divides them by their count.
  case sum(Walk, results: Range<Int>, divisor: Float)
  /// Copies numbers in another order.
  case copy(Walk)
  case clear(Range<Int>)

  /// Runs the step in the memory it was made for.
  @unsafe
  func run(_ memory: UnsafeMutableBufferPointer<Float>) {
    switch self {
    case .convolution(let convolution): unsafe convolution.run(memory)
    case .depthwise(let convolution): unsafe convolution.run(memory)
    case .greatest(let greatest): unsafe greatest.run(memory)
    case .each(let function, let from, let to): unsafe function.run(memory, from: from, to: to)
    case .pair(let arithmetic, let walk): unsafe arithmetic.run(memory, walk)
    case .sum(let walk, let results, let divisor):
      for place in results { unsafe memory[place] = 0 }
      unsafe walk.run { from, _, to in unsafe memory[to] += unsafe memory[from] }
      for place in results { unsafe memory[place] /= divisor }
    case .copy(let walk): unsafe walk.copy(memory)
    case .clear(let range): for place in range { unsafe memory[place] = 0 }
    }
  }
}

extension Step {
  /// About how many numbers the step reads.
  var work: Int {
    switch self {
    case .convolution(let convolution): convolution.shapes.samples * convolution.shapes.channels
    case .depthwise(let convolution): convolution.shapes.samples
    case .greatest(let greatest): greatest.shapes.samples
    case .each(_, let from, _): from.count
    case .pair(_, let walk), .sum(let walk, _, _), .copy(let walk): walk.length
    case .clear(let range): range.count
    }
  }

  /// The steps that do an operation whose tensors have places.
  static func steps(
    for fused: FusedOperation, in graph: Graph, _ plan: inout MemoryPlan
  ) throws(NetworkError) -> [Step] {
    let operation = fused.operation
    let tensors = operation.inputs.map { graph.tensors[$0] }
    let result = graph.tensors[operation.output]
    let output = try plan.range(of: operation.output)
    func expect(_ condition: Bool, _ what: String) throws(NetworkError) {
      guard condition else { throw .damaged("\(what) doesn't fit its tensors") }
    }
    /// The operand that must be a computed or constant tensor of numbers.
    func operand(_ index: Int) throws(NetworkError) -> Range<Int> {
      guard operation.inputs.indices.contains(index) else { throw .damaged("an operation lacks an input") }
      return try plan.range(of: operation.inputs[index])
    }
    /// The operand that must be a constant list of whole numbers.
    func integers(_ index: Int) throws(NetworkError) -> [Int] {
      guard tensors.indices.contains(index), case .integers(let integers) = tensors[index].content else {
        throw .unsupported("sizes that are computed while it runs")
      }
      return integers
    }
    switch operation.kind {
    case .convolution(let window):
      let shapes = try WindowedShapes(tensors, result, window, isDepthwise: false)
      return [.convolution(try Convolution(fused, shapes, graph, &plan))]
    case .depthwise(let window):
      let shapes = try WindowedShapes(tensors, result, window, isDepthwise: true)
      return [.depthwise(try DepthwiseConvolution(fused, shapes, graph, &plan))]
    case .greatest(let window, let width, let height):
      let shapes = try WindowedShapes(tensors, result, window, width: width, height: height)
      try expect(shapes.outputChannels == shapes.channels, "a window")
      return [.greatest(Greatest(shapes: shapes, input: try operand(0).lowerBound, output: output.lowerBound))]
    case .each(let function):
      let from = try operand(0)
      try expect(from.count == output.count, "a function")
      return [.each(function, from: from, to: output.lowerBound)]
    case .pair(let arithmetic):
      let (first, second) = (try operand(0), try operand(1))
      guard let a = tensors[0].strides(repeatedTo: result.shape), let b = tensors[1].strides(repeatedTo: result.shape)
      else { throw .damaged("an arithmetic operation doesn't fit its tensors") }
      return [
        .pair(
          arithmetic,
          Walk(
            result.shape, first: .init(first.lowerBound, a), second: .init(second.lowerBound, b),
            to: .init(output.lowerBound, result.strides)))
      ]
    case .sum(let isMean):
      let from = try operand(0)
      let rank = tensors[0].shape.count
      let axes = Set(try integers(1).map { $0 < 0 ? $0 + rank : $0 })
      try expect(axes.allSatisfy { (0..<rank).contains($0) }, "a sum")
      let kept = Tensor(shape: tensors[0].shape.indices.map { axes.contains($0) ? 1 : tensors[0].shape[$0] })
      try expect(kept.count == output.count, "a sum")
      let strides = kept.strides.indices.map { axes.contains($0) ? 0 : kept.strides[$0] }
      let walk = Walk(
        tensors[0].shape, first: .init(from.lowerBound, tensors[0].strides), to: .init(output.lowerBound, strides))
      return [.sum(walk, results: output, divisor: isMean ? Float(from.count / output.count) : 1)]
    case .reshape:
      let from = try operand(0)
      try expect(from.count == output.count, "a reshaping")
      return [.copy(Walk([from.count], first: .init(from.lowerBound, [1]), to: .init(output.lowerBound, [1])))]
    case .transpose:
      let from = try operand(0)
      let order = try integers(1)
      try expect(order.sorted() == Array(tensors[0].shape.indices), "a transposition")
      try expect(order.map { tensors[0].shape[$0] } == result.shape, "a transposition")
      let strides = tensors[0].strides
      return [
        .copy(
          Walk(
            result.shape, first: .init(from.lowerBound, order.map { strides[$0] }),
            to: .init(output.lowerBound, result.strides)))
      ]
    case .pad:
      let from = try operand(0)
      let margins = try integers(1)
      let shape = tensors[0].shape
      try expect(margins.count == 2 * shape.count && shape.count == result.shape.count, "a margin")
      var start = output.lowerBound
      for axis in shape.indices {
        let (before, after) = (margins[2 * axis], margins[2 * axis + 1])
        try expect(
          before >= 0 && after >= 0 && before <= result.shape[axis]
            && result.shape[axis] - before - shape[axis] == after, "a margin")
        start += before * result.strides[axis]
      }
      return [
        .clear(output),
        .copy(Walk(shape, first: .init(from.lowerBound, tensors[0].strides), to: .init(start, result.strides))),
      ]
    case .slice(let beginMask, let shrinkMask):
      let from = try operand(0)
      let (shape, begin) = (tensors[0].shape, try integers(1))
      try expect(begin.count == shape.count && shape.count <= Tensor.mostAxes, "a slice")
      guard try integers(3).allSatisfy({ $0 == 1 }) else { throw .unsupported("a slice with steps") }
      var (lengths, start, kept) = ([Int](), from.lowerBound, result.shape[...])
      for axis in shape.indices {
        let isDropped = shrinkMask >> axis & 1 == 1
        guard let length = isDropped ? 1 : kept.popFirst() else { throw .damaged("a slice doesn't fit its tensors") }
        let first = beginMask >> axis & 1 == 1 ? 0 : begin[axis] < 0 ? begin[axis] + shape[axis] : begin[axis]
        try expect(first >= 0 && first <= shape[axis] - length, "a slice")
        start += first * tensors[0].strides[axis]
        lengths.append(length)
      }
      try expect(kept.isEmpty && lengths.reduce(1, *) == output.count, "a slice")
      return [
        .copy(
          Walk(
            lengths, first: .init(start, tensors[0].strides),
            to: .init(output.lowerBound, Tensor(shape: lengths).strides)))
      ]
    case .concatenation(let axis):
      let rank = result.shape.count
      let axis = axis < 0 ? axis + rank : axis
      try expect((0..<rank).contains(axis), "a concatenation")
      var steps: [Step] = []
      var start = 0
      for (index, tensor) in tensors.enumerated() {
        var shape = tensor.shape
        try expect(shape.count == rank, "a concatenation")
        shape[axis] = result.shape[axis]
        try expect(shape == result.shape && start + tensor.shape[axis] <= result.shape[axis], "a concatenation")
        steps.append(
          .copy(
            Walk(
              tensor.shape, first: .init(try operand(index).lowerBound, tensor.strides),
              to: .init(output.lowerBound + start * result.strides[axis], result.strides))))
        start += tensor.shape[axis]
      }
      try expect(start == result.shape[axis], "a concatenation")
      return steps
    }
  }
}
