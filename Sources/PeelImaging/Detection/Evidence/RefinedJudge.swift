/// Scores quads again after laying them on the full-size photo: first each alone, then among the others. The
/// likely ones are also judged by how they look.
struct RefinedJudge: Sendable {
  struct Parameters: Sendable {
    /// Quads to refine, and how many in one place.
    var limit = 120
    var limitInOnePlace = 6
    /// Least score on the reduced grid of a quad to refine. With -2.5 and a limit of 80, 18 of 204 prints of sources that
    /// didn't train weren't refined; with these, 3.
    var leastScore = -5.0
    /// The number of best quads to refine whatever their scores.
    var always = 4
    /// Quads to refine besides those: the least overlap with what lies on even ground, as intersection over union, how many
    /// in one place, and how many at all.
    var islands = (leastOverlap: 0.9, inOnePlace: 2, limit: 60)
    /// The least odds of a silhouette, as a logarithm: 73 %. In 8 sets of photos, 58 of 72 were right, and 13 lay around
    /// prints that touch; no photo without a print had one.
    var silhouetteOdds = 1.0
    /// The tolerance of the proportions, relative to that on the reduced grid: the corners are known better.
    var ratioShare = 0.7
    /// The weight of how a quad looks, the most that the network says either way, and the least score without it of a quad
    /// that is looked at. The network is too sure of what is unlike all that it was fitted to.
    var appearance = (weight: 1.25, most: 4.0, leastScore: -6.0)
    /// Multiplies the score, because trees and network are too sure of photos whose sources didn't train: there, the slope
    /// of a logistic regression is 0.64 to 0.73 (Platt, "Probabilistic outputs for support vector machines", 1999). With 1,
    /// up to 4 of 217 such photos without a print had a sure one; with this, up to 1.
    var certainty = 0.65

    /// Those of `judged`, best first, that are laid on the full-size photo.
    func quadsToRefine(among judged: [ScoredQuad]) -> [Quad] {
      let likely = judged.enumerated().filter { $0 < always || $1.score > leastScore }
        .map(\.element.quad).distinct(inOnePlace: limitInOnePlace, limit: limit, quad: \.self)
      // Busy pictures have many better outlines within.
      let silhouettes = judged.filter { $0.evidence.islandOverlap > islands.leastOverlap }
        .sorted { $0.evidence.islandOverlap > $1.evidence.islandOverlap }
        .map(\.quad).distinct(inOnePlace: islands.inOnePlace, limit: islands.limit, quad: \.self)
      return (likely + silhouettes).distinct(
        inOnePlace: limitInOnePlace + islands.inOnePlace, limit: limit + islands.limit, quad: \.self)
    }
  }

  let search: SearchContext
  let judge: Judge
  let refinement: Refinement
  let patches: PatchSource

  private var parameters: Parameters { search.parameters.refining }
  private var scale: Double { search.scale }
  private var weights: Evidence.Weights { search.parameters.refinedWeights }

  /// The best of `judged` on the full-size photo, in photo pixels, best first.
  func refined(_ judged: [ScoredQuad]) -> [ScoredQuad] {
    let laid = laid(parameters.quadsToRefine(among: judged))
    var looks: [Quad: Double] = [:]
    let ranked = ranked(laid, &looks)
    let alike = AlikePrints(ranked, in: search.border.quad.map { scale * $0 }, search.parameters.alike)
    let touching = TouchingPrints(parameters: search.parameters.touching)
    func onGrid(_ quads: [Quad]) -> [Quad] { quads.map { quad in quad.map { (1 / scale) * $0 } } }
    let resized = judge.nearEdges(onGrid(alike?.resized ?? []), isSized: true)
    let proposals = (alike?.continuations ?? []) + touching.proposals(ranked)
    let rows = touching.rows(ranked).map { row in
      let parts = judge.nearEdges(onGrid(row), leastShare: search.parameters.touching.leastShare)
      return parts.count == row.count ? parts : []
    }
    let others = judge.nearEdges(onGrid(proposals)) + rows.joined()
    let further = self.laid(resized, isSized: true) + self.laid(others)
    return touching.settled(further.isEmpty ? ranked : self.ranked(laid + further, &looks))
  }

  /// Quads of the reduced grid, laid on the full-size photo each by itself.
  private func laid(_ quads: [Quad], isSized: Bool = false) -> [ScoredQuad] {
    quads.map(threads: search.threads) { refined($0, films: search.films, isSized: isSized) }.compactMap(\.self)
  }

  /// Scores quads among each other, and by how they look; best first.
  ///
  /// - Parameter looks: what the network says of the quads that it was asked about, to ask it once.
  private func ranked(_ laid: [ScoredQuad], _ looks: inout [Quad: Double]) -> [ScoredQuad] {
    var all = laid
    let quads = all.map { ($0.quad, $0.evidence) }
    for i in all.indices {
      all[i].evidence.addSurroundings(of: all[i].quad, among: quads)
      all[i].score = all[i].evidence.score(weights, search.model.refinedTrees)
    }
    let contexts = Context.contexts(
      of: all.map { Context.Member($0.quad, elongation: $0.evidence[.elongation], score: $0.score) })
    for i in all.indices {
      all[i].evidence.context = contexts[i]
      all[i].score += search.model.contextTrees.value(all[i].evidence.features)
    }
    let isSeen = all.map { $0.score > parameters.appearance.leastScore }
    let unknown = all.indices.filter { isSeen[$0] && looks[all[$0].quad] == nil }.map { all[$0].quad }
    let values = unknown.map(threads: search.threads) { look(of: $0) }
    for (quad, value) in zip(unknown, values) { looks[quad] = value }
    for i in all.indices {
      let look = isSeen[i] ? looks[all[i].quad] ?? 0 : 0
      all[i].score = parameters.certainty * (all[i].score + look)
      if all[i].evidence.isSilhouette { all[i].score = max(all[i].score, parameters.silhouetteOdds) }
    }
    return all.sorted { $0.score > $1.score }
  }

  private func look(of quad: Quad) -> Double {
    guard let patch = patches.patch(of: quad.map { (1 / scale) * $0 }) else { return 0 }
    let most = parameters.appearance.most
    return parameters.appearance.weight * min(max(search.model.network.value(of: patch), -most), most)
  }

  /// A quad of the reduced grid laid on the full-size photo, with its evidence except for its surroundings.
  ///
  /// Its score is the weights' sum alone.
  ///
  /// - Parameters:
  ///   - covers: the prints on top, in samples of the reduced grid.
  ///   - isSized: whether other prints tell the quad's size. Its sides lie near then, so that the faint edge of a white frame
  ///     on a white wall doesn't lose to the clear edge of the picture.
  /// - Returns: nil if its sides form no convex quad near the given one.
  func refined(
    _ quad: Quad, films: [FilmFormat], beneath covers: Covers = .none, isSized: Bool = false
  ) -> ScoredQuad? {
    let passes = isSized ? Refinement.near(scale: scale) : Refinement.rough(scale: scale)
    guard let refined = refinement.refined(quad.map { scale * $0 }, passes, beneath: covers.scaled(by: scale)),
      let seen = judge.evidence(
        ofRefined: refined.quad.map { (1 / scale) * $0 }, ratioShare: parameters.ratioShare, films: films,
        beneath: covers)
    else { return nil }
    var evidence = seen.evidence
    evidence.add(refined, scale: scale)
    return ScoredQuad(
      quad: refined.quad, fits: seen.fits, tilt: seen.tilt, evidence: evidence, score: evidence.score(weights))
  }
}
