import PeelImaging

/// The four corners of a print, or of what may be one, and its settings.
package struct Outline: Equatable, Sendable {
  package enum Origin: Equatable, Sendable { case print, candidate, byHand }

  package var quad: Quad
  package var origin: Origin
  /// The detector's confidence, 0…1; nil if unknown.
  package var confidence: Double?
  /// Whether the first corner is known to be the print's top left.
  package var isUpright: Bool
  /// How the print curls; nil if it is flat.
  package var curl: Curl?
  /// Whether the detector found the print's sides bent otherwise than a curl bends them. It isn't saved.
  var isBent = false
  package var settings: PrintSettings
  /// Whether a person chose the film, which may be any, since the print was found or read. It isn't saved.
  var isFilmChosen = false
  /// Whether the outline is one of the item's prints, which accepting saves and exporting writes.
  package var isTaken: Bool
  /// Whether a person left the outline out, so that it isn't suggested again.
  var isLeftOut = false
  /// Whether its corners move alone, though the photo is a page from a flatbed. It isn't saved.
  var isFree = false
  /// The corners that a person has placed since the outline was found, read or snapped. They aren't saved.
  var placed: Set<Quad.Corner> = []

  package init(
    quad: Quad, origin: Origin, confidence: Double? = nil, isUpright: Bool = false, curl: Curl? = nil,
    settings: PrintSettings = PrintSettings(), isTaken: Bool = false
  ) {
    self.quad = quad
    self.origin = origin
    self.confidence = confidence
    self.isUpright = isUpright
    self.curl = curl
    self.settings = settings
    self.isTaken = isTaken
  }

  /// The outline as a print.
  package var print: Print {
    Print(quad: quad, confidence: confidence ?? 1, film: settings.film, isUpright: isUpright, curl: curl)
  }

  /// Whether the detector offers the outline and the person hasn't added it to the prints.
  var isCandidate: Bool { !isTaken && origin != .byHand }

  package init(_ print: Print) {
    self.init(
      quad: print.quad, origin: .print, confidence: print.confidence, isUpright: print.isUpright,
      curl: print.curl, settings: PrintSettings(film: print.film), isTaken: true)
    isBent = print.isBent
  }

  package init(_ candidate: Candidate) {
    let print = candidate.print
    self.init(
      quad: print?.quad ?? candidate.quad, origin: .candidate, confidence: candidate.confidence,
      isUpright: print?.isUpright ?? false, settings: PrintSettings(film: print?.film))
  }

  /// Whether two outlines overlap so much that only one of them can be a print.
  func competes(with other: Outline) -> Bool {
    guard quad.isConvex, other.quad.isConvex else { return false }
    return quad.intersectionArea(other.quad) > Self.competingShare * min(quad.area, other.quad.area)
  }

  /// The share of the smaller outline within the other above which the two compete.
  private static let competingShare = 0.5

  /// Whether both are the same once they are saved: a sidecar doesn't tell who found a print, and how surely.
  func isSaved(as other: Outline) -> Bool {
    (quad, isUpright, curl, settings) == (other.quad, other.isUpright, other.curl, other.settings)
  }

  /// Whether two outlines are of the same print. An outline around two prints is of neither.
  func isSamePrint(as other: Outline) -> Bool {
    quad.isConvex && other.quad.isConvex && quad.intersectionOverUnion(other.quad) > Self.samePrint
  }

  /// The intersection over union above which two outlines are of the same print.
  private static let samePrint = 0.5
}

extension [Outline] {
  /// Whether both are the same once they are saved.
  package func areSaved(as others: [Outline]) -> Bool {
    count == others.count && zip(self, others).allSatisfy { $0.isSaved(as: $1) }
  }
}
