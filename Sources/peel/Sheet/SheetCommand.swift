import ArgumentParser
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Make a contact sheet or an album of scans.",
    usage: "peel sheet [<options>] [<photo> ...] --output <sheet>",
    discussion: """
      peel sheet scans -o album.pdf                 pages of scans, three side by side
      peel sheet scans -o album.html                a folder for web browsers, album
      peel sheet scans -o sheet.jpg                 all scans on a page, as a picture
      peel sheet scans -o album.pdf --columns 2     two scans side by side
      peel sheet scans -o wall.pdf --page 594x420   a page of another size

      A folder that `peel scan` wrote to is searched with its subfolders, and only its scans are \
      shown. Sheets and albums in folders are left out.

      All scans have the same scale, so that a small print is small beside a large one; none is \
      larger than life. A print's size comes from its film or the scan's resolution. A scan that \
      tells neither is drawn at a common size. Name, date and caption are written below.

      A PDF has the bytes of JPEG scans as they are. A web page's folder has copies of the scans, and \
      needs nothing else. Scans in other formats are converted to JPEG. A file or folder that \
      exists is never replaced, and one that can't be finished doesn't appear.
      """)

  @OptionGroup var photos: PhotoArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("What to write: a name ending in .pdf, .jpg or .html.", valueName: "sheet"), completion: .sheets)
  var output: String

  @Option(
    help: ArgumentHelp(
      "The page: a5, a4, a3, letter, legal, or its width and height in millimetres, such as 297x210.",
      valueName: "size"), completion: .list(PageSize.named.map(\.key)))
  var page = PageSize(width: 210, height: 297)

  @Option(
    help: ArgumentHelp(
      "Scans side by side. (default: 3; for a picture, as many as make all fit)", valueName: "count"),
    completion: .list(["1", "2", "3", "4", "6"]))
  var columns: Int?

  @Option(
    help: ArgumentHelp("Pixels per inch of a picture.", valueName: "number"), completion: .list(["150", "200", "300"]))
  var ppi = 200.0

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  /// The pixels per inch that a picture may have.
  private static let densities = 30.0...600
  /// The most pixels of a picture.
  private static let mostPixels = 200e6

  func validate() throws {
    guard SheetOutput(Path(output)) != nil else {
      throw ValidationError("--output must be a name that ends in .pdf, .jpg or .html.")
    }
    let most = SheetLayout.mostColumns(on: page)
    if let columns, !(1...most).contains(columns) {
      throw ValidationError("--columns must be between 1 and \(most) on this page.")
    }
    if !Self.densities.contains(ppi) { throw ValidationError("--ppi must be between 30 and 600.") }
    if page.width * page.height * ppi * ppi / (25.4 * 25.4) > Self.mostPixels, output.lowercased().hasSuffix("jpg") {
      throw ValidationError("--page and --ppi must make at most 200 million pixels.")
    }
  }

  func run() throws {
    guard let target = SheetOutput(Path.given([output])[0]) else { throw ExitCode.validationFailure }
    Interruption.begin()
    let failures = Count(0)
    let leaveOut: @Sendable (PhotoError) -> Void = { error in
      failures.subtract(-1)
      StandardStream.error.write(Complaint(error).line)
    }
    var scans: [Path] = []
    for entry in photos.listed(isQuiet: quiet, includesOutputs: true) {
      switch entry {
      case .success(let path): scans.append(path)
      case .failure(let error): leaveOut(error)
      }
    }
    var settings = SheetSettings()
    (settings.page, settings.columns, settings.ppi) = (page, columns, ppi)
    let sheet = SheetRun(settings, limits: photos.limits.decoding, leaveOut: leaveOut)
    let shown: [SheetScan]
    do throws(SheetError) { shown = try sheet.write(scans, to: target) } catch {
      if let code = Interruption.exitCode { throw code }
      // Why there is nothing to show has been told for each scan.
      if case .noScans = error, failures.value > 0 { throw ExitCode(Status.failure.rawValue) }
      try Complaint(error, target.path).exit()
    }
    if !quiet {
      StandardStream.output.write(line: target.shown)
      tell(shown, target)
    }
    if failures.value > 0 { throw ExitCode(Status.failure.rawValue) }
  }

  /// Tells of letters that are missing, and of sizes that aren't known.
  private func tell(_ scans: [SheetScan], _ target: SheetOutput) {
    let (odd, replacement) =
      switch target {
      case .pdf: (scans.count { !$0.canBeWritten }, "a question mark stands for them")
      case .picture: (scans.count { !$0.canBeDrawn }, "they are left out")
      case .web: (0, "")
      }
    if odd > 0 {
      StandardStream.say(
        "\(target.path.text): the text of \(odd) scan\(odd == 1 ? "" : "s") has letters that the sheet's font lacks; "
          + "\(replacement). A web page (-o sheet.html) shows all letters")
    }
    let unknown = scans.count { $0.longSide == nil }
    if unknown > 0, unknown < scans.count {
      StandardStream.say(
        "\(target.path.text): "
          + (unknown == 1
            ? "1 scan tells neither its film nor its resolution, so it is drawn about as long as the others"
            : "\(unknown) scans tell neither their film nor their resolution, so they are drawn about as long as the others")
      )
    }
  }
}
