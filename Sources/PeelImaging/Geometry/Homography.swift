/// A projective map of the plane, as a camera sees a flat object:
/// x' = (a x + b y + c) / (g x + h y + i), y' = (d x + e y + f) / (g x + h y + i).
package struct Homography: Sendable, Hashable {
  // Heckbert's letters, row by row. Scaling all nine by one factor changes nothing.
  package let a, b, c: Double
  package let d, e, f: Double
  package let g, h, i: Double

  /// The least cross product of two sides at a corner, relative to the square of the longer diagonal. Below it, three
  /// corners count as lying on a line.
  private static let leastCross = 1e-9

  /// The map that leaves every point where it is.
  package static let identity = Homography(1, 0, 0, 0, 1, 0, 0, 0, 1)

  /// The map with these nine numbers, row by row.
  package init(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double, _ g: Double, _ h: Double, _ i: Double
  ) {
    (self.a, self.b, self.c) = (a, b, c)
    (self.d, self.e, self.f) = (d, e, f)
    (self.g, self.h, self.i) = (g, h, i)
  }

  /// The map from the unit square's corners (0,0) (1,0) (1,1) (0,1) to the quad's; nil if three corners lie on a line.
  /// After Heckbert, Fundamentals of Texture Mapping (1989), section 2.2.3.
  package init?(unitSquareTo quad: Quad) {
    let p0 = quad[.topLeft]
    let p1 = quad[.topRight]
    let p2 = quad[.bottomRight]
    let p3 = quad[.bottomLeft]
    let d1 = p1 - p2
    let d2 = p3 - p2
    let s = p0 - p1 + p2 - p3
    let d = d1.cross(d2)
    let size = max((p2 - p0).length, (p3 - p1).length)
    func isCorner(_ cross: Double) -> Bool { abs(cross) > Self.leastCross * size * size }
    guard isCorner(d), isCorner((p1 - p0).cross(d1)), isCorner((p3 - p0).cross(d2)), isCorner((p1 - p0).cross(p3 - p0))
    else { return nil }
    let g = s.cross(d2) / d
    let h = d1.cross(s) / d
    self.init(
      p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x,
      p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y,
      g, h, 1)
  }

  /// The map from the rectangle (0,0)…(width,height) to the quad; nil if the rectangle is empty or three corners of the
  /// quad lie on a line.
  package init?(rectangleOf width: Double, _ height: Double, to quad: Quad) {
    guard width > 0, height > 0, let unit = Homography(unitSquareTo: quad) else { return nil }
    self.init(
      unit.a / width, unit.b / height, unit.c,
      unit.d / width, unit.e / height, unit.f,
      unit.g / width, unit.h / height, unit.i)
  }

  /// The map x' = scale.x x + offset.x, y' = scale.y y + offset.y.
  package init(scale: Point, offset: Point) {
    self.init(scale.x, 0, offset.x, 0, scale.y, offset.y, 0, 0, 1)
  }

  /// The image of a point. Points on the horizon map to infinity.
  package func callAsFunction(_ p: Point) -> Point {
    let w = g * p.x + h * p.y + i
    return Point((a * p.x + b * p.y + c) / w, (d * p.x + e * p.y + f) / w)
  }

  /// The image of each corner.
  package func callAsFunction(_ quad: Quad) -> Quad { quad.map { self($0) } }

  /// The inverse map; nil if the plane is seen edge-on.
  package var inverse: Homography? {
    let det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    guard det != 0, det.isFinite else { return nil }
    return Homography(
      (e * i - f * h) / det, (c * h - b * i) / det, (b * f - c * e) / det,
      (f * g - d * i) / det, (a * i - c * g) / det, (c * d - a * f) / det,
      (d * h - e * g) / det, (b * g - a * h) / det, (a * e - b * d) / det)
  }

  /// The map that applies `first`, then this one: the matrix product.
  package func after(_ first: Homography) -> Homography {
    let o = first
    return Homography(
      a * o.a + b * o.d + c * o.g, a * o.b + b * o.e + c * o.h, a * o.c + b * o.f + c * o.i,
      d * o.a + e * o.d + f * o.g, d * o.b + e * o.e + f * o.h, d * o.c + e * o.f + f * o.i,
      g * o.a + h * o.d + i * o.g, g * o.b + h * o.e + i * o.h, g * o.c + h * o.f + i * o.i)
  }
}
