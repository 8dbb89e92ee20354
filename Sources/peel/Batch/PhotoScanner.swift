import PeelCodecs
import PeelImaging

/// Makes the scans of one photo, from file to files.
struct PhotoScanner: Sendable {
  let detector: Detector
  let look: ScanLook
  let folder: Path
  let force: Bool
  let isDryRun: Bool
  let isSureOnly: Bool
  var tellsHistograms = false
  var sidecars = SidecarStore.standard
  /// On how many a step of a scan runs; asked before each.
  var threads: @Sendable () -> Int = { 1 }
  var limits = DecodingLimits()
  /// Whether a file that has a scan's name may be replaced without `force`: an earlier run made it.
  var mayReplace: @Sendable (Path) -> Bool = { _ in false }
  /// Is told of each scan, and what stands for its bytes, before they are written.
  var announce: @Sendable (Path, Digest) throws(FileError) -> Void = { _, _ in }

  /// A print with at least this confidence needs no look.
  static let sureConfidence = Detection.sureConfidence

  /// All settings that a person can give and that decide what a photo's scans are like; for what the program itself
  /// decides stands `ScanRun.generation`.
  var recipe: String {
    let search = detector.parameters
    let films = search.films.map(\.name).joined(separator: ",")
    let numbers = [search.smallestPrint, search.leastConfidence, search.leastConfidenceAlone]
    return "\(look.text) \(films) \(search.mostPrints) \(numbers.map { "\($0)" }.joined(separator: " ")) \(isSureOnly)"
  }

  func bytes(of path: Path) throws(Complaint) -> [UInt8] {
    do { return try photoBytes(at: path) } catch { throw Complaint(error) }
  }

  /// All of a photo's scans but their files.
  ///
  /// - Parameters:
  ///   - bytes: the photo's file; given away, as its memory is of use when the photo is decoded.
  ///   - stem: of the scans' names.
  func developed(_ bytes: consuming [UInt8], of path: Path, stem: [UInt8]) -> DevelopedPhoto {
    var developed = DevelopedPhoto(report: ScanReport(path))
    do throws(Complaint) {
      let file = try decode(bytes, of: path)
      developed.report.warnings = file.warnings
      let (verdict, prints) = try prints(in: file.photo, at: path)
      developed.report.verdict = verdict
      for planned in plan(prints, stem: stem) {
        if isDryRun {
          developed.scans.append((planned, nil))
          continue
        }
        // One print that fails leaves the others.
        do throws(Complaint) { developed.scans.append((planned, try coded(planned, of: file, at: path))) } catch {
          developed.report.complaint = developed.report.complaint ?? error
        }
      }
    } catch {
      developed.report.complaint = error
    }
    return developed
  }

  /// Writes the scans' files, or with a dry run says which it would be.
  func write(_ developed: DevelopedPhoto) -> ScanReport {
    var report = developed.report
    for (plan, scan) in developed.scans {
      // One that cannot be written leaves the others.
      do throws(Complaint) { try add(scan, as: plan, to: &report) } catch {
        report.complaint = report.complaint ?? error
      }
    }
    return report
  }

  /// As a person adjusted them, or else as they are found.
  private func prints(
    in photo: Photo, at path: Path
  ) throws(Complaint) -> (verdict: Detection.Verdict, prints: [WantedPrint]) {
    do throws(SidecarTrouble) {
      if let prints = try sidecars.prints(of: path, width: photo.width, height: photo.height) { return (.sure, prints) }
    } catch {
      throw Complaint(photo: path, error)
    }
    var detector = detector
    detector.threads = threads()
    // Nobody is asked which to take.
    detector.parameters.candidates = 0
    let detection = detector.detect(in: photo)
    return (detection.verdict, detection.prints.map { WantedPrint(print: $0) })
  }

  /// A scan that is to be made.
  struct Plan: Sendable {
    let path: Path
    let wanted: WantedPrint
    let part: Crop
    /// What is said of the print was said with its other file.
    let isExtra: Bool
  }

  /// The scans of a photo's prints, of which those beneath the wanted confidence still have a number.
  func plan(_ prints: [WantedPrint], stem: [UInt8]) -> [Plan] {
    zip(1..., prints).filter { !isSureOnly || $1.print.confidence >= Self.sureConfidence }.flatMap {
      number, wanted in
      let parts = wanted.crop.map { [$0] } ?? look.crop.parts
      return parts.map { part in
        let isExtra = parts.count > 1 && part == .picture
        let name = ScanNames.file(stem, number: number, isPictureOfBoth: isExtra, ending: look.format.ending)
        return Plan(path: folder.appending(name), wanted: wanted, part: part, isExtra: isExtra)
      }
    }
  }

  private func decode(_ bytes: consuming [UInt8], of path: Path) throws(Complaint) -> PhotoFile {
    do { return try photoFile(bytes, at: path, keepsDepth: look.format == .png, limits: limits) } catch {
      throw Complaint(error)
    }
  }

  /// Writes a scan's file, or with a dry run none, and says so in the report.
  private func add(_ scan: CodedScan?, as plan: Plan, to report: inout ScanReport) throws(Complaint) {
    let print = plan.wanted.print
    let force = force || mayReplace(plan.path)
    guard let scan else {
      if !force, exists(plan.path) { throw Complaint(photo: report.photo, scan: .exists(plan.path)) }
      let film = look.film.film(seen: print.film)
      report.scans.append(.planned(plan.path, film: film, confidence: print.confidence))
      return
    }
    try write(scan, to: plan.path, of: report.photo, force: force)
    let facts = scan.facts
    var entry = ScanReport.Entry(plan.path, facts, scan.content, confidence: print.confidence)
    if look.turn == .auto { entry.isUpright = facts.wayUp != .unknown }
    if tellsHistograms { entry.histograms = (facts.before, facts.after) }
    report.scans.append(entry)
    if !plan.isExtra { say(of: facts, named: Path(bytes: plan.path.name).shown, in: &report) }
  }

  /// What a person should know of a scan beside its pixels.
  private func say(of scan: ScanFacts, named name: String, in report: inout ScanReport) {
    if scan.film == nil {
      let options = [("--ppi", look.ppi != nil), ("--inset", look.inset > 0)].filter(\.1).map(\.0)
      if !options.isEmpty {
        let verb = options.count == 1 ? "is" : "are"
        report.warnings.append(
          "\(name): the film is not known, so \(options.joined(separator: " and ")) \(verb) left aside; "
            + "name it with --film")
      }
    }
    if let percent = scan.percentOutside {
      report.warnings.append("\(name): \(percent) % of it lie beyond the photo and were filled (\(look.fill.rawValue))")
    }
    if look.turn == .auto {
      switch scan.wayUp {
      case .given, .found(quarters: 0): break
      case .found(let quarters):
        report.warnings.append("\(name): turned by \(90 * quarters)°, as the picture's place in the frame says")
      case .unknown:
        report.warnings.append("\(name): which side is up is not known, so it lies as in the photo; --turn turns it")
      }
    }
  }

  /// Makes one scan and its file.
  func write(_ plan: Plan, of file: PhotoFile, at photo: Path, force: Bool) throws(Complaint) -> ScanFacts {
    let scan = try coded(plan, of: file, at: photo)
    try write(scan, to: plan.path, of: photo, force: force)
    return scan.facts
  }

  private func coded(_ plan: Plan, of file: PhotoFile, at photo: Path) throws(Complaint) -> CodedScan {
    let development: Development
    do { development = try self.development(plan.wanted, part: plan.part, of: file.photo) } catch {
      throw Complaint(photo: photo, error)
    }
    var output = ScanFile()
    output.quality = look.quality
    output.subsampling = look.subsampling
    output.convertsToSRGB = look.srgb
    output.format = look.format
    output.exif = file.exif
    output.profile = file.profile
    output.ppi = development.ppi ?? file.resolution
    output.source = String(decoding: photo.name, as: UTF8.self)
    let (facts, bytes): (ScanFacts, [UInt8])
    do { (facts, bytes) = try development.coded(as: output, threads: threads()) } catch {
      throw Complaint(FileError.photo(photo, error))
    }
    return CodedScan(facts: facts, bytes: bytes, content: Digest(bytes))
  }

  private func write(_ scan: CodedScan, to path: Path, of photo: Path, force: Bool) throws(Complaint) {
    do throws(FileError) {
      try announce(path, scan.content)
      try writeWhole(scan.bytes, to: path, force: force)
    } catch {
      throw Complaint(photo: photo, scan: error)
    }
  }

  /// - Parameter longSide: most pixels along the longer side, for previews; nil for a scan as it is written.
  func scan(
    _ wanted: WantedPrint, part: Crop, of photo: Photo, longSide: Int? = nil
  ) throws(DevelopmentError) -> Scan {
    try development(wanted, part: part, of: photo, longSide: longSide).scan(threads: threads())
  }

  private func development(
    _ wanted: WantedPrint, part: Crop, of photo: Photo, longSide: Int? = nil
  ) throws(DevelopmentError) -> Development {
    let print = wanted.print
    var developer = Developer()
    developer.whiteBalance = wanted.whiteBalance ?? look.whiteBalance
    developer.clip = wanted.clip ?? look.clip
    developer.crop = part
    developer.inset = look.inset
    developer.fill = look.fill
    developer.ppi = look.ppi
    developer.longSide = longSide
    let lying = look.turn.quarters.map { $0 + 4 - print.quad.quartersFromLying } ?? 0
    developer.turn = (lying + wanted.turn) % 4
    developer.setsUpright = look.turn == .auto
    return try developer.prepare(photo, print.quad, film: look.film.film(seen: print.film), isUpright: print.isUpright)
  }
}

/// A photo's scans before they are files.
struct DevelopedPhoto: Sendable {
  /// Without the scans.
  fileprivate(set) var report: ScanReport
  /// No scan is made with a dry run.
  fileprivate var scans: [(PhotoScanner.Plan, CodedScan?)] = []
}

/// A scan that only needs its file.
private struct CodedScan: Sendable {
  let facts: ScanFacts
  let bytes: [UInt8]
  /// What stands for the bytes.
  let content: Digest
}

extension Quad {
  /// By how many corners the first one is off from the one that lies nearest the photo's top left: turning a scan back by
  /// as many quarters shows it as it lies.
  var quartersFromLying: Int {
    let sums = corners.map { $0.x + $0.y }
    return sums.indices.min { sums[$0] < sums[$1] } ?? 0
  }
}

extension ScanFacts {
  /// Of what lies beyond the photo, in words; nil below a thousandth, which is how exactly outlines are known.
  fileprivate var percentOutside: String? { outside >= 0.001 ? (100 * outside).rounded(to: 1) : nil }
}

extension ScanFile.Format {
  /// Of file names, without the dot.
  var ending: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    }
  }
}
