/// EXIF as ImageMagick and exiv2 wrote it into PNGs before the format had a chunk for it: a text named "Raw profile type
/// exif" or "APP1", which has an empty line, a name, the number of bytes, and the bytes in hexadecimal digits.
enum PNGRawProfile {
  private static let keywords = ["Raw profile type exif", "Raw profile type APP1"].map { Array($0.utf8) + [0] }
  /// The most bytes of the text. An EXIF block has at most 64 kB, and a byte takes two digits and a share of a line's end.
  private static let mostText = 1 << 18

  /// Whether a chunk's data begins with such a name.
  static func begins(_ data: ArraySlice<UInt8>) -> Bool { keywords.contains { data.starts(with: $0) } }

  /// The EXIF block in a chunk of text (ISO/IEC 15948, section 11.3.3); nil if there is none.
  static func exif(_ type: String, _ data: [UInt8]) -> [UInt8]? {
    guard let keyword = keywords.first(where: { data.starts(with: $0) }) else { return nil }
    let rest = data[keyword.count...]
    let text: [UInt8]?
    switch type {
    case "tEXt": text = Array(rest)
    case "zTXt": text = rest.first == 0 ? inflated(rest.dropFirst(), most: mostText) : nil
    case "iTXt":
      // Whether it is deflated, the method, a language and the translated name, each of these two up to a zero.
      let parts = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      guard rest.count > 2, parts.count == 3 else { return nil }
      text = rest.first == 0 ? Array(parts[2]) : inflated(parts[2], most: mostText)
    default: text = nil
    }
    return text.flatMap(block)
  }

  private static func block(_ text: [UInt8]) -> [UInt8]? {
    let words = text.prefix(mostText).split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") }
    guard words.count > 2, let count = Int(String(decoding: words[1], as: UTF8.self)), count > 0 else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in words.dropFirst(2).joined() {
      guard let digit = Character(UnicodeScalar(character)).hexDigitValue.map(UInt8.init) else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    guard bytes.count == count, high == nil else { return nil }
    // As in a JPEG's APP1.
    return bytes.starts(with: JPEGSegments.exifSignature)
      ? Array(bytes.dropFirst(JPEGSegments.exifSignature.count)) : bytes
  }
}
