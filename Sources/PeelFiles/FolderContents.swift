internal import PeelPlatform

/// What lies in an open folder. All is done beneath it, and no link is followed: whoever moves the folder away or puts a
/// link in its place changes nothing.
extension Descriptor {
  /// Another opening of this folder.
  package func again() throws(SystemError) -> Descriptor { Descriptor(owning: try openedAgain()) }

  private func openedAgain() throws(SystemError) -> Int32 {
    let again = unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if again < 0 { throw .last }
    return again
  }

  /// The folder with a name in this one. It is made if it is missing.
  ///
  /// - Throws: ELOOP or ENOTDIR if a link or a file has the name.
  package func folder(_ name: [UInt8]) throws(SystemError) -> Descriptor {
    do throws(SystemError) { try Entry(name, in: self).makeFolder() } catch { if error.code != EEXIST { throw error } }
    return try Descriptor(folderItself: name, in: self)
  }

  /// The names in this folder, without `.` and `..`, in no particular order.
  func names() throws(SystemError) -> [[UInt8]] {
    // Another opening of it, since one reads each name once.
    let again = try openedAgain()
    guard let handle = unsafe fdopendir(again) else {
      let error = SystemError.last
      close(again)
      throw error
    }
    defer { unsafe closedir(handle) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(handle) else {
        if errno != 0 { throw .last }
        return names
      }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
  }

  /// Whether anything has a name in this folder, a link too.
  package func has(_ name: [UInt8]) -> Bool { status(ofItself: name) != nil }

  /// Removes an entry of this folder, if it is the open file or the open, empty folder given.
  func remove(_ name: [UInt8], ifItIs file: borrowing Descriptor) {
    guard file.isFile(named: name, in: self), let status = try? file.status() else { return }
    let flags = status.kind == .folder ? AT_REMOVEDIR : 0
    unsafe Path(bytes: name).withCString { _ = unsafe unlinkat(number, $0, flags) }
  }

  /// Removes a file in this folder. Links and all other kinds stay.
  package func remove(_ name: [UInt8]) {
    if status(ofItself: name)?.kind == .file { try? Entry(name, in: self).remove() }
  }

  /// Removes this user's files in this folder. Links and all other kinds stay.
  ///
  /// - Parameter inFolders: whether files in the folders in it, and then these folders, are removed, too.
  func removeFiles(inFolders: Bool) {
    for name in (try? names()) ?? [] {
      if let inner = try? Descriptor(folderItself: name, in: self) {
        guard inFolders, inner.isOwn else { continue }
        inner.removeFiles(inFolders: false)
        remove(name, ifItIs: inner)
      } else if let file = status(ofItself: name), file.kind == .file, file.owner == geteuid() {
        unsafe Path(bytes: name).withCString { _ = unsafe unlinkat(number, $0, 0) }
      }
    }
  }

  /// Whether it belongs to the user who runs this program.
  var isOwn: Bool { (try? status().owner) == geteuid() }
}
