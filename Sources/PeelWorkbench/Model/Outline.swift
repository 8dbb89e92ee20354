import PeelImaging

/// What a person can set of a print's scan. What is nil is as the command's options say.
public struct Settings: Equatable, Sendable {
  /// nil where it is not known.
  public var film: FilmFormat?
  /// Quarters clockwise by which the finished scan is turned, 0…3.
  public var turn: Int
  public var crop: Crop?
  public var whiteBalance: WhiteBalance?
  /// Percent of the pixels at each end.
  public var clip: Double?

  public init(
    film: FilmFormat? = nil, turn: Int = 0, crop: Crop? = nil, whiteBalance: WhiteBalance? = nil, clip: Double? = nil
  ) {
    self.film = film
    self.turn = turn
    self.crop = crop
    self.whiteBalance = whiteBalance
    self.clip = clip
  }
}

/// What holds where a print's settings are silent.
public struct Defaults: Equatable, Sendable {
  public var crop = Crop.print
  public var whiteBalance = WhiteBalance.endsIn
  /// Percent.
  public var clip = 1.0

  public init() {}
}

/// Four corners in a photo that are, or might be, a print.
public struct Outline: Equatable, Sendable {
  public enum Origin: Equatable, Sendable { case print, candidate, byHand }

  public var quad: Quad
  public var origin: Origin
  /// 0…1; nil where nobody has measured it.
  public var confidence: Double?
  /// Whether the first corner is the print's own top left.
  public var isUpright: Bool
  public var settings: Settings
  /// Whether it is to be exported.
  public var isTaken: Bool

  public init(
    quad: Quad, origin: Origin, confidence: Double? = nil, isUpright: Bool = false, settings: Settings = Settings(),
    isTaken: Bool = false
  ) {
    self.quad = quad
    self.origin = origin
    self.confidence = confidence
    self.isUpright = isUpright
    self.settings = settings
    self.isTaken = isTaken
  }

  public init(_ print: Print) {
    self.init(
      quad: print.quad, origin: .print, confidence: print.confidence, isUpright: print.isUpright,
      settings: Settings(film: print.film), isTaken: true)
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
