package import PeelFiles

/// The photos to review, and the stems of their scans.
extension OutputFolder {
  /// Writes a list of photos for `peel -0` and, beside it, the stems of their scans, which depend on the whole batch.
  ///
  /// - Parameter named: what means a photo alone in the list.
  /// - Returns: the list's path; nil if there are no photos, in which case an earlier list is removed.
  package func writeReviewList(
    _ photos: [Path], stems: [Path: [UInt8]], named: (Path) -> Path = { $0 }
  ) throws(OutputError) -> Path? {
    guard let notes else { return nil }
    let (list, names) = (Array("review".utf8) + shard.suffix, Self.stemList + shard.suffix)
    let photos = photos.filter { $0 != .standardInput }
    // Puts the notes back if they were taken away.
    try notes.write { _ in }
    let folder = try notes.folder()
    if photos.isEmpty {
      for name in [list, names] { folder.remove(name) }
      return nil
    }
    let paths = photos.map { (try? absolute($0)) ?? $0 }
    let pairs = zip(photos, paths).flatMap { photo, path in [path.bytes, stems[photo] ?? []] }
    for (name, fields) in [(names, pairs), (list, paths.map { named($0).bytes })] {
      let file = RunNotes.path(in: path).appending(name)
      if (try? Descriptor(folderItself: name, in: folder)) != nil { throw .noNotes(file, "a folder") }
      try mapping(OutputError.file) { () throws(FileError) in
        try writeWhole(fields.flatMap { $0 + [0] }, to: file, by: folder, force: true) { try? folder.again() }
      }
    }
    return RunNotes.path(in: path).appending(list)
  }

  private static let stemList = Array("names".utf8)
  /// The largest list of stems, in bytes.
  private static let stemListLimit = 1 << 26

  /// The stems of photos that a run listed for review in the folder.
  package static func stems(of photos: [Path], in folder: Path) -> [Path: [UInt8]] {
    let notes = RunNotes.path(in: folder)
    var stems: [Path: [UInt8]] = [:]
    for name in (try? names(in: notes)) ?? [] where name.starts(with: stemList) {
      let bytes =
        (try? Descriptor(reading: name, in: Descriptor(folderItself: notes)).bytes(limit: stemListLimit)) ?? []
      let fields = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
      for at in stride(from: 0, to: fields.count - 1, by: 2) { stems[Path(bytes: fields[at])] = fields[at + 1] }
    }
    var taken: Set<[UInt8]> = []
    return photos.reduce(into: [:]) { known, photo in
      guard let stem = (try? absolute(photo)).flatMap({ stems[$0] }), Claim.isStem(stem),
        taken.insert(stem).inserted
      else { return }
      known[photo] = stem
    }
  }
}
