import PeelFiles
import PeelOutput
import PeelScanning
import PeelWorkbench
import Synchronization

/// Changes on disk.
extension Studio {
  /// What changed on disk since the last look. New photos join the roll.
  ///
  /// - Parameter names: the names of the files to look at; nil to look at all.
  func changes(of names: Set<[UInt8]>?) -> RollChanges {
    guard shot == nil else { return RollChanges() }
    let hasNew = names.map { $0.contains { Path(bytes: $0).isOfRoll } } ?? true
    let found = hasNew ? folders.files : []
    let lastFinished = finished.withLock { $0 }
    var changes = roll.withLock { roll in
      var changes = RollChanges()
      for id in roll.ids {
        guard let path = try? roll[id].get().photo, names.map({ Self.concern($0, path) }) ?? true else { continue }
        switch roll.files.change(of: path) {
        case .changed:
          changes.changed.append(id)
          roll.changed.insert(path)
        case .gone: changes.gone.append(id)
        case .back: changes.back.append(id)
        case nil:
          // Another program's sidecar is read like a new photo.
          if roll.files.isThere(path), roll.files.haveSidecarsChanged(of: path, in: scanner.sidecars) {
            changes.decided.append(id)
          }
        }
      }
      let known = Set(roll.paths)
      let items = Set(
        LivePair.withoutPaired(
          found + known.filter { !$0.hasClipExtension && roll.files.isThere($0) }))
      let unknown = found.filter { !known.contains($0) && items.contains($0) }
      // Scans may be written beside the photos, and are noted before.
      let scans = unknown.isEmpty ? nil : try? FinishedScans(in: scanner.folder, since: lastFinished)
      for path in unknown where scans?.made(path) != true {
        guard let status = Descriptor.Status(of: path.file), let place = resolved(path.file),
          !roll.written.contains(place)
        else { continue }
        roll.files.add(path, status)
        let item = Item(ofRoll: path)
        changes.new.append(.init(roll.add(item), name: Path(bytes: path.name).text, kind: item.kind.shown))
      }
      for clip in found where known.contains(clip) && !items.contains(clip) {
        guard let id = roll.id(of: clip), let still = LivePair.still(of: clip, among: roll.photos).flatMap(roll.id)
        else { continue }
        roll[id] = .failure(.file(FileError(.missing, clip)))
        roll.files.forget(clip)
        changes.paired[id] = still
      }
      return changes
    }
    if names == nil { lookAtScans(&changes) }
    return changes
  }

  /// Looks whether the items' scans are what was exported, and once for those that an earlier session exported.
  private func lookAtScans(_ changes: inout RollChanges) {
    // Scans are read without the lock, since that may take a while.
    var known = roll.withLock { $0.scans }
    for (id, files) in known {
      known[id] = files.lookedAt
      if known[id] == nil { changes.unexported.append(id) }
    }
    let (checked, ids) = roll.withLock { ($0.areExportsKnown, $0.ids) }
    for id in ids where !checked.contains(id) && known[id] == nil {
      guard let path = try? photoPath(id), let (sidecar, place) = try? sidecars.ownSidecar(of: path),
        let finished = finishedScans, let export = earlierExport(of: path, sidecar, at: place, finished),
        let files = export.files?.lookedAt
      else { continue }
      known[id] = files
      changes.exported[id] = export.outlines
    }
    roll.withLock { roll in
      roll.areExportsKnown.formUnion(ids)
      for id in ids {
        // An export may have ended meanwhile.
        if roll.scans[id] == nil || known[id] == nil || known[id]?.paths == roll.scans[id]?.paths {
          roll.scans[id] = known[id]
        }
      }
    }
  }

  /// What was in the folder for scans at the last export, or what is in it now.
  var finishedScans: FinishedScans? {
    finished.withLock { known in
      known = known ?? (try? FinishedScans(in: scanner.folder))
      return known
    }
  }

  /// The scans of a photo that an earlier session exported, as it noted them, since to read them takes a while: those of
  /// its accepted prints, or without files and outlines, that prints were accepted since; nil if there are none.
  ///
  /// - Parameter place: the sidecar's file.
  func earlierExport(
    of photo: Path, _ sidecar: Sidecar, at place: Path, _ finished: FinishedScans
  ) -> (outlines: [Outline], files: ExportedFiles?)? {
    guard finished.namesFiles, !sidecar.isSetAside || sidecar.merge != nil, let content = sidecar.digest else {
      return nil
    }
    let stem = stem(of: photo, in: finished)
    let merge = sidecar.merge.flatMap { _ in scanner.rememberedMerge(of: photo, holding: content) }
    let item = merge.map { Item(burst: photo, $0.shots.filter { $0 != photo }) } ?? Item(photo)
    guard let work = try? scanner.work(on: item, holding: content, stem: stem) else { return nil }
    if let files = finished.scans(of: work, stem: stem) {
      return (Kept(sidecar).outlines, ExportedFiles(unread: files))
    }
    // Another version of peel, or other options, make other scans of the same prints.
    let first = finished.firstScan(stem: stem, fileExtension: scanner.maker.settings.format.fileExtension)
    return first.map { SidecarStore.mayBeOlder($0, than: place) } ?? false ? ([], nil) : nil
  }

  /// Whether files of these names may be a photo or its sidecar.
  private static func concern(_ names: Set<[UInt8]>, _ photo: Path) -> Bool {
    names.contains(photo.file.name) || names.contains(photo.name + sidecarEnding)
  }

  /// Whether a file of this name may be a photo or a sidecar.
  private static func isWatched(_ name: [UInt8]) -> Bool {
    Path(bytes: name).isOfRoll || name.suffix(Self.sidecarEnding.count).elementsEqual(Self.sidecarEnding)
  }

  private static let sidecarEnding = Array(".peel".utf8)

  /// Calls `look` with the names of photos and sidecars that may have changed on disk, or with nil if all may have.
  /// Returns only if there is nothing to watch.
  func watch(_ look: @escaping @Sendable (Set<[UInt8]>?) -> Void) async {
    guard shot == nil else { return }
    await onOwnThread("watch") { [self] in
      var events = FolderEvents()
      var names: Set<[UInt8]>?
      while true {
        // Folders may have come or gone. Watched first, so that nothing that happens during the look is missed.
        if names == nil { events.watch(watchedFolders) }
        if names?.isEmpty != true { look(names) }
        let others = Set(roll.withLock { $0.paths }.filter { !$0.isOfRoll }.map(\.name))
        names = events.wait()?.filter { Self.isWatched($0) || others.contains($0) }
      }
    }
  }

  /// The folders in which photos and sidecars may appear or change.
  private var watchedFolders: Set<Path> {
    let paths = roll.withLock { $0.paths }
    let ofPhotos = Set(paths.map(\.folder) + folders.all)
    return ofPhotos.union(ofPhotos.compactMap { sidecars.inRefuge($0.appending("photo"))?.folder })
  }

  /// Why a photo isn't the one that a person looked at; nil if it is.
  func change(of path: Path, since version: PhotoVersion?) -> String? {
    guard Descriptor.Status(of: path.file) != nil else { return "it was deleted or moved away" }
    guard let version, let bytes = try? photoBytes(at: path), PhotoVersion(bytes) != version else { return nil }
    roll.withLock { $0.files.doubt(path) }
    return "it changed on disk; press r to look again"
  }
}

extension Path {
  /// Whether the name ends like a photo's or a clip's.
  fileprivate var isOfRoll: Bool { hasPhotoExtension || hasClipExtension }
}

/// The scans that an export wrote.
struct ExportedFiles {
  private var files: [(path: Path, content: Digest, status: Descriptor.Status?)]

  var paths: [Path] { files.map(\.path) }

  /// The scan of a print, by its number from 1: the first, if each print has several parts.
  func path(ofPrint number: Int, parts: Int) -> Path? {
    let index = (number - 1) * parts
    return files.indices.contains(index) ? files[index].path : nil
  }

  init(_ files: [(path: Path, content: Digest)]) {
    self.files = files.map { ($0.path, $0.content, Descriptor.Status(of: $0.path)) }
  }

  /// Files that weren't read. The next look reads them.
  init(unread files: [(path: Path, content: Digest)]) { self.files = files.map { ($0.path, $0.content, nil) } }

  /// The files as they are now; nil if one has other bytes or is gone. Those that weren't touched since the last look
  /// aren't read.
  var lookedAt: ExportedFiles? {
    var now = self
    for (index, file) in files.enumerated() {
      guard let status = Descriptor.Status(of: file.path) else { return nil }
      if status == file.status { continue }
      guard let bytes = try? photoBytes(at: file.path), Digest(bytes) == file.content else { return nil }
      now.files[index].status = status
    }
    return now
  }
}
