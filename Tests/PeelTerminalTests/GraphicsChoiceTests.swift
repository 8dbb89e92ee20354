import PeelWorkbench
import Testing

@testable import PeelTerminal

/// A terminal's answers, and how pictures are drawn after them.
struct GraphicsChoiceTests {
  /// Feeds what a terminal sends, byte by byte; the keys among it.
  private func keys(_ text: String, _ choice: inout GraphicsChoice, isSlow: Bool = false) -> [Input] {
    var decoder = KeyDecoder()
    var now = ContinuousClock.now
    var keys: [Input] = []
    for byte in text.utf8 {
      if isSlow {
        now += .milliseconds(900)
        decoder.wait(until: now)
        keys += decoder.inputs()
      }
      decoder.append(byte, at: now)
      keys += decoder.inputs()
    }
    keys += decoder.inputs(after: .seconds(100))
    for answer in decoder.answers { _ = choice.note(answer) }
    return keys
  }

  private static let yes = "\u{1B}_Gi=1885693292;OK\u{1B}\\"

  @Test(arguments: [
    // kitty, xterm, mlterm, as they answer.
    (yes + "\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;20;9t\u{1B}[?62;c", Graphics.kitty),
    ("\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?1;0;256S\u{1B}[?63;1;2;4;6c", .sixel(colours: 256, mostPictures: 14)),
    ("\u{1B}[?1;0;1024S\u{1B}[6;22;10t\u{1B}[?63;1;2;3;4;6c", .sixel(colours: 256, mostPictures: nil)),
    ("\u{1B}[?1;0;16S\u{1B}[?63;4c", .sixel(colours: 16, mostPictures: nil)),
    ("\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[?62;4c", .iterm),
    ("\u{1B}P>|WezTerm 20240203\u{1B}\\\u{1B}[?65;4;6c", .iterm),
    // Neither, refused, and no end of the answers.
    ("\u{1B}[?62;22c", .cells), ("\u{1B}_Gi=1885693292;ENOTSUPPORTED:no\u{1B}\\\u{1B}[?62c", .cells), (yes, .cells),
    ("", .cells),
  ])
  func theAnswersDecide(_ answers: String, _ graphics: Graphics) {
    for isSlow in [false, true] {
      var choice = GraphicsChoice(.auto)
      #expect(keys(answers, &choice, isSlow: isSlow).isEmpty)
      #expect(choice.graphics == graphics)
    }
  }

  @Test func keysAmongAnswersStayKeys() {
    var choice = GraphicsChoice(.auto)
    #expect(
      keys("a\(Self.yes)b\u{1B}[A\u{1B}[?62c\u{1B}h", &choice) == [
        .key(.character("a")), .key(.character("b")), .key(.up), .key(.alt("h")),
      ])
    #expect(choice.graphics == .kitty)
    // Alt with a letter that starts an answer, and an answer that breaks off.
    #expect(keys("\u{1B}P", &choice) == [.key(.alt("P"))])
    #expect(keys("\u{1B}_Gi=1\r", &choice) == [.key(.enter)])
    #expect(keys("\u{1B}_G" + String(repeating: "x", count: 300) + "\r", &choice).last == .key(.enter))
  }

  /// Strings that weren't asked for, longer than any that is kept.
  @Test(arguments: ["\u{1B}_G", "\u{1B}]52;c;", "\u{1B}P1$r", "\u{1B}X"], ["\u{1B}\\", "\u{7}"])
  func aLongStringIsNoKeys(_ start: String, _ end: String) {
    var choice = GraphicsChoice(.auto)
    let text = start + String(repeating: "A", count: 20_000) + end + "b"
    #expect(keys(text, &choice) == [.key(.character("b"))])
    // Without an end, silence ends it.
    var decoder = KeyDecoder()
    for byte in (start + String(repeating: "A", count: 9_000)).utf8 {
      decoder.append(byte)
      #expect(decoder.next() == nil)
    }
    #expect(decoder.isPending && decoder.inputs(after: .seconds(2)).isEmpty && !decoder.isPending)
    decoder.append(UInt8(ascii: "b"))
    #expect(decoder.next() == .key(.character("b")))
  }

  @Test(arguments: [
    ("rgb:ffff/8080/0000\u{1B}\\", Colour(255, 128, 0)), ("rgb:f/0/8\u{7}", Colour(255, 0, 136)),
    ("rgb:ff/ff\u{7}", nil), ("rgb:fffff/0/0\u{7}", nil), ("rgb:+f/0/0\u{7}", nil), ("red\u{7}", nil),
  ])
  func theTerminalsBackgroundIsTaken(_ answer: String, _ colour: Colour?) {
    var choice = GraphicsChoice(.auto)
    #expect(keys("\u{1B}]11;" + answer + "x", &choice) == [.key(.character("x"))])
    #expect(choice.background == colour)
  }

  @Test func aRefusalIsToldOnce() {
    var choice = GraphicsChoice(.auto)
    _ = keys(Self.yes + "\u{1B}[?62c", &choice)
    let refusals = [(1, true), (2, false), (3, false)].map { choice.note(.picture(number: $0, isShown: $1)) }
    #expect(refusals == [false, true, false])
    #expect(choice.graphics == .cells)
  }

  /// What was asked for is used once the terminal says that it has it.
  @Test(arguments: [
    (GraphicsWish.kitty, yes + "\u{1B}[?62c", Graphics.kitty),
    (.sixel, "\u{1B}[?63;4c", .sixel(colours: 256, mostPictures: nil)),
    (.iterm, "\u{1B}P>|WezTerm 20240203\u{1B}\\\u{1B}[?65;4;6c", .iterm),
    // As tmux answers without sixels, and others that have something else.
    (.kitty, "\u{1B}[?63;4c", .cells), (.sixel, "\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c", .cells),
    (.iterm, yes + "\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}[?62c", .cells),
  ])
  func aWishIsFollowedIfTheTerminalCan(_ wish: GraphicsWish, _ answers: String, _ graphics: Graphics) {
    var choice = GraphicsChoice(wish)
    #expect(choice.graphics == .cells && choice.isUnconfirmed, "nothing is known yet")
    #expect(keys(answers, &choice).isEmpty)
    #expect(choice.graphics == graphics && !choice.isUnconfirmed)
    #expect(choice.isLost == (graphics == .cells), "it is told")
    let isToldAgain = choice.lose()
    #expect(isToldAgain == (graphics != .cells))
  }

  @Test(arguments: [
    (GraphicsWish.forceKitty, Graphics.kitty), (.forceSixel, .sixel(colours: 256, mostPictures: nil)),
    (.forceITerm, .iterm),
  ])
  func aForcedProtocolNeedsNoAnswer(_ wish: GraphicsWish, _ graphics: Graphics) {
    var choice = GraphicsChoice(wish)
    #expect(choice.graphics == graphics)
    _ = keys("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c", &choice)
    #expect(choice.graphics == graphics && !choice.isUnconfirmed)
    let isRefused = choice.note(.picture(number: 1, isShown: false))
    #expect(isRefused && choice.graphics == .cells, "what the terminal says of a picture counts")
  }

  @Test(arguments: [
    ("kitty(0.41.1)", true), ("kitty(0.28.0)", true), ("kitty(1.0)", true), ("ghostty 1.2.0", true),
    ("kitty(0.26.5)", false), ("kitty(", false), ("WezTerm 20240203", false), ("", false),
  ])
  func withinTmuxSomeTerminalsShowPictures(_ terminal: String, _ hasPictures: Bool) {
    var choice = GraphicsChoice(.auto, within: .tmux(terminal: terminal))
    let question = "\u{1B}Ptmux;\u{1B}\u{1B}_Gi=1885693292,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\u{1B}\\\u{1B}\\"
    #expect(choice.questions == (hasPictures ? Array(question.utf8) : []))
    // tmux's own answer may come first.
    _ = keys("\u{1B}[?1;2;4c", &choice)
    #expect(choice.graphics == .cells && !choice.isLost)
    _ = keys(Self.yes, &choice)
    #expect(choice.graphics == .placeholders)
  }

  @Test func aWishForKittyIsTriedWithinTmux() {
    var choice = GraphicsChoice(.kitty, within: .tmux(terminal: ""))
    #expect(!choice.questions.isEmpty)
    _ = keys("\u{1B}[?1;2c", &choice)
    #expect(choice.graphics == .cells, "tmux passes nothing on")
    #expect(choice.isUnconfirmed && !GraphicsChoice(.auto, within: .tmux(terminal: "")).isUnconfirmed)
    var silent = choice
    let losses = [silent.lose(), silent.lose()]
    #expect(losses == [true, false] && !silent.isUnconfirmed, "it is told once")
    _ = keys(Self.yes, &choice)
    #expect(choice.graphics == .placeholders && !choice.isUnconfirmed)
  }

  @Test func nothingIsAskedThroughScreenOrForCells() {
    #expect(GraphicsChoice(.auto, within: .other).questions.isEmpty)
    #expect(GraphicsChoice(.cells).questions.isEmpty)
    // The attributes are asked for nevertheless.
    var choice = GraphicsChoice(.auto, within: .other)
    _ = choice.note(.attributes([62, 4]))
    #expect(choice.graphics == .cells)
  }

  @Test func impossibleCellsAreIgnored() {
    var choice = GraphicsChoice(.auto)
    for size in [(0, 0), (0, 20), (10, 0), (65535, 65535), (-1, 20)] {
      choice.measure(PixelSize(width: size.0, height: size.1))
      #expect(choice.cell == nil)
    }
    choice.measure(PixelSize(width: 10, height: 20))
    #expect(choice.cell == PixelSize(width: 10, height: 20))
    // The terminal's answer counts until the system's figure changes.
    _ = choice.note(.cell(PixelSize(width: 9, height: 20)))
    choice.measure(PixelSize(width: 10, height: 20))
    #expect(choice.cell == PixelSize(width: 9, height: 20))
    choice.measure(PixelSize(width: 12, height: 24))
    #expect(choice.cell == PixelSize(width: 12, height: 24))
  }
}
