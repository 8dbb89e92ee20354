import PeelFiles

/// The photo a person was at in a roll: a small file in the state folder for each roll.
package struct Bookmark: Sendable {
  private let file: Path?

  /// Rolls are told apart by their folders, as photos come, go and get other names.
  ///
  /// - Parameter given: the folders and photos that a person opened.
  package init(of given: [Path], in state: Path? = PersonalFolder.state) {
    var (folders, known): ([Path], Set<Path>) = ([], [])
    for path in given {
      let folder = isFolder(path) ? path : path.folder
      guard known.insert(folder).inserted else { continue }
      let whole = resolved(folder) ?? folder
      if !folders.contains(whole) { folders.append(whole) }
    }
    // No path has the byte between them.
    file = state?.appending("places").appending(Digest(Array(folders.map(\.bytes).joined(separator: [0]))).text)
  }

  /// The longest path, in bytes.
  private static let byteLimit = 1 << 16

  /// The place in a roll of the photo the person was at; nil if none was noted, or it isn't there any more.
  package func place(in roll: [Path]) -> Int? {
    guard let file, let read = try? Descriptor(reading: file).bytes(limit: Self.byteLimit) else { return nil }
    let noted = Path(bytes: read)
    return roll.firstIndex { $0.name == noted.name && (try? absolute($0)) == noted }
      ?? roll.firstIndex { $0.name == noted.name && resolved($0.folder) == resolved(noted.folder) }
  }

  /// Notes the photo. A failure is ignored.
  func keep(_ photo: Path) {
    guard let file, let whole = try? absolute(photo), (try? prepareFolder(file.folder)) != nil else { return }
    try? writeWhole(whole.bytes, to: file, force: true)
  }
}
