/// Lays a rectangle on a page's own edges, to a fraction of a pixel.
///
/// All four sides have one angle, which the stations along them vote for together. Each side's place is the median of its own
/// stations. Where a side has two edges, one is the shadow's and the inner one is the print's.
struct RectangleFit: Sendable {
  /// A rectangle on its edges.
  struct Finding: Sendable {
    var rectangle: PageRectangle
    /// For each side, the share of its stations that lie on it, 0…1; 1 for those on the page's border.
    var support: SIMD4<Double>
  }

  /// What lies outside a side.
  struct Outside {
    /// Whether the side lies on the page's border, where it stays.
    var isBorder = false
    /// Whether bed lies there.
    var isBed = true
    /// What lies farther outside than this belongs to another print, in pixels.
    var room = Double.infinity
  }

  /// How much of a side is read: stations along it, and places along each of which it is the mean.
  struct Density: Sendable {
    var stations: Int
    var taps: Int
    /// Whether the places of a station lie side by side, and not all along its part of the side.
    var isNarrow: Bool

    static let rough = Density(stations: 32, taps: 4, isNarrow: false)
    static let fine = Density(stations: 96, taps: 6, isNarrow: true)
  }

  /// Lengths are pixels, changes are levels a pixel.
  private enum Parameters {
    /// The part of a side that is left out at either end.
    static let skipped = 0.04
    /// The least change of an edge, also in standard deviations of its noise and relative to a station's greatest, and the
    /// most edges of a station.
    static let least: (change: Float, deviations: Float, share: Float, count: Int) = (0.5, 3, 0.06, 5)
    /// The change from which edges count the same in the vote.
    static let most: Float = 8
    /// The angle's steps, as the movement of the longest side's end, and the bins of places.
    static let (step, bin) = (0.3, 0.5)
    /// How near to a line a station lies on it.
    static let near = 0.8
    /// The least distance of two edges along a side.
    static let apart = 1.1
    /// How much less likely an edge is at the end of the reach, if it isn't known what lies outside.
    static let distanceCost = 0.6
    /// The least support of an edge that may be a side, and its least change relative to the strongest beside it.
    static let (support, strength) = (0.55, Float(0.15))
    /// The support from which a side counts as even.
    static let even = 0.8
    /// The least share of the stations of a ragged side, such as a deckled one, and the share of them outside its line.
    static let (ragged, outermost) = (0.7, 0.12)
  }

  let pixels: PagePixels
  /// The greatest distance from a shadow's edge to the print's, in pixels.
  var shadow: Double
  /// The greatest depth of a ragged side, in pixels.
  let raggedness: Double
  /// The standard deviation of a pixel's luma, in levels.
  let noise: Float

  /// An edge that a station sees.
  private struct Edge {
    var station: Int
    /// The place along the side from its middle.
    var along: Double
    /// The distance inwards from the side.
    var offset: Double
    var change: Float
  }

  /// What was seen of one side.
  private struct Side {
    var edges: [Edge] = []
    /// The number of stations within the page.
    var visible = 0
    var outside: Outside
  }

  /// An edge along a whole side.
  private struct Ridge {
    var offset: Double
    var support: Double
    var change: Float
  }

  /// - Parameters:
  ///   - rectangle: in photo pixels.
  ///   - reach: how far off its sides may be, in pixels.
  ///   - outside: what lies outside each side, in the order of `Quad.Side`.
  func fitted(_ rectangle: PageRectangle, reach: Double, _ density: Density, outside: [Outside]) -> Finding {
    let sides = zip(Quad.Side.allCases, outside).map { side, outside in
      seen(rectangle[side], reach: reach, density, outside)
    }
    let angle = vote(sides, reach: reach, longest: rectangle.longSide / 2)
    var lines = Quad.Side.allCases.map { side -> (ridge: Ridge?, isRagged: Bool) in
      (ridge(sides[side.rawValue], angle: angle, reach: reach), false)
    }
    // Paper is deckled on all sides.
    let ragged = Quad.Side.allCases.map { side -> Ridge? in
      let isEven = lines[side.rawValue].ridge.map { $0.support >= Parameters.even } ?? false
      return isEven ? nil : self.ragged(sides[side.rawValue], angle: angle, reach: reach)
    }
    if ragged.count(where: { $0 != nil }) >= 3 {
      for k in 0..<4 { if let ridge = ragged[k] { lines[k] = (ridge, true) } }
    }
    let turn = settled(sides, &lines, angle: angle)
    var (moves, support) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for k in 0..<4 {
      if sides[k].outside.isBorder { support[k] = 1 }
      guard let ridge = lines[k].ridge else { continue }
      moves[k] = place(sides[k], ridge, isRagged: lines[k].isRagged, angle: turn)
      support[k] = ridge.support
    }
    return Finding(rectangle: rectangle.turned(by: turn).moved(inwards: moves), support: support)
  }

  // MARK: Stations

  private func seen(
    _ side: (middle: Point, along: Point, half: Double), reach: Double, _ density: Density, _ outside: Outside
  ) -> Side {
    var seen = Side(outside: outside)
    if outside.isBorder { return seen }
    let length = 2 * side.half * (1 - 2 * Parameters.skipped)
    let spacing = length / Double(density.stations)
    let normal = side.along.perpendicular
    let count = Int(reach.rounded(.up)) + 2
    var profile = [SIMD4<Float>](repeating: .zero, count: 2 * count + 1)
    let first = max(1, count - Int(min(outside.room, Double(count))))
    for k in 0..<density.stations {
      let along = -length / 2 + (Double(k) + 0.5) * spacing
      let centre = side.middle + along * side.along
      guard centre.x > 0, centre.y > 0, centre.x < Double(pixels.width), centre.y < Double(pixels.height) else {
        continue
      }
      seen.visible += 1
      for i in profile.indices { profile[i] = .zero }
      for tap in 0..<density.taps {
        let pitch = density.isNarrow ? min(1, spacing / Double(density.taps)) : spacing / Double(density.taps)
        let start = centre + pitch * (Double(tap) + 0.5 - Double(density.taps) / 2) * side.along
        for i in profile.indices { profile[i] += pixels.colour(start + Double(i - count) * normal) }
      }
      add(profile, from: first, count, k, along, 1 / Float(density.taps), to: &seen.edges)
    }
    return seen
  }

  /// Adds the places where a profile changes most, from one of its pixels on.
  private func add(
    _ profile: [SIMD4<Float>], from first: Int, _ middle: Int, _ station: Int, _ along: Double, _ factor: Float,
    to edges: inout [Edge]
  ) {
    var changes = [Float](repeating: 0, count: profile.count)
    for i in 1..<profile.count - 1 {
      let d = (0.5 * factor) * (profile[i + 1] - profile[i - 1])
      changes[i] = (d * d).sum().squareRoot()
    }
    let most = changes[first...].max() ?? 0
    // The difference of two means of as many pixels as a station has taps, over two pixels.
    let expected = noise * (factor / 2).squareRoot()
    let least = max(Parameters.least.change, Parameters.least.deviations * expected, Parameters.least.share * most)
    var found: [Edge] = []
    for i in first..<profile.count - 1 where changes[i] >= least {
      guard changes[i] > changes[i - 1], changes[i] >= changes[i + 1] else { continue }
      let peak = Double(parabolaPeak(changes[i - 1], changes[i], changes[i + 1]))
      found.append(Edge(station: station, along: along, offset: Double(i - middle) + peak, change: changes[i]))
    }
    if found.count > Parameters.least.count {
      found.sort { $0.change > $1.change }
      found.removeLast(found.count - Parameters.least.count)
    }
    edges += found
  }

  // MARK: The angle

  /// The turn, in radians, by which most stations come to lie on few lines.
  private func vote(_ sides: [Side], reach: Double, longest: Double) -> Double {
    let step = Parameters.step / max(1, longest)
    let count = Int((reach / Parameters.step).rounded(.up))
    let bins = Int(2 * (2 * reach + 4) / Parameters.bin)
    var sums = [Float](repeating: 0, count: bins + 1)
    var best = (score: Float(0), angle: 0.0)
    for k in -count...count {
      let angle = Double(k) * step
      var score: Float = 0
      for side in sides where !side.outside.isBorder && side.visible > 0 {
        for i in sums.indices { sums[i] = 0 }
        for edge in side.edges {
          let bin = Int((edge.offset - edge.along * angle + 2 * reach + 4) / Parameters.bin)
          if bin >= 0, bin < bins { sums[bin] += min(edge.change, Parameters.most).squareRoot() }
        }
        var most: Float = 0
        for i in 1..<bins { most = max(most, sums[i - 1] + sums[i] + sums[i + 1]) }
        score += most / Float(side.visible)
      }
      // The least turn, if several have as many votes.
      score *= 1 - 0.02 * Float(abs(k)) / Float(max(1, count))
      if score > best.score { best = (score, angle) }
    }
    return best.angle
  }

  /// The least-squares angle of the stations on all lines. The lines move with it.
  private func settled(
    _ sides: [Side], _ lines: inout [(ridge: Ridge?, isRagged: Bool)], angle: Double
  ) -> Double {
    var (angle, near) = (angle, Parameters.near)
    for _ in 0..<3 {
      var equations = NormalEquations<SIMD8<Double>>(count: 5)
      for k in 0..<4 {
        equations.pull(k + 1, to: lines[k].ridge?.offset ?? 0, weight: 1e-6)
        guard let ridge = lines[k].ridge, !lines[k].isRagged else { continue }
        for edge in sides[k].edges where abs(edge.offset - edge.along * angle - ridge.offset) < near {
          var factors = SIMD8<Double>(repeating: 0)
          (factors[0], factors[k + 1]) = (edge.along, 1)
          equations.add(factors, equals: edge.offset, weight: Double(min(edge.change, Parameters.most)))
        }
      }
      guard let solution = equations.solution else { return angle }
      angle = solution[0]
      for k in 0..<4 { lines[k].ridge?.offset = solution[k + 1] }
      near = 0.7 * near
    }
    return angle
  }
}

// MARK: - The sides

extension RectangleFit {
  /// The edge of a side that is the print's.
  private func ridge(_ side: Side, angle: Double, reach: Double) -> Ridge? {
    guard !side.outside.isBorder, side.visible > 0 else { return nil }
    let ridges = ridges(side, angle: angle, reach: reach)
    let sure = ridges.filter { $0.support >= Parameters.support }
    func weight(_ ridge: Ridge) -> Double {
      let away = abs(ridge.offset) / (reach + 1)
      return ridge.support * Double(ridge.change) * (1 - Parameters.distanceCost * away)
    }
    let strongest = ridges.max { weight($0) < weight($1) }
    guard let first = side.outside.isBed ? sure.first : sure.max(by: { weight($0) < weight($1) }) else {
      return strongest
    }
    let group = sure.filter { $0.offset >= first.offset && $0.offset <= first.offset + shadow }
    let most = group.map(\.change).max() ?? 0
    return group.last { $0.change >= Parameters.strength * most } ?? first
  }

  /// The edges along a side, from the outside in.
  private func ridges(_ side: Side, angle: Double, reach: Double) -> [Ridge] {
    let placed = side.edges.map { (offset: $0.offset - $0.along * angle, change: $0.change, station: $0.station) }
      .sorted { $0.offset < $1.offset }
    var ridges: [Ridge] = []
    // For each station, the edge after which it was last counted.
    var counted = [Int](repeating: -1, count: (placed.map(\.station).max() ?? 0) + 1)
    var first = 0
    for (i, one) in placed.enumerated() where abs(one.offset) <= reach + 1 {
      var (count, sum, offsets) = (0, Float(0), 0.0)
      while placed[first].offset < one.offset - Parameters.near { first += 1 }
      for other in placed[first...] {
        if other.offset > one.offset + Parameters.near { break }
        guard counted[other.station] != i else { continue }
        counted[other.station] = i
        count += 1
        sum += other.change
        offsets += other.offset
      }
      let ridge = Ridge(
        offset: offsets / Double(count), support: Double(count) / Double(side.visible), change: sum / Float(count))
      if let last = ridges.last, abs(last.offset - ridge.offset) < Parameters.apart {
        if ridge.support > last.support { ridges[ridges.count - 1] = ridge }
      } else {
        ridges.append(ridge)
      }
    }
    return ridges
  }

  /// The line of a side whose first edges lie at different depths, as on a deckled print; nil if they lie too far apart.
  private func ragged(_ side: Side, angle: Double, reach: Double) -> Ridge? {
    var first: [Int: Edge] = [:]
    for edge in side.edges where edge.change > 2 * Parameters.least.change {
      if edge.offset < first[edge.station]?.offset ?? .infinity { first[edge.station] = edge }
    }
    let offsets = first.values.map { $0.offset - $0.along * angle }.sorted()
    guard !offsets.isEmpty, Double(offsets.count) >= Parameters.ragged * Double(side.visible) else { return nil }
    let spread = offsets[offsets.count * 3 / 4] - offsets[offsets.count / 4]
    guard spread > Parameters.near else { return nil }
    let low = offsets[Int(Parameters.outermost * Double(offsets.count))]
    let within = offsets.count { $0 >= low - 1 && $0 <= low + raggedness }
    guard Double(within) >= Parameters.ragged * Double(side.visible) else { return nil }
    return Ridge(offset: low, support: Double(within) / Double(side.visible), change: Parameters.most)
  }

  private func place(_ side: Side, _ ridge: Ridge, isRagged: Bool, angle: Double) -> Double {
    if isRagged { return ridge.offset }
    let offsets = side.edges.map { $0.offset - $0.along * angle }.filter { abs($0 - ridge.offset) < Parameters.near }
      .sorted()
    return offsets.isEmpty ? ridge.offset : offsets[offsets.count / 2]
  }
}
