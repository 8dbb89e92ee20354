import PeelFiles

/// The photo a person was at in a roll: a small file in the state folder for each roll.
struct Bookmark: Sendable {
  private let file: Path?

  /// Rolls are told apart by the current folder and the photos' paths.
  init(of roll: [Path], in state: Path? = PersonalFolder.state) {
    let here = resolved(Path(".")) ?? Path("")
    // No path has the byte between them.
    let digest = Digest(here.bytes + roll.flatMap { [0] + $0.bytes })
    file = state?.appending("places").appending(digest.text)
  }

  /// The longest path, in bytes.
  private static let byteLimit = 1 << 16

  /// The photo the person was at; nil if none was noted.
  var photo: Path? {
    guard let file, let read = try? Descriptor(reading: file).bytes(limit: Self.byteLimit) else { return nil }
    return Path(bytes: read)
  }

  /// Notes the photo. A failure is ignored.
  func keep(_ photo: Path) {
    guard let file, (try? prepareFolder(file.folder)) != nil else { return }
    try? writeWhole(photo.bytes, to: file, force: true)
  }
}
