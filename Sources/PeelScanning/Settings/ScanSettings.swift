public import PeelCodecs
public import PeelImaging

/// How scans are made from prints.
public struct ScanSettings: Hashable, Sendable {
  /// Which part of each print becomes a file.
  public var crop = ScanCrop.print
  /// The film, which gives the true shape.
  public var film = FilmChoice.automatic
  /// Millimetres trimmed from each side, 0 to 50. Needs a known film; without one nothing is trimmed.
  public var inset = 0.0
  /// What fills the parts of a print that lie outside the photo.
  public var fill = Fill.edge
  /// What is chosen for all prints. What is chosen for one print counts more.
  public var prints = PrintSettings.standard
  /// The quality of JPEG, WebP and AVIF files, 1 to 100.
  public var quality = 92
  /// The size at which JPEG and AVIF files keep colour.
  public var subsampling = ScanFile.Subsampling.half
  /// Whether colours are converted to sRGB. If not, scans keep the photo's own profile.
  public var convertsToSRGB = false
  /// The file format.
  public var format = ScanFile.Format.jpeg
  /// Pixels per inch of the real print, 10 to 10,000. Needs a known film; nil keeps the photo's resolution.
  public var ppi: Double?
  /// How scans are turned.
  public var turn = ScanTurn.automatic
  /// Whether prints that curl are straightened. If not, all prints count as flat.
  public var straightens = true
  /// Whether scans keep the place where the photo was taken.
  public var hasLocation = true

  /// The defaults of `peel scan`.
  public init() {}

  /// The settings that differ from the defaults, as words of a command line.
  package var options: [String] {
    let changed = zip(values, ScanSettings().values).filter { $0.value != $1.value }
    return changed.flatMap { ["--\($0.0.key)", $0.0.value] } + flags
  }

  /// The settings that the command line has only if they differ from the defaults.
  package var flags: [String] {
    var words: [String] = []
    if convertsToSRGB { words.append("--srgb") }
    if prints.restoresFading == true { words.append("--restore") }
    if let taken = prints.taken { words += ["--taken", taken.text] }
    if !straightens { words += ["--curl", "off"] }
    if !hasLocation { words.append("--no-location") }
    if let caption = prints.caption { words += ["--caption", caption.text] }
    if let keywords = prints.keywords { words += ["--keywords", keywords.map(\.text).joined(separator: ",")] }
    return words
  }

  /// The names and values of the other settings, as the command line has them, in a fixed order.
  package var values: KeyValuePairs<String, String> {
    [
      "crop": crop.rawValue, "film": film.name, "inset": "\(inset)", "fill": fill.rawValue,
      "white-balance": prints.whiteBalance?.rawValue ?? "", "clip": prints.clip.map { "\($0)" } ?? "",
      "quality": "\(quality)",
      "subsampling": subsampling.rawValue, "as": format.rawValue, "ppi": ppi.map { "\($0)" } ?? "",
      "turn": turn.rawValue,
    ]
  }
}

/// Which parts of a print become files.
public enum ScanCrop: String, CaseIterable, Sendable {
  /// The whole print with its frame.
  case print
  /// The picture without the frame.
  case picture
  /// A file for each.
  case both

  /// The part that each file shows.
  public var parts: [Crop] {
    switch self {
    case .print: [.print]
    case .picture: [.picture]
    case .both: [.print, .picture]
    }
  }
}

/// How a scan is turned.
public enum ScanTurn: String, CaseIterable, Sendable {
  /// Upright if that is known: with the thick border down, or as the faces on the print are.
  case automatic = "auto"
  /// As the print lies in the photo.
  case none = "0"
  /// A quarter clockwise from how the print lies.
  case right = "90"
  /// Upside down from how the print lies.
  case over = "180"
  /// A quarter counterclockwise from how the print lies.
  case left = "270"

  /// Quarters clockwise from how the print lies in the photo; nil for upright.
  public var quarters: Int? {
    switch self {
    case .automatic: nil
    case .none: 0
    case .right: 1
    case .over: 2
    case .left: 3
    }
  }
}

/// The film that a print is taken for.
public enum FilmChoice: Hashable, Sendable {
  /// The film that was detected.
  case automatic
  /// No film: the shape that the perspective tells.
  case free
  /// This film.
  case film(FilmFormat)

  /// Reads `auto`, `free` or a film's name.
  public init?(name: String) {
    switch name {
    case "auto": self = .automatic
    case "free": self = .free
    default:
      guard let film = FilmFormat.named(name) else { return nil }
      self = .film(film)
    }
  }

  /// `auto`, `free` or the film's name.
  public var name: String {
    switch self {
    case .automatic: "auto"
    case .free: "free"
    case .film(let film): film.name
    }
  }

  /// The film of a print that was detected as `detected`.
  public func film(detected: FilmFormat?) -> FilmFormat? {
    switch self {
    case .automatic: detected
    case .free: nil
    case .film(let film): film
    }
  }

  /// The films to look for.
  public var films: [FilmFormat] {
    switch self {
    case .automatic, .free: FilmFormat.all
    case .film(let film): [film]
    }
  }
}

extension ScanFile.Format {
  /// The extension of file names, without the dot.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .tiff: "tif"
    case .webp: "webp"
    case .avif: "avif"
    }
  }
}
