internal import PeelPlatform

/// Writes a file that appears whole and on disk, or not at all.
///
/// Without `force` no other file with the name is replaced, even if it appears in the meantime. A file that already holds
/// these bytes counts as written.
///
/// - Parameter isWanted: asked once all is on disk, right before the file gets its name. If false, that is as if another
///   file had the name.
package func writeWhole(
  _ bytes: [UInt8], to path: Path, force: Bool, if isWanted: () -> Bool = { true }
) throws(FileError) {
  if !force, exists(path), !holds(path, bytes) { throw FileError(.exists, path) }
  let folder = try mapping({ FileError($0, writing: path) }, Descriptor(reading: path.folder))
  try writeWhole(bytes, to: path, by: folder, force: force) { isWanted() ? try? folder.again() : nil }
}

/// Writes a file as above, within an open folder or one beneath it. Whoever moves these folders away, or puts others in their
/// place, changes nothing.
///
/// - Parameters:
///   - path: where the file is to be, by its last name and for messages.
///   - folder: where it is until it has its name.
///   - place: the open folder that it goes to, asked for once all is on disk, right before the file gets its name. nil is as
///     if another file had the name.
package func writeWhole(
  _ bytes: [UInt8], to path: Path, by folder: borrowing Descriptor, force: Bool, in place: () -> Descriptor?
) throws(FileError) {
  if !force, exists(path), holds(path, bytes) { return }
  let written: Descriptor
  do throws(SystemError) {
    let file = try TemporaryFile(in: folder.again())
    try file.fill(bytes)
    guard let place = place() else { throw SystemError(code: EEXIST) }
    try file.become(path.name, in: place, force: force)
    written = place
  } catch {
    if error.code == EEXIST, holds(path, bytes) { return }
    throw FileError(error, writing: path)
  }
  try syncNames(written, of: path)
}

/// A file that is written piece by piece, and appears whole and on disk, or not at all. No other file is replaced.
package struct GrowingFile: ~Copyable {
  private let path: Path
  private let file: TemporaryFile

  /// - Throws: `exists` if anything has the name.
  package init(to path: Path) throws(FileError) {
    if exists(path) { throw FileError(.exists, path) }
    file = try mapping({ FileError($0, writing: path) }, TemporaryFile(in: path.folder))
    self.path = path
  }

  /// Adds bytes at the end.
  package func add(_ bytes: [UInt8]) throws(FileError) {
    try mapping({ FileError($0, writing: path) }, file.add(bytes))
  }

  /// Gives the file its name.
  package consuming func finish() throws(FileError) {
    do throws(SystemError) {
      try file.sync()
      try file.become(path.name, force: false)
    } catch {
      throw FileError(error, writing: path)
    }
    try file.syncNames(of: path)
  }
}

extension FileError {
  /// Why a file can't be written, or a folder made for it.
  package init(_ error: SystemError, writing path: Path) {
    self =
      switch error.code {
      case EEXIST: FileError(.exists, path)
      case _ where error.isFullDisk: FileError(.diskFull, path, reason: error.reason)
      case ENAMETOOLONG: FileError(.nameTooLong, path)
      case ENOENT where !isFolder(path.folder): FileError(.vanished, path.folder)
      default: FileError(.unwritable, path, reason: error.reason(making: path))
      }
  }
}

extension SystemError {
  /// Why a file or folder can't be made, in words that tell more than the system's own.
  fileprivate func reason(making path: Path) -> String {
    let refused = Path.refusedByWindows.filter { path.text.contains($0) }
    guard code == EINVAL, !refused.isEmpty else { return reason }
    return "this disk has no names with \(refused.map(String.init).joined(separator: " or "))"
  }
}

/// Whether a file has exactly these bytes.
package func holds(_ path: Path, _ bytes: [UInt8]) -> Bool {
  (try? Descriptor(reading: path).bytes(limit: bytes.count)) == bytes
}

/// Makes the folder, and the folders above it, if they are missing.
package func prepareFolder(_ path: Path) throws(FileError) {
  do throws(SystemError) {
    if try Descriptor(reading: path).status().kind == .folder { return }
  } catch {
    guard error.code == ENOENT else { throw FileError(.noFolder, path, reason: error.reason) }
    if path.folder != path { try prepareFolder(path.folder) }
    do throws(SystemError) { try Entry(path).makeFolder() } catch {
      if error.code != EEXIST { throw FileError(.noFolder, path, reason: error.reason(making: path)) }
      // Another run made it, or it is a link.
      guard Descriptor.Status(of: path) != nil else {
        throw FileError(.noFolder, path, reason: "it is a link to a folder that doesn't exist")
      }
    }
    return
  }
  throw FileError(.noFolder, path, reason: aFile)
}

/// Throws if a folder can't be made, or can't be written to. Changes nothing.
package func checkFolder(_ path: Path) throws(FileError) {
  do throws(SystemError) {
    if try Descriptor(reading: path).status().kind == .folder { return try checkAccess(path) }
  } catch {
    guard error.code == ENOENT else { throw FileError(.noFolder, path, reason: error.reason) }
    if path.folder != path { try checkFolder(path.folder) }
    return
  }
  throw FileError(.noFolder, path, reason: aFile)
}

/// Why a file is no folder.
private let aFile = "it is a file, not a folder"

/// A file that has no name of its own yet. It is removed with its value unless it was given a name.
///
/// Not private: other modules destroy a `GrowingFile`, and with it this value.
package struct TemporaryFile: ~Copyable {
  private let folder: Descriptor
  private let name: [UInt8]
  /// Locked while the writer lives, so that no other run takes it for a leftover.
  private let file: Descriptor

  deinit { folder.remove(name, ifItIs: file) }

  /// How often another run may take the new file for a leftover, and remove it, before it is locked.
  private static let mostLosses = 100

  init(in folder: Path) throws(SystemError) { try self.init(in: Descriptor(reading: folder)) }

  init(in folder: consuming Descriptor) throws(SystemError) {
    var losses = 0
    while losses < Self.mostLosses {
      let name = TemporaryName.next().bytes
      let file: Descriptor
      do throws(SystemError) { file = try Descriptor(creating: name, in: folder) } catch {
        if error.code == EEXIST { continue }
        throw error
      }
      // Some network file systems have no locks. There, leftovers aren't cleared either.
      if (try? file.lock()) ?? true, file.isFile(named: name, in: folder) {
        self.folder = folder
        self.name = name
        self.file = file
        return
      }
      try? Entry(name, in: folder).remove()
      losses += 1
    }
    throw SystemError(code: EBUSY)
  }

  func fill(_ bytes: [UInt8]) throws(SystemError) {
    try add(bytes)
    try sync()
  }

  func add(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

  func sync() throws(SystemError) { try file.sync() }

  func syncNames(of path: Path) throws(FileError) { try PeelFiles.syncNames(folder, of: path) }

  /// Gives the file its name in its folder.
  func become(_ new: [UInt8], force: Bool) throws(SystemError) { try become(new, in: folder, force: force) }

  /// Gives the file its name in a folder on the same disk.
  ///
  /// - Throws: ENOENT if another file has its temporary name by now.
  func become(_ new: [UInt8], in place: borrowing Descriptor, force: Bool) throws(SystemError) {
    guard file.isFile(named: name, in: folder) else { throw SystemError(code: ENOENT) }
    let (old, new) = (Entry(name, in: folder), Entry(new, in: place))
    if force { try old.rename(to: new) } else { try old.renameWithoutReplacing(to: new) }
  }
}

/// Asks the disk to keep the names in the folder of a file, as far as its file system can.
///
/// - Throws: `noFolder` if the disk fails. The file is there, but may be gone after a power cut.
func syncNames(_ folder: borrowing Descriptor, of file: Path) throws(FileError) {
  do throws(SystemError) { try folder.sync() } catch {
    // Some network file systems say so where folders can't be synced.
    if error.code != EBADF { throw FileError(.noFolder, file.folder, reason: error.reason) }
  }
}
