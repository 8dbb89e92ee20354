/// The number of pixels of one channel at each level.
package struct Histogram: Sendable, Equatable {
  /// The 256 counts of the levels 0 to 255.
  package var counts: [Int]

  /// A histogram of no pixels.
  package init() { counts = Array(repeating: 0, count: 256) }

  /// The histogram with 256 counts, none negative.
  package init(counts: [Int]) {
    precondition(counts.count == 256, "a histogram has 256 levels")
    self.counts = counts
  }

  /// The histogram of some 8-bit samples.
  package init(of samples: some Sequence<UInt8>) {
    self.init()
    for sample in samples { counts[Int(sample)] += 1 }
  }

  /// The number of pixels.
  package var total: Int { counts.reduce(0, +) }

  /// The mean level; nil if there are no pixels.
  package var mean: Double? {
    let total = total
    guard total > 0 else { return nil }
    return Double(zip(0..., counts).reduce(0) { $0 + $1.0 * $1.1 }) / Double(total)
  }

  /// The smallest level with at least this share of the pixels at or below it; 255 if there are no pixels.
  package func level(atShare share: Double) -> Int {
    let wanted = share * Double(total)
    var below = 0
    for (level, count) in zip(0..., counts) {
      below += count
      if Double(below) >= wanted && below > 0 { return level }
    }
    return 255
  }

  /// The histogram after each level is mapped by a curve.
  package func mapped(by curve: Curve) -> Histogram {
    var mapped = Histogram()
    for (level, count) in zip(0..., counts) { mapped.counts[Int(curve[level])] += count }
    return mapped
  }

  /// The counts of two sets of pixels together.
  package static func + (a: Histogram, b: Histogram) -> Histogram {
    Histogram(counts: zip(a.counts, b.counts).map { $0 + $1 })
  }
}
