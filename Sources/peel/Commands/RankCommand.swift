import ArgumentParser
import PeelCodecs
import PeelImaging

struct RankCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rank", abstract: "The shots of one print, sharpest first.",
    discussion: """
      peel rank shot1.jpg shot2.jpg shot3.jpg
      peel scan "$(peel rank --best shots/*.jpg)" -o scans
      peel rank --group Pictures
      peel rank --whole-frame --json shots

      Prints a line for each shot: rank, score, the score in percent of the best one's, photo, and why a later one lost, \
      with tabs between. The score is the variance of the Laplacian inside the flattened print, at one size, brightness \
      and contrast for all shots, less the noise's share, along the direction in which the shot is least sharp.
      """)

  @OptionGroup var photos: PhotoArguments

  @Flag(help: "Print the best shot's name alone; with --group that of each burst.")
  var best = false

  @Flag(help: "Sort the photos into bursts, that is shots of one print within ten seconds, and rank each.")
  var group = false

  @Flag(help: "Compare whole photos, the table with the print: the standard deviation of the Laplacian at 1280 × 720.")
  var wholeFrame = false

  @OptionGroup(title: "Batch") var batch: BatchArguments

  func validate() throws {
    if group, wholeFrame {
      throw ValidationError("--group needs the prints, and --whole-frame does not look for them.")
    }
  }

  func run() async throws {
    let list = photos.listed()
    Interruption.heed()
    let jobs = batch.jobs ?? coreCount
    let report =
      wholeFrame
      ? await RankReport(wholeFrames: list, jobs: jobs, limits: photos.limits.decoding)
      : RankReport(
        await ShotReading(
          list, search: PrintSearch(), isOneBurst: !group, jobs: jobs, limits: photos.limits.decoding),
        isGrouped: group)
    if report.isInterrupted, let code = Interruption.exitCode { throw code }
    for (photo, text) in report.warnings { StandardStream.messages.write("peel: \(photo.shown): \(text)\n") }
    if best {
      for burst in report.bursts { StandardStream.output.write(burst[0].path.bytes + [UInt8(ascii: "\n")]) }
    } else if batch.json {
      StandardStream.output.write(report.json.map { $0.line + "\n" }.joined())
    } else {
      StandardStream.output.write(report.bursts.map { $0.map(\.line).joined() }.joined(separator: "\n"))
    }
    if best || !batch.json { StandardStream.messages.write(report.messages.joined()) }
    if report.status != .well { throw ExitCode(report.status.rawValue) }
  }
}

/// Shots in order, and what was left out.
struct RankReport: Sendable {
  struct Ranked: Sendable {
    let path: Path
    /// From 1.
    let rank: Int
    let score: Double
    /// 0…1.
    let relative: Double
    /// How it stands by each measure; nil of whole frames.
    let place: Ranking.Entry?
  }

  /// Why a photo is not ranked though it was read.
  enum Exclusion: String, Sendable {
    case noPrint = "no-print"
    case otherPrint = "other-print"
  }

  /// Each with its best shot first.
  private(set) var bursts: [[Ranked]] = []
  /// Best shots of bursts in none of whose shots the print is sure.
  private(set) var unsure: [Path] = []
  private(set) var excluded: [(path: Path, Exclusion)] = []
  private(set) var complaints: [Complaint]
  let warnings: [(photo: Path, text: String)]
  let isInterrupted: Bool
  /// A single shot stands beside no other.
  private(set) var isAlone = false

  init(_ reading: ShotReading, isGrouped: Bool) {
    complaints = reading.complaints
    warnings = reading.warnings
    isInterrupted = reading.isInterrupted
    excluded = reading.shots.filter { $0.print == nil }.map { ($0.path, .noPrint) }
    let shots = reading.shots.compactMap { shot in
      shot.print.map { (path: shot.path, print: $0, time: isGrouped ? shot.time : nil) }
    }
    var groups = Burst.all(in: shots.map { ($0.print, $0.time) })
    if !isGrouped, let largest = groups.map(\.shots.count).max() {
      // Of equals the one that was named first.
      let kept = groups.firstIndex { $0.shots.count == largest } ?? 0
      excluded += groups.indices.filter { $0 != kept }.flatMap { groups[$0].shots }.sorted().map {
        (shots[$0].path, .otherPrint)
      }
      groups = [groups[kept]]
    }
    for burst in groups {
      let members = burst.shots.map { shots[$0] }
      let ranked = zip(1..., Ranking(of: members.map(\.print)).entries).map { rank, place in
        Ranked(
          path: members[place.shot].path, rank: rank, score: place.score, relative: place.relative,
          place: place)
      }
      bursts.append(ranked)
      if members.allSatisfy({ $0.print.confidence < PhotoScanner.sureConfidence }) { unsure.append(ranked[0].path) }
    }
    isAlone = !isGrouped && bursts.first?.count == 1
  }

  init(wholeFrames list: [Result<Path, Complaint>], jobs: Int, limits: DecodingLimits) async {
    var scored: [(path: Path, score: Double)] = []
    var complaints: [Complaint] = []
    var warnings: [(photo: Path, text: String)] = []
    isInterrupted = await inOrder(list, jobs: jobs) { entry in
      Result { () throws(Complaint) in
        let path = try entry.get()
        do throws(FileError) {
          let file = try readPhoto(at: path, isLumaOnly: true, limits: limits)
          return (path: path, score: file.photo.luma.wholeFrameSharpness(), warnings: file.warnings)
        } catch {
          throw Complaint(error)
        }
      }
    } receive: { result in
      switch result {
      case .success(let shot):
        scored.append((shot.path, shot.score))
        warnings += shot.warnings.map { (shot.path, $0) }
      case .failure(let complaint): complaints.append(complaint)
      }
    }
    self.complaints = complaints
    self.warnings = warnings
    let order = scored.indices.sorted { (scored[$1].score, $0) < (scored[$0].score, $1) }
    let best = order.first.map { scored[$0].score } ?? 0
    let burst = zip(1..., order).map { rank, index in
      Ranked(
        path: scored[index].path, rank: rank, score: scored[index].score,
        relative: best > 0 ? scored[index].score / best : 1, place: nil)
    }
    if !burst.isEmpty { bursts = [burst] }
    isAlone = burst.count == 1
  }

  var status: Status {
    if !complaints.isEmpty { return .failed }
    return excluded.isEmpty && unsure.isEmpty && !isAlone ? .well : .review
  }

  /// For standard error, each ended.
  var messages: [String] {
    let alone =
      isAlone ? bursts[0].map { "peel: \($0.path.shown): the only shot; there is none to compare it with\n" } : []
    let doubts = unsure.map { "peel: \($0.shown): what was taken for its print needs a look\n" }
    return complaints.map(\.line) + excluded.map { "peel: \($0.shown): \($1.sentence)\n" } + doubts + alone
  }

  /// A line for each photo, the ranked ones first.
  var json: [JSON] {
    zip(1..., bursts).flatMap { number, burst in burst.map { $0.json(burst: number) } }
      + excluded.map { Self.json($0, excluded: $1, complaint: nil) }
      + complaints.map { Self.json($0.path, excluded: nil, complaint: $0) }
  }

  private static func json(_ path: Path, excluded: Exclusion?, complaint: Complaint?) -> JSON {
    .object([
      "schema": .integer(1), "photo": .string(path.text), "burst": .null, "rank": .null, "score": .null,
      "relative": .null, "laplacian": .null, "tenengrad": .null, "agree": .null,
      "why": .array(excluded.map { [.object(["reason": .string($0.rawValue)])] } ?? []),
      "error": .string(complaint?.reason),
    ])
  }
}

extension RankReport.Exclusion {
  fileprivate var sentence: String {
    switch self {
    case .noPrint: "no print found, so it is not ranked; --whole-frame compares whole photos"
    case .otherPrint:
      "shows another print than most of the others, so it is not ranked; --group ranks each print's shots"
    }
  }
}

extension RankReport.Ranked {
  fileprivate var line: String {
    var why = place?.shortcomings.map(\.words) ?? []
    if let place, !place.measuresAgree {
      why.append("the measures disagree: Laplacian \(place.laplacian.percent), Tenengrad \(place.tenengrad.percent)")
    }
    let cells = ["\(rank)", score.rounded(to: 1) ?? "-", relative.percent, path.shown, why.joined(separator: ", ")]
    return cells.joined(separator: "\t") + "\n"
  }

  fileprivate func json(burst: Int) -> JSON {
    .object([
      "schema": .integer(1), "photo": .string(path.text), "burst": .integer(burst), "rank": .integer(rank),
      "score": .number(score, decimals: 2), "relative": .number(relative, decimals: 4),
      "laplacian": .number(place?.laplacian, decimals: 4), "tenengrad": .number(place?.tenengrad, decimals: 4),
      "agree": place.map { .bool($0.measuresAgree) } ?? .null, "why": .array(place?.shortcomings.map(\.json) ?? []),
      "error": .null,
    ])
  }
}

extension Shortcoming {
  /// A few words, such as "glare on 3 %".
  var words: String {
    switch self {
    case .blur: "blur"
    case .motion(let direction): "motion blur \(Self.words(for: direction))"
    case .glare(let share): "glare on \(share.percent)"
    case .shadow(let share): "shadow on \(share.percent)"
    case .cutOff(let share): "\(share.percent) cut off"
    case .small(let size): "too small, \(size.percent) of the largest"
    }
  }

  private static func words(for direction: Double) -> String {
    switch direction {
    case 22.5..<67.5: "from upper left to lower right"
    case 67.5..<112.5: "up and down"
    case 112.5..<157.5: "from lower left to upper right"
    case _: "sideways"
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .blur: .object(["reason": .string("blur")])
    case .motion(let direction): .object(["reason": .string("motion"), "direction": .number(direction, decimals: 0)])
    case .glare(let share): .object(["reason": .string("glare"), "share": .number(share, decimals: 4)])
    case .shadow(let share): .object(["reason": .string("shadow"), "share": .number(share, decimals: 4)])
    case .cutOff(let share): .object(["reason": .string("cut-off"), "share": .number(share, decimals: 4)])
    case .small(let size): .object(["reason": .string("too-small"), "size": .number(size, decimals: 3)])
    }
  }
}

extension Double {
  /// Of a share: "3 %", or "0.4 %" where it is less than one.
  fileprivate var percent: String { "\((100 * self).rounded(to: self < 0.01 ? 1 : 0) ?? "-") %" }
}
