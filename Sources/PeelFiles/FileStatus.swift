internal import PeelPlatform

extension Descriptor {
  /// A file's size, times and kind.
  package struct Status: Equatable {
    package let kind: Kind
    /// The size in bytes.
    package let size: Int
    /// The time of the last change, in nanoseconds since 1970.
    package let changed: Int
    /// The time of the last change of the file, its names or its permissions, in nanoseconds since 1970.
    let touched: Int
    /// Tells the file from others at this moment.
    package let identity: FileIdentity
    /// The number of names that the file has in all folders; 0 on some mounts, such as phones'.
    package let names: Int
    /// The number of the user whom it belongs to.
    let owner: UInt32

    /// Whether nothing tells that a file was written or replaced between two looks. Its identity doesn't: some file systems
    /// give a file another one with time.
    package static func == (one: Status, other: Status) -> Bool {
      (one.kind, one.size, one.changed, one.touched) == (other.kind, other.size, other.changed, other.touched)
    }

    /// Throws unless it is a file with at most so many names: EISDIR, ENXIO or EMLINK.
    func requireFile(mostNames: Int) throws(SystemError) {
      switch kind {
      case .file: if names > mostNames { throw SystemError(code: EMLINK) }
      case .folder: throw SystemError(code: EISDIR)
      case .other: throw SystemError(code: ENXIO)
      }
    }
  }
}

extension Descriptor.Status {
  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    size = Int(status.st_size)
    (changed, touched) = status.times
    identity = FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    names = Int(status.st_nlink)
    owner = status.st_uid
  }

  /// The status of the file that has a name; nil if none has it.
  package init?(of path: Path) {
    var status = stat()
    guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// The status of the file that has a name, which may be a link; nil if none has it.
  package init?(ofItself path: Path) {
    var status = stat()
    guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }
}

/// Identifies a file or folder, whatever its name.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let number: UInt64
}

extension stat {
  /// The times of the last change of the file's bytes, and of those, its names or its permissions, in nanoseconds since 1970.
  fileprivate var times: (changed: Int, touched: Int) {
    #if canImport(Darwin)
      let (changed, touched) = (st_mtimespec, st_ctimespec)
    #else
      let (changed, touched) = (st_mtim, st_ctim)
    #endif
    func nanoseconds(_ time: timespec) -> Int { Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec) }
    return (nanoseconds(changed), nanoseconds(touched))
  }
}
