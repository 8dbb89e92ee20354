/// A map that rotates, scales and shifts, as a print moves between two frames: p' = factor · (p − from) + to, with points
/// as complex numbers.
struct Similarity {
  private let factor: Point
  private let from: Point
  private let to: Point

  /// The similarity that takes the corners of `a` closest to those of `b`, by least squares.
  init(from a: Quad, to b: Quad) {
    (from, to) = (a.centre, b.centre)
    var (dot, cross, square) = (0.0, 0.0, 0.0)
    for (p, q) in zip(a.corners, b.corners) {
      let (u, v) = (p - from, q - to)
      dot += u.dot(v)
      cross += u.cross(v)
      square += u.dot(u)
    }
    factor = square > 0 ? Point(dot / square, cross / square) : Point(1, 0)
  }

  func callAsFunction(_ p: Point) -> Point {
    let d = p - from
    return to + Point(factor.x * d.x - factor.y * d.y, factor.y * d.x + factor.x * d.y)
  }

  /// The factor by which lengths grow.
  var scale: Double { factor.length }
}
