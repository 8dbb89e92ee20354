import Testing

@testable import PeelInference

/// Each operator on numbers whose results were worked out by hand.
struct OperatorTests {
  /// What one operation makes of a tensor of `numbers`, which is the network's input.
  private func result(
    _ kind: Operation.Kind, _ numbers: [Float], _ shape: [Int], constants: [Tensor] = [], to output: [Int],
    inputIsLast: Bool = false
  ) throws -> [Float] {
    var inputs = Array(1..<1 + constants.count)
    inputs.insert(0, at: inputIsLast ? inputs.count : 0)
    let graph = Graph(
      tensors: [Tensor(shape: shape)] + constants + [Tensor(shape: output)],
      operations: [Operation(kind: kind, inputs: inputs, output: 1 + constants.count)], inputs: [0],
      outputs: [1 + constants.count])
    var interpreter = Interpreter(try Network(graph))
    return interpreter.outputs(of: numbers)[0]
  }

  private func constant(_ numbers: [Float], _ shape: [Int]) -> Tensor {
    Tensor(shape: shape, content: .numbers(numbers))
  }

  private func integers(_ numbers: [Int]) -> Tensor { Tensor(shape: [numbers.count], content: .integers(numbers)) }

  private func window(_ step: Int, isPadded: Bool) -> Operation.Window {
    Operation.Window(isPadded: isPadded, stepX: step, stepY: step)
  }

  /// 3 × 3 pixels under windows of 2 × 2: each result is the sum a + 2b + 3c + 4d, plus 0.5.
  @Test func convolution() throws {
    let picture: [Float] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    let constants = [constant([1, 2, 3, 4], [1, 2, 2, 1]), constant([0.5], [1])]
    #expect(
      try result(
        .convolution(window(1, isPadded: false)), picture, [1, 3, 3, 1], constants: constants, to: [1, 2, 2, 1])
        == [37.5, 47.5, 67.5, 77.5])
    // With zeros after the last column and row.
    #expect(
      try result(
        .convolution(window(1, isPadded: true)), picture, [1, 3, 3, 1], constants: constants, to: [1, 3, 3, 1])
        == [37.5, 47.5, 21.5, 67.5, 77.5, 33.5, 23.5, 26.5, 9.5])
    #expect(
      try result(
        .convolution(window(2, isPadded: true)), picture, [1, 3, 3, 1], constants: constants, to: [1, 2, 2, 1])
        == [37.5, 21.5, 23.5, 9.5])
  }

  /// Nine filters, one more than are computed at once, over five pixels, one more than are.
  @Test func convolutionOfManyFilters() throws {
    let weights = (0..<9).flatMap { (filter: Int) -> [Float] in [Float(filter), 1] }
    let pixels: [Float] = [1, 0, 2, 0, 3, 0, 4, 1, 5, 2]
    let expected = stride(from: 0, to: pixels.count, by: 2).flatMap { pixel in
      (0..<9).map { Float($0) * pixels[pixel] + pixels[pixel + 1] }
    }
    #expect(
      try result(
        .convolution(window(1, isPadded: true)), pixels, [1, 1, 5, 2], constants: [constant(weights, [9, 1, 1, 2])],
        to: [1, 1, 5, 9]) == expected)
  }

  /// Two channels and, so that eight are computed at once, nine, each with weights of its own.
  @Test(arguments: [2, 9]) func depthwise(_ channels: Int) throws {
    let numbers = (1...channels).map { Float($0) }
    let picture = (1...3).flatMap { x in numbers.map { Float(x) * $0 } }
    let weights = ([1, 10, 100] as [Float]).flatMap { [Float](repeating: $0, count: channels) }
    let expected = ([210, 321, 32] as [Float]).flatMap { sum in numbers.map { sum * $0 } }
    #expect(
      try result(
        .depthwise(window(1, isPadded: true)), picture, [1, 1, 3, channels],
        constants: [constant(weights, [1, 1, 3, channels])], to: [1, 1, 3, channels]) == expected)
  }

  @Test func greatest() throws {
    #expect(
      try result(
        .greatest(window(2, isPadded: true), width: 2, height: 2), [1, -5, 3, 4, 2, 6, -7, -8, -9], [1, 3, 3, 1],
        to: [1, 2, 2, 1]) == [4, 6, -7, -9])
  }

  @Test func functions() throws {
    #expect(try result(.each(.rectified), [-2, 0, 3], [3], to: [3]) == [0, 0, 3])
    #expect(try result(.each(.negative), [-2, 0, 3], [3], to: [3]) == [2, 0, -3])
    #expect(try result(.each(.root), [4, 9], [2], to: [2]) == [2, 3])
    #expect(try result(.each(.inverseRoot), [4, 16], [2], to: [2]) == [0.5, 0.25])
    let logistic = try result(.each(.logistic), [0, 100, -100], [3], to: [3])
    #expect(logistic == [0.5, 1, 0])
  }

  @Test func arithmetic() throws {
    let row = [constant([2, 4], [1, 2])]
    let numbers: [Float] = [8, 8, -4, -4]
    #expect(try result(.pair(.sum), numbers, [2, 2], constants: row, to: [2, 2]) == [10, 12, -2, 0])
    #expect(try result(.pair(.difference), numbers, [2, 2], constants: row, to: [2, 2]) == [6, 4, -6, -8])
    #expect(try result(.pair(.product), numbers, [2, 2], constants: row, to: [2, 2]) == [16, 32, -8, -16])
    #expect(try result(.pair(.quotient), numbers, [2, 2], constants: row, to: [2, 2]) == [4, 2, -2, -1])
    #expect(try result(.pair(.squaredDifference), numbers, [2, 2], constants: row, to: [2, 2]) == [36, 16, 36, 64])
    #expect(try result(.pair(.leaky), numbers, [2, 2], constants: row, to: [2, 2]) == [8, 8, -8, -16])
    // A column repeats along the rows, and a number everywhere; the first operand may be the one that repeats.
    #expect(
      try result(.pair(.sum), numbers, [2, 2], constants: [constant([1, 2], [2, 1])], to: [2, 2]) == [9, 9, -2, -2])
    #expect(
      try result(.pair(.difference), numbers, [2, 2], constants: [constant([1], [])], to: [2, 2], inputIsLast: true)
        == [-7, -7, 5, 5])
  }

  @Test func sums() throws {
    let numbers: [Float] = [1, 2, 3, 4, 5, 6]
    #expect(try result(.sum(isMean: false), numbers, [2, 3], constants: [integers([1])], to: [2, 1]) == [6, 15])
    #expect(try result(.sum(isMean: true), numbers, [2, 3], constants: [integers([-1])], to: [2]) == [2, 5])
    #expect(try result(.sum(isMean: true), numbers, [2, 3], constants: [integers([0])], to: [3]) == [2.5, 3.5, 4.5])
  }

  @Test func order() throws {
    let numbers: [Float] = [1, 2, 3, 4, 5, 6]
    #expect(try result(.reshape, numbers, [2, 3], to: [3, 2]) == numbers)
    #expect(
      try result(.transpose, numbers, [2, 3], constants: [integers([1, 0])], to: [3, 2]) == [1, 4, 2, 5, 3, 6])
    #expect(
      try result(
        .pad, [1, 2], [1, 2], constants: [Tensor(shape: [2, 2], content: .integers([1, 0, 0, 1]))], to: [2, 3])
        == [0, 0, 0, 1, 2, 0])
    #expect(
      try result(
        .slice(beginMask: 0, shrinkMask: 1), numbers, [2, 3],
        constants: [integers([1, -2]), integers([2, 3]), integers([1, 1])], to: [2]) == [5, 6])
    #expect(
      try result(
        .slice(beginMask: 2, shrinkMask: 0), numbers, [2, 3],
        constants: [integers([1, 1]), integers([2, 2]), integers([1, 1])], to: [1, 2]) == [4, 5])
    #expect(
      try result(.concatenation(axis: -1), [1, 2], [2, 1], constants: [constant([3, 4, 5, 6], [2, 2])], to: [2, 3])
        == [1, 3, 4, 2, 5, 6])
  }

  /// A convolution, an addition and an activation are done at once, with the same result as one by one.
  @Test func joinedOperations() throws {
    var graph = Graph(
      tensors: [
        Tensor(shape: [1, 1, 2, 1]), constant([1, -1], [2, 1, 1, 1]), Tensor(shape: [1, 1, 2, 2]),
        constant([1, 1, -9, -9], [1, 1, 2, 2]), Tensor(shape: [1, 1, 2, 2]), constant([0.5, 0.25], [1, 1, 2]),
        Tensor(shape: [1, 1, 2, 2]),
      ],
      operations: [
        Operation(kind: .convolution(window(1, isPadded: true)), inputs: [0, 1], output: 2),
        Operation(kind: .pair(.sum), inputs: [3, 2], output: 4),
        Operation(kind: .pair(.leaky), inputs: [4, 5], output: 6),
      ], inputs: [0], outputs: [6])
    var joined = Interpreter(try Network(graph))
    #expect(joined.network.steps.count == 1)
    #expect(joined.outputs(of: [2, 4])[0] == [3, -0.25, -2.5, -3.25])
    graph.outputs = [2, 4, 6]
    var single = Interpreter(try Network(graph))
    #expect(single.network.steps.count == 3)
    #expect(single.outputs(of: [2, 4])[2] == [3, -0.25, -2.5, -3.25])
  }

  @Test func halfPrecision() {
    let bits: [UInt16] = [0x3C00, 0xC000, 0x0001, 0x7BFF, 0x8000, 0x7C00, 0x3555]
    #expect(
      bits.map { Float(halfPrecision: $0) } == [1, -2, 0x1p-24, 65504, -0.0, .infinity, 0.333_251_953_125])
  }
}
