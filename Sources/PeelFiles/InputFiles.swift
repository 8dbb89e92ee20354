internal import Synchronization

/// Whether both names are of one file or folder, be it through links.
package func isSameFile(_ one: Path, _ other: Path) -> Bool {
  (try? Descriptor(reading: one).isFile(at: other)) == true
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

  /// - Parameter paths: the names of the photos. Pages are in the files that hold them.
  package init(_ paths: [Path]) { self.paths = paths.map(\.file) }

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
