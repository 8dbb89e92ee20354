import PeelWorkbench
import Testing

@testable import PeelTerminal

/// When an Escape is a key.
struct SilenceTests {
  @Test func otherEventsDoNotLengthenIt() {
    let begin = ContinuousClock.now
    let silence = Silence(since: begin)
    // The bell rings every 10 ms.
    let rests = [0, 10, 20, 30, 40, 50].map { silence.rest(at: begin + .milliseconds($0)) }
    #expect(rests == [40, 30, 20, 10, 0, 0])
    #expect(!silence.isOver(at: begin + .milliseconds(39)) && silence.isOver(at: begin + .milliseconds(40)))
  }

  /// While an answer is expected, its first byte may come before the rest.
  @Test func itLastsLongerWhileAnswersAreExpected() {
    let begin = ContinuousClock.now
    let silence = Silence(since: begin, delay: Silence.inAnswers)
    #expect(!silence.isOver(at: begin + .milliseconds(299)) && silence.isOver(at: begin + .milliseconds(300)))
    // A letter that comes after 40 ms belongs to no Escape before it.
    #expect(!silence.isPause(at: begin + .milliseconds(39)) && silence.isPause(at: begin + .milliseconds(40)))
  }

  /// An answer that never ends doesn't swallow keys for ever.
  @Test func anAnswerWithoutAnEndIsDropped() {
    var decoder = KeyDecoder()
    for byte in "\u{1B}_Gi=31;OOO".utf8 { decoder.append(byte) }
    for _ in 0..<49 { #expect(decoder.next(isFinal: true) == nil && decoder.isPending) }
    #expect(decoder.next(isFinal: true) == nil && !decoder.isPending)
    decoder.append(UInt8(ascii: "x"))
    #expect(decoder.next() == .key(.character("x")))
  }

  /// A letter that was typed while a long drawing kept the program from noticing that the Escape was alone.
  @Test(arguments: [
    ("q", [Key.escape, .character("q")]), ("\u{1B}", [.escape, .escape]), ("\t", [.escape, .tab]), ("[A", [.up]),
    ("OB", [.down]), ("é", [.escape, .character("é")]),
  ])
  func aLateByteBelongsToNoKeyWithAlt(_ late: String, _ keys: [Key]) {
    var decoder = KeyDecoder()
    decoder.append(0x1B)
    #expect(decoder.next() == nil)
    decoder.pause(before: late.utf8.first ?? 0)
    for byte in late.utf8 { decoder.append(byte) }
    var inputs: [Input] = []
    while let input = decoder.next(isFinal: true) { inputs.append(input) }
    #expect(inputs == keys.map { .key($0) })
  }
}
