import PeelCodecs
import PeelCommandLine
import PeelFiles
import PeelImaging
import PeelScanning
import Synchronization
import PeelWorkbench

/// Reads, develops, saves and exports the items of a roll the way `peel scan` does.
final class Studio: Sendable {
  private let roll: Mutex<Roll>
  private let folders: RollFolders
  private let scanner: ItemScanner
  private let bookmark: Bookmark?
  /// Stands in for the only item if that isn't a file.
  private let shot: TakenShot?
  /// What was in the folder at the last export.
  private let finished = Mutex<FinishedScans?>(nil)
  /// Folders about which the person was told that adjustments are saved elsewhere.
  private let refused = Mutex<Set<Path>>([])

  init(
    _ items: [Result<Item, PhotoError>], _ scanner: ItemScanner, _ bookmark: Bookmark? = nil,
    folders: RollFolders = RollFolders(folders: [], isRecursive: false), shot: TakenShot? = nil
  ) {
    self.folders = folders
    self.scanner = scanner
    self.bookmark = bookmark
    self.shot = shot
    roll = Mutex(Roll(items: items))
  }

  /// The roll's items, which photos that appear on disk are added to.
  private struct Roll {
    var items: [Result<Item, PhotoError>]
    /// The stems of the items' scans, unless other photos have claimed them; nil if they have to be planned.
    var planned: [Path: [UInt8]]?
    var files = RollFiles()
    /// Photos that changed on disk since their sidecars were written.
    var changed: Set<Path> = []
    /// The names of the scans written in this session, which are no photos.
    var written: [FileIdentity: [UInt8]] = [:]
    /// The first scan of each item that was exported.
    var scans: [Int: Path] = [:]

    init(items: [Result<Item, PhotoError>]) { self.items = items }

    var photos: [Path] { items.compactMap { try? $0.get().photo } }

    /// Makes names be planned again, since the items changed.
    mutating func forgetPlans() { planned = nil }
  }

  /// Whether the only item isn't a file.
  var isShot: Bool { shot != nil }
  var sidecars: SidecarStore { scanner.sidecars }

  /// The first scan of an item that was exported in this session.
  func scan(of photo: Int) -> Path? { roll.withLock { $0.scans[photo] } }

  /// Notes that an item's photo has another name. Its scans keep theirs.
  func follow(_ photo: Int, from old: Path, to new: Path) {
    roll.withLock { roll in
      roll.items[photo] = .success(Item(new))
      roll.files.rename(old, to: new)
      if roll.changed.remove(old) != nil { roll.changed.insert(new) }
      roll.forgetPlans()
    }
  }

  private static func stems(of items: [Result<Item, PhotoError>], in folder: Path) -> [[UInt8]] {
    let known = items.map { (try? $0.get()) ?? Item(Path("")) }
    return ScanNames(of: known, known: OutputFolder.stems(of: known.map(\.photo), in: folder)).stems
  }

  func photoPath(_ photo: Int) throws(PhotoError) -> Path {
    try roll.withLock { $0.items[photo] }.get().photo
  }

  var services: Services {
    Services(
      load: { photo throws(Sentence) in
        let (file, version, kept) = try self.open(photo)
        let warnings = file.warnings + (kept.trouble.map { [$0] } ?? [])
        return (LoadedPhoto(file.photo, warnings: warnings, version: version), kept.kept)
      },
      detect: { photo in
        var detection = self.scanner.detector.detect(in: photo)
        if let shot = self.shot { detection.prints = shot.prints }
        return Detected(detection, in: photo)
      },
      scout: { photo throws(Sentence) in
        let (file, version, kept) = try self.open(photo)
        var detected =
          kept.kept.map { Detected($0) } ?? Detected(self.scanner.detector.detect(in: file.photo), in: file.photo)
        detected.version = version
        return detected
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
      view: { photo throws(Sentence) in try self.view(photo) },
      rename: { photo, name throws(Sentence) in try self.rename(photo, to: name) },
      look: { self.changes() },
      watch: { await self.watch($0) },
      rank: { await self.bursts() },
      remember: { photo in if let path = try? self.photoPath(photo) { self.bookmark?.keep(path) } })
  }

  private func open(
    _ photo: Int
  ) throws(Sentence) -> (file: PhotoFile, version: PhotoVersion, kept: (kept: Kept?, trouble: String?)) {
    do throws(PhotoError) {
      let path = try photoPath(photo)
      let status = Descriptor.Status(of: path)
      let (file, version) = try read(photo)
      // Only what the model learns of counts as seen: another change is still to be told.
      roll.withLock { if $0.files.note(path, status, version) { $0.changed.insert(path) } }
      return (file, version, kept(path, file.photo, version))
    } catch {
      throw Sentence("\(error.path.shown): \(Complaint(error).reason)")
    }
  }

  private func read(
    _ photo: Int, keepsDepth: Bool = false
  ) throws(PhotoError) -> (file: PhotoFile, version: PhotoVersion) {
    if let shot { return (shot.file, PhotoVersion(digest: shot.claim.photo.number)) }
    let path = try photoPath(photo)
    let bytes: [UInt8]
    do throws(FileError) { bytes = try photoBytes(at: path) } catch { throw .file(error) }
    let version = PhotoVersion(bytes)
    return (try PhotoFile(bytes, of: path, keepsDepth: keepsDepth, limits: scanner.limits), version)
  }

  // MARK: - Changes on disk

  /// What changed on disk since the last look. New photos join the roll.
  private func changes() -> RollChanges {
    guard shot == nil else { return RollChanges() }
    let found = folders.photos
    return roll.withLock { roll in
      var changes = RollChanges()
      for (index, item) in roll.items.enumerated() {
        guard let path = try? item.get().photo else { continue }
        switch roll.files.change(of: path) {
        case .changed:
          changes.changed.append(index)
          roll.changed.insert(path)
        case .gone: changes.gone.append(index)
        case .back: changes.back.append(index)
        case nil:
          // What another program decided about the photo is taken in.
          if roll.files.haveSidecarsChanged(of: path, in: scanner.sidecars) {
            roll.files.noteSidecars(of: path, in: scanner.sidecars)
            changes.changed.append(index)
          }
        }
        if let scan = roll.scans[index], !exists(scan) {
          roll.scans[index] = nil
          changes.unexported.append(index)
        }
      }
      let known = Set(roll.photos)
      for path in found where !known.contains(path) {
        guard let status = Descriptor.Status(of: path), roll.written[status.identity] != path.name else { continue }
        roll.files.add(path, status)
        roll.items.append(.success(Item(path)))
        changes.new.append(Path(bytes: path.name).text)
      }
      if !changes.new.isEmpty { roll.forgetPlans() }
      return changes
    }
  }

  /// Whether a file of this name may be a photo or a sidecar.
  private static func isWatched(_ name: [UInt8]) -> Bool {
    Path(bytes: name).hasPhotoExtension || name.suffix(Self.sidecarEnding.count).elementsEqual(Self.sidecarEnding)
  }

  private static let sidecarEnding = Array(".peel".utf8)

  /// Calls `look` whenever photos may have changed on disk. Returns only if nothing can be watched.
  private func watch(_ look: @escaping @Sendable () -> Void) async {
    guard shot == nil else { return }
    let paths = roll.withLock { $0.photos }
    await onOwnThread("watch") { [folders] in
      var events = FolderEvents()
      for folder in folders.folders + paths.map(\.folder) { events.add(folder) }
      let others = Set(paths.filter { !$0.hasPhotoExtension }.map(\.name))
      look()
      while true {
        let names = events.wait()
        if names.isEmpty || names.contains(where: { Self.isWatched($0) || others.contains($0) }) {
          look()
        }
      }
    }
  }

  /// Why a photo isn't the one that a person looked at; nil if it is.
  private func change(of path: Path, since version: PhotoVersion?) -> String? {
    guard Descriptor.Status(of: path) != nil else { return "it was deleted or moved away" }
    guard let version, let bytes = try? photoBytes(at: path), PhotoVersion(bytes) != version else { return nil }
    roll.withLock { $0.files.doubt(path) }
    return "it changed on disk; press r to look again"
  }

  // MARK: - Adjustments

  private func kept(_ path: Path, _ photo: Photo, _ version: PhotoVersion) -> (kept: Kept?, trouble: String?) {
    // A shot that isn't a file has no sidecar.
    guard shot == nil else { return (nil, nil) }
    if roll.withLock({ $0.changed.contains(path) }) { return (nil, nil) }
    do throws(SidecarError) {
      let adjustments = try scanner.sidecars.adjustments(
        of: path, width: photo.width, height: photo.height, content: Digest(number: version.digest))
      guard let adjustments else { return (nil, nil) }
      if adjustments.isOutdated { return (nil, ScanWarning.outdated(adjustments: adjustments.path).text) }
      let kept = Kept(adjustments.sidecar)
      roll.withLock { $0.files.noteSidecars(of: path, in: scanner.sidecars) }
      return (kept.isSetAside && kept.outlines.isEmpty ? nil : kept, nil)
    } catch {
      return (nil, "\(error.path.shown) \(error.reason); it is left as it is")
    }
  }

  private func recalled() -> [Int: Kept] {
    var all: [Int: Kept] = [:]
    for (index, item) in roll.withLock({ $0.items }).enumerated() {
      guard let path = try? item.get().photo else { continue }
      roll.withLock { $0.files.noteSidecars(of: path, in: scanner.sidecars) }
      guard let sidecar = try? scanner.sidecars.sidecar(of: path), !isOutdated(sidecar, of: path) else { continue }
      all[index] = Kept(sidecar)
    }
    return all
  }

  /// Whether a photo has other content than when its sidecar was written. It's read only if it's newer than the sidecar.
  private func isOutdated(_ sidecar: Sidecar, of path: Path) -> Bool {
    let written = scanner.sidecars.paths(for: path).compactMap { Descriptor.Status(of: $0)?.changed }.max()
    guard let digest = sidecar.digest, let photo = Descriptor.Status(of: path), let written, photo.changed > written,
      let bytes = try? photoBytes(at: path)
    else { return false }
    return Digest(bytes) != digest
  }

  /// - Returns: where the adjustments are, if not beside the photo; told once for each folder.
  private func keep(_ kept: Kept?, of photo: Int) throws(Sentence) -> Sentence? {
    guard shot == nil, let path = try? photoPath(photo) else { return nil }
    if kept != nil, let change = change(of: path, since: kept?.version) {
      throw Sentence("\(path.shown) isn't saved: \(change)")
    }
    var sidecar: Sidecar?
    if let kept {
      guard let size = size(of: kept, photo) else { return nil }
      var new = Sidecar(
        photo: Path(bytes: path.name).text, width: size.width, height: size.height,
        prints: kept.outlines.map { WantedPrint($0) })
      (new.isSetAside, new.digest) = (kept.isSetAside, kept.version.map { Digest(number: $0.digest) })
      sidecar = new
    }
    do throws(SidecarError) {
      switch try save(sidecar, of: path) {
      case nil: break
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
    throw Sentence("\(path.shown) isn't saved: another program changed its sidecar; Enter replaces it, r takes it in")
  }

  /// Saves a photo's sidecar, or removes it if nil.
  ///
  /// - Returns: where it was saved; nil if another program has changed it, which is refused once.
  private func save(_ sidecar: Sidecar?, of path: Path) throws(SidecarError) -> SidecarStore.Location? {
    let store = scanner.sidecars
    // A look at the disk meanwhile would take the new sidecar for another program's.
    let outcome = roll.withLock { roll -> Result<SidecarStore.Location?, SidecarError> in
      guard roll.files.mayReplaceSidecars(of: path, in: store) else { return .success(nil) }
      defer { roll.files.noteSidecars(of: path, in: store) }
      return Result { () throws(SidecarError) -> SidecarStore.Location? in
        guard let sidecar else {
          try store.removeAdjustments(of: path)
          return .beside
        }
        roll.changed.remove(path)
        return try store.save(sidecar, of: path)
      }
    }
    return try outcome.get()
  }

  /// The size of the photo that `kept` is of; nil if the photo can't be read.
  private func size(of kept: Kept, _ photo: Int) -> (width: Int, height: Int)? {
    if kept.width > 0 { return (kept.width, kept.height) }
    return (try? read(photo)).map { ($0.file.photo.width, $0.file.photo.height) }
  }

  // MARK: - Scans

  private func scan(_ order: PreviewOrder, of photo: Photo, longSide: Int?) throws(Sentence) -> Scan {
    do { return try scanner.maker.picture(WantedPrint(order.outline), of: photo, longSide: longSide) } catch {
      throw Sentence(Complaint(photo: Path(""), error).fact)
    }
  }

  private func export(_ order: ExportOrder) throws(Sentence) -> [ExportedFile] {
    let photo: Path
    let read: (file: PhotoFile, version: PhotoVersion)
    do throws(PhotoError) {
      photo = try photoPath(order.item)
      read = try self.read(order.item, keepsDepth: scanner.maker.settings.format == .png)
    } catch {
      throw Sentence(Complaint(error).atDesk)
    }
    if let known = order.version, read.version != known {
      roll.withLock { $0.files.doubt(photo) }
      throw Sentence("\(photo.shown) isn't exported: it changed on disk; press r to look again")
    }
    return try export(order, of: read.file, read.version, at: photo)
  }

  private func export(
    _ order: ExportOrder, of file: PhotoFile, _ version: PhotoVersion, at photo: Path
  ) throws(Sentence) -> [ExportedFile] {
    do throws(PhotoError) {
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
          stem: stem(of: photo, in: folder.finished), photo: Digest(number: version.digest),
          file: PhotoPlace(of: photo), time: file.exif?.time
        )
      let plan = scanner.plan(wanted, stem: claim.stem)
      let files = try write(Array(zip(plan, scans)), to: folder, of: photo, claim)
      roll.withLock { roll in
        roll.scans[order.item] = plan.first?.path
        for scan in plan { Descriptor.Status(of: scan.path).map { roll.written[$0.identity] = scan.path.name } }
      }
      return files
    } catch {
      throw Sentence(Complaint(error).atDesk)
    }
  }

  /// The stem of a photo's scans, as `peel scan` would choose it.
  private func stem(of photo: Path, in finished: FinishedScans) -> [UInt8] {
    let planned = roll.withLock { roll in
      let photos = roll.photos
      let stems =
        roll.planned ?? finished.plannedStems(for: photos, known: OutputFolder.stems(of: photos, in: scanner.folder))
      roll.planned = stems
      return stems
    }
    return finished.stems(for: [Item(photo)], known: planned)[0]
  }

  /// Writes a photo's scans, or none if one of their names is taken.
  private func write(
    _ scans: [(plan: ItemScanner.Plan, scan: EncodedScan)], to folder: OutputFolder, of photo: Path, _ claim: Claim
  ) throws(PhotoError) -> [ExportedFile] {
    // Looked up anew each time: a scan may have got the number of a photo's file that was deleted.
    let inputs = InputFiles(roll.withLock { $0.photos })
    let writer = ScanWriter(folder: folder, finished: folder.finished, inputs: inputs)
    if let taken = scans.first(where: { !writer.mayWrite($0.plan.path) }) {
      throw .scan(photo: photo, .exists(taken.plan.path))
    }
    do throws(FileError) { try folder.claim(claim) } catch { throw .scan(photo: photo, error) }
    var files = try scans.map { plan, scan throws(PhotoError) in
      try writer.write(scan, to: plan.path, of: photo)
      return ExportedFile(
        name: Path(bytes: plan.path.name).text, folder: scanner.folder.text, width: scan.facts.width,
        height: scan.facts.height)
    }
    let old = folder.finished.leftovers(
      stem: claim.stem, besides: scans.map(\.plan.path), fileExtension: scanner.maker.settings.format.fileExtension)
    if !files.isEmpty { files[0].leftovers = old.map { Path(bytes: $0.name).text } }
    return files
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
    let items = roll.withLock { $0.items }
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

extension Kept {
  fileprivate init(_ sidecar: Sidecar) {
    self.init(sidecar.prints.map { Outline($0) }, width: sidecar.width, height: sidecar.height)
    (isSetAside, version) = (sidecar.isSetAside, sidecar.digest.map { PhotoVersion(digest: $0.number) })
  }
}

extension PhotoVersion {
  init(_ bytes: [UInt8]) { self.init(digest: Digest(bytes).number) }
}
