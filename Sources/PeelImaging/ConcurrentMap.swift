internal import Dispatch
internal import Synchronization

/// What `work` makes of each number below `count`, in their order, on as many threads as there are numbers.
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
  /// What `transform` makes of each element, in their order. Each of the threads takes every so many-th, as neighbours
  /// often cost alike.
  func map<Outcome: Sendable>(
    threads: Int, _ transform: @Sendable (Element) -> Outcome
  ) -> [Outcome] {
    let threads = Swift.max(1, Swift.min(threads, count))
    let shares = onThreads(threads) { first in
      stride(from: first, to: count, by: threads).map { transform(self[$0]) }
    }
    return indices.map { shares[$0 % threads][$0 / threads] }
  }
}
