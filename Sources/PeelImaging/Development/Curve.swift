internal import PeelKernels

/// A mapping of the 256 levels of one channel.
package struct Curve: Sendable, Equatable {
  private let levels: [UInt8]
  /// The values for the 256 levels, neither rounded nor clamped.
  private let exact: [Double]
  /// The curve as a line, if it is straight between black and white. Kernels map by lines faster than by tables.
  let line: LevelLine?

  /// The 16-bit levels between two neighbours of the 256 levels: 65535 / 255.
  private static let deepStep = 257

  /// Leaves every level as it is.
  package static let identity = Curve(from: 0, to: 255)

  /// - Parameter level: the new level for each whole level from 0 to 255. Results are rounded and clamped.
  package init(_ level: (Double) -> Double) {
    exact = (0...255).map { level(Double($0)) }
    levels = exact.map { UInt8(min(max($0.rounded(), 0), 255)) }
    line = LevelLine(along: exact)
  }

  /// The line that maps `low` to 0 and `high` to 255, rounded to the nearest level, halves up. `high` must be above
  /// `low`.
  init(from low: UInt8, to high: UInt8) {
    let range = Int(high) - Int(low)
    let scale = 255 / Double(range)
    exact = (0...255).map { (Double($0) - Double(low)) * scale }
    levels = (0...255).map { UInt8(min(max((2 * 255 * ($0 - Int(low)) + range) / (2 * range), 0), 255)) }
    line = LevelLine(from: Double(low), to: Double(high))
  }

  /// The value for a level between whole ones, neither rounded nor clamped.
  func exact(at level: Double) -> Double {
    let below = min(max(Int(level), 0), 254)
    return exact[below] + (level - Double(below)) * (exact[below + 1] - exact[below])
  }

  /// The new level for a level of 0…255.
  package subscript(level: Int) -> UInt8 { levels[level] }

  /// Maps each sample.
  func callAsFunction(_ samples: [UInt8]) -> [UInt8] {
    // Extracting exactly 256 levels removes the bounds checks.
    let levels = levels.span.extracting(0..<256)
    let samples = samples.span
    return [UInt8](capacity: samples.count) { output in
      for k in samples.indices { output.append(levels[Int(samples[k])]) }
    }
  }

  /// The curve for 16-bit levels, linear between the 256 levels. A step between two of those is 257 16-bit levels.
  func deep() -> [UInt16] {
    (0...UInt16.max).map { level in
      let below = min(Int(level) / Self.deepStep, 254)
      let share = Double(Int(level) - Self.deepStep * below)
      let value = exact[below] * Double(Self.deepStep) + share * (exact[below + 1] - exact[below])
      return UInt16(min(max(value.rounded(), 0), Double(UInt16.max)))
    }
  }
}

extension LevelLine {
  /// How far values may lie from their line, in levels.
  private static let tolerance = 0.125

  /// The line on which the values of the 256 levels lie, but for those that become black or white; nil if there is none.
  ///
  /// Light times a factor is such a line, because sRGB's levels are a power of light, but for its darkest ones.
  fileprivate init?(along values: [Double]) {
    guard let first = values.firstIndex(where: { $0 > 0 }), let last = values.lastIndex(where: { $0 < 255 }),
      first < last
    else { return nil }
    // Were the darkest ones on another line, the upper half would not be.
    let middle = (first + last) / 2
    let slope = (values[last] - values[middle]) / Double(last - middle)
    let low = Double(last) - values[last] / slope
    func isNear(_ level: Int) -> Bool {
      let value = min(max(slope * (Double(level) - low), 0), 255)
      return abs(value - min(max(values[level], 0), 255)) < Self.tolerance
    }
    guard slope > 0, values.indices.allSatisfy(isNear) else { return nil }
    self.init(from: low, to: low + 255 / slope)
  }
}
