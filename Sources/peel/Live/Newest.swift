import Dispatch
import Synchronization

/// Holds the newest of what one thread hands to another: what was not taken in time is dropped, and counted.
final class Newest<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var dropped = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let ready = DispatchSemaphore(value: 0)

  func put(_ value: Value) {
    state.withLock {
      if $0.value != nil { $0.dropped += 1 }
      $0.value = value
    }
    ready.signal()
  }

  /// At once; nil where nothing new is there.
  func taken() -> Value? {
    state.withLock { state in
      defer { state.value = nil }
      return state.value
    }
  }

  /// Waits for it; nil once this is closed.
  func next() -> Value? {
    while true {
      ready.wait()
      if let value = taken() { return value }
      if state.withLock({ $0.isClosed }) { return nil }
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    ready.signal()
  }

  var dropped: Int { state.withLock { $0.dropped } }
}
