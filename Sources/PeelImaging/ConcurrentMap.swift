internal import Dispatch
internal import Synchronization

/// Calls `work` with each number below `count`, on up to `count` threads at once.
///
/// - Returns: The results in the order of their numbers.
package func onThreads<Outcome: Sendable>(_ count: Int, _ work: @Sendable (Int) -> Outcome) -> [Outcome] {
  if count == 1 { return [work(0)] }
  let outcomes = Mutex<[Int: Outcome]>([:])
  DispatchQueue.concurrentPerform(iterations: count) { index in
    let outcome = work(index)
    outcomes.withLock { $0[index] = outcome }
  }
  return outcomes.withLock { outcomes in (0..<count).compactMap { outcomes[$0] } }
}

extension Array where Element: Sendable {
  /// Maps the elements on several threads.
  ///
  /// Thread k of n takes the elements k, k + n, k + 2n and so on, because neighbours often take equally long.
  ///
  /// - Returns: The results in the order of the elements.
  package func map<Outcome: Sendable>(
    threads: Int, _ transform: @Sendable (Element) -> Outcome
  ) -> [Outcome] {
    let threads = Swift.max(1, Swift.min(threads, count))
    let shares = onThreads(threads) { first in
      stride(from: first, to: count, by: threads).map { transform(self[$0]) }
    }
    return indices.map { shares[$0 % threads][$0 / threads] }
  }
}
