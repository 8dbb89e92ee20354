import ArgumentParser
import PeelPlatform
import Synchronization

/// A wish that the program ends, as a signal. No photo is begun after it; those in hand are done.
enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// The number of the first signal that came.
  static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// From now on the first interrupt, end of the terminal, lost reader or request to end is a wish; the next one ends
  /// the program at once.
  static func heed() {
    _ = signal
    // A file that may grow no further is an error like others.
    _ = PeelPlatform.signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
      _ = PeelPlatform.signal(number) { number in
        Interruption.received.store(number, ordering: .relaxed)
        _ = PeelPlatform.signal(number, SIG_DFL)
      }
    }
  }

  /// As shells count: 130 for Ctrl-C, 143 for a request to end.
  static var exitCode: ExitCode? { signal.map { ExitCode(128 + $0) } }
}
