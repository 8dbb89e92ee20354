/// How many pixels of one channel have each level.
public struct Histogram: Sendable, Equatable {
  /// 256 counts, of level 0 to level 255.
  public var counts: [Int]

  public init() { counts = Array(repeating: 0, count: 256) }

  /// Takes 256 counts, none below zero.
  public init(counts: [Int]) {
    precondition(counts.count == 256, "a histogram has 256 levels")
    self.counts = counts
  }

  /// Of some samples of 8 bits.
  public init(of samples: some Sequence<UInt8>) {
    self.init()
    for sample in samples { counts[Int(sample)] += 1 }
  }

  public var total: Int { counts.reduce(0, +) }

  /// The mean level, nil of no pixels.
  public var mean: Double? {
    let total = total
    guard total > 0 else { return nil }
    return Double(zip(0..., counts).reduce(0) { $0 + $1.0 * $1.1 }) / Double(total)
  }

  /// The smallest level with at least this share of the pixels at or below it; 255 of no pixels.
  public func level(atShare share: Double) -> Int {
    let wanted = share * Double(total)
    var below = 0
    for (level, count) in zip(0..., counts) {
      below += count
      if Double(below) >= wanted && below > 0 { return level }
    }
    return 255
  }

  /// What it becomes when each level is replaced as the curve says.
  public func mapped(by curve: Curve) -> Histogram {
    var mapped = Histogram()
    for (level, count) in zip(0..., counts) { mapped.counts[Int(curve[level])] += count }
    return mapped
  }

  public static func + (a: Histogram, b: Histogram) -> Histogram {
    Histogram(counts: zip(a.counts, b.counts).map { $0 + $1 })
  }
}
