import PeelPlatform

/// Photos that appear in a folder, each told once it is whole. Looks now and then, which works on network drives, too.
struct FolderWatch {
  let folder: Path
  /// What was there before, has been told, or cannot be read, with the size it had then.
  private var known: [[UInt8]: Int] = [:]
  /// Sizes at the last look: who writes a file may take a while.
  private var growing: [[UInt8]: Int] = [:]

  /// Takes what is there already as known.
  init(_ folder: Path) throws(SystemError) {
    self.folder = folder
    for name in try Self.photos(in: folder) { known[name] = size(of: name) ?? 0 }
  }

  /// Photos that have come since and no longer grow, by name. To be called about three times a second.
  mutating func arrived() throws(SystemError) -> [Path] {
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
    try names(in: folder).filter { $0.first != UInt8(ascii: ".") && Path(bytes: $0).looksLikePhoto }
  }

  private func size(of name: [UInt8]) -> Int? {
    guard let status = try? Descriptor(reading: folder.appending(name)).status(), status.kind == .file else {
      return nil
    }
    return status.size
  }
}
