internal import Dispatch

/// Starts work that may block, such as reading a file, on a thread of its own.
package func onOwnThread(_ name: String, _ work: @escaping @Sendable () -> Void) {
  DispatchQueue(label: name).async(execute: work)
}

/// Does work that may block on a thread of its own, without blocking the task that waits for it.
package func onOwnThread<Outcome: Sendable>(
  _ name: String, _ work: @escaping @Sendable () -> Outcome
) async -> Outcome {
  await withCheckedContinuation { continuation in
    onOwnThread(name) { continuation.resume(returning: work()) }
  }
}
