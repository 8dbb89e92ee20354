/// Where the samples of a run of pixels in one row of a scan lie in a plane.
struct SampleLine {
  /// The map from the grid of samples to the plane's samples, whose centres are at whole numbers.
  let map: StripMap
  /// The samples per pixel, across and down.
  let samples: (x: Int, y: Int)
  /// The pixels' columns and their row in the scan.
  let x: Range<Int>
  let y: Int
  /// The samples in a whole row of the grid.
  let columns: Int
  /// The plane's size in samples.
  let width: Int
  let height: Int
  /// The distance of places that are computed exactly, in samples. Places between them are spaced evenly.
  let block: Int

  /// A place in a plane in 1/65536 of a sample, counted from `bias` samples before the first.
  ///
  /// Half of 1/256 is added, so that cutting the value off to 1/256 rounds it.
  struct Place {
    static let bias = 4.0
    fileprivate static let half = 0.5 / 256
    var x: Int
    var y: Int
  }

  /// The bend below which a row counts as straight, in 1/samples, and the most samples in a block.
  private static let (leastBend, longestBlock) = (1e-9, 32.0)

  /// Clamps a coordinate. Beyond the plane its edge is repeated, so all places farther out are equal.
  @inline(__always)
  static func clamped(_ place: Double, _ count: Int) -> Double {
    // In the order of the machine's own minimum and maximum.
    let (first, last) = (-2.0, Double(count) + 1)
    let atLeast = first > place ? first : place
    return last < atLeast ? last : atLeast
  }

  /// Calls `body` with each sample's place, from left to right.
  ///
  /// - Parameters:
  ///   - row: the row among each pixel's rows of samples.
  ///   - body: receives the place.
  @inline(__always)
  func forEachPlace(row: Int, _ body: (Place) -> Void) {
    let row = Double(y &* samples.y &+ row) + 0.5
    let end = x.upperBound &* samples.x
    var column = x.lowerBound &* samples.x
    // Blocks are counted from the scan's edge, so that a row has the same places in any split.
    var start = column / block &* block
    var from = place(column: start, row: row)
    while column < end {
      let next = min(start &+ block, columns)
      let to = place(column: next, row: row)
      if isWithin(from) && isWithin(to) {
        let step = Place(x: (to.x &- from.x) / (next &- start), y: (to.y &- from.y) / (next &- start))
        var place = Place(x: from.x &+ step.x &* (column &- start), y: from.y &+ step.y &* (column &- start))
        for _ in column..<min(next, end) {
          body(place)
          place.x &+= step.x
          place.y &+= step.y
        }
      } else {
        // The plane's edge cuts the block, so places aren't spaced evenly.
        for column in column..<min(next, end) { body(place(column: column, row: row)) }
      }
      column = next
      start = next
      from = to
    }
  }

  /// Whether clamping left a place where it is.
  private func isWithin(_ place: Place) -> Bool {
    let least = Self.fixed(-2)
    return place.x > least && place.x < Self.fixed(Double(width) + 1) && place.y > least
      && place.y < Self.fixed(Double(height) + 1)
  }

  private func place(column: Int, row: Double) -> Place {
    let u = Double(column) + 0.5
    let map = map.tangent(at: Point(u, row))
    let w = 1 / (map.g * u + (map.h * row + map.i))
    return Place(
      x: Self.fixed(Self.clamped((map.a * u + (map.b * row + map.c)) * w, width)),
      y: Self.fixed(Self.clamped((map.d * u + (map.e * row + map.f)) * w, height)))
  }

  /// Rounds to 1/65536, the last bit of 2³⁶: the low bits of the sum are the number.
  private static func fixed(_ place: Double) -> Int {
    Int(truncatingIfNeeded: (place + (Place.bias + Place.half + 0x1p36)).bitPattern & 0xFF_FFFF_FFFF)
  }

  /// The number of samples from one exactly computed place to the next, such that no place between is off by more than
  /// 1/256 of a sample. The distance of an arc from its chord is length² / 8 times the second derivative.
  ///
  /// - Parameter rectangle: the samples of the grid for which the map holds.
  static func block(map strip: StripMap, over rectangle: Quad) -> Int {
    let square = strip.rowSquare
    var bend = 0.0
    for corner in rectangle.corners {
      let map = strip.tangent(at: corner)
      let w = map.g * corner.x + map.h * corner.y + map.i
      let p = map(corner)
      let slope = Point((map.a - map.g * p.x) / w, (map.d - map.g * p.y) / w)
      let arch = Point(2 * (square.x - square.z * p.x) / w, 2 * (square.y - square.z * p.y) / w)
      bend = max(bend, abs(2 * map.g / w) * slope.length + arch.length)
    }
    return Int(min(max((8 / 256 / max(bend, leastBend)).squareRoot(), 1), longestBlock))
  }
}
