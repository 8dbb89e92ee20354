internal import PeelKernels

/// What becomes of each level of a channel.
public struct Curve: Sendable, Equatable {
  private let levels: [UInt8]
  /// Of each of 256 levels, neither rounded nor clamped.
  private let exact: [Double]
  /// Where the curve is straight and not too steep: reckoning many samples at a time is quicker than looking each up.
  let line: LevelLine?

  public static let identity = Curve(from: 0, to: 255)

  /// `level` is asked once for each whole level from 0 to 255, and may give levels between and beyond those.
  public init(_ level: (Double) -> Double) {
    exact = (0...255).map { level(Double($0)) }
    levels = exact.map { UInt8(min(max($0.rounded(), 0), 255)) }
    line = nil
  }

  /// The straight line that makes `low` 0 and `high`, which is above it, 255. Halves go up.
  init(from low: UInt8, to high: UInt8) {
    let range = Int(high) - Int(low)
    let scale = 255 / Double(range)
    exact = (0...255).map { (Double($0) - Double(low)) * scale }
    levels = (0...255).map { UInt8(min(max((2 * 255 * ($0 - Int(low)) + range) / (2 * range), 0), 255)) }
    line = LevelLine(from: low, to: high)
  }

  /// Level is 0…255.
  public subscript(level: Int) -> UInt8 { levels[level] }

  /// All of some samples.
  func callAsFunction(_ samples: [UInt8]) -> [UInt8] {
    // That there are 256 is said anew, so that no look-up has to ask.
    let levels = levels.span.extracting(0..<256)
    let samples = samples.span
    return [UInt8](capacity: samples.count) { output in
      for k in samples.indices { output.append(levels[Int(samples[k])]) }
    }
  }

  /// Of each of 65,536 levels, of which 257 make one of the 256: between those the curve is straight.
  func deep() -> [UInt16] {
    (0...UInt16.max).map { level in
      let below = min(Int(level) / 257, 254)
      let share = Double(Int(level) - 257 * below)
      let value = exact[below] * 257 + share * (exact[below + 1] - exact[below])
      return UInt16(min(max(value.rounded(), 0), 65535))
    }
  }
}
