import PeelKernels
import PeelRandomNumbers
import Testing

@testable import PeelImaging

@Suite struct LevelsTests {
  /// A small histogram as a literal: level to count.
  static func histogram(_ counts: [Int: Int]) -> Histogram {
    var histogram = Histogram()
    for (level, count) in counts { histogram.counts[level] = count }
    return histogram
  }

  struct Case: Sendable {
    var counts: [Int: Int]
    var clip: Double
    var low: UInt8
    var high: UInt8
    var why: String
  }

  @Test(arguments: [
    Case(counts: [10: 1, 20: 98, 30: 1], clip: 1, low: 10, high: 30, why: "exactly 1 % at each end counts"),
    Case(counts: [10: 1, 20: 199, 30: 1], clip: 1, low: 20, high: 20, why: "1 of 201 is less than 1 %"),
    Case(counts: [5: 1, 6: 1, 200: 196, 210: 1, 211: 1], clip: 1, low: 6, high: 210, why: "ends are summed up"),
    Case(counts: [0: 50, 255: 50], clip: 1, low: 0, high: 255, why: "two levels"),
    Case(counts: [0: 50, 255: 50], clip: 50, low: 0, high: 255, why: "half at each"),
    Case(counts: [0: 51, 255: 49], clip: 50, low: 0, high: 0, why: "more than half at one level"),
    Case(counts: [77: 1000], clip: 1, low: 77, high: 77, why: "all one level"),
    Case(counts: [:], clip: 1, low: 0, high: 255, why: "no pixels: none is at least 1 % of none"),
    Case(counts: [10: 5, 20: 5], clip: 0, low: 0, high: 255, why: "at least nothing is at or below level 0"),
    Case(counts: [10: 499, 20: 2, 30: 499], clip: 49.9, low: 10, high: 30, why: "499 of 1000 are 49.9 %"),
    Case(counts: [10: 498, 20: 4, 30: 498], clip: 49.9, low: 20, high: 20, why: "498 of 1000 are not"),
    Case(counts: [10: 1, 100: 1998, 250: 1], clip: 0.05, low: 10, high: 250, why: "fractions of a percent"),
    Case(counts: [10: 1, 100: 1999, 250: 1], clip: 0.05, low: 100, high: 100, why: "fractions, one pixel short"),
  ])
  func `ends-in levels agree with examples`(test: Case) {
    let levels = Levels(endsIn: Self.histogram(test.counts), clip: test.clip)
    #expect(levels == Levels(low: test.low, high: test.high), "\(test.why)")
  }

  @Test(arguments: [
    (Levels(low: 50, high: 200), [0, 49, 50, 51, 125, 199, 200, 255], [0, 0, 0, 2, 128, 253, 255, 255]),
    (Levels(low: 0, high: 255), [0, 1, 127, 255], [0, 1, 127, 255]),
    // 255 · 1/2 = 127.5 is rounded up.
    (Levels(low: 10, high: 12), [9, 10, 11, 12, 13], [0, 0, 128, 255, 255]),
    (Levels(low: 100, high: 101), [0, 100, 101, 255], [0, 0, 255, 255]),
    // Without a range to stretch, the channel stays.
    (Levels(low: 90, high: 90), [0, 90, 255], [0, 90, 255]),
    (Levels(low: 91, high: 90), [0, 90, 255], [0, 90, 255]),
  ])
  func `curves agree with examples`(levels: Levels, from: [Int], to: [UInt8]) {
    #expect(from.map { levels.curve[$0] } == to)
  }

  /// Curves that are straight and not too steep are computed many levels at a time.
  @Test func `steep and bent curves have no line`() {
    #expect(Curve(from: 10, to: 84).line == nil && Curve { 2 * ($0 - 10) + $0 * $0 / 500 }.line == nil)
    #expect(Curve(from: 10, to: 85).line != nil)
    // A line is told by its levels, which needn't be whole at its ends.
    #expect(Curve { $0 }.line == Curve.identity.line)
    #expect(Curve { 2 * ($0 - 20.5) }.line == LevelLine(from: 20.5, to: 148))
    #expect(Curve { _ in 90 }.line == nil && Curve { 255 - $0 }.line == nil)
  }

  /// Curves are computed in whole numbers; the test compares them without dividing.
  @Test func `every straight curve is right at every level`() {
    let all = (0...255).map { UInt8($0) }
    var wrong = 0
    for low in stride(from: 0, through: 254, by: 3) {
      for high in low + 1...255 {
        let curve = Levels(low: UInt8(low), high: UInt8(high)).curve
        let levels = curve(all)
        if levels != all.map({ curve[Int($0)] }) { wrong += 1 }
        for (level, mapped) in levels.enumerated() {
          // Twice the distance of the result from 255 · (level − low) / (high − low), times high − low.
          let distance = 2 * (Int(mapped) * (high - low) - 255 * (min(max(level, low), high) - low))
          if distance > high - low || distance <= low - high { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  /// The definition applied to sorted pixels, without histogram and running sums.
  static func naiveStretch(_ pixels: [UInt8], clip: Double) -> [UInt8] {
    func share(_ matches: (UInt8) -> Bool) -> Double { Double(pixels.count(where: matches)) * 100 }
    let wanted = clip * Double(pixels.count)
    let levels = Array(Set(pixels).union([0, 255])).sorted()
    guard let low = levels.first(where: { level in share { $0 <= level } >= wanted }),
      let high = levels.last(where: { level in share { $0 >= level } >= wanted }), high > low
    else { return pixels }
    return pixels.map { v in
      let stretched = (255 * (Double(v) - Double(low)) / (Double(high) - Double(low))).rounded(.toNearestOrAwayFromZero)
      return UInt8(min(max(stretched, 0), 255))
    }
  }

  @Test(arguments: [0, 0.1, 1, 2.5, 10, 25, 49.9], 1...6 as ClosedRange<UInt64>)
  func `ends-in levels agree with an independent sort`(clip: Double, seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let spread = Int.random(in: 1...120, using: &random)
    let centre = Int.random(in: 0...255, using: &random)
    let pixels = (0..<Int.random(in: 1...3000, using: &random)).map { _ in
      UInt8(clamping: centre + Int.random(in: -spread...spread, using: &random))
    }
    let curve = Levels(endsIn: Histogram(of: pixels), clip: clip).curve
    #expect(pixels.map { curve[Int($0)] } == Self.naiveStretch(pixels, clip: clip))
  }

  @Test func `histograms count, add and follow curves`() {
    let histogram = Histogram(of: [3, 3, 7, 255])
    #expect(histogram.counts[3] == 2 && histogram.counts[7] == 1 && histogram.counts[255] == 1)
    #expect(histogram.total == 4 && histogram.mean == 67)
    #expect(Histogram().mean == nil)
    #expect((histogram + histogram).total == 8)
    #expect(histogram.level(atShare: 0.5) == 3 && histogram.level(atShare: 0.51) == 7)
    let halved = histogram.mapped(by: Curve { ($0 / 2).rounded(.down) })
    #expect(halved == Histogram(of: [1, 1, 3, 127]))
  }
}
