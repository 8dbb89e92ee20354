internal import PeelPlatform

/// The map from a scan's pixels to photo pixels: a homography, or a map for each strip of a curled print.
struct ScanMap: Sendable {
  /// The pixels' coordinate that decides which part a pixel belongs to.
  enum Axis: Sendable { case x, y }

  /// Part of the map.
  struct Part: Sendable {
    /// Where it ends along the axis, in pixels; the last part has no end.
    var end: Double
    var map: StripMap
  }

  let axis: Axis
  /// In the order of their ends; at least one.
  let parts: [Part]

  /// The map of a flat print.
  init(_ map: Homography) { (axis, parts) = (.x, [Part(end: .infinity, map: StripMap(map))]) }

  private init(_ axis: Axis, _ parts: [Part]) { (self.axis, self.parts) = (axis, parts) }

  /// How far a part may be off, in photo pixels, and the most parts.
  private static let (accuracy, most) = (1.0 / 256, 256)

  /// Where the error of a curve of the third order is greatest if one of the second goes through its ends and its middle.
  private static let worst = [0.5 - 1 / 12.0.squareRoot(), 0.5 + 1 / 12.0.squareRoot()]

  /// The map of a curled print. In each part, the way along the print and the height are curves of the second order, so that
  /// the part is a strip's map.
  ///
  /// - Parameters:
  ///   - grid: from the scan's pixels to the unit square of the flat print: a scale, a shift, and a turn.
  ///   - size: the scan's size in pixels.
  init(_ sheet: CurledSheet, grid: Homography, size: (width: Int, height: Int)) {
    // The scan's axis along which the print's curved way runs.
    let way = CurledWay(sheet.curl)
    let isAcross = sheet.curl.direction == .across
    let axis: Axis = (isAcross ? grid.a : grid.d) != 0 ? .x : .y
    let length = Double(axis == .x ? size.width : size.height)
    let other = Double(axis == .x ? size.height : size.width)
    func pixel(_ along: Double, _ beside: Double) -> Point {
      axis == .x ? Point(along, beside) : Point(beside, along)
    }
    /// The fraction of the way, and the height there.
    func place(_ along: Double) -> SIMD2<Double> {
      let flat = grid(pixel(along, 0))
      let t = way.fraction(isAcross ? flat.x : flat.y)
      return SIMD2(t, sheet.height(t))
    }
    // What the way and the height add to the photo's point before the division.
    let plane = sheet.plane
    let wayAdds = isAcross ? SIMD3(plane.a, plane.d, plane.g) : SIMD3(plane.b, plane.e, plane.h)
    func part(from low: Double, to high: Double) -> StripMap {
      // The curve through three places is the chord and a multiple of (x - low) (x - high).
      let (from, middle, to) = (place(low), place((low + high) / 2), place(high))
      let width = high - low
      let square = 2 / (width * width) * (from + to - 2 * middle)
      let slope = 1 / width * (to - from) - (low + high) * square
      let level = from - low * slope - low * low * square
      let (t, z) = (pixel(slope.x, 0), pixel(slope.y, 0))
      let even =
        isAcross
        ? Homography(t.x, t.y, level.x, grid.d, grid.e, grid.f, 0, 0, 1)
        : Homography(grid.a, grid.b, grid.c, t.x, t.y, level.x, 0, 0, 1)
      return StripMap(
        plane.after(even).raised(by: sheet.lift, z.x, z.y, level.y), axis,
        square: square.x * wayAdds + square.y * sheet.lift)
    }
    func exact(_ p: Point) -> Point {
      let flat = grid(p)
      return sheet.raised(
        isAcross ? Point(way.fraction(flat.x), flat.y) : Point(flat.x, way.fraction(flat.y)))
    }
    var count = 1
    while true {
      let ends = (0...count).map { length * Double($0) / Double(count) }
      let maps = (0..<count).map { part(from: ends[$0], to: ends[$0 + 1]) }
      var error = 0.0
      for k in maps.indices {
        for (share, beside) in Self.worst.flatMap({ [($0, 0), ($0, other)] }) {
          let p = pixel(ends[k] + share * (ends[k + 1] - ends[k]), beside)
          error = max(error, maps[k](p).distance(to: exact(p)))
        }
      }
      guard error > Self.accuracy, count < Self.most else {
        self.init(axis, zip(ends.dropFirst().dropLast() + [.infinity], maps).map { Part(end: $0, map: $1) })
        return
      }
      // The error falls with the third power of a part's length.
      count = min(max(count + 1, Int(min(Double(count) * cbrt(error / Self.accuracy), Double(Self.most)))), Self.most)
    }
  }

  /// The map at a pixel.
  func part(at pixel: Point) -> StripMap {
    let place = axis == .x ? pixel.x : pixel.y
    return (parts.first { place < $0.end } ?? parts[0]).map
  }

  /// Each part with the pixels of a scan of the given size for which it holds.
  func pieces(width: Double, height: Double) -> [(part: Part, pixels: Quad)] {
    var start = 0.0
    return parts.map { part in
      let end = min(part.end, axis == .x ? width : height)
      defer { start = end }
      return (
        part,
        axis == .x
          ? Quad(x: start, y: 0, width: end - start, height: height)
          : Quad(x: 0, y: start, width: width, height: end - start)
      )
    }
  }

  /// The map that applies `before`, then this one, then `after`, in which `before` is a scale.
  func between(_ before: (x: Double, y: Double), _ after: Homography) -> ScanMap {
    let factor = axis == .x ? before.x : before.y
    return ScanMap(
      axis, parts.map { Part(end: $0.end / factor, map: $0.map.scaled(by: before).followed(by: after)) })
  }
}

extension Homography {
  /// The map with a multiple of `lift` added before the division: `x` and `y` times the coordinates, and `level`.
  fileprivate func raised(by lift: SIMD3<Double>, _ x: Double, _ y: Double, _ level: Double) -> Homography {
    Homography(
      a + x * lift.x, b + y * lift.x, c + level * lift.x,
      d + x * lift.y, e + y * lift.y, f + level * lift.y,
      g + x * lift.z, h + y * lift.z, i + level * lift.z)
  }
}
