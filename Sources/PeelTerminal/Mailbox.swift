import Synchronization

/// A queue of events from other threads to a loop. Events wait while no loop runs.
package final class Mailbox<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    /// The running loop's bell; nil if no loop runs.
    var bell: Bell?
  }

  private let state = Mutex(State())

  /// Creates an empty mailbox.
  package init() {}

  /// Adds an event and wakes the loop.
  package func post(_ event: Event) { _ = post(event, replacing: { _ in false }) }

  /// Adds an event and removes the waiting events that it outdates.
  ///
  /// - Returns: the number of events removed.
  package func post(_ event: Event, replacing isOutdated: (Event) -> Bool) -> Int {
    let (bell, count) = state.withLock { state in
      let before = state.events.count
      state.events.removeAll(where: isOutdated)
      let count = before - state.events.count
      state.events.append(event)
      return (state.bell, count)
    }
    bell?.ring()
    return count
  }

  /// Removes all events and returns them, oldest first.
  package func empty() -> [Event] {
    state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  /// Sets the bell to ring; nil if no loop runs.
  func attach(_ bell: Bell?) { state.withLock { $0.bell = bell } }
}
