import ArgumentParser
import PeelFiles
import PeelMessages
import PeelOutput
import PeelScanning
import Synchronization

/// How a command processes its photos.
struct BatchArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Photos to process at once. (default: one per core)", valueName: "count"),
    completion: .list(["1", "2", "4", "8"]))
  var jobs: Int?

  @Flag(help: "Print one JSON object per photo, each on a line.")
  var json = false

  @Flag(
    name: .shortAndLong,
    help: "Print only errors: no names, results, warnings, progress or summary. --json still prints its objects.")
  var quiet = false

  /// The most photos at once. Few machines have more cores.
  private static let mostJobs = 1024

  func validate() throws {
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("--jobs must be between 1 and \(Self.mostJobs).")
    }
  }

  /// The photos to process at once: fewer than wanted if not enough threads can be started.
  var photosAtOnce: Int { jobs.map(Threads.jobs) ?? Cores.count }

  /// Processes the photos and reports on each in order: results on standard output, messages on standard error. If a photo
  /// fails in a way that all others would, the batch stops.
  func run<Input: Sendable, Report: PhotoReport>(
    _ list: [Result<Input, PhotoError>], photo: @escaping @Sendable (Input) -> Path,
    begin: @escaping @Sendable (_ index: Int, Input) -> Progressed<Report>
  ) async -> BatchOutcome {
    Interruption.begin()
    let progress = Progress(count: quiet ? 0 : list.count)
    let isHopeless = Atomic(false)
    var outcome = BatchOutcome(count: list.count)
    @Sendable func isStopped() -> Bool {
      Interruption.signal != nil || isHopeless.load(ordering: .relaxed) || StandardStream.outputFailure != nil
    }
    _ = await inOrder(Array(list.enumerated()), jobs: photosAtOnce, isStopped: isStopped) {
      index, entry -> Progressed<Report> in
      let progressed: Progressed<Report>
      switch entry {
      case .success(let input):
        progress.begin(photo(input))
        progressed = begin(index, input)
      case .failure(let error): progressed = .done(Report(error))
      }
      return progressed.map { report in
        if report.endsBatch { isHopeless.store(true, ordering: .relaxed) }
        progress.end(needsReview: report.error == nil && report.needsReview)
        return report
      }
    } receive: { report in
      if case .interrupted = report.error { return }
      // One message is enough. The other photos that were begun are left for the next run.
      if report.endsBatch, outcome.isHopeless { return }
      outcome.add(report)
      progress.interrupt {
        // The reader of the output stopped.
        if StandardStream.outputFailure?.isClosedPipe == true { return }
        for report in [report] + report.others { write(report, isOnly: list.count == 1) }
      }
    }
    progress.clear()
    if !quiet, list.count > 1, outcome.lying > 0, StandardStream.outputFailure?.isClosedPipe != true {
      StandardStream.say(Report.text(ofLying: outcome.lying))
    }
    outcome.seconds = progress.elapsed
    return outcome
  }

  /// Ends the command if none of the photos exists. For commands that make a folder, which would stay empty.
  func requirePhotos<Report: PhotoReport>(
    _ list: [Result<Path, PhotoError>], reporting: Report.Type
  ) async throws {
    let exist = list.contains { entry in
      (try? entry.get()).map { $0 == .standardInput || Descriptor.Status(of: $0.file) != nil } ?? false
    }
    if exist { return }
    try await run(list, photo: \.self) { _, photo in
      do throws(FileError) { _ = try Descriptor.file(at: photo.file) } catch { return .done(Report(.file(error))) }
      return .done(Report(.file(FileError(.missing, photo))))
    }.exit()
  }

  /// - Parameter isOnly: whether the batch has no other photos.
  private func write(_ report: some PhotoReport, isOnly: Bool) {
    let name = report.photo.titled
    if !quiet {
      for warning in isOnly ? report.warningTexts : report.warningTextsInBatch {
        StandardStream.say("\(name): \(warning)")
      }
    }
    if json {
      StandardStream.output.write(report.json.line + "\n")
      return
    }
    if !quiet {
      for file in report.files { StandardStream.output.write(line: file) }
      StandardStream.output.write(report.lines)
      for note in report.notes { StandardStream.say("\(name): \(note)") }
    }
    if let error = report.error { StandardStream.error.write(Complaint(error).line) }
  }
}

/// The result of a batch as a whole.
struct BatchOutcome {
  /// The number of photos to process.
  let count: Int
  /// The number of photos reported on. It is smaller if the batch was stopped.
  private(set) var done = 0
  private(set) var earlier = 0
  private(set) var failed = 0
  private(set) var setAside = 0
  private(set) var toReview: [Path] = []
  /// Whether the batch was stopped because all other photos would fail, too.
  private(set) var isHopeless = false
  /// The files that were made, by this run or an earlier one.
  private(set) var files: [Path] = []
  private var status = Status.success
  fileprivate(set) var seconds = 0.0
  /// The number of scans of which it isn't known which side is up.
  private(set) var lying = 0

  fileprivate init(count: Int) { self.count = count }

  fileprivate mutating func add(_ report: some PhotoReport) {
    done += 1
    if report.isEarlier { earlier += 1 }
    if report.endsBatch { isHopeless = true }
    for report in [report] + report.others {
      status = max(status, report.status)
      files += report.files
      lying += report.lying
      if report.isSetAside { setAside += 1 }
      switch report.status {
      case .success: break
      case .review: toReview.append(report.photo)
      case .failure: failed += 1
      }
    }
  }

  /// Ends the command with the exit status that sums up the batch.
  func exit() throws {
    if let code = Interruption.exitCode { throw code }
    if status != .success { throw ExitCode(status.rawValue) }
  }
}

/// The result of processing one photo.
protocol PhotoReport: Sendable {
  init(_ error: PhotoError)
  var photo: Path { get }
  var error: PhotoError? { get }
  /// What was ignored, filled or not known, to follow the photo's name.
  var warningTexts: [String] { get }
  /// Those of them that a batch of several photos tells with each.
  var warningTextsInBatch: [String] { get }
  /// The number of scans of which it isn't known which side is up. A batch of several photos tells it once.
  var lying: Int { get }
  /// What a batch says of them.
  static func text(ofLying count: Int) -> String
  /// What the JSON line says otherwise, to follow the photo's name.
  var notes: [String] { get }
  var needsReview: Bool { get }
  var json: JSON { get }
  /// The files for standard output if it isn't JSON, each on a line.
  var files: [Path] { get }
  /// The lines that follow them, each with its newline.
  var lines: String { get }
  /// Whether nothing was done since a person set the photo aside.
  var isSetAside: Bool { get }
  /// Whether an earlier run did the work.
  var isEarlier: Bool { get }
  /// The reports of other photos that were processed with this one, to follow it.
  var others: [Self] { get }
}

extension PhotoReport {
  var warningTextsInBatch: [String] { warningTexts }
  var lying: Int { 0 }
  static func text(ofLying count: Int) -> String { "" }
  var notes: [String] { [] }
  var files: [Path] { [] }
  var lines: String { "" }
  var isSetAside: Bool { false }
  var isEarlier: Bool { false }
  var others: [Self] { [] }

  /// Whether the other photos of the batch would fail for the same reason.
  fileprivate var endsBatch: Bool { ([self] + others).contains { $0.error?.endsBatch == true } }

  fileprivate var status: Status {
    if error != nil { return .failure }
    return needsReview ? .review : .success
  }
}
