import ArgumentParser
import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelScanning

struct DetectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detect", abstract: "Show where the prints are in photos.",
    discussion: """
      peel detect desk.jpg                      print a line for each print
      peel detect --json Pictures               print a JSON object for each photo
      find . -name '*.jpg' | peel detect -      read the photos' names
      peel detect --frames desk.mp4             follow prints through a video

      Prints a line for each print, separated by tabs: photo, verdict, confidence, film, and \
      the four corners in pixels of the upright photo. The corners run clockwise, from the \
      print's own top left if that is known. With --frames, follows prints through videos \
      and prints: video, frame, the print's number, confidence, corners.
      """)

  @OptionGroup var photos: PhotoArguments
  @Flag(
    help: "Read videos instead of photos. Print one JSON object, or a line per print, for each frame. Needs ffmpeg.")
  var frames = false

  @OptionGroup(title: "Search") var search: SearchArguments
  @OptionGroup(title: "Search") var film: FilmArguments
  @OptionGroup(title: "Search") var prints: CurlArguments
  @OptionGroup(title: "Batch") var batch: BatchArguments

  func validate() throws { try photos.requirePhoto() }

  func run() async throws {
    var detector = search.detector(film.films, prints.curl)
    if frames {
      try FrameReport(detector: detector, isJSON: batch.json, isQuiet: batch.quiet).run(Path.given(photos.photos))
      return
    }
    // Only JSON lists candidates. In videos they are needed to keep following a print that is hard to see.
    if !batch.json { detector.parameters.candidates = 0 }
    let limits = photos.limits.sharedDecoding
    try await batch.run(photos.listed(isQuiet: batch.quiet), photo: \.self) { [detector] _, path in
      .done(DetectReport(path, detector: detector, limits: limits))
    }.exit()
  }
}

struct DetectReport: PhotoReport {
  let photo: Path
  private(set) var error: PhotoError?
  private(set) var warningTexts: [String] = []
  /// The upright photo's size in pixels.
  private var size: (width: Int, height: Int)?
  private var format: PhotoFile.Format?
  private var profile: String?
  private var detection: Detection?

  var needsReview: Bool { detection?.verdict != .sure }

  private init(photo: Path) { self.photo = photo }

  init(_ error: PhotoError) {
    self.init(photo: error.path)
    self.error = error
  }

  init(_ path: Path, detector: Detector, limits: DecodingLimits) {
    self.init(photo: path)
    do throws(PhotoError) {
      let file = try PhotoFile(path, limits: limits)
      warningTexts = file.warnings
      size = (file.photo.width, file.photo.height)
      format = file.format
      profile = file.profileName
      // The photo keeps its share of the memory until then.
      detection = withExtendedLifetime(file) { detector.detect(in: file.photo) }
      // The trace is large, and the report may have to wait for a slower photo's.
      detection?.dropTraces()
    } catch {
      self.error = error
    }
  }

  var json: JSON {
    var members: [(key: String, value: JSON)] = [
      ("schema", .integer(1)), ("photo", .path(photo)),
      ("width", size.map { .integer($0.width) } ?? .null), ("height", size.map { .integer($0.height) } ?? .null),
      ("format", .string(format?.rawValue)), ("profile", .string(profile)),
      ("verdict", .string(detection?.verdict.rawValue)),
    ]
    if let page = detection?.page { members.append(("flatbed", page.json)) }
    members += [
      ("prints", .array((detection?.prints ?? []).map(\.json))),
      ("candidates", .array((detection?.candidates ?? []).map(\.json))),
    ]
    if let error { members.append(("error", .string(Complaint(error).reason))) }
    return .object(members)
  }

  var lines: String {
    guard let detection else { return "" }
    let rows =
      detection.prints.isEmpty
      ? [[detection.verdict.rawValue]]
      : detection.prints.map { print in
        [detection.verdict.rawValue, print.confidence.rounded(to: 2) ?? "-", print.film?.name ?? "-"]
          + print.quad.corners.map { "\($0.x.rounded(to: 1) ?? "-"),\($0.y.rounded(to: 1) ?? "-")" }
      }
    return rows.map { ([photo.shown] + $0).joined(separator: "\t") + "\n" }.joined()
  }
}

extension PageScale {
  /// `{"dpi":300}`; the dots per inch are null if they aren't known.
  var json: JSON { .object(["dpi": .number(dpi, decimals: 2)]) }
}

extension Print {
  fileprivate var json: JSON {
    .object([
      "corners": quad.json, "confidence": .number(confidence, decimals: 3), "film": .string(film?.name),
      "upright": .bool(isUpright), "tilt": .number(tilt, decimals: 1), "curl": curl?.json ?? .null,
      "bent": .bool(isBent),
    ])
  }
}

extension Candidate {
  fileprivate var json: JSON {
    .object(["corners": quad.json, "confidence": .number(confidence, decimals: 3)])
  }
}
