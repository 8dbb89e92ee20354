import PeelWorkbench

/// An answer of the terminal to a question about itself.
enum Answer: Equatable, Sendable {
  /// kitty's answer about the picture with a number.
  case picture(number: Int, isShown: Bool)
  case cell(PixelSize)
  /// What the terminal can do, as numbers (DA1).
  case attributes([Int])
  /// The terminal's name and version (XTVERSION).
  case name(String)
  /// The number of colours that sixels can have at once (XTSMGRAPHICS).
  case colours(Int)
  /// The colour behind text (OSC 11).
  case background(Colour)
  /// That it has kitty's keyboard protocol.
  case keyboard
  /// Where the cursor is (CPR). It's asked for to get an answer.
  case cursor

  /// What some bytes begin with.
  enum Head: Equatable {
    /// An answer; nil for one that isn't known.
    case answer(Answer?, length: Int)
    /// The rest of an answer is missing.
    case incomplete
  }

  /// The longest string that is kept, in bytes. The decoder drops the rest of a longer one.
  static let longestString = 8192
  /// The bytes after Escape that begin a string: DCS, SOS, OSC, PM and APC (ECMA-48, 5.6).
  static let introducers = Array("PX]^_".utf8)

  /// Decodes the answer that some bytes begin with, if answers of its kind are strings.
  ///
  /// - Parameter isFinal: whether no more bytes follow soon.
  /// - Returns: nil if they don't begin with a string.
  static func head(of bytes: ArraySlice<UInt8>, isFinal: Bool) -> Head? {
    guard bytes.first == 0x1B, let second = bytes.dropFirst().first, introducers.contains(second) else { return nil }
    let head: Head
    if let (start, decode) = strings.first(where: { bytes.starts(with: $0.start) }) {
      head = string(bytes, start.count, decode)
    } else {
      // The answer to a program that ran before. If nothing of it follows, it's a key with Alt held.
      head = string(bytes, 2) { _ in nil }
      if head == .answer(nil, length: 2) || isFinal && bytes.count == 2 { return nil }
    }
    return isFinal && head == .incomplete ? .answer(nil, length: bytes.count) : head
  }

  /// How answers that are strings begin, and how each is decoded.
  private static let strings: [(start: [UInt8], decode: @Sendable (String) -> Answer?)] = [
    (Array("\u{1B}_G".utf8), { picture($0) }), (Array("\u{1B}P>|".utf8), { .name($0) }),
    (Array("\u{1B}]11;".utf8), { background($0) }),
  ]

  /// Decodes a string up to its end (ESC \, or BEL). Any other control character cuts it off, so that keys stay keys.
  private static func string(_ bytes: ArraySlice<UInt8>, _ start: Int, _ decode: (String) -> Answer?) -> Head {
    let body = bytes.dropFirst(start)
    guard let end = body.firstIndex(where: { $0 < 0x20 }) else {
      return bytes.count > longestString ? .answer(nil, length: bytes.count) : .incomplete
    }
    let text = String(decoding: body[..<end], as: UTF8.self)
    let length = end - bytes.startIndex
    switch (body[end], body[end...].dropFirst().first) {
    case (0x07, _): return .answer(decode(text), length: length + 1)
    case (0x1B, nil): return .incomplete
    case (0x1B, UInt8(ascii: "\\")): return .answer(decode(text), length: length + 2)
    case (_, _): return .answer(nil, length: length)
    }
  }

  /// `rgb:1e1e/1e1e/1e1e`, with one to four digits for each.
  private static func background(_ text: String) -> Answer? {
    guard text.hasPrefix("rgb:") else { return nil }
    let levels = text.dropFirst(4).split(separator: "/", omittingEmptySubsequences: false).compactMap {
      digits -> UInt8? in
      guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit), let number = Int(digits, radix: 16) else {
        return nil
      }
      let most = 1 << (4 * digits.count) - 1
      return UInt8((255 * number + most / 2) / most)
    }
    return levels.count == 3 ? .background(Colour(levels[0], levels[1], levels[2])) : nil
  }

  /// `i=31;OK`, or the reason of a refusal in place of OK.
  private static func picture(_ text: String) -> Answer? {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let keys = parts[0].split(separator: ",")
    guard parts.count == 2,
      let number = keys.lazy.filter({ $0.hasPrefix("i=") }).compactMap({ Int($0.dropFirst(2)) }).first
    else { return nil }
    return .picture(number: number, isShown: parts[1] == "OK")
  }
}
