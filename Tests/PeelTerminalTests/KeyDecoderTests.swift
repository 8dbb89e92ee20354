import PeelWorkbench
import Testing

@testable import PeelTerminal

/// Bytes and the keys and mouse events they decode to.
struct KeyDecoderTests {
  private func inputs(_ bytes: [UInt8], isFinal: Bool = true, _ sequences: [[UInt8]: Key] = [:]) -> [Input] {
    var decoder = KeyDecoder(sequences)
    for byte in bytes { decoder.append(byte) }
    var inputs: [Input] = []
    while let input = decoder.next(isFinal: isFinal) { inputs.append(input) }
    return inputs
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
    ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}\t", [.escape, .tab]), ("\u{1B}\u{1B}[A", [.escape, .up]),
    ("\u{1B}\u{7F}", [.escape, .backspace]),
    // Unknown sequences are dropped whole.
    ("\u{1B}[15~a", [.character("a")]), ("\u{1B}[202~b", [.character("b")]), ("\u{1B}[[Ac", [.character("c")]),
    ("\u{1B}OPd", [.character("d")]), ("\u{1B}[", []), ("\u{1B}O", []), ("\u{1B}[1;", []),
  ])
  func bytesAreKeys(_ text: String, _ keys: [Key]) { #expect(inputs(text) == keys.map { .key($0) }) }

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

  /// A lone Escape is decoded only when nothing follows.
  @Test func theDecoderWaitsAfterEscape() {
    var decoder = KeyDecoder()
    decoder.append(0x1B)
    #expect(decoder.next() == nil && decoder.isPending)
    #expect(decoder.next(isFinal: true) == .key(.escape) && !decoder.isPending)
    for byte in "\u{1B}[1;2".utf8 {
      decoder.append(byte)
      #expect(decoder.next() == nil)
    }
    decoder.append(UInt8(ascii: "A"))
    #expect(decoder.next() == .key(.shiftUp) && decoder.next() == nil)
  }

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
      while decoder.next(isFinal: count % 97 == 0) != nil {}
      if count % 97 == 0 { #expect(!decoder.isPending) }
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

  /// Keys work again a second after the last byte of a paste without an end.
  @Test func anUnfinishedPasteEnds() {
    var decoder = KeyDecoder()
    for byte in Array((Self.begin + "half").utf8) { decoder.append(byte) }
    #expect(decoder.next() == nil && decoder.isPending)
    var pauses = 1
    var input = decoder.next(isFinal: true)
    while input == nil, pauses < 200 {
      input = decoder.next(isFinal: true)
      pauses += 1
    }
    #expect(input == .paste("half") && pauses == 125)
    decoder.append(UInt8(ascii: "q"))
    #expect(decoder.next() == .key(.character("q")))
  }
}
