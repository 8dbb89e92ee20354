import PeelWorkbench

/// Decodes the bytes a terminal sends into keys, mouse events and pasted text.
///
/// Append bytes as they arrive, then call `next` until it returns nil. Escape is a key and also starts sequences, so a
/// lone Escape is decoded only when the caller says that no more bytes follow.
struct KeyDecoder: Sendable {
  /// Byte sequences and their keys. They take precedence over everything else.
  private let sequences: [[UInt8]: Key]
  private var bytes: [UInt8] = []
  /// The pasted text that is coming; nil if none is.
  private var paste: Paste?
  /// Whether the rest of a string of the terminal is dropped, which was too long to keep.
  private var isInString = false
  /// Whether the Escape at the beginning is a key.
  private var isEscapeAlone = false
  /// The terminal's answers that were decoded on the way, oldest first.
  var answers: [Answer] = []

  private static let escape: UInt8 = 0x1B
  /// The bytes after an Escape that begin a sequence: CSI, SS3, and the strings DCS, SOS, OSC, PM and APC.
  private static let introducers = Set("[OPX]^_".utf8)
  /// The bytes that end a control sequence (ECMA-48, 5.4).
  private static let finalBytes: ClosedRange<UInt8> = 0x40...0x7E
  /// The length above which an unfinished control sequence is dropped, in bytes.
  private static let longestSequence = 64

  /// The pauses since the last byte of an answer without an end, and their number after which it is dropped.
  private var pauses = 0
  private static let patience = 50

  /// Creates a decoder for a terminal.
  ///
  /// - Parameter sequences: the sequences in the terminal's description. Those that almost all terminals send are added.
  init(_ sequences: [[UInt8]: Key] = [:]) {
    self.sequences = sequences.merging(Self.common) { _, common in common }
  }

  private static let common: [[UInt8]: Key] = {
    let keys: [(String, Key)] = [
      ("[1;2A", .shiftUp), ("[1;2B", .shiftDown), ("[1;2C", .shiftRight), ("[1;2D", .shiftLeft),
      ("[1;3A", .altUp), ("[1;3B", .altDown), ("[1;3C", .altRight), ("[1;3D", .altLeft),
      ("[A", .up), ("[B", .down), ("[C", .right), ("[D", .left), ("OA", .up), ("OB", .down), ("OC", .right),
      ("OD", .left), ("[Z", .backTab), ("[5~", .pageUp), ("[6~", .pageDown), ("[H", .home), ("[F", .end),
      // The keys above those have four codes. tmux sends the second pair whatever TERM says.
      ("OH", .home), ("OF", .end), ("[1~", .home), ("[4~", .end), ("[7~", .home), ("[8~", .end),
    ]
    return Dictionary(uniqueKeysWithValues: keys.map { ([escape] + Array($0.0.utf8), $0.1) })
  }()

  /// Whether there are bytes that don't form a complete input yet.
  var isPending: Bool { !bytes.isEmpty || isInPaste || isInString }

  /// Whether pasted text is coming.
  var isInPaste: Bool { paste != nil }

  /// Notes that a byte comes after a pause. After a lone Escape, only the rest of a sequence of several bytes may be so late.
  mutating func pause(before byte: UInt8) {
    isEscapeAlone = bytes == [Self.escape] && !Self.introducers.contains(byte)
  }

  /// Adds a byte that has arrived.
  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
    pauses = 0
  }

  /// Removes the next input from the bytes and returns it. Unknown sequences are dropped.
  ///
  /// - Parameter isFinal: whether to decode pending bytes as they are, without waiting for more.
  /// - Returns: nil if more bytes are needed.
  mutating func next(isFinal: Bool = false) -> Input? {
    if isEscapeAlone {
      isEscapeAlone = false
      bytes.removeFirst()
      return .key(.escape)
    }
    if let text = pasted(isFinal: isFinal) { return .paste(text) }
    if isInString { dropString(isFinal: isFinal) }
    while !bytes.isEmpty, !isInPaste, !isInString {
      if bytes.starts(with: Paste.beginning) {
        bytes.removeFirst(Paste.beginning.count)
        paste = Paste()
        return pasted(isFinal: isFinal).map { .paste($0) }
      }
      switch Self.head(of: bytes[...], sequences, isFinal) {
      case .incomplete:
        if isFinal { pauses += 1 }
        if pauses >= Self.patience { (bytes, pauses) = ([], 0) }
        return nil
      case .nothing(let length): bytes.removeFirst(length)
      case .answer(let answer, let length):
        isInString = length > Answer.longestString
        bytes.removeFirst(length)
        if let answer { answers.append(answer) }
      case .input(let input, let length):
        bytes.removeFirst(length)
        return input
      }
    }
    return nil
  }

  /// Drops bytes up to the end of a string. Silence ends it too.
  private mutating func dropString(isFinal: Bool) {
    guard let end = bytes.firstIndex(where: { $0 < 0x20 }) else {
      isInString = !(isFinal && bytes.isEmpty)
      bytes = []
      return
    }
    if bytes[end] == Self.escape, end == bytes.count - 1, !isFinal {
      bytes.removeFirst(end)
      return
    }
    isInString = false
    let isTerminated = bytes[end] == Self.escape && bytes.dropFirst(end + 1).first == UInt8(ascii: "\\")
    bytes.removeFirst(isTerminated ? end + 2 : bytes[end] == 0x07 ? end + 1 : end)
  }

  /// Adds the bytes to the paste that is coming.
  ///
  /// - Returns: its text if that is all; nil if more is to come or nothing was pasted.
  private mutating func pasted(isFinal: Bool) -> String? {
    guard var coming = paste else { return nil }
    paste = nil
    for (index, byte) in bytes.enumerated() where coming.add(byte) {
      bytes.removeFirst(index + 1)
      return coming.text
    }
    let isSilent = isFinal && bytes.isEmpty
    bytes = []
    if isSilent, coming.pause() { return coming.text }
    paste = coming
    return nil
  }

  /// The beginning of some bytes.
  private enum Head {
    case input(Input, length: Int)
    /// An answer of the terminal; nil for an unknown one.
    case answer(Answer?, length: Int)
    /// Bytes to drop.
    case nothing(length: Int)
    case incomplete
  }

  private static func head(of bytes: ArraySlice<UInt8>, _ sequences: [[UInt8]: Key], _ isFinal: Bool) -> Head {
    switch Answer.head(of: bytes, isFinal: isFinal) {
    case .answer(let answer, let length): return .answer(answer, length: length)
    case .incomplete: return .incomplete
    case nil: break
    }
    if !isFinal, sequences.keys.contains(where: { $0.count > bytes.count && $0.starts(with: bytes) }) {
      return .incomplete
    }
    if let known = sequences.filter({ bytes.starts(with: $0.key) }).max(by: { $0.key.count < $1.key.count }) {
      return .input(.key(known.value), length: known.key.count)
    }
    guard bytes.first == escape else { return typed(bytes, isFinal) }
    let rest = bytes.dropFirst()
    switch rest.first {
    case nil: return isFinal ? .input(.key(.escape), length: 1) : .incomplete
    case UInt8(ascii: "["), UInt8(ascii: "O"): return sequence(bytes, isFinal)
    case .some: break
    }
    switch typed(rest, isFinal) {
    case .incomplete: return .incomplete
    case .input(.key(.character(let letter)), let length): return .input(.key(.alt(letter)), length: 1 + length)
    case .input, .answer, .nothing: return .input(.key(.escape), length: 1)
    }
  }

  /// Decodes a control sequence that isn't in `sequences`: a mouse report, or one to drop.
  private static func sequence(_ bytes: ArraySlice<UInt8>, _ isFinal: Bool) -> Head {
    let parameters = bytes.dropFirst(2)
    // The Linux console sends function keys as Escape [ [ and a letter.
    let isFromConsole = bytes.dropFirst().starts(with: Array("[[".utf8))
    let searched = isFromConsole ? parameters.dropFirst() : parameters
    guard let end = searched.firstIndex(where: finalBytes.contains) else {
      return isFinal || bytes.count > longestSequence ? .nothing(length: bytes.count) : .incomplete
    }
    let length = end - bytes.startIndex + 1
    return mouse(bytes[parameters.startIndex...end]).map { .input(.mouse($0), length: length) }
      ?? .nothing(length: length)
  }

  /// The longest mouse report, in bytes, without the escape.
  private static let longestReport = 23
  /// The bits that Shift, Alt and Ctrl add to a report's button.
  private static let modifiers = 4 | 8 | 16
  /// The buttons of a report, without modifiers.
  private static let (leftButton, leftDrag, wheelUp, wheelDown) = (0, 32, 64, 65)

  /// Decodes a mouse report in xterm's SGR form: `<button;column;row` followed by `M`, or by `m` for a release.
  private static func mouse(_ report: ArraySlice<UInt8>) -> Mouse? {
    guard report.first == UInt8(ascii: "<"), let last = report.last, report.count <= longestReport else { return nil }
    let numbers = report.dropFirst().dropLast().split(separator: UInt8(ascii: ";")).compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    guard numbers.count == 3 else { return nil }
    // The modifiers don't matter.
    let kind: Mouse.Kind
    switch numbers[0] & ~modifiers {
    case leftButton: kind = last == UInt8(ascii: "m") ? .release : .press
    case leftDrag: kind = .drag
    case wheelUp: kind = .wheelUp
    case wheelDown: kind = .wheelDown
    case _: return nil
    }
    return Mouse(kind, column: numbers[1] - 1, row: numbers[2] - 1)
  }

  /// Decodes a character in UTF-8 or a control character.
  private static func typed(_ bytes: ArraySlice<UInt8>, _ isFinal: Bool) -> Head {
    guard let first = bytes.first else { return .incomplete }
    switch first {
    case 0x09: return .input(.key(.tab), length: 1)
    case 0x0A, 0x0D: return .input(.key(.enter), length: 1)
    case 0x08, 0x7F: return .input(.key(.backspace), length: 1)
    case 0x01...0x1A:
      return .input(.key(.control(Character(Unicode.Scalar(first + 0x60)))), length: 1)
    case 0x00..<0x20: return .nothing(length: 1)
    case 0x20..<0x80: return .input(.key(.character(Character(Unicode.Scalar(first)))), length: 1)
    case _: break
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    if bytes.count < length, !isFinal, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) { return .incomplete }
    var codes = bytes.prefix(length).makeIterator()
    var codec = UTF8()
    guard case .scalarValue(let scalar) = codec.decode(&codes), !scalar.isASCII else { return .nothing(length: 1) }
    return .input(.key(.character(Character(scalar))), length: UTF8.width(scalar))
  }
}
