import Codecs
import Imaging

/// Makes the scans of one photo, from file to files.
struct PhotoScanner: Sendable {
  let detector: Detector
  let look: ScanLook
  let folder: Path
  let force: Bool
  let isDryRun: Bool
  let isSureOnly: Bool

  /// A print with at least this confidence needs no look.
  static let sureConfidence = 0.9

  /// - Parameter stem: of the scans' names.
  func callAsFunction(_ path: Path, stem: [UInt8]) -> ScanReport {
    var report = ScanReport(path)
    do throws(Complaint) {
      let file = try read(path)
      report.warnings = file.warnings
      let detection = detector.detect(in: file.photo)
      report.verdict = detection.verdict
      let plan = plan(detection, stem: stem)
      if !force, let taken = plan.first(where: { exists($0.path) }) {
        throw Complaint(photo: path, scan: .exists(taken.path))
      }
      for planned in plan {
        // One print that fails leaves the others.
        do throws(Complaint) { try make(planned, of: file, into: &report) } catch {
          report.complaint = report.complaint ?? error
        }
      }
    } catch {
      report.complaint = error
    }
    return report
  }

  /// A scan that is to be made.
  private struct Plan {
    let path: Path
    let print: Print
    let part: ScanCrop
  }

  private func plan(_ detection: Detection, stem: [UInt8]) -> [Plan] {
    zip(1..., detection.prints).filter { !isSureOnly || $1.confidence >= Self.sureConfidence }.flatMap {
      number, print in
      look.crop.parts.map { part in
        let isExtra = look.crop == .both && part == .picture
        let name = ScanNames.file(stem, number: number, isPictureOfBoth: isExtra, ending: look.format.ending)
        return Plan(path: folder.appending(name), print: print, part: part)
      }
    }
  }

  private func read(_ path: Path) throws(Complaint) -> PhotoFile {
    do { return try readPhoto(at: path) } catch { throw Complaint(error) }
  }

  private func make(_ plan: Plan, of file: PhotoFile, into report: inout ScanReport) throws(Complaint) {
    let film = look.film.film(seen: plan.print.film)
    if isDryRun {
      report.scans.append(.planned(plan.path, film: film, confidence: plan.print.confidence))
      return
    }
    let scan = try write(plan.print, part: plan.part, of: file, at: report.photo, to: plan.path, force: force)
    if look.ppi != nil, scan.ppi == nil {
      report.warnings.append("the film is not known, so --ppi is left aside; name it with --film")
    }
    report.scans.append(ScanReport.Entry(plan.path, scan, confidence: plan.print.confidence))
  }

  /// Makes one scan and its file.
  /// - Parameter turn: quarters clockwise beyond those that `look` asks for.
  func write(
    _ print: Print, part: ScanCrop, turn: Int = 0, of file: PhotoFile, at photo: Path, to path: Path, force: Bool
  ) throws(Complaint) -> Scan {
    var developer = developer(for: print, part: part)
    developer.turn = (developer.turn + turn) % 4
    let scan: Scan
    do { scan = try developer(file.photo, print.quad, film: look.film.film(seen: print.film)) } catch {
      throw Complaint(photo: photo, error)
    }
    var output = ScanFile()
    output.quality = look.quality
    output.format = look.format
    output.exif = file.exif
    output.profile = file.profile
    output.ppi = scan.ppi
    output.source = String(decoding: photo.name, as: UTF8.self)
    let bytes: [UInt8]
    do { bytes = try output.encoded(scan.picture) } catch {
      throw Complaint(FileError.photo(photo, error))
    }
    do { try writeWhole(bytes, to: path, force: force) } catch {
      throw Complaint(photo: photo, scan: error)
    }
    return scan
  }

  func developer(for print: Print, part: ScanCrop) -> Developer {
    var developer = Developer()
    developer.whiteBalance = look.whiteBalance
    developer.clip = look.clip
    developer.crop = part == .picture ? .picture : .print
    developer.ppi = look.ppi
    if let quarters = look.turn.quarters { developer.turn = (quarters + 4 - print.quad.quartersFromLying) % 4 }
    return developer
  }
}

extension Quad {
  /// By how many corners the first one is off from the one that lies nearest the photo's top left: turning a scan back by
  /// as many quarters shows it as it lies.
  var quartersFromLying: Int {
    let sums = corners.map { $0.x + $0.y }
    return sums.indices.min { sums[$0] < sums[$1] } ?? 0
  }
}

extension FileFormat {
  /// Of file names, without the dot.
  var ending: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    }
  }
}

struct ScanReport: PhotoReport {
  let photo: Path
  var verdict: Detection.Verdict?
  var scans: [Entry] = []
  var complaint: Complaint?
  var warnings: [String] = []

  /// One scan that was written, or with a dry run would be.
  struct Entry {
    let file: Path
    /// Of the scan, in pixels; nil with a dry run.
    let size: (width: Int, height: Int)?
    let film: FilmFormat?
    let ppi: Double?
    let confidence: Double
    let sharpness: Double?
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
  init(_ file: Path, _ scan: Scan, confidence: Double) {
    self.init(
      file: file, size: (scan.picture.width, scan.picture.height), film: scan.film, ppi: scan.ppi,
      confidence: confidence, sharpness: scan.sharpness)
  }

  static func planned(_ file: Path, film: FilmFormat?, confidence: Double) -> Self {
    Self(file: file, size: nil, film: film, ppi: nil, confidence: confidence, sharpness: nil)
  }

  fileprivate var json: JSON {
    .object([
      "file": .string(file.text), "width": size.map { .integer($0.width) } ?? .null,
      "height": size.map { .integer($0.height) } ?? .null, "film": .string(film?.name),
      "ppi": .number(ppi, decimals: 1), "confidence": .number(confidence, decimals: 3),
      "sharpness": .number(sharpness, decimals: 2),
    ])
  }
}
