package import PeelFiles
internal import PeelImaging
package import PeelOutput

/// Scans items into a folder. Items that haven't changed since an earlier run scanned them are skipped.
package struct ScanRun: Sendable {
  let scanner: ItemScanner
  let folder: OutputFolder
  /// The photos of the run.
  private let inputs: InputFiles
  let isAnew: Bool
  let tellsHistograms: Bool

  /// - Parameters:
  ///   - inputs: the photos of the run.
  ///   - isAnew: makes all scans anew, even those that are up to date.
  ///   - tellsHistograms: reports the prints' histograms, for which all scans are made anew.
  package init(
    scanner: ItemScanner, folder: OutputFolder, inputs: InputFiles = InputFiles([]), isAnew: Bool = false,
    tellsHistograms: Bool = false
  ) {
    self.scanner = scanner
    self.folder = folder
    self.inputs = inputs
    self.isAnew = isAnew
    self.tellsHistograms = tellsHistograms
  }

  var finished: FinishedScans { folder.finished }

  /// Raised when a version of peel makes other scans from the same photo and options, so that the next run makes them anew.
  static let generation = 30
  /// Raised when a version of peel merges shots in another way.
  static let mergeGeneration = 3

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
    folder.reading(item.photo) { read(item, stem: stem, backOf: front) }
  }

  private func read(
    _ item: Item, stem: [UInt8], backOf front: [UInt8]?
  ) -> (scans: Progressed<ScanReport>, prints: Int?) {
    let place = PhotoPlace(of: item.photo)
    let bytes: [UInt8]
    let content: Digest
    let work: Digest
    let merge: RememberedMerge?
    do throws(FileError) {
      bytes = try photoBytes(at: item.photo, memory: scanner.limits.bytes)
      content = Digest(bytes)
      merge = item.kind == .photo ? scanner.rememberedMerge(of: item.photo, holding: content) : nil
      if let merge, merge.missing.isEmpty,
        let again = mergeAgain(merge.shots, stem: stem, reference: item.photo)
      {
        return (again, 1)
      }
      if !isAnew, let kept = keptMerged(item, stem: stem, lost: merge) { return (.done(kept), kept.prints) }
      if !scanner.includesSetAside, let name = scanner.lostReference(of: item.photo, holding: content) {
        return (.done(ScanReport(item.photo, mergedInto: name, in: folder.path)), 0)
      }
      work = try scanner.work(on: item, holding: content, stem: stem, backOf: front)
    } catch {
      return (.done(ScanReport(.file(error))), nil)
    }
    let claim = Claim(stem: stem, photo: content, bytes: bytes, file: place)
    do throws(PhotoError) {
      if var report = try earlier(work, claim, of: item.photo) {
        report.isSelective = scanner.detector.parameters.isSelective
        warnOfLeftovers(of: claim, in: &report)
        return (.done(report), report.prints)
      }
    } catch {
      return (.done(ScanReport(error)), nil)
    }
    let developed = scanner.develop(item, bytes, claim.photo, stem: stem, backOf: front, lost: merge)
    return (.left { write(developed, claim, work) }, developed.report.prints)
  }

  /// The report of an earlier run's scans that are up to date; nil if they have to be made.
  func earlier(_ work: Digest, _ claim: Claim, of photo: Path) throws(PhotoError) -> ScanReport? {
    if isAnew || tellsHistograms { return nil }
    return try mapping(
      PhotoError.output, folder.receipt(of: work, claim).map { ScanReport(photo, $0, in: folder.path) })
  }

  /// The report of a merged scan with the item's stem, which a scan of the item alone doesn't replace; nil if there is none.
  ///
  /// - Parameter merge: the merge that the scan was made by, and can't be again; nil if it isn't remembered.
  private func keptMerged(_ item: Item, stem: [UInt8], lost merge: RememberedMerge?) -> ScanReport? {
    guard
      let receipt: Receipt<ScanReport.Facts> = finished.merge(
        stem: stem, fileExtension: scanner.maker.settings.format.fileExtension)
    else { return nil }
    var report = ScanReport(item.photo, receipt, in: folder.path)
    report.warnings = report.scans.prefix(1).map { .keptMerged(scan: $0.file) }
    if let merge {
      report.warnings.append(.lostMerge(shots: merge.missing, isKept: true))
      report.verdict = .review
    }
    return report
  }

  /// Writes an item's scans, and notes them in the journal.
  ///
  /// - Parameter work: nil if the item's files don't decide what the scans are like. Then they aren't noted as done.
  package func write(_ developed: DevelopedItem, _ claim: Claim, _ work: Digest?) -> ScanReport {
    var report = developed.report
    if report.verdict == nil { return report }
    let lost = developed.scans.map { wordsLost(by: $0.scan, replacing: $0.plan.path) }
    let products = developed.scans.map {
      Product($0.plan.path, $0.scan?.bytes, scanner.entry($0.plan, $0.scan?.facts, tellsHistograms: tellsHistograms))
    }
    let delivery = folder.deliver(
      products, of: claim, as: report.error == nil ? work : nil, report.facts, sparing: inputs)
    if let failure = delivery.failure, report.error == nil || delivery.files.isEmpty {
      report.error = .scan(photo: report.photo, inTheWay(failure))
    }
    for ((made, lost), file) in zip(zip(developed.scans, lost), delivery.files) {
      guard let entry = try? file.get() else { continue }
      report.scans.append(entry)
      if let facts = made.scan?.facts { report.warnings += scanner.warnings(about: made.plan, facts) }
      if !lost.isEmpty { report.warnings.append(.wordsLost(scan: entry.file, lost)) }
    }
    if report.error == nil, !folder.isDryRun { warnOfLeftovers(of: claim, in: &report) }
    return report
  }

  /// The largest scan in which words are looked for, in bytes.
  private static let largestScan = 1 << 28

  /// The words of an earlier scan that its successor doesn't have. They may be written nowhere else.
  private func wordsLost(by scan: EncodedScan?, replacing path: Path) -> [ScanWarning.Word] {
    guard let scan, let bytes = scanBytes(at: path) else { return [] }
    let (old, new) = (Words(packetIn: bytes), Words(packetIn: scan.bytes))
    var lost: [ScanWarning.Word] = []
    if let taken = old.taken, new.taken == nil { lost.append(.date(taken.dayText)) }
    if old.caption != nil, new.caption == nil { lost.append(.caption) }
    // Films are keywords that peel gives by itself.
    if !old.keywords.allSatisfy({ new.keywords.contains($0) || FilmFormat.named($0) != nil }) { lost.append(.keywords) }
    return lost
  }

  /// The error that tells why a file that is in the way of a scan isn't replaced.
  private func inTheWay(_ error: OutputError) -> OutputError {
    guard case .file(let file) = error, file.fault == .exists else { return error }
    let path = file.path
    if inputs.contains(path) { return .isPhoto(path) }
    if scanner.template?.hasNumber == false { return .alike(path) }
    if finished.lists(path), !finished.made(path) { return .edited(path) }
    return finished.mayHaveLost(path) || isOfPeel(path) ? .unknown(path) : error
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
