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

  /// Lengths are pixels, changes are levels a pixel.
  private enum Parameters {
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
    /// The least share of an edge's stations that get darker inwards, if it is a shadow's.
    static let darker = 0.8
    /// The least share of an edge's stations with bed outside, if it is a print's.
    static let bed = 0.75
    /// The support from which a side counts as even.
    static let even = 0.8
    /// The least share of the stations of a ragged side, such as a deckled one, and the share of them outside its line.
    static let (ragged, outermost) = (0.7, 0.12)
  }

  let reader: EdgeReader
  /// The greatest distance from a shadow's edge to the print's, in pixels.
  var shadow: Double
  /// The greatest depth of a ragged side, in pixels.
  let raggedness: Double

  /// An edge along a whole side.
  private struct Ridge {
    var offset: Double
    var support: Double
    var change: Float
    /// The shares of its stations that get darker inwards, and that have bed outside.
    var darker: Double
    var bed: Double
  }

  /// - Parameters:
  ///   - rectangle: in photo pixels.
  ///   - reach: how far off its sides may be, in pixels.
  ///   - outside: what lies outside each side, in the order of `Quad.Side`.
  func fitted(_ rectangle: PageRectangle, reach: Double, _ density: EdgeReader.Density, outside: [EdgeReader.Outside])
    -> Finding
  {
    let sides = zip(Quad.Side.allCases, outside).map { side, outside in
      reader.edges(along: rectangle[side], reach: reach, density, outside)
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

  // MARK: The angle

  /// The turn, in radians, by which most stations come to lie on few lines.
  private func vote(_ sides: [SideEdges], reach: Double, longest: Double) -> Double {
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
    _ sides: [SideEdges], _ lines: inout [(ridge: Ridge?, isRagged: Bool)], angle: Double
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
  private func ridge(_ side: SideEdges, angle: Double, reach: Double) -> Ridge? {
    guard !side.outside.isBorder, side.visible > 0 else { return nil }
    let ridges = ridges(side, angle: angle, reach: reach)
    let sure = ridges.filter { $0.support >= Parameters.support }
    func weight(_ ridge: Ridge) -> Double {
      let away = abs(ridge.offset) / (reach + 1)
      return ridge.support * Double(ridge.change) * (1 - Parameters.distanceCost * away)
    }
    let strongest = ridges.max { weight($0) < weight($1) }
    let isBed = side.outside.isBed
    // Beside another print, its edge shows, too.
    let own = sure.filter { $0.bed >= Parameters.bed }
    guard let first = isBed ? sure.first : (own.isEmpty ? sure : own).max(by: { weight($0) < weight($1) }) else {
      return strongest
    }
    let group = sure.filter { $0.offset >= first.offset && $0.offset <= first.offset + shadow }
    let most = group.map(\.change).max() ?? 0
    var chosen = first
    for ridge in group.dropFirst() where ridge.change >= Parameters.strength * most {
      // What gets lighter from the bed on is no shadow.
      if isBed, chosen.darker < Parameters.darker { break }
      chosen = ridge
    }
    return chosen
  }

  /// The edges along a side, from the outside in.
  private func ridges(_ side: SideEdges, angle: Double, reach: Double) -> [Ridge] {
    let placed = side.edges.map { (offset: $0.offset - $0.along * angle, edge: $0) }.sorted { $0.offset < $1.offset }
    var ridges: [Ridge] = []
    // For each station, the edge after which it was last counted.
    var counted = [Int](repeating: -1, count: (placed.map(\.edge.station).max() ?? 0) + 1)
    var first = 0
    for (i, one) in placed.enumerated() where abs(one.offset) <= reach + 1 {
      var (count, sum, offsets, darker, bed) = (0, Float(0), 0.0, 0, 0)
      while placed[first].offset < one.offset - Parameters.near { first += 1 }
      for other in placed[first...] {
        if other.offset > one.offset + Parameters.near { break }
        guard counted[other.edge.station] != i else { continue }
        counted[other.edge.station] = i
        count += 1
        sum += other.edge.change
        offsets += other.offset
        if other.edge.isDarker { darker += 1 }
        if other.edge.hasBed { bed += 1 }
      }
      let ridge = Ridge(
        offset: offsets / Double(count), support: Double(count) / Double(side.visible), change: sum / Float(count),
        darker: Double(darker) / Double(count), bed: Double(bed) / Double(count))
      if let last = ridges.last, abs(last.offset - ridge.offset) < Parameters.apart {
        if ridge.support > last.support { ridges[ridges.count - 1] = ridge }
      } else {
        ridges.append(ridge)
      }
    }
    return ridges
  }

  /// The line of a side whose first edges lie at different depths, as on a deckled print; nil if they lie too far apart.
  private func ragged(_ side: SideEdges, angle: Double, reach: Double) -> Ridge? {
    var first: [Int: SideEdges.Edge] = [:]
    for edge in side.edges where edge.change > 2 * EdgeReader.leastChange {
      if edge.offset < first[edge.station]?.offset ?? .infinity { first[edge.station] = edge }
    }
    let offsets = first.values.map { $0.offset - $0.along * angle }.sorted()
    guard !offsets.isEmpty, Double(offsets.count) >= Parameters.ragged * Double(side.visible) else { return nil }
    let spread = offsets[offsets.count * 3 / 4] - offsets[offsets.count / 4]
    guard spread > Parameters.near else { return nil }
    let low = offsets[Int(Parameters.outermost * Double(offsets.count))]
    let within = offsets.count { $0 >= low - 1 && $0 <= low + raggedness }
    guard Double(within) >= Parameters.ragged * Double(side.visible) else { return nil }
    return Ridge(
      offset: low, support: Double(within) / Double(side.visible), change: Parameters.most, darker: 0, bed: 0)
  }

  private func place(_ side: SideEdges, _ ridge: Ridge, isRagged: Bool, angle: Double) -> Double {
    if isRagged { return ridge.offset }
    let offsets = side.edges.map { $0.offset - $0.along * angle }.filter { abs($0 - ridge.offset) < Parameters.near }
      .sorted()
    return offsets.isEmpty ? ridge.offset : offsets[offsets.count / 2]
  }
}
