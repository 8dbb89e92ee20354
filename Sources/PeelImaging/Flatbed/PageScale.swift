/// What a photo's file tells about the scanner that made it.
public struct ScannerFacts: Sendable, Hashable {
  /// Pixels per inch; nil if the file doesn't tell.
  public var dpi: Double?
  /// Whether the file names a scanner, or a program for one, as its maker.
  public var isNamed: Bool

  /// What a file tells.
  public init(dpi: Double?, isNamed: Bool = false) { (self.dpi, self.isNamed) = (dpi, isNamed) }
}

/// The scale of a page from a flatbed. Without perspective it is the same all over the page.
public struct PageScale: Sendable, Hashable, Codable {
  /// Pixels per inch; nil if the file doesn't tell, or tells one at which no page has a plausible size.
  public var dpi: Double?
  /// Whether the bed shows that the scanner keeps colours: it is light and neutral.
  package var isNeutral = false

  /// The scale with so many pixels per inch.
  public init(dpi: Double?) { self.dpi = dpi }

  /// The usual page's long side in millimetres: A4 (ISO 216).
  static let usualLongSide = 297.0
  /// The long sides of pages from the smallest cut-out to the largest scanner, in millimetres. A page that was made smaller
  /// and kept its density is smaller than that.
  private static let longSides = 60.0...1300.0
  /// Densities that scanners have.
  private static let densities = 36.0...12_800.0
  private static let millimetresPerInch = 25.4

  /// - Parameters:
  ///   - dpi: what the file tells.
  ///   - photo: the page.
  init(told dpi: Double?, of photo: Photo) {
    let believed = dpi.flatMap { dpi -> Double? in
      guard dpi.isFinite, Self.densities.contains(dpi) else { return nil }
      let longSide = Double(max(photo.width, photo.height)) / dpi * Self.millimetresPerInch
      return Self.longSides.contains(longSide) ? dpi : nil
    }
    self.init(dpi: believed)
  }

  /// `flatbed, 300 dpi`.
  package var words: String { dpi.map { "flatbed, \(Int($0.rounded())) dpi" } ?? "flatbed" }

  /// The pixels along a millimetre; nil if unknown.
  package var millimetre: Double? { dpi.map { $0 / Self.millimetresPerInch } }

  /// Common sizes of paper prints and cards, in millimetres: what labs print, in inches and in centimetres.
  private static let commonSizes = [
    (60.0, 90.0), (64, 89), (70, 100), (74, 105), (76, 102), (89, 89), (89, 127), (102, 102), (102, 152), (127, 127),
    (127, 178), (130, 180), (152, 203), (180, 240), (203, 254), (203, 305),
  ]

  /// Whether a rectangle in millimetres has the size of an instant film's print or another common one.
  static func isCommon(_ rectangle: PageRectangle) -> Bool {
    let films = FilmFormat.all.map { (min($0.width, $0.height), max($0.width, $0.height)) }
    return (commonSizes + films).contains {
      abs(rectangle.shortSide / $0.0 - 1) < 0.012 && abs(rectangle.longSide / $0.1 - 1) < 0.012
    }
  }

  /// The greatest error of a film's sides for naming it by its size.
  private static let greatestError = 0.01

  /// The film whose prints have the size of a rectangle, in pixels and either way round; nil if there is none.
  func film(width: Double, height: Double, among films: [FilmFormat]) -> FilmFormat? {
    guard let millimetre else { return nil }
    let (long, short) = (max(width, height) / millimetre, min(width, height) / millimetre)
    func error(_ film: FilmFormat) -> Double {
      max(abs(long / max(film.width, film.height) - 1), abs(short / min(film.width, film.height) - 1))
    }
    return films.min { error($0) < error($1) }.flatMap { error($0) <= Self.greatestError ? $0 : nil }
  }
}
