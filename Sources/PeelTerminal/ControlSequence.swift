import PeelWorkbench

/// A sequence that begins with CSI (Escape [) or SS3 (Escape O), and what it stands for (ECMA-48, 5.4).
struct ControlSequence {
  private let introducer: UInt8
  /// The bytes after the introducer.
  private let body: ArraySlice<UInt8>

  private static let ss3 = UInt8(ascii: "O")
  /// The bytes that introduce one after Escape.
  static let introducers = [UInt8(ascii: "["), ss3]
  private static let inner: ClosedRange<UInt8> = 0x20...0x3F
  private static let final: ClosedRange<UInt8> = 0x40...0x7E
  /// The length above which an unfinished sequence is dropped, in bytes.
  private static let longest = 256

  /// What some bytes begin with.
  enum Head {
    case sequence(ControlSequence, length: Int)
    /// One that is broken off by another byte, or too long.
    case broken(length: Int)
    case incomplete
  }

  /// - Parameter bytes: Escape, an introducer, and what came after them.
  static func head(of bytes: ArraySlice<UInt8>) -> Head {
    let body = bytes.dropFirst(2)
    // The Linux console sends function keys as Escape [ [ and a letter.
    let isFromConsole = bytes.dropFirst().starts(with: Array("[[".utf8))
    guard let end = body.dropFirst(isFromConsole ? 1 : 0).firstIndex(where: { !inner.contains($0) }) else {
      return bytes.count > longest ? .broken(length: bytes.count) : .incomplete
    }
    let length = end - bytes.startIndex
    guard final.contains(bytes[end]) else { return .broken(length: length) }
    return .sequence(
      ControlSequence(introducer: bytes[bytes.startIndex + 1], body: body[...end]), length: length + 1)
  }

  private var end: UInt8? { body.last }

  /// The numbers between semicolons; 0 for one that is missing. A colon ends the part of a number that matters.
  ///
  /// - Parameter mark: the character before them.
  /// - Returns: nil if there are other characters.
  private func numbers(after mark: Character? = nil) -> [Int]? {
    var parameters = body.dropLast()
    if let mark { guard parameters.popFirst() == mark.asciiValue else { return nil } }
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
      let digits = field.prefix { $0 != UInt8(ascii: ":") }
      return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self))
    }
    return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
  }

  // MARK: answers

  /// The answer that it is; nil if it's none or isn't known.
  var answer: Answer? {
    guard introducer != Self.ss3 else { return nil }
    if let numbers = numbers(after: "?") {
      switch end {
      case UInt8(ascii: "c"): return .attributes(numbers)
      case UInt8(ascii: "u"): return .keyboard
      case UInt8(ascii: "S") where numbers.count >= 3 && numbers[0] == 1 && numbers[1] == 0: return .colours(numbers[2])
      case _: return nil
      }
    }
    switch (end, numbers()) {
    // Shift-F3 looks alike in xterm, and stands for nothing.
    case (UInt8(ascii: "R"), let numbers?) where numbers.count == 2: return .cursor
    case (UInt8(ascii: "t"), let numbers?) where numbers.count == 3 && numbers[0] == 6:
      return .cell(PixelSize(width: numbers[2], height: numbers[1]))
    case (_, _): return nil
    }
  }

  // MARK: the mouse

  /// The bits that Shift, Alt and Ctrl add to a report's button.
  private static let modifiers = 4 | 8 | 16
  /// The buttons of a report, without modifiers.
  private static let (leftButton, leftDrag, wheelUp, wheelDown) = (0, 32, 64, 65)

  /// The mouse report in xterm's SGR form that it is: `<button;column;row` followed by `M`, or by `m` for a release.
  var mouse: Mouse? {
    guard let numbers = numbers(after: "<"), numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    // The modifiers don't matter.
    let kind: Mouse.Kind
    switch numbers[0] & ~Self.modifiers {
    case Self.leftButton: kind = end == UInt8(ascii: "m") ? .release : .press
    case Self.leftDrag: kind = .drag
    case Self.wheelUp: kind = .wheelUp
    case Self.wheelDown: kind = .wheelDown
    case _: return nil
    }
    return Mouse(kind, column: numbers[1] - 1, row: numbers[2] - 1)
  }

  // MARK: keys

  private static let lettered = keys("ABCDFHZ", [.up, .down, .right, .left, .end, .home, .backTab])
  /// What the VT100's keypad sends in application mode.
  private static let keypad = keys("jklmnopqrstuvwxyXM", "*+,-./0123456789=".map { .character($0) } + [.enter])
  private static let numbered: [Int: Key] = [1: .home, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end]
  /// The number with which xterm sends other keys (modifyOtherKeys).
  private static let other = 27

  private static func keys(_ ends: String, _ keys: [Key]) -> [UInt8: Key] {
    Dictionary(uniqueKeysWithValues: zip(ends.utf8, keys))
  }

  /// The key that it is, with its modifiers: xterm's, the VT100's keypad, and kitty's protocol.
  var key: Key? {
    guard let end, let numbers = numbers() else { return nil }
    let (first, second) = (numbers.first ?? 0, numbers.dropFirst().first ?? 0)
    if introducer == Self.ss3 { return (Self.lettered[end] ?? Self.keypad[end])?.held(with: first) }
    switch end {
    case UInt8(ascii: "~") where first == Self.other && numbers.count == 3:
      return Key(code: numbers[2])?.held(with: second)
    case UInt8(ascii: "~"): return Self.numbered[first]?.held(with: second)
    case UInt8(ascii: "u"): return Key(code: first)?.held(with: second)
    case _: return Self.lettered[end]?.held(with: second)
    }
  }
}

extension Key {
  /// The key that a byte of ASCII stands for.
  init?(ascii byte: UInt8) {
    switch byte {
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x20..<0x7F: self = .character(Character(Unicode.Scalar(byte)))
    case _: return nil
    }
  }

  /// The first of kitty's numbers for keys of the keypad, and the keys.
  private static let firstOfKeypad = 57399
  private static let keypad =
    "0123456789./*-+".map { Key.character($0) } + [.enter, .character("="), .character(",")]
    + [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end]
  /// Where Unicode has no characters, and kitty its numbers for keys.
  private static let privateUse = 0xE000...0xF8FF

  /// The key with a number: its character's, or kitty's.
  fileprivate init?(code: Int) {
    if let byte = UInt8(exactly: code), byte < 0x80 {
      self.init(ascii: byte)
    } else if Self.keypad.indices.contains(code - Self.firstOfKeypad) {
      self = Self.keypad[code - Self.firstOfKeypad]
    } else if !Self.privateUse.contains(code), let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) {
      self = .character(Character(scalar))
    } else {
      return nil
    }
  }

  /// The bits of modifiers, to which terminals add 1. Super, which xterm calls Meta, and Meta take Alt's place where a
  /// keyboard has them. The locks' bits don't matter.
  private static let (shiftBit, altBits, controlBit, hyperBit) = (1, 2 | 8 | 32, 4, 16)

  /// The key with modifiers held; nil for a combination that no command can be bound to.
  ///
  /// - Parameter number: the modifiers as a terminal numbers them; 0 or 1 for none.
  fileprivate func held(with number: Int) -> Key? {
    let bits = max(1, number) - 1
    guard bits & Self.hyperBit == 0 else { return nil }
    let key = bits & Self.shiftBit == 0 ? self : withShift
    switch (bits & Self.altBits != 0, bits & Self.controlBit != 0) {
    case (false, false): return key
    case (true, false): return key?.withAlt
    case (false, true): return key?.withControl
    case (true, true): return nil
    }
  }

  private static let shifted: [Key: Key] = [
    .up: .shiftUp, .down: .shiftDown, .left: .shiftLeft, .right: .shiftRight, .tab: .backTab, .backTab: .backTab,
    .enter: .enter, .escape: .escape, .backspace: .backspace,
  ]
  private static let alternate: [Key: Key] = [.up: .altUp, .down: .altDown, .left: .altLeft, .right: .altRight]
  private static let controlled: [Key: Key] = [
    .tab: .tab, .enter: .enter, .escape: .escape, .backspace: .backspace,
  ]

  private var withShift: Key? {
    guard case .character(let letter) = self else { return Self.shifted[self] }
    let upper = letter.uppercased()
    return .character(upper.count == 1 ? Character(upper) : letter)
  }

  /// The key with Alt held; nil if no command can be bound to that.
  var withAlt: Key? { if case .character(let letter) = self { .alt(letter) } else { Self.alternate[self] } }

  /// As terminals without kitty's protocol send it: Ctrl-[ is Escape.
  private var withControl: Key? {
    guard case .character(let letter) = self else { return Self.controlled[self] }
    return letter.asciiValue.flatMap { $0 < 0x40 ? nil : Key(ascii: $0 & 0x1F) }
  }
}
