/// A point in a photo, or a vector between two. (0, 0) is the outer corner of the first pixel, x runs right, y runs
/// down, and pixel centres are at +0.5.
public struct Point: Sendable, Hashable {
  /// Pixels to the right.
  public var x: Double
  /// Pixels down.
  public var y: Double

  /// The point (x, y).
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The sum of two vectors.
  public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  /// The vector from `b` to `a`.
  public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  /// A vector scaled by a factor.
  public static func * (k: Double, a: Point) -> Point { Point(k * a.x, k * a.y) }

  /// The Euclidean length.
  package var length: Double { (x * x + y * y).squareRoot() }
  /// The vector turned clockwise by 90° as seen.
  package var perpendicular: Point { Point(-y, x) }
  /// The dot product.
  package func dot(_ other: Point) -> Double { x * other.x + y * other.y }
  /// The cross product: positive if `other` lies clockwise of this direction as seen.
  package func cross(_ other: Point) -> Double { x * other.y - y * other.x }
  /// The Euclidean distance.
  public func distance(to other: Point) -> Double { (self - other).length }
  /// The same direction with length 1; a zero vector stays zero.
  package var normalized: Point {
    let l = length
    return l > 0 ? (1 / l) * self : self
  }
  /// The point a share `t` of the way to `other`.
  package func mixed(with other: Point, _ t: Double) -> Point { self + t * (other - self) }

  /// The direction in which points with these second moments spread most: the eigenvector of the larger eigenvalue.
  static func principalDirection(xx: Double, xy: Double, yy: Double) -> Point {
    let half = (xx - yy) / 2
    let radius = (half * half + xy * xy).squareRoot()
    let along = half >= 0 ? Point(half + radius, xy) : Point(xy, radius - half)
    return along.length > 0 ? along.normalized : Point(1, 0)
  }
}
