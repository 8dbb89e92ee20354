package import PeelFiles
internal import PeelPlatform
internal import Synchronization

/// Writes scans' files into a folder. A file that exists is replaced only if peel made it for the same photo and nobody has
/// changed it since, and never if it is one of the photos.
package struct ScanWriter: Sendable {
  /// The folder while this writer's run works in it; nil in a dry run.
  let folder: OutputFolder?
  /// The scans of earlier runs.
  let finished: FinishedScans
  private let inputs: InputFiles
  /// The names that a dry run would have given.
  private let planned = PlannedNames()

  /// - Parameters:
  ///   - folder: notes each scan before it is written; nil in a dry run.
  ///   - inputs: the photos of the run.
  package init(folder: OutputFolder?, finished: FinishedScans, inputs: InputFiles = InputFiles([])) {
    self.folder = folder
    self.finished = finished
    self.inputs = inputs
  }

  /// Whether a scan of the photo with this claim may have this name.
  package func mayWrite(_ path: Path, of claim: Claim) -> Bool { !exists(path) || mayReplace(path, claim) }

  /// Gives a name to a scan that a dry run doesn't write.
  ///
  /// - Returns: whether a scan of the photo with this claim may have the name, and no other scan of the run has it.
  func plan(_ path: Path, of claim: Claim) -> Bool {
    mayWrite(path, of: claim) && planned.insert(finished.claims.folding(finished.name(of: path)))
  }

  private func mayReplace(_ path: Path, _ claim: Claim) -> Bool {
    finished.made(path, of: claim) && !isPhoto(path)
  }

  /// Whether a file is one of the photos of the run.
  func isPhoto(_ path: Path) -> Bool { inputs.contains(path) }

  /// Writes a scan of the photo with this claim. The errors name `photo`.
  package func write(_ scan: EncodedScan, to path: Path, of photo: Path, _ claim: Claim) throws(PhotoError) {
    try write(scan.bytes, Digest(scan.bytes), to: path, of: photo, claim)
  }

  func write(
    _ bytes: [UInt8], _ content: Digest, to path: Path, of photo: Path, _ claim: Claim
  ) throws(PhotoError) {
    let replaces = mayReplace(path, claim)
    do throws(FileError) {
      if !replaces, exists(path), !holds(path, bytes) { throw .exists(path) }
      try prepareFolders(for: path)
      try folder?.announce(path, content, bytes: bytes.count, of: claim)
      try writeWhole(bytes, to: path, by: finished.folder, force: replaces) {
        // Writing takes a while, in which somebody may edit the earlier scan, or put a link in the place of a folder.
        (try? prepareFolders(for: path)) != nil && (!replaces || mayWrite(path, of: claim))
      }
    } catch {
      // If a folder was replaced, that is what there is to know, whatever failed in it.
      do throws(FileError) {
        try folder?.check()
        try prepareFolders(for: path)
      } catch { throw .scan(photo: photo, error) }
      throw .scan(photo: photo, error)
    }
  }

  /// Makes the folders between the one for scans and a file. Links to folders aren't followed.
  private func prepareFolders(for path: Path) throws(FileError) {
    var inner = finished.folder
    for name in finished.name(of: path).split(separator: UInt8(ascii: "/")).dropLast() {
      inner = inner.appending(Array(name))
      do throws(SystemError) { try makeFolderItself(inner) } catch {
        let isInTheWay = [ELOOP, ENOTDIR].contains(error.code)
        if isInTheWay { throw .unwritable(path, reason: "\(inner.shown) is a link or a file") }
        throw FileError(error, writing: path)
      }
    }
  }
}

/// The names that a dry run gives, from several threads.
private final class PlannedNames: Sendable {
  private let names = Mutex<Set<NameFolding.Key>>([])

  /// Adds a name, and returns whether it is new.
  func insert(_ name: NameFolding.Key) -> Bool { names.withLock { $0.insert(name).inserted } }
}

/// The files that a run reads, by whatever names.
package final class InputFiles: Sendable {
  private let paths: [Path]
  /// Looked up when a file is about to be replaced, which is rare.
  private let known = Mutex<Known?>(nil)

  /// The files by what told them from others at the first look.
  private struct Known {
    /// Their paths without links.
    let places: Set<Path>
    let identities: [FileIdentity?: [Path]]
  }

  package init(_ paths: [Path]) { self.paths = paths }

  /// Whether the path leads to one of the files.
  package func contains(_ path: Path) -> Bool {
    guard let place = resolved(path), let identity = Self.identity(of: path) else { return false }
    let known = known.withLock { known in
      let all =
        known
        ?? Known(
          places: Set(paths.compactMap(resolved)), identities: Dictionary(grouping: paths) { Self.identity(of: $0) })
      known = all
      return all
    }
    if known.places.contains(place) { return true }
    // It may be a second name of one of them, or another file that was given its identity since.
    return known.identities[identity]?.contains { Self.identity(of: $0) == identity } ?? false
  }

  private static func identity(of path: Path) -> FileIdentity? {
    path == .standardInput ? StandardInput.identity : Descriptor.Status(of: path)?.identity
  }
}
