/// A projective map of the plane, as a camera sees one flat thing: eight numbers, the ninth is 1.
public struct Homography: Sendable, Hashable {
  /// Row by row; the last is the scale.
  public var m: [Double]

  public static let identity = Homography(rows: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  /// Nine numbers, row by row.
  public init(rows: [Double]) {
    precondition(rows.count == 9, "a homography has nine numbers")
    m = rows
  }

  /// The map that takes the unit square's corners (0,0) (1,0) (1,1) (0,1) to the quad's, or nil where three of them
  /// lie on a line. After Heckbert, Fundamentals of Texture Mapping (1989), section 2.2.3.
  public init?(unitSquareTo quad: Quad) {
    let p = quad.corners
    let d1 = p[1] - p[2]
    let d2 = p[3] - p[2]
    let s = p[0] - p[1] + p[2] - p[3]
    let d = d1.cross(d2)
    let size = (p[2] - p[0]).length
    guard abs(d) > 1e-9 * size * size, size > 0 else { return nil }
    let g = s.cross(d2) / d
    let h = d1.cross(s) / d
    self.init(rows: [
      p[1].x - p[0].x + g * p[1].x, p[3].x - p[0].x + h * p[3].x, p[0].x,
      p[1].y - p[0].y + g * p[1].y, p[3].y - p[0].y + h * p[3].y, p[0].y,
      g, h, 1,
    ])
  }

  /// The map from a rectangle (0,0)…(width,height) to the quad.
  public init?(rectangleOf width: Double, _ height: Double, to quad: Quad) {
    guard width > 0, height > 0, let unit = Homography(unitSquareTo: quad) else { return nil }
    let u = unit.m
    self.init(rows: [
      u[0] / width, u[1] / height, u[2], u[3] / width, u[4] / height, u[5], u[6] / width, u[7] / height, u[8],
    ])
  }

  /// Where the point goes. Points on the horizon go to infinity.
  public func callAsFunction(_ p: Point) -> Point {
    let w = m[6] * p.x + m[7] * p.y + m[8]
    return Point((m[0] * p.x + m[1] * p.y + m[2]) / w, (m[3] * p.x + m[4] * p.y + m[5]) / w)
  }

  public func callAsFunction(_ quad: Quad) -> Quad { quad.map { self($0) } }

  /// The way back, or nil where the plane is seen edge-on.
  public var inverse: Homography? {
    let (a, b, c, d, e, f, g, h, i) = (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])
    let det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    guard det != 0, det.isFinite else { return nil }
    return Homography(
      rows: [
        e * i - f * h, c * h - b * i, b * f - c * e,
        f * g - d * i, a * i - c * g, c * d - a * f,
        d * h - e * g, b * g - a * h, a * e - b * d,
      ].map { $0 / det })
  }

  /// First `first`, then this.
  public func after(_ first: Homography) -> Homography {
    var rows = [Double](repeating: 0, count: 9)
    for r in 0..<3 {
      for c in 0..<3 { rows[3 * r + c] = (0..<3).reduce(0) { $0 + m[3 * r + $1] * first.m[3 * $1 + c] } }
    }
    return Homography(rows: rows)
  }
}
