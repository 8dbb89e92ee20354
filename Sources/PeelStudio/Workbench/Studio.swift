import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning
import PeelWorkbench
import Synchronization

/// Reads, develops, saves and exports the items of a roll the way `peel scan` does.
package final class Studio: Sendable {
  let roll: Mutex<Roll>
  let folders: RollFolders
  let scanner: ItemScanner
  private let bookmark: Bookmark?
  let drafts: DraftStore
  /// Stands in for the only item if that isn't a file.
  let shot: TakenShot?
  /// What was in the folder at the last export.
  let finished = Mutex<FinishedScans?>(nil)
  /// Folders about which the person was told that adjustments are saved elsewhere.
  let refused = Mutex<Set<Path>>([])

  package init(
    _ items: [Result<Item, PhotoError>], _ scanner: ItemScanner, _ bookmark: Bookmark? = nil,
    folders: RollFolders = RollFolders(folders: [], isRecursive: false), shot: TakenShot? = nil,
    drafts: DraftStore = .none
  ) {
    self.drafts = drafts
    self.folders = folders
    self.scanner = scanner
    self.bookmark = bookmark
    self.shot = shot
    roll = Mutex(Roll(items: items))
  }

  /// The roll's items, which photos that appear on disk are added to.
  struct Roll {
    /// The items by their numbers.
    private var items: [Result<Item, PhotoError>]
    /// The stems of the items' scans, unless other photos have claimed them; nil if they have to be planned.
    var planned: [Path: [UInt8]]?
    var files = RollFiles()
    /// Photos that changed on disk since their sidecars were written.
    var changed: Set<Path> = []
    /// The scans and frames written in this session, by their paths without links. They don't join the roll.
    var written: Set<Path> = []
    var scans: [ItemID: ExportedFiles] = [:]
    /// The items that were looked at for scans of an earlier session.
    var areExportsKnown: Set<ItemID> = []
    /// The frames of the clip that was ranked last.
    var frames: (item: ItemID, ranked: RankedFrames)?
    /// The frames that are about to be kept, by item.
    var readFrames: [ItemID: Result<ReadFrame, Sentence>] = [:]
    /// The shots that were merged last.
    var merged: (order: MergeOrder, shots: MergedShots)?
    /// The photo whose depth is shown, and for which opening of the view it was read.
    var scene: (opening: Int, scene: StereoScene)?
    /// The items whose frames were kept as photos, by the photos.
    var origins: [Path: FaceItem] = [:]
    /// Photos whose drafts on disk were brought back from an earlier session, or are of this one.
    var drafts: Set<Path> = []
    /// Sidecars that weren't those of the photos beside them, which were renamed.
    var leftBehind: Set<Path> = []
    /// The names of items that weren't UTF-8, by what is shown in their place.
    var rawNames: [ItemID: [String: [UInt8]]] = [:]

    init(items: [Result<Item, PhotoError>]) { self.items = items }

    var ids: [ItemID] { items.indices.map { ItemID($0) } }

    subscript(id: ItemID) -> Result<Item, PhotoError> {
      get { items[id.number] }
      set { items[id.number] = newValue }
    }

    /// Adds an item, which the workbench is then told of.
    mutating func add(_ item: Item) -> ItemID {
      items.append(.success(item))
      forgetPlans()
      return ItemID(items.count - 1)
    }

    /// The files that name the items.
    var paths: [Path] { items.compactMap { try? $0.get().photo } }

    /// The photos among them. Clips have no scans.
    var photos: [Path] { paths.filter { !$0.hasClipExtension } }

    /// The item that a file names.
    func id(of file: Path) -> ItemID? { ids.first { (try? self[$0].get().photo) == file } }

    /// Has the names planned again, because the items changed.
    mutating func forgetPlans() { planned = nil }
  }

  /// Whether the only item isn't a file.
  var isShot: Bool { shot != nil }
  var sidecars: SidecarStore { scanner.sidecars }

  /// The scans that were exported in this session.
  var scansOfSession: [Path] {
    roll.withLock { (roll) -> [Path] in
      roll.ids.flatMap { roll.scans[$0]?.paths ?? [] }.filter { resolved($0).map(roll.written.contains) ?? false }
    }
  }

  /// The first scan of an item that was exported.
  func scan(of photo: ItemID) -> Path? { roll.withLock { $0.scans[photo]?.paths.first } }

  /// Notes that an item's photo has another name. Its scans keep theirs.
  ///
  /// - Parameters:
  ///   - own: its sidecar, which was renamed; nil if it has none.
  ///   - isKnown: whether the model has what is in it.
  func follow(_ photo: ItemID, from old: Path, to new: Path, own: Path?, isKnown: Bool) {
    roll.withLock { roll in
      // An item whose photo was deleted must not come back as this one.
      for id in roll.ids where id != photo && (try? roll[id].get().photo) == new {
        roll[id] = .failure(.file(FileError(.missing, new)))
        roll.files.forget(new)
      }
      roll[photo] = .success(Item(ofRoll: new))
      if roll.drafts.remove(old) != nil {
        drafts.follow(old, to: new)
        roll.drafts.insert(new)
      }
      roll.rename(old, to: new)
      roll.files.rename(old, to: new, own: own, isKnown: isKnown, in: sidecars)
      if roll.changed.remove(old) != nil { roll.changed.insert(new) }
      roll.forgetPlans()
    }
  }

  func photoPath(_ photo: ItemID) throws(PhotoError) -> Path {
    try roll.withLock { $0[photo] }.get().photo
  }

  /// Does work that was asked for. Only orders to be carried out at once are quick.
  ///
  /// - Parameters:
  ///   - photo: the decoded photo of the order's item; nil if it isn't decoded.
  ///   - progress: is told how far long work is.
  func answer(_ order: Order, with photo: Photo? = nil, _ progress: Progress = .ignored) throws(Sentence) -> Answer {
    switch order {
    case .load(let item): return try load(item)
    case .detect(let item):
      guard let photo else { return .detected(item, try scout(item)) }
      return .detected(item, detected(in: photo))
    case .scout(let item): return .detected(item, try scout(item))
    // The photo may have been released by a key that was held back.
    case .snap(let order): return .snapped(order, photo.flatMap { order.result(in: $0) })
    case .fit(let order): return .fitted(order, photo.flatMap { order.edges(in: $0) })
    case .preview(let order): return .developed(order, Preview(try scan(order, of: photo, longSide: order.longSide)))
    case .measure(let order): return .measured(order, (try? scan(order, of: photo, longSide: nil)).map { Measure($0) })
    case .developScans(let order): return .scansDeveloped(order, try smallScans(order, of: photo))
    case .export(let order): return .exported(order, try export(order))
    case .keep(let item, let kept, let insists): return .kept(item, try keep(kept, of: item, insists: insists))
    case .keepDrafts(let drafts):
      for (item, draft) in drafts { try keepDraft(draft, of: item) }
      return .draftsKept
    case .recall: return .recalled(recalled())
    case .view(let item):
      try view(item)
      return .viewed
    case .rename(let order): return .renamed(order, try rename(order.item, to: order.name))
    case .rescan(let reason): return .rolled(changes(of: nil), for: reason)
    case .rank(let searched): return .ranked(waiting { await self.bursts(searched, progress) })
    case .merge(let order): return .merged(order, try merge(order))
    case .exportMerged(let order, let burst): return .mergedExported(order, burst, try exportMerged(order))
    case .makeStereo(let order): return .stereoMade(order, try stereoPictures(order, of: photo))
    case .exportStereo(let order): return .stereoExported(try exportStereo(order))
    case .makeSheet(let order): return .sheetMade(try makeSheet(order))
    case .rankFrames(let item): return .framesRanked(try frames(of: item, progress))
    case .keepFrame(let item, _): return .frameKept(item, try keepFrame(of: item))
    case .closeUp(let order): return .enlarged(order, closeUp(order))
    case .took(let item):
      if let path = try? photoPath(item) { roll.withLock { $0.files.takeSidecars(of: path) } }
    case .forgetMerge: roll.withLock { $0.merged = nil }
    case .forgetStereo: roll.withLock { $0.scene = nil }
    case .remember(let item): if let path = try? photoPath(item) { bookmark?.keep(path) }
    case .stopFrames, .redraw, .suspend, .leave: break
    }
    return .none
  }

  /// Whether long work is still wanted, and how far it is.
  struct Progress: Sendable {
    var isWanted: @Sendable () -> Bool
    var report: @Sendable (_ done: Int, _ count: Int?) -> Void

    static let ignored = Progress(isWanted: { true }, report: { _, _ in })
  }

  private func load(_ item: ItemID) throws(Sentence) -> Answer {
    if let poster = try poster(of: item) { return .loaded(item, LoadedPhoto(poster, hasClip: true), kept: nil) }
    let (read, kept) = try open(item)
    let warnings = read.file.warnings + (kept.trouble.map { [$0] } ?? [])
    let loaded = LoadedPhoto(
      read.file.photo, warnings: warnings, version: read.version, hasClip: read.hasClip, hasDepth: read.hasDepth)
    return .loaded(item, loaded, kept: kept.kept)
  }

  private func detected(in photo: Photo) -> Detected {
    var detection = scanner.detector.detect(in: photo)
    if let shot { detection.prints = shot.prints }
    return Detected(detection, in: photo)
  }

  /// Reads an item's photo and finds its prints.
  private func scout(_ item: ItemID) throws(Sentence) -> Detected {
    let (read, kept) = try open(item)
    let photo = read.file.photo
    var detected: Detected
    if let kept = kept.kept, !kept.isWithoutPrints {
      detected = Detected(kept)
    } else {
      detected = Detected(scanner.detector.detect(in: photo), in: photo)
      detected.sheet.aside = kept.kept?.aside
    }
    (detected.version, detected.hasDepth) = (read.version, read.hasDepth)
    return detected
  }

  /// What was read of a photo's file.
  struct ReadPhoto {
    let file: PhotoFile
    /// nil for a shot that isn't a file.
    var place: PhotoPlace?
    let version: PhotoVersion
    let picture: Digest
    /// Whether it probably has a clip.
    let hasClip: Bool
    /// Whether it probably has a depth map, or a picture for each eye.
    let hasDepth: Bool
  }

  private func open(_ photo: ItemID) throws(Sentence) -> (ReadPhoto, kept: (kept: Kept?, trouble: String?)) {
    do throws(PhotoError) {
      while true {
        let path = try photoPath(photo)
        let status = Descriptor.Status(of: path.file)
        let read = try read(photo)
        // The model gets this version with the photo, so it needn't be told of it again.
        roll.withLock { if $0.files.note(path, status, read.version) { $0.changed.insert(path) } }
        let kept = kept(path, read.file.photo, read.version)
        // The photo and its sidecar may have been renamed meanwhile.
        if try photoPath(photo) == path { return (read, kept) }
      }
    } catch {
      throw Sentence("\(error.path.shown): \(Complaint(error).reason)")
    }
  }

  func read(_ photo: ItemID, keepsDepth: Bool = false) throws(PhotoError) -> ReadPhoto {
    if let shot {
      let version = PhotoVersion(digest: shot.claim.photo.number)
      return ReadPhoto(file: shot.file, version: version, picture: shot.claim.picture, hasClip: false, hasDepth: false)
    }
    let path = try photoPath(photo)
    let place = PhotoPlace(of: path)
    let bytes = try mapping(PhotoError.file, photoBytes(at: path, memory: scanner.limits.bytes))
    let (version, picture) = (PhotoVersion(bytes), Digest(pictureIn: bytes))
    let hasClip = LivePair.hasClip(path, bytes) || origin(of: path) != nil
    var file = try PhotoFile(bytes, of: path, keepsDepth: keepsDepth, limits: scanner.limits)
    file.photo.page = scanner.detector.page(of: file.photo)
    return ReadPhoto(
      file: file, place: place, version: version, picture: picture, hasClip: hasClip,
      hasDepth: StereoContents.isAnnounced(in: bytes))
  }
}

extension PhotoVersion {
  init(_ bytes: [UInt8]) { self.init(digest: Digest(bytes).number) }
}
