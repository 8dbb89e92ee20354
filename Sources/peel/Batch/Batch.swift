/// Runs `work` on the items, up to `jobs` at a time, and hands on what comes of them in the items' own order, as soon as
/// it can. Begins no further item once `isStopped`; then what is already under way still ends, and `true` comes back.
func inOrder<Item: Sendable, Outcome: Sendable>(
  _ items: [Item], jobs: Int, isStopped: @escaping @Sendable () -> Bool = { Interruption.signal != nil },
  work: @escaping @Sendable (Item) async -> Outcome, receive: (Outcome) -> Void
) async -> Bool {
  await withTaskGroup(of: (Int, Outcome).self) { group in
    var begun = 0
    func begin() {
      guard begun < items.count, !isStopped() else { return }
      let index = begun
      begun += 1
      group.addTask { (index, await work(items[index])) }
    }
    for _ in 0..<jobs { begin() }
    var waiting: [Int: Outcome] = [:]
    var next = 0
    for await (index, outcome) in group {
      begin()
      waiting[index] = outcome
      while let outcome = waiting.removeValue(forKey: next) {
        receive(outcome)
        next += 1
      }
    }
    return isStopped()
  }
}
