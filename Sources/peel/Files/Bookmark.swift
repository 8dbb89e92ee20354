/// Where a person was in a roll of photos: a small file in the state folder for each roll.
struct Bookmark: Sendable {
  private let file: Path?

  /// Rolls are told apart by their photos' places.
  init(of roll: [Path], in state: Path? = stateFolder) {
    // FNV-1a (Fowler, Noll and Vo 1991), with a byte that no name has between the names.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    add((resolved(Path(".")) ?? Path("")).bytes)
    for photo in roll {
      add([0])
      add(photo.bytes)
    }
    file = state?.appending(Array("places".utf8)).appending(Array(String(hash, radix: 16).utf8))
  }

  private static let mostBytes = 1 << 16

  /// The photo that was in hand, if one was.
  var photo: Path? {
    guard let file, let read = try? Descriptor(reading: file).bytes(limit: Self.mostBytes) else { return nil }
    return Path(bytes: read)
  }

  /// That this cannot be kept does no harm.
  func keep(_ photo: Path) {
    guard let file, (try? prepareFolder(file.folder)) != nil else { return }
    try? writeWhole(photo.bytes, to: file, force: true)
  }
}
