import ArgumentParser
import Codecs
import Imaging

struct ScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Make a flat, white-balanced scan of every print in photos.",
    discussion: """
      peel scan desk.jpg -o scans
      peel scan -r Pictures -o scans --json
      peel scan desk.jpg -o scans --crop picture --film instax-mini
      peel scan Pictures -o scans --best-of-burst
      find . -name '*.jpg' -print0 | peel scan -0 -o scans

      Writes scans/desk-1.jpg, scans/desk-2.jpg and so on, one for each print, and \
      prints their names. A print that needs a look is scanned all the same, and the exit \
      status says 3; --sure-only leaves it out. With --film NAME, only prints of that film \
      are looked for.
      """)

  @OptionGroup var photos: PhotoArguments

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for the scans; it is made if missing.", valueName: "folder"))
  var output: String

  @OptionGroup(title: "Scan") var look: ScanLook

  @Flag(help: "Replace scans that exist.")
  var force = false

  @Flag(name: [.customShort("n"), .long], help: "Find the prints and print the scans' names, but write nothing.")
  var dryRun = false

  @Flag(help: "Leave out prints that need a look.")
  var sureOnly = false

  @Flag(help: "Of shots of one print, taken within ten seconds of one another, scan only the sharpest.")
  var bestOfBurst = false

  @OptionGroup(title: "Search") var search: SearchArguments
  @OptionGroup(title: "Batch") var batch: BatchArguments

  func run() async throws {
    Interruption.heed()
    let folder = Path.given([output])[0]
    var list = photos.listed()
    if bestOfBurst { list = await bestShots(of: list) }
    // Photos that cannot be read have no scans, yet keep their place.
    let names = ScanNames(of: list.map { (try? $0.get()) ?? Path("") })
    let scanner = PhotoScanner(
      detector: search.detector(look.film.films), look: look, folder: folder, force: force, isDryRun: dryRun,
      isSureOnly: sureOnly)
    if !dryRun {
      do throws(FileError) { try prepareFolder(folder) } catch {
        StandardStream.messages.write(Complaint(error).line)
        throw ExitCode(Status.failed.rawValue)
      }
    }
    try await batch.run(list) { index, path in scanner(path, stem: names.stems[index]) }
  }

  /// Without the shots that another one is better than. What cannot be compared stays in.
  private func bestShots(of list: [Result<Path, Complaint>]) async -> [Result<Path, Complaint>] {
    let reading = await ShotReading(
      list, search: PrintSearch(search.detector(look.film.films)), isOneBurst: false,
      jobs: batch.jobs ?? coreCount)
    let lost = Set(RankReport(reading, isGrouped: true).bursts.flatMap { $0.dropFirst().map(\.path) })
    return list.filter { entry in
      switch entry {
      case .success(let path): !lost.contains(path)
      case .failure: true
      }
    }
  }
}

/// What the scans are to look like.
struct ScanLook: ParsableArguments, Sendable {
  @Option(help: "What is shown: print, the whole print; picture, without its frame; both, a file each.")
  var crop = ScanCrop.print

  @Option(
    help: ArgumentHelp(
      "The film, which gives the true shape: auto, a name of `peel films`, or free for any shape.", valueName: "film"))
  var film = FilmChoice.auto

  @Option(help: "ends-in stretches each colour from black to white; frame takes the frame for white; none leaves it.")
  var whiteBalance = WhiteBalance.endsIn

  @Option(help: ArgumentHelp("How many pixels of a hundred become black, and how many white.", valueName: "percent"))
  var clip = 1.0

  @Option(help: ArgumentHelp("Of a JPEG, 1 to 100.", valueName: "number"))
  var quality = 92

  @Option(name: .customLong("as"), help: "The kind of file.")
  var format = FileFormat.jpeg

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
  }
}

enum ScanCrop: String, ExpressibleByArgument, CaseIterable, Sendable {
  case print, picture, both

  /// A file for each.
  var parts: [ScanCrop] {
    switch self {
    case .print, .picture: [self]
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

extension FileFormat: ExpressibleByArgument {}
