/// Text in PDF's standard font Helvetica, which every reader has (ISO 32000-1, 9.6.2.2).
enum PDFText {
  /// A text as a string object, in WinAnsiEncoding. A letter that isn't in it becomes a question mark.
  static func literal(_ text: String) -> [UInt8] {
    var bytes = [UInt8(ascii: "(")]
    for character in text {
      let code = codes[character] ?? UInt8(ascii: "?")
      if [UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\")].contains(code) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(code)
    }
    return bytes + [UInt8(ascii: ")")]
  }

  /// Whether the encoding has every letter of a text.
  static func canWrite(_ text: String) -> Bool { text.allSatisfy { codes[$0] != nil } }

  /// The width of a letter in font sizes.
  static func width(_ character: Character) -> Double {
    guard let code = codes[character] else { return width(of: UInt8(ascii: "?")) }
    return width(of: code)
  }

  private static func width(of code: UInt8) -> Double {
    let place = Int(code) - 0x20
    // Letters with accents are about as wide as a capital without.
    return Double(widths.indices.contains(place) ? widths[place] : widestAccented) / 1000
  }

  private static let widestAccented = 722

  /// The widths of the codes from 0x20 to 0x7E in thousandths of the font size (Adobe's metrics of Helvetica).
  private static let widths = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
  ]

  /// The codes of letters (ISO 32000-1, annex D.2). Characters are equal if they look equal, however they are composed.
  private static let codes: [Character: UInt8] = {
    var codes: [Character: UInt8] = [:]
    for code in Array(UInt8(0x20)...0x7E) + Array(0xA0...0xFF) { codes[Character(UnicodeScalar(code))] = code }
    for (code, letter) in zip(UInt8(0x80)..., "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ") where letter != " " {
      codes[letter] = code
    }
    return codes
  }()
}
