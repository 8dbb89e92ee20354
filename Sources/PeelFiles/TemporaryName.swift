internal import Synchronization

/// The name of a temporary file or folder: `.peel-123-4-0123456789abcdef.tmp`, with the number of the process, a count, and
/// a digest of both and of this person's key. Only with that key can a name be made that counts as a killed run's.
struct TemporaryName {
  let bytes: [UInt8]

  private static let count = Atomic(0)
  private static let prefix = Array(".peel-".utf8), suffix = Array(".tmp".utf8)

  /// A name that this run hasn't used yet.
  static func next() -> TemporaryName {
    let count = count.add(1, ordering: .relaxed).newValue
    return TemporaryName(numbers: Array("\(CurrentProcess.number)-\(count)".utf8))
  }

  /// Reads a name; nil unless a run of this person made it.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.prefix), let end = bytes.lastIndex(of: UInt8(ascii: "-")), end > Self.prefix.count
    else { return nil }
    self.init(numbers: Array(bytes[Self.prefix.count..<end]))
    if self.bytes != bytes { return nil }
  }

  private init(numbers: [UInt8]) {
    bytes = Self.prefix + numbers + Array("-\(Digest(TemporaryKey.own.bytes + numbers).text)".utf8) + Self.suffix
  }
}

/// A random number that only the runs of one person know. It is kept in `$XDG_STATE_HOME/peel/key`. Where that can't be
/// written each run has a key of its own, so that no run removes what another left.
private struct TemporaryKey {
  let bytes: [UInt8]

  static let own = TemporaryKey()

  /// In bytes.
  private static let size = 32

  private init() {
    let file = PersonalFolder.state?.appending("key")
    if let file, let known = try? Descriptor(readingItself: file).bytes(limit: Self.size), known.count == Self.size {
      bytes = known
      return
    }
    bytes = (0..<Self.size).map { _ in UInt8.random(in: .min ... .max) }
    guard let file, (try? prepareFolder(file.folder)) != nil else { return }
    try? Descriptor(creatingPrivate: file).write(bytes)
  }
}
