import ArgumentParser

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
  /// error. Ends with the exit status that sums them up.
  func run<Report: PhotoReport>(
    _ list: [Result<Path, Complaint>], work: @escaping @Sendable (_ index: Int, _ photo: Path) -> Report
  ) async throws {
    Interruption.heed()
    var progress = Progress(count: list.count)
    var status = Status.well
    let isInterrupted = await inOrder(Array(list.enumerated()), jobs: jobs ?? coreCount) { index, entry in
      switch entry {
      case .success(let path): work(index, path)
      case .failure(let complaint): Report(complaint)
      }
    } receive: { report in
      status = max(status, report.status)
      progress.advance { say(report) }
    }
    progress.clear()
    if isInterrupted, let code = Interruption.exitCode { throw code }
    if status != .well { throw ExitCode(status.rawValue) }
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
}

extension PhotoReport {
  var notes: [String] { [] }

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
