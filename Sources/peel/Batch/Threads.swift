import Dispatch
import Glibc
import Imaging
import Synchronization

/// What `work` makes of each number below `count`, in their order, on as many threads as there are numbers.
func onThreads<Outcome: Sendable>(_ count: Int, _ work: @Sendable (Int) -> Outcome) -> [Outcome] {
  if count == 1 { return [work(0)] }
  let outcomes = Mutex<[Int: Outcome]>([:])
  DispatchQueue.concurrentPerform(iterations: count) { index in
    let outcome = work(index)
    outcomes.withLock { $0[index] = outcome }
  }
  return outcomes.withLock { outcomes in (0..<count).compactMap { outcomes[$0] } }
}

extension Development {
  /// The same scan as on one thread.
  func scan(threads: Int) -> Scan {
    // Even rows, so that no row of half-size chroma is drawn twice but at the seams.
    let cuts = (0...threads).map { $0 == threads ? height : height * $0 / threads / 2 * 2 }
    let parts = zip(cuts, cuts.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
    let strips = onThreads(parts.count) { strip(rows: parts[$0]) }
    let colours = colours(of: strips)
    return scan(of: onThreads(parts.count) { finished(rows: parts[$0], of: strips, colours) }, colours)
  }
}
