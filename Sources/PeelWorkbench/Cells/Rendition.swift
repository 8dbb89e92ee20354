import PeelImaging

/// A picture at several scales, from which any part can be drawn quickly at any size.
package struct Rendition: Equatable, Sendable {
  /// The picture's size, in pixels.
  package let width: Int
  package let height: Int
  /// One channel for grey, or three: luma, Cb and Cr, or red, green and blue.
  let channels: [Channel]
  /// Whether the channels are luma, Cb and Cr.
  let isDifference: Bool

  /// Creates a rendition whose finest scale is the photo's own planes.
  package init(_ photo: Photo) {
    width = photo.width
    height = photo.height
    isDifference = true
    var channels = [Channel(photo.luma, scale: (1, 1), origin: (0, 0))]
    if let chroma = photo.chroma {
      for plane in [chroma.blue, chroma.red] {
        let scale = (Double(chroma.scale.x), Double(chroma.scale.y))
        channels.append(Channel(plane, scale: scale, origin: (Double(chroma.origin.x), Double(chroma.origin.y))))
      }
    }
    self.channels = channels
  }

  package init(_ picture: Picture) {
    width = picture.width
    height = picture.height
    isDifference = false
    channels = (0..<3).map { channel in
      let plane = Plane<UInt8>(width: picture.width, height: picture.height) { y, row in
        let samples = picture.samples.span
        for x in 0..<picture.width { row.append(samples[3 * (y * picture.width + x) + channel]) }
      }
      return Channel(plane, scale: (1, 1), origin: (0, 0))
    }
  }

  /// The average colours of `columns` × `rows` equal boxes of `region`, row by row.
  ///
  /// A colour is red, green and blue, 0…255, followed by 1. It's all 0 for boxes outside the picture. If both numbers are
  /// even, chroma is averaged over two by two boxes.
  func averages(over region: Region, columns: Int, rows: Int) -> [SIMD4<Float>] {
    let grid = Grid(region, columns: columns, rows: rows, width: width, height: height)
    let isCoarse = isDifference && columns % 2 == 0 && rows % 2 == 0
    let coarse =
      isCoarse ? Grid(region, columns: columns / 2, rows: rows / 2, width: width, height: height) : grid
    let first = channels[0].averages(over: grid)
    guard channels.count == 3 else {
      return grid.inside.indices.map { grid.inside[$0] ? SIMD4(first[$0], first[$0], first[$0], 1) : SIMD4() }
    }
    let (second, third) = (channels[1].averages(over: coarse), channels[2].averages(over: coarse))
    var result: [SIMD4<Float>] = []
    result.reserveCapacity(columns * rows)
    for y in 0..<rows {
      let start = isCoarse ? y / 2 * (columns / 2) : y * columns
      for x in 0..<columns {
        let index = y * columns + x
        let other = isCoarse ? start + x / 2 : start + x
        guard grid.inside[index] else {
          result.append(SIMD4())
          continue
        }
        guard isDifference else {
          result.append(SIMD4(first[index], second[other], third[other], 1))
          continue
        }
        // Full-range BT.601, as in JFIF. Boxes beyond the photo's edge are grey.
        let luma = first[index]
        let (blue, red) = coarse.inside[other] ? (second[other] - 128, third[other] - 128) : (0, 0)
        let green = luma - Float(BT601.greenTintLessBlue) * blue - Float(BT601.greenTintLessRed) * red
        let colour = SIMD4(luma + Float(BT601.redTint) * red, green, luma + Float(BT601.blueTint) * blue, 1)
        result.append(colour.clamped(lowerBound: SIMD4(), upperBound: SIMD4(255, 255, 255, 1)))
      }
    }
    return result
  }
}

/// A part of a picture, in its pixels. It may reach beyond the picture.
package struct Region: Equatable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double
}

/// A region divided into equal boxes.
private struct Grid {
  let region: Region
  /// The boxes along each axis, clipped to the picture; nil for those whose middle is outside.
  let across: [ClosedRange<Double>?]
  let down: [ClosedRange<Double>?]
  /// Whether each box's middle is within the picture, row by row.
  let inside: [Bool]

  init(_ region: Region, columns: Int, rows: Int, width: Int, height: Int) {
    func boxes(_ count: Int, from start: Double, _ length: Double, size: Double) -> [ClosedRange<Double>?] {
      let step = length / Double(count)
      return (0..<count).map { index in
        let from = start + Double(index) * step
        return (0..<size).contains(from + step / 2) ? max(0, from)...min(size, from + step) : nil
      }
    }
    self.region = region
    let across = boxes(columns, from: region.x, region.width, size: Double(width))
    down = boxes(rows, from: region.y, region.height, size: Double(height))
    self.across = across
    inside = down.flatMap { row in across.map { $0 != nil && row != nil } }
  }
}

/// A channel at several scales, each half the size of the one before.
struct Channel: Equatable, Sendable {
  private var levels: [Level]

  struct Level: Equatable, Sendable {
    var plane: Plane<UInt8>
    /// The picture's pixels per sample.
    var scale: (x: Double, y: Double)

    static func == (a: Level, b: Level) -> Bool { a.plane == b.plane && a.scale == b.scale }
  }

  /// The outer corner of the first sample, in pixels of the picture.
  let origin: (x: Double, y: Double)

  static func == (a: Channel, b: Channel) -> Bool { a.levels == b.levels && a.origin == b.origin }

  /// The length of a plane's shorter side, in samples, at or below which it isn't halved further.
  private static let smallestSide = 64

  init(_ plane: Plane<UInt8>, scale: (x: Double, y: Double), origin: (x: Double, y: Double)) {
    self.origin = origin
    levels = [Level(plane: plane, scale: scale)]
    while let last = levels.last, min(last.plane.width, last.plane.height) > Self.smallestSide {
      levels.append(Level(plane: last.plane.halved(), scale: (2 * last.scale.x, 2 * last.scale.y)))
    }
  }

  /// The coarsest scale with at least one sample per box, or the finest.
  ///
  /// - Parameter step: a box's size, in pixels of the picture.
  func level(for step: (x: Double, y: Double)) -> Level {
    levels.last { $0.scale.x <= step.x && $0.scale.y <= step.y } ?? levels[0]
  }

  /// The boxes' averages, row by row; meaningless for boxes outside the picture.
  fileprivate func averages(over grid: Grid) -> [Float] {
    let (columns, rows) = (grid.across.count, grid.down.count)
    let step = (grid.region.width / Double(columns), grid.region.height / Double(rows))
    let level = level(for: step)
    let across = Taps(grid.across, origin.x, level.scale.x, level.plane.width)
    let down = Taps(grid.down, origin.y, level.scale.y, level.plane.height)
    var result: [Float] = []
    result.reserveCapacity(columns * rows)
    // Neighbouring rows of boxes share a row of samples, so the last sums are kept.
    var kept: (row: Int, sums: [Float]) = (-1, [])
    for index in 0..<rows {
      var sums = [Float](repeating: 0, count: columns)
      for tap in 0..<down.count {
        let weight = down.weights[index * down.count + tap]
        guard weight > 0 else { continue }
        let row = down.starts[index] + tap
        if kept.row != row { kept = (row, across.sums(along: level.plane.row(row))) }
        for column in 0..<columns { sums[column] += weight * kept.sums[column] }
      }
      result.append(contentsOf: sums)
    }
    return result
  }
}

/// The samples covered by the boxes along one axis, with their weights.
private struct Taps {
  /// The number of samples per box.
  let count: Int
  /// The index of each box's first sample.
  private(set) var starts: [Int] = []
  /// `count` weights for each box. Their sum is 1, or 0 for nil boxes.
  private(set) var weights: [Float] = []

  /// The least length of a box, in samples, so that no weight divides by zero.
  private static let leastLength = 1e-6

  /// Computes the weights of boxes in a row of samples.
  ///
  /// - Parameters:
  ///   - boxes: in pixels of the picture.
  ///   - origin: where the first sample starts, in pixels.
  ///   - scale: pixels per sample.
  ///   - size: the number of samples.
  init(_ boxes: [ClosedRange<Double>?], _ origin: Double, _ scale: Double, _ size: Int) {
    let ranges = boxes.map { box in
      box.map { box in
        let from = min(max((box.lowerBound - origin) / scale, 0), Double(size) - Self.leastLength)
        return from...min(max((box.upperBound - origin) / scale, from + Self.leastLength), Double(size))
      }
    }
    let widest = ranges.reduce(1) { max($0, $1.map { Int($0.upperBound.rounded(.up)) - Int($0.lowerBound) } ?? 1) }
    count = min(widest, size)
    for range in ranges {
      guard let range else {
        starts.append(0)
        weights.append(contentsOf: repeatElement(0, count: count))
        continue
      }
      let start = min(Int(range.lowerBound), size - count)
      starts.append(start)
      for tap in start..<start + count {
        let covered = min(Double(tap + 1), range.upperBound) - max(Double(tap), range.lowerBound)
        weights.append(Float(max(covered, 0) / (range.upperBound - range.lowerBound)))
      }
    }
  }

  /// The weighted sum of each box's samples.
  func sums(along row: Span<UInt8>) -> [Float] {
    var sums: [Float] = []
    sums.reserveCapacity(starts.count)
    var place = 0
    for start in starts {
      var sum: Float = 0
      for tap in 0..<count { sum += weights[place &+ tap] * Float(row[start &+ tap]) }
      sums.append(sum)
      place += count
    }
    return sums
  }
}
