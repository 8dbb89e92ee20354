package import PeelFiles
internal import PeelOutput

/// Watches a folder for new photos and reports each once it is no longer written to. It polls, which works on network drives
/// too.
package struct FolderWatch {
  package let folder: Path
  /// The photos that were there before, or were reported, as they were then.
  private var known: [[UInt8]: Written] = [:]
  /// The others at the last look. A file may take a while to be written.
  private var growing: [[UInt8]: Written] = [:]

  /// What changes while a file is written. Some programs give it its size first.
  private struct Written: Equatable {
    let size: Int
    let changed: Int
  }

  /// Takes the photos that are in the folder already as known.
  package init(_ folder: Path) throws(SystemError) {
    self.folder = folder
    known = try photos()
  }

  /// The photos, by name, that are new or were written to since they were reported, and weren't since the last look. Meant
  /// to be called about three times a second.
  package mutating func arrived() throws(SystemError) -> [Path] {
    let photos = try photos()
    // A file that comes again is a new one.
    known = known.filter { photos[$0.key] != nil }
    let changed = photos.filter { known[$0.key] != $0.value }
    let arrived = changed.filter { growing[$0.key] == $0.value }
    known.merge(arrived) { $1 }
    growing = changed
    return arrived.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { folder.appending($0) }
  }

  private func photos() throws(SystemError) -> [[UInt8]: Written] {
    var photos: [[UInt8]: Written] = [:]
    for name in try names(in: folder) where name.first != UInt8(ascii: ".") && Path(bytes: name).hasPhotoExtension {
      guard let status = Descriptor.Status(of: folder.appending(name)), status.kind == .file else { continue }
      photos[name] = Written(size: status.size, changed: status.changed)
    }
    return photos
  }
}
