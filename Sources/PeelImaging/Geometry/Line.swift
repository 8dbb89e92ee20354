/// A straight line without ends: the points p with normal · p = offset, the normal of length 1.
public struct Line: Sendable, Hashable {
  public var normal: Point
  public var offset: Double

  public init(normal: Point, offset: Double) {
    self.normal = normal
    self.offset = offset
  }

  /// The line through two points, or nil where they are one. Its normal points to the right hand of a walk from
  /// `a` to `b` as seen, which is the inside of a clockwise quad.
  public init?(through a: Point, _ b: Point) {
    let direction = b - a
    guard direction.length > 1e-12 else { return nil }
    normal = direction.normalized.perpendicular
    offset = normal.dot(a)
  }

  /// Signed distance in pixels, positive on the side the normal points to.
  public func distance(to p: Point) -> Double { normal.dot(p) - offset }

  /// Where two lines cross, or nil where they are parallel.
  public func crossing(_ other: Line) -> Point? {
    let d = normal.cross(other.normal)
    guard abs(d) > 1e-12 else { return nil }
    return Point(
      (offset * other.normal.y - other.offset * normal.y) / d,
      (normal.x * other.offset - other.normal.x * offset) / d)
  }
}
