import Dispatch
import PeelFiles
import PeelTerminal

// How this program is concurrent.
//
// - The terminal's thread waits for a person and does nothing slow: all work is started elsewhere, and its result is
//   posted to the loop's mailbox.
// - What computes (finding prints, following them, developing) runs in tasks, on the concurrency runtime's threads.
// - What may block on a file, a pipe or a child process runs on a thread of its own (`onOwnThread`), so that no task waits
//   for a disk. It hands its values to tasks through a stream.
// - What has to happen in order (exporting, keeping, taking shots) goes through a `JobQueue`.
// - What is outdated by newer values (frames, measures) is replaced or cancelled rather than queued.
// - A value is owned by one task or thread and sent on. What several share is a mailbox, a stream or an atomic number.

/// Waits for a task. Call it from a thread that isn't one of the concurrency runtime's.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
  let (values, value) = (Mailbox<Value>(), DispatchSemaphore(value: 0))
  Task.detached(priority: .userInitiated) {
    values.post(await work())
    value.signal()
  }
  value.wait()
  guard let value = values.empty().first else { preconditionFailure("the task posts before it signals") }
  return value
}

/// Does jobs one after another, in the order in which they are added. Jobs may block.
struct JobQueue: Sendable {
  typealias Job = @Sendable () -> Void

  private let jobs: AsyncStream<Job>.Continuation
  private let isEmptied = DispatchSemaphore(value: 0)

  /// Creates a queue.
  ///
  /// - Parameter policy: which jobs wait; `.bufferingNewest(1)` for those that outdate each other.
  init(_ name: String, keeping policy: AsyncStream<Job>.Continuation.BufferingPolicy = .unbounded) {
    let (stream, jobs) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: policy)
    self.jobs = jobs
    Task.detached(priority: .userInitiated) { [isEmptied] in
      for await job in stream { await onOwnThread(name, job) }
      isEmptied.signal()
    }
  }

  func add(_ job: @escaping Job) { jobs.yield(job) }

  /// Waits until the jobs added so far are done. Call it from a thread that isn't one of the concurrency runtime's.
  func wait() {
    let isDone = DispatchSemaphore(value: 0)
    if case .terminated = jobs.yield({ isDone.signal() }) { return }
    isDone.wait()
  }

  /// Takes no more jobs. Those added before are still done.
  func close() { jobs.finish() }

  /// Closes the queue and waits until all jobs are done. Call it once, from a thread that isn't one of the concurrency
  /// runtime's.
  func finish() {
    close()
    isEmptied.wait()
  }
}
