internal import PeelPlatform

/// A name in an open folder, wherever that folder is by now; or a path.
struct Entry {
  /// The open folder's number.
  private let folder: Int32
  private let name: Path

  init(_ path: Path) { (folder, name) = (AT_FDCWD, path) }

  /// - Parameter folder: must stay open as long as the entry is used.
  init(_ name: [UInt8], in folder: borrowing Descriptor) {
    (self.folder, self.name) = (folder.number, Path(bytes: name))
  }

  /// Removes a file's name.
  func remove() throws(SystemError) {
    if unsafe name.withCString({ unsafe unlinkat(folder, $0, 0) }) != 0 { throw .last }
  }

  /// Makes a folder.
  ///
  /// - Parameter isPrivate: whether only this user may look into it; otherwise the umask decides.
  func makeFolder(isPrivate: Bool = false) throws(SystemError) {
    if unsafe name.withCString({ unsafe mkdirat(folder, $0, isPrivate ? 0o700 : 0o777) }) != 0 { throw .last }
  }

  /// Renames a file. A file that has the new name is replaced.
  func rename(to entry: Entry) throws(SystemError) {
    let result = unsafe name.withCString { from in
      unsafe entry.name.withCString { to in unsafe renameat(folder, from, entry.folder, to) }
    }
    if result != 0 { throw .last }
  }

  /// Renames a file or folder, unless the new name is taken.
  ///
  /// - Throws: EEXIST if it is.
  func renameWithoutReplacing(to entry: Entry) throws(SystemError) {
    // File systems that can't do it in one call, such as NFS, or have no second names, such as FAT, say so by errors of all
    // kinds. What else may be wrong, the last way tells.
    func isFinal(_ error: SystemError) -> Bool { [EEXIST, ENOENT].contains(error.code) }
    do throws(SystemError) { return try renameExclusively(to: entry) } catch { if isFinal(error) { throw error } }
    // A second name fails if the name is taken, even if that happened just now.
    do throws(SystemError) { try link(as: entry) } catch {
      if isFinal(error) { throw error }
      return try renameReserving(entry)
    }
    try remove()
  }

  /// Gives a file a second name, which must not exist yet.
  private func link(as entry: Entry) throws(SystemError) {
    let result = unsafe name.withCString { from in
      unsafe entry.name.withCString { to in unsafe linkat(folder, from, entry.folder, to, 0) }
    }
    if result != 0 { throw .last }
  }

  /// Takes the new name with an empty file or folder, then replaces that. If the program is killed in between, it is left.
  private func renameReserving(_ entry: Entry) throws(SystemError) {
    let isOfFolder = isFolder
    if isOfFolder { try entry.makeFolder() } else { try entry.makeFile() }
    do throws(SystemError) { try rename(to: entry) } catch {
      _ = unsafe entry.name.withCString { unsafe unlinkat(entry.folder, $0, isOfFolder ? AT_REMOVEDIR : 0) }
      throw error
    }
  }

  private var isFolder: Bool {
    var status = stat()
    return unsafe name.withCString { unsafe fstatat(folder, $0, &status, 0) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Makes an empty file.
  private func makeFile() throws(SystemError) {
    let file = unsafe name.withCString { unsafe openat(folder, $0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    if file < 0 { throw .last }
    close(file)
  }

  /// Renames a file in one call, unless the new name is taken.
  private func renameExclusively(to entry: Entry) throws(SystemError) {
    let result: Int32? = unsafe name.withCString { from in
      unsafe entry.name.withCString { to in
        #if canImport(Darwin)
          unsafe renameatx_np(folder, from, entry.folder, to, UInt32(RENAME_EXCL))
        #else
          unsafe renameAt.map { unsafe $0(folder, from, entry.folder, to, withoutReplacing) }
        #endif
      }
    }
    guard let result else { throw SystemError(code: ENOSYS) }
    if result != 0 { throw .last }
  }
}

#if !canImport(Darwin)
  /// renameat2(2). glibc declares it only for C programs that ask for it, so it is looked up; nil where there is none.
  private let renameAt = unsafe dlsym(nil, "renameat2").map { unsafe unsafeBitCast($0, to: RenameAt.self) }
  private typealias RenameAt =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
  /// RENAME_NOREPLACE of renameat2(2).
  private let withoutReplacing: UInt32 = 1
#endif
