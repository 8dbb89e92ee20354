/// An infinite straight line: the points p with normal · p = offset.
package struct Line: Sendable, Hashable {
  /// The direction across the line, of length 1.
  package var normal: Point
  /// The distance of the line from the origin, along the normal.
  package var offset: Double

  /// The least distance, in pixels, of two points that determine a line.
  private static let leastDistance = 1e-12
  /// The least sine of the angle between two lines that cross.
  private static let leastSine = 1e-12

  /// The line with a normal of length 1 and a distance from the origin along it.
  package init(normal: Point, offset: Double) {
    self.normal = normal
    self.offset = offset
  }

  /// The line through two points; nil if they are equal.
  ///
  /// Its normal points to the right of a walk from `a` to `b` as seen, which is the inside of a clockwise quad.
  package init?(through a: Point, _ b: Point) {
    let direction = b - a
    guard direction.length > Self.leastDistance else { return nil }
    normal = direction.normalized.perpendicular
    offset = normal.dot(a)
  }

  /// The signed distance in pixels, positive on the side that the normal points to.
  package func distance(to p: Point) -> Double { normal.dot(p) - offset }

  /// Where two lines cross; nil if they are parallel.
  package func crossing(_ other: Line) -> Point? {
    let d = normal.cross(other.normal)
    guard abs(d) > Self.leastSine else { return nil }
    return Point(
      (offset * other.normal.y - other.offset * normal.y) / d,
      (normal.x * other.offset - other.normal.x * offset) / d)
  }
}
