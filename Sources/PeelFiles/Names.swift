internal import PeelPlatform

/// The names in a folder, without `.` and `..`, in no particular order.
package func names(in folder: Path) throws(SystemError) -> [[UInt8]] { try Descriptor(reading: folder).names() }

/// Whether anything has this name, even a link that leads nowhere.
package func exists(_ path: Path) -> Bool {
  var status = stat()
  return unsafe path.withCString { unsafe lstat($0, &status) } == 0
}

/// Whether the name is that of a folder or of a link to one. The folder need not be readable.
package func isFolder(_ path: Path) -> Bool {
  var status = stat()
  return unsafe path.withCString { unsafe stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// The path from the root, without a look at the file system.
package func absolute(_ path: Path) throws(SystemError) -> Path {
  if path.bytes.first == UInt8(ascii: "/") { return path }
  guard let here = unsafe getcwd(nil, 0) else { throw .last }
  defer { unsafe free(here) }
  return unsafe Path(terminated: here).appending(path.bytes)
}

/// The path from the root with all links followed; nil if nothing has the name.
package func resolved(_ path: Path) -> Path? {
  unsafe path.withCString { text in
    guard let found = unsafe realpath(text, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe Path(terminated: found)
  }
}

/// Removes a file's name.
package func remove(_ path: Path) throws(SystemError) {
  if unsafe path.withCString({ unsafe unlink($0) }) != 0 { throw .last }
}

/// Throws if nothing may be made in a folder.
func checkAccess(_ folder: Path) throws(SystemError) {
  if unsafe folder.withCString({ unsafe access($0, W_OK | X_OK) }) != 0 { throw .last }
}

/// - Parameter isPrivate: whether only this user may look into it; otherwise the umask decides.
func makeFolder(_ path: Path, isPrivate: Bool = false) throws(SystemError) {
  if unsafe path.withCString({ unsafe mkdir($0, isPrivate ? 0o700 : 0o777) }) != 0 { throw .last }
}

/// Makes a folder unless there is one.
///
/// - Throws: ELOOP or ENOTDIR if a link or a file has its name.
package func makeFolderItself(_ path: Path) throws(SystemError) {
  do throws(SystemError) { try makeFolder(path) } catch {
    guard error.code == EEXIST else { throw error }
    _ = try Descriptor(folderItself: path)
  }
}

/// Gives a file a second name, which must not exist yet.
func link(_ path: Path, as name: Path) throws(SystemError) {
  let result = unsafe path.withCString { from in unsafe name.withCString { to in unsafe PeelPlatform.link(from, to) } }
  if result != 0 { throw .last }
}

/// Renames a file or folder, unless the new name is taken.
///
/// - Throws: EEXIST if it is.
package func renameWithoutReplacing(_ path: Path, to name: Path) throws(SystemError) {
  // File systems that can't do it in one call, such as NFS, or have no second names, such as FAT, say so by errors of all
  // kinds. What else may be wrong, the last way tells.
  func isFinal(_ error: SystemError) -> Bool { [EEXIST, ENOENT].contains(error.code) }
  do throws(SystemError) { return try renameExclusively(path, to: name) } catch { if isFinal(error) { throw error } }
  // A second name fails if the name is taken, even if that happened just now.
  do throws(SystemError) { try link(path, as: name) } catch {
    if isFinal(error) { throw error }
    return try renameReserving(path, to: name)
  }
  try remove(path)
}

/// Takes the new name with an empty file or folder, then replaces that. If the program is killed in between, it is left.
private func renameReserving(_ path: Path, to name: Path) throws(SystemError) {
  let isOfFolder = isFolder(path)
  if isOfFolder { try makeFolder(name) } else { _ = try Descriptor(creating: name) }
  do throws(SystemError) { try rename(path, to: name) } catch {
    _ = unsafe name.withCString { unsafe isOfFolder ? rmdir($0) : unlink($0) }
    throw error
  }
}

/// Renames a file in one call, unless the new name is taken.
private func renameExclusively(_ path: Path, to name: Path) throws(SystemError) {
  let result: Int32? = unsafe path.withCString { from in
    unsafe name.withCString { to in
      #if canImport(Darwin)
        unsafe renamex_np(from, to, UInt32(RENAME_EXCL))
      #else
        unsafe renameAt.map { unsafe $0(AT_FDCWD, from, AT_FDCWD, to, withoutReplacing) }
      #endif
    }
  }
  guard let result else { throw SystemError(code: ENOSYS) }
  if result != 0 { throw .last }
}

#if !canImport(Darwin)
  /// renameat2(2). glibc declares it only for C programs that ask for it, so it is looked up; nil where there is none.
  private let renameAt = unsafe dlsym(nil, "renameat2").map { unsafe unsafeBitCast($0, to: RenameAt.self) }
  private typealias RenameAt =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
  /// RENAME_NOREPLACE of renameat2(2).
  private let withoutReplacing: UInt32 = 1
#endif

/// Renames a file. A file that has the new name is replaced.
func rename(_ path: Path, to name: Path) throws(SystemError) {
  let result = unsafe path.withCString { from in
    unsafe name.withCString { to in unsafe PeelPlatform.rename(from, to) }
  }
  if result != 0 { throw .last }
}
