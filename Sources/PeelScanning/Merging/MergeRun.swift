internal import PeelCodecs
package import PeelFiles
internal import PeelImaging
internal import PeelOutput

extension ScanRun {
  /// Merges several shots of one print and makes one scan of it. The returned value's work writes it.
  ///
  /// The scan is named after the shot that the others are laid on.
  ///
  /// - Parameters:
  ///   - shots: the shots.
  ///   - stems: the stem that each would have, from `FinishedScans.stems`.
  package func merge(_ shots: [Path], stems: [[UInt8]]) -> Progressed<ScanReport> {
    merge(shots, stems: stems, isBurst: false) ?? .done(ScanReport(shots[0]))
  }

  /// Merges a burst. The shots that can't be used are scanned as photos, and so are all if fewer than two can.
  ///
  /// - Parameters:
  ///   - shots: the shots.
  ///   - stems: the stem of each.
  package func mergeBurst(_ shots: [Path], stems: [[UInt8]]) -> Progressed<ScanReport> {
    guard let merged = merge(shots, stems: stems, isBurst: true) else {
      let reports = scanAlone(zip(shots, stems))
      var first = reports[0].with(Array(reports.dropFirst()))
      first.warnings.append(.unmerged(shots: shots.count))
      return .done(first)
    }
    return merged.map { report in
      let leftOut = Set((report.merge?.leftOut ?? []).filter { $0.reason != .copy }.map(\.photo))
      return report.with(scanAlone(zip(shots, stems).filter { leftOut.contains($0.0) }))
    }
  }

  /// Scans shots as photos.
  private func scanAlone(_ shots: some Sequence<(Path, [UInt8])>) -> [ScanReport] {
    shots.map { shot, stem in
      switch scan(Item(shot), stem: stem) {
      case .done(let report): report
      case .left(let rest): rest()
      }
    }
  }

  /// - Parameter wanted: the shot that the others are to be laid on; nil for the best.
  /// - Returns: nil if fewer than two shots of a burst can be used, or if others are laid on another shot than the wanted one.
  func merge(
    _ shots: [Path], stems: [[UInt8]], isBurst: Bool, on wanted: Path? = nil
  ) -> Progressed<ScanReport>? {
    // Only `peel merge` merges one of several prints.
    if let report = earlier(shots, stems), !isBurst || report.merge?.otherPrints == 0 { return .done(report) }
    let merged: MergedShots
    do throws(CodecError) { merged = try scanner.merged(shots, isBurst: isBurst) } catch {
      return .done(ScanReport(.codec(shots[0], error)))
    }
    if isBurst, merged.facts.used.count < 2 { return nil }
    if let wanted, !merged.isMerge(on: wanted) { return nil }
    guard let reference = merged.reference, let index = shots.firstIndex(of: reference.shot.path) else {
      var report = ScanReport(shots[0])
      report.merge = merged.facts
      if merged.facts.errors.count == shots.count {
        report.error = merged.facts.errors.first
      } else {
        report.verdict = Detection.Verdict.none
      }
      return .done(report)
    }
    let shot = reference.shot
    // Shots that can't be read don't stop the others from being merged. Such a merge isn't noted as done.
    let unread = merged.facts.errors.map(\.path)
    let item = Item(burst: shot.path, shots.filter { $0 != shot.path && !unread.contains($0) })
    let claim = Claim(stem: stems[index], photo: shot.content, picture: shot.picture, file: shot.place)
    do throws(FileError) {
      let work = try scanner.work(on: item, holding: shot.content, stem: claim.stem)
      let developed = scanner.develop(reference.wanted, merging: merged, stem: claim.stem)
      return .left {
        var report = write(developed, claim, work)
        // Shots that were left out may have scans of other prints.
        let used = Set(merged.facts.used.map(\.photo))
        let others = zip(shots, stems).filter { used.contains($0) && $1 != claim.stem }.map(\.1)
        report.warnings += stale(others).map { .leftover(scan: $0) }
        return report
      }
    } catch {
      return .done(ScanReport(.file(error)))
    }
  }

  /// The merged scans of earlier runs that were named after other shots.
  private func stale(_ stems: [[UInt8]]) -> [Path] {
    stems.flatMap { stem in
      let merge: Receipt<ScanReport.Facts>? = finished.merge(
        stem: stem, fileExtension: scanner.maker.settings.format.fileExtension)
      return merge?.files.map(\.file) ?? []
    }
  }

  /// The report of an earlier run's scan of the same shots; nil if it has to be made.
  private func earlier(_ shots: [Path], _ stems: [[UInt8]]) -> ScanReport? {
    if isAnew || tellsHistograms { return nil }
    for (shot, stem) in zip(shots, stems) {
      // The shot that an earlier run chose has claimed its stem.
      let place = PhotoPlace(of: shot)
      guard let known = finished.claim(to: stem), let content = try? digest(ofFileAt: shot) else { continue }
      let item = Item(burst: shot, shots.filter { $0 != shot })
      guard known.photo == content, let work = try? scanner.work(on: item, holding: content, stem: stem) else {
        continue
      }
      let claim = Claim(stem: stem, photo: content, picture: known.picture, file: place)
      do throws(PhotoError) {
        if let report = try earlier(work, claim, of: shot) { return report }
      } catch { return ScanReport(error) }
    }
    return nil
  }
}

extension ItemScanner {
  /// Makes the scan of merged shots without writing it.
  package func develop(_ wanted: WantedPrint, merging merged: MergedShots, stem: [UInt8]) -> DevelopedItem {
    guard let reference = merged.reference else { return DevelopedItem(report: ScanReport(folder)) }
    let shot = reference.shot
    var developed = DevelopedItem(report: ScanReport(shot.path))
    developed.report.folder = folder
    developed.report.merge = merged.facts
    // Then the merge isn't noted as done, and the next run reads the shot again.
    developed.report.error = merged.facts.errors.first
    developed.report.warnings = shot.warnings
    developed.report.verdict = wanted.confidence >= Detection.sureConfidence ? .sure : .review
    for planned in plan([wanted], stem: stem, NameTemplate.Facts(of: shot.path, shot.file)) {
      if isDryRun {
        developed.scans.append((planned, nil))
        continue
      }
      do throws(PhotoError) {
        let scan = try scan(planned, of: shot.file, at: shot.path, merging: merged.fusion)
        developed.scans.append((planned, scan))
      } catch {
        developed.report.error = developed.report.error ?? error
      }
    }
    return developed
  }
}
