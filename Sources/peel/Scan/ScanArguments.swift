import ArgumentParser
import PeelCodecs
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

/// The options that shape scans.
struct ScanArguments: ParsableArguments, Sendable {
  @Option(help: "What to show: print, the whole print; picture, without its frame; both, a file for each.")
  var crop = ScanCrop.print

  @Option(
    help: ArgumentHelp(
      "The film, which gives the true shape: auto, a name from `peel films`, or free for any shape.",
      valueName: "film"), completion: .list(FilmChoice.allValueStrings))
  var film = FilmChoice.automatic

  @OptionGroup var prints: CurlArguments

  @Option(
    help: ArgumentHelp(
      "Millimetres to trim from each side; needs a known film or a page's scale.", valueName: "millimetres"),
    completion: .list(["0.5", "1", "2"]))
  var inset = 0.0

  @Option(help: "What fills parts outside the photo: edge, the photo's outermost pixels, or white.")
  var fill = Fill.edge

  @Option(
    help:
      "How to correct colours: ends-in stretches each from black to white; frame makes the frame white; auto is ends-in, or frame where ends-in tints a white frame or paper; none keeps them."
  )
  var whiteBalance = WhiteBalance.auto

  @Option(
    help: ArgumentHelp("Percent of the pixels that become black, and that become white.", valueName: "percent"),
    completion: .list(["0", "0.5", "1", "2"]))
  var clip = 1.0

  @Option(
    help: ArgumentHelp("JPEG, WebP or AVIF quality, 1 to 100.", valueName: "number"),
    completion: .list(["80", "85", "92", "95", "100"]))
  var quality = 92

  @Flag(help: "Undo fading by the print's own white or black frame and its densities, instead of --white-balance.")
  var restore = false

  @Option(help: "JPEG and AVIF colour: 420 keeps it at half size, as most photos do; 444 at full size.")
  var subsampling = ScanFile.Subsampling.half

  @Flag(help: "Convert colours to sRGB. (default: keep the photo's own profile)")
  var srgb = false

  @Option(name: .customLong("as"), help: ArgumentHelp("The file format. (default: jpeg)", valueName: "format"))
  var format: ScanFile.Format?

  @Option(
    help: ArgumentHelp(
      "Pixels per inch of the real print; needs a known film or a page's scale. (default: as sharp as the photo)",
      valueName: "number"), completion: .list(["300", "600", "1200"]))
  var ppi: Double?

  @Option(
    help:
      "How to turn scans: auto, upright if that is known; or degrees clockwise from how the print lies in the photo.")
  var turn = ScanTurn.automatic

  @Option(
    help: ArgumentHelp(
      "When the prints were taken: 1984, 1984-07 or 1984-07-21. The photo's own date becomes that of digitizing.",
      valueName: "date"), transform: PartialDate.read)
  var taken: PartialDate?

  @Flag(name: .customLong("no-location"), help: "Leave out the place where the photo was taken.")
  var leavesOutLocation = false

  @OptionGroup var words: WordArguments

  func validate() throws {
    if !(0..<50).contains(clip) { throw ValidationError("--clip must be at least 0 and less than 50.") }
    if !(1...100).contains(quality) { throw ValidationError("--quality must be between 1 and 100.") }
    if let ppi, !(10...10_000).contains(ppi) { throw ValidationError("--ppi must be between 10 and 10000.") }
    if !(0...50).contains(inset) { throw ValidationError("--inset must be between 0 and 50 millimetres.") }
    if film == .free {
      if ppi != nil { throw ValidationError("--ppi needs a known film; leave out --film free.") }
      if inset > 0 { throw ValidationError("--inset needs a known film; leave out --film free.") }
    }
  }

  /// The settings that the options ask for.
  var settings: ScanSettings {
    var settings = ScanSettings()
    settings.crop = crop
    settings.film = film
    settings.inset = inset
    settings.straightens = prints.curl == .auto
    settings.fill = fill
    settings.prints = PrintSettings(
      whiteBalance: whiteBalance, clip: clip, taken: taken, caption: words.wantedCaption,
      keywords: words.wantedKeywords, restoresFading: restore)
    settings.quality = quality
    settings.subsampling = subsampling
    settings.convertsToSRGB = srgb
    settings.format = format ?? settings.format
    settings.ppi = ppi
    settings.turn = turn
    settings.hasLocation = !leavesOutLocation
    return settings
  }
}

extension PartialDate {
  /// Reads a date, of which the month and the day may be left out.
  fileprivate static func read(_ text: String) throws -> PartialDate {
    guard let date = PartialDate(text) else {
      throw ValidationError(
        "type a year from 1800 to 2199, a month such as 1984-07, or a day that there is, such as 1984-07-21.")
    }
    return date
  }
}

extension FilmChoice: ExpressibleByArgument {
  /// Reads `auto`, `free` or a film's name.
  public init?(argument: String) { self.init(name: argument.lowercased()) }

  /// The values that the help lists.
  public static var allValueStrings: [String] { ["auto", "free"] + FilmFormat.all.map(\.name) }

  /// The name that the help shows.
  public var defaultValueDescription: String { name }
}

extension FilmFormat: ExpressibleByArgument {
  /// Reads a film's name.
  public init?(argument: String) {
    guard let film = FilmFormat.named(argument.lowercased()) else { return nil }
    self = film
  }

  /// The values that the help lists.
  public static var allValueStrings: [String] { all.map(\.name) }
}

extension Shard: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }

  package var defaultValueDescription: String { "\(number)/\(count)" }
}

extension FrameSize: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
