package import PeelFiles
internal import Synchronization

/// Writes scans' files into a folder. A file that exists is replaced only if peel made it for the same photo and nobody has
/// changed it since, and never if it is one of the photos.
package struct ScanWriter: Sendable {
  /// The folder while this writer's run works in it; nil in a dry run.
  let folder: OutputFolder?
  /// The scans of earlier runs.
  let finished: FinishedScans
  private let inputs: InputFiles

  /// - Parameters:
  ///   - folder: notes each scan before it is written; nil in a dry run.
  ///   - inputs: the photos of the run.
  package init(folder: OutputFolder?, finished: FinishedScans, inputs: InputFiles = InputFiles([])) {
    self.folder = folder
    self.finished = finished
    self.inputs = inputs
  }

  /// Whether a scan of a photo may have this name.
  ///
  /// - Parameter picture: the digest of the photo's coded picture.
  package func mayWrite(_ path: Path, of picture: Digest) -> Bool { !exists(path) || mayReplace(path, of: picture) }

  private func mayReplace(_ path: Path, of picture: Digest) -> Bool {
    finished.made(path, of: picture) && !inputs.contains(path)
  }

  /// Writes a scan. The errors name `photo`.
  ///
  /// - Parameter picture: the digest of the photo's coded picture.
  package func write(_ scan: EncodedScan, to path: Path, of photo: Path, _ picture: Digest) throws(PhotoError) {
    try write(scan.bytes, Digest(scan.bytes), to: path, of: photo, picture)
  }

  func write(
    _ bytes: [UInt8], _ content: Digest, to path: Path, of photo: Path, _ picture: Digest
  ) throws(PhotoError) {
    let replaces = mayReplace(path, of: picture)
    do throws(FileError) {
      try folder?.announce(path, content, bytes: bytes.count, of: picture)
      try writeWhole(bytes, to: path, force: replaces)
    } catch {
      throw .scan(photo: photo, error)
    }
  }
}

/// The files that a run reads, by whatever names.
package final class InputFiles: Sendable {
  private let paths: [Path]
  /// Looked up when a file is about to be replaced, which is rare.
  private let identities = Mutex<Set<FileIdentity>?>(nil)

  package init(_ paths: [Path]) { self.paths = paths }

  /// Whether the path leads to one of the files.
  package func contains(_ path: Path) -> Bool {
    guard let identity = Descriptor.Status(of: path)?.identity else { return false }
    return identities.withLock { known in
      let all = known ?? Set(paths.compactMap { Descriptor.Status(of: $0)?.identity })
      known = all
      return all.contains(identity)
    }
  }

}
