internal import PeelPlatform

/// A folder with files and folders of files, which is removed with them when the value is destroyed.
package struct TemporaryFolder: ~Copyable {
  package let path: Path
  /// Locked as long as the value lives, so that the folder isn't taken for a leftover.
  private let folder: Descriptor
  private var isNamed = false

  deinit { if !isNamed { removeTemporaryFolder(folder, at: path) } }

  /// - Parameter isPrivate: whether only this user may look into it.
  package init(in place: Path, isPrivate: Bool = false) throws(SystemError) {
    let path = try Self.made(in: place, isPrivate: isPrivate)
    folder = try Descriptor(folderItself: path)
    self.path = path
    // Some network file systems have no locks. There, leftovers aren't cleared either.
    _ = try? folder.lock()
  }

  /// Gives the folder its name, under which it stays.
  mutating func become(_ name: Path) throws(SystemError) {
    try renameWithoutReplacing(path, to: name)
    isNamed = true
  }

  /// How many names are tried: those of killed runs may be in the way.
  private static let tries = 100

  private static func made(in place: Path, isPrivate: Bool) throws(SystemError) -> Path {
    var tried = 0
    while true {
      let path = place.appending(TemporaryName.next().bytes)
      do throws(SystemError) {
        try makeFolder(path, isPrivate: isPrivate)
        return path
      } catch {
        tried += 1
        if error.code != EEXIST || tried == tries { throw error }
      }
    }
  }
}

/// Removes temporary files and folders that killed runs of this person left in a folder. Those that are still being written
/// stay, and so does all that such a run can't have made: links, other users' files, and folders within folders.
package func clearLeftovers(in folder: Path) throws(SystemError) {
  let place = try Descriptor(reading: folder)
  for name in try place.names() where TemporaryName(name) != nil {
    if let inner = try? Descriptor(folderItself: name, in: place) {
      guard inner.isOwn, (try? inner.lock()) == true else { continue }
      removeTemporaryFolder(inner, at: folder.appending(name))
    } else if let file = try? Descriptor(changing: name, in: place), file.isOwn, (try? file.lock()) == true {
      place.remove(name, ifItIs: file)
    }
  }
}

private func removeTemporaryFolder(_ folder: borrowing Descriptor, at path: Path) {
  folder.removeFiles(inFolders: true)
  guard let place = try? Descriptor(reading: path.folder) else { return }
  place.remove(path.name, ifItIs: folder)
}
