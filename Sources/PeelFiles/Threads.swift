internal import Dispatch
internal import PeelPlatform

/// The threads that this program may start.
///
/// The limit of the user (`ulimit -u`) or of a control group may forbid more. Dispatch would wait for them without end.
package enum Threads {
  /// The threads that run besides those of jobs: the main queue's, the runtime's for tasks, and one that starts others.
  private static let besideJobs = 3
  /// The threads of a job: one computes, and one writes.
  private static let ofJob = 2
  /// The least number of threads besides the first one with which a command works.
  package static let least = besideJobs + ofJob

  /// The number of jobs, at most `wanted` and at least 1, for which threads can be started now.
  package static func jobs(_ wanted: Int) -> Int {
    max(1, min(wanted, (startable(besideJobs + ofJob * wanted) - besideJobs) / ofJob))
  }

  /// The number of threads, at most `wanted`, that can be started now and run at the same time.
  static func startable(_ wanted: Int) -> Int {
    var threads: [pthread_t] = []
    for _ in 0..<wanted {
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let error = unsafe pthread_create(
        &thread, nil,
        { _ in
          Threads.end.wait()
          return nil
        }, nil)
      if error != 0 { break }
      #if canImport(Darwin)
        if let thread { unsafe threads.append(thread) }
      #else
        threads.append(thread)
      #endif
    }
    for _ in threads { end.signal() }
    for thread in threads {
      #if canImport(Darwin)
        _ = unsafe pthread_join(thread, nil)
      #else
        _ = pthread_join(thread, nil)
      #endif
    }
    return threads.count
  }

  private static let end = DispatchSemaphore(value: 0)
}
