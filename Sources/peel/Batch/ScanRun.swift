import PeelImaging

/// Scans photos into a folder, each unless an earlier run did and nothing has changed since.
struct ScanRun: Sendable {
  let scanner: PhotoScanner
  let finished: FinishedScans
  /// nil with a dry run.
  let folder: OutputFolder?

  /// Raised when the same photo and options come to give other scans, so that the next run makes them anew.
  static let generation = 4

  /// What is left is to write the scans.
  func callAsFunction(_ path: Path, stem: [UInt8]) -> Progressed<ScanReport> {
    do throws(Complaint) {
      let bytes = try scanner.bytes(of: path)
      let work = work(on: path, holding: Digest(bytes), stem: stem)
      if !scanner.force, !scanner.tellsHistograms, let record = finished.record(of: work, stem: stem) {
        return .done(ScanReport(path, record, stem: stem, folder: finished.folder))
      }
      let developed = scanner.developed(bytes, of: path, stem: stem)
      return .left { write(developed, stem: stem, work) }
    } catch {
      return .done(ScanReport(error))
    }
  }

  private func write(_ developed: DevelopedPhoto, stem: [UInt8], _ work: Digest) -> ScanReport {
    var report = scanner.write(developed)
    if let folder, report.complaint == nil {
      do throws(FileError) { try folder.note(report.record(of: work, stem: stem)) } catch {
        report.complaint = Complaint(photo: report.photo, scan: error)
      }
      warnOfLeftovers(stem: stem, in: &report)
    }
    return report
  }

  /// Scans are never deleted: where an earlier run found more prints, theirs are told.
  private func warnOfLeftovers(stem: [UInt8], in report: inout ScanReport) {
    let made = Set(report.scans.map(\.file))
    var number = 1
    var isFound = true
    while isFound {
      let names = [false, true].map {
        ScanNames.file(stem, number: number, isPictureOfBoth: $0, ending: scanner.look.format.ending)
      }
      let found = names.map { finished.folder.appending($0) }.filter(exists)
      for scan in found where !made.contains(scan) && finished.made(scan) {
        report.warnings.append(
          "\(Path(bytes: scan.name).shown) is left from an earlier run; delete it if it is not wanted")
      }
      isFound = !found.isEmpty
      number += 1
    }
  }

  /// Stands for all that decides what the scans are like, and what they are called.
  private func work(on path: Path, holding content: Digest, stem: [UInt8]) -> Digest {
    let adjustments = scanner.sidecars.places(of: path).map { place in
      exists(place) ? (try? photoBytes(at: place)).map { Digest($0).text } ?? "unreadable" : "none"
    }
    let facts = ["\(Self.generation)", content.text] + adjustments + [scanner.recipe]
    return Digest(path.name + [0] + stem + [0] + Array(facts.joined(separator: " ").utf8))
  }
}

extension ScanReport {
  fileprivate init(_ photo: Path, _ record: Journal.Record, stem: [UInt8], folder: Path) {
    self.init(photo)
    isEarlier = true
    verdict = Detection.Verdict(rawValue: record.verdict)
    scans = record.scans.map { scan in
      var entry = Entry(
        file: folder.appending(stem + Array(scan.ending.utf8)), size: (scan.width, scan.height),
        content: scan.content,
        film: scan.film.flatMap(FilmFormat.named), ppi: scan.ppi, confidence: scan.confidence,
        sharpness: scan.sharpness, outside: scan.outside)
      entry.isUpright = scan.isUpright
      return entry
    }
  }

  fileprivate func record(of work: Digest, stem: [UInt8]) -> Journal.Record {
    let noted = scans.compactMap { scan in
      scan.content.map { content in
        Journal.Scan(
          ending: String(decoding: scan.file.name.dropFirst(stem.count), as: UTF8.self), name: Digest(scan.file.name),
          content: content, width: scan.size?.width ?? 0, height: scan.size?.height ?? 0, film: scan.film?.name,
          ppi: scan.ppi, confidence: scan.confidence, sharpness: scan.sharpness, isUpright: scan.isUpright,
          outside: scan.outside)
      }
    }
    return Journal.Record(work: work, photo: photo.text, verdict: verdict?.rawValue ?? "", scans: noted)
  }
}
