import PeelWorkbench

/// An answer of the terminal to a question about itself.
enum Answer: Equatable, Sendable {
  /// kitty's answer about the picture with a number.
  case picture(number: Int, isShown: Bool)
  /// The size of a cell.
  case cell(PixelSize)
  /// What the terminal can do, as numbers (DA1).
  case attributes([Int])
  /// The terminal's name and version (XTVERSION).
  case name(String)
  /// The number of colours that sixels can have at once (XTSMGRAPHICS).
  case colours(Int)
  /// The colour behind text (OSC 11).
  case background(Colour)

  /// What some bytes begin with.
  enum Head: Equatable {
    /// An answer; nil for one that isn't known.
    case answer(Answer?, length: Int)
    /// The rest of an answer is missing. It isn't taken for keys, even if it comes late.
    case incomplete
  }

  /// The longest answer, in bytes. A longer one is dropped.
  private static let longest = 256
  /// The longest string that is kept, in bytes. Of a longer one, the decoder drops what follows up to its end.
  static let longestString = 8192
  /// The bytes after Escape that begin a string.
  private static let introducers = Array("PX]^_".utf8)

  /// Decodes the answer that some bytes begin with.
  ///
  /// - Parameter isFinal: whether no more bytes follow soon, so that the start of an answer may be a key.
  /// - Returns: nil if they don't begin with an answer.
  static func head(of bytes: ArraySlice<UInt8>, isFinal: Bool) -> Head? {
    for (start, decode) in strings where bytes.starts(with: start) { return string(bytes, start.count, decode) }
    // The answer to a program that ran before: a DCS, SOS, OSC, PM or APC string (ECMA-48, 5.6). Without more bytes, it's a
    // key with Alt held.
    if bytes.first == 0x1B, let second = bytes.dropFirst().first, introducers.contains(second) {
      if bytes.count == 2 { return isFinal ? nil : .incomplete }
      let head = string(bytes, 2) { _ in nil }
      return isFinal && head == .incomplete ? .answer(nil, length: bytes.count) : head
    }
    guard bytes.starts(with: Array("\u{1B}[".utf8)) else { return nil }
    let body = bytes.dropFirst(2)
    let parameters = body.prefix { (UInt8(ascii: "0")...UInt8(ascii: "?")).contains($0) }
    let isOurs = parameters.first == UInt8(ascii: "?") || parameters.starts(with: Array("6;".utf8))
    guard isOurs else { return nil }
    guard let end = body.dropFirst(parameters.count).first else {
      return bytes.count > longest ? .answer(nil, length: bytes.count) : .incomplete
    }
    let length = 2 + parameters.count + 1
    let numbers = parameters.drop { $0 == UInt8(ascii: "?") }
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    let isPrivate = parameters.first == UInt8(ascii: "?")
    switch (end, isPrivate) {
    case (UInt8(ascii: "c"), true): return .answer(.attributes(numbers), length: length)
    case (UInt8(ascii: "t"), false) where numbers.count == 3:
      return .answer(.cell(PixelSize(width: numbers[2], height: numbers[1])), length: length)
    case (UInt8(ascii: "S"), true) where numbers.count >= 3 && numbers[0] == 1 && numbers[1] == 0:
      return .answer(.colours(numbers[2]), length: length)
    case (_, true): return .answer(nil, length: length)
    case (_, false): return nil
    }
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
