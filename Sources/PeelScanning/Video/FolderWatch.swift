package import PeelFiles
internal import PeelOutput

/// Watches a folder for new photos and reports each once it is whole. It polls, which works on network drives too.
package struct FolderWatch {
  package let folder: Path
  /// The photos that were there before, were reported or can't be read, with their sizes then.
  private var known: [[UInt8]: Int] = [:]
  /// The sizes at the last look. A file may take a while to be written.
  private var growing: [[UInt8]: Int] = [:]

  /// Takes the photos that are in the folder already as known.
  package init(_ folder: Path) throws(SystemError) {
    self.folder = folder
    for name in try Self.photos(in: folder) { known[name] = size(of: name) ?? 0 }
  }

  /// The new photos that no longer grow, by name. Meant to be called about three times a second.
  package mutating func arrived() throws(SystemError) -> [Path] {
    var now: [[UInt8]: Int] = [:]
    var arrived: [[UInt8]] = []
    for name in try Self.photos(in: folder) {
      guard let size = size(of: name), known[name] != size else { continue }
      now[name] = size
      if size > 0, growing[name] == size {
        arrived.append(name)
        known[name] = size
      }
    }
    growing = now
    return arrived.sorted { $0.lexicographicallyPrecedes($1) }.map { folder.appending($0) }
  }

  private static func photos(in folder: Path) throws(SystemError) -> [[UInt8]] {
    try names(in: folder).filter { $0.first != UInt8(ascii: ".") && Path(bytes: $0).hasPhotoExtension }
  }

  private func size(of name: [UInt8]) -> Int? {
    guard let status = try? Descriptor(reading: folder.appending(name)).status(), status.kind == .file else {
      return nil
    }
    return status.size
  }
}
