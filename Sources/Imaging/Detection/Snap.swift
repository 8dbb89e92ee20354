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
  /// Shifts and turns a side within `reach` samples to where most edge points lie on it, and fits it to those.
  func snapped(from: Point, to: Point, reach: Int, beneath covers: Covers = .none) -> SnappedSide {
    let length = from.distance(to: to)
    let along = (to - from).normalized
    let normal = along.perpendicular
    let count = max(8, min(28, Int(length)))
    let beyondCount = max(2, count / 7)
    var offsets: [(place: Int, t: Double, offset: Double)] = []
    offsets.reserveCapacity(2 * count)
    let slope = reach > 2 ? 0.5 * Double(reach) : 1
    // From -1 to 1 along the side, without its rounded ends.
    var seen = 0
    for k in 0..<count {
      let t = 1.88 * (Double(k) + 0.5) / Double(count) - 0.94
      let place = from.mixed(with: to, (t + 1) / 2)
      guard isInside(place), !covers.hide(place) else { continue }
      seen += 1
      map.visit(at: place, normal: normal, reach: reach) { offset in offsets.append((k, t, offset)) }
    }
    let visible = Double(seen) / Double(count)
    guard offsets.count >= 4 else { return SnappedSide(from: from, to: to, visible: visible, share: 0, beyond: 0) }
    // Votes for position and slope, half a sample apart.
    var best = (shift: 0.0, turn: 0.0, votes: -Double.infinity)
    let shifts = 2 * reach
    let turns = reach > 2 ? 2 : 1
    // By how many more there are than half a sample before.
    var votes = [Int32](repeating: 0, count: 2 * shifts + 2)
    for j in -turns...turns {
      let turn = slope * Double(j) / Double(turns)
      for i in votes.indices { votes[i] = 0 }
      for o in offsets {
        // Shifts within 0.8 samples of this offset: three or four of them.
        let place = 2 * (o.offset - turn * o.t) + Double(shifts)
        let first = max(0, Int(place - 1.6 + 65) - 64)
        let last = min(2 * shifts, Int(place + 1.6 + 64) - 64)
        guard first <= last else { continue }
        votes[first] += 1
        votes[last + 1] -= 1
      }
      var sum: Int32 = 0
      for i in 0...2 * shifts {
        sum += votes[i]
        let shift = Double(i - shifts) / 2
        let value = Double(sum) - 0.02 * Double(count) * (abs(shift) + abs(turn)) / Double(max(1, reach))
        if value > best.votes { best = (shift, turn, value) }
      }
    }
    var (shift, turn) = (best.shift, best.turn)
    var hits = 0
    for tolerance in [1.2, 0.9] {
      var (n, st, so, stt, sto) = (0.0, 0.0, 0.0, 0.0, 0.0)
      var last = -1
      hits = 0
      for o in offsets where abs(o.offset - shift - turn * o.t) < tolerance {
        n += 1
        st += o.t
        so += o.offset
        stt += o.t * o.t
        sto += o.t * o.offset
        if o.place != last { hits += 1 }
        last = o.place
      }
      let d = n * stt - st * st
      guard n >= 3, d > 0.05 * n * n else { break }
      turn = (n * sto - st * so) / d
      shift = (so - turn * st) / n
    }
    let p = from + (shift - turn) * normal
    let q = to + (shift + turn) * normal
    var beyond = 0
    for k in 0..<beyondCount {
      let distance = 2.5 + 0.15 * length * (Double(k) + 0.5) / Double(beyondCount)
      for place in [p - distance * along, q + distance * along] where !covers.hide(place) {
        if isEdge(at: place, normal: normal, reach: 1) { beyond += 1 }
      }
    }
    return SnappedSide(
      from: p, to: q, visible: visible, share: Double(hits) / Double(seen),
      beyond: Double(beyond) / Double(2 * beyondCount))
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
      let normal = (to - from).normalized.perpendicular
      for k in 0..<6 {
        if isEdge(at: from.mixed(with: to, 0.1 + 0.16 * Double(k)), normal: normal, reach: reach) { hits += 1 }
      }
    }
    return Double(hits) / 24
  }

  /// Whether an edge runs a side's way within `reach` samples of a place.
  func isEdge(at place: Point, normal: Point, reach: Int) -> Bool {
    var isHit = false
    map.visit(at: place, normal: normal, reach: reach) { _ in isHit = true }
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
