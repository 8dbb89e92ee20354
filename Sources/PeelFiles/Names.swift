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

/// Renames a file or folder, unless the new name is taken.
///
/// - Throws: EEXIST if it is.
package func renameWithoutReplacing(_ path: Path, to name: Path) throws(SystemError) {
  try Entry(path).renameWithoutReplacing(to: Entry(name))
}
