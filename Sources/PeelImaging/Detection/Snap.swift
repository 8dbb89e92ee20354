/// A side laid on the edge points beside it.
struct SnappedSide: Sendable {
  var from: Point
  var to: Point
  /// Share of the side's length that lies within the photo and is not hidden.
  var visible: Double
  /// Share of that which has an edge point on it running the side's way, 0…1.
  var share: Double
  /// Share of its own length beyond both ends that has one too: the lines of tiles and cloth run on, prints end.
  var beyond: Double
}

extension EdgePoints {
  /// An edge beside a side.
  private struct Sighting {
    /// The place that it was seen from: its number, and where on the side, which goes from -1 to 1.
    var place: Int
    var t: Double
    /// From there, along the normal, in 1/65,536 of a sample.
    var steps: Int
    var offset: Double { Double(steps) / 65_536 }
  }

  /// Shifts and turns a side within `reach` samples to where most edge points lie on it, and fits it to those.
  func snapped(from: Point, to: Point, reach: Int, beneath covers: Covers = .none) -> SnappedSide {
    let length = from.distance(to: to)
    let along = (to - from).normalized
    let normal = along.perpendicular
    let count = max(8, min(28, Int(length)))
    // Without its rounded ends.
    let step = 1.88 / Double(count)
    func t(_ place: Int) -> Double { step * (Double(place) + 0.5) - 0.94 }
    func point(_ place: Int) -> Point { from.mixed(with: to, (t(place) + 1) / 2) }
    let isWhole = covers.isEmpty && isInside(point(0)) && isInside(point(count - 1))
    let across = EdgeMap.Steps(normal)
    var seen = 0
    let sightings = [Sighting](capacity: count * (2 * reach + 1)) { output in
      for k in 0..<count {
        let place = point(k)
        guard isWhole || isInside(place) && !covers.hide(place) else { continue }
        seen += 1
        map.visit(at: EdgeMap.Steps(place), normal: across, reach: reach) { steps in
          output.append(Sighting(place: k, t: t(k), steps: steps))
        }
      }
    }
    let visible = Double(seen) / Double(count)
    guard sightings.count >= 4 else { return SnappedSide(from: from, to: to, visible: visible, share: 0, beyond: 0) }
    var (shift, turn) = Self.vote(sightings, reach: reach, of: count)
    var hits = 0
    for isFirst in [true, false] {
      let tolerance = isFirst ? 1.2 : 0.9
      var fit = LineFit()
      var last = -1
      hits = 0
      // Those that lie off count 0 times: which do could not be guessed.
      for s in sightings {
        let isClose = abs(s.offset - shift - turn * s.t) < tolerance
        let weight = isClose ? 1.0 : 0
        fit.add(s.t, s.offset, weight: weight)
        let place = isClose ? s.place : last
        hits += place == last ? 0 : 1
        last = place
      }
      guard fit.sum >= 3, fit.determinant > 0.05 * fit.sum * fit.sum else { break }
      (shift, turn) = fit.line
    }
    let p = from + (shift - turn) * normal
    let q = to + (shift + turn) * normal
    let beyondCount = max(2, count / 7)
    var beyond = 0
    for k in 0..<beyondCount {
      let distance = 2.5 + 0.15 * length * (Double(k) + 0.5) / Double(beyondCount)
      let (before, after) = (p - distance * along, q + distance * along)
      if !covers.hide(before), isEdge(at: before, normal: across, reach: 1) { beyond += 1 }
      if !covers.hide(after), isEdge(at: after, normal: across, reach: 1) { beyond += 1 }
    }
    return SnappedSide(
      from: p, to: q, visible: visible, share: Double(hits) / Double(seen),
      beyond: Double(beyond) / Double(2 * beyondCount))
  }

  /// By how much most sightings lie off, at the middle of the side and more at its end, to half a sample.
  private static func vote(_ sightings: [Sighting], reach: Int, of count: Int) -> (shift: Double, turn: Double) {
    // In quarters of a sample.
    let slope = reach > 2 ? 2 * reach : 4
    let shifts = 2 * reach
    let turns = reach > 2 ? 2 : 1
    var best = (shift: 0.0, turn: 0.0, value: -Double.infinity)
    // In 1/65,536 of half a sample from the first shift; and of the side's half.
    let places = sightings.map { (steps: 2 &* $0.steps &+ shifts << 16, t: Int($0.t * 65_536)) }
    // By how many more there are than half a sample before.
    var votes = InlineArray<32, Int32>(repeating: 0)
    for j in -turns...turns {
      let turn = slope * j / turns
      for i in 0...2 * shifts + 1 { votes[i] = 0 }
      for place in places {
        // Shifts within 0.8 samples of this offset: three or four of them, or what the reach leaves of those.
        let shift = place.steps &- (turn &* place.t) >> 1
        let first = min(2 &* shifts &+ 1, max(0, (shift &- 104_858) >> 16 &+ 1))
        let end = min(2 &* shifts &+ 1, max(first, (shift &+ 104_858) >> 16 &+ 1))
        votes[first & 31] &+= 1
        votes[end & 31] &-= 1
      }
      var sum: Int32 = 0
      for i in 0...2 * shifts {
        sum &+= votes[i & 31]
        let shift = Double(i - shifts) / 2
        let away = abs(shift) + abs(Double(turn) / 4)
        let value = Double(sum) - 0.02 * Double(count) * away / Double(max(1, reach))
        if value > best.value { best = (shift, Double(turn) / 4, value) }
      }
    }
    return (best.shift, best.turn)
  }

  /// Whether there can be edge points at a place: the outermost samples have none.
  func isInside(_ p: Point) -> Bool {
    p.x >= 1 && p.y >= 1 && p.x < Double(width - 1) && p.y < Double(height - 1)
  }

  /// Share of a few places along a quad's sides that have an edge running their way within `reach` samples.
  func glance(at quad: Quad, reach: Int) -> Double {
    var hits = 0
    for side in Quad.Side.allCases {
      let (from, to) = quad[side]
      let normal = EdgeMap.Steps((to - from).normalized.perpendicular)
      for k in 0..<6 {
        if isEdge(at: from.mixed(with: to, 0.1 + 0.16 * Double(k)), normal: normal, reach: reach) { hits += 1 }
      }
    }
    return Double(hits) / 24
  }

  /// Whether an edge runs a side's way within `reach` samples of a place.
  func isEdge(at place: Point, normal: EdgeMap.Steps, reach: Int) -> Bool {
    guard place.x >= -1, place.y >= -1, place.x < Double(width + 1), place.y < Double(height + 1) else { return false }
    var isHit = false
    map.visit(at: EdgeMap.Steps(place), normal: normal, reach: reach) { _ in isHit = true }
    return isHit
  }

  /// All four sides snapped; nil when they no longer make a convex quad.
  func snapped(_ quad: Quad, reach: Int) -> (quad: Quad, sides: [SnappedSide])? {
    let sides = Quad.Side.allCases.map { snapped(from: quad[$0].from, to: quad[$0].to, reach: reach) }
    guard let result = Quad(crossingSides: sides.map { Line(through: $0.from, $0.to) }), result.isConvex else {
      return nil
    }
    guard result.isNear(quad, within: 0.15 * quad.size + 4) else { return nil }
    return (result, sides)
  }
}

extension Quad {
  /// The quad whose sides lie on four lines, in the order top, right, bottom, left.
  init?(crossingSides lines: [Line?]) {
    guard lines.count == 4, let top = lines[0], let right = lines[1], let bottom = lines[2], let left = lines[3],
      let a = left.crossing(top), let b = top.crossing(right), let c = right.crossing(bottom),
      let d = bottom.crossing(left)
    else { return nil }
    self.init(a, b, c, d)
  }
}
