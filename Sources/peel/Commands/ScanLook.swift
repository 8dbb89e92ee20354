import ArgumentParser
import PeelCodecs
import PeelImaging

/// What the scans are to look like.
struct ScanLook: ParsableArguments, Sendable {
  @Option(help: "What is shown: print, the whole print; picture, without its frame; both, a file each.")
  var crop = ScanCrop.print

  @Option(
    help: ArgumentHelp(
      "The film, which gives the true shape: auto, a name of `peel films`, or free for any shape.", valueName: "film"))
  var film = FilmChoice.auto

  @Option(
    help: ArgumentHelp("Trim so many millimetres from each side; needs a known film.", valueName: "millimetres"))
  var inset = 0.0

  @Option(help: "What stands in for parts beyond the photo: edge, its outermost pixels, or white.")
  var fill = Fill.edge

  @Option(help: "ends-in stretches each colour from black to white; frame takes the frame for white; none leaves it.")
  var whiteBalance = WhiteBalance.endsIn

  @Option(help: ArgumentHelp("How many pixels of a hundred become black, and how many white.", valueName: "percent"))
  var clip = 1.0

  @Option(help: ArgumentHelp("Of a JPEG, 1 to 100.", valueName: "number"))
  var quality = 92

  @Option(help: "Of a JPEG: 420 keeps colour at half size, as most photos have it; 444 at full size.")
  var subsampling = ScanFile.Subsampling.half

  @Flag(help: "Convert the photo's colours to sRGB. (default: they stay in the photo's own profile)")
  var srgb = false

  @Option(name: .customLong("as"), help: "The kind of file.")
  var format = ScanFile.Format.jpeg

  @Option(
    help: ArgumentHelp(
      "Pixels an inch of the real print; needs a known film. (default: as sharp as the photo)", valueName: "number"))
  var ppi: Double?

  @Option(
    help:
      "auto puts the thick border down where it is known; a number turns so far clockwise from how it lies in the photo."
  )
  var turn = Turn.auto

  func validate() throws {
    if !(0..<50).contains(clip) { throw ValidationError("--clip is at least 0 and less than 50.") }
    if !(1...100).contains(quality) { throw ValidationError("--quality is between 1 and 100.") }
    if let ppi, !(10...10_000).contains(ppi) { throw ValidationError("--ppi is between 10 and 10000.") }
    if !(0...50).contains(inset) { throw ValidationError("--inset is 0 to 50 millimetres.") }
    if film == .free {
      if ppi != nil { throw ValidationError("--ppi needs to know the film; leave out --film free.") }
      if inset > 0 { throw ValidationError("--inset needs to know the film; leave out --film free.") }
    }
  }
}

extension ScanLook {
  /// All of them but `--srgb`, as they are told on a command line.
  private var values: KeyValuePairs<String, String> {
    [
      "--crop": crop.rawValue, "--film": film.defaultValueDescription, "--inset": "\(inset)", "--fill": fill.rawValue,
      "--white-balance": whiteBalance.defaultValueDescription, "--clip": "\(clip)", "--quality": "\(quality)",
      "--subsampling": subsampling.rawValue, "--as": format.rawValue, "--ppi": ppi.map { "\($0)" } ?? "",
      "--turn": turn.rawValue,
    ]
  }

  /// Stands for all of them.
  var text: String { values.map { "\($0) \($1)" }.joined(separator: " ") + (srgb ? " --srgb" : "") }

  /// What differs from the defaults, as it is told on a command line.
  var options: [String] {
    guard let plain = try? ScanLook.parse([]) else { return [] }
    let changed = zip(values, plain.values).filter { $0.value != $1.value }
    return changed.flatMap { [$0.0.key, $0.0.value] } + (srgb ? ["--srgb"] : [])
  }
}

enum ScanCrop: String, ExpressibleByArgument, CaseIterable, Sendable {
  case print, picture, both

  /// A file for each.
  var parts: [Crop] {
    switch self {
    case .print: [.print]
    case .picture: [.picture]
    case .both: [.print, .picture]
    }
  }
}

enum Turn: String, ExpressibleByArgument, CaseIterable, Sendable {
  case auto
  case none = "0"
  case right = "90"
  case over = "180"
  case left = "270"

  /// Clockwise, of a print that first lies as in the photo; nil for upright.
  var quarters: Int? {
    switch self {
    case .auto: nil
    case .none: 0
    case .right: 1
    case .over: 2
    case .left: 3
    }
  }
}

enum FilmChoice: ExpressibleByArgument, Equatable, Sendable {
  case auto, free
  case film(FilmFormat)

  init?(argument: String) {
    switch argument {
    case "auto": self = .auto
    case "free": self = .free
    default:
      guard let film = FilmFormat.named(argument) else { return nil }
      self = .film(film)
    }
  }

  static var allValueStrings: [String] { ["auto", "free"] + FilmFormat.all.map(\.name) }

  var defaultValueDescription: String {
    switch self {
    case .auto: "auto"
    case .free: "free"
    case .film(let film): film.name
    }
  }

  /// - Parameter seen: what the detector took the film for.
  func film(seen: FilmFormat?) -> FilmFormat? {
    switch self {
    case .auto: seen
    case .free: nil
    case .film(let film): film
    }
  }
}

extension WhiteBalance: ExpressibleByArgument {
  private static let names: [(name: String, value: WhiteBalance)] = [
    ("ends-in", .endsIn), ("frame", .frame), ("none", .none),
  ]

  public init?(argument: String) {
    guard let known = Self.names.first(where: { $0.name == argument }) else { return nil }
    self = known.value
  }

  public static var allValueStrings: [String] { names.map(\.name) }
  public var defaultValueDescription: String { Self.names.first { $0.value == self }?.name ?? "" }
}

extension Fill: ExpressibleByArgument {}
extension ScanFile.Format: ExpressibleByArgument {}
extension ScanFile.Subsampling: ExpressibleByArgument {}
