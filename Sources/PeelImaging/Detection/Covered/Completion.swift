/// A partly covered print, completed.
struct CompletedPrint: Sendable {
  /// The print's outline and evidence, in photo pixels.
  var scored: ScoredQuad
  /// The prints on top of it, in photo pixels.
  var covers: Covers
}

/// Completes prints that other prints partly cover.
///
/// A likely print of a known film gives the table's perspective. On the table, a covered print is a rectangle of a film's
/// size. A side that runs beneath a cover and one that meets it at a right angle determine its position; the other visible
/// sides determine its film. A completed print may cover others in turn, as in a fan of prints.
struct Completion {
  /// Lengths are samples of the reduced grid unless stated otherwise.
  struct Parameters: Sendable {
    /// Least confidence, 0…1, of a print whose table is searched for covered prints.
    var leastConfidenceOfCover = 0.5
    /// Logarithm of the odds that a placement is a print, before its pixels are examined: 11 of 565 placements in 111
    /// photos were.
    var priorOdds = -4.0
    /// How much lower the odds are for another film than the cover's: one side of three Instax films is equally long.
    var oddsOfOtherFilm = 2.0
    /// Least logarithm of the odds of a completed print: none of 13 true ones had less than -1.1, and no other more than
    /// -3.5.
    var leastOdds = -3.0
    /// Greatest logarithm of the odds of a completed print: 85 %.
    var greatestOdds = 1.73
    /// Maximum number of completed prints in a photo.
    var limit = 8
    /// Least fraction of the smaller of two prints that overlaps for one to lie on the other.
    var leastOverlap = 0.01
    /// The width around a cover within which its own edge hides what lies beneath.
    var hiddenMargin = 2.0
    /// Segments this close to a print's outline belong to it, or to its shadow.
    var outlineWidth = 3.0
    /// Positions examined along a side at a glance. Twice as many are examined to find which of two prints lies on top.
    var positions = 14
    /// How far an edge may lie from a side at a glance.
    var reach = 2
    /// Fraction of the outline that is visible for a placement to be examined.
    var shown = 0.3...0.96
    /// Least fraction of the visible outline with an edge along it.
    var leastShare = 0.6
    /// Least fraction of a side's visible part with an edge, if at least this fraction of the side is visible.
    var leastSideShare = (share: 0.35, ofShown: 0.2)
    /// Placements of the cover's film, and of other films, whose pixels are examined, and how many in one place.
    var judged = 8
    var judgedInOnePlace = 4
    /// How many of the best of them are refined on the full-size photo, and their least score: none of 13 true ones had
    /// less than 1.5, and nine of ten others did.
    var refined = 3
    var leastScore = 0.0
  }

  let search: SearchContext
  let judge: Judge
  let refinedJudge: RefinedJudge

  private var parameters: Parameters { search.parameters.covered }
  private var scale: Double { search.scale }

  /// Completes the prints beneath the likely ones of `prints`, as far as enough of them is visible; the uppermost first.
  func completed(beneath prints: [Print], _ segments: [Segment]) -> [CompletedPrint] {
    let seen = prints.filter { $0.confidence >= parameters.leastConfidenceOfCover }
    var likely = seen.filter { $0.film != nil }
    // Beside a sure print, a less likely one may be the visible piece of a covered print, as may any with another on it.
    let sure = likely.filter { one in
      one.confidence >= Detection.sureConfidence && !seen.contains { isCovered(one.quad, by: $0.quad) }
    }
    if !sure.isEmpty { likely = sure }
    var covers = likely.map { print in print.quad.map { (1 / scale) * $0 } }
    var free = segments
    for cover in covers { free = pieces(of: free, outside: cover) }
    var found: [CompletedPrint] = []
    for (print, root) in zip(likely, covers) {
      guard let film = print.film, let table = Table(film, root, isUpright: print.isUpright) else { continue }
      var pool = table.placements(of: search.films, beneath: root, free)
      while found.count < parameters.limit,
        let best = best(of: pool, film, Covers(covers, margin: parameters.hiddenMargin), certain: likely.count)
      {
        let quad = best.scored.quad.map { (1 / scale) * $0 }
        found.append(best)
        covers.append(quad)
        free = pieces(of: free, outside: quad)
        pool.removeAll { pieces(of: [$0.side], outside: quad).isEmpty || pieces(of: [$0.next], outside: quad).isEmpty }
        pool += table.placements(of: search.films, beneath: quad, free)
      }
    }
    return found
  }

  private func pieces(of segments: [Segment], outside quad: Quad) -> [Segment] {
    let shortest = search.parameters.segments.shortest
    return segments.flatMap { $0.pieces(outside: quad, width: parameters.outlineWidth, atLeast: shortest) }
  }

  /// A placement with the edges along its outline.
  private struct Glance {
    var placement: Placement
    var covers: Covers
    /// Visible fraction of the outline.
    var shown: Double
    /// The visible length with an edge minus that without, in samples.
    var value: Double
  }

  /// The placement that is most likely a print; nil if none is likely enough.
  ///
  /// - Parameters:
  ///   - film: the film of the cover.
  ///   - certain: the number of covers, from the first, that certainly lie on top.
  private func best(
    of pool: [Placement], _ film: FilmFormat, _ covers: Covers, certain: Int
  ) -> CompletedPrint? {
    let glances = pool.compactMap { glance(at: $0, covers, certain: certain) }.sorted { $0.value > $1.value }
    // Two films in one place differ by less than two places do, so the cover's film and the others are chosen separately.
    let few = [true, false].flatMap { isSameFilm in
      glances.filter { ($0.placement.film == film) == isSameFilm }.distinct(
        inOnePlace: parameters.judgedInOnePlace, limit: parameters.judged, quad: \.placement.quad)
    }
    var rough: [(glance: Glance, scored: ScoredQuad)] = []
    for one in few {
      let scored = judge.judged(one.placement.quad, films: [one.placement.film], beneath: one.covers)
      if let scored, scored.score > parameters.leastScore { rough.append((one, scored)) }
    }
    func odds(_ one: Glance, _ score: Double) -> Double {
      // Covered parts bring no evidence, so there the odds stay as before.
      let prior = parameters.priorOdds
      return prior + one.shown * (score - prior) - (one.placement.film == film ? 0 : parameters.oddsOfOtherFilm)
    }
    rough.sort { odds($0.glance, $0.scored.score) > odds($1.glance, $1.scored.score) }
    var best: CompletedPrint?
    for (one, scored) in rough.prefix(parameters.refined) {
      guard var scored = refinedJudge.refined(scored.quad, films: [one.placement.film], beneath: one.covers) else {
        continue
      }
      scored.score = odds(one, scored.score)
      guard scored.score > best?.scored.score ?? parameters.leastOdds else { continue }
      best = CompletedPrint(scored: scored, covers: one.covers.scaled(by: scale))
    }
    if let odds = best?.scored.score { best?.scored.score = min(odds, parameters.greatestOdds) }
    return best
  }

  /// nil if hardly anything is covered, too little is visible, or the visible part has too few edges.
  private func glance(at placement: Placement, _ covers: Covers, certain: Int) -> Glance? {
    let quad = placement.quad
    let positions = parameters.positions
    let covers = covers.filter(from: certain) { liesBeneath(quad, $0) }
    var (shown, hits, value) = (0, 0, 0.0)
    for side in Quad.Side.allCases {
      let (seen, edged) = look(along: side, of: quad, positions: positions) { !covers.hide($0) }
      let least = parameters.leastSideShare
      guard Double(seen) < least.ofShown * Double(positions) || Double(edged) >= least.share * Double(seen) else {
        return nil
      }
      shown += seen
      hits += edged
      value += quad.length(of: side) * Double(2 * edged - seen) / Double(positions)
    }
    let share = Double(shown) / Double(4 * positions)
    guard parameters.shown.contains(share), Double(hits) >= parameters.leastShare * Double(shown) else { return nil }
    return Glance(placement: placement, covers: covers, shown: share, value: value)
  }

  /// Counts positions along a side that lie in the photo and satisfy a condition, and how many of them have an edge.
  private func look(
    along side: Quad.Side, of quad: Quad, positions: Int, where isWanted: (Point) -> Bool
  ) -> (seen: Int, edged: Int) {
    let (from, to) = quad[side]
    let normal = (to - from).normalized.perpendicular
    var (seen, edged) = (0, 0)
    for k in 0..<positions {
      let position = from.mixed(with: to, (Double(k) + 0.5) / Double(positions))
      guard search.edges.isInside(position), isWanted(position) else { continue }
      seen += 1
      if search.edges.isEdge(at: position, normal: EdgeMap.FixedPoint(normal), reach: parameters.reach) { edged += 1 }
    }
    return (seen, edged)
  }

  /// Whether the second of two crossing outlines on the reduced grid lies on the first: the upper one's sides have edges
  /// throughout.
  private func liesBeneath(_ quad: Quad, _ other: Quad) -> Bool {
    share(of: other, within: quad) > share(of: quad, within: other)
  }

  /// Whether two outlines in photo pixels overlap, and the second lies on the first.
  func isCovered(_ quad: Quad, by other: Quad) -> Bool {
    let hidden = quad.intersectionArea(other)
    guard hidden > parameters.leastOverlap * min(quad.area, other.area) else { return false }
    return liesBeneath(quad.map { (1 / scale) * $0 }, other.map { (1 / scale) * $0 })
  }

  /// The fraction of a quad's outline inside another that has an edge along it; 0 if none lies inside.
  private func share(of quad: Quad, within other: Quad) -> Double {
    let inside = Covers([other], margin: -parameters.hiddenMargin)
    var (seen, edged) = (0, 0)
    for side in Quad.Side.allCases {
      let look = look(along: side, of: quad, positions: 2 * parameters.positions) { inside.hide($0) }
      seen += look.seen
      edged += look.edged
    }
    return Double(edged) / Double(max(1, seen))
  }
}
