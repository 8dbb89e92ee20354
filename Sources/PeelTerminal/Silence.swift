/// How long nothing has come after bytes that may begin a longer sequence. Other events don't lengthen it.
struct Silence: Sendable {
  /// When the last byte came.
  private var last: ContinuousClock.Instant
  private let delay: Duration

  /// The time to wait for the rest of a sequence after its Escape, so that the key is prompt.
  static let usual = Duration.milliseconds(40)
  /// The same while an answer of the terminal is expected, which a slow line may send in pieces.
  static let inAnswers = Duration.milliseconds(300)

  /// Begins when a byte comes.
  init(since last: ContinuousClock.Instant = .now, delay: Duration = usual) { (self.last, self.delay) = (last, delay) }

  /// How long to wait until the bytes that came count as all there are, in milliseconds.
  func rest(at now: ContinuousClock.Instant = .now) -> Int32 {
    Int32(max(0, ((last + delay - now) / .milliseconds(1)).rounded(.up)))
  }

  /// Whether a byte that comes now is late: it can't belong to a key whose Escape came before.
  func isPause(at now: ContinuousClock.Instant = .now) -> Bool { last + Self.usual <= now }

  /// Whether the bytes that came count as all there are.
  func isOver(at now: ContinuousClock.Instant = .now) -> Bool { last + delay <= now }
}
