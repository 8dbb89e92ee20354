/// A print completed beneath others.
struct CompletedPrint: Sendable {
  /// In photo pixels.
  var scored: Scored
  /// What lies on it, in photo pixels.
  var covers: Covers
}

/// Completes prints that other prints partly cover.
///
/// A print that was surely found says where each millimetre of its table lies. There a covered print is the rectangle of
/// a film: a side that runs beneath a cover and one that meets it at a right angle tell where it lies, and what shows of
/// the rest which film it is. A print that was completed covers others in turn, as in a fan.
struct Completion {
  private let judge: Judge
  private let edges: EdgePoints
  private let refinement: Refinement
  private let parameters: Detector.Parameters
  /// Photo pixels along a sample of the reduced grid.
  private let scale: Double

  /// Samples around a cover in which its own edge drowns what lies beneath.
  private static let drowned = 2.0
  /// Segments at most so many samples from a print's outline are its own, or its shadow's.
  private static let outlineWidth = 3.0
  /// Places along a side that are glanced at.
  private static let places = 14
  /// Share of the outline that shows, of a placement that is looked at.
  private static let shown = 0.3...0.96
  /// Share of what shows that must have an edge along it, and of a side of which at least so much shows.
  private static let leastShare = 0.6
  private static let leastSideShare = (share: 0.35, ofShown: 0.2)
  /// Placements of the neighbour's film, and of others, whose pixels are looked at, and of those in one place.
  private static let judged = 8
  private static let judgedInOnePlace = 4
  /// The best of them that are laid on the full-size photo, and their least score: of 13 true ones none had less than
  /// 1.5, of the others nine in ten.
  private static let refined = 3
  private static let leastScore = 0.0

  init(
    _ judge: Judge, _ edges: EdgePoints, _ refinement: Refinement, scale: Double, _ parameters: Detector.Parameters
  ) {
    self.judge = judge
    self.edges = edges
    self.refinement = refinement
    self.parameters = parameters
    self.scale = scale
  }

  /// The prints beneath the sure ones, as far as enough shows to complete them, the uppermost first.
  func completed(beneath prints: [Print], _ segments: [Segment]) -> [CompletedPrint] {
    let sure = prints.filter { $0.confidence >= parameters.leastConfidenceOfCover && $0.film != nil }
    var covers = sure.map { print in print.quad.map { (1 / scale) * $0 } }
    var free = segments
    for cover in covers { free = pieces(of: free, outside: cover) }
    var found: [CompletedPrint] = []
    for (print, root) in zip(sure, covers) {
      guard let film = print.film, let table = Table(film, root, isUpright: print.isUpright) else { continue }
      var pool = table.placements(of: parameters.films, beneath: root, free)
      while found.count < parameters.completed,
        let best = best(of: pool, film, Covers(covers, margin: Self.drowned), certain: sure.count)
      {
        let quad = best.scored.quad.map { (1 / scale) * $0 }
        found.append(best)
        covers.append(quad)
        free = pieces(of: free, outside: quad)
        pool.removeAll { pieces(of: [$0.side], outside: quad).isEmpty || pieces(of: [$0.next], outside: quad).isEmpty }
        pool += table.placements(of: parameters.films, beneath: quad, free)
      }
    }
    return found
  }

  private func pieces(of segments: [Segment], outside quad: Quad) -> [Segment] {
    segments.flatMap { $0.pieces(outside: quad, width: Self.outlineWidth, atLeast: parameters.shortestSegment) }
  }

  /// A placement with what is known of it at a glance.
  private struct Glance {
    var placement: Placement
    var covers: Covers
    /// Share of the outline that shows.
    var shown: Double
    /// Samples of it with an edge, without as many as have none.
    var value: Double
  }

  /// The placement that most likely is a print; nil where none is likely enough. The first `certain` covers surely lie
  /// on top.
  private func best(
    of pool: [Placement], _ neighbour: FilmFormat, _ covers: Covers, certain: Int
  ) -> CompletedPrint? {
    let glances = pool.compactMap { glance(at: $0, covers, certain: certain) }.sorted { $0.value > $1.value }
    // Films differ by less than tells two places apart.
    let few = [true, false].flatMap { isNeighbours in
      glances.filter { ($0.placement.film == neighbour) == isNeighbours }.spread(
        each: Self.judgedInOnePlace, limit: Self.judged, quad: \.placement.quad)
    }
    var rough: [(glance: Glance, scored: Scored)] = []
    for one in few {
      let scored = judge.scored(one.placement.quad, films: [one.placement.film], beneath: one.covers)
      if let scored, scored.score > Self.leastScore { rough.append((one, scored)) }
    }
    func odds(_ one: Glance, _ score: Double) -> Double {
      // What is hidden brings no evidence: there the odds stay what they were.
      let prior = parameters.oddsOfCovered
      return prior + one.shown * (score - prior)
        - (one.placement.film == neighbour ? 0 : parameters.oddsOfNeighboursFilm)
    }
    rough.sort { odds($0.glance, $0.scored.score) > odds($1.glance, $1.scored.score) }
    var best: CompletedPrint?
    for (one, scored) in rough.prefix(Self.refined) {
      guard
        var scored = judge.refined(scored.quad, refinement, films: [one.placement.film], beneath: one.covers)
      else { continue }
      scored.score = odds(one, scored.score)
      guard scored.score > best?.scored.score ?? parameters.leastOddsOfCovered else { continue }
      best = CompletedPrint(scored: scored, covers: one.covers.scaled(by: scale))
    }
    if let odds = best?.scored.score { best?.scored.score = min(odds, parameters.greatestOddsOfCovered) }
    return best
  }

  /// nil where hardly anything is hidden, too little shows, or what shows has too few edges.
  private func glance(at placement: Placement, _ covers: Covers, certain: Int) -> Glance? {
    let quad = placement.quad
    let covers = covers.filter(from: certain) { liesBeneath(quad, $0) }
    var (shown, hits, value) = (0, 0, 0.0)
    for side in Quad.Side.allCases {
      let (seen, edged) = look(along: side, of: quad, places: Self.places) { !covers.hide($0) }
      let least = Self.leastSideShare
      guard Double(seen) < least.ofShown * Double(Self.places) || Double(edged) >= least.share * Double(seen) else {
        return nil
      }
      shown += seen
      hits += edged
      value += quad.length(of: side) * Double(2 * edged - seen) / Double(Self.places)
    }
    let share = Double(shown) / Double(4 * Self.places)
    guard Self.shown.contains(share), Double(hits) >= Self.leastShare * Double(shown) else { return nil }
    return Glance(placement: placement, covers: covers, shown: share, value: value)
  }

  /// Of some places along a side: how many lie in the photo where `isWanted`, and how many of those have an edge.
  private func look(
    along side: Quad.Side, of quad: Quad, places: Int, where isWanted: (Point) -> Bool
  ) -> (seen: Int, edged: Int) {
    let (from, to) = quad[side]
    let normal = (to - from).normalized.perpendicular
    var (seen, edged) = (0, 0)
    for k in 0..<places {
      let place = from.mixed(with: to, (Double(k) + 0.5) / Double(places))
      guard edges.isInside(place), isWanted(place) else { continue }
      seen += 1
      if edges.isEdge(at: place, normal: EdgeMap.Steps(normal), reach: 2) { edged += 1 }
    }
    return (seen, edged)
  }

  /// Whether where two outlines on the reduced grid cross it is the other's that shows: what lies on top has its sides
  /// whole.
  private func liesBeneath(_ quad: Quad, _ other: Quad) -> Bool {
    share(of: other, within: quad) > share(of: quad, within: other)
  }

  /// Whether two outlines in photo pixels cross, and the other lies on the first.
  func isCovered(_ quad: Quad, by other: Quad) -> Bool {
    let hidden = quad.intersectionArea(other)
    guard hidden > parameters.leastOverlap * min(quad.area, other.area) else { return false }
    return liesBeneath(quad.map { (1 / scale) * $0 }, other.map { (1 / scale) * $0 })
  }

  /// Share of a quad's outline within another that has an edge along it; 0 where none lies there.
  private func share(of quad: Quad, within other: Quad) -> Double {
    let inside = Covers([other], margin: -Self.drowned)
    var (seen, edged) = (0, 0)
    for side in Quad.Side.allCases {
      let look = look(along: side, of: quad, places: 2 * Self.places) { inside.hide($0) }
      seen += look.seen
      edged += look.edged
    }
    return Double(edged) / Double(max(1, seen))
  }
}
