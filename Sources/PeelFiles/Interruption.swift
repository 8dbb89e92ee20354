internal import PeelPlatform
internal import Synchronization

/// A signal that asks the program to end. No photo is begun after it; those that were begun are finished.
package enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// The number of the first such signal; nil if none came.
  package static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// From now on, notes the first interrupt, hang-up, broken pipe or termination. The next one ends the program at once.
  package static func begin() {
    _ = signal
    // Writing beyond the file size limit is then an error like others.
    _ = PeelPlatform.signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
      _ = PeelPlatform.signal(number) { number in
        Interruption.received.store(number, ordering: .relaxed)
        _ = PeelPlatform.signal(number, SIG_DFL)
      }
    }
  }
}
