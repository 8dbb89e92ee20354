import PeelCodecs
import PeelCommandLine
import PeelFiles
import PeelImaging
import PeelScanning
import Synchronization
import PeelWorkbench

/// Reads, develops, saves and exports the items of a roll the way `peel scan` does.
final class Studio: Sendable {
  private let items: [Result<Item, PhotoError>]
  private let scanner: ItemScanner
  private let bookmark: Bookmark?
  /// Stands in for the only item if that isn't a file.
  private let shot: TakenShot?
  private let photos: [Path]
  private let inputs: InputFiles
  /// What was in the folder at the last export.
  private let finished = Mutex<FinishedScans?>(nil)
  /// The stems of the roll's scans, unless other photos have claimed them; nil before the first export.
  private let planned = Mutex<[Path: [UInt8]]?>(nil)
  /// The digests of the photos' files, as they were when they were opened.
  private let digests = Mutex<[Int: Digest]>([:])
  /// Folders about which the person was told that adjustments are saved elsewhere.
  private let refused = Mutex<Set<Path>>([])

  init(
    _ items: [Result<Item, PhotoError>], _ scanner: ItemScanner, _ bookmark: Bookmark? = nil, shot: TakenShot? = nil
  ) {
    self.items = items
    self.scanner = scanner
    self.bookmark = bookmark
    self.shot = shot
    photos = items.compactMap { try? $0.get().photo }
    inputs = InputFiles(photos)
  }

  private func photoPath(_ photo: Int) throws(PhotoError) -> Path { try items[photo].get().photo }

  var services: Services {
    Services(
      load: { photo throws(Sentence) in
        let (file, kept) = try self.open(photo)
        return (LoadedPhoto(file.photo, warnings: file.warnings + (kept.trouble.map { [$0] } ?? [])), kept.kept)
      },
      detect: { photo in
        var detection = self.scanner.detector.detect(in: photo)
        if let shot = self.shot { detection.prints = shot.prints }
        return Detected(detection, in: photo)
      },
      scout: { photo throws(Sentence) in
        let (file, kept) = try self.open(photo)
        return kept.kept.map { Detected($0) } ?? Detected(self.scanner.detector.detect(in: file.photo), in: file.photo)
      },
      preview: { photo, order throws(Sentence) in Preview(try self.scan(order, of: photo, longSide: order.longSide)) },
      measure: { photo, order in
        guard let scan = try? self.scan(order, of: photo, longSide: nil) else { return nil }
        return Measure(width: scan.width, height: scan.height, ppi: scan.ppi, sharpness: scan.sharpness)
      },
      export: { order throws(Sentence) in
        try self.export(order)
      },
      keep: { photo, kept throws(Sentence) in try self.keep(kept, of: photo) },
      recall: { self.recalled() },
      rank: { await self.bursts() },
      remember: { photo in if let path = try? self.photoPath(photo) { self.bookmark?.keep(path) } })
  }

  private func open(_ photo: Int) throws(Sentence) -> (file: PhotoFile, kept: (kept: Kept?, trouble: String?)) {
    do throws(PhotoError) {
      let path = try photoPath(photo)
      let (file, content) = try read(photo)
      digests.withLock { $0[photo] = content }
      return (file, kept(path, file.photo, content))
    } catch {
      throw Sentence("\(error.path.shown): \(Complaint(error).reason)")
    }
  }

  /// A photo and the digest of its file.
  private func read(_ photo: Int, keepsDepth: Bool = false) throws(PhotoError) -> (file: PhotoFile, content: Digest) {
    if let shot { return (shot.file, shot.claim.photo) }
    let path = try photoPath(photo)
    let bytes: [UInt8]
    do throws(FileError) { bytes = try photoBytes(at: path) } catch { throw .file(error) }
    let content = Digest(bytes)
    return (try PhotoFile(bytes, of: path, keepsDepth: keepsDepth, limits: scanner.limits), content)
  }

  // MARK: - Adjustments

  private func kept(_ path: Path, _ photo: Photo, _ content: Digest) -> (kept: Kept?, trouble: String?) {
    // A shot that isn't a file has no sidecar.
    guard shot == nil else { return (nil, nil) }
    do throws(SidecarError) {
      let adjustments = try scanner.sidecars.adjustments(
        of: path, width: photo.width, height: photo.height, content: content)
      guard let adjustments else { return (nil, nil) }
      let trouble = adjustments.isOutdated ? ScanWarning.outdated(adjustments: adjustments.path).text : nil
      return (Kept(adjustments.prints.map { Outline($0) }, width: photo.width, height: photo.height), trouble)
    } catch {
      return (nil, "\(error.path.shown) \(error.reason); it is left as it is")
    }
  }

  private func recalled() -> [Int: Kept] {
    var all: [Int: Kept] = [:]
    for index in items.indices {
      guard let path = try? photoPath(index), let sidecar = try? scanner.sidecars.sidecar(of: path) else { continue }
      all[index] = Kept(sidecar.prints.map { Outline($0) }, width: sidecar.width, height: sidecar.height)
    }
    return all
  }

  /// - Returns: where the adjustments are, if not beside the photo; told once for each folder.
  private func keep(_ kept: Kept?, of photo: Int) throws(Sentence) -> Sentence? {
    guard shot == nil, let path = try? photoPath(photo) else { return nil }
    do throws(SidecarError) {
      guard let kept else {
        try scanner.sidecars.removeAdjustments(of: path)
        return nil
      }
      var sidecar = Sidecar(
        photo: Path(bytes: path.name).text, width: kept.width, height: kept.height,
        prints: kept.outlines.map { WantedPrint($0) })
      sidecar.digest = digests.withLock { $0[photo] }
      switch try scanner.sidecars.save(sidecar, of: path) {
      case .beside: return nil
      case .refuge(_, let trouble):
        guard refused.withLock({ $0.insert(path.folder).inserted }) else { return nil }
        let name = Path(bytes: trouble.path.name).shown
        return Sentence("adjustments are kept in \(scanner.sidecars.refuge?.shown ?? ""), as \(name) \(trouble.reason)")
      }
    } catch {
      throw Sentence(
        "the adjustments are not on disk: \(error.path.shown) \(error.reason); Enter on the photo tries again")
    }
  }

  // MARK: - Scans

  private func scan(_ order: PreviewOrder, of photo: Photo, longSide: Int?) throws(Sentence) -> Scan {
    do { return try scanner.maker.picture(WantedPrint(order.outline), of: photo, longSide: longSide) } catch {
      throw Sentence(Complaint(photo: Path(""), error).fact)
    }
  }

  private func export(_ order: ExportOrder) throws(Sentence) -> [ExportedFile] {
    do throws(PhotoError) {
      let photo = try photoPath(order.item)
      let (file, content) = try read(order.item, keepsDepth: scanner.maker.settings.format == .png)
      let wanted = order.outlines.map { WantedPrint($0) }
      if let misfit = misfit(of: wanted, at: photo, file.photo) { throw .sidecar(photo: photo, misfit) }
      // The names are known once the folder is locked, which shouldn't take longer than the writing.
      let scans = try scanner.plan(wanted, stem: []).map { plan throws(PhotoError) in
        try scanner.scan(plan, of: file, at: photo)
      }
      let folder: OutputFolder
      do throws(FileError) { folder = try .forOnePhoto(scanner.folder, since: finished.withLock { $0 }) } catch {
        throw .scan(photo: photo, error)
      }
      finished.withLock { $0 = folder.finished }
      let claim =
        shot?.claim
        ?? Claim(
          stem: stem(of: photo, in: folder.finished), photo: content, file: PhotoPlace(of: photo), time: file.exif?.time
        )
      return try write(Array(zip(scanner.plan(wanted, stem: claim.stem), scans)), to: folder, of: photo, claim)
    } catch {
      throw Sentence(Complaint(error).atDesk)
    }
  }

  /// The stem of a photo's scans, as `peel scan` would choose it.
  private func stem(of photo: Path, in finished: FinishedScans) -> [UInt8] {
    let planned = planned.withLock { planned in
      let stems =
        planned ?? finished.plannedStems(for: photos, known: OutputFolder.stems(of: photos, in: scanner.folder))
      planned = stems
      return stems
    }
    return finished.stems(for: [Item(photo)], known: planned)[0]
  }

  /// Writes a photo's scans, or none if one of their names is taken.
  private func write(
    _ scans: [(plan: ItemScanner.Plan, scan: EncodedScan)], to folder: OutputFolder, of photo: Path, _ claim: Claim
  ) throws(PhotoError) -> [ExportedFile] {
    let writer = ScanWriter(folder: folder, finished: folder.finished, inputs: inputs)
    if let taken = scans.first(where: { !writer.mayWrite($0.plan.path) }) {
      throw .scan(photo: photo, .exists(taken.plan.path))
    }
    do throws(FileError) { try folder.claim(claim) } catch { throw .scan(photo: photo, error) }
    return try scans.map { plan, scan throws(PhotoError) in
      try writer.write(scan, to: plan.path, of: photo)
      return ExportedFile(
        name: Path(bytes: plan.path.name).text, folder: scanner.folder.text, width: scan.facts.width,
        height: scan.facts.height)
    }
  }

  /// Why the adjustments of a photo that wasn't opened don't fit it; nil if they do.
  private func misfit(of prints: [WantedPrint], at path: Path, _ photo: Photo) -> SidecarError? {
    guard shot == nil, let sidecar = try? scanner.sidecars.sidecar(of: path), sidecar.prints == prints else {
      return nil
    }
    do throws(SidecarError) {
      _ = try scanner.sidecars.prints(of: path, width: photo.width, height: photo.height)
      return nil
    } catch {
      return error
    }
  }

  // MARK: - Bursts

  /// The roll's bursts. Photos that can't be read or show no print belong to none. One photo is decoded at a time because
  /// the workbench already holds two.
  private func bursts() async -> [RankedBurst] {
    let reading = await ShotReading(
      items.map { $0.map(\.photo) }, search: PrintSearch(), isOneBurst: false, jobs: 1, limits: scanner.limits)
    let numbers = Dictionary(
      items.indices.compactMap { index in (try? photoPath(index)).map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    let shots = reading.shots.compactMap { shot in
      shot.print.flatMap { print in numbers[shot.path].map { (photo: $0, print: print, time: shot.time) } }
    }
    return Burst.all(in: shots.map { ($0.print, $0.time) }).filter { $0.shots.count > 1 }.map { burst in
      let members = burst.shots.map { shots[$0] }
      return RankedBurst(
        shots: Ranking(of: members.map(\.print)).entries.map { place in
          let member = members[place.shot]
          return RankedShot(
            item: member.photo, thumbnail: Rendition(member.print.thumbnail),
            edges: Rendition(Photo(luma: member.print.edgePicture)), score: place.score, relative: place.relative,
            why: place.shortcomings.map(\.words).joined(separator: ", "))
        })
    }
  }
}

extension WantedPrint {
  fileprivate init(_ outline: Outline) {
    let settings = outline.settings
    self.init(
      Print(quad: outline.quad, confidence: 1, film: settings.film, isUpright: outline.isUpright),
      turn: settings.turn, crop: settings.crop, whiteBalance: settings.whiteBalance, clip: settings.clip)
  }
}

extension Outline {
  fileprivate init(_ wanted: WantedPrint) {
    self.init(
      quad: wanted.print.quad, origin: .print, isUpright: wanted.print.isUpright,
      settings: Settings(
        film: wanted.print.film, turn: wanted.turn, crop: wanted.crop, whiteBalance: wanted.whiteBalance,
        clip: wanted.clip), isTaken: true)
  }
}
