/// A side moved onto the edge points beside it.
struct AlignedSide: Sendable {
  var from: Point
  var to: Point
  /// Fraction of the side's length inside the photo and not covered, 0…1.
  var visible: Double
  /// Fraction of the visible part with an edge point on it that runs along the side, 0…1.
  var share: Double
  /// The same for a short continuation beyond both ends: lines of tiles and cloth continue, prints end.
  var beyond: Double

  /// How sides are aligned. Lengths are samples of the reduced grid.
  enum Parameters {
    /// Positions examined along a side: one for each sample of its length, within this range.
    static let positions = 8...28
    /// The fraction of a side's half-length that is examined: corners are rounded.
    static let extent = 0.94
    /// Least edge points for moving a side.
    static let leastEdges = 4
    /// Greatest distance of an edge point from the line, in the first and second round of the fit.
    static let tolerances = [1.2, 0.9]
    /// Least edge points for a fit, and their least variance along the side, whose ends are at -1 and 1.
    static let leastFitted = 3.0
    static let leastVariance = 0.05
    /// The reach, in samples, up to which three slopes are tried instead of five.
    static let narrowReach = 2
    /// Greatest distance of an edge point from the shift it votes for: 0.8 sample, in 1/65,536 of half a sample.
    static let voteWidth = 104_858
    /// Votes that a shift by the full reach costs, as a fraction of the positions.
    static let shiftCost = 0.02
    /// The continuation beyond each end: its start, its length relative to the side, and the positions examined there
    /// relative to those of the side (one over this).
    static let beyond = (start: 2.5, share: 0.15, least: 2, divisor: 7)
    /// Greatest movement of a quad's corner: a length plus a fraction of its size.
    static let movement = (least: 4.0, share: 0.15)
    /// Positions glanced at along each side, the first one, and the distance between two, as fractions of the side.
    static let glance = (count: 6, first: 0.1, step: 0.16)
  }
}

extension EdgePoints {
  /// An edge near a side.
  private struct NearbyEdge {
    /// The index of the position it was found from, and where that lies on the side, -1…1.
    var index: Int
    var t: Double
    /// Distance from the side along its normal, in 1/65,536 of a sample.
    var steps: Int
    var offset: Double { Double(steps) / EdgeMap.FixedPoint.unit }
  }

  /// Moves a side to the line on which most edge points within `reach` samples lie, then fits it to those.
  func aligned(from: Point, to: Point, reach: Int, beneath covers: Covers = .none) -> AlignedSide {
    typealias Limits = AlignedSide.Parameters
    let length = from.distance(to: to)
    let along = (to - from).normalized
    let normal = along.perpendicular
    let count = max(Limits.positions.lowerBound, min(Limits.positions.upperBound, Int(length)))
    let step = 2 * Limits.extent / Double(count)
    func t(_ index: Int) -> Double { step * (Double(index) + 0.5) - Limits.extent }
    func point(_ index: Int) -> Point { from.mixed(with: to, (t(index) + 1) / 2) }
    let isWhole = covers.isEmpty && isInside(point(0)) && isInside(point(count - 1))
    let across = EdgeMap.FixedPoint(normal)
    var seen = 0
    let found = [NearbyEdge](capacity: count * (2 * reach + 1)) { output in
      for k in 0..<count {
        let position = point(k)
        guard isWhole || isInside(position) && !covers.hide(position) else { continue }
        seen += 1
        map.visit(at: EdgeMap.FixedPoint(position), normal: across, reach: reach) { steps in
          output.append(NearbyEdge(index: k, t: t(k), steps: steps))
        }
      }
    }
    let visible = Double(seen) / Double(count)
    guard found.count >= Limits.leastEdges else {
      return AlignedSide(from: from, to: to, visible: visible, share: 0, beyond: 0)
    }
    var (shift, slope) = Self.vote(found, reach: reach, of: count)
    var hits = 0
    for tolerance in Limits.tolerances {
      var fit = LineFit()
      var last = -1
      hits = 0
      // Outliers get weight 0 instead of a branch that can't be predicted.
      for edge in found {
        let isClose = abs(edge.offset - shift - slope * edge.t) < tolerance
        fit.add(edge.t, edge.offset, weight: isClose ? 1.0 : 0)
        let index = isClose ? edge.index : last
        hits += index == last ? 0 : 1
        last = index
      }
      guard fit.sum >= Limits.leastFitted, fit.determinant > Limits.leastVariance * fit.sum * fit.sum else { break }
      (shift, slope) = fit.line
    }
    let p = from + (shift - slope) * normal
    let q = to + (shift + slope) * normal
    let beyondCount = max(Limits.beyond.least, count / Limits.beyond.divisor)
    var beyond = 0
    for k in 0..<beyondCount {
      let distance = Limits.beyond.start + Limits.beyond.share * length * (Double(k) + 0.5) / Double(beyondCount)
      let (before, after) = (p - distance * along, q + distance * along)
      if !covers.hide(before), isEdge(at: before, normal: across, reach: 1) { beyond += 1 }
      if !covers.hide(after), isEdge(at: after, normal: across, reach: 1) { beyond += 1 }
    }
    return AlignedSide(
      from: p, to: q, visible: visible, share: Double(hits) / Double(seen),
      beyond: Double(beyond) / Double(2 * beyondCount))
  }

  /// The offset from the side that most edges have, to half a sample: `shift` at the middle, `slope` more at its end and
  /// `slope` less at its start.
  private static func vote(_ found: [NearbyEdge], reach: Int, of count: Int) -> (shift: Double, slope: Double) {
    typealias Limits = AlignedSide.Parameters
    let isWide = reach > Limits.narrowReach
    // The greatest slope, in quarters of a sample: half the reach, or one sample.
    let steepest = isWide ? 2 * reach : 4
    // Shifts to either side, half a sample apart, and slopes to either side.
    let shifts = 2 * reach
    let slopes = isWide ? 2 : 1
    var best = (shift: 0.0, slope: 0.0, value: -Double.infinity)
    // Offsets from the first shift in 1/65,536 of half a sample, and positions in 1/65,536 of the side's half.
    let edges = found.map { (steps: 2 &* $0.steps &+ shifts << 16, t: Int($0.t * EdgeMap.FixedPoint.unit)) }
    // Each element is the difference from the votes of the shift before. A reach of 6 needs 26 of the 32; masking the index
    // makes a bounds check unnecessary.
    var votes = InlineArray<32, Int32>(repeating: 0)
    for j in -slopes...slopes {
      let slope = steepest * j / slopes
      for i in 0...2 * shifts + 1 { votes[i] = 0 }
      for edge in edges {
        // An edge votes for all shifts within the vote width: three or four, or those the reach leaves.
        let shift = edge.steps &- (slope &* edge.t) >> 1
        let first = min(2 &* shifts &+ 1, max(0, (shift &- Limits.voteWidth) >> 16 &+ 1))
        let end = min(2 &* shifts &+ 1, max(first, (shift &+ Limits.voteWidth) >> 16 &+ 1))
        votes[first & 31] &+= 1
        votes[end & 31] &-= 1
      }
      var sum: Int32 = 0
      for i in 0...2 * shifts {
        sum &+= votes[i & 31]
        let shift = Double(i - shifts) / 2
        let away = abs(shift) + abs(Double(slope) / 4)
        let value = Double(sum) - Limits.shiftCost * Double(count) * away / Double(max(1, reach))
        if value > best.value { best = (shift, Double(slope) / 4, value) }
      }
    }
    return (best.shift, best.slope)
  }

  /// Whether a position lies in the part of the grid that can have edge points: all but the outermost samples.
  func isInside(_ p: Point) -> Bool {
    p.x >= 1 && p.y >= 1 && p.x < Double(width - 1) && p.y < Double(height - 1)
  }

  /// The fraction of a few positions along a quad's sides with an edge parallel to the side within `reach` samples.
  func glance(at quad: Quad, reach: Int) -> Double {
    let glance = AlignedSide.Parameters.glance
    var hits = 0
    for side in Quad.Side.allCases {
      let (from, to) = quad[side]
      let normal = EdgeMap.FixedPoint((to - from).normalized.perpendicular)
      for k in 0..<glance.count {
        let position = from.mixed(with: to, glance.first + glance.step * Double(k))
        if isEdge(at: position, normal: normal, reach: reach) { hits += 1 }
      }
    }
    return Double(hits) / Double(4 * glance.count)
  }

  /// Whether an edge with the given normal lies within `reach` samples of a position.
  func isEdge(at position: Point, normal: EdgeMap.FixedPoint, reach: Int) -> Bool {
    guard position.x >= -1, position.y >= -1, position.x < Double(width + 1), position.y < Double(height + 1) else {
      return false
    }
    var isHit = false
    map.visit(at: EdgeMap.FixedPoint(position), normal: normal, reach: reach) { _ in isHit = true }
    return isHit
  }

  /// The sides of a quad, aligned; those on the photo's border are edges throughout.
  func alignedSides(
    of quad: Quad, reach: Int, border: PhotoBorder, beneath covers: Covers = .none
  ) -> [AlignedSide] {
    Quad.Side.allCases.map { side in
      let (from, to) = quad[side]
      return border.holds(from, to)
        ? AlignedSide(from: from, to: to, visible: 1, share: 1, beyond: 0)
        : aligned(from: from, to: to, reach: reach, beneath: covers)
    }
  }

  /// All four sides aligned; nil if they no longer form a convex quad near the given one.
  func aligned(_ quad: Quad, reach: Int, border: PhotoBorder) -> (quad: Quad, sides: [AlignedSide])? {
    let sides = alignedSides(of: quad, reach: reach, border: border)
    guard let result = Quad(crossingSides: sides.map { Line(through: $0.from, $0.to) }), result.isConvex else {
      return nil
    }
    let movement = AlignedSide.Parameters.movement
    guard result.isNear(quad, within: movement.share * quad.size + movement.least) else { return nil }
    return (result, sides)
  }
}

extension Quad {
  /// The quad whose sides lie on four lines, in the order top, right, bottom, left; nil if two neighbours don't cross.
  init?(crossingSides lines: [Line?]) {
    guard lines.count == 4, let top = lines[0], let right = lines[1], let bottom = lines[2], let left = lines[3],
      let a = left.crossing(top), let b = top.crossing(right), let c = right.crossing(bottom),
      let d = bottom.crossing(left)
    else { return nil }
    self.init(a, b, c, d)
  }
}
