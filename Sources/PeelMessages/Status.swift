import ArgumentParser
import PeelFiles

/// An exit status. They compare from good to bad.
package enum Status: Int32, Comparable {
  /// No photo failed, and no print needs review.
  case success = 0
  /// Nothing failed, but a print needs review or none was found.
  case review = 3
  /// At least one photo failed; the others are done.
  case failure = 1

  private static let ranking: [Status] = [.success, .review, .failure]

  package static func < (a: Status, b: Status) -> Bool {
    ranking.firstIndex(of: a) ?? 0 < ranking.firstIndex(of: b) ?? 0
  }
}

extension Interruption {
  /// The exit status after a signal, as shells have it: 130 for Ctrl-C, 143 for a termination; nil if none came.
  package static var exitCode: ExitCode? { signal.map { ExitCode(128 + $0) } }

  /// The exit status after the signal that a pipe without a reader brings, 141.
  package static let closedPipe = ExitCode(128 + pipeSignal)
}

extension Complaint {
  /// Writes the complaint to standard error and ends the command as failed.
  package func exit() throws -> Never {
    StandardStream.error.write(line)
    throw ExitCode(Status.failure.rawValue)
  }
}

extension Surroundings.Lack {
  /// Writes what is missing to standard error.
  package func complain() {
    switch self {
    case .files(let count):
      StandardStream.say(
        "only \(count) files may be open at once; allow \(Surroundings.leastFiles): ulimit -n \(Surroundings.leastFiles)"
      )
    case .threads(let count):
      StandardStream.say(
        """
        only \(count) more threads may be started; allow \(Threads.least): raise the user's limit (ulimit -u) or the \
        container's
        """)
    case .processes: StandardStream.say("/proc is needed, which isn't mounted; mount it: mount -t proc proc /proc")
    }
  }
}
