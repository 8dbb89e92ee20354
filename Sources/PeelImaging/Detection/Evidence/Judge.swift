/// A quad with its evidence.
package struct ScoredQuad: Sendable {
  /// In samples of the reduced grid; in photo pixels once it is refined.
  package var quad: Quad
  /// The films it can be, best first.
  var fits: [FilmFit]
  /// Degrees between the camera's axis and the print's normal.
  var tilt: Double?
  package var evidence: Evidence
  /// The logarithm of the odds that it is a print.
  package var score: Double
}

/// Scores hypotheses by their pixels on the reduced grid. A hypothesis may also be a print's picture, so the prints around
/// the best ones are scored as well.
struct Judge: Sendable {
  /// Lengths are samples of the reduced grid.
  struct Parameters: Sendable {
    /// Hypotheses that may be pictures, the best covered first, for which surrounding prints are examined. Those around
    /// regions often come first.
    var pictures = 140
    /// Least fraction of a few positions along such a print's sides with an edge. Up to 0.6, no print of the samples is
    /// lost.
    var leastGlance = 0.6
    /// How far an edge may lie from a side of a hypothesis, of a print around a picture, and of a refined quad.
    var hypothesisReach = 2
    var pictureReach = 3
    var refinedReach = 1
    /// The weights of a quad's promise by its edges alone: the least side's share, the sides' continuation beyond the
    /// corners, and the square root of the fraction of the photo covered; the mean share has weight 1.
    var promise = (least: 0.3, beyond: 0.5, size: 0.5)
    /// Least promise (about 0…2) of a quad to examine.
    var leastPromise = 0.55
    /// Quads whose colours and frame are examined, and how many in one place.
    var limit = 240
    var limitInOnePlace = 12
    /// Least score without a film's frame of a quad whose frame is examined. A sixth of all quads of the samples have less,
    /// and 2 of 1629 true ones.
    var leastScoreUnframed = -8.5
    /// How far a picture may be misplaced: bins of the frame's profile, or one sample if that is more.
    var leastFrameSlack = 3
    /// Least visible fraction of a side, and least fraction of that with an edge, for moving it onto its edges when the
    /// quad is partly covered.
    var leastVisible = 0.3
    var leastShare = 0.5
  }

  let search: SearchContext
  let regions: FoundRegions

  private var parameters: Parameters { search.parameters.judging }
  private var weights: Evidence.Weights { search.parameters.weights }

  /// A quad moved onto the edge points beside it, not examined otherwise.
  private struct AlignedQuad: Sendable {
    var quad: Quad
    var sides: [AlignedSide]
    /// The rank by the edges alone.
    var promise: Double
  }

  /// The best hypotheses and prints around pictures, scored, best first.
  func judged(_ hypotheses: [Hypothesis]) -> [ScoredQuad] {
    let pictures = hypotheses.sorted { $0.coverage > $1.coverage }.prefix(parameters.pictures)
    let framed = FramedPictures(
      camera: search.camera, films: search.films, width: search.edges.width, height: search.edges.height)
    let (near, far) = (parameters.hypothesisReach, parameters.pictureReach)
    var aligned = hypotheses.map(threads: search.threads) { align($0.quad, reach: near) }.compactMap(\.self)
    aligned += Array(pictures).map(threads: search.threads) { picture in
      framed.outlines(around: picture.quad).map { search.border.snapped($0, reach: Double(far)) }
        .filter { search.edges.glance(at: $0, reach: far) > parameters.leastGlance }
        .compactMap { align($0, reach: far) }
    }.joined()
    aligned.removeAll { $0.promise <= parameters.leastPromise }
    aligned.sort { $0.promise > $1.promise }
    return aligned.distinct(inOnePlace: parameters.limitInOnePlace, limit: parameters.limit, quad: \.quad)
      .map(threads: search.threads) { one -> ScoredQuad? in
        guard let pose = search.camera.pose(of: one.quad) else { return nil }
        var scored = scored(one.quad, one.sides, pose, films: search.films)
        scored.evidence.add(regions, near: one.quad, border: search.border)
        scored.score = scored.evidence.score(weights, search.model.judgedTrees)
        return scored
      }.compactMap(\.self).sorted { $0.score > $1.score }
  }

  /// Quads moved onto the edge points beside them, without those that have hardly any.
  ///
  /// - Parameters:
  ///   - isSized: whether other prints tell the quads' sizes, so that their sides lie on the nearest edges.
  ///   - leastShare: the least share of each side that has edge points.
  func nearEdges(_ quads: [Quad], isSized: Bool = false, leastShare: Double = 0) -> [Quad] {
    let reach = isSized ? parameters.refinedReach : parameters.pictureReach
    return quads.map(threads: search.threads) { align($0, reach: reach) }.compactMap { aligned in
      guard let aligned, aligned.promise > parameters.leastPromise,
        aligned.sides.allSatisfy({ $0.share >= leastShare })
      else { return nil }
      return aligned.quad
    }
  }

  private func align(_ quad: Quad, reach: Int) -> AlignedQuad? {
    guard let aligned = search.edges.aligned(quad, reach: reach, border: search.border) else { return nil }
    var (share, least, beyond) = (0.0, 1.0, 0.0)
    for side in aligned.sides {
      share += side.share / 4
      least = min(least, side.share)
      beyond += side.beyond / 4
    }
    let size = area(of: aligned.quad).squareRoot()
    let weights = parameters.promise
    return AlignedQuad(
      quad: aligned.quad, sides: aligned.sides,
      promise: share + weights.least * least - weights.beyond * beyond + weights.size * size)
  }

  /// The fraction of the photo that a quad covers.
  private func area(of quad: Quad) -> Double { quad.area / Double(search.edges.width * search.edges.height) }

  private func scored(
    _ quad: Quad, _ sides: [AlignedSide], _ pose: Pose, films: [FilmFormat], beneath covers: Covers = .none
  ) -> ScoredQuad {
    let (evidence, fits) = evidence(
      quad, sides, pose, ratioTolerance: search.camera.ratioTolerance, films: films, beneath: covers)
    return ScoredQuad(
      quad: quad, fits: fits, tilt: pose.tilt, evidence: evidence, score: evidence.score(weights))
  }

  private func evidence(
    _ quad: Quad, _ sides: [AlignedSide], _ pose: Pose, ratioTolerance: Double, films: [FilmFormat],
    beneath covers: Covers
  ) -> (evidence: Evidence, fits: [FilmFit]) {
    let support = SideSupport(quad, search.colours, search.border, beneath: covers)
    var evidence = Evidence(sides: sides, support: support, area: area(of: quad))
    guard evidence.score(weights) > parameters.leastScoreUnframed else { return (evidence, []) }
    let postures = FilmFit.postures(films, ratio: pose.ratio, tolerance: ratioTolerance)
    guard !postures.isEmpty,
      let profile = FrameProfile(quad, search.edges, contrast: support.contrast, beneath: covers)
    else { return (evidence, []) }
    let size = Quad.Side.allCases.map { quad.length(of: $0) }.min() ?? 1
    let slack = max(parameters.leastFrameSlack, FrameProfile.bins(ofOneSampleIn: size))
    let fits = postures.map { FilmFit($0, profile, slack: slack) }.sorted { $0.evidence > $1.evidence }
    if let best = fits.first { evidence.add(best) }
    return (evidence, fits)
  }

  /// Moves the visible sides of a partly covered quad onto the edge points beside them, and scores it.
  ///
  /// - Parameter films: the films that the print can be of.
  /// - Returns: nil if the sides form no convex quad.
  func judged(_ quad: Quad, films: [FilmFormat], beneath covers: Covers) -> ScoredQuad? {
    let sides = search.edges.alignedSides(
      of: quad, reach: parameters.pictureReach, border: search.border, beneath: covers)
    let lines = zip(Quad.Side.allCases, sides).map { side, aligned in
      let shows = aligned.visible > parameters.leastVisible && aligned.share > parameters.leastShare
      return shows ? Line(through: aligned.from, aligned.to) : Line(through: quad[side].from, quad[side].to)
    }
    guard let quad = Quad(crossingSides: lines), quad.isConvex, let pose = search.camera.pose(of: quad) else {
      return nil
    }
    return scored(quad, sides, pose, films: films, beneath: covers)
  }

  /// The evidence of the reduced grid for a refined quad: the grid's edges beside its sides, its colours and its frame.
  ///
  /// - Parameters:
  ///   - quad: the quad, in samples of the reduced grid.
  ///   - ratioShare: the tolerance of the proportions, relative to that of quads that aren't refined.
  func evidence(
    ofRefined quad: Quad, ratioShare: Double, films: [FilmFormat], beneath covers: Covers
  ) -> (evidence: Evidence, fits: [FilmFit], tilt: Double?)? {
    guard let pose = search.camera.pose(of: quad) else { return nil }
    let sides = search.edges.alignedSides(
      of: quad, reach: parameters.refinedReach, border: search.border, beneath: covers)
    var (evidence, fits) = evidence(
      quad, sides, pose, ratioTolerance: ratioShare * search.camera.ratioTolerance, films: films, beneath: covers)
    evidence.add(regions, near: quad, border: search.border)
    evidence.add(pose)
    evidence.strips = Strips(quad, search.colours, search.edges)
    return (evidence, fits, pose.tilt)
  }
}
