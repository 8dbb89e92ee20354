internal import Kernels

/// What becomes of each level of a channel.
public struct Curve: Sendable, Equatable {
  private let levels: [UInt8]
  /// Of each of 256 levels, neither rounded nor clamped.
  private let exact: [Double]
  /// Where the curve is straight: reckoning many samples at a time is quicker than looking each up.
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
    let line = LevelLine(from: low, to: high)
    let scale = 255 / (Double(high) - Double(low))
    exact = (0...255).map { (Double($0) - Double(low)) * scale }
    levels = (0...255).map { line($0) }
    self.line = line
  }

  /// Level is 0…255.
  public subscript(level: Int) -> UInt8 { levels[level] }

  /// All of some samples.
  func callAsFunction(_ samples: [UInt8]) -> [UInt8] {
    // That there are 256 is said anew, so that no look-up has to ask.
    let levels = levels.span.extracting(0..<256)
    let samples = samples.span
    if let line {
      return [UInt8](capacity: samples.count) { output in
        for k in samples.indices { output.append(line(samples[k])) }
      }
    }
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

extension LevelLine {
  /// From 0 at `low` to 255 at `high`, rounded like 255 · (level − low) / (high − low) to the nearest level, halves up.
  init(from low: UInt8, to high: UInt8) {
    let range = Int(high) - Int(low)
    // The slope in 1/65536, down or up: one of the two has a rounding that is right for all levels, whatever the range.
    let slopes = [255 << 16 / range, (255 << 16 + range - 1) / range]
    let levels = (0...range).map { (2 * 255 * $0 + range) / (2 * range) }
    let fits = slopes.map { slope in
      let least = levels.indices.map { levels[$0] << 16 - $0 * slope }.reduce(0, max)
      let most = levels.indices.map { (levels[$0] + 1) << 16 - 1 - $0 * slope }.reduce(Int.max, min)
      return (slope: slope, least: least, room: most - least)
    }
    let best = fits[0].room >= fits[1].room ? fits[0] : fits[1]
    self.init(
      low: low, whole: UInt16(best.slope >> 16), fraction: UInt16(best.slope & 0xFFFF),
      most: UInt16(65535 - (best.least + best.room / 2)))
  }

  @inline(__always)
  func callAsFunction(_ level: UInt8) -> UInt8 {
    let above = UInt16(level > low ? level &- low : 0)
    let product = UInt32(above) &* UInt32(fraction)
    let carry: UInt16 = UInt16(truncatingIfNeeded: product) > most ? 1 : 0
    let sum = above &* whole &+ UInt16(truncatingIfNeeded: product >> 16) &+ carry
    return UInt8(truncatingIfNeeded: min(sum, 255))
  }
}
