import Imaging

/// Four corners in a photo that are, or might be, a print.
public struct Outline: Equatable, Sendable {
  public enum Origin: Equatable, Sendable { case print, candidate, byHand }

  public var quad: Quad
  public var origin: Origin
  /// 0…1; nil where nobody has measured it.
  public var confidence: Double?
  public var film: FilmFormat?
  /// Whether the first corner is the print's own top left.
  public var isUpright: Bool
  /// Degrees between the camera's axis and the print's normal.
  public var tilt: Double?
  /// Quarters clockwise by which the finished scan is turned, 0…3.
  public var turn: Int
  /// Whether it is to be exported.
  public var isTaken: Bool

  public init(
    quad: Quad, origin: Origin, confidence: Double? = nil, film: FilmFormat? = nil, isUpright: Bool = false,
    tilt: Double? = nil, turn: Int = 0, isTaken: Bool = false
  ) {
    self.quad = quad
    self.origin = origin
    self.confidence = confidence
    self.film = film
    self.isUpright = isUpright
    self.tilt = tilt
    self.turn = turn
    self.isTaken = isTaken
  }

  public init(_ print: Print) {
    self.init(
      quad: print.quad, origin: .print, confidence: print.confidence, film: print.film, isUpright: print.isUpright,
      tilt: print.tilt, isTaken: true)
  }

  public init(_ candidate: Candidate) {
    self.init(quad: candidate.quad, origin: .candidate, confidence: candidate.confidence)
  }

  /// A rectangle in the middle of a photo, to begin with where nothing was found.
  static func inset(inPhotoOf width: Int, _ height: Int) -> Outline {
    let (width, height) = (Double(width), Double(height))
    let quad = Quad(
      x: width * inset, y: height * inset, width: width * (1 - 2 * inset), height: height * (1 - 2 * inset))
    return Outline(quad: quad, origin: .byHand)
  }

  /// Share of the photo left free on each side.
  private static let inset = 0.2

  /// Whether two outlines are about the same print, so that only one of them can be exported: the smaller lies in the
  /// other for its greater part.
  func competes(with other: Outline) -> Bool {
    guard quad.isConvex, other.quad.isConvex else { return false }
    return quad.intersectionArea(other.quad) > 0.5 * min(quad.area, other.quad.area)
  }
}

/// The outlines of one photo and which of them is worked on. What undo brings back.
public struct Sheet: Equatable, Sendable {
  public var outlines: [Outline]
  /// An index of `outlines`; 0 while there are none.
  public var chosen: Int

  public init(outlines: [Outline] = [], chosen: Int = 0) {
    self.outlines = outlines
    self.chosen = chosen
  }

  /// What was found, prints first; a rectangle to start from where that is nothing.
  public init(_ detection: Detection, width: Int, height: Int) {
    let candidates = detection.candidates.prefix(Self.mostCandidates)
    self.init(outlines: detection.prints.map { Outline($0) } + candidates.map { Outline($0) })
    if outlines.isEmpty { outlines = [.inset(inPhotoOf: width, height)] }
  }

  /// More would hide the photo.
  private static let mostCandidates = 12

  public var outline: Outline? { outlines.indices.contains(chosen) ? outlines[chosen] : nil }

  /// The outlines an export writes: those taken, save that the chosen one stands in for any it competes with.
  public var prints: [Outline] {
    guard let outline, !outline.isTaken, outline.origin == .candidate else { return outlines.filter(\.isTaken) }
    return outlines.indices.filter { index in
      index == chosen || outlines[index].isTaken && !outlines[index].competes(with: outline)
    }.map { outlines[$0] }
  }

  /// Marks the chosen one for export in place of those it competes with.
  mutating func take() {
    guard let outline else { return }
    for index in outlines.indices where index != chosen && outlines[index].competes(with: outline) {
      outlines[index].isTaken = false
    }
    outlines[chosen].isTaken = true
  }
}
