import PeelPlatform
import Synchronization

func writeWhole(_ bytes: [UInt8], to path: String, force: Bool) throws(FileError) {
  try writeWhole(bytes, to: Path(path), force: force)
}

/// The file appears whole and on disk, or not at all. Without `force` nothing that has the name is replaced, even if it
/// comes to be in the meantime; a file that holds these very bytes is what was wanted.
func writeWhole(_ bytes: [UInt8], to path: Path, force: Bool) throws(FileError) {
  do throws(SystemError) {
    if !force, exists(path) { throw SystemError(code: EEXIST) }
    let file = try TemporaryFile(in: path.folder)
    try file.fill(bytes)
    try file.take(path, force: force)
    try syncFolder(path.folder)
  } catch {
    switch error.code {
    case EEXIST: if !holds(path, bytes) { throw .exists(path) }
    case _ where error.isFullDisk: throw .noRoom(path, reason: error.reason)
    case ENOENT where !isFolder(path.folder): throw .vanished(path.folder)
    default: throw .unwritable(path, reason: error.reason)
    }
  }
}

private func holds(_ path: Path, _ bytes: [UInt8]) -> Bool {
  (try? Descriptor(reading: path).bytes(limit: bytes.count)) == bytes
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

/// A file without a name of its own yet. It goes with its value, unless it was given one.
private struct TemporaryFile: ~Copyable {
  let path: Path
  /// Claimed as long as the writer lives, so that nobody takes it for a left-over.
  private let file: Descriptor

  private static let count = Atomic(0)
  private static let beginning = Array(".peel-".utf8), ending = Array(".tmp".utf8)

  static func isNamed(_ name: [UInt8]) -> Bool {
    name.starts(with: beginning) && name.suffix(ending.count).elementsEqual(ending)
  }

  deinit { try? remove(path) }

  init(in folder: Path) throws(SystemError) {
    while true {
      let count = Self.count.add(1, ordering: .relaxed).newValue
      let path = folder.appending(Self.beginning + Array("\(processNumber)-\(count)".utf8) + Self.ending)
      let file: Descriptor
      do throws(SystemError) { file = try Descriptor(making: path) } catch {
        if error.code == EEXIST { continue }
        throw error
      }
      // Without claims, as on some network file systems, nobody clears left-overs either.
      guard (try? file.claim()) ?? true, try file.status().hasName else { continue }
      self.path = path
      self.file = file
      return
    }
  }

  func fill(_ bytes: [UInt8]) throws(SystemError) {
    try file.write(bytes)
    try file.sync()
  }

  /// link(2) fails where the name is taken, which rename(2) does not.
  func take(_ name: Path, force: Bool) throws(SystemError) {
    if force { return try rename(path, to: name) }
    do throws(SystemError) { try link(path, as: name) } catch {
      guard [EPERM, ENOTSUP, ENOSYS].contains(error.code) else { throw error }
      // A file system without second names, such as FAT: take the name first, then fill it.
      _ = try Descriptor(making: name)
      do throws(SystemError) { try rename(path, to: name) } catch {
        try? remove(name)
        throw error
      }
    }
  }
}

/// Removes the temporary files in a folder that nobody writes any more: those of programs that were killed.
func clearLeftovers(in folder: Path) throws(SystemError) {
  for name in try names(in: folder) where TemporaryFile.isNamed(name) {
    let path = folder.appending(name)
    guard let file = try? Descriptor(appendingTo: path), (try? file.claim()) == true else { continue }
    try? remove(path)
  }
}

private func syncFolder(_ folder: Path) throws(SystemError) {
  do throws(SystemError) { try Descriptor(reading: folder).sync() } catch {
    // Some network file systems have nothing to sync in a folder.
    if error.code != EINVAL { throw error }
  }
}
