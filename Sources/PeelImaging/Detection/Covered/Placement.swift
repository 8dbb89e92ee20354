/// A position in which a film may lie beneath a cover.
struct Placement: Sendable {
  /// In samples of the reduced grid.
  var quad: Quad
  var film: FilmFormat
  /// The segments that determine it: one that runs beneath a cover, and one that meets it at a corner.
  var side: Segment
  var next: Segment
}

/// The table that a print of a known film lies on. Prints on top of one another lie nearly in its plane.
struct Table {
  /// Maps millimetres to samples of the reduced grid, and back.
  private let toGrid: Homography
  private let fromGrid: Homography

  /// How far a corner may lie beyond a segment's end: millimetres, or a fraction of the segment if that is larger. `side` is
  /// for the side beneath the cover, `next` for the other one, most of which may be lost in a shadow.
  private static let reach = (least: 6.0, side: 0.5, next: 1.0)
  /// How far a corner may lie before a segment's end.
  private static let overshoot = (least: 2.0, share: 0.1)
  /// How far a segment may extend beyond its side, and the least covered length of a side beneath a cover, in millimetres.
  private static let slack = 3.0
  private static let leastHidden = 2.0
  /// Greatest cosine of the angle between two sides on the table: 4° from a right angle.
  private static let squareCosine = 0.07
  /// Corners to use for each cover, those of the longest segments: tiles and cloth have hundreds.
  private static let corners = 40

  /// nil if no homography maps the film to the quad.
  init?(_ film: FilmFormat, _ quad: Quad, isUpright: Bool) {
    // If the top isn't known, the film's longer side goes where the quad has its longer sides.
    let across = quad.length(of: .top) + quad.length(of: .bottom)
    let down = quad.length(of: .left) + quad.length(of: .right)
    let liesOnItsSide = !isUpright && (film.width > film.height) != (across > down)
    let (width, height) = liesOnItsSide ? (film.height, film.width) : (film.width, film.height)
    guard let map = Homography(rectangleOf: width, height, to: quad), let back = map.inverse else { return nil }
    (toGrid, fromGrid) = (map, back)
  }

  /// Rectangles of films with a visible corner and a side that runs beneath a cover.
  ///
  /// - Parameters:
  ///   - cover: the print on top, in samples of the reduced grid.
  ///   - segments: candidates for the sides, outside all covers.
  func placements(of films: [FilmFormat], beneath cover: Quad, _ segments: [Segment]) -> [Placement] {
    let strokes = segments.map { Stroke(from: fromGrid($0.from), to: fromGrid($0.to)) }
    var corners: [(corner: RightAngle, side: Segment, next: Segment)] = []
    for (i, side) in segments.enumerated() {
      guard let end = side.end(beneath: cover) else { continue }
      let hidden = end == .to ? strokes[i] : strokes[i].reversed
      for (j, next) in segments.enumerated() where j != i {
        if let corner = Self.rightAngle(hidden, strokes[j]) { corners.append((corner, side, next)) }
      }
    }
    corners.sort { $0.corner.seen > $1.corner.seen }
    var placements: [Placement] = []
    for (corner, side, next) in corners.prefix(Self.corners) {
      for film in films {
        for size in [(film.width, film.height), (film.height, film.width)] {
          guard let rectangle = corner.rectangle(of: size) else { continue }
          let quad = toGrid(rectangle)
          if quad.isConvex { placements.append(Placement(quad: quad, film: film, side: side, next: next)) }
        }
      }
    }
    return placements
  }

  /// A segment on the table.
  private struct Stroke {
    let from: Point
    let to: Point
    /// Computed once, since every pair is tested.
    let direction: Point

    init(from: Point, to: Point) {
      (self.from, self.to) = (from, to)
      direction = (to - from).normalized
    }

    var length: Double { from.distance(to: to) }
    var reversed: Stroke { Stroke(from: to, to: from) }
  }

  /// A corner where two sides meet at a right angle. Lengths are millimetres.
  private struct RightAngle {
    var vertex: Point
    /// The direction of the side that runs beneath a cover, and of the other.
    var along: Point
    var onward: Point
    /// The visible length of both.
    var shown: (along: Double, onward: Double)
    /// The total length of both segments.
    var seen: Double

    /// The rectangle of the given size, clockwise; nil if a visible side is longer, or nothing would be covered.
    func rectangle(of size: (along: Double, onward: Double)) -> Quad? {
      guard shown.along < size.along - leastHidden, shown.onward < size.onward + slack else { return nil }
      let (p, q) = (vertex + size.along * along, vertex + size.onward * onward)
      let opposite = p + size.onward * onward
      return along.cross(onward) > 0 ? Quad(vertex, p, opposite, q) : Quad(vertex, q, opposite, p)
    }
  }

  /// The corner at the start of `side`, which ends beneath a cover; nil if the two don't meet like sides of a print.
  private static func rightAngle(_ side: Stroke, _ next: Stroke) -> RightAngle? {
    let along = side.direction
    guard abs(next.direction.dot(along)) < squareCosine, let line = Line(through: side.from, side.to),
      let other = Line(through: next.from, next.to), let vertex = line.crossing(other)
    else { return nil }
    func meets(_ gap: Double, _ length: Double, _ share: Double) -> Bool {
      gap < max(reach.least, share * length) && gap > -max(overshoot.least, overshoot.share * length)
    }
    guard meets((side.from - vertex).dot(along), side.length, reach.side) else { return nil }
    let next = vertex.distance(to: next.from) < vertex.distance(to: next.to) ? next : next.reversed
    guard meets((next.from - vertex).dot(next.direction), next.length, reach.next) else { return nil }
    // Makes the angle exactly right, weighting each side by its length.
    let isClockwise = along.cross(next.direction) > 0
    let turned = isClockwise ? -1 * next.direction.perpendicular : next.direction.perpendicular
    let axis = (side.length * along + next.length * turned).normalized
    return RightAngle(
      vertex: vertex, along: axis, onward: isClockwise ? axis.perpendicular : -1 * axis.perpendicular,
      shown: ((side.to - vertex).dot(axis), (next.to - vertex).dot(next.direction)),
      seen: side.length + next.length)
  }
}
