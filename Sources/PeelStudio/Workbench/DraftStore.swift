import PeelFiles
import PeelImaging
import PeelScanning
import PeelWorkbench
import Synchronization

/// Drafts in folders of the person's own. They outlive a session that doesn't end well.
///
/// Each folder belongs to one session at a time, which holds its lock, so that two workbenches on the same photo each keep
/// their own draft. A new session takes over the folders of those that ended.
package final class DraftStore: Sendable {
  /// A folder that this session has locked. Its lock ends with it.
  private final class Owned: Sendable {
    let folder: Path
    private let lock: Descriptor

    /// nil if another session has it, or it doesn't exist.
    init?(_ folder: Path) {
      guard let lock = try? Descriptor(reading: folder), (try? lock.lock()) ?? true else { return nil }
      self.folder = folder
      self.lock = lock
    }
  }

  /// Why a draft can't be used. It is kept under another name.
  struct Unreadable: Error {
    let path: Path
  }

  /// The first session's folder; nil for none. Others at the same time have a number after its name.
  private let folder: Path?
  /// The one for new drafts first.
  private let owned = Mutex<[Owned]>([])
  /// The photos' folders without links.
  private let places = Mutex<[Path: Path]>([:])

  /// The most sessions at a time that keep drafts.
  private static let most = 64

  /// - Parameter folder: nil for none.
  init(in folder: Path?) {
    self.folder = folder
    let free = numbered.prefix(while: exists).compactMap { Owned($0) }
    owned.withLock { $0 = free }
  }

  package static var none: DraftStore { DraftStore(in: nil) }

  /// Those in `$XDG_STATE_HOME/peel/unsaved`.
  package static var ofPerson: DraftStore { DraftStore(in: PersonalFolder.state?.appending("unsaved")) }

  private var numbered: [Path] {
    guard let folder else { return [] }
    return [folder] + (2...Self.most).map { Path(bytes: folder.bytes + Array("-\($0)".utf8)) }
  }

  /// Gives the folders back to other sessions.
  func release() { owned.withLock { $0 = [] } }

  private var own: [Path] { owned.withLock { $0.map(\.folder) } }

  /// The place of a photo's draft in a folder, which has inner folders named like the photos'; nil if the photo's folder was
  /// never there.
  private func place(of photo: Path, in folder: Path) -> Path? {
    let outer = places.withLock { known in
      // Its disk may be away for a while.
      known[photo.folder] = resolved(photo.folder) ?? known[photo.folder]
      return known[photo.folder]
    }
    return outer.map { Path(bytes: folder.bytes + $0.bytes).appending(photo.name + Array(".peel".utf8)) }
  }

  /// A photo's drafts, the newest first.
  private func files(of photo: Path) -> [Path] {
    own.compactMap { place(of: photo, in: $0) }.filter(exists).sorted {
      Descriptor.Status(of: $0)?.changed ?? 0 > Descriptor.Status(of: $1)?.changed ?? 0
    }
  }

  /// A photo's draft; nil if there is none.
  ///
  /// - Throws: if it can't be read: another version of peel wrote it, or it is damaged.
  func draft(of photo: Path) throws(Unreadable) -> Draft? {
    guard let path = files(of: photo).first else { return nil }
    if let bytes = try? Descriptor(reading: path).bytes(limit: Sidecar.byteLimit) {
      if let sidecar = try? Sidecar(decoding: bytes) { return .prints(Kept(sidecar)) }
      if let settings = ChosenSettings(decoding: bytes) { return .settings(settings) }
    }
    let aside = Path(bytes: path.bytes + Array(".unread".utf8))
    let isAside: Void? = try? renameWithoutReplacing(path, to: aside)
    throw Unreadable(path: isAside == nil ? path : aside)
  }

  /// Replaces a photo's draft, or removes it if nil.
  func keep(_ draft: Draft?, of photo: Path) throws(FileError) {
    let old = files(of: photo)
    guard let draft else {
      for path in old { try? remove(path) }
      return
    }
    guard let folder = try folderForNew() else { return }
    guard let path = place(of: photo, in: folder) else { throw FileError(.missing, photo.folder) }
    let bytes =
      switch draft {
      case .prints(let kept): Sidecar(of: photo, kept).bytes
      case .settings(let settings): settings.bytes
      }
    try prepareFolder(path.folder)
    try writeWhole(bytes, to: path, force: true)
    for other in old where other != path { try? remove(other) }
  }

  /// Gives a draft to a photo that has another name.
  func follow(_ old: Path, to new: Path) {
    guard let draft = try? draft(of: old) else { return }
    try? keep(draft, of: new)
    try? keep(nil, of: old)
  }

  /// The folder for new drafts, which is made if this session has none; nil if none are kept.
  private func folderForNew() throws(FileError) -> Path? {
    if let folder = own.first { return folder }
    for folder in numbered {
      try prepareFolder(folder)
      if let new = Owned(folder) {
        owned.withLock { $0.append(new) }
        return folder
      }
    }
    return nil
  }
}
