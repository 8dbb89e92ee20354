/// The prints found in one photo.
public struct Detection: Sendable {
  /// Whether a person should check a detection.
  public enum Verdict: String, Sendable {
    /// Every print is sure, and none is known to be partly covered.
    case sure
    /// Some print should be checked.
    case review
    /// No print was found.
    case none
  }

  /// Least confidence of a sure print, 0…1. In photos that weren't used for fitting, at most 2 of 100 sure prints are
  /// wrong.
  public static let sureConfidence = 0.9

  /// Whether all prints are sure.
  public var verdict: Verdict
  /// The chosen prints, row by row from the top left; they don't overlap.
  public var prints: [Print]
  /// Other outlines that may be prints, most confident first, such as the picture inside a frame or a partly covered
  /// print.
  public var candidates: [Candidate]
  /// The logarithm of the odds that the photo shows a print at all; nil if no outline is likely enough to be a print.
  package var presence: Double?
  /// The scale of the page if the photo is one from a flatbed; nil for photos that cameras took.
  public var page: PageScale?
  /// What each stage of the detection found; nil if the photo was too small to search, or a page.
  package var trace: Trace?
  /// What was found on a page from a flatbed.
  var pageTrace: PageSplitter?

  /// A detection with the given prints and candidates.
  package init(verdict: Verdict, prints: [Print] = [], candidates: [Candidate] = []) {
    self.verdict = verdict
    self.prints = prints
    self.candidates = candidates
  }
}

extension Detection {
  /// Drops what the stages found, which is large.
  package mutating func dropTraces() { (trace, pageTrace) = (nil, nil) }

  /// Replaces every quad by a refined one, and finds out which prints curl. Those that are bent otherwise need review.
  ///
  /// - Parameters:
  ///   - refined: a quad laid on the photo's edges, to a fraction of a pixel; nil if it stays as it is.
  ///   - greatestUnsure: the greatest confidence of a print that needs review.
  ///   - curl: how a print curls, given its refined quad; nil if that isn't asked.
  mutating func refine(
    threads: Int, greatestUnsure: Double, _ refined: @Sendable (Quad) -> RefinedQuad?,
    curl: @Sendable (Print, RefinedQuad) -> CurlFit.Judgement?
  ) {
    let outlines: [(Quad, Print?)] = prints.map { ($0.quad, $0) } + candidates.map { ($0.quad, nil) }
    let fine = outlines.map(threads: threads) { quad, print -> (quad: Quad, curl: CurlFit.Judgement?) in
      guard let refined = refined(quad) else { return (quad, nil) }
      let curl = print.flatMap { curl($0, refined) }
      return (curl?.curled?.quad ?? refined.quad, curl)
    }
    for i in prints.indices {
      let (quad, curl) = fine[i]
      (prints[i].quad, prints[i].curl, prints[i].isBent) = (quad, curl?.curled?.curl, curl?.isBent ?? false)
      if prints[i].isBent { prints[i].confidence = min(prints[i].confidence, greatestUnsure) }
    }
    if verdict == .sure, prints.contains(where: \.isBent) { verdict = .review }
    for i in candidates.indices { candidates[i].quad = fine[prints.count + i].quad }
    candidates.removeAll { one in
      prints.contains { $0.quad.intersectionOverUnion(one.quad) > Choice.Parameters().sameCandidate }
    }
  }
}

/// A print in a photo, including its frame.
public struct Print: Sendable, Hashable {
  /// The outline in photo pixels, clockwise; from the print's own top left if `isUpright`, else from the corner with the
  /// smallest x + y.
  public var quad: Quad
  /// The fraction of prints with this confidence that are right, 0…1. Right means that the quad and the true outline share
  /// at least 95 % of the area that either covers.
  public var confidence: Double
  /// The film format; nil if it isn't known well enough.
  public var film: FilmFormat?
  /// Whether `quad` begins at the print's own top left.
  public var isUpright: Bool
  /// The angle between the camera's axis and the print's normal, in degrees; nil if unknown.
  public var tilt: Double?
  /// How the print curls; nil if it is flat.
  public var curl: Curl?
  /// Whether its sides are curved as no sheet's are that curls about one axis, so that its scan is bent.
  public var isBent = false

  /// A print with the given outline.
  public init(
    quad: Quad, confidence: Double, film: FilmFormat? = nil, isUpright: Bool = false, tilt: Double? = nil,
    curl: Curl? = nil
  ) {
    self.quad = quad
    self.confidence = confidence
    self.film = film
    self.isUpright = isUpright
    self.tilt = tilt
    self.curl = curl
  }
}

/// An outline that may be a print.
public struct Candidate: Sendable, Hashable {
  /// The outline in photo pixels, clockwise from the corner with the smallest x + y.
  public var quad: Quad
  /// The probability that it is a print, 0…1.
  public var confidence: Double
  /// The candidate as a print: its film, and its corners from the top left one; nil if nothing was found out about it.
  package var print: Print?

  /// A candidate with the given outline.
  package init(quad: Quad, confidence: Double) {
    self.quad = quad
    self.confidence = confidence
  }
}
