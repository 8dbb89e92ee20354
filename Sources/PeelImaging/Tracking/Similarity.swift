/// A rotation, scaling and shift, which describes the motion of a print between two frames well: z' = turn · z + move,
/// with points as complex numbers.
struct Similarity {
  private let turn: Point
  private let from: Point
  private let to: Point

  /// The similarity that takes the corners of `a` closest to those of `b`, by least squares.
  init(from a: Quad, to b: Quad) {
    (from, to) = (a.center, b.center)
    var (dot, cross, square) = (0.0, 0.0, 0.0)
    for (p, q) in zip(a.corners, b.corners) {
      let (u, v) = (p - from, q - to)
      dot += u.dot(v)
      cross += u.cross(v)
      square += u.dot(u)
    }
    turn = square > 0 ? Point(dot / square, cross / square) : Point(1, 0)
  }

  func callAsFunction(_ p: Point) -> Point {
    let d = p - from
    return to + Point(turn.x * d.x - turn.y * d.y, turn.y * d.x + turn.x * d.y)
  }

  /// The factor by which lengths grow.
  var scale: Double { turn.length }
}
