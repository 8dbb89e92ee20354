internal import PeelPlatform

/// A folder with files and folders of files, which is removed with them when the value is destroyed. Whoever moves it away, or
/// puts a link in its place, changes nothing.
package struct TemporaryFolder: ~Copyable {
  package let path: Path
  /// The folder that it is in.
  private let place: Descriptor
  /// Locked as long as the value lives, so that the folder isn't taken for a leftover.
  private let folder: Descriptor
  private var isNamed = false

  deinit { if !isNamed { removeTemporaryFolder(folder, named: path.name, in: place) } }

  /// - Parameter isPrivate: whether only this user may look into it.
  package init(in place: Path, isPrivate: Bool = false) throws(SystemError) {
    let parent = try Descriptor(reading: place)
    let name = try Self.made(in: parent, isPrivate: isPrivate)
    folder = try Descriptor(folderItself: name, in: parent)
    path = place.appending(name)
    self.place = parent
    // Some network file systems have no locks. There, leftovers aren't cleared either.
    _ = try? folder.lock()
  }

  /// - Parameter inner: the folder within that the file goes to, which is made if it is missing; nil for none.
  func write(_ bytes: [UInt8], to file: String, in inner: String?) throws(SystemError) {
    let place = if let inner { try folder.folder(Array(inner.utf8)) } else { try folder.again() }
    try Descriptor(creating: Array(file.utf8), in: place).write(bytes)
  }

  /// Gives the folder the name that a path ends in, under which it stays.
  mutating func become(_ name: Path) throws(FileError) {
    do throws(SystemError) {
      try Entry(path.name, in: place).renameWithoutReplacing(to: Entry(name.name, in: place))
    } catch {
      throw FileError(error, writing: name)
    }
    isNamed = true
    try syncNames(place, of: name)
  }

  /// How many names are tried: those of killed runs may be in the way.
  private static let tries = 100

  private static func made(in place: borrowing Descriptor, isPrivate: Bool) throws(SystemError) -> [UInt8] {
    var tried = 0
    while true {
      let name = TemporaryName.next().bytes
      do throws(SystemError) {
        try Entry(name, in: place).makeFolder(isPrivate: isPrivate)
        return name
      } catch {
        tried += 1
        if error.code != EEXIST || tried == tries { throw error }
      }
    }
  }
}

/// Removes the leftovers in a folder.
package func clearLeftovers(in folder: Path) throws(SystemError) { try Descriptor(reading: folder).clearLeftovers() }

extension Descriptor {
  /// Removes temporary files and folders that killed runs of this person left in this folder. Those that are still being
  /// written stay, and so does all that such a run can't have made: links, other users' files, and folders within folders.
  package func clearLeftovers() throws(SystemError) {
    for name in try names() where TemporaryName(name) != nil {
      if let inner = try? Descriptor(folderItself: name, in: self) {
        guard inner.isOwn, (try? inner.lock()) == true else { continue }
        removeTemporaryFolder(inner, named: name, in: self)
      } else if let file = try? Descriptor(changing: name, in: self), file.isOwn, (try? file.lock()) == true {
        remove(name, ifItIs: file)
      }
    }
  }
}

private func removeTemporaryFolder(_ folder: borrowing Descriptor, named name: [UInt8], in place: borrowing Descriptor)
{
  folder.removeFiles(inFolders: true)
  place.remove(name, ifItIs: folder)
}
