internal import PeelKernels

/// What follows a convolution's sums: bias, another tensor, and a factor for negative results.
struct Epilogue: Sendable {
  /// Where the numbers for each channel begin, with zeros after the last up to a multiple of `lanes`.
  let bias: Int
  let slopes: Int?
  /// Where the tensor that is added begins.
  let addend: Int?

  /// The channels that are computed at once.
  static let lanes = Products.filters

  init(_ fused: FusedOperation, channels: Int, _ graph: Graph, _ plan: inout MemoryPlan) throws(NetworkError) {
    let count = (channels + Self.lanes - 1) / Self.lanes * Self.lanes
    func padded(_ tensor: Int) throws(NetworkError) -> [Float] {
      guard case .numbers(let numbers) = graph.tensors[tensor].content, numbers.count == channels else {
        throw .damaged("a convolution doesn't fit its tensors")
      }
      return numbers + [Float](repeating: 0, count: count - channels)
    }
    let zeros = [Float](repeating: 0, count: count)
    let inputs = fused.operation.inputs
    bias = try plan.added(inputs.count > 2 ? padded(inputs[2]) : zeros).lowerBound
    slopes =
      switch fused.slopes {
      case nil: nil
      case .zero: try plan.added(zeros).lowerBound
      case .tensor(let tensor): try plan.added(padded(tensor)).lowerBound
      }
    addend = if let addend = fused.addend { try plan.range(of: addend).lowerBound } else { nil }
  }

  /// The factors of negative results for the channels from one on.
  @unsafe @inline(__always)
  func slope(_ channel: Int, _ memory: UnsafeMutablePointer<Float>) -> SIMD8<Float> {
    guard let slopes else { return .zero }
    return unsafe UnsafeRawPointer(memory + slopes + channel).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Finishes the sums of some channels.
  ///
  /// - Parameters:
  ///   - sums: the sums, with the bias.
  ///   - slope: the factors of these channels.
  ///   - place: the place of the first in the result, counted from its beginning.
  ///   - output: where the result begins.
  @unsafe @inline(__always)
  func store(
    _ sums: SIMD8<Float>, slope: SIMD8<Float>, at place: Int, output: Int, count: Int,
    _ memory: UnsafeMutablePointer<Float>
  ) {
    var sums = sums
    if count == Self.lanes {
      if let addend { sums += unsafe UnsafeRawPointer(memory + addend + place).loadUnaligned(as: SIMD8<Float>.self) }
      if slopes != nil { sums.replace(with: sums * slope, where: sums .< 0) }
      unsafe UnsafeMutableRawPointer(memory + output + place).storeBytes(of: sums, as: SIMD8<Float>.self)
    } else {
      for lane in 0..<count {
        var sum = sums[lane]
        if let addend { sum += unsafe memory[addend + place + lane] }
        if slopes != nil, sum < 0 { sum *= slope[lane] }
        unsafe memory[output + place + lane] = sum
      }
    }
  }
}
