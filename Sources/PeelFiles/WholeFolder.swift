internal import PeelPlatform

/// A folder that is filled under another name, and appears whole and on disk, or not at all. Nothing is replaced.
package struct WholeFolder: ~Copyable {
  /// Where the files are written until the folder has its name.
  package let path: Path
  private let name: Path
  /// Is locked as long as the folder isn't whole, so that nobody takes it for one that a killed program left.
  private let lock: Descriptor?

  deinit { removeAll(in: path) }

  /// - Throws: `exists` if anything has the name.
  package init(to name: Path) throws(FileError) {
    if exists(name) { throw .exists(name) }
    let made: Path
    do throws(SystemError) { made = try Self.newFolder(in: name.folder) } catch {
      throw FileError(error, writing: name)
    }
    path = made
    lock = try? Descriptor(folderItself: made)
    // Some network file systems have no locks. There, leftovers aren't cleared either.
    _ = try? lock?.lock()
    self.name = name
  }

  /// Makes a folder with a name that nothing has.
  private static func newFolder(in folder: Path) throws(SystemError) -> Path {
    var count = 0
    while true {
      count += 1
      let path = folder.appending(TemporaryFile.name(Array("\(CurrentProcess.number)-\(count)-folder".utf8)))
      do throws(SystemError) {
        try PeelFiles.makeFolder(path)
        return path
      } catch {
        if error.code != EEXIST { throw error }
      }
    }
  }

  /// Makes a folder in it.
  package func makeFolder(named inner: String) throws(FileError) {
    do throws(SystemError) { try PeelFiles.makeFolder(path.appending(inner)) } catch {
      throw FileError(error, writing: name)
    }
  }

  /// Writes a file in it.
  package func write(_ bytes: [UInt8], to file: String) throws(FileError) {
    do throws(SystemError) { try Descriptor(creating: path.appending(file)).write(bytes) } catch {
      throw FileError(error, writing: name)
    }
  }

  /// Gives the folder its name.
  package consuming func finish() throws(FileError) {
    // One call for thousands of files, instead of one for each.
    sync()
    do throws(SystemError) {
      try renameWithoutReplacing(path, to: name)
      try syncFolder(name.folder)
    } catch {
      throw FileError(error, writing: name)
    }
  }
}

/// Removes a folder that a killed program was filling.
func clearLeftFolder(_ folder: Path) {
  guard let lock = try? Descriptor(folderItself: folder), (try? lock.lock()) == true else { return }
  removeAll(in: folder)
}

/// Removes a folder with its files and with the folders in it.
private func removeAll(in folder: Path) {
  for name in (try? names(in: folder)) ?? [] {
    let path = folder.appending(name)
    if (try? remove(path)) == nil { removeAll(in: path) }
  }
  unsafe folder.withCString { _ = unsafe rmdir($0) }
}
