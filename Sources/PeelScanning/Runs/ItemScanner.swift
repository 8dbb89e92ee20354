package import PeelCodecs
package import PeelFiles
package import PeelImaging
internal import PeelOutput

/// Makes all scans of an item, from its files to the bytes of its scans' files.
package struct ItemScanner: Sendable {
  package var detector: Detector
  package var maker: ScanMaker
  /// The folder for the scans.
  package var folder: Path
  /// How scans are called; nil for the photo's name and a number.
  package var template: NameTemplate?
  /// The file for the only scan of a photo; nil for scans in the folder, named after their photos.
  package var target: Path?
  /// Finds prints and plans scans, but makes none.
  package var isDryRun = false
  /// Leaves out prints that need review.
  package var isSureOnly = false
  /// Scans photos that a person has set aside, too.
  package var includesSetAside = false
  package var sidecars = SidecarStore.standard
  package var limits = DecodingLimits()

  package init(detector: Detector, maker: ScanMaker, folder: Path) {
    self.detector = detector
    self.detector.parameters.findsCurl = maker.settings.straightens
    self.maker = maker
    self.folder = folder
  }

  private var settings: ScanSettings { maker.settings }

  /// Every option that changes an item's scans, as text. `ScanRun.generation` stands for changes of the program itself.
  var recipe: String {
    let search = detector.parameters
    let films = search.films.map(\.name).joined(separator: ",")
    let numbers = [
      search.smallestPrint, search.leastConfidence, search.leastConfidenceOfBest, search.leastReported,
      search.leastPresence,
    ]
    let look = settings.values.map { "--\($0) \($1)" } + settings.flags
    let parts = look + [films, "\(search.mostPrints)"] + numbers.map { "\($0)" }
    let names = template.map { ["--name", $0.text] } ?? []
    // No value has a line break, so no two lists give the same text.
    let others = (includesSetAside ? ["--all"] : []) + (search.flatbed == .auto ? [] : ["flatbed \(search.flatbed)"])
    return (parts + ["\(isSureOnly)", "\(search.isFilmRequired)"] + names + others).joined(separator: "\n")
  }

  /// Makes an item's scans without writing them.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the item's first file. Decoding may reuse their memory.
  ///   - content: their digest.
  ///   - stem: the stem of the scans' names.
  ///   - front: the stem of the photo of the print's front, if this one is of its back.
  ///   - merge: the merge that the item's scan was made by, and can't be again. The item is scanned alone.
  func develop(
    _ item: Item, _ bytes: consuming [UInt8], _ content: Digest, stem: [UInt8], backOf front: [UInt8]? = nil,
    lost merge: RememberedMerge? = nil
  ) -> DevelopedItem {
    var developed = DevelopedItem(report: ScanReport(item.photo))
    developed.report.folder = folder
    developed.report.isSelective = detector.parameters.isSelective
    do throws(PhotoError) {
      var file = try PhotoFile(bytes, of: item.photo, keepsDepth: settings.format.isDeep, limits: limits)
      developed.report.warnings = file.warnings.map { .photo($0) }
      // The photo keeps its share of the memory until its scans are made.
      defer { withExtendedLifetime(file) {} }
      var (verdict, prints, page, warnings, isSetAside) = try prints(
        of: item, in: file.photo, content, threads: maker.threads(),
        includesSetAside: includesSetAside || merge != nil)
      developed.report.warnings += warnings
      if let merge {
        developed.report.warnings.append(.lostMerge(shots: merge.missing, isKept: false))
        (verdict, prints) = (verdict == .none ? .none : .review, prints.map(\.unsure))
      }
      file.photo.page = page
      developed.report.page = page
      developed.report.verdict = verdict
      developed.report.isSetAside = isSetAside
      developed.report.prints = prints.count
      let facts = NameTemplate.Facts(of: item.photo, file)
      let plans = plan(prints, stem: stem, facts, backOf: prints.count == 1 ? front : nil)
      if target != nil, plans.isEmpty, !prints.isEmpty { throw .noSurePrint(photo: item.photo) }
      if target != nil, plans.count != 1 { throw .notOneScan(photo: item.photo, count: plans.count) }
      for planned in plans {
        if planned.path.hasLongName { throw .scan(photo: item.photo, .file(FileError(.nameTooLong, planned.path))) }
        if isDryRun {
          developed.scans.append((planned, nil))
          continue
        }
        // If one print fails, the others are still scanned.
        do throws(PhotoError) { developed.scans.append((planned, try scan(planned, of: file, at: item.photo))) } catch {
          developed.report.error = developed.report.error ?? error
        }
      }
    } catch {
      developed.report.error = error
    }
    return developed
  }

  /// The prints as a person adjusted them or, without adjustments, as they are detected.
  ///
  /// - Parameters:
  ///   - content: the digest of the photo's file.
  ///   - includesSetAside: finds the prints of a photo that a person has set aside, too.
  func prints(
    of item: Item, in photo: Photo, _ content: Digest, threads: Int, includesSetAside: Bool = false
  ) throws(PhotoError) -> (
    verdict: Detection.Verdict, prints: [WantedPrint], page: PageScale?, warnings: [ScanWarning], isSetAside: Bool
  ) {
    do throws(SidecarError) {
      let adjustments = try sidecars.adjustments(
        of: item.photo, width: photo.width, height: photo.height, content: content)
      let adjusted = adjustments.map { includesSetAside ? $0.sidecar.prints : $0.prints } ?? []
      // A photo may be set aside without any print accepted.
      let isSearched = includesSetAside && adjusted.isEmpty && adjustments?.sidecar.isSetAside == true
      if let adjustments, !isSearched {
        let isSetAside = adjustments.sidecar.isSetAside && !includesSetAside
        let page = adjusted.isEmpty ? nil : detector.page(of: photo)
        return adjustments.isOutdated
          ? (.review, adjusted.map(\.unsure), page, adjustments.warnings, isSetAside)
          : (.sure, adjusted, page, adjustments.warnings, isSetAside)
      }
    } catch {
      throw .sidecar(photo: item.photo, error)
    }
    var detector = detector
    detector.threads = threads
    // Candidates are for people to choose from.
    detector.parameters.candidates = 0
    let detection = detector.detect(in: photo)
    return (detection.verdict, detection.prints.map { WantedPrint($0) }, detection.page, [], false)
  }

  /// A scan to be made.
  package struct Plan: Sendable {
    package let path: Path
    package let wanted: WantedPrint
    package let part: Crop
    /// Whether the print has another scan, with which warnings about the print were reported.
    package let isExtra: Bool
  }

  /// The scans of a photo's prints. Prints below the wanted confidence are left out but keep their numbers.
  ///
  /// - Parameters:
  ///   - facts: what the template's fields tell about the photo; nil for names without the template.
  ///   - front: the stem of the photo of the print's front, after which the scan of its back is named.
  package func plan(
    _ prints: [WantedPrint], stem: [UInt8], _ facts: NameTemplate.Facts? = nil, backOf front: [UInt8]? = nil
  ) -> [Plan] {
    zip(1..., prints).filter { !isSureOnly || $1.confidence >= Detection.sureConfidence }.flatMap {
      number, wanted in
      let parts = maker.parts(of: wanted)
      return parts.map { part in
        let isExtra = parts.count > 1 && part == .picture
        let beginning =
          if let front {
            ScanNames.back(of: ScanNames.numbered(front, number))
          } else if let template, let facts {
            template.name(
              facts, stem: stem, number: number, film: settings.film.film(detected: wanted.settings.film),
              date: wanted.settings.following(settings.prints).taken)
          } else { ScanNames.numbered(stem, number) }
        let name = ScanNames.file(
          beginning, isPictureOfBoth: isExtra, fileExtension: settings.format.fileExtension)
        return Plan(path: target ?? folder.appending(name), wanted: wanted, part: part, isExtra: isExtra)
      }
    }
  }

  /// Makes a planned scan. The errors name `photo`.
  ///
  /// - Parameter fusion: the shots that the photo is the reference of; nil for a scan of the photo alone.
  package func scan(
    _ plan: Plan, of file: PhotoFile, at photo: Path, merging fusion: Fusion? = nil
  ) throws(PhotoError) -> EncodedScan {
    let name = photo == .standardInput ? nil : String(decoding: photo.name, as: UTF8.self)
    do { return try maker.scan(plan.wanted, part: plan.part, of: file, named: name, merging: fusion) } catch {
      switch error {
      case .development(let error): throw .development(photo: photo, error)
      case .codec(let error): throw .codec(photo, error)
      }
    }
  }

  /// What is reported and noted of a planned scan.
  ///
  /// - Parameter facts: nil in a dry run.
  func entry(_ plan: Plan, _ facts: ScanFacts?, tellsHistograms: Bool) -> ScanReport.Scan {
    let wanted = plan.wanted
    guard let facts else {
      return ScanReport.Scan(
        planned: settings.film.film(detected: wanted.settings.film), confidence: wanted.confidence)
    }
    var entry = ScanReport.Scan(facts, confidence: wanted.confidence)
    if settings.turn == .automatic { entry.isUpright = facts.wayUp != .unknown }
    if tellsHistograms { entry.histograms = (facts.before, facts.after) }
    return entry
  }

  /// The warnings about a planned scan that was made.
  func warnings(about plan: Plan, _ facts: ScanFacts) -> [ScanWarning] {
    plan.isExtra ? [] : warnings(about: facts, plan.path)
  }

  private func warnings(about facts: ScanFacts, _ scan: Path) -> [ScanWarning] {
    var warnings: [ScanWarning] = []
    // A page's scale is that of its prints, too.
    if facts.film == nil, facts.ppi == nil {
      let ignored: [ScanWarning.FilmSetting] =
        (settings.ppi != nil ? [.ppi] : []) + (settings.inset > 0 ? [.inset] : [])
      if !ignored.isEmpty { warnings.append(.unknownFilm(scan: scan, ignored: ignored)) }
    }
    if facts.outside >= Self.leastOutside {
      warnings.append(.filled(scan: scan, share: facts.outside, settings.fill))
    }
    if facts.isRestored == false { warnings.append(.notRestored(scan: scan)) }
    if settings.turn == .automatic {
      switch facts.wayUp {
      case .given, .found(0), .shown(0): break
      case .found(let turns): warnings.append(.turned(scan: scan, turns))
      case .shown(let turns): warnings.append(.turnedByFaces(scan: scan, turns))
      case .unknown: warnings.append(.unknownWayUp(scan: scan))
      }
    }
    return warnings
  }

  /// The least share of a scan outside the photo that is worth a warning. Outlines are no more exact than this.
  private static let leastOutside = 0.001
}

extension WantedPrint {
  /// The print, which a person adjusted in a photo that was changed since.
  fileprivate var unsure: WantedPrint {
    var wanted = self
    wanted.confidence = min(confidence, Self.outdatedConfidence)
    return wanted
  }

  /// As likely as not.
  private static let outdatedConfidence = 0.5
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
    let adjustments = photos.flatMap { sidecars.places(of: $0) }.map { path in
      exists(path) ? (try? digest(ofFileAt: path, limit: Sidecar.byteLimit))?.text ?? "unreadable" : "none"
    }
    let generation =
      item.kind == .burst ? "\(ScanRun.generation) \(ScanRun.mergeGeneration)" : "\(ScanRun.generation)"
    let facts = [generation, content.text] + others + adjustments + [recipe]
    let names = stem + (front.map { [0] + $0 } ?? [])
    return Digest(item.photo.name + [0] + names + [0] + Array(facts.joined(separator: " ").utf8))
  }
}

/// An item's scans before they are written.
package struct DevelopedItem: Sendable {
  /// The report, still without the scans.
  package var report: ScanReport
  /// Each planned scan with its bytes; without them in a dry run.
  package var scans: [(plan: ItemScanner.Plan, scan: EncodedScan?)] = []

  package init(report: ScanReport) { self.report = report }
}
