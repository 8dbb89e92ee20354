/// A quad worth a look, on the reduced grid, with what is known of it before any pixel is asked.
struct Hypothesis: Sendable {
  var quad: Quad
  /// How much of the sides the segments cover that it was made of, 0…1.
  var coverage: Double
  /// How much speaks for a print, for ranking: of two quads in one place, the one that more likely is one has more.
  var promise: Double
}

/// Quads made of segments that meet at their ends.
///
/// Each segment has two ends; two ends of different segments can be a corner when their lines cross near both. A quad
/// is a walk over four segments and four corners, always turning right. Of three in a row the fourth side is guessed, too,
/// also where a segment closes them: that may be the picture's edge within a print whose own side is too faint.
struct QuadSearch {
  private struct Corner {
    /// The end that it leads to: twice the segment's number, one more for its `to` end.
    var end: Int
    var point: Point
    /// From the end that it is a corner of.
    var distance: Double
  }

  private struct End {
    let point: Point
    /// Away from the segment.
    let outward: Point
    /// How far beyond it a corner may be, and how far before it.
    private let beyond: Double
    private let before: Double
    /// How far from the middle of the segment such a corner may be.
    let radius: Double

    init(of segment: Segment, at point: Point, _ parameters: Detector.Parameters) {
      self.point = point
      outward = point == segment.from ? -1 * segment.direction : segment.direction
      beyond = max(parameters.cornerReach, parameters.cornerReachShare * segment.length)
      before = max(3, parameters.cornerOvershootShare * segment.length)
      radius = 0.5 * segment.length + max(beyond, before)
    }

    /// Whether a corner there is near enough.
    func reaches(_ corner: Point) -> Bool {
      let distance = (corner - point).dot(outward)
      return distance < beyond && distance > -before
    }
  }

  private let segments: [Segment]
  /// Of each segment, computed once: every pair is looked at.
  private let lines: [Line?]
  /// Each segment's `from` and `to`.
  private let ends: [End]
  /// For each end, the corners it can be part of, nearest first.
  private var corners: [[Corner]] = []
  private let parameters: Detector.Parameters
  private let bounds: (width: Double, height: Double)

  init(_ segments: [Segment], width: Int, height: Int, parameters: Detector.Parameters) {
    self.segments = segments
    lines = segments.map { Line(through: $0.from, $0.to) }
    ends = segments.flatMap { [End(of: $0, at: $0.from, parameters), End(of: $0, at: $0.to, parameters)] }
    self.parameters = parameters
    bounds = (Double(width), Double(height))
    corners = Array(repeating: [], count: 2 * segments.count)
    // Most lie far apart.
    let surroundings = segments.indices.map { i in
      (middle: segments[i].from.mixed(with: segments[i].to, 0.5), radius: ends[2 * i].radius)
    }
    for i in segments.indices {
      let here = surroundings[i]
      for j in i + 1..<segments.count {
        let there = surroundings[j]
        let (gap, reach) = (there.middle - here.middle, here.radius + there.radius)
        if gap.dot(gap) < reach * reach { join(i, j) }
      }
    }
    for end in corners.indices {
      corners[end].sort { $0.distance < $1.distance }
      if corners[end].count > parameters.cornersPerEnd {
        corners[end].removeLast(corners[end].count - parameters.cornersPerEnd)
      }
    }
  }

  private mutating func join(_ i: Int, _ j: Int) {
    guard abs(ends[2 * i].outward.cross(ends[2 * j].outward)) > parameters.smallestCornerSine,
      let crossing = lines[i].flatMap({ line in lines[j].flatMap(line.crossing) })
    else { return }
    let margin = 0.1 * max(bounds.width, bounds.height)
    guard crossing.x > -margin, crossing.y > -margin, crossing.x < bounds.width + margin,
      crossing.y < bounds.height + margin
    else { return }
    let (start, end) = (ends[2 * i].reaches(crossing), ends[2 * i + 1].reaches(crossing))
    guard start || end else { return }
    for other in [2 * j, 2 * j + 1] where ends[other].reaches(crossing) {
      if start { addCorner(2 * i, other, crossing) }
      if end { addCorner(2 * i + 1, other, crossing) }
    }
  }

  private mutating func addCorner(_ end: Int, _ other: Int, _ place: Point) {
    corners[end].append(Corner(end: other, point: place, distance: ends[end].point.distance(to: place)))
    corners[other].append(Corner(end: end, point: place, distance: ends[other].point.distance(to: place)))
  }

  /// All quads, the most promising first.
  func quads() -> [Hypothesis] {
    var found: [Hypothesis] = []
    for first in segments.indices {
      for start in [2 * first, 2 * first + 1] {
        let direction0 = ends[start].outward
        for c1 in corners[start] {
          let s1 = c1.end ^ 1
          let direction1 = ends[s1].outward
          guard direction0.cross(direction1) > 0 else { continue }
          for c2 in corners[s1] {
            let third = c2.end >> 1
            guard third != first, third != c1.end >> 1 else { continue }
            let s2 = c2.end ^ 1
            let direction2 = ends[s2].outward
            guard direction1.cross(direction2) > 0,
              direction0.cross(direction2) > -0.5 || direction0.dot(direction2) < 0
            else { continue }
            addOpen(start: start, c1, c2, to: &found)
            // Each walk is begun at the first of its segments.
            let second = c1.end >> 1
            guard first < second, first < third else { continue }
            for c3 in corners[s2] {
              let fourth = c3.end >> 1
              guard first < fourth, fourth != second, fourth != third else { continue }
              let s3 = c3.end ^ 1
              guard direction2.cross(ends[s3].outward) > 0, ends[s3].outward.cross(direction0) > 0 else { continue }
              guard let c4 = corners[s3].first(where: { $0.end == start ^ 1 }) else { continue }
              add(
                Quad(c4.point, c1.point, c2.point, c3.point), [first, second, third, fourth], count: 4, to: &found)
            }
          }
        }
      }
    }
    // Places of them, as they are many and large.
    let order = found.indices.map { (place: $0, promise: found[$0].promise) }.sorted { $0.promise > $1.promise }
    return order.prefix(parameters.quads).map { found[$0.place] }.spread(
      each: parameters.hypothesesInOnePlace, limit: parameters.hypotheses, quad: \.quad)
  }

  /// A quad from three sides in a row: the fourth joins the far ends, or runs beside the middle one.
  private func addOpen(start: Int, _ c1: Corner, _ c2: Corner, to found: inout [Hypothesis]) {
    let far = ends[start ^ 1].point
    let near = ends[c2.end ^ 1].point
    let (a, b) = (far.distance(to: c1.point), near.distance(to: c2.point))
    let three: [4 of Int] = [start >> 1, c1.end >> 1, c2.end >> 1, 0]
    let along = (c2.point - c1.point)
    guard max(a, b) > 0.4 * along.length else { return }
    if min(a, b) > 0.75 * max(a, b) { add(Quad(far, c1.point, c2.point, near), three, count: 3, to: &found) }
    // Both sides as long as the longer one.
    let longest = max(a, b)
    let p = c1.point + longest * (far - c1.point).normalized
    let q = c2.point + longest * (near - c2.point).normalized
    add(Quad(p, c1.point, c2.point, q), three, count: 3, to: &found)
  }

  /// - Parameter sides: the segments that its first `count` sides were made of.
  private func add(_ quad: Quad, _ sides: [4 of Int], count: Int, to found: inout [Hypothesis]) {
    guard quad.isConvex else { return }
    let lengths = SIMD4(
      quad.length(of: .top), quad.length(of: .right), quad.length(of: .bottom), quad.length(of: .left))
    guard lengths.min() >= parameters.shortestSide(in: bounds) else { return }
    let (w, h) = (lengths[0] + lengths[2], lengths[1] + lengths[3])
    guard max(w, h) < parameters.greatestElongation * min(w, h) else { return }
    let slack = 0.05 * max(bounds.width, bounds.height)
    guard
      quad.allSatisfy({
        $0.x > -slack && $0.y > -slack && $0.x < bounds.width + slack && $0.y < bounds.height + slack
      })
    else { return }
    // What the segments say of their sides; the side of a missing segment says nothing.
    var (covered, overhang, inward) = (0.0, 0.0, 0.0)
    for i in 0..<count {
      let segment = segments[sides[i]]
      let (from, to) = quad[Quad.Side.allCases[i]]
      let length = lengths[i]
      let along = (1 / length) * (to - from)
      let (p, q) = ((segment.from - from).dot(along), (segment.to - from).dot(along))
      covered += max(0, min(length, max(p, q)) - max(0, min(p, q)))
      overhang += (max(0, -min(p, q)) + max(0, max(p, q) - length)) / length
      inward += segment.normal.dot(along.perpendicular)
    }
    let coverage = covered / (w + h)
    let weights = parameters.promise
    let promise =
      coverage - (count == 4 ? 0 : weights.guess) - weights.overhang * overhang / Double(count)
      + weights.agreement * abs(inward) / Double(count)
      + weights.size * (quad.area / (bounds.width * bounds.height)).squareRoot()
    found.append(Hypothesis(quad: quad, coverage: coverage, promise: promise))
  }
}
