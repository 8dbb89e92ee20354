/// The map from a scan's pixels to photo pixels: a homography, or one for each strip of a curled print.
struct ScanMap: Sendable {
  /// The pixels' coordinate that decides which part a pixel belongs to.
  enum Axis: Sendable { case x, y }

  /// Part of the map.
  struct Part: Sendable {
    /// Where it ends along the axis, in pixels; the last part has no end.
    var end: Double
    var map: Homography
  }

  let axis: Axis
  /// In the order of their ends; at least one.
  let parts: [Part]

  /// The map of a flat print.
  init(_ map: Homography) { (axis, parts) = (.x, [Part(end: .infinity, map: map)]) }

  private init(_ axis: Axis, _ parts: [Part]) { (self.axis, self.parts) = (axis, parts) }

  /// How far a part may be off in its middle, in photo pixels, and the fewest and the most parts. A fit is off by more, and a
  /// part costs a call for each row: a curled print in 12 MP takes 7 % more than a flat one, and at 1/64 17 %.
  private static let accuracy = 1.0 / 16
  private static let counts = (first: 4, most: 256)

  /// The map of a curled print. In each part, the way along the print and the height grow evenly, so that the part is a
  /// homography.
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
    func parts(_ count: Int) -> [Part] {
      (0..<count).map { k in
        let (low, high) = (length * Double(k) / Double(count), length * Double(k + 1) / Double(count))
        func place(_ along: Double) -> (t: Double, z: Double) {
          let flat = grid(pixel(along, 0))
          let t = way.fraction(isAcross ? flat.x : flat.y)
          return (t, sheet.height(t))
        }
        let (from, to) = (place(low), place(high))
        // t and z as lines over the pixels' coordinate.
        let (tSlope, zSlope) = ((to.t - from.t) / (high - low), (to.z - from.z) / (high - low))
        let (tLevel, zLevel) = (from.t - tSlope * low, from.z - zSlope * low)
        let (tx, ty) = axis == .x ? (tSlope, 0) : (0, tSlope)
        let even =
          isAcross
          ? Homography(tx, ty, tLevel, grid.d, grid.e, grid.f, 0, 0, 1)
          : Homography(grid.a, grid.b, grid.c, tx, ty, tLevel, 0, 0, 1)
        let (zx, zy) = axis == .x ? (zSlope, 0) : (0, zSlope)
        return Part(
          end: k == count - 1 ? .infinity : high, map: sheet.plane.after(even).raised(by: sheet.lift, zx, zy, zLevel))
      }
    }
    func exact(_ p: Point) -> Point {
      let flat = grid(p)
      return sheet.raised(
        isAcross ? Point(way.fraction(flat.x), flat.y) : Point(flat.x, way.fraction(flat.y)))
    }
    var best = parts(Self.counts.first)
    while best.count < Self.counts.most {
      let error = best.indices.reduce(0.0) { error, k in
        let middle = length * (Double(k) + 0.5) / Double(best.count)
        return [0, other].reduce(error) { error, beside in
          let p = pixel(middle, beside)
          return max(error, best[k].map(p).distance(to: exact(p)))
        }
      }
      guard error > Self.accuracy else { break }
      // The error of a line in place of a curve falls with the square of its length.
      let count = (Double(best.count) * (error / Self.accuracy).squareRoot()).rounded(.up)
      best = parts(count < Double(Self.counts.most) ? max(best.count + 1, Int(count)) : Self.counts.most)
    }
    self.init(axis, best)
  }

  /// The map in the middle of a scan of the given size.
  func middle(width: Int, height: Int) -> Homography { part(at: Point(Double(width) / 2, Double(height) / 2)) }

  /// The map at a pixel.
  func part(at pixel: Point) -> Homography {
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
    let scale = Homography(scale: Point(before.x, before.y), offset: Point(0, 0))
    let factor = axis == .x ? before.x : before.y
    return ScanMap(axis, parts.map { Part(end: $0.end / factor, map: after.after($0.map).after(scale)) })
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
