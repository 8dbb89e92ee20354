import PeelRandomNumbers
import PeelWorkbench
import Testing

@testable import PeelTerminal

/// Sequences whose bytes come apart, and Escape alone.
struct SlowLineTests {
  /// Sequences, and what they are; nil for nothing.
  private static let sequences: [(text: String, input: Input?)] = [
    ("\u{1B}[A", .key(.up)), ("\u{1B}OB", .key(.down)), ("\u{1B}[1;2C", .key(.shiftRight)),
    ("\u{1B}[1;3D", .key(.altLeft)), ("\u{1B}[1;9A", .key(.altUp)), ("\u{1B}[Z", .key(.backTab)),
    ("\u{1B}[6~", .key(.pageDown)), ("\u{1B}Oq", .key(.character("1"))), ("\u{1B}OM", .key(.enter)),
    ("\u{1B}[27u", .key(.escape)), ("\u{1B}[104;3u", .key(.alt("h"))), ("\u{1B}[27;3;104~", .key(.alt("h"))),
    ("\u{1B}[15~", nil), ("\u{1B}[1;2R", nil), ("\u{1B}[[A", nil), ("\u{1B}OP", nil), ("\u{1B}[?64;4;22c", nil),
    ("\u{1B}[6;20;10t", nil),
    ("\u{1B}[?1;0;256S", nil), ("\u{1B}[?1u", nil),
    ("\u{1B}[<0;5;3M", .mouse(Mouse(.press, column: 4, row: 2))), ("\u{1B}[200~A\u{1B}[201~", .paste("A")),
  ]
  /// Further ones, in whose place an Escape alone may be followed by keys.
  private static let further: [(text: String, input: Input?)] = [
    ("\u{1B}\u{1B}[B", .key(.altDown)), ("\u{1B}\u{1B}OC", .key(.altRight)), ("\u{1B}\u{1B}[15~", nil),
    ("\u{1B}]11;rgb:0/0/0\u{1B}\\", nil), ("\u{1B}P>|xterm(390)\u{1B}\\", nil), ("\u{1B}_Gi=31;OK\u{1B}\\", nil),
    ("é", .key(.character("é"))),
  ]

  /// The delays of a byte, in milliseconds.
  private static let delays = [0, 30, 100, 500, 950]

  @Test(arguments: [SlowLine.Answerer.terminal, .none], delays)
  func aSequenceMayComeApartAnywhere(_ answerer: SlowLine.Answerer, latency: Int) {
    for (text, input) in Self.sequences + Self.further {
      for cut in 1..<text.utf8.count {
        for delay in Self.delays {
          var line = SlowLine(answerer, latency: .milliseconds(latency))
          line.send(text) { .milliseconds($0 == cut ? delay : 0) }
          line.pass(.seconds(5))
          line.send("x") { _ in .zero }
          line.pass(.seconds(5))
          let expected = [input, .key(.character("x"))].compactMap(\.self)
          #expect(line.decoded == expected, "\(text.debugDescription), \(delay) ms before byte \(cut)")
        }
      }
    }
  }

  /// All bytes come apart.
  @Test(arguments: [SlowLine.Answerer.terminal, .none], delays)
  func aSequenceMayComeByteByByte(_ answerer: SlowLine.Answerer, delay: Int) {
    for (text, input) in Self.sequences + Self.further {
      var line = SlowLine(answerer)
      line.send(text) { _ in .milliseconds(delay) }
      line.pass(.seconds(30))
      #expect(line.decoded == [input].compactMap(\.self), "\(text.debugDescription)")
    }
  }

  /// If something nearer than the terminal answers, its Escape may be taken for a key, but the rest never.
  @Test(arguments: delays)
  func theRestOfASequenceIsNeverKeys(delay: Int) {
    for (text, input) in Self.sequences {
      var line = SlowLine(.neighbour)
      line.send(text) { _ in .milliseconds(delay) }
      line.pass(.seconds(30))
      let isPaste = if case .paste = input { true } else { false }
      let expected = delay < 40 ? [input] : isPaste ? [.key(.escape), input] : [.key(.escape)]
      #expect(line.decoded == expected.compactMap(\.self), "\(text.debugDescription)")
      line.send("[O") { _ in .zero }
      line.pass(.seconds(1))
      #expect(line.decoded.suffix(2) == [.key(.character("[")), .key(.character("O"))])
    }
  }

  /// So it is if the neighbour answers between the first two bytes and the rest. What follows is keys again.
  @Test(arguments: delays)
  func theRestAfterTwoBytesIsNeverKeys(delay: Int) {
    for (text, input) in Self.sequences {
      var line = SlowLine(.neighbour)
      line.send(text) { .milliseconds($0 == 2 ? delay : 0) }
      line.send("x") { _ in .zero }
      line.pass(.seconds(5))
      let isPaste = if case .paste = input { true } else { false }
      let expected = delay < 40 || isPaste ? [input] : []
      #expect(line.decoded == expected.compactMap(\.self) + [.key(.character("x"))], "\(text.debugDescription)")
    }
  }

  /// The time from Escape to its answer, in milliseconds.
  @Test(arguments: [
    (SlowLine.Answerer.terminal, 0, 40), (.terminal, 5, 50), (.terminal, 200, 440), (.terminal, 700, 1000),
    (.neighbour, 200, 40), (.none, 0, 1000),
  ])
  func anEscapeAloneIsAnsweredOnceTheTerminalSaysSo(_ answerer: SlowLine.Answerer, latency: Int, time: Int) {
    var line = SlowLine(answerer, latency: .milliseconds(latency))
    let begin = line.now + line.latency
    line.send("\u{1B}") { _ in .zero }
    line.pass(.seconds(10))
    #expect(line.decoded == [.key(.escape)])
    #expect(line.inputs.first.map { $0.at - begin } == .milliseconds(time))
  }

  /// What is pressed soon after an Escape.
  @Test(arguments: [
    ("q", [Key.character("q")]), ("\u{1B}", [.escape]), ("\t", [.tab]), ("é", [.character("é")]),
    ("\u{1B}[A", [.up]), ("\u{1B}h", [.alt("h")]), ("P", [.character("P")]), ("\u{1B}[27u", [.escape]),
    // These can't be told from the rest of a sequence.
    ("[", []), ("O", []), ("[A", []),
  ])
  func keysAfterAnEscape(_ text: String, _ keys: [Key]) {
    var line = SlowLine(.terminal, latency: .milliseconds(5))
    line.send("\u{1B}") { _ in .zero }
    line.pass(.milliseconds(100))
    #expect(line.decoded == [.key(.escape)])
    line.send(text) { _ in .zero }
    line.pass(.seconds(5))
    #expect(line.decoded == ([.escape] + keys).map { .key($0) })
  }

  /// What comes before the answer. A letter after 40 ms isn't pressed with Alt held.
  @Test(arguments: [
    ("q", 39, [Key.alt("q")]), ("q", 40, [.escape, .character("q")]), ("\t", 300, [.escape, .tab]),
    ("é", 300, [.escape, .character("é")]), ("\u{1B}", 300, [.escape, .escape]), ("\u{1B}[A", 300, [.altUp]),
    ("[A", 300, [.up]), ("P", 300, [.alt("P")]),
  ])
  func keysBeforeTheAnswer(_ text: String, delay: Int, _ keys: [Key]) {
    var line = SlowLine(.none)
    line.send("\u{1B}" + text) { .milliseconds($0 == 1 ? delay : 0) }
    line.pass(.seconds(5))
    #expect(line.decoded == keys.map { .key($0) })
  }

  /// Keys, sequences cut at any bytes, and answers among them, on lines with any delays.
  @Test(arguments: 1...300)
  func randomKeysOnASlowLine(seed: Int) {
    var dice = RandomNumbers(seed: seed)
    let answerer: SlowLine.Answerer = Bool.random(using: &dice) ? .terminal : .none
    var line = SlowLine(answerer, latency: .milliseconds(Int.random(in: 0...400, using: &dice)))
    var expected: [Input] = []
    for _ in 0..<40 {
      let isCut = Bool.random(using: &dice)
      var pauses = (0..<24).map { _ in isCut ? Int.random(in: 0..<1000, using: &dice) : 0 }
      switch Int.random(in: 0..<10, using: &dice) {
      case 0:
        // Without delay, so that what is sent before and after it doesn't arrive with it.
        line.pass(.seconds(1000))
        line.send("\u{1B}") { _ in .zero }
        expected.append(.key(.escape))
        line.pass(.seconds(3))
      case 1:
        pauses = pauses.map { $0 % 40 }
        line.send("\u{1B}h") { .milliseconds(pauses[$0]) }
        expected.append(.key(.alt("h")))
      case 2...4:
        line.send("A") { .milliseconds(pauses[$0]) }
        expected.append(.key(.character("A")))
      case _:
        guard let (text, input) = (Self.sequences + Self.further).randomElement(using: &dice) else { continue }
        line.send(text) { .milliseconds(pauses[$0]) }
        if let input { expected.append(input) }
      }
      line.pass(.milliseconds(Int.random(in: 0..<300, using: &dice)))
    }
    line.pass(.seconds(1000))
    #expect(line.decoded == expected)
  }

  /// An answer that never ends doesn't swallow keys for ever.
  @Test func anAnswerWithoutAnEndIsDropped() {
    var line = SlowLine(.none)
    line.send("\u{1B}_Gi=31;OOO") { _ in .zero }
    line.pass(.milliseconds(1999))
    line.send("O") { _ in .zero }
    line.pass(.seconds(2))
    line.send("x") { _ in .zero }
    line.pass(.seconds(1))
    #expect(line.decoded == [.key(.character("x"))])
  }
}

/// How long answers are awaited before the terminal is given back.
struct OpenQuestionsTests {
  @Test func onlyOpenQuestionsAreAwaited() {
    let begin = ContinuousClock.now
    func wait(_ questions: OpenQuestions, at time: Int) -> Duration {
      let now = begin + .milliseconds(time)
      return questions.end(at: now) - now
    }
    var questions = OpenQuestions()
    #expect(!questions.isOpen(at: begin) && wait(questions, at: 0) == .zero)
    questions.ask(at: begin)
    #expect(
      [0, 900, 1500, 2000, 9000].map { wait(questions, at: $0) } == [1000, 1000, 500, 0, 0].map { .milliseconds($0) })
    questions.ask(at: begin + .milliseconds(100))
    for answer in [Answer.name("xterm"), .keyboard, .attributes([62])] { questions.note(answer) }
    #expect(questions.isOpen(at: begin + .milliseconds(200)))
    questions.note(.cursor)
    #expect(!questions.isOpen(at: begin + .milliseconds(200)))
    // A question that was never answered isn't waited for with the next one.
    questions.ask(at: begin)
    questions.ask(at: begin + .seconds(3))
    questions.note(.cursor)
    #expect(!questions.isOpen(at: begin + .seconds(3)))
  }
}
