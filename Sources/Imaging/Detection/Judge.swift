/// A quad with its evidence.
public struct Scored: Sendable {
  /// On the reduced grid; in photo pixels once it is refined.
  public var quad: Quad
  /// The films it can be, best first.
  var fits: [FilmFit]
  var fit: FilmFit? { fits.first }
  var tilt: Double?
  var evidence: Evidence
  public var values: [Double] { evidence.values }
  public var score: Double
}

/// Looks at hypotheses, adds those that they suggest (the print around a picture), and says how good each is.
struct Judge {
  private let photoSize: (width: Int, height: Int)
  private let focalLength: Double?
  private let scale: Double
  private let edges: EdgePoints
  private let colours: ColourGrid
  private let parameters: Detector.Parameters

  init(_ photo: Photo, _ planes: ReducedPlanes, _ edges: EdgePoints, _ parameters: Detector.Parameters) {
    photoSize = (photo.width, photo.height)
    focalLength = photo.focalLength
    scale = Double(planes.scale)
    self.edges = edges
    self.parameters = parameters
    colours = ColourGrid(planes)
  }

  /// How far a ratio may be off before a film is ruled out: the corners are only known to a sample yet.
  private var ratioTolerance: Double { focalLength == nil ? 0.14 : 0.09 }

  private func pose(_ quad: Quad) -> Pose? {
    Pose(quad: quad.map { scale * $0 }, photoSize: photoSize, focalLength: focalLength)
  }

  func scored(_ hypotheses: [Hypothesis]) -> [Scored] {
    var all: [Scored] = []
    for hypothesis in hypotheses {
      if let scored = score(hypothesis.quad, reach: 2) { all.append(scored) }
    }
    all.sort { $0.score > $1.score }
    // The print around each picture.
    var around: [Scored] = []
    for hypothesis in hypotheses.prefix(parameters.pictures) {
      for quad in printsAround(hypothesis.quad) {
        if let scored = score(quad, reach: 3), scored.evidence.values[0] > 0.3 { around.append(scored) }
      }
    }
    all += around
    all.sort { $0.score > $1.score }
    var kept: [Scored] = []
    for scored in all where !kept.contains(where: { $0.quad.isNear(scored.quad) }) { kept.append(scored) }
    return kept
  }

  func score(_ quad: Quad, reach: Int) -> Scored? {
    guard let snapped = edges.snapped(quad, reach: reach), let pose = pose(snapped.quad) else { return nil }
    let evidence = evidence(snapped.quad, snapped.sides, pose: pose, ratioTolerance: ratioTolerance)
    return Scored(
      quad: snapped.quad, fits: evidence.fits, tilt: pose.tilt, evidence: evidence.evidence,
      score: evidence.evidence.score(parameters.weights, bias: parameters.bias))
  }

  private func evidence(_ quad: Quad, _ sides: [SnappedSide], pose: Pose, ratioTolerance: Double)
    -> (evidence: Evidence, fits: [FilmFit])
  {
    var fits: [FilmFit] = []
    if let profile = FrameProfile(quad, edges) {
      let size = Quad.Side.allCases.map { quad.length(of: $0) }.min() ?? 1
      let slack = max(3, Int((200 / size).rounded(.up)))
      fits = FilmFit.fits(profile, ratio: pose.ratio, tolerance: ratioTolerance, slack: slack)
      fits.sort { $0.evidence > $1.evidence }
    }
    let evidence = Evidence(
      sides: sides, support: SideSupport(quad, colours), fit: fits.first,
      area: quad.area / Double(edges.width * edges.height))
    return (evidence, fits)
  }

  /// The best of `scored` laid on the full-size photo and weighed again, best first.
  func refined(_ scored: ArraySlice<Scored>, _ refinement: Refinement) -> [Scored] {
    var all: [Scored] = []
    for one in scored {
      let rough = one.quad.map { scale * $0 }
      guard let refined = refinement.refined(rough, reach: 1.5 * scale + 2) else { continue }
      let small = refined.quad.map { (1 / scale) * $0 }
      guard let pose = pose(small) else { continue }
      // The grid's own edges beside the refined sides.
      let sides = Quad.Side.allCases.map { edges.snapped(from: small[$0].from, to: small[$0].to, reach: 1) }
      var (evidence, fits) = evidence(small, sides, pose: pose, ratioTolerance: 0.7 * ratioTolerance)
      evidence.add(refined, scale: scale)
      all.append(
        Scored(
          quad: refined.quad, fits: fits, tilt: pose.tilt, evidence: evidence,
          score: evidence.score(parameters.refinedWeights, bias: parameters.refinedBias)))
    }
    return all.sorted { $0.score > $1.score }
  }

  /// If the quad were the picture of each film that has such a picture: the outline of its print.
  func printsAround(_ picture: Quad) -> [Quad] {
    guard let ratio = pose(picture)?.ratio else { return [] }
    var quads: [Quad] = []
    for film in FilmFormat.all {
      for top in 0..<4 {
        let own = top % 2 == 0 ? ratio : 1 / ratio
        let r = film.picture.width / film.picture.height
        guard abs((own / r).squareRoot() - (r / own).squareRoot()) < ratioTolerance else { continue }
        let p = film.picture
        guard let map = Homography(rectangleOf: p.width, p.height, to: picture.turned(by: top)) else { continue }
        let outline = Quad(x: -p.left, y: -p.top, width: film.width, height: film.height)
        let quad = map(outline)
        guard quad.isConvex, quad.corners.allSatisfy({
          $0.x > -20 && $0.y > -20 && $0.x < Double(edges.width) + 20 && $0.y < Double(edges.height) + 20
        }) else { continue }
        quads.append(quad)
      }
    }
    return quads
  }
}
