import ArgumentParser
import PeelCodecs
import PeelImaging
import Synchronization

struct ScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Make a flat, white-balanced scan of every print in photos.",
    discussion: """
      peel scan desk.jpg -o scans
      peel scan -r Pictures -o scans --json
      peel scan desk.jpg -o scans --crop picture --film instax-mini --inset 0.5
      peel scan Pictures -o scans --best-of-burst
      find . -name '*.jpg' -print0 | peel scan -0 -o scans
      peel scan -r Pictures -o scans --shard 2/4

      Writes scans/desk-1.jpg, scans/desk-2.jpg and so on, one for each print, and \
      prints their names. A print that needs a look is scanned all the same, and the exit \
      status says 3; --sure-only leaves it out. With --film NAME, only prints of that film \
      are looked for.

      The same command again goes on where the last one stopped, however it ended: it makes \
      the scans that are missing, and those whose photo, adjustments or options have \
      changed. --force makes all anew.
      """)

  @OptionGroup var photos: PhotoArguments

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for the scans; it is made if missing.", valueName: "folder"))
  var output: String

  @OptionGroup(title: "Scan") var look: ScanLook

  @Flag(help: "Make all scans anew, and replace whatever has their names.")
  var force = false

  @Flag(name: [.customShort("n"), .long], help: "Find the prints and print the scans' names, but write nothing.")
  var dryRun = false

  @Flag(help: "Leave out prints that need a look.")
  var sureOnly = false

  @Flag(help: "With --json, tell each colour's 256 counts over the print, before and after.")
  var histogram = false

  @Flag(help: "Of shots of one print, taken within ten seconds of one another, scan only the sharpest.")
  var bestOfBurst = false

  @Option(
    help: ArgumentHelp(
      "Do the K-th of N shares of the photos, for N machines that write to one folder.", valueName: "K/N"))
  var shard = Shard.whole

  @OptionGroup(title: "Search") var search: SearchArguments
  @OptionGroup(title: "Batch") var batch: BatchArguments

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output is the name of a folder.") }
    if histogram, !batch.json { throw ValidationError("--histogram needs --json.") }
  }

  func run() async throws {
    // First, so that the journal, which is read next, knows whatever other shards have put in the photos' folder. Until
    // then there is nothing to finish, and a wish to end needs no heed.
    let list = photos.listed()
    Interruption.heed()
    let path = Path.given([output])[0]
    let folder: OutputFolder?
    let finished: FinishedScans
    do throws(FileError) {
      folder = dryRun ? nil : try OutputFolder(path, shard: shard)
      if let folder { finished = folder.finished } else { finished = try FinishedScans(in: path) }
    } catch {
      StandardStream.messages.write(Complaint(error).line)
      throw ExitCode(Status.failed.rawValue)
    }
    var scanner = PhotoScanner(
      detector: search.detector(look.film.films), look: look, folder: path, force: force, isDryRun: dryRun,
      isSureOnly: sureOnly, tellsHistograms: histogram)
    scanner.limits = photos.limits.decoding
    scanner.mayReplace = { finished.made($0) }
    if let folder {
      scanner.announce = { scan, content throws(FileError) in try folder.announce(scan, content) }
    }
    let share = await share(of: list, without: finished)
    // The last photos share the cores, with up to two threads for each: none is idle while one of them is not yet done.
    let jobs = batch.jobs ?? coreCount
    let left = Atomic(share.count)
    scanner.threads = { max(1, min(jobs, 2 * jobs / max(1, left.load(ordering: .relaxed)))) }
    let run = ScanRun(scanner: scanner, finished: finished, folder: folder)
    let outcome = await batch.run(share.map(\.photo)) { index, photo in
      defer { left.subtract(1, ordering: .relaxed) }
      return run(photo, stem: share[index].stem)
    }
    if let folder, outcome.count > 1 {
      let stems = Dictionary(
        share.compactMap { photo, stem in (try? photo.get()).map { ($0, stem) } },
        uniquingKeysWith: { first, _ in first })
      let summary = ScanSummary(outcome, folder: folder, options: look.options, stems: stems)
      StandardStream.messages.write(summary.lines)
    }
    try outcome.exit()
  }

  /// The photos of this shard, each with the stem of its scans' names, which the whole list decides.
  private func share(
    of all: [Result<Path, Complaint>], without finished: FinishedScans
  ) async -> [(photo: Result<Path, Complaint>, stem: [UInt8])] {
    var list = all
    let count = list.count
    list.removeAll { photo in (try? photo.get()).map { finished.made($0) } ?? false }
    let scans = count - list.count
    if scans > 0 {
      StandardStream.messages.write("peel: left out \(scans) scan\(scans == 1 ? "" : "s") of earlier runs\n")
    }
    if bestOfBurst { list = await bestShots(of: list) }
    // Photos that cannot be read have no scans, yet keep their place.
    let stems = ScanNames(of: list.map { (try? $0.get()) ?? Path("") }).stems
    return zip(list, stems).filter { photo, _ in
      switch photo {
      case .success(let path): shard.contains(path)
      case .failure(let complaint): shard.contains(complaint.path)
      }
    }.map { (photo: $0, stem: $1) }
  }

  /// Without the shots that another one is better than. What cannot be compared stays in.
  private func bestShots(of list: [Result<Path, Complaint>]) async -> [Result<Path, Complaint>] {
    let reading = await ShotReading(
      list, search: PrintSearch(search.detector(look.film.films)), isOneBurst: false,
      jobs: batch.jobs ?? coreCount, limits: photos.limits.decoding)
    let lost = Set(RankReport(reading, isGrouped: true).bursts.flatMap { $0.dropFirst().map(\.path) })
    return list.filter { entry in
      switch entry {
      case .success(let path): !lost.contains(path)
      case .failure: true
      }
    }
  }
}
