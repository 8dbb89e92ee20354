package import PeelFiles
internal import Synchronization

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
      let all = known ?? Set(paths.compactMap(Self.identity))
      known = all
      return all.contains(identity)
    }
  }

  private static func identity(of path: Path) -> FileIdentity? {
    path == .standardInput ? StandardInput.identity : Descriptor.Status(of: path)?.identity
  }
}
