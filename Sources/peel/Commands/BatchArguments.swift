import ArgumentParser
import Synchronization

/// How a command works through its photos.
struct BatchArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Photos in work at a time. (default: one a core)", valueName: "count"))
  var jobs: Int?

  @Flag(help: "One JSON object a photo and line.")
  var json = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is 1 or more.") }
  }

  /// Works on the photos and says what comes of each in their order: results on standard output, complaints on standard
  /// error. Begins no more of them once one fails in a way that all others would, too.
  func run<Report: PhotoReport>(
    _ list: [Result<Path, Complaint>], begin: @escaping @Sendable (_ index: Int, _ photo: Path) -> Progressed<Report>
  ) async -> BatchOutcome {
    Interruption.heed()
    let progress = Progress(count: list.count)
    let isHopeless = Atomic(false)
    var outcome = BatchOutcome(count: list.count)
    _ = await inOrder(
      Array(list.enumerated()), jobs: jobs ?? coreCount,
      isStopped: { Interruption.signal != nil || isHopeless.load(ordering: .relaxed) }
    ) { index, entry -> Progressed<Report> in
      let progressed: Progressed<Report>
      switch entry {
      case .success(let path):
        progress.begin(path)
        progressed = begin(index, path)
      case .failure(let complaint): progressed = .done(Report(complaint))
      }
      return progressed.map { report in
        if report.complaint?.endsBatch == true { isHopeless.store(true, ordering: .relaxed) }
        progress.end(needsReview: report.complaint == nil && report.needsReview)
        return report
      }
    } receive: { report in
      outcome.add(report)
      progress.interrupt { say(report) }
    }
    progress.clear()
    outcome.seconds = progress.elapsed
    return outcome
  }

  private func say(_ report: some PhotoReport) {
    for warning in report.warnings { StandardStream.messages.write("peel: \(report.photo.shown): \(warning)\n") }
    if json {
      StandardStream.output.write(report.json.line + "\n")
      return
    }
    StandardStream.output.write(report.lines)
    for note in report.notes { StandardStream.messages.write("peel: \(report.photo.shown): \(note)\n") }
    if let complaint = report.complaint { StandardStream.messages.write(complaint.line) }
  }
}

/// What came of a batch as a whole.
struct BatchOutcome {
  /// Photos that were to be done.
  let count: Int
  /// Photos whose end was told; fewer when the batch was stopped.
  private(set) var done = 0
  private(set) var earlier = 0
  private(set) var failed = 0
  private(set) var toReview: [Path] = []
  private var status = Status.well
  fileprivate(set) var seconds = 0.0

  fileprivate init(count: Int) { self.count = count }

  fileprivate mutating func add(_ report: some PhotoReport) {
    done += 1
    status = max(status, report.status)
    if report.isEarlier { earlier += 1 }
    switch report.status {
    case .well: break
    case .review: toReview.append(report.photo)
    case .failed: failed += 1
    }
  }

  /// Ends the command with the exit status that sums all up.
  func exit() throws {
    if let code = Interruption.exitCode { throw code }
    if status != .well { throw ExitCode(status.rawValue) }
  }
}

/// What came of one photo.
protocol PhotoReport: Sendable {
  init(_ complaint: Complaint)
  var photo: Path { get }
  var complaint: Complaint? { get }
  /// What was left aside, filled or not known, fit to follow the photo's name.
  var warnings: [String] { get }
  /// What a JSON line says otherwise, fit to follow the photo's name.
  var notes: [String] { get }
  var needsReview: Bool { get }
  var json: JSON { get }
  /// For standard output, each ended, when it is not JSON.
  var lines: [UInt8] { get }
  /// It tells of what an earlier run did.
  var isEarlier: Bool { get }
}

extension PhotoReport {
  var notes: [String] { [] }
  var isEarlier: Bool { false }

  fileprivate var status: Status {
    if complaint != nil { return .failed }
    return needsReview ? .review : .well
  }
}

/// Exit statuses, from good to bad.
enum Status: Int32, Comparable {
  case well = 0
  case review = 3
  case failed = 1

  private static let ranking: [Status] = [.well, .review, .failed]

  static func < (a: Status, b: Status) -> Bool {
    ranking.firstIndex(of: a) ?? 0 < ranking.firstIndex(of: b) ?? 0
  }
}
