internal import PeelPlatform

extension Operation.Function {
  /// Writes the function of each number of a range to as many places.
  @unsafe
  func run(_ memory: UnsafeMutableBufferPointer<Float>, from: Range<Int>, to: Int) {
    let offset = to - from.lowerBound
    switch self {
    case .rectified: for place in from { unsafe memory[place + offset] = max(0, unsafe memory[place]) }
    case .logistic: for place in from { unsafe memory[place + offset] = 1 / (1 + exp(-(unsafe memory[place]))) }
    case .negative: for place in from { unsafe memory[place + offset] = -(unsafe memory[place]) }
    case .root: for place in from { unsafe memory[place + offset] = unsafe memory[place].squareRoot() }
    case .inverseRoot: for place in from { unsafe memory[place + offset] = 1 / (unsafe memory[place].squareRoot()) }
    }
  }
}

extension Operation.Arithmetic {
  /// Writes the result for each pair that a walk meets.
  @unsafe
  func run(_ memory: UnsafeMutableBufferPointer<Float>, _ walk: Walk) {
    switch self {
    case .sum: unsafe walk.run { a, b, c in unsafe memory[c] = unsafe memory[a] + memory[b] }
    case .difference: unsafe walk.run { a, b, c in unsafe memory[c] = unsafe memory[a] - memory[b] }
    case .product: unsafe walk.run { a, b, c in unsafe memory[c] = unsafe memory[a] * memory[b] }
    case .quotient: unsafe walk.run { a, b, c in unsafe memory[c] = unsafe memory[a] / memory[b] }
    case .squaredDifference:
      unsafe walk.run { a, b, c in
        let difference = unsafe memory[a] - memory[b]
        unsafe memory[c] = difference * difference
      }
    case .leaky:
      unsafe walk.run { a, b, c in
        let number = unsafe memory[a]
        unsafe memory[c] = number >= 0 ? number : number * (unsafe memory[b])
      }
    }
  }
}
