import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

extension ScanReport: PhotoReport {
  var warningTexts: [String] {
    // A batch tells how many there are.
    let aside = isSetAside ? ["it is set aside, since another shot of its print was taken; --all scans it, too"] : []
    guard lying > 1 else { return texts(of: warnings) + aside }
    return texts(of: warningsOfEach) + [Self.text(ofLying: lying, in: "the photo")] + aside
  }

  var warningTextsInBatch: [String] { texts(of: warningsOfEach) }

  var lying: Int { warnings.count - warningsOfEach.count }

  static func text(ofLying count: Int) -> String { text(ofLying: count, in: "their photos") }

  /// The warnings that a batch gives with each photo.
  private var warningsOfEach: [ScanWarning] { warnings.filter { if case .unknownWayUp = $0 { false } else { true } } }

  private func texts(of warnings: [ScanWarning]) -> [String] { warnings.map { $0.text(in: folder) } }

  private static func text(ofLying count: Int, in photo: String) -> String {
    count == 1
      ? "one scan may lie on its side, as in its photo; --turn turns it, or t in the workbench"
      : "\(count) scans may lie on their side, as in \(photo); --turn turns all of them, t in "
        + "the workbench a single one"
  }

  var needsReview: Bool {
    let isUnmatched = warnings.contains { if case .unmatchedBack = $0 { true } else { false } }
    return verdict != .sure || merge?.needsReview ?? false || isUnmatched
  }

  var notes: [String] {
    let review =
      switch verdict {
      case nil, .sure: [String]()
      // The error says so.
      case .review where error == .noSurePrint(photo: photo): [String]()
      case .review: ["a print needs review; \(photo.opening)"]
      case .some(.none) where error != nil: [String]()
      case .some(.none): ["no print found\(isSelective ? " with these options" : ""); \(photo.opening) to mark it"]
      }
    // What wasn't written isn't merged.
    let merged = scans.isEmpty ? merge?.leftOutNotes : merge?.notes
    return (merged ?? []) + review
  }

  var json: JSON {
    var members: [(key: String, value: JSON)] = [
      ("schema", .integer(1)), ("photo", .path(photo)), ("verdict", .string(verdict?.rawValue)),
    ]
    if let page { members.append(("flatbed", page.json)) }
    members.append(("scans", .array(scans.map(\.json))))
    if isSetAside { members.append(("setAside", .bool(true))) }
    if let merge { members.append(("merged", merge.json)) }
    if case .back(let front)? = side { members.append(("backOf", front.map { .path($0) } ?? .null)) }
    // It may be that of another shot.
    let complaint = error.map { Complaint($0) }.map { $0.path == photo ? $0 : $0.about(photo) }
    return .object(members + [("error", .string(complaint?.reason))])
  }

  var files: [Path] { scans.map(\.file).filter { $0 != .standardOutput } }
}

extension ScanReport.Entry {
  fileprivate var json: JSON {
    var members: [(key: String, value: JSON)] = [
      ("file", .path(file)), ("width", facts.size.map { .integer($0.width) } ?? .null),
      ("height", facts.size.map { .integer($0.height) } ?? .null), ("film", .string(facts.film?.name)),
      ("ppi", .number(facts.ppi, decimals: 1)), ("confidence", .number(facts.confidence, decimals: 3)),
      ("sharpness", .number(facts.sharpness, decimals: 2)), ("upright", facts.isUpright.map { .bool($0) } ?? .null),
      ("whiteBalance", .string(facts.whiteBalance)),
      ("whiteDifference", .number(facts.whiteDifference, decimals: 2)),
      ("outside", .number(facts.outside, decimals: 4)), ("curl", facts.curl?.json ?? .null),
    ]
    if let histograms = facts.histograms {
      members.append(
        ("histogram", .object(["before": Self.json(histograms.before), "after": Self.json(histograms.after)])))
    }
    return .object(members)
  }

  /// 256 counts for each colour.
  private static func json(_ histograms: [Histogram]) -> JSON {
    .object(zip(["red", "green", "blue"], histograms).map { ($0, .array($1.counts.map { .integer($0) })) })
  }
}

extension Quad {
  /// `[[x,y],[x,y],[x,y],[x,y]]` in pixels of the photo.
  var json: JSON {
    .array(corners.map { .array([.number($0.x, decimals: 3), .number($0.y, decimals: 3)]) })
  }
}
