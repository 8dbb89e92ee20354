/// A quad with its evidence.
public struct Scored: Sendable {
  /// On the reduced grid; in photo pixels once it is refined.
  public var quad: Quad
  /// The films it can be, best first.
  var fits: [FilmFit]
  var fit: FilmFit? { fits.first }
  var tilt: Double?
  public var evidence: Evidence
  /// Logarithm of the odds that it is a print.
  public var score: Double
}

/// Looks at hypotheses, adds those that they suggest (the print around a picture), and says how good each is.
struct Judge: Sendable {
  private let photoSize: (width: Int, height: Int)
  private let focalLength: Double?
  private let scale: Double
  private let edges: EdgePoints
  private let colours: ColourGrid
  private let parameters: Detector.Parameters
  private let threads: Int

  init(
    _ photo: Photo, _ planes: ReducedPlanes, _ edges: EdgePoints, _ parameters: Detector.Parameters, threads: Int
  ) {
    photoSize = (photo.width, photo.height)
    focalLength = photo.focalLength
    scale = Double(planes.scale)
    self.edges = edges
    self.parameters = parameters
    self.threads = threads
    colours = ColourGrid(planes)
  }

  /// How far a ratio may be off before a film is ruled out: the corners are only known to a sample yet.
  private var ratioTolerance: Double { focalLength == nil ? 0.14 : 0.09 }

  private func pose(_ quad: Quad) -> Pose? {
    Pose(quad: quad.map { scale * $0 }, photoSize: photoSize, focalLength: focalLength)
  }

  /// A quad laid on the edge points beside it, not yet looked at otherwise.
  private struct Laid: Sendable {
    var quad: Quad
    var sides: [SnappedSide]
    /// How well the edges alone speak for it.
    var promise: Double
  }

  /// The hypotheses, and the prints around those that may be pictures, best first.
  func scored(_ hypotheses: [Hypothesis]) -> [Scored] {
    let pictures = hypotheses.sorted { $0.coverage > $1.coverage }.prefix(parameters.pictures)
    var laid = hypotheses.map(threads: threads) { lay($0.quad, reach: 2) }.compactMap(\.self)
    laid += Array(pictures).map(threads: threads) { picture in
      printsAround(picture.quad).filter { edges.glance(at: $0, reach: 3) > parameters.leastGlance }
        .compactMap { lay($0, reach: 3) }
    }.joined()
    laid.removeAll { $0.promise <= parameters.leastPromise }
    laid.sort { $0.promise > $1.promise }
    return laid.spread(each: parameters.judgedInOnePlace, limit: parameters.judged, quad: \.quad)
      .map(threads: threads) { one -> Scored? in
        guard let pose = pose(one.quad) else { return nil }
        let evidence = evidence(
          one.quad, one.sides, pose: pose, ratioTolerance: ratioTolerance, films: parameters.films)
        return Scored(
          quad: one.quad, fits: evidence.fits, tilt: pose.tilt, evidence: evidence.evidence,
          score: evidence.evidence.score(parameters.weights))
      }.compactMap(\.self).sorted { $0.score > $1.score }
  }

  private func lay(_ quad: Quad, reach: Int) -> Laid? {
    guard let snapped = edges.snapped(quad, reach: reach) else { return nil }
    var (share, least, beyond) = (0.0, 1.0, 0.0)
    for side in snapped.sides {
      share += side.share / 4
      least = min(least, side.share)
      beyond += side.beyond / 4
    }
    let area = snapped.quad.area / Double(edges.width * edges.height)
    return Laid(
      quad: snapped.quad, sides: snapped.sides, promise: share + 0.3 * least - 0.5 * beyond + 0.5 * area.squareRoot())
  }

  private func evidence(
    _ quad: Quad, _ sides: [SnappedSide], pose: Pose, ratioTolerance: Double, films: [FilmFormat],
    beneath covers: Covers = .none
  ) -> (evidence: Evidence, fits: [FilmFit]) {
    let support = SideSupport(quad, colours, beneath: covers)
    var evidence = Evidence(
      sides: sides, support: support, area: quad.area / Double(edges.width * edges.height))
    guard evidence.score(parameters.weights) > parameters.leastScoreUnframed else { return (evidence, []) }
    let postures = FilmFit.postures(films, ratio: pose.ratio, tolerance: ratioTolerance)
    guard !postures.isEmpty,
      let profile = FrameProfile(quad, edges, contrast: support.contrast, beneath: covers)
    else { return (evidence, []) }
    let size = Quad.Side.allCases.map { quad.length(of: $0) }.min() ?? 1
    let slack = max(3, Int((200 / size).rounded(.up)))
    let fits = postures.map { FilmFit($0, profile, slack: slack) }.sorted { $0.evidence > $1.evidence }
    if let best = fits.first { evidence.add(best) }
    return (evidence, fits)
  }

  /// The best of `scored` laid on the full-size photo and weighed again, best first.
  func refined(_ scored: [Scored], _ refinement: Refinement) -> [Scored] {
    let few = scored.spread(each: parameters.refinedInOnePlace, limit: parameters.refined, quad: \.quad)
      .enumerated().filter { $0 < parameters.refinedAlways || $1.score > parameters.leastScore }.map(\.element)
    var all = few.map(threads: threads) { refined($0.quad, refinement, films: parameters.films) }.compactMap(\.self)
    let quads = all.map { ($0.quad, $0.evidence) }
    for i in all.indices {
      all[i].evidence.addSurroundings(of: all[i].quad, among: quads)
      all[i].score = all[i].evidence.score(parameters.refinedWeights)
    }
    return all.sorted { $0.score > $1.score }
  }

  /// Of a side that is laid on the edge points beside it: share that shows, and share of that which has an edge.
  private static let leastShown = 0.3
  private static let leastShare = 0.5

  /// A quad of the reduced grid with the sides that show laid on the edge points beside them, and its evidence; nil
  /// where they make no quad there.
  func scored(_ quad: Quad, films: [FilmFormat], beneath covers: Covers) -> Scored? {
    let sides = Quad.Side.allCases.map {
      edges.snapped(from: quad[$0].from, to: quad[$0].to, reach: 3, beneath: covers)
    }
    let lines = zip(Quad.Side.allCases, sides).map { side, snapped in
      let shows = snapped.visible > Self.leastShown && snapped.share > Self.leastShare
      return shows ? Line(through: snapped.from, snapped.to) : Line(through: quad[side].from, quad[side].to)
    }
    guard let quad = Quad(crossingSides: lines), quad.isConvex, let pose = pose(quad) else { return nil }
    let (evidence, fits) = evidence(
      quad, sides, pose: pose, ratioTolerance: ratioTolerance, films: films, beneath: covers)
    return Scored(
      quad: quad, fits: fits, tilt: pose.tilt, evidence: evidence, score: evidence.score(parameters.weights))
  }

  /// A quad of the reduced grid laid on the full-size photo, with its evidence but for what lies around it; nil where
  /// its sides make no quad there.
  ///
  /// - Parameter covers: on the reduced grid.
  func refined(
    _ quad: Quad, _ refinement: Refinement, films: [FilmFormat], beneath covers: Covers = .none
  ) -> Scored? {
    let passes = Refinement.rough(scale: scale)
    guard let refined = refinement.refined(quad.map { scale * $0 }, passes, beneath: covers.scaled(by: scale)) else {
      return nil
    }
    let small = refined.quad.map { (1 / scale) * $0 }
    guard let pose = pose(small) else { return nil }
    // The grid's own edges beside the refined sides.
    let sides = Quad.Side.allCases.map {
      edges.snapped(from: small[$0].from, to: small[$0].to, reach: 1, beneath: covers)
    }
    var (evidence, fits) = evidence(
      small, sides, pose: pose, ratioTolerance: 0.7 * ratioTolerance, films: films, beneath: covers)
    evidence.add(refined, scale: scale)
    return Scored(
      quad: refined.quad, fits: fits, tilt: pose.tilt, evidence: evidence,
      score: evidence.score(parameters.refinedWeights))
  }

  /// If the quad were the picture of each film that has such a picture: the outline of its print.
  func printsAround(_ picture: Quad) -> [Quad] {
    guard let ratio = pose(picture)?.ratio else { return [] }
    var quads: [Quad] = []
    for film in parameters.films {
      for top in 0..<4 {
        let own = top % 2 == 0 ? ratio : 1 / ratio
        let r = film.picture.width / film.picture.height
        guard abs((own / r).squareRoot() - (r / own).squareRoot()) < ratioTolerance else { continue }
        let p = film.picture
        guard let map = Homography(rectangleOf: p.width, p.height, to: picture.turned(by: QuarterTurns(top))) else {
          continue
        }
        let outline = Quad(x: -p.left, y: -p.top, width: film.width, height: film.height)
        let quad = map(outline)
        guard quad.isConvex,
          quad.allSatisfy({
            $0.x > -20 && $0.y > -20 && $0.x < Double(edges.width) + 20 && $0.y < Double(edges.height) + 20
          })
        else { continue }
        quads.append(quad)
      }
    }
    return quads
  }
}
