/// Histograms of red, green and blue while they are counted.
struct LevelCounts {
  private var red = ChannelCounts()
  private var green = ChannelCounts()
  private var blue = ChannelCounts()

  /// Counts some pixels. Channels are counted one after the other, because the counts of one fill the nearest cache.
  ///
  /// - Parameters:
  ///   - rows: the pixels' colours.
  ///   - ranges: the ranges of pixels to count, among all pixels of `rows`.
  mutating func add(_ rows: ColourRows, at ranges: [Range<Int>]) {
    for row in ranges { red.add(rows.red.span.extracting(row)) }
    for row in ranges { green.add(rows.green.span.extracting(row)) }
    for row in ranges { blue.add(rows.blue.span.extracting(row)) }
  }

  var histograms: [Histogram] { [red, green, blue].map(\.histogram) }
}

/// A histogram of one channel while it is counted.
///
/// Two neighbours are counted at a time, which halves the increments. Neighbours are alike, so few of the counts are in
/// use.
private struct ChannelCounts {
  /// The counts of pairs: the left level plus 256 times the right one.
  private var pairs = [UInt32](repeating: 0, count: 65_536)
  /// The counts of the last pixels of a row, fewer than eight.
  private var single = [UInt32](repeating: 0, count: 256)

  mutating func add(_ samples: Span<UInt8>) {
    var pairs = pairs.mutableSpan
    var x = 0
    // Eight at a time share one bounds check.
    while x < samples.count &- 7 {
      let eight = samples.extracting(x..<x &+ 8)
      pairs[Int(eight[0]) | Int(eight[1]) << 8] &+= 1
      pairs[Int(eight[2]) | Int(eight[3]) << 8] &+= 1
      pairs[Int(eight[4]) | Int(eight[5]) << 8] &+= 1
      pairs[Int(eight[6]) | Int(eight[7]) << 8] &+= 1
      x &+= 8
    }
    while x < samples.count {
      single[Int(samples[x])] &+= 1
      x &+= 1
    }
  }

  var histogram: Histogram {
    var counts = single
    var lefts = counts.mutableSpan
    for right in 0..<256 {
      let row = pairs.span.extracting(256 * right..<256 * (right + 1))
      var sum: UInt32 = 0
      for left in row.indices {
        lefts[left] &+= row[left]
        sum &+= row[left]
      }
      lefts[right] &+= sum
    }
    return Histogram(counts: counts.map { Int($0) })
  }
}
