/// Where a rectangle of a film may lie beneath a cover.
struct Placement: Sendable {
  /// On the reduced grid.
  var quad: Quad
  var film: FilmFormat
  /// The segments that made it: one that runs beneath a cover, and one that meets it at a corner.
  var side: Segment
  var next: Segment
}

/// The table that a print lies on, measured by the print: prints on one another lie nearly in one plane.
struct Table {
  /// From millimetres to samples of the reduced grid, and back.
  private let toGrid: Homography
  private let fromGrid: Homography

  /// How far a corner may lie beyond its segment's end: millimetres, or a share of the segment, whichever is more. The
  /// side that runs beneath the cover and the other, of which shadows may leave little.
  private static let reach = (least: 6.0, side: 0.5, next: 1.0)
  /// How far before it.
  private static let overshoot = (least: 2.0, share: 0.1)
  /// How far a segment may go on beyond the side that it lies on, and how much of one that runs beneath a cover must at
  /// least be hidden, in millimetres.
  private static let slack = 3.0
  private static let leastHidden = 2.0
  /// Cosine of the angle of two sides on the table at most: 4° from square.
  private static let squareCosine = 0.07
  /// Corners about a cover, those of the longest segments: tiles and cloth have hundreds.
  private static let corners = 40

  /// nil where the quad has no perspective.
  init?(_ film: FilmFormat, _ quad: Quad, isUpright: Bool) {
    // A print whose top is not known has its longer side where the quad has its longer sides.
    let across = quad.length(of: .top) + quad.length(of: .bottom)
    let down = quad.length(of: .left) + quad.length(of: .right)
    let liesOnItsSide = !isUpright && (film.width > film.height) != (across > down)
    let (width, height) = liesOnItsSide ? (film.height, film.width) : (film.width, film.height)
    guard let map = Homography(rectangleOf: width, height, to: quad), let back = map.inverse else { return nil }
    (toGrid, fromGrid) = (map, back)
  }

  /// Rectangles of films with a corner that shows, of which one side runs beneath a cover.
  func placements(of films: [FilmFormat], beneath cover: Quad, _ segments: [Segment]) -> [Placement] {
    let strokes = segments.map { Stroke(from: fromGrid($0.from), to: fromGrid($0.to)) }
    var corners: [(corner: Corner, side: Segment, next: Segment)] = []
    for (i, side) in segments.enumerated() {
      guard let end = side.end(beneath: cover) else { continue }
      let hidden = end == .to ? strokes[i] : strokes[i].reversed
      for (j, next) in segments.enumerated() where j != i {
        if let corner = Self.corner(hidden, strokes[j]) { corners.append((corner, side, next)) }
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
    /// Computed once: every pair is looked at.
    let direction: Point

    init(from: Point, to: Point) {
      (self.from, self.to) = (from, to)
      direction = (to - from).normalized
    }

    var length: Double { from.distance(to: to) }
    var reversed: Stroke { Stroke(from: to, to: from) }
  }

  /// Where two sides meet, at a right angle.
  private struct Corner {
    var place: Point
    /// Along the side that runs beneath a cover, and along the other.
    var along: Point
    var onward: Point
    /// How far both show.
    var shown: (along: Double, onward: Double)
    /// The length of both segments.
    var seen: Double

    /// Clockwise as seen; nil where the sides show to be longer, or nothing would be hidden.
    func rectangle(of size: (along: Double, onward: Double)) -> Quad? {
      guard shown.along < size.along - leastHidden, shown.onward < size.onward + slack else { return nil }
      let (p, q) = (place + size.along * along, place + size.onward * onward)
      let opposite = p + size.onward * onward
      return along.cross(onward) > 0 ? Quad(place, p, opposite, q) : Quad(place, q, opposite, p)
    }
  }

  /// The corner at which `side` begins, that ends beneath a cover; nil where the two do not meet as sides of a print do.
  private static func corner(_ side: Stroke, _ next: Stroke) -> Corner? {
    let along = side.direction
    guard abs(next.direction.dot(along)) < squareCosine, let line = Line(through: side.from, side.to),
      let other = Line(through: next.from, next.to), let place = line.crossing(other)
    else { return nil }
    func meets(_ gap: Double, _ length: Double, _ share: Double) -> Bool {
      gap < max(reach.least, share * length) && gap > -max(overshoot.least, overshoot.share * length)
    }
    guard meets((side.from - place).dot(along), side.length, reach.side) else { return nil }
    let next = place.distance(to: next.from) < place.distance(to: next.to) ? next : next.reversed
    guard meets((next.from - place).dot(next.direction), next.length, reach.next) else { return nil }
    // Made square, each counting as much as it is long.
    let isClockwise = along.cross(next.direction) > 0
    let turned = isClockwise ? -1 * next.direction.perpendicular : next.direction.perpendicular
    let axis = (side.length * along + next.length * turned).normalized
    return Corner(
      place: place, along: axis, onward: isClockwise ? axis.perpendicular : -1 * axis.perpendicular,
      shown: ((side.to - place).dot(axis), (next.to - place).dot(next.direction)),
      seen: side.length + next.length)
  }
}

extension Segment {
  enum End { case from, to }

  /// How far a segment may end before the outline that hides the rest: samples, or a share of it, whichever is more.
  private static let gap = (least: 5.0, share: 0.15)
  /// How much of that it may end beyond the outline, and how far beyond its corners, in samples.
  private static let beyond = 0.5
  private static let corner = 2.0
  /// Of the angle at which it runs there, the sine.
  private static let leastSine = 0.2

  /// Which of its ends a cover hides; nil where none seems to run beneath it from outside.
  func end(beneath cover: Quad) -> End? {
    let gap = max(Self.gap.least, Self.gap.share * length)
    for (end, near, far) in [(End.to, to, from), (.from, from, to)] {
      for side in Quad.Side.allCases {
        let (a, b) = cover[side]
        guard let line = Line(through: a, b) else { continue }
        let distance = line.distance(to: near)
        guard distance > -gap, distance < Self.beyond * gap,
          line.distance(to: far) < distance - Self.leastSine * length
        else { continue }
        let t = (near - a).dot((b - a).normalized)
        if t > -Self.corner, t < a.distance(to: b) + Self.corner { return end }
      }
    }
    return nil
  }

  /// What of it lies neither within a quad nor along its outline, `width` samples wide: sides of neighbours may lie on
  /// one line.
  func pieces(outside quad: Quad, width: Double, atLeast shortest: Double) -> [Segment] {
    var (enters, leaves) = (0.0, 1.0)
    for side in Quad.Side.allCases {
      guard let line = Line(through: quad[side].from, quad[side].to) else { return [] }
      let (p, q) = (line.distance(to: from) + width, line.distance(to: to) + width)
      if p < 0, q < 0 { return [self] }
      if p < 0 { enters = max(enters, p / (p - q)) }
      if q < 0 { leaves = min(leaves, p / (p - q)) }
    }
    guard enters < leaves else { return [self] }
    var (before, after) = (self, self)
    before.to = from.mixed(with: to, enters)
    after.from = from.mixed(with: to, leaves)
    return [before, after].filter { $0.length >= shortest }
  }
}
