import PeelFiles
import PeelImaging
import PeelMessages
import PeelScanning
import PeelWorkbench
import Synchronization

/// What a person decided about photos, in their sidecars.
extension Studio {
  func kept(_ path: Path, _ file: Photo, _ version: PhotoVersion) -> (kept: Kept?, trouble: String?) {
    // A shot that isn't a file has no sidecar.
    guard shot == nil else { return (nil, nil) }
    // Noted first, even if there is none, so that one that is written from now on counts as another program's.
    let isChanged = roll.withLock { roll in
      roll.files.readSidecars(of: path, in: scanner.sidecars)
      return roll.changed.contains(path)
    }
    do throws(SidecarError) {
      let adjustments = try scanner.sidecars.adjustments(
        of: path, width: file.width, height: file.height, content: Digest(number: version.digest))
      guard let adjustments else { return (nil, nil) }
      if isChanged, adjustments.sidecar.digest == nil {
        return (nil, "\(adjustments.path.shown) doesn't say which photo it is of, and the photo changed; it isn't used")
      }
      let warning = adjustments.warnings.first?.text
      // What changes while a person looks is searched again, and undo brings back what was there.
      if isChanged, adjustments.isOutdated { return (nil, warning) }
      roll.withLock { $0.files.readSidecar(at: adjustments.path, of: path) }
      var kept = Kept(adjustments.sidecar)
      kept.isOutdated = adjustments.isOutdated
      return (kept.outlines.isEmpty && kept.isOutdated ? nil : kept, warning)
    } catch {
      return (nil, "\(error.path.shown) \(error.reason); it is left as it is")
    }
  }

  func recalled() -> Recalled {
    var all = Recalled()
    guard shot == nil else { return all }
    for id in roll.withLock({ $0.ids }) {
      guard let path = try? photoPath(id) else { continue }
      if path.hasClipExtension {
        // A clip has no sidecar: that a frame of it was kept is told by the frame's file.
        guard hasKeptFrame(of: path) else { continue }
        all.kept[id] = Kept([], width: 0, height: 0)
        all.kept[id]?.aside = .otherShot
        continue
      }
      do throws(DraftStore.Unreadable) {
        all.drafts[id] = try drafts.draft(of: path)
        if all.drafts[id] != nil { roll.withLock { _ = $0.drafts.insert(path) } }
      } catch {
        all.trouble = Sentence(
          "changes to \(path.shownName) that weren't accepted can't be read by this version of peel; they stay in "
            + error.path.shown)
      }
      roll.withLock { $0.files.readSidecars(of: path, in: scanner.sidecars) }
      guard let (sidecar, file) = try? scanner.sidecars.ownSidecar(of: path) else { continue }
      roll.withLock { $0.files.readSidecar(at: file, of: path) }
      var kept = Kept(sidecar)
      // A photo that is older than its sidecar isn't read.
      if SidecarStore.mayBeOlder(file, than: path), let bytes = try? photoBytes(at: path) {
        kept.isOutdated = sidecar.isOutdated(at: file, for: path, holding: Digest(bytes))
        if kept.isOutdated { all.versions[id] = PhotoVersion(bytes) }
      }
      if !kept.isOutdated || !kept.outlines.isEmpty { all.kept[id] = kept }
      if !kept.isOutdated, let finished = finishedScans,
        let export = earlierExport(of: path, sidecar, at: file, finished)
      {
        all.exported[id] = export.outlines
        roll.withLock { $0.scans[id] = $0.scans[id] ?? export.files }
      }
    }
    return all
  }

  /// Keeps a draft for the next session, or forgets it if nil.
  func keepDraft(_ draft: Draft?, of photo: ItemID) throws(Sentence) {
    guard shot == nil, let path = try? photoPath(photo) else { return }
    guard let draft else { return forgetDraft(of: path) }
    do throws(FileError) { try drafts.keep(draft, of: path) } catch {
      throw Sentence("changes to \(path.shownName) can't be kept for the next time: \(error.reason)")
    }
    roll.withLock { _ = $0.drafts.insert(path) }
  }

  /// Forgets a draft, but not one that wasn't brought back yet.
  private func forgetDraft(of path: Path) {
    guard roll.withLock({ $0.drafts.remove(path) }) != nil else { return }
    try? drafts.keep(nil, of: path)
  }

  /// - Returns: where the adjustments are, if not beside the photo; told once for each folder.
  func keep(_ kept: Kept?, of photo: ItemID, insists: Bool) throws(Sentence) -> Sentence? {
    // A clip has no prints; that a frame of it was kept is told by the frame's file.
    guard shot == nil, let path = try? photoPath(photo), !path.hasClipExtension else { return nil }
    if let kept, !kept.isOutdated, let change = change(of: path, since: kept.version) {
      throw Sentence("\(path.shown) isn't saved: \(change)")
    }
    var kept = kept
    if let unread = kept, unread.width == 0 {
      guard let photo = (try? read(photo))?.file.photo else { return nil }
      kept?.width = photo.width
      kept?.height = photo.height
    }
    do throws(SidecarError) {
      switch try save(kept.map { Sidecar(of: path, $0) }, of: path, insists: insists) {
      case nil: break
      case .beside:
        forgetDraft(of: path)
        return nil
      case .refuge(_, let trouble):
        forgetDraft(of: path)
        guard refused.withLock({ $0.insert(path.folder).inserted }) else { return nil }
        let name = Path(bytes: trouble.path.name).shown
        return Sentence("adjustments are kept in \(scanner.sidecars.refuge?.shown ?? ""), as \(name) \(trouble.reason)")
      }
    } catch {
      let what = kept == nil ? "the adjustments are still on disk" : "the adjustments are not on disk"
      throw Sentence("\(what): \(error.path.shown) \(error.reason); Enter on the photo tries again")
    }
    throw Sentence("\(path.shown) isn't saved: another program changed its sidecar; Enter replaces it, r takes it in")
  }

  /// Saves a photo's sidecar, or removes it if nil.
  ///
  /// - Returns: where it was saved; nil if another program has changed it, which is refused.
  private func save(_ sidecar: Sidecar?, of path: Path, insists: Bool) throws(SidecarError) -> SidecarStore.Location? {
    let store = scanner.sidecars
    // Locked, so that a look at the disk doesn't take the new sidecar for another program's.
    let outcome = roll.withLock { roll -> Result<SidecarStore.Location?, SidecarError> in
      func mayReplace() -> Bool { roll.files.mayReplaceSidecars(of: path, insists: insists, in: store) }
      guard mayReplace() else { return .success(nil) }
      // Writing may wait for the disk, and another program may save meanwhile.
      var isRefused = false
      let saved = Result { () throws(SidecarError) -> SidecarStore.Location? in
        let old = roll.files.ownSidecar(of: path)
        guard let sidecar else {
          if let old { try store.remove(old) }
          roll.files.noteSidecars(of: path, own: nil, in: store)
          return .beside
        }
        let location = try store.save(sidecar, of: path) {
          isRefused = !mayReplace()
          return !isRefused
        }
        roll.changed.remove(path)
        let own = if case .refuge(let refuge, _) = location { refuge } else { store.beside(path) }
        roll.files.noteSidecars(of: path, own: own, holding: sidecar.bytes, in: store)
        return location
      }
      return isRefused ? .success(nil) : saved
    }
    return try outcome.get()
  }
}

extension WantedPrint {
  init(_ outline: Outline) {
    self.init(quad: outline.quad, isUpright: outline.isUpright, curl: outline.curl, outline.settings)
  }
}

extension Outline {
  fileprivate init(_ wanted: WantedPrint) {
    self.init(
      quad: wanted.quad, origin: .print, isUpright: wanted.isUpright, curl: wanted.curl, settings: wanted.settings,
      isTaken: true)
  }
}

extension Sidecar {
  init(of photo: Path, _ kept: Kept) {
    self.init(
      photo: Path(bytes: photo.name).text, width: kept.width, height: kept.height,
      prints: kept.outlines.map { WantedPrint($0) })
    (isSetAside, digest) = (kept.aside != nil, kept.version.map { Digest(number: $0.digest) })
    switch kept.aside {
    case nil, .otherShot: break
    case .merged(let merge):
      self.merge = SidecarMerge(
        place: merge.place,
        shots: merge.shots.map { .init(photo: $0.name, digest: Digest(number: $0.version.digest)) })
    case .inMerge(let name): mergedInto = name
    }
  }
}

extension Kept {
  init(_ sidecar: Sidecar) {
    self.init(sidecar.prints.map { Outline($0) }, width: sidecar.width, height: sidecar.height)
    version = sidecar.digest.map { PhotoVersion(digest: $0.number) }
    aside = SetAside(sidecar)
  }
}

extension SetAside {
  /// nil if the photo is scanned.
  fileprivate init?(_ sidecar: Sidecar) {
    if let merge = sidecar.merge {
      self = .merged(
        Merge(
          place: merge.place,
          shots: merge.shots.map { .init(name: $0.photo, version: PhotoVersion(digest: $0.digest.number)) }))
    } else if sidecar.isSetAside {
      self = sidecar.mergedInto.map { .inMerge(of: $0) } ?? .otherShot
    } else {
      return nil
    }
  }
}
