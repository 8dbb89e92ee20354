internal import PeelPlatform

/// A photo reduced to a depth map's size.
struct Guide: Sendable {
  let width: Int
  let height: Int
  /// Luma, blue and red difference of each sample.
  private let colours: [SIMD4<Int16>]

  init(of photo: Photo, width: Int, height: Int, threads: Int) {
    (self.width, self.height) = (width, height)
    let rows = Array(0..<height).map(threads: threads) { y in
      let across = (0..<width).map { Self.box($0, width, photo.width) }
      let down = Self.box(y, height, photo.height)
      let luma = photo.luma.means(across, down)
      let chroma = photo.chroma.map { chroma in
        let across = across.map { chroma.columns($0) }
        let down = chroma.rows(down)
        return (blue: chroma.blue.means(across, down), red: chroma.red.means(across, down))
      }
      let neutral = Int16(BT601.neutral)
      return (0..<width).map { x in
        SIMD4(luma[x], chroma?.blue[x] ?? neutral, chroma?.red[x] ?? neutral, 0)
      }
    }
    colours = rows.flatMap { $0 }
  }

  /// The pixels that a sample covers.
  private static func box(_ sample: Int, _ samples: Int, _ pixels: Int) -> Range<Int> {
    let first = sample * pixels / samples
    return first..<max((sample + 1) * pixels / samples, first + 1)
  }

  subscript(x: Int, y: Int) -> SIMD4<Int16> { colours[y * width + x] }

  /// How much a sample's colour differs from another, in levels.
  @inline(__always)
  func difference(_ x: Int, _ y: Int, _ luma: Int32, _ chroma: (blue: Int32, red: Int32)) -> Int {
    let colour = self[x, y]
    return Int(abs(Int32(colour.x) - luma) + abs(Int32(colour.y) - chroma.blue) + abs(Int32(colour.z) - chroma.red))
  }
}

extension Plane<UInt8> {
  fileprivate func means(_ across: [Range<Int>], _ down: Range<Int>) -> [Int16] {
    var sums = [Int](repeating: 0, count: across.count)
    for y in down {
      let row = row(y)
      for (x, columns) in across.enumerated() {
        var sum = 0
        for column in columns { sum &+= Int(row[column]) }
        sums[x] &+= sum
      }
    }
    return zip(sums, across).map { Int16($0 / ($1.count * down.count)) }
  }
}

extension Chroma {
  /// The samples that lie on some columns of pixels.
  fileprivate func columns(_ pixels: Range<Int>) -> Range<Int> { Self.samples(pixels, origin.x, scale.x, blue.width) }

  /// The samples that lie on some rows of pixels.
  fileprivate func rows(_ pixels: Range<Int>) -> Range<Int> { Self.samples(pixels, origin.y, scale.y, blue.height) }

  private static func samples(_ pixels: Range<Int>, _ origin: Int, _ scale: Int, _ count: Int) -> Range<Int> {
    let first = min((pixels.lowerBound - origin) / scale, count - 1)
    return first..<max(min((pixels.upperBound - origin) / scale, count), first + 1)
  }
}

/// The vote of the samples around one of a depth map about the part that it belongs to.
struct Vote {
  let guide: Guide
  /// The least difference of nearness between two parts.
  let step: Int

  /// The samples that vote, on each side of the one voted on.
  private static let reach = 3
  /// The difference of colour at which a vote has 1/e of its weight, in levels.
  private static let tolerance: Float = 12
  private static let weights: [Float] = (0...1023).map { Float(exp(-Double($0) / Double(tolerance))) }

  /// The weight of a vote whose colour differs by so many levels.
  @inline(__always)
  static func weight(_ difference: Int) -> Float { weights[min(difference, weights.count - 1)] }

  /// The map with in-between depths at the edges of parts replaced by those of either part.
  func sharpened(_ map: Plane<UInt16>, threads: Int) -> Plane<UInt16> {
    let rows = Array(0..<map.height).map(threads: threads) { y in
      let rows = max(y - Self.reach, 0)...min(y + Self.reach, map.height - 1)
      let columns = map.columnRanges(rows)
      return [UInt16](capacity: map.width) { output in
        for x in 0..<map.width {
          let range = columns.range(max(x - Self.reach, 0)...min(x + Self.reach, map.width - 1))
          output.append(
            range.most - range.least > step
              ? sharpened(map, x, y, least: range.least, most: range.most) : map[x, y])
        }
      }
    }
    return Plane(width: map.width, height: map.height, samples: rows.flatMap { $0 })
  }

  /// - Parameters:
  ///   - least: the least of the samples that vote.
  ///   - most: the greatest of them.
  private func sharpened(_ map: Plane<UInt16>, _ x: Int, _ y: Int, least: Int, most: Int) -> UInt16 {
    let columns = max(x - Self.reach, 0)...min(x + Self.reach, map.width - 1)
    let rows = max(y - Self.reach, 0)...min(y + Self.reach, map.height - 1)
    let middle = (least + most) / 2
    let own = guide[x, y]
    let chroma = (blue: Int32(own.y), red: Int32(own.z))
    var (near, far) = (Ballots(), Ballots())
    for j in rows {
      for i in columns {
        let sample = Int(map[i, j])
        // Samples close to either end know their part best.
        let decision = Float(abs(sample - middle)) / Float(most - least)
        let weight = decision * Self.weight(guide.difference(i, j, Int32(own.x), chroma))
        if sample > middle { near.add(sample, weight) } else { far.add(sample, weight) }
      }
    }
    if near.weight == far.weight { return map[x, y] }
    return near.weight > far.weight ? near.mean : far.mean
  }
}

/// The least and the greatest sample of some rows in each column.
struct ColumnRanges {
  fileprivate var least: [UInt16]
  fileprivate var most: [UInt16]

  /// The least and the greatest sample in some columns.
  @inline(__always)
  func range(_ columns: ClosedRange<Int>) -> (least: Int, most: Int) {
    let (least, most) = (least.span, most.span)
    var (low, high) = (UInt16.max, UInt16.min)
    for x in columns {
      low = min(low, least[x])
      high = max(high, most[x])
    }
    return (Int(low), Int(high))
  }
}

extension Plane<UInt16> {
  /// The least and the greatest sample of some rows in each column.
  func columnRanges(_ rows: ClosedRange<Int>) -> ColumnRanges {
    let first = Array(samples[rows.lowerBound * width..<(rows.lowerBound + 1) * width])
    var ranges = ColumnRanges(least: first, most: first)
    for y in rows.dropFirst() {
      let row = row(y)
      var least = ranges.least.mutableSpan
      for x in row.indices { least[x] = Swift.min(least[x], row[x]) }
      var most = ranges.most.mutableSpan
      for x in row.indices { most[x] = Swift.max(most[x], row[x]) }
    }
    return ranges
  }
}
