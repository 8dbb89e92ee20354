import Dispatch

/// What has come of an item, or what is left to do for it: work that waits for a disk and leaves the cores to others.
enum Progressed<Outcome: Sendable>: Sendable {
  case done(Outcome)
  case left(@Sendable () -> Outcome)

  func map<Other>(_ transform: @escaping @Sendable (Outcome) -> Other) -> Progressed<Other> {
    switch self {
    case .done(let outcome): .done(transform(outcome))
    case .left(let rest): .left { transform(rest()) }
    }
  }
}

/// Begins the items, with up to `jobs` at work at a time and up to twice as many not ended, and hands on what comes of them
/// in the items' own order, as soon as it can. Begins no further item once `isStopped`; then what is already under way
/// still ends, and `true` comes back.
func inOrder<Item: Sendable, Outcome: Sendable>(
  _ items: [Item], jobs: Int, isStopped: @escaping @Sendable () -> Bool = { Interruption.signal != nil },
  begin: @escaping @Sendable (Item) async -> Progressed<Outcome>, receive: (Outcome) -> Void
) async -> Bool {
  await withTaskGroup(of: (Int, Progressed<Outcome>).self) { group in
    var begun = 0
    var atWork = 0
    var waiting: Set<Int> = []
    var outcomes: [Int: Outcome] = [:]
    var next = 0
    func beginMore() {
      while atWork < jobs, atWork + waiting.count < 2 * jobs, begun < items.count, !isStopped() {
        let index = begun
        group.addTask { (index, await begin(items[index])) }
        begun += 1
        atWork += 1
      }
    }
    beginMore()
    for await (index, progressed) in group {
      if waiting.remove(index) == nil { atWork -= 1 }
      switch progressed {
      case .left(let rest):
        waiting.insert(index)
        group.addTask { (index, .done(await onOwnThread(rest))) }
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

/// The same of items for which nothing is left.
func inOrder<Item: Sendable, Outcome: Sendable>(
  _ items: [Item], jobs: Int, isStopped: @escaping @Sendable () -> Bool = { Interruption.signal != nil },
  work: @escaping @Sendable (Item) async -> Outcome, receive: (Outcome) -> Void
) async -> Bool {
  await inOrder(items, jobs: jobs, isStopped: isStopped, begin: { .done(await work($0)) }, receive: receive)
}

/// Beside the threads of tasks, of which there is one a core, so that none of them waits with it.
private func onOwnThread<Outcome: Sendable>(_ work: @escaping @Sendable () -> Outcome) async -> Outcome {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "waiting").async { continuation.resume(returning: work()) }
  }
}
