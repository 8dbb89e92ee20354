import ArgumentParser
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

struct RankCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rank", abstract: "Rank the shots of one print, sharpest first, or pictures of people, best first.",
    discussion: """
      peel rank one.jpg two.jpg three.jpg               list the shots, sharpest first
      peel rank --group Pictures                        rank each burst in a folder
      peel rank --whole-frame shots                     compare whole photos
      peel scan "$(peel rank --best shots)" -o scans    scan the sharpest shot
      peel rank --faces IMG_1.HEIC                      rank a Live Photo's frames
      peel rank --faces party.mov --save best           save its best frame

      Prints a line for each shot, separated by tabs: rank, score, the score in percent of the \
      best, photo, and why it lost. The score is the variance of the Laplacian within the \
      flattened print, less the share of noise, along the direction in which the shot is least \
      sharp. All shots are compared at the same size, brightness and contrast.

      With --faces, the items are Live Photos (a still, whose clip is found beside it), motion \
      photos, videos, and bursts: photos taken within ten seconds of one another. The line of a \
      frame has its rank, score, the score in percent of the best, clip and frame, the scores of \
      each face, and why it lost. A frame is as good \
      as the person who looks worst in it; small faces count less. Faces are numbered from left to \
      right. A photo without a date stands alone, and pictures that peel saved are left out. Videos \
      are read with ffmpeg.
      """)

  @OptionGroup var photos: PhotoArguments

  @Flag(
    help: """
      Print only the name of the best shot; with --group, of each burst. With --faces, the number of a clip's frame and \
      its time in seconds follow, after tabs.
      """)
  var best = false

  @Flag(help: "Sort the photos into bursts, shots of one print within ten seconds, and rank each burst.")
  var group = false

  @Flag(
    help: "Compare whole photos by the standard deviation of the Laplacian at 1280 × 720, without looking for prints.")
  var wholeFrame = false

  @OptionGroup(title: "Faces") var faces: FaceArguments

  @OptionGroup(title: "Batch") var batch: BatchArguments

  func validate() throws {
    try photos.requirePhoto()
    if faces.isOn, group || wholeFrame {
      throw ValidationError("--faces compares people, so it can't be combined with --group or --whole-frame.")
    }
    if group, wholeFrame {
      throw ValidationError("--group compares prints, which --whole-frame doesn't look for.")
    }
  }

  func run() async throws {
    let list = photos.listed(isQuiet: batch.quiet || faces.isOn, includesClips: faces.isOn)
    Interruption.begin()
    if faces.isOn {
      let ranking = FaceOutput(arguments: faces, batch: batch, isBest: best, limits: photos.limits.decoding)
      return try ranking.run(list)
    }
    let jobs = batch.photosAtOnce
    let limits = photos.limits.sharedDecoding
    let ranking =
      wholeFrame
      ? await ShotRanking(wholeFrames: list, jobs: jobs, limits: limits)
      : await ShotRanking(
        list, group ? .eachBurst : .oneBurst, search: PrintSearch(), jobs: jobs, limits: limits)
    if ranking.isInterrupted, let code = Interruption.exitCode { throw code }
    for (photo, warning) in ranking.warnings where !batch.quiet {
      StandardStream.say("\(photo.shown): \(warning.text)")
    }
    if best {
      for burst in ranking.bursts { StandardStream.output.write(line: burst[0].path) }
    } else if batch.json {
      StandardStream.output.write(ranking.json.map { $0.line + "\n" }.joined())
    } else if !batch.quiet {
      StandardStream.output.write(ranking.bursts.map { $0.map(\.line).joined() }.joined(separator: "\n"))
    }
    let isClosed = StandardStream.outputFailure?.isClosedPipe ?? false
    if best || !batch.json, !isClosed {
      StandardStream.error.write((batch.quiet ? ranking.complaints : ranking.messages).joined())
    }
    if ranking.status != .success { throw ExitCode(ranking.status.rawValue) }
  }
}

extension ShotRanking {
  fileprivate var status: Status {
    if !errors.isEmpty { return .failure }
    return excluded.isEmpty && unsure.isEmpty && !isAlone ? .success : .review
  }

  /// The lines for photos that can't be read, each with its newline.
  fileprivate var complaints: [String] { errors.map { Complaint($0).line } }

  /// The lines for standard error, each with its newline.
  fileprivate var messages: [String] {
    let alone =
      isAlone
      ? bursts[0].map { "peel: \($0.path.shown): this is the only shot, so there is nothing to compare it with\n" } : []
    let doubts = unsure.map { "peel: \($0.shown): its print needs review\n" }
    return complaints + excluded.map { "peel: \($0.shown): \($1.sentence)\n" } + doubts + alone
  }

  /// A line for each photo, the ranked ones first.
  fileprivate var json: [JSON] {
    zip(1..., bursts).flatMap { number, burst in burst.map { $0.json(burst: number) } }
      + excluded.map { Self.json($0, excluded: $1, error: nil) }
      + errors.map { Self.json($0.path, excluded: nil, error: $0) }
  }

  private static func json(_ path: Path, excluded: Exclusion?, error: PhotoError?) -> JSON {
    .object([
      "schema": .integer(1), "photo": .path(path), "burst": .null, "rank": .null, "score": .null,
      "relative": .null, "laplacian": .null, "tenengrad": .null, "agree": .null,
      "why": .array(excluded.map { [.object(["reason": .string($0.rawValue)])] } ?? []),
      "error": .string(error.map { Complaint($0).reason }),
    ])
  }
}

extension ShotRanking.Exclusion {
  fileprivate var sentence: String {
    switch self {
    case .noPrint: "no print found, so it isn't ranked; --whole-frame compares whole photos"
    case .otherPrint:
      "it shows another print than most of the photos, so it isn't ranked; --group ranks each print's shots"
    }
  }
}

extension ShotRanking.Ranked {
  fileprivate var line: String {
    var why = entry?.shortcomings.map(\.words) ?? []
    if let entry, !entry.measuresAgree {
      why.append("the measures disagree: Laplacian \(entry.laplacian.percent), Tenengrad \(entry.tenengrad.percent)")
    }
    let cells = ["\(rank)", score.rounded(to: 1) ?? "-", relative.percent, path.shown, why.joined(separator: ", ")]
    return cells.joined(separator: "\t") + "\n"
  }

  fileprivate func json(burst: Int) -> JSON {
    .object([
      "schema": .integer(1), "photo": .path(path), "burst": .integer(burst), "rank": .integer(rank),
      "score": .number(score, decimals: 2), "relative": .number(relative, decimals: 4),
      "laplacian": .number(entry?.laplacian, decimals: 4), "tenengrad": .number(entry?.tenengrad, decimals: 4),
      "agree": entry.map { .bool($0.measuresAgree) } ?? .null, "why": .array(entry?.shortcomings.map(\.json) ?? []),
      "error": .null,
    ])
  }
}

extension Shortcoming {
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
