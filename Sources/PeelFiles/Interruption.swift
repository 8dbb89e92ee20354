internal import PeelPlatform
internal import Synchronization

/// A signal that asks the program to end. No photo is begun after it; those that were begun are finished.
package enum Interruption {
  private static let received = Atomic<Int32>(0)
  /// The number of the program that this one started last; 0 if it has ended.
  static let child = Atomic<pid_t>(0)

  /// The number of the signal that a pipe without a reader brings.
  package static let pipeSignal = SIGPIPE

  /// The number of the first such signal; nil if none came.
  package static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// From now on, notes the first interrupt, hang-up, broken pipe or termination. The next one ends the program at once, and
  /// with it the program that it started.
  ///
  /// Signals that were ignored when the program started, as by `nohup`, stay ignored. A broken pipe doesn't: each write to it
  /// would then fail with an error.
  package static func begin() {
    _ = signal
    _ = child.load(ordering: .relaxed)
    // Writing beyond the file size limit is then an error like others.
    _ = PeelPlatform.signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
      let earlier = PeelPlatform.signal(number) { number in
        let (isFirst, _) = Interruption.received.compareExchange(expected: 0, desired: number, ordering: .relaxed)
        if isFirst { return }
        let child = Interruption.child.load(ordering: .relaxed)
        if child > 0 { killpg(child, SIGKILL) }
        _ = PeelPlatform.signal(number, SIG_DFL)
        // It is delivered once this handler returns.
        raise(number)
      }
      let wasIgnored = unsafe unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if wasIgnored, number != SIGPIPE { _ = PeelPlatform.signal(number, SIG_IGN) }
    }
  }
}
