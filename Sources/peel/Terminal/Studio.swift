import PeelCodecs
import PeelImaging
import Synchronization
import PeelWorkbench

/// Reads, develops, keeps and exports the photos of a roll the way `peel scan` does.
final class Studio: Sendable {
  private let photos: [Result<Path, Complaint>]
  private let names: ScanNames
  private let scanner: PhotoScanner
  private let bookmark: Bookmark?
  /// What stands for the only photo, where that is no file.
  private let shot: TakenShot?
  /// Scans of this session, and those that a person has given leave to replace.
  private let replaceable = Mutex<Set<Path>>([])
  /// Folders of which was said that adjustments are kept elsewhere.
  private let refused = Mutex<Set<Path>>([])

  init(
    _ photos: [Result<Path, Complaint>], _ scanner: PhotoScanner, _ bookmark: Bookmark? = nil, shot: TakenShot? = nil
  ) {
    self.photos = photos
    self.scanner = scanner
    self.bookmark = bookmark
    self.shot = shot
    replaceable.withLock { $0.formUnion(shot?.scans ?? []) }
    let paths = photos.map { (try? $0.get()) ?? Path("") }
    names = ScanNames(of: paths, known: OutputFolder.stems(of: paths, in: scanner.folder))
  }

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
        do throws(Complaint) { return try self.export(order) } catch { throw Sentence(error.atDesk) }
      },
      keep: { photo, kept throws(Sentence) in try self.keep(kept, of: photo) },
      recall: { self.recalled() },
      rank: { await self.bursts() },
      remember: { photo in if let path = try? self.photos[photo].get() { self.bookmark?.keep(path) } })
  }

  private func open(_ photo: Int) throws(Sentence) -> (file: PhotoFile, kept: (kept: Kept?, trouble: String?)) {
    do throws(Complaint) {
      let path = try photos[photo].get()
      let file = try read(photo)
      return (file, kept(path, file.photo))
    } catch {
      throw Sentence("\(error.path.shown): \(error.reason)")
    }
  }

  private func read(_ photo: Int, keepsDepth: Bool = false) throws(Complaint) -> PhotoFile {
    if let shot { return shot.file }
    let path = try photos[photo].get()
    do { return try readPhoto(at: path, keepsDepth: keepsDepth, limits: scanner.limits) } catch {
      throw Complaint(error)
    }
  }

  // MARK: what a person accepted

  private func kept(_ path: Path, _ photo: Photo) -> (kept: Kept?, trouble: String?) {
    // A shot that is no file has nothing beside it.
    guard shot == nil else { return (nil, nil) }
    do throws(SidecarTrouble) {
      let prints = try scanner.sidecars.prints(of: path, width: photo.width, height: photo.height)
      return (prints.map { Kept($0.map { Outline($0) }, width: photo.width, height: photo.height) }, nil)
    } catch {
      return (nil, "\(error.path.shown) \(error.reason); it is left as it is")
    }
  }

  private func recalled() -> [Int: Kept] {
    var all: [Int: Kept] = [:]
    for (index, photo) in photos.enumerated() {
      guard let path = try? photo.get(), let sidecar = try? scanner.sidecars.sidecar(of: path) else { continue }
      all[index] = Kept(sidecar.prints.map { Outline($0) }, width: sidecar.width, height: sidecar.height)
    }
    return all
  }

  /// Says where the adjustments are, if not beside the photo: once for each folder.
  private func keep(_ kept: Kept?, of photo: Int) throws(Sentence) -> Sentence? {
    guard shot == nil, let path = try? photos[photo].get() else { return nil }
    do throws(SidecarTrouble) {
      guard let kept else {
        try scanner.sidecars.forget(path)
        return nil
      }
      let sidecar = Sidecar(
        photo: Path(bytes: path.name).text, width: kept.width, height: kept.height,
        prints: kept.outlines.map { WantedPrint($0) })
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

  // MARK: scans

  private func scan(_ order: PreviewOrder, of photo: Photo, longSide: Int?) throws(Sentence) -> Scan {
    let wanted = WantedPrint(order.outline)
    do {
      return try scanner.scan(
        wanted, part: wanted.crop ?? scanner.look.crop.parts[0], of: photo, longSide: longSide)
    } catch {
      throw Sentence(Complaint(photo: Path(""), error).fact)
    }
  }

  private func export(_ order: ExportOrder) throws(Complaint) -> [ExportedFile] {
    let photo = try photos[order.item].get()
    let file = try read(order.item, keepsDepth: scanner.look.format == .png)
    let wanted = order.outlines.map { WantedPrint($0) }
    if let trouble = misfit(of: wanted, at: photo, file.photo) { throw Complaint(photo: photo, trouble) }
    do { try prepareFolder(scanner.folder) } catch { throw Complaint(error) }
    let plan = scanner.plan(wanted, stem: names.stems[order.item])
    try askForLeave(to: plan.map(\.path))
    var files: [ExportedFile] = []
    for planned in plan {
      let isOurs = replaceable.withLock { $0.contains(planned.path) }
      let scan = try scanner.write(planned, of: file, at: photo, force: scanner.force || isOurs)
      replaceable.withLock { _ = $0.insert(planned.path) }
      files.append(
        ExportedFile(
          name: Path(bytes: planned.path.name).text, folder: scanner.folder.text, width: scan.width,
          height: scan.height))
    }
    return files
  }

  /// Adjustments of a photo that nobody has opened are taken as they lie, though they may be about another one.
  private func misfit(of prints: [WantedPrint], at path: Path, _ photo: Photo) -> SidecarTrouble? {
    guard shot == nil, let sidecar = try? scanner.sidecars.sidecar(of: path), sidecar.prints == prints else {
      return nil
    }
    do throws(SidecarTrouble) {
      _ = try scanner.sidecars.prints(of: path, width: photo.width, height: photo.height)
      return nil
    } catch {
      return error
    }
  }

  /// Refuses the first time where other files have the scans' names; asking once more is the leave to replace them.
  private func askForLeave(to paths: [Path]) throws(Complaint) {
    let taken = replaceable.withLock { known in
      let taken = paths.filter { !known.contains($0) && exists($0) }
      known.formUnion(taken)
      return taken
    }
    guard !scanner.force, let first = taken.first else { return }
    throw Complaint(
      path: first, fact: "it is there already", advice: "export again to replace it")
  }

  // MARK: bursts

  /// Photos that cannot be read, or show no print, belong to no burst. One photo is decoded at a time: the workbench
  /// holds two.
  private func bursts() async -> [RankedBurst] {
    let reading = await ShotReading(photos, search: PrintSearch(), isOneBurst: false, jobs: 1, limits: scanner.limits)
    let numbers = Dictionary(
      photos.indices.compactMap { index in (try? photos[index].get()).map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    let shots = reading.shots.compactMap { shot in
      shot.print.flatMap { print in numbers[shot.path].map { (photo: $0, print: print, time: shot.time) } }
    }
    return Burst.all(in: shots.map { ($0.print, $0.time) }).filter { $0.shots.count > 1 }.map { burst in
      let members = burst.shots.map { shots[$0] }
      return RankedBurst(
        shots: Ranking(of: members.map(\.print)).places.map { place in
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
      print: Print(quad: outline.quad, confidence: 1, film: settings.film, isUpright: outline.isUpright),
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
