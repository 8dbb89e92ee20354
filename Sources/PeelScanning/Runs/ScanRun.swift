internal import PeelFiles
internal import PeelImaging

/// Scans items into a folder. Items that haven't changed since an earlier run scanned them are skipped.
package struct ScanRun: Sendable {
  let scanner: ItemScanner
  let writer: ScanWriter
  let isAnew: Bool
  let tellsHistograms: Bool

  /// - Parameters:
  ///   - isAnew: makes all scans anew, even those that are up to date.
  ///   - tellsHistograms: reports the prints' histograms, for which all scans are made anew.
  package init(scanner: ItemScanner, writer: ScanWriter, isAnew: Bool = false, tellsHistograms: Bool = false) {
    self.scanner = scanner
    self.writer = writer
    self.isAnew = isAnew
    self.tellsHistograms = tellsHistograms
  }

  var finished: FinishedScans { writer.finished }

  /// Raised when a version of peel makes other scans from the same photo and options, so that the next run makes them anew.
  static let generation = 15
  /// Raised when a version of peel merges shots in another way.
  static let mergeGeneration = 2

  /// Makes an item's scans. The returned value's work writes them.
  ///
  /// - Parameter stem: the stem of their names, from `FinishedScans.stems`.
  package func scan(_ item: Item, stem: [UInt8]) -> Progressed<ScanReport> { counted(item, stem: stem).scans }

  /// Makes an item's scans, and counts its prints.
  ///
  /// - Parameter front: the stem of the photo of the print's front, if the item is of its back.
  /// - Returns: the number of prints as well; nil if it isn't known.
  func counted(
    _ item: Item, stem: [UInt8], backOf front: [UInt8]? = nil
  ) -> (scans: Progressed<ScanReport>, prints: Int?) {
    do throws(FileError) {
      let place = PhotoPlace(of: item.photo)
      let bytes = try photoBytes(at: item.photo, memory: scanner.limits.bytes)
      let content = Digest(bytes)
      if !isAnew, let kept = keptMerged(item, stem: stem) { return (.done(kept), kept.prints) }
      let work = try scanner.work(on: item, holding: content, stem: stem, backOf: front)
      let claim = Claim(stem: stem, photo: content, bytes: bytes, file: place)
      if !isAnew, !tellsHistograms, let record = finished.record(of: work, stem: stem) {
        try writer.folder?.claim(claim)
        var report = ScanReport(item.photo, record, stem: stem, folder: finished.folder)
        report.isSelective = scanner.detector.parameters.isSelective
        warnOfLeftovers(of: claim, in: &report)
        return (.done(report), record.prints)
      }
      let developed = scanner.develop(item, bytes, content, stem: stem, backOf: front)
      return (.left { write(developed, claim, work) }, developed.report.prints)
    } catch {
      return (.done(ScanReport(.file(error))), nil)
    }
  }

  /// The report of a merged scan with the item's stem, which a scan of the item alone doesn't replace; nil if there is none.
  private func keptMerged(_ item: Item, stem: [UInt8]) -> ScanReport? {
    guard let record = finished.merged(stem: stem, fileExtension: scanner.maker.settings.format.fileExtension) else {
      return nil
    }
    var report = ScanReport(item.photo, record, stem: stem, folder: finished.folder)
    report.warnings = report.scans.prefix(1).map { .keptMerged(scan: $0.file) }
    return report
  }

  /// Writes an item's scans, and notes them in the journal.
  ///
  /// - Parameter work: nil if the item's files don't decide what the scans are like. Then they aren't noted as done.
  package func write(_ developed: DevelopedItem, _ claim: Claim, _ work: Digest?) -> ScanReport {
    var report = developed.report
    let stem = claim.stem
    do throws(FileError) { if report.verdict != nil { try writer.folder?.claim(claim) } } catch {
      report.error = .scan(photo: report.photo, error)
      return report
    }
    for (plan, scan) in developed.scans {
      // If one scan can't be written, the others still are.
      do throws(PhotoError) { try add(scan, plan, of: claim, to: &report) } catch {
        report.error = report.error ?? error
      }
    }
    if let folder = writer.folder, report.error == nil {
      do throws(FileError) {
        if let work { try folder.note(report.record(of: work, stem: stem, in: finished)) }
      } catch {
        report.error = .scan(photo: report.photo, error)
      }
      warnOfLeftovers(of: claim, in: &report)
    }
    return report
  }

  private func add(
    _ scan: EncodedScan?, _ plan: ItemScanner.Plan, of claim: Claim, to report: inout ScanReport
  ) throws(PhotoError) {
    guard let scan else {
      if !writer.plan(plan.path, of: claim) { throw .scan(photo: report.photo, inTheWay(plan.path)) }
      report.scans.append(scanner.planned(plan))
      return
    }
    let content = Digest(scan.bytes)
    let lost = wordsLost(by: scan, replacing: plan.path)
    do throws(PhotoError) { try writer.write(scan.bytes, content, to: plan.path, of: report.photo, claim) } catch {
      if error == .scan(photo: report.photo, .exists(plan.path)) {
        throw .scan(photo: report.photo, inTheWay(plan.path))
      }
      throw error
    }
    let (entry, warnings) = scanner.describe(scan.facts, content, plan, tellsHistograms: tellsHistograms)
    report.scans.append(entry)
    report.warnings += warnings
    if !lost.isEmpty { report.warnings.append(.wordsLost(scan: plan.path, lost)) }
  }

  /// The largest scan in which words are looked for, in bytes.
  private static let largestScan = 1 << 28

  /// The words of an earlier scan that its successor doesn't have. They may be written nowhere else.
  private func wordsLost(by scan: EncodedScan, replacing path: Path) -> [ScanWarning.Word] {
    guard let bytes = scanBytes(at: path) else { return [] }
    let (old, new) = (ScanRecord.Words(packetIn: bytes), ScanRecord.Words(packetIn: scan.bytes))
    var lost: [ScanWarning.Word] = []
    if let date = old.date, new.date == nil { lost.append(.date(date)) }
    if old.caption != nil, new.caption == nil { lost.append(.caption) }
    // Films are keywords that nobody gave.
    if !old.keywords.allSatisfy({ new.keywords.contains($0) || FilmFormat.named($0) != nil }) { lost.append(.keywords) }
    return lost
  }

  /// Why a file that is in the way of a scan isn't replaced.
  private func inTheWay(_ path: Path) -> FileError {
    if writer.isPhoto(path) { return .isPhoto(path) }
    if scanner.template?.hasNumber == false { return .alike(path) }
    if finished.lists(path), !finished.made(path) { return .edited(path) }
    return finished.mayHaveLost(path) || isOfPeel(path) ? .unknown(path) : .exists(path)
  }

  /// Whether a file says that peel made it, so that it may be a scan that an older copy of the journal doesn't know.
  private func isOfPeel(_ path: Path) -> Bool {
    scanBytes(at: path).flatMap(ScanRecord.maker(inPacketOf:)) == ScanMaker.software
  }

  /// The bytes of a file that may be a scan; nil if it can't be read or is too large for one.
  private func scanBytes(at path: Path) -> [UInt8]? {
    guard let file = try? Descriptor(readingItself: path), let size = try? file.status().size, size <= Self.largestScan
    else { return nil }
    return try? file.bytes(limit: Self.largestScan)
  }

  /// Scans are never deleted. If an earlier run found more prints, their scans are reported.
  private func warnOfLeftovers(of claim: Claim, in report: inout ScanReport) {
    // Names that a template made don't tell which scans are of the same photo.
    if scanner.template != nil { return }
    let old = finished.leftovers(
      of: claim, besides: report.scans.map(\.file), fileExtension: scanner.maker.settings.format.fileExtension)
    report.warnings += old.map { .leftover(scan: $0) }
  }
}

extension ItemScanner {
  /// The digest of everything that decides what an item's scans are like and what they are called.
  ///
  /// - Parameters:
  ///   - content: the digest of the item's first file.
  ///   - front: the stem of the photo of the print's front, if the item is of its back.
  package func work(
    on item: Item, holding content: Digest, stem: [UInt8], backOf front: [UInt8]? = nil
  ) throws(FileError) -> Digest {
    let others = try item.others.map { (path) throws(FileError) in try digest(ofFileAt: path).text }
    let photos = item.kind == .burst ? item.files : [item.photo]
    let adjustments = photos.flatMap(sidecars.paths).map { path in
      exists(path) ? (try? digest(ofFileAt: path, limit: Sidecar.byteLimit))?.text ?? "unreadable" : "none"
    }
    let generation =
      item.kind == .burst ? "\(ScanRun.generation) \(ScanRun.mergeGeneration)" : "\(ScanRun.generation)"
    let facts = [generation, content.text] + others + adjustments + [recipe]
    let names = stem + (front.map { [0] + $0 } ?? [])
    return Digest(item.photo.name + [0] + names + [0] + Array(facts.joined(separator: " ").utf8))
  }
}

extension ScanReport {
  /// The report of scans that an earlier run made.
  init(_ photo: Path, _ record: Journal.Record, stem: [UInt8], folder: Path) {
    self.init(photo)
    self.folder = folder
    isEarlier = true
    merge = record.merge
    prints = record.prints
    verdict = Detection.Verdict(rawValue: record.verdict)
    scans = record.scans.compactMap { scan in
      guard let name = scan.fileName(stem: stem) else { return nil }
      var entry = Entry(
        file: folder.appending(name), size: (scan.width, scan.height),
        content: scan.content, film: scan.film.flatMap(FilmFormat.named), ppi: scan.ppi, confidence: scan.confidence,
        sharpness: scan.sharpness, outside: scan.outside)
      entry.isUpright = scan.isUpright
      return entry
    }
  }

  /// The journal's record of the scans.
  fileprivate func record(of work: Digest, stem: [UInt8], in finished: FinishedScans) -> Journal.Record {
    let noted = scans.compactMap { scan in
      scan.content.map { content in
        let name = finished.name(of: scan.file)
        let suffix = name.starts(with: stem) ? String(validating: name.dropFirst(stem.count), as: UTF8.self) : nil
        return Journal.Scan(
          suffix: suffix ?? "", path: suffix == nil ? name.percentEncoded : nil, name: Digest(name), content: content,
          width: scan.size?.width ?? 0, height: scan.size?.height ?? 0, film: scan.film?.name,
          ppi: scan.ppi, confidence: scan.confidence, sharpness: scan.sharpness, isUpright: scan.isUpright,
          outside: scan.outside)
      }
    }
    return Journal.Record(
      work: work, photo: photo.text, verdict: verdict?.rawValue ?? "", scans: noted, merge: merge,
      prints: prints)
  }
}
