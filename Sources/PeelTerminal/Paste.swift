/// Pasted text as a terminal sends it: its bytes, up to the mark that ends it.
struct Paste: Sendable {
  /// The sequences before and after pasted text (xterm's bracketed paste).
  static let beginning = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)
  /// The most bytes that are kept. The rest is dropped.
  private static let limit = 1 << 16
  /// How long after its last byte a paste without an end is over.
  static let patience = Duration.seconds(5)

  private var bytes: [UInt8] = []
  /// The number of bytes of the end that have come.
  private var matched = 0

  /// The text so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a byte.
  ///
  /// - Returns: whether it ends the paste.
  mutating func add(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    keep(Self.end[..<matched])
    // Only its first byte is an Escape, so the end can begin nowhere else in what has matched.
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { keep([byte]) }
    return false
  }

  private mutating func keep(_ more: some Collection<UInt8>) { bytes += more.prefix(Self.limit - bytes.count) }
}
