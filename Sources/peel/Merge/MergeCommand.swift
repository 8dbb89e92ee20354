import ArgumentParser
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge several shots of one glossy print into one scan without glare.",
    discussion: """
      peel merge one.jpg two.jpg three.jpg -o scans   merge three shots
      peel merge shots -o scans --json                merge a folder's; print JSON
      peel merge shots -o scans --crop picture        leave out the print's frame

      Move the camera between the shots, so that each part of the print is without glare in at \
      least one. Two to five shots are usually enough; more are used too. The shot with the least glare is the reference: the others \
      fill its glare, in its light. The scan is named after it: shot2-1.jpg.

      Shots that can't be used are left out, with the reason. If the photos show several prints, \
      one is merged. The exit status is 3 if only one shot could be used, if as many shots show \
      another print, if the shots that were used show other prints too, or if the print needs review.
      """)

  @OptionGroup var photos: PhotoArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for the scan; it is made if missing.", valueName: "folder"), completion: .directory)
  var output: String

  @OptionGroup(title: "Scan") var scan: ScanArguments

  @Flag(help: "Make the scan anew, even if it is up to date.")
  var force = false

  @Flag(
    name: [.customShort("n"), .long], help: "Print the scan's name and the shots that would be used, but write nothing."
  )
  var dryRun = false

  @OptionGroup(title: "Search") var search: SearchArguments
  @OptionGroup(title: "Batch") var batch: BatchArguments

  func validate() throws {
    try photos.requirePhoto()
    try OutputFolder.checkName(output)
  }

  func run() async throws {
    let list = photos.listed(isQuiet: batch.quiet)
    try await batch.requirePhotos(list, reporting: ScanReport.self)
    let output = try OutputFolder.opened(self.output, isDryRun: dryRun, isQuiet: batch.quiet)
    Interruption.begin()
    let finished = output.finished
    var shots: [Path] = []
    var missing: [PhotoError] = []
    for entry in list {
      switch entry {
      // Scans of earlier runs aren't shots.
      case .success(let path): if !finished.made(path) { shots.append(path) }
      case .failure(let error): missing.append(error)
      }
    }
    for error in missing { StandardStream.error.write(Complaint(error).line) }
    guard let first = shots.first else {
      throw ExitCode(missing.isEmpty ? Status.review.rawValue : Status.failure.rawValue)
    }

    let settings = scan.settings
    var maker = ScanMaker(settings)
    let jobs = batch.photosAtOnce
    maker.threads = { jobs }
    var scanner = ItemScanner(
      detector: search.detector(settings.film.films, scan.prints.curl), maker: maker, folder: output.path)
    scanner.isDryRun = dryRun
    scanner.limits = photos.limits.sharedDecoding
    let run = ScanRun(
      scanner: scanner, folder: output, inputs: InputFiles(shots),
      isAnew: force
    )
    let stems = finished.stems(for: shots.map { Item($0) })
    let burst = shots
    let outcome = await batch.run([.success(first)], photo: \.self) { _, _ in run.merge(burst, stems: stems) }
    if !missing.isEmpty, Interruption.exitCode == nil { throw ExitCode(Status.failure.rawValue) }
    try outcome.exit()
  }
}
