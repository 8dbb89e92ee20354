/// What a print shows, as a person words it: one line of text.
public struct Caption: Sendable, Hashable {
  /// The text, without spaces at its ends.
  public let text: String

  /// The most bytes of UTF-8: as many as IPTC's caption may have (IIM 4.2, dataset 2:120).
  public static let mostBytes = 2000

  /// Makes a caption of a text. Spaces at its ends are left out.
  public init(_ text: String) throws(LineFault) { self.text = try line(text, mostBytes: Self.mostBytes) }
}

/// A word or a few by which scans are found.
public struct Keyword: Sendable, Hashable {
  /// The text, without spaces at its ends.
  public let text: String

  /// The most bytes of UTF-8: as many as an IPTC keyword may have (IIM 4.2, dataset 2:25).
  public static let mostBytes = 64
  /// The most keywords of a scan.
  public static let most = 100

  /// Makes a keyword of a text. Spaces at its ends are left out.
  public init(_ text: String) throws(LineFault) { self.text = try line(text, mostBytes: Self.mostBytes) }
}

/// Why a text isn't a caption or a keyword.
public enum LineFault: Error, Hashable {
  /// It has no text.
  case empty
  /// It has more bytes than may be.
  case tooLong(bytes: Int, most: Int)
  /// It has line breaks or other control characters.
  case controlCharacters
}

/// The text without spaces at its ends, and without characters that do nothing but change the direction of writing: those
/// would turn what stands after the text, too (Unicode Standard Annex 9).
private func line(_ text: String, mostBytes: Int) throws(LineFault) -> String {
  // Counted first, so that nothing long is looked through.
  guard text.utf8.count <= mostBytes else { throw .tooLong(bytes: text.utf8.count, most: mostBytes) }
  let controls: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
  guard !text.unicodeScalars.contains(where: { controls.contains($0.properties.generalCategory) }) else {
    throw .controlCharacters
  }
  func isSpace(_ character: Character) -> Bool { character.isWhitespace }
  let written = String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isBidiControl }))
  let words = written.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
  guard !words.isEmpty else { throw .empty }
  return String(words)
}
