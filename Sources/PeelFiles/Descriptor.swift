internal import PeelPlatform

/// An open file or folder. It is closed when it goes out of scope.
package struct Descriptor: ~Copyable, Sendable {
  /// The system's number of the open file.
  package let number: Int32

  deinit {
    // Until a child process has started, it has a copy of the open file, which would keep the lock.
    flock(number, LOCK_UN)
    close(number)
  }

  package enum Kind { case file, folder, other }

  /// Takes over an open file.
  package init(owning number: Int32) { self.number = number }

  /// Opens a file or folder to read. Never waits, not even for the other end of a pipe.
  package init(reading path: Path) throws(SystemError) {
    try self.init(path, O_RDONLY | O_NONBLOCK)
  }

  /// Opens a file to read. Throws if it is a folder, a pipe or a device. Never waits.
  package static func file(at path: Path) throws(FileError) -> Descriptor {
    let refusal: FileError
    do throws(SystemError) {
      let file = try Descriptor(reading: path)
      switch try file.status().kind {
      case .file: return file
      case .folder: refusal = FileError(.folder, path)
      case .other: refusal = FileError(.notAFile, path)
      }
    } catch {
      let isMissing = [ENOENT, ENOTDIR].contains(error.code)
      refusal = FileError(isMissing ? .missing : .unreadable, path, reason: error.reason)
    }
    throw refusal
  }

  /// Opens a file or folder to read, as above, but not through a link.
  package init(readingItself path: Path) throws(SystemError) {
    try self.init(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  }

  /// Creates a file that must not exist yet, and that only this user may read and write.
  init(creatingPrivate path: Path) throws(SystemError) {
    try self.init(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
  }

  /// Opens a folder, but not through a link.
  package init(folderItself path: Path) throws(SystemError) {
    try self.init(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  /// Creates a file in a folder, readable and writable as the umask allows. It must not exist yet.
  package init(creating name: [UInt8], in folder: borrowing Descriptor) throws(SystemError) {
    try self.init(name, in: folder, O_WRONLY | O_CREAT | O_EXCL, mostNames: nil)
  }

  /// Opens a folder in a folder, but not through a link.
  package init(folderItself name: [UInt8], in folder: borrowing Descriptor) throws(SystemError) {
    try self.init(name, in: folder, O_RDONLY | O_DIRECTORY, mostNames: nil)
  }

  /// Opens a file in a folder to append to, but not through a link. Creates it if it is missing. Never waits.
  ///
  /// - Throws: EISDIR for a folder, ENXIO for a pipe or a device, EMLINK for a file that has another name, too.
  package init(appendingTo name: [UInt8], in folder: borrowing Descriptor) throws(SystemError) {
    try self.init(name, in: folder, O_RDWR | O_CREAT | O_APPEND, mostNames: 1)
  }

  /// Opens a file in a folder to read, but not through a link. Never waits.
  ///
  /// - Throws: EISDIR for a folder, ENXIO for a pipe or a device.
  package init(reading name: [UInt8], in folder: borrowing Descriptor) throws(SystemError) {
    try self.init(name, in: folder, O_RDONLY, mostNames: .max)
  }

  /// Opens a file in a folder to change it, but not through a link. Never waits.
  ///
  /// - Throws: EISDIR for a folder, ENXIO for a pipe or a device.
  init(changing name: [UInt8], in folder: borrowing Descriptor) throws(SystemError) {
    try self.init(name, in: folder, O_RDWR, mostNames: .max)
  }

  /// - Parameter mostNames: if given, only a file is opened, and only if it has at most so many names.
  private init(
    _ name: [UInt8], in folder: borrowing Descriptor, _ flags: Int32, mostNames: Int?
  ) throws(SystemError) {
    let folder = folder.number
    number = unsafe Path(bytes: name).withCString { name in
      unsafe openat(folder, name, flags | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC, 0o666)
    }
    if number < 0 { throw .last }
    guard let mostNames else { return }
    do throws(SystemError) { try Self.status(of: number).requireFile(mostNames: mostNames) } catch {
      close(number)
      throw error
    }
  }

  private init(_ path: Path, _ flags: Int32, mode: mode_t = 0o666) throws(SystemError) {
    number = unsafe path.withCString { unsafe open($0, flags | O_CLOEXEC, mode) }
    if number < 0 { throw .last }
  }

  /// The file's current status.
  package func status() throws(SystemError) -> Status { try Self.status(of: number) }

  private static func status(of number: Int32) throws(SystemError) -> Status {
    var status = stat()
    if unsafe fstat(number, &status) != 0 { throw .last }
    return Status(status)
  }

  /// The status of what has a name in this folder, which may be a link; nil if nothing has it.
  func status(ofItself name: [UInt8]) -> Status? {
    var status = stat()
    let result = unsafe Path(bytes: name).withCString { unsafe fstatat(number, $0, &status, AT_SYMLINK_NOFOLLOW) }
    return result == 0 ? Status(status) : nil
  }

  /// Whether this open file or folder is the one that has a name, be it through a link.
  package func isFile(at path: Path) -> Bool {
    guard let named = Status(of: path), let own = try? status() else { return false }
    if named.identity == own.identity { return true }
    // Where identities change with each look, the system's name for the open file tells.
    guard Status(of: path)?.identity != named.identity, let place else { return false }
    return place == resolved(path)
  }

  /// Whether this open file is the one that has a name in a folder.
  func isFile(named name: [UInt8], in folder: borrowing Descriptor) -> Bool {
    guard let named = folder.status(ofItself: name), let own = try? status() else { return false }
    if named.identity == own.identity { return true }
    // As above.
    guard folder.status(ofItself: name)?.identity != named.identity, let place else { return false }
    return place == folder.place?.appending(name)
  }

  /// Whether this open file has a name itself, and no other that the file system tells of.
  package func hasOnlyName(_ path: Path) -> Bool {
    guard isFile(at: path), let named = Status(ofItself: path) else { return false }
    return named.kind == .file && named.names <= 1
  }

  /// The path of this open file or folder, without links; nil if it isn't known or was removed.
  private var place: Path? {
    #if canImport(Darwin)
      var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let result = unsafe bytes.withUnsafeMutableBytes { unsafe fcntl(number, F_GETPATH, $0.baseAddress) }
      return result == 0 ? Path(bytes: Array(bytes.prefix { $0 != 0 })) : nil
    #else
      return resolved(Path("/proc/self/fd/\(number)"))
    #endif
  }
}

extension Descriptor {
  /// Who else may hold a lock at the same time.
  package enum Sharing { case exclusive, shared }

  /// Locks the open file until it is closed or the program ends in any way.
  ///
  /// - Returns: false if another program holds a lock that excludes this one.
  /// - Throws: an error if the file system has no locks.
  package func lock(_ sharing: Sharing = .exclusive) throws(SystemError) -> Bool {
    let operation =
      switch sharing {
      case .exclusive: LOCK_EX
      case .shared: LOCK_SH
      }
    while flock(number, operation | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw .last }
    }
    return true
  }
}

extension Path {
  /// Makes a path of a NUL-terminated string.
  init(terminated text: UnsafePointer<CChar>) {
    unsafe self.init(bytes: UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
  }

  /// Calls `body` with the bytes as a C string. It ends at the first NUL, as it would for the system.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe terminated.withUnsafeBufferPointer { unsafe $0.baseAddress.map { unsafe body($0) } ?? body("") }
  }
}
