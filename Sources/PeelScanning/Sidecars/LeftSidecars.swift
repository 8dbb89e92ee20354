internal import PeelFiles
internal import Synchronization

/// The sidecars that photos left behind when they were renamed by another program: those whose photo isn't in their folder.
final class LeftSidecars: Sendable {
  private struct Folder {
    /// When the folder last changed.
    var changed: Int
    var sidecars: [(path: Path, digest: Digest)]
  }

  private let folders = Mutex<[Path: Folder]>([:])

  /// The sidecar that a photo left behind: one of its content; nil if there is none.
  ///
  /// - Parameters:
  ///   - content: the digest of the photo's file; nil to read it if the folder has such sidecars at all.
  ///   - digest: the digest of the photo of a sidecar; nil if it tells none or can't be read.
  func sidecar(of photo: Path, holding content: Digest?, digest: (Path) -> Digest?) -> Path? {
    // The pages of a file share its content.
    guard photo.page == nil, let changed = Descriptor.Status(of: photo.folder)?.changed else { return nil }
    let known = folders.withLock { $0[photo.folder] }
    let folder: Folder
    if let known, known.changed == changed {
      folder = known
    } else {
      folder = Folder(changed: changed, sidecars: Self.sidecars(in: photo.folder, digest: digest))
      folders.withLock { $0[photo.folder] = folder }
    }
    guard !folder.sidecars.isEmpty, let content = content ?? (try? PeelScanning.digest(ofFileAt: photo)) else {
      return nil
    }
    return folder.sidecars.first { $0.digest == content }?.path
  }

  private static func sidecars(in folder: Path, digest: (Path) -> Digest?) -> [(path: Path, digest: Digest)] {
    let names = Set((try? PeelFiles.names(in: folder)) ?? [])
    let left = names.filter { name in
      guard name.suffix(SidecarStore.suffix.count).elementsEqual(SidecarStore.suffix) else { return false }
      let photo = Path(bytes: Array(name.dropLast(SidecarStore.suffix.count)))
      return photo.page == nil && !names.contains(photo.name)
    }
    return left.map { folder.appending($0) }.sorted { $0.text < $1.text }
      .compactMap { path in digest(path).map { (path, $0) } }
  }
}
