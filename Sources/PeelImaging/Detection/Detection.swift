/// What the detector found in one photo.
public struct Detection: Sendable {
  public enum Verdict: String, Sendable { case sure, review, none }

  /// `sure` where all prints are, and none is known to be covered.
  public var verdict: Verdict
  /// The chosen prints, best first; they do not overlap.
  public var prints: [Print]
  /// Other outlines worth offering, best first, such as the picture inside a frame, or a print that others cover.
  public var candidates: [Candidate]
  /// How it came to this.
  public var trace: Trace?

  public init(verdict: Verdict, prints: [Print] = [], candidates: [Candidate] = [], trace: Trace? = nil) {
    self.trace = trace
    self.verdict = verdict
    self.prints = prints
    self.candidates = candidates
  }
}

extension Detection {
  /// Moves every quad to where `place` puts it.
  mutating func refine(threads: Int, _ place: @Sendable (Quad) -> Quad) {
    let quads = (prints.map(\.quad) + candidates.map(\.quad)).map(threads: threads, place)
    for i in prints.indices { prints[i].quad = quads[i] }
    for i in candidates.indices { candidates[i].quad = quads[prints.count + i] }
  }
}

/// A print in a photo, with its frame.
public struct Print: Sendable, Hashable {
  /// In photo pixels; from the print's own top left when `isUpright`, else from the corner with the smallest x + y.
  public var quad: Quad
  /// Share of prints with this figure that are right (IoU 0.95 or better), 0…1.
  public var confidence: Double
  /// nil when not known well enough.
  public var film: FilmFormat?
  public var isUpright: Bool
  /// Degrees between the camera's axis and the print's normal.
  public var tilt: Double?

  public init(quad: Quad, confidence: Double, film: FilmFormat? = nil, isUpright: Bool = false, tilt: Double? = nil) {
    self.quad = quad
    self.confidence = confidence
    self.film = film
    self.isUpright = isUpright
    self.tilt = tilt
  }
}

public struct Candidate: Sendable, Hashable {
  public var quad: Quad
  public var confidence: Double

  public init(quad: Quad, confidence: Double) {
    self.quad = quad
    self.confidence = confidence
  }
}

/// Every stage of a detection, for looking at: `peel explain` draws it, tests assert it.
public struct Trace: Sendable {
  /// Photo pixels along a sample of the reduced grid, on which edges, segments, hypotheses and judged quads lie.
  public var scale: Int
  public var edges: EdgePoints
  public var segments: [Segment]
  public var hypotheses: [Quad]
  /// Best first.
  public var judged: [Scored]
  /// In photo pixels, best first.
  public var refined: [Scored]
  /// In photo pixels, the uppermost first.
  public var completed: [Scored]
}
