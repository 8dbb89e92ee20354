import PeelWorkbench
import Testing

@testable import PeelTerminal

/// Bytes and the keys and mouse events they decode to.
struct KeyDecoderTests {
  private func inputs(_ bytes: [UInt8], isFinal: Bool = true, _ sequences: [[UInt8]: Key] = [:]) -> [Input] {
    var decoder = KeyDecoder(sequences)
    for byte in bytes { decoder.append(byte) }
    return decoder.inputs() + (isFinal ? decoder.inputs(after: .seconds(2)) : [])
  }

  private func inputs(_ text: String, isFinal: Bool = true) -> [Input] { inputs(Array(text.utf8), isFinal: isFinal) }

  @Test(arguments: [
    ("a", [Key.character("a")]), ("Q ", [.character("Q"), .character(" ")]), ("é€𝄞", "é€𝄞".map { .character($0) }),
    ("\t\r\n", [.tab, .enter, .enter]), ("\u{8}\u{7F}", [.backspace, .backspace]),
    ("\u{1}\u{3}\u{1A}", [.control("a"), .control("c"), .control("z")]), ("\u{0}\u{1C}\u{1F}x", [.character("x")]),
    ("\u{1B}[A\u{1B}OB", [.up, .down]), ("\u{1B}[1;2C\u{1B}[1;3D", [.shiftRight, .altLeft]),
    ("\u{1B}OH\u{1B}OF\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end, .home, .end]),
    ("\u{1B}[Z\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[F", [.backTab, .pageUp, .pageDown, .home, .end]),
    ("\u{1B}h\u{1B}é", [.alt("h"), .alt("é")]),
    // Escape is a separate key unless a character follows.
    ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}\t", [.escape, .tab]), ("\u{1B}\u{7F}", [.escape, .backspace]),
    ("\u{1B}\u{1B}h", [.escape, .alt("h")]),
    // Before a sequence, Escape is Alt. What has no meaning with Alt is dropped.
    ("\u{1B}\u{1B}[A\u{1B}\u{1B}OD", [.altUp, .altLeft]), ("\u{1B}\u{1B}\u{1B}[B", [.escape, .altDown]),
    ("\u{1B}\u{1B}[5~\u{1B}\u{1B}[15~\u{1B}\u{1B}[1;2Aa", [.character("a")]),
    // Unknown sequences are dropped whole.
    ("\u{1B}[15~a", [.character("a")]), ("\u{1B}[202~b", [.character("b")]), ("\u{1B}[[Ac", [.character("c")]),
    ("\u{1B}OPd", [.character("d")]), ("\u{1B}[", []), ("\u{1B}O", []), ("\u{1B}[1;", []),
    // A control character breaks a sequence off, and stays a key.
    ("\u{1B}[1;\u{1B}[A\u{1B}[?6\r", [.up, .enter]),
  ])
  func bytesAreKeys(_ text: String, _ keys: [Key]) { #expect(inputs(text) == keys.map { .key($0) }) }

  /// xterm's and kitty's modifiers are 1 and a sum: Shift 1, Alt 2, Ctrl 4, Super or xterm's Meta 8, Hyper 16, Meta 32,
  /// and the locks 64 and 128.
  @Test(arguments: [
    (1, Key.up), (2, .shiftUp), (3, .altUp), (9, .altUp), (11, .altUp), (33, .altUp), (65, .up), (129, .up),
    (131, .altUp), (137, .altUp), (4, nil), (5, nil), (7, nil), (10, nil), (17, nil),
  ])
  func modifiersAreNumbers(_ number: Int, _ key: Key?) {
    #expect(
      inputs("\u{1B}[1;\(number)A\u{1B}O\(number)A")
        == Array(repeating: key.map { .key($0) }, count: 2).compactMap(\.self))
  }

  /// kitty's keyboard protocol, and what xterm sends with modifyOtherKeys.
  @Test(arguments: [
    ("27u", Key.escape), ("27;1u", .escape), ("27;129u", .escape), ("27;2u", .escape), ("27;3u", nil),
    ("13u", .enter), ("13;2u", .enter), ("9;2u", .backTab), ("9u", .tab), ("127;5u", .backspace),
    ("97u", .character("a")), ("97;2u", .character("A")), ("233;3u", .alt("é")), ("32;3u", .alt(" ")),
    ("104;3u", .alt("h")), ("104;4u", .alt("H")), ("104;9u", .alt("h")), ("104:72;131u", .alt("h")),
    ("27;3;104~", .alt("h")), ("27;4;72~", .alt("H")), ("27;9;104~", .alt("h")), ("27;5;99~", .control("c")),
    ("99;5u", .control("c")), ("99;6u", .control("c")), ("99;197u", .control("c")), ("105;5u", .tab),
    ("91;5u", .escape), ("99;7u", nil), ("50;5u", nil),
    ("57400u", .character("1")), ("57408;129u", .character("9")), ("57413u", .character("+")), ("57414u", .enter),
    ("57419u", .up), ("57420;3u", .altDown), ("57417;2u", .shiftLeft), ("57424u", .end), ("57427u", nil),
    ("57358u", nil), ("1114112u", nil), ("99999999999999999999u", nil), ("u", nil), ("5;129~", .pageUp),
    ("1;129H", .home),
  ])
  func numbersAreKeys(_ sequence: String, _ key: Key?) {
    #expect(inputs("\u{1B}[\(sequence)x") == ([key, .character("x")].compactMap(\.self).map { .key($0) }))
  }

  /// The VT100's keypad in application mode.
  @Test func theKeypadIsKeys() {
    let sent = "pqrstuvwxyjklmnoX".map { "\u{1B}O\($0)" }.joined()
    #expect(inputs(sent + "\u{1B}OM") == "0123456789*+,-./=".map { .key(.character($0)) } + [.key(.enter)])
  }

  @Test(arguments: [
    ("<0;5;3M", Mouse(.press, column: 4, row: 2)), ("<0;5;3m", Mouse(.release, column: 4, row: 2)),
    ("<32;200;60M", Mouse(.drag, column: 199, row: 59)), ("<64;1;1M", Mouse(.wheelUp, column: 0, row: 0)),
    ("<65;1;1M", Mouse(.wheelDown, column: 0, row: 0)),
    // With Shift, Alt and Ctrl held.
    ("<28;2;2M", Mouse(.press, column: 1, row: 1)),
  ])
  func reportsAreMouseEvents(_ report: String, _ mouse: Mouse) {
    #expect(inputs("\u{1B}[\(report)x") == [.mouse(mouse), .key(.character("x"))])
  }

  @Test(arguments: ["<2;5;3M", "<0;5M", "<0;5;3;4M", "<;;M", "<99999999999999999999999;1;1M", "M"])
  func badReportsAreDropped(_ report: String) { #expect(inputs("\u{1B}[\(report)x") == [.key(.character("x"))]) }

  @Test func multibyteCharactersAreCompletedAndInvalidOnesDropped() {
    var decoder = KeyDecoder()
    for byte in "€".utf8 {
      #expect(decoder.next() == nil)
      decoder.append(byte)
    }
    #expect(decoder.next() == .key(.character("€")))
    #expect(inputs([0xE2, 0x82, 0x61]) == [.key(.character("a"))])
    #expect(inputs([0xFF, 0xC0, 0x80, 0x61]) == [.key(.character("a"))])
    #expect(inputs([0xE2, 0x82]) == [])
    #expect(inputs([0x1B, 0xE2, 0x82], isFinal: false) == [])
  }

  /// Sequences of the terminal's description take precedence.
  @Test func descriptionsAddSequences() {
    let sequences: [[UInt8]: Key] = [Array("\u{1B}A".utf8): .up, Array("\u{1B}[1~".utf8): .home, [0x7F]: .left]
    #expect(inputs(Array("\u{1B}A\u{1B}[1~\u{7F}".utf8), sequences) == [.key(.up), .key(.home), .key(.left)])
    #expect(inputs(Array("\u{1B}B".utf8), sequences) == [.key(.alt("B"))])
  }

  /// Strings that a terminal sends to another program are no keys.
  @Test(arguments: [
    "P1+r544e=787465726d\u{1B}\\", "]11;rgb:1616/1818/1d1d\u{1B}\\", "]11;rgb:16/18/1d\u{7}", "P1$r0;4:3m\u{1B}\\",
    "P>|" + String(repeating: "x", count: 600) + "\u{1B}\\", "^private\u{1B}\\", "Xstart\u{1B}\\",
  ])
  func stringsAreNoKeys(_ text: String) {
    #expect(inputs(Array(("\u{1B}" + text + "a").utf8)) == [.key(.character("a"))])
  }

  @Test func altWithAStringsLetterIsAKey() {
    #expect(inputs(Array("\u{1B}P".utf8)) == [.key(.alt("P"))])
  }

  /// Random bytes don't trap, nothing stays pending once bytes are final, and an endless sequence is dropped.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func anyBytesAreDecoded(seed: UInt64) {
    var state = seed
    var decoder = KeyDecoder()
    for count in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let choices: [UInt8] = [0x1B, 0x5B, 0x4F, 0x3C, 0x3B, 0x30, 0x4D, UInt8(truncatingIfNeeded: state >> 33)]
      decoder.append(choices[Int(state >> 60) % choices.count])
      _ = decoder.inputs()
      if count % 97 == 0 {
        _ = decoder.inputs(after: .seconds(2))
        #expect(!decoder.isPending)
      }
    }
    decoder = KeyDecoder()
    for byte in "\u{1B}[" + String(repeating: "1;", count: 200) + "A" {
      decoder.append(byte.asciiValue ?? 0)
      _ = decoder.next()
    }
    #expect(!decoder.isPending)
  }

  // MARK: - Pasted text

  private static let (begin, end) = ("\u{1B}[200~", "\u{1B}[201~")

  @Test(arguments: [
    ("desk", "desk"), ("", ""), ("q\u{3}\u{1B}[A\r\nQ", "q\u{3}\u{1B}[A\r\nQ"), ("é€𝄞", "é€𝄞"),
    // Beginnings of the end, and a second beginning, are text.
    ("\u{1B}[20\u{1B}\u{1B}[2", "\u{1B}[20\u{1B}\u{1B}[2"), ("\u{1B}[200~a", "\u{1B}[200~a"),
  ])
  func pastedTextIsOneInput(_ text: String, pasted: String) {
    #expect(
      inputs("x" + Self.begin + text + Self.end + "y") == [
        .key(.character("x")), .paste(pasted), .key(.character("y")),
      ])
  }

  @Test func pastedTextComesInPieces() {
    var decoder = KeyDecoder()
    var inputs: [Input] = []
    for byte in Array((Self.begin + "a\u{1B}[b" + Self.end + "c").utf8) {
      decoder.append(byte)
      while let input = decoder.next() { inputs.append(input) }
    }
    #expect(inputs == [.paste("a\u{1B}[b"), .key(.character("c"))])
    #expect(!decoder.isPending)
  }

  @Test func pastedTextIsBounded() {
    let bytes = Array(Self.begin.utf8) + Array(repeating: UInt8(ascii: "a"), count: 1 << 20) + Array(Self.end.utf8)
    #expect(
      inputs(bytes + [UInt8(ascii: "q")]) == [
        .paste(String(repeating: "a", count: 1 << 16)), .key(.character("q")),
      ])
  }

  @Test func pastedBytesNeedNotBeUTF8() {
    let bytes = Array(Self.begin.utf8) + [0x61, 0xFF, 0x9B, 0x62] + Array(Self.end.utf8)
    #expect(inputs(bytes) == [.paste("a\u{FFFD}\u{FFFD}b")])
  }

  /// Keys work again some seconds after the last byte of a paste without an end.
  @Test func anUnfinishedPasteEnds() {
    var decoder = KeyDecoder()
    let begin = ContinuousClock.now
    for byte in Array((Self.begin + "half").utf8) { decoder.append(byte, at: begin) }
    #expect(decoder.next() == nil && decoder.deadline(after: begin) == begin + .seconds(5))
    decoder.wait(until: begin + .milliseconds(4999))
    #expect(decoder.next() == nil && decoder.isInPaste)
    decoder.wait(until: begin + .seconds(5))
    #expect(decoder.next() == .paste("half") && !decoder.isPending)
    decoder.append(UInt8(ascii: "q"))
    #expect(decoder.next() == .key(.character("q")))
  }
}

extension KeyDecoder {
  /// The inputs that are complete.
  mutating func inputs() -> [Input] {
    var inputs: [Input] = []
    while let input = next() { inputs.append(input) }
    return inputs
  }

  /// The inputs that there are because nothing came for some time.
  mutating func inputs(after time: Duration) -> [Input] {
    wait(until: .now + time)
    return inputs()
  }
}
