/// The black point and the white point of one channel.
package struct Levels: Sendable, Hashable {
  /// The level that becomes 0, like all below it.
  package var low: UInt8
  /// The level that becomes 255, like all above it.
  package var high: UInt8

  /// Levels with the given black and white point.
  package init(low: UInt8, high: UInt8) {
    self.low = low
    self.high = high
  }

  /// The percentages that can be clipped at each end.
  static let clips = 0.0...50.0

  /// The points of an ends-in contrast stretch, as vImageEndsInContrastStretch defines them: `low` is the smallest
  /// level with at least `clip` percent of the pixels at or below it, `high` the largest with at least `clip` percent
  /// at or above it.
  ///
  /// - Parameters:
  ///   - histogram: the channel's counts.
  ///   - clip: the percentage at each end, 0 to 50; fractions are allowed. 0 gives the levels 0 and 255.
  package init(endsIn histogram: Histogram, clip: Double) {
    precondition(Self.clips.contains(clip), "the clip is 0 to 50 percent")
    let counts = histogram.counts
    // Compared as counts × 100 ≥ clip × total, which is exact for whole percentages.
    let wanted = clip * Double(histogram.total)
    var below = 0
    low = 255
    for level in counts.indices {
      below += counts[level]
      if 100 * Double(below) >= wanted {
        low = UInt8(level)
        break
      }
    }
    var above = 0
    high = 0
    for level in counts.indices.reversed() {
      above += counts[level]
      if 100 * Double(above) >= wanted {
        high = UInt8(level)
        break
      }
    }
  }

  /// round(255 · (level − low) / (high − low)), clamped to 0…255, halves up. The identity if `high` ≤ `low`.
  package var curve: Curve {
    high > low ? Curve(from: low, to: high) : .identity
  }
}
