import PeelWorkbench

/// Decodes the bytes a terminal sends into keys, mouse events and pasted text.
///
/// Append bytes as they arrive, then call `next` until it returns nil. Call `wait` if none come, and then `next`.
///
/// Escape is a key and also starts sequences, whose bytes may come apart on a slow line. So an Escape begins a sequence if
/// what follows can continue one, and is a key once nothing continues it:
/// - at once if the terminal has kitty's keyboard protocol, in which the key is a sequence too;
/// - when the terminal answers a question, which it does after all that it sent before (see `doubts`);
/// - after a second if it doesn't answer.
///
/// Something nearer than the terminal may have answered, such as mosh. So if the rest of a sequence comes within a second
/// after such an answer, it's dropped.
struct KeyDecoder: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// Byte sequences and their keys. They take precedence over everything else.
  private let sequences: [[UInt8]: Key]
  private var bytes: [UInt8] = []
  /// When the last byte came.
  private var last = Instant.now
  /// Whether no more bytes follow soon.
  private var isFinal = false
  /// The pasted text that is coming; nil if none is.
  private var paste: Paste?
  /// Whether the rest of a string of the terminal is dropped, which was too long to keep.
  private var isInString = false
  /// The number of Escapes at the beginning that are keys.
  private var escapes = 0
  /// Until when the rest of a sequence may follow, and after what: an Escape that was taken for a key, or the first two
  /// bytes, which an answer parted from it.
  private var restExpected: (after: [UInt8], until: Instant)?
  /// Whether the bytes are such a beginning and its rest.
  private var isRest = false
  /// The terminal's answers that were decoded on the way, oldest first.
  var answers: [Answer] = []

  private static let escape: UInt8 = 0x1B

  /// The longest time between an Escape and a letter with Alt held.
  private static let promptness = Duration.milliseconds(40)
  /// The longest time between the bytes of a sequence while the first may be keys, and afterwards.
  private static let (patience, longPatience) = (Duration.seconds(1), Duration.seconds(2))

  /// Creates a decoder for a terminal.
  ///
  /// - Parameter sequences: the sequences in the terminal's description. Those that almost all terminals send are known.
  init(_ sequences: [[UInt8]: Key] = [:]) { self.sequences = sequences }

  /// Whether there are bytes that don't form a complete input yet.
  var isPending: Bool { !bytes.isEmpty || isInPaste || isInString }

  /// Whether pasted text is coming.
  var isInPaste: Bool { paste != nil }

  // MARK: time

  /// Whether the bytes may be keys and may begin a sequence.
  private var isAmbiguous: Bool { bytes.first == Self.escape && bytes.count <= 2 && !isInPaste && !isInString }

  /// Whether it's time to ask the terminal something. What was on its way comes before the answer.
  func doubts(at now: Instant) -> Bool { isAmbiguous && !isRest && last + Self.promptness <= now }

  /// When to call `wait` if nothing comes; nil if nothing is pending.
  func deadline(after now: Instant) -> Instant? {
    guard isPending else { return nil }
    if isAmbiguous, last + Self.promptness > now { return last + Self.promptness }
    return last + (isInPaste ? Paste.patience : isAmbiguous ? Self.patience : Self.longPatience)
  }

  /// Notes that nothing has come until now.
  mutating func wait(until now: Instant) {
    if let deadline = deadline(after: now), deadline <= now { isFinal = true }
  }

  /// Adds a byte that has arrived.
  mutating func append(_ byte: UInt8, at now: Instant = .now) {
    if bytes.isEmpty {
      isRest = restExpected.map { now < $0.until && continues($0.after, byte) } ?? false
      if isRest, let restExpected { bytes = restExpected.after }
      restExpected = nil
    } else if doubts(at: now), bytes.last == Self.escape, byte != Self.escape, !beginsSequence(byte),
      !Answer.introducers.contains(byte)
    {
      escapes = bytes.count
    }
    bytes.append(byte)
    (last, isFinal) = (now, false)
  }

  /// Whether a byte may follow the beginning of a sequence.
  private func continues(_ beginning: [UInt8], _ byte: UInt8) -> Bool {
    beginning.count == 1 ? beginsSequence(byte) : byte >= 0x20
  }

  /// Whether a byte after an Escape begins a sequence that may be a key.
  private func beginsSequence(_ byte: UInt8) -> Bool {
    ControlSequence.introducers.contains(byte) || sequences.keys.contains { $0.starts(with: [Self.escape, byte]) }
  }

  // MARK: decoding

  /// Removes the next input from the bytes and returns it. Unknown sequences are dropped.
  ///
  /// - Returns: nil if more bytes are needed.
  mutating func next() -> Input? {
    if escapes > 0 {
      escapes -= 1
      bytes.removeFirst()
      return .key(.escape)
    }
    if let text = pasted() { return .paste(text) }
    if isInString { dropString() }
    while !bytes.isEmpty, !isInPaste, !isInString {
      if bytes.starts(with: Paste.beginning) {
        bytes.removeFirst(Paste.beginning.count)
        paste = Paste()
        return pasted().map { .paste($0) }
      }
      switch head(of: bytes[...]) {
      case .incomplete: return nil
      case .nothing(let length):
        let dropped = Array(bytes.prefix(length))
        bytes.removeFirst(length)
        if length == 2, bytes.first == Self.escape { restExpected = (dropped, last + Self.patience) }
      case .answer(let answer, let length):
        isInString = length > Answer.longestString
        bytes.removeFirst(length)
        if let answer { answers.append(answer) }
      case .input(let input, let length):
        bytes.removeFirst(length)
        restExpected = nil
        if isRest { break }
        // Once no more bytes follow, no rest does.
        if input == .key(.escape), length == 1, !isFinal { restExpected = ([Self.escape], last + Self.patience) }
        return input
      }
      isRest = false
    }
    return nil
  }

  /// Drops bytes up to the end of a string. Silence ends it too.
  private mutating func dropString() {
    guard let end = bytes.firstIndex(where: { $0 < 0x20 }) else {
      isInString = !isFinal
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
  private mutating func pasted() -> String? {
    guard var coming = paste else { return nil }
    paste = nil
    for (index, byte) in bytes.enumerated() where coming.add(byte) {
      bytes.removeFirst(index + 1)
      return coming.text
    }
    bytes = []
    if isFinal { return coming.text }
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

    static let escape = Head.input(.key(.escape), length: 1)
  }

  private func head(of bytes: ArraySlice<UInt8>) -> Head {
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
    guard bytes.first == Self.escape else { return typed(bytes) }
    let rest = bytes.dropFirst()
    switch rest.first {
    case nil: return isFinal ? .escape : .incomplete
    case Self.escape: return repeated(rest)
    case let second? where ControlSequence.introducers.contains(second): return sequence(bytes)
    case .some: break
    }
    switch typed(rest) {
    case .incomplete: return .incomplete
    case .input(.key(.character(let letter)), let length): return .input(.key(.alt(letter)), length: 1 + length)
    case .input, .answer, .nothing: return .escape
    }
  }

  /// Decodes an Escape before another one, which is Alt if that begins a key's sequence. A key that nothing can be bound to
  /// with Alt is dropped.
  private func repeated(_ rest: ArraySlice<UInt8>) -> Head {
    guard let third = rest.dropFirst().first else { return isFinal ? .escape : .incomplete }
    guard beginsSequence(third), !rest.starts(with: Paste.beginning) else { return .escape }
    switch head(of: rest) {
    case .incomplete: return .incomplete
    case .nothing(let length): return .nothing(length: 1 + length)
    case .input(.key(let key), let length):
      return key.withAlt.map { .input(.key($0), length: 1 + length) } ?? .nothing(length: 1 + length)
    case .input, .answer: return .escape
    }
  }

  /// Decodes a control sequence that isn't in `sequences`.
  private func sequence(_ bytes: ArraySlice<UInt8>) -> Head {
    switch ControlSequence.head(of: bytes) {
    case .incomplete: isFinal ? .nothing(length: bytes.count) : .incomplete
    case .broken(let length): .nothing(length: length)
    case .sequence(let sequence, let length):
      if let answer = sequence.answer {
        .answer(answer, length: length)
      } else if let mouse = sequence.mouse {
        .input(.mouse(mouse), length: length)
      } else {
        sequence.key.map { .input(.key($0), length: length) } ?? .nothing(length: length)
      }
    }
  }

  /// Decodes a character in UTF-8 or a control character.
  private func typed(_ bytes: ArraySlice<UInt8>) -> Head {
    guard let first = bytes.first else { return .incomplete }
    guard first >= 0x80 else { return Key(ascii: first).map { .input(.key($0), length: 1) } ?? .nothing(length: 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    if bytes.count < length, !isFinal, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) { return .incomplete }
    var codes = bytes.prefix(length).makeIterator()
    var codec = UTF8()
    guard case .scalarValue(let scalar) = codec.decode(&codes), !scalar.isASCII else { return .nothing(length: 1) }
    return .input(.key(.character(Character(scalar))), length: UTF8.width(scalar))
  }
}
