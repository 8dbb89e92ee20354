import ArgumentParser
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning
import Synchronization

struct ScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Make a flat, white-balanced scan of every print in photos.",
    discussion: """
      peel scan desk.jpg -o scans                   write a scan of each print
      peel scan -r Pictures -o scans --json         include subfolders; print JSON
      peel scan desk.jpg -o scans --crop picture    leave out the prints' frames
      peel scan Pictures -o scans --best-of-burst   scan the sharpest of several shots
      peel scan Pictures -o scans --merge-bursts    merge several shots of a print
      peel scan Pictures -o scans --name '{year}/{stem}-{n}'   name scans by year
      peel scan slides -o scans --as tiff           keep 16 bits
      peel scan both -o scans --with-backs          pair fronts with their backs
      peel scan old -o scans --restore              undo fading
      peel scan -r Pictures -o scans --shard 2/4    do the second quarter of the work
      peel scan desk.jpg -o flat.png                write the only scan to a file
      peel scan - -o - < desk.jpg > flat.jpg        read and write a pipe
      find . -name '*.jpg' | peel scan - -o scans   read the photos' names

      Writes scans/desk-1.jpg, scans/desk-2.jpg and so on, one per print, and prints their \
      names. Prints that need review are scanned too, and the exit status is 3; --sure-only \
      leaves them out. A photo in which no print is likely gives no scan, and is listed for \
      review; --doubtful scans what it may show. With --film NAME, only prints of that film are looked for.

      Run the same command again to continue after a run that stopped, however it ended. It \
      makes the scans that are missing, and those whose photo, adjustments or options have \
      changed. --force makes all scans anew. A photo keeps the names of its scans, even if it \
      is renamed or moved. Files that peel didn't make, or that were changed since, are never \
      replaced.

      With -o FILE or -o -, the only print of one photo is scanned to that file, in the format \
      of its name, or to standard output. No file is replaced then, and no journal is kept.

      Exit status: 0 success; 1 a photo failed or, with -o FILE or -o -, there isn't exactly one \
      scan to write; 3 nothing failed, but a print needs review or none was found; 64 invalid usage.
      """)

  @OptionGroup var photos: PhotoArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for scans; it is made if missing. Or a file for the only scan; - is standard output.",
      valueName: "folder"),
    completion: .directory)
  var output: String

  @OptionGroup var names: NameArguments
  @OptionGroup(title: "Scan") var scan: ScanArguments

  @Flag(help: "Make all scans anew, even those that are up to date.")
  var force = false

  @Flag(name: [.customShort("n"), .long], help: "Find the prints and print the scans' names, but write nothing.")
  var dryRun = false

  @Flag(help: "Leave out prints that need review.")
  var sureOnly = false

  @Flag(help: "Scan photos that were set aside in the workbench, too.")
  var all = false

  @Flag(help: "With --json, include each print's colour histograms, before and after.")
  var histogram = false

  @Flag(help: "If several shots of one print were taken within ten seconds, scan only the sharpest.")
  var bestOfBurst = false

  @Flag(help: "If several shots of one print were taken within ten seconds, merge them into one scan without glare.")
  var mergeBursts = false

  @Flag(help: "The photos show fronts and backs in turn, one print each: name the scan of a back after its front's.")
  var withBacks = false

  @Option(
    help: ArgumentHelp(
      "Process share K of N of the photos, from 1/N to N/N, for N machines with one output folder.", valueName: "K/N"),
    completion: .list(["1/2", "2/2"]))
  var shard = Shard.whole

  @OptionGroup(title: "Search") var search: SearchArguments
  @OptionGroup(title: "Batch") var batch: BatchArguments

  func validate() throws {
    try photos.requirePhoto()
    if destination.target == nil {
      try OutputFolder.checkName(output, or: ", or, for the only scan, a file ending in \(ScanFile.Format.endings)")
    }
    if bestOfBurst, mergeBursts {
      throw ValidationError("--best-of-burst scans one shot of those that --merge-bursts merges.")
    }
    if withBacks, bestOfBurst || mergeBursts {
      throw ValidationError("--with-backs doesn't go with --\(bestOfBurst ? "best-of-burst" : "merge-bursts").")
    }
    if withBacks, names.name != nil { throw ValidationError("--with-backs names scans itself; leave out --name.") }
    if histogram, !batch.json { throw ValidationError("--histogram needs --json.") }
    try destination.check(scan, limitedOptions)
  }

  func run() async throws {
    if let target = destination.target { return try await writeOnlyScan(to: target) }
    // The photos are listed before the journal is read, so that it knows every scan that other shards have put into the
    // photos' folder. Until then there is nothing to finish, so an interrupt may end the program at once.
    let list = photos.listed(isQuiet: batch.quiet)
    try await batch.requirePhotos(list, reporting: ScanReport.self)
    let output = try OutputFolder.opened(self.output, shard: shard, isDryRun: dryRun, isQuiet: batch.quiet)
    Interruption.begin()
    if withBacks { return try await scanWithBacks(list, to: output) }
    let finished = output.finished
    let settings = scan.settings
    let share = await share(of: list, without: finished)
    let scanner = scanner(settings, to: output.path, count: share.count)
    // Scans of earlier runs aren't photos.
    let inputs = InputFiles(list.compactMap { try? $0.get() }.filter { !finished.made($0) })
    let stemOfPhoto = Dictionary(
      share.flatMap { entry in zip((try? entry.item.get())?.files ?? [], entry.stems) }, uniquingKeysWith: { a, _ in a }
    )
    let run = ScanRun(
      scanner: scanner.scanner, folder: output, inputs: inputs,
      isAnew: force, tellsHistograms: histogram)
    let outcome = await batch.run(share.map(\.item), photo: \.photo) { index, item in
      defer { scanner.left.subtract(1) }
      let stems = share[index].stems
      return item.kind == .burst ? run.mergeBurst(item.files, stems: stems) : run.scan(item, stem: stems[0])
    }
    try summarize(outcome, in: output, stems: stemOfPhoto, of: "photos")
    try outcome.exit()
  }

  /// Writes the list of photos to review, and tells what was scanned. Ends the command as failed if scans are gone.
  ///
  /// - Parameters:
  ///   - stems: the name of each photo's scans.
  ///   - items: what was counted.
  func summarize(_ outcome: BatchOutcome, in output: OutputFolder, stems: [Path: [UInt8]], of items: String) throws {
    guard !output.isDryRun, outcome.count > 1 else { return }
    let options = search.options + scan.settings.options + (names.name?.options ?? [])
    let summary = ScanSummary(outcome, folder: output, options: options, stems: stems, of: items)
    let isClosed = StandardStream.outputFailure?.isClosedPipe ?? false
    if !batch.quiet, !isClosed { StandardStream.error.write(summary.lines) }
    if summary.lost > 0, Interruption.exitCode == nil { throw ExitCode(Status.failure.rawValue) }
  }

  /// The scanner, and the number of items left, which decides how many threads each gets.
  func scanner(_ settings: ScanSettings, to folder: Path, count: Int) -> (scanner: ItemScanner, left: Count) {
    // The last items share the cores, with up to two threads for each, so that no core is idle before the last is done.
    let jobs = batch.photosAtOnce
    let left = Count(count)
    var maker = ScanMaker(settings)
    maker.threads = { max(1, min(jobs, 2 * jobs / max(1, left.value))) }
    var scanner = ItemScanner(
      detector: search.detector(settings.film.films, scan.prints.curl), maker: maker, folder: folder)
    scanner.template = names.name
    scanner.isDryRun = dryRun
    scanner.isSureOnly = sureOnly
    scanner.includesSetAside = all
    scanner.limits = photos.limits.sharedDecoding
    return (scanner, left)
  }

  /// This shard's items, each with the stems of its files' scans, which the whole list decides.
  private func share(
    of all: [Result<Path, PhotoError>], without finished: FinishedScans
  ) async -> [(item: Result<Item, PhotoError>, stems: [[UInt8]])] {
    var list = all
    let count = list.count
    list.removeAll { photo in (try? photo.get()).map { finished.made($0) } ?? false }
    let scans = count - list.count
    if scans > 0, !batch.quiet {
      StandardStream.say(LeftOut.ignored(scans: scans))
    }
    if bestOfBurst {
      list = await ShotRanking.bestShots(
        of: list, search: PrintSearch(search.detector(scan.settings.film.films, scan.prints.curl)),
        jobs: batch.photosAtOnce,
        limits: photos.limits.sharedDecoding)
    }
    let stems = finished.stems(for: list.map { photo in (try? photo.get()).map { Item($0) } }, template: names.name)
    var stemOfPhoto: [Path: [UInt8]] = [:]
    for (photo, stem) in zip(list, stems) { if let photo = try? photo.get() { stemOfPhoto[photo] = stem } }
    let items =
      mergeBursts
      ? await ShotRanking.bursts(
        of: list, search: PrintSearch(search.detector(scan.settings.film.films, scan.prints.curl)),
        jobs: batch.photosAtOnce,
        limits: photos.limits.sharedDecoding)
      : list.map { $0.map { Item($0) } }
    return items.filter { item in
      switch item {
      case .success(let item): shard.contains(item.photo)
      case .failure(let error): shard.contains(error.path)
      }
    }.map { item in (item: item, stems: ((try? item.get())?.files ?? []).map { stemOfPhoto[$0] ?? [] }) }
  }
}

/// A number that several threads count down.
final class Count: Sendable {
  private let number: Atomic<Int>

  init(_ number: Int) { self.number = Atomic(number) }

  var value: Int { number.load(ordering: .relaxed) }
  func subtract(_ amount: Int) { number.subtract(amount, ordering: .relaxed) }
}
