import Synchronization

/// A stream that keeps only the newest value. A value that isn't taken in time is replaced by the next one, and counted.
///
/// One thread or task puts values, one task takes them.
final class Newest<Value: Sendable>: Sendable {
  /// The values, for one task. Ends when the stream is closed and the last value is taken.
  let values: AsyncStream<Value>

  private let continuation: AsyncStream<Value>.Continuation
  private let lost = Atomic(0)
  private let isPaused = Atomic(false)

  init() { (values, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1)) }

  /// The number of values that were replaced before they were taken.
  var dropped: Int { lost.load(ordering: .relaxed) }

  /// Puts a value, unless the stream is paused.
  func put(_ value: Value) {
    guard !isPaused.load(ordering: .relaxed) else { return }
    if case .dropped = continuation.yield(value) { lost.add(1, ordering: .relaxed) }
  }

  /// Ignores the values that are put, until it is resumed.
  func pause() { isPaused.store(true, ordering: .relaxed) }

  func resume() { isPaused.store(false, ordering: .relaxed) }

  /// Ends the stream.
  func close() { continuation.finish() }
}
