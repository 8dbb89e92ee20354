import ArgumentParser
import Codecs
import Imaging

struct ScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Make a flat, white-balanced scan of every print in photos.",
    discussion: """
      peel scan desk.jpg -o scans
      peel scan -r Pictures -o scans --json
      peel scan desk.jpg -o scans --crop picture --film instax-mini --inset 0.5
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

  @Flag(help: "With --json, tell each colour's 256 counts over the print, before and after.")
  var histogram = false

  @Flag(help: "Of shots of one print, taken within ten seconds of one another, scan only the sharpest.")
  var bestOfBurst = false

  @OptionGroup(title: "Search") var search: SearchArguments
  @OptionGroup(title: "Batch") var batch: BatchArguments

  func validate() throws {
    if histogram, !batch.json { throw ValidationError("--histogram needs --json.") }
  }

  func run() async throws {
    Interruption.heed()
    let folder = Path.given([output])[0]
    var list = photos.listed()
    if bestOfBurst { list = await bestShots(of: list) }
    // Photos that cannot be read have no scans, yet keep their place.
    let names = ScanNames(of: list.map { (try? $0.get()) ?? Path("") })
    var scanner = PhotoScanner(
      detector: search.detector(look.film.films), look: look, folder: folder, force: force, isDryRun: dryRun,
      isSureOnly: sureOnly, tellsHistograms: histogram)
    // Cores that no other photo needs.
    scanner.threads = max(1, (batch.jobs ?? coreCount) / max(1, list.count))
    if !dryRun {
      do throws(FileError) { try prepareFolder(folder) } catch {
        StandardStream.messages.write(Complaint(error).line)
        throw ExitCode(Status.failed.rawValue)
      }
    }
    try await batch.run(list) { [scanner] index, path in scanner(path, stem: names.stems[index]) }
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
