import PeelFiles
import PeelScanning
import PeelWorkbench

/// What is known of the files of a roll's photos, to tell when they change.
struct RollFiles {
  /// A file as it was last seen.
  struct Seen {
    /// nil if there was no file.
    var status: Descriptor.Status?
    /// The content that was read; nil if it wasn't read.
    var version: PhotoVersion?
  }

  private var seen: [Path: Seen] = [:]
  /// A photo's sidecars at some time.
  struct Sidecars: Equatable {
    /// What is at each place where they may be; nil for nothing that can be read.
    let files: [Digest?]
    /// The one that was read or written; nil if there was none. Others may lie there that aren't of this photo.
    var own: Path?
  }

  /// The sidecars of each photo: as the model took them or had them written, as they were read for it since, and as it was
  /// last told of them.
  private var sidecars: [Path: Sidecars] = [:]
  private var newlyRead: [Path: Sidecars] = [:]
  private var toldSidecars: [Path: [Digest?]] = [:]
  /// Sidecars that weren't replaced because another program had changed them, as they were then.
  private var refused: [Path: [Digest?]] = [:]
  /// The files at these places as they were last read.
  private var contents: [Path: (status: Descriptor.Status, content: Digest?)] = [:]
  /// Photos that turned out to have other content.
  private var doubted: Set<Path> = []

  /// Makes the next look tell that a photo changed.
  mutating func doubt(_ path: Path) { doubted.insert(path) }

  /// Notes a photo's sidecars as they are now, since they are about to be read for the model.
  mutating func readSidecars(of photo: Path, in store: SidecarStore) {
    newlyRead[photo] = Sidecars(files: contents(of: photo, in: store))
  }

  /// Notes which sidecar was read.
  mutating func readSidecar(at path: Path, of photo: Path) { newlyRead[photo]?.own = path }

  /// Notes that the model has what was read. It drops what is read while it has something to save.
  mutating func takeSidecars(of photo: Path) {
    guard let read = newlyRead.removeValue(forKey: photo) else { return }
    (sidecars[photo], toldSidecars[photo]) = (read, read.files)
    refused[photo] = nil
  }

  /// Notes a photo's sidecars as they are now, since the model has them or they were written.
  ///
  /// - Parameter bytes: what was written to `own`. If another program has replaced it since, its sidecar isn't known.
  mutating func noteSidecars(of photo: Path, own: Path?, holding bytes: [UInt8]? = nil, in store: SidecarStore) {
    var files = contents(of: photo, in: store)
    if let own, let bytes, let place = store.paths(for: photo).firstIndex(of: own) { files[place] = Digest(bytes) }
    newlyRead[photo] = Sidecars(files: files, own: own)
    takeSidecars(of: photo)
  }

  /// The sidecar that the model took or had written; nil if there is none.
  func ownSidecar(of photo: Path) -> Path? { sidecars[photo]?.own }

  /// Whether a photo's sidecars are as the model took them or had them written.
  mutating func areSidecarsKnown(of photo: Path, in store: SidecarStore) -> Bool {
    let now = contents(of: photo, in: store)
    return sidecars[photo].map { $0.files == now } ?? now.allSatisfy { $0 == nil }
  }

  /// Whether a photo's sidecars may be replaced. They may not if another program changed them since they were read.
  ///
  /// - Parameter insists: whether the person was told so and decided again. Then what was refused may be replaced.
  mutating func mayReplaceSidecars(of photo: Path, insists: Bool, in store: SidecarStore) -> Bool {
    // Two changes within a few milliseconds, or on some disks within two seconds, have the same time.
    for path in store.paths(for: photo) { contents[path] = nil }
    if areSidecarsKnown(of: photo, in: store) { return true }
    let now = contents(of: photo, in: store)
    if insists, refused[photo] == now { return true }
    refused[photo] = now
    return false
  }

  /// Whether another program wrote or removed a photo's sidecars, which is told once.
  mutating func haveSidecarsChanged(of photo: Path, in store: SidecarStore) -> Bool {
    let now = contents(of: photo, in: store)
    guard let known = toldSidecars[photo], known != now else { return false }
    toldSidecars[photo] = now
    return true
  }

  /// What is at each place where a photo's sidecars may be. Files that weren't touched since they were read aren't read.
  private mutating func contents(of photo: Path, in store: SidecarStore) -> [Digest?] {
    store.paths(for: photo).map { path in
      let status = Descriptor.Status(of: path)
      if status == nil || status != contents[path]?.status { contents[path] = status.map { ($0, Self.content(path)) } }
      return contents[path]?.content
    }
  }

  private static func content(_ path: Path) -> Digest? {
    (try? Descriptor(reading: path).bytes(limit: Sidecar.byteLimit)).map { Digest($0) }
  }

  /// Whether a photo's file was there at the last look.
  func isThere(_ path: Path) -> Bool { seen[path]?.status != nil }

  /// Notes a file that is new to the roll.
  mutating func add(_ path: Path, _ status: Descriptor.Status) { seen[path] = Seen(status: status) }

  /// Notes a file whose bytes were read.
  ///
  /// - Returns: whether other bytes were read before.
  mutating func note(_ path: Path, _ status: Descriptor.Status?, _ version: PhotoVersion) -> Bool {
    let before = seen.updateValue(Seen(status: status, version: version), forKey: path)?.version
    return before.map { $0 != version } ?? false
  }

  /// Notes that a file has another name.
  ///
  /// - Parameters:
  ///   - own: its sidecar, which was renamed; nil if it has none.
  ///   - isKnown: whether the model has what is in it. Otherwise the next look tells.
  mutating func rename(_ old: Path, to new: Path, own: Path?, isKnown: Bool, in store: SidecarStore) {
    seen[new] = seen.removeValue(forKey: old)
    (sidecars[old], newlyRead[old], toldSidecars[old]) = (nil, nil, nil)
    if isKnown { return noteSidecars(of: new, own: own, in: store) }
    let nothing = [Digest?](repeating: nil, count: store.paths(for: new).count)
    (sidecars[new], newlyRead[new], toldSidecars[new]) = (Sidecars(files: nothing), nil, nothing)
  }

  /// Forgets a file that another one has replaced.
  mutating func forget(_ path: Path) {
    (seen[path], sidecars[path], newlyRead[path], toldSidecars[path]) = (nil, nil, nil, nil)
    (refused[path], _) = (nil, doubted.remove(path))
  }

  enum Change {
    case changed, gone
    /// The file is there again, with the same content.
    case back
  }

  /// How a photo's file differs from the last time; nil if it doesn't. A file that was only touched doesn't.
  mutating func change(of path: Path) -> Change? {
    let status = Descriptor.Status(of: path.file)
    guard let known = seen[path] else {
      seen[path] = Seen(status: status)
      return nil
    }
    if doubted.remove(path) != nil {
      seen[path] = Seen(status: status)
      return status == nil ? .gone : .changed
    }
    guard known.status != status else { return nil }
    guard let status else {
      seen[path]?.status = nil
      return .gone
    }
    let version = known.version.flatMap { _ in (try? photoBytes(at: path)).map { PhotoVersion($0) } }
    seen[path] = Seen(status: status, version: version)
    if version == nil || version != known.version { return .changed }
    return known.status == nil ? .back : nil
  }
}
