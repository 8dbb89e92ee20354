internal import PeelFiles

/// An item's outcome, or the rest of its work, which waits for a disk and leaves the cores to other items.
package enum Progressed<Outcome: Sendable>: Sendable {
  case done(Outcome)
  case left(@Sendable () -> Outcome)

  package func map<Other>(_ transform: @escaping @Sendable (Outcome) -> Other) -> Progressed<Other> {
    switch self {
    case .done(let outcome): .done(transform(outcome))
    case .left(let rest): .left { transform(rest()) }
    }
  }
}

/// Processes items on several threads and passes their outcomes on in the items' order, as early as possible.
///
/// Up to `jobs` items are worked on at once, and up to twice as many are unfinished. No item is begun once `isStopped`;
/// those that were begun are finished.
///
/// - Returns: whether it was stopped.
package func inOrder<Item: Sendable, Outcome: Sendable>(
  _ items: [Item], jobs: Int, isStopped: @escaping @Sendable () -> Bool = { Interruption.signal != nil },
  begin: @escaping @Sendable (Item) async -> Progressed<Outcome>, receive: (Outcome) -> Void
) async -> Bool {
  await withTaskGroup(of: (Int, Progressed<Outcome>).self) { group in
    var begun = 0
    var working = 0
    var waiting: Set<Int> = []
    var outcomes: [Int: Outcome] = [:]
    var next = 0
    func beginMore() {
      while working < jobs, working + waiting.count < 2 * jobs, begun < items.count, !isStopped() {
        let index = begun
        group.addTask { (index, await begin(items[index])) }
        begun += 1
        working += 1
      }
    }
    beginMore()
    for await (index, progressed) in group {
      if waiting.remove(index) == nil { working -= 1 }
      switch progressed {
      case .left(let rest):
        waiting.insert(index)
        group.addTask { (index, .done(await onOwnThread("writing", rest))) }
      case .done(let outcome): outcomes[index] = outcome
      }
      beginMore()
      while let outcome = outcomes.removeValue(forKey: next) {
        receive(outcome)
        next += 1
      }
    }
    return isStopped()
  }
}

/// Processes items that leave nothing to do afterwards.
package func inOrder<Item: Sendable, Outcome: Sendable>(
  _ items: [Item], jobs: Int, isStopped: @escaping @Sendable () -> Bool = { Interruption.signal != nil },
  work: @escaping @Sendable (Item) async -> Outcome, receive: (Outcome) -> Void
) async -> Bool {
  await inOrder(items, jobs: jobs, isStopped: isStopped, begin: { .done(await work($0)) }, receive: receive)
}
