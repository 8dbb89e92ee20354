/// How long nothing has come after bytes that may begin a longer sequence. Other events don't lengthen it.
struct Silence: Sendable {
  /// When the last byte came.
  private var last: ContinuousClock.Instant

  /// The time to wait for the rest of a sequence after its Escape.
  static let delay = Duration.milliseconds(40)

  /// Begins when a byte comes.
  init(since last: ContinuousClock.Instant = .now) { self.last = last }

  /// How long to wait until the bytes that came count as all there are, in milliseconds.
  func rest(at now: ContinuousClock.Instant = .now) -> Int32 {
    Int32(max(0, ((last + Self.delay - now) / .milliseconds(1)).rounded(.up)))
  }

  /// Whether the bytes that came count as all there are.
  func isOver(at now: ContinuousClock.Instant = .now) -> Bool { last + Self.delay <= now }
}
