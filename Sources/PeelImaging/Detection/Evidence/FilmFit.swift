/// How well a quad fits one film in one orientation.
struct FilmFit: Sendable {
  var film: FilmFormat
  /// The index of the quad's side that is the print's top.
  var top: Int
  /// The fraction of the visible part of the picture's sides that has an edge: the mean of the four sides, and the least.
  var picture: Double
  var leastPicture: Double
  /// The fraction of the frame without strong edges along it.
  var clean: Double
  /// The logarithm of the quad's true proportions over the film's.
  var ratioError: Double
  /// The mean distance of the picture's sides from where the film has them, in millimetres.
  var misplacement: Double

  /// A film and an orientation that a quad's proportions allow.
  struct Posture {
    var film: FilmFormat
    var top: Int
    var ratioError: Double
  }

  /// The films and orientations that a quad of the given true proportions can have.
  ///
  /// - Parameter tolerance: the greatest error, as a logarithm of ratios.
  static func postures(_ films: [FilmFormat], ratio: Double, tolerance: Double) -> [Posture] {
    var postures: [Posture] = []
    for film in films {
      for top in 0..<4 {
        let own = top % 2 == 0 ? ratio : 1 / ratio
        // 2 sinh(ln(x) / 2), which equals the logarithm to second order and is odd like it.
        let error = (own / film.ratio).squareRoot() - (film.ratio / own).squareRoot()
        if abs(error) < tolerance { postures.append(Posture(film: film, top: top, ratioError: error)) }
      }
    }
    return postures
  }

  /// Least visible fraction of a side of the picture for it to count in `leastPicture`.
  private static let leastShown = 0.3
  /// The weights of the thick border, which may carry handwriting, and of the mean of the others in `clean`.
  private static let borders = (thick: 0.2, others: 0.8)
  /// `evidence` of a picture in a dirty frame relative to a clean one, and the cost of an error of the proportions (a
  /// logarithm) and of a millimetre of misplacement.
  private static let evidence = (dirty: 0.5, ratioError: 0.8, misplacement: 0.08)

  /// - Parameter slack: how far the picture may be misplaced, in bins of the profile.
  init(_ posture: Posture, _ profile: FrameProfile, slack: Int) {
    (film, top, ratioError) = (posture.film, posture.top, posture.ratioError)
    let p = film.picture
    let left = p.left / film.width
    let right = 1 - (p.left + p.width) / film.width
    let upper = p.top / film.height
    let lower = 1 - (p.top + p.height) / film.height
    let depths: [4 of Double] = [upper, right, lower, left]
    let ranges: [4 of (Double, Double)] = [
      (left, 1 - right), (upper, 1 - lower), (right, 1 - left), (lower, 1 - upper),
    ]
    var (shares, least, showing) = (0.0, 1.0, 0.0)
    var cleans = [4 of Double](repeating: 0)
    var misplaced = 0.0
    for side in 0..<4 {
      let (low, high) = ranges[side]
      let found = profile.share((side + top) % 4, depth: depths[side], low: low, high: high, tolerance: slack)
      shares += found.shown * found.share
      showing += found.shown
      if found.shown > Self.leastShown { least = min(least, found.share) }
      misplaced += found.shown * abs(found.depth - depths[side]) * (side % 2 == 0 ? film.height : film.width)
      cleans[side] = profile.clean((side + top) % 4, depth: found.depth, low: low, high: high, margin: slack)
    }
    picture = shares / max(1, showing)
    leastPicture = showing < 1 ? 0 : least
    clean = (cleans[0] + cleans[1] + cleans[3]) / 3 * Self.borders.others + Self.borders.thick * cleans[2]
    misplacement = misplaced / max(1, showing)
  }

  /// How likely a picture lies in this frame, for choosing among films; about 0…1.
  var evidence: Double {
    let weights = Self.evidence
    return picture * (weights.dirty + (1 - weights.dirty) * clean) - weights.ratioError * abs(ratioError)
      - weights.misplacement * misplacement
  }
}
