import Glibc
import Synchronization

func writeWhole(_ bytes: [UInt8], to path: String, force: Bool) throws(FileError) {
  try writeWhole(bytes, to: Path(path), force: force)
}

/// The file appears whole and on disk, or not at all. Without `force` nothing that has the name is replaced, even if it
/// comes to be in the meantime.
func writeWhole(_ bytes: [UInt8], to path: Path, force: Bool) throws(FileError) {
  if !force, exists(path) { throw .exists(path) }
  do throws(SystemError) {
    let temporary = try temporaryFile(holding: bytes, in: path.folder)
    do throws(SystemError) {
      if force { try rename(temporary, to: path) } else { try giveNewName(path, to: temporary) }
    } catch {
      try? remove(temporary)
      throw error
    }
    try syncFolder(path.folder)
  } catch {
    throw error.code == EEXIST ? .exists(path) : .unwritable(path, reason: error.reason)
  }
}

/// Makes the folder and those above it, as far as they are missing.
func prepareFolder(_ path: Path) throws(FileError) {
  do throws(SystemError) {
    if try Descriptor(reading: path).status().kind == .folder { return }
  } catch {
    guard error.code == ENOENT else { throw .noFolder(path, reason: error.reason) }
    if path.folder != path { try prepareFolder(path.folder) }
    do throws(SystemError) { try makeFolder(path) } catch {
      if error.code != EEXIST { throw .noFolder(path, reason: error.reason) }
    }
    return
  }
  throw .noFolder(path, reason: "it is a file, not a folder")
}

private let temporaryCount = Atomic(0)

/// The name says whose it is, for the case that the machine goes down before it is given its own.
private func temporaryFile(holding bytes: [UInt8], in folder: Path) throws(SystemError) -> Path {
  while true {
    let count = temporaryCount.add(1, ordering: .relaxed).newValue
    let path = folder.appending(Array(".peel-\(processNumber)-\(count).tmp".utf8))
    do throws(SystemError) {
      let file = try Descriptor(making: path)
      do throws(SystemError) {
        try file.write(bytes)
        try file.sync()
        return path
      } catch {
        try? remove(path)
        throw error
      }
    } catch {
      if error.code != EEXIST { throw error }
    }
  }
}

/// link(2) fails where the name is taken, which rename(2) does not.
private func giveNewName(_ path: Path, to temporary: Path) throws(SystemError) {
  do throws(SystemError) {
    try link(temporary, as: path)
    try remove(temporary)
  } catch {
    guard [EPERM, ENOTSUP, ENOSYS].contains(error.code) else { throw error }
    // A file system without second names, such as FAT: take the name first, then fill it.
    _ = try Descriptor(making: path)
    do throws(SystemError) { try rename(temporary, to: path) } catch {
      try? remove(path)
      throw error
    }
  }
}

private func syncFolder(_ folder: Path) throws(SystemError) {
  do throws(SystemError) { try Descriptor(reading: folder).sync() } catch {
    // Some network file systems have nothing to sync in a folder.
    if error.code != EINVAL { throw error }
  }
}
