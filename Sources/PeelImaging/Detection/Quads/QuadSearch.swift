/// A quad that may be a print, found from segments alone.
package struct Hypothesis: Sendable {
  /// The outline, in samples of the reduced grid.
  package var quad: Quad
  /// Fraction of the sides covered by the segments that made the quad, 0…1.
  package var coverage: Double
  /// A rank: of two quads in one place, the one with more is more likely a print.
  package var promise: Double
}

/// Finds quads whose sides are segments that meet at their ends.
///
/// Two ends of different segments form a junction if their lines cross near both. A quad is a walk over four segments
/// and four junctions that always turns right. For every three segments in a row, the fourth side is also guessed, even
/// if a segment closes them: that segment may be the picture's edge in a print whose own side is too faint.
struct QuadSearch {
  /// Lengths are samples of the reduced grid.
  struct Parameters: Sendable {
    /// Sine of the narrowest corner, in the photo.
    var smallestCornerSine = 0.5
    /// How far a corner may lie beyond a segment's end: a length, or a fraction of the segment if that is larger.
    var reach = 12.0
    var reachShare = 0.5
    /// How far a corner may lie before a segment's end: a length, or a fraction of the segment if that is larger.
    var overshoot = 3.0
    var overshootShare = 0.3
    /// Junctions to keep for each end, the nearest first.
    var junctionsPerEnd = 20
    /// Greatest distance of a junction, and of a quad's corner, outside the photo, as a fraction of the photo's long side.
    var junctionMargin = 0.1
    var cornerMargin = 0.05
    /// Least sine of the turn from the first to the third side, unless the third runs back.
    var leastTurn = -0.5
    /// Least length of the longer open side relative to the middle one, for guessing a fourth side.
    var openSide = 0.4
    /// Least ratio of the two open sides' lengths, for joining their ends directly.
    var openRatio = 0.75
    /// Greatest ratio of the longer to the shorter dimension: strips of photos have 6.
    var greatestElongation = 7.0
    /// The terms of `Hypothesis.promise` besides coverage. Fitted on pairs of quads in one place, one of them a true print:
    /// - `overhang`: how far segments continue beyond the corners (as those of tiles and cloth do), relative to the sides.
    /// - `agreement`: whether all sides are brighter inside, or all outside; 1 if so, else less.
    /// - `size`: the square root of the fraction of the photo covered; a picture lies inside a print.
    /// - `guess`: a side that had to be guessed.
    var promise = (overhang: 3.0, agreement: 0.65, size: 0.65, guess: 0.15)
    /// Quads to rank by place, the most promising first: tiles and cloth give tens of thousands.
    var ranked = 4800
    /// Hypotheses to keep.
    var limit = 400
    /// Hypotheses to keep in one place.
    var limitInOnePlace = 16
  }

  /// A corner that a segment's end can be part of.
  private struct Junction {
    /// The end it leads to: twice the segment's index, plus 1 for its `to` end.
    var end: Int
    var point: Point
    /// Distance from the end it belongs to.
    var distance: Double
  }

  private struct End {
    let point: Point
    /// Direction away from the segment.
    let outward: Point
    private let beyond: Double
    private let before: Double
    /// Greatest distance of a junction from the middle of the segment.
    let radius: Double

    init(of segment: Segment, at point: Point, _ parameters: Parameters) {
      self.point = point
      outward = point == segment.from ? -1 * segment.direction : segment.direction
      beyond = max(parameters.reach, parameters.reachShare * segment.length)
      before = max(parameters.overshoot, parameters.overshootShare * segment.length)
      radius = 0.5 * segment.length + max(beyond, before)
    }

    /// Whether a corner at a point is near enough.
    func reaches(_ corner: Point) -> Bool {
      let distance = (corner - point).dot(outward)
      return distance < beyond && distance > -before
    }
  }

  private let segments: [Segment]
  /// The line of each segment, computed once, since every pair is tested.
  private let lines: [Line?]
  /// Each segment's `from` and `to`.
  private let ends: [End]
  /// The junctions of each end, nearest first.
  private var junctions: [[Junction]] = []
  private let parameters: Parameters
  private let bounds: (width: Double, height: Double)
  private let shortestSide: Double

  /// - Parameters:
  ///   - width: the grid's width, in samples.
  ///   - height: the grid's height, in samples.
  ///   - smallestPrint: least side of a print, as a fraction of the grid's short side.
  init(_ segments: [Segment], width: Int, height: Int, smallestPrint: Double, _ parameters: Parameters) {
    self.segments = segments
    lines = segments.map { Line(through: $0.from, $0.to) }
    ends = segments.flatMap { [End(of: $0, at: $0.from, parameters), End(of: $0, at: $0.to, parameters)] }
    self.parameters = parameters
    bounds = (Double(width), Double(height))
    shortestSide = smallestPrint * min(bounds.width, bounds.height)
    junctions = Array(repeating: [], count: 2 * segments.count)
    // A cheap test first: most pairs lie far apart.
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
    for end in junctions.indices {
      junctions[end].sort { $0.distance < $1.distance }
      if junctions[end].count > parameters.junctionsPerEnd {
        junctions[end].removeLast(junctions[end].count - parameters.junctionsPerEnd)
      }
    }
  }

  private mutating func join(_ i: Int, _ j: Int) {
    guard abs(ends[2 * i].outward.cross(ends[2 * j].outward)) > parameters.smallestCornerSine,
      let crossing = lines[i].flatMap({ line in lines[j].flatMap(line.crossing) })
    else { return }
    let margin = parameters.junctionMargin * max(bounds.width, bounds.height)
    guard crossing.x > -margin, crossing.y > -margin, crossing.x < bounds.width + margin,
      crossing.y < bounds.height + margin
    else { return }
    let (start, end) = (ends[2 * i].reaches(crossing), ends[2 * i + 1].reaches(crossing))
    guard start || end else { return }
    for other in [2 * j, 2 * j + 1] where ends[other].reaches(crossing) {
      if start { addJunction(2 * i, other, crossing) }
      if end { addJunction(2 * i + 1, other, crossing) }
    }
  }

  private mutating func addJunction(_ end: Int, _ other: Int, _ point: Point) {
    junctions[end].append(Junction(end: other, point: point, distance: ends[end].point.distance(to: point)))
    junctions[other].append(Junction(end: end, point: point, distance: ends[other].point.distance(to: point)))
  }

  /// All quads, the most promising first.
  func quads() -> [Hypothesis] {
    var found = MostPromising(limit: parameters.ranked)
    for first in segments.indices {
      for start in [2 * first, 2 * first + 1] {
        let direction0 = ends[start].outward
        for c1 in junctions[start] {
          let s1 = c1.end ^ 1
          let direction1 = ends[s1].outward
          guard direction0.cross(direction1) > 0 else { continue }
          for c2 in junctions[s1] {
            let third = c2.end >> 1
            guard third != first, third != c1.end >> 1 else { continue }
            let s2 = c2.end ^ 1
            let direction2 = ends[s2].outward
            guard direction1.cross(direction2) > 0,
              direction0.cross(direction2) > parameters.leastTurn || direction0.dot(direction2) < 0
            else { continue }
            addOpen(start: start, c1, c2, to: &found)
            // A closed walk is counted once, from the first of its segments.
            let second = c1.end >> 1
            guard first < second, first < third else { continue }
            for c3 in junctions[s2] {
              let fourth = c3.end >> 1
              guard first < fourth, fourth != second, fourth != third else { continue }
              let s3 = c3.end ^ 1
              guard direction2.cross(ends[s3].outward) > 0, ends[s3].outward.cross(direction0) > 0 else { continue }
              guard let c4 = junctions[s3].first(where: { $0.end == start ^ 1 }) else { continue }
              add(
                Quad(c4.point, c1.point, c2.point, c3.point), [first, second, third, fourth], count: 4, to: &found)
            }
          }
        }
      }
    }
    return found.sorted().distinct(inOnePlace: parameters.limitInOnePlace, limit: parameters.limit, quad: \.quad)
  }

  /// Adds the quads of three sides in a row: the fourth side joins the far ends, or is parallel to the middle one.
  private func addOpen(start: Int, _ c1: Junction, _ c2: Junction, to found: inout MostPromising) {
    let far = ends[start ^ 1].point
    let near = ends[c2.end ^ 1].point
    let (a, b) = (far.distance(to: c1.point), near.distance(to: c2.point))
    let three: [4 of Int] = [start >> 1, c1.end >> 1, c2.end >> 1, 0]
    let along = (c2.point - c1.point)
    guard max(a, b) > parameters.openSide * along.length else { return }
    if min(a, b) > parameters.openRatio * max(a, b) {
      add(Quad(far, c1.point, c2.point, near), three, count: 3, to: &found)
    }
    // Extends both sides to the longer one's length.
    let longest = max(a, b)
    let p = c1.point + longest * (far - c1.point).normalized
    let q = c2.point + longest * (near - c2.point).normalized
    add(Quad(p, c1.point, c2.point, q), three, count: 3, to: &found)
  }

  /// - Parameter sides: the segments of the quad's first `count` sides.
  private func add(_ quad: Quad, _ sides: [4 of Int], count: Int, to found: inout MostPromising) {
    guard quad.isConvex else { return }
    // The four corners, and the four sides from each to the next, beside one another.
    let corners = FourPoints(quad[.topLeft], quad[.topRight], quad[.bottomRight], quad[.bottomLeft])
    let along = corners.next - corners
    let slack = parameters.cornerMargin * max(bounds.width, bounds.height)
    guard
      all(
        corners.x .> -slack .& corners.y .> -slack .& corners.x .< bounds.width + slack
          .& corners.y .< bounds.height + slack)
    else { return }
    let squares = along.dot(along)
    guard min(squares[0], squares[1], squares[2], squares[3]) >= shortestSide * shortestSide else { return }
    let lengths = squares.squareRoot()
    let (w, h) = (lengths[0] + lengths[2], lengths[1] + lengths[3])
    guard max(w, h) < parameters.greatestElongation * min(w, h) else { return }
    let (s0, s1, s2, s3) = (segments[sides[0]], segments[sides[1]], segments[sides[2]], segments[sides[3]])
    let directions = along.scaled(by: 1 / lengths)
    let p = (FourPoints(s0.from, s1.from, s2.from, s3.from) - corners).dot(directions)
    let q = (FourPoints(s0.to, s1.to, s2.to, s3.to) - corners).dot(directions)
    let (low, high) = (p.least(q), p.greatest(q))
    let covers = (lengths.least(high) - low.greatest(.zero)).greatest(.zero)
    let overhangs = ((-low).greatest(.zero) + (high - lengths).greatest(.zero)) / lengths
    let inwards = FourPoints(s0.normal, s1.normal, s2.normal, s3.normal).dot(directions.perpendicular)
    var (covered, overhang, inward) = (0.0, 0.0, 0.0)
    for i in 0..<count {
      covered += covers[i]
      overhang += overhangs[i]
      inward += inwards[i]
    }
    let coverage = covered / (w + h)
    let weights = parameters.promise
    let promise =
      coverage - (count == 4 ? 0 : weights.guess) - weights.overhang * overhang / Double(count)
      + weights.agreement * abs(inward) / Double(count)
      + weights.size * (quad.area / (bounds.width * bounds.height)).squareRoot()
    found.add(Hypothesis(quad: quad, coverage: coverage, promise: promise))
  }
}

/// Four points or vectors, beside one another.
private struct FourPoints {
  var x: SIMD4<Double>
  var y: SIMD4<Double>

  private init(x: SIMD4<Double>, y: SIMD4<Double>) { (self.x, self.y) = (x, y) }

  init(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
    self.init(x: SIMD4(a.x, b.x, c.x, d.x), y: SIMD4(a.y, b.y, c.y, d.y))
  }

  static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }
  func scaled(by factors: SIMD4<Double>) -> Self { Self(x: factors * x, y: factors * y) }
  func dot(_ other: Self) -> SIMD4<Double> { x * other.x + y * other.y }
  var perpendicular: Self { Self(x: -y, y: x) }
  /// The second, third and fourth, and then the first.
  var next: Self { Self(x: SIMD4(x[1], x[2], x[3], x[0]), y: SIMD4(y[1], y[2], y[3], y[0])) }
}

extension SIMD4<Double> {
  // These become two instructions; `pointwiseMin` and `pointwiseMax` are calls.
  fileprivate func least(_ b: Self) -> Self {
    Self(Swift.min(self[0], b[0]), Swift.min(self[1], b[1]), Swift.min(self[2], b[2]), Swift.min(self[3], b[3]))
  }
  fileprivate func greatest(_ b: Self) -> Self {
    Self(Swift.max(self[0], b[0]), Swift.max(self[1], b[1]), Swift.max(self[2], b[2]), Swift.max(self[3], b[3]))
  }
}
