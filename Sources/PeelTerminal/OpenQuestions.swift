/// The questions to the terminal that end in one that all terminals answer, and aren't answered yet.
///
/// Terminals answer in order, so an answer to the last question of several comes after all others.
struct OpenQuestions: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// Ask for the terminal's attributes (DA1), and where the cursor is (DSR), which has the shorter answer.
  static let attributes = Array("\u{1B}[c".utf8)
  static let cursor = Array("\u{1B}[6n".utf8)

  /// How long an answer is expected. Terminals answer at once, slow lines within a second.
  private static let patience = Duration.seconds(2)
  /// How long to wait for answers before the terminal is given back. Only terminals that don't answer make it as long.
  private static let lastWait = Duration.seconds(1)

  private var count = 0
  private var last = Instant.now

  /// Notes that a question was asked.
  mutating func ask(at now: Instant = .now) {
    count = isOpen(at: now) ? count + 1 : 1
    last = now
  }

  /// Notes an answer.
  mutating func note(_ answer: Answer) {
    switch answer {
    case .attributes, .cursor: count = max(0, count - 1)
    case .picture, .cell, .name, .colours, .background, .keyboard: break
    }
  }

  /// Whether an answer may still come.
  func isOpen(at now: Instant = .now) -> Bool { count > 0 && now < last + Self.patience }

  /// Until when to wait for answers before the terminal is given back.
  func end(at now: Instant = .now) -> Instant { isOpen(at: now) ? min(last + Self.patience, now + Self.lastWait) : now }
}
