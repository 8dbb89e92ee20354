import PeelImaging

/// What came of one photo's scans.
struct ScanReport: PhotoReport {
  let photo: Path
  var verdict: Detection.Verdict?
  var scans: [Entry] = []
  var complaint: Complaint?
  var warnings: [String] = []
  /// Its scans were made by an earlier run.
  var isEarlier = false

  /// One scan that was written, or with a dry run would be.
  struct Entry {
    let file: Path
    /// Of the scan, in pixels; nil with a dry run.
    let size: (width: Int, height: Int)?
    /// What stands for its bytes; nil with a dry run.
    let content: Digest?
    let film: FilmFormat?
    let ppi: Double?
    let confidence: Double
    let sharpness: Double?
    /// Whether it is known to stand on its thick border; nil where --turn says how it stands.
    var isUpright: Bool?
    /// Share of it that lies beyond the photo, 0…1.
    let outside: Double?
    /// Of red, green and blue over the print; nil when nobody asked.
    var histograms: (before: [Histogram], after: [Histogram])?
  }

  init(_ photo: Path) { self.photo = photo }

  init(_ complaint: Complaint) {
    photo = complaint.path
    self.complaint = complaint
  }

  var needsReview: Bool { verdict != .sure }

  var notes: [String] {
    switch verdict {
    case nil, .sure: []
    case .review: ["a print needs a look; open the photo with `peel`"]
    case .some(.none): ["no print found; open the photo with `peel` to mark it"]
    }
  }

  var json: JSON {
    .object([
      "schema": .integer(1), "photo": .string(photo.text), "verdict": .string(verdict?.rawValue),
      "scans": .array(scans.map(\.json)), "error": .string(complaint?.reason),
    ])
  }

  var lines: [UInt8] { scans.flatMap { $0.file.bytes + [UInt8(ascii: "\n")] } }
}

extension ScanReport.Entry {
  init(_ file: Path, _ scan: ScanFacts, _ content: Digest, confidence: Double) {
    self.init(
      file: file, size: (scan.width, scan.height), content: content, film: scan.film, ppi: scan.ppi,
      confidence: confidence, sharpness: scan.sharpness, outside: scan.outside)
  }

  static func planned(_ file: Path, film: FilmFormat?, confidence: Double) -> Self {
    Self(
      file: file, size: nil, content: nil, film: film, ppi: nil, confidence: confidence, sharpness: nil, outside: nil)
  }

  fileprivate var json: JSON {
    var members: [(key: String, value: JSON)] = [
      ("file", .string(file.text)), ("width", size.map { .integer($0.width) } ?? .null),
      ("height", size.map { .integer($0.height) } ?? .null), ("film", .string(film?.name)),
      ("ppi", .number(ppi, decimals: 1)), ("confidence", .number(confidence, decimals: 3)),
      ("sharpness", .number(sharpness, decimals: 2)), ("upright", isUpright.map { .bool($0) } ?? .null),
      ("outside", .number(outside, decimals: 4)),
    ]
    if let histograms {
      members.append(
        ("histogram", .object(["before": Self.json(histograms.before), "after": Self.json(histograms.after)])))
    }
    return .object(members)
  }

  /// 256 counts a colour.
  private static func json(_ histograms: [Histogram]) -> JSON {
    .object(
      zip(["red", "green", "blue"], histograms).map { ($0, .array($1.counts.map { .integer($0) })) })
  }
}
