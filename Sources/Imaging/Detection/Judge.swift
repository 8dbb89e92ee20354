/// A quad with its evidence.
public struct Scored: Sendable {
  /// On the reduced grid.
  public var quad: Quad
  var fit: FilmFit?
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

  private func ratio(_ quad: Quad) -> Double? {
    Pose(quad: quad.map { scale * $0 }, photoSize: photoSize, focalLength: focalLength)?.ratio
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
    guard let snapped = edges.snapped(quad, reach: reach), let ratio = ratio(snapped.quad) else { return nil }
    let support = SideSupport(snapped.quad, colours)
    var best: FilmFit?
    if let profile = FrameProfile(snapped.quad, edges) {
      let size = Quad.Side.allCases.map { snapped.quad.length(of: $0) }.min() ?? 1
      let slack = max(3, Int((200 / size).rounded(.up)))
      best = FilmFit.fits(profile, ratio: ratio, tolerance: ratioTolerance, slack: slack)
        .max { $0.evidence < $1.evidence }
    }
    let evidence = Evidence(
      sides: snapped.sides, support: support, fit: best,
      area: snapped.quad.area / Double(edges.width * edges.height))
    return Scored(
      quad: snapped.quad, fit: best, evidence: evidence,
      score: evidence.score(parameters.weights, bias: parameters.bias))
  }

  /// If the quad were the picture of each film that has such a picture: the outline of its print.
  func printsAround(_ picture: Quad) -> [Quad] {
    guard let ratio = ratio(picture) else { return [] }
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
