/// The undo history of all sheets, without a limit.
struct History: Sendable {
  struct Change: Equatable, Sendable {
    var item: ItemID
    var before: Sheet
    var after: Sheet
  }

  /// A photo's change of name.
  struct Rename: Equatable, Sendable {
    var item: ItemID
    var before: String
    var after: String
    /// Tells apart the renames of a session.
    var number: Int

    /// What was done, in the past tense.
    var title: String { "renamed \(before) to \(after)" }
  }

  /// A change of the scans' order on the light table.
  struct Reordering: Equatable, Sendable {
    var before: [SheetOrder.Scan]
    var after: [SheetOrder.Scan]
  }

  /// What is undone and redone together.
  struct Step: Equatable, Sendable {
    enum Work: Equatable, Sendable {
      case changes([Change])
      case rename(Rename)
      case reordering(Reordering)
    }

    /// What was done, in the past tense: `moved corner 2`.
    var title: String
    var current: ItemID
    var work: Work
    /// The corner or side that was moved, which undo and redo select; nil if none was.
    var handle: Handle?

    /// The sheets' changes; none if the work is another.
    fileprivate(set) var changes: [Change] {
      get { if case .changes(let changes) = work { changes } else { [] } }
      set { if case .changes = work { work = .changes(newValue) } }
    }

    var rename: Rename? { if case .rename(let rename) = work { rename } else { nil } }

    fileprivate var isEmpty: Bool { work == .changes([]) }
  }

  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// The number of renames that were recorded.
  private(set) var renames = 0
  /// The last step's handle and the time of its last nudge; nil if no nudge may join the step.
  private var open: (handle: Handle, time: Double)?

  /// The longest pause between two nudges of one step, in seconds.
  private static let pause = 0.3

  /// Records a step. A nudge joins the last step if that moved the same handle a moment ago.
  mutating func record(_ step: Step, isNudge: Bool = false, at time: Double) {
    let handle = isNudge ? step.handle : nil
    var step = step
    step.changes.removeAll { $0.before == $0.after }
    guard !step.isEmpty else { return }
    undone = []
    if step.rename != nil { renames += 1 }
    if let handle, let open, handle == open.handle, time - open.time < Self.pause, let last = done.last,
      last.title == step.title, last.changes.count == 1, step.changes.count == 1,
      last.changes[0].item == step.changes[0].item, last.changes[0].after == step.changes[0].before
    {
      done[done.count - 1].changes[0].after = step.changes[0].after
    } else {
      done.append(step)
    }
    open = handle.map { ($0, time) }
  }

  /// Makes the next nudge start a new step.
  mutating func close() { open = nil }

  /// Lets a slow drag join the last step, if that moved the same handle.
  mutating func reopen(_ handle: Handle, at time: Double) {
    if open?.handle == handle { open = (handle, time) }
  }

  mutating func undo() -> Step? {
    open = nil
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  mutating func redo() -> Step? {
    open = nil
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }

  /// Changes all steps. Those that are then empty are dropped.
  private mutating func update(_ change: (inout Step) -> Void) {
    func updated(_ steps: [Step]) -> [Step] {
      steps.compactMap { step in
        var step = step
        change(&step)
        return step.isEmpty ? nil : step
      }
    }
    (done, undone) = (updated(done), updated(undone))
  }

  /// Changes an item's sheets in all steps.
  private mutating func update(_ item: ItemID, _ change: (inout Sheet) -> Void) {
    update { step in
      for index in step.changes.indices where step.changes[index].item == item {
        change(&step.changes[index].before)
        change(&step.changes[index].after)
      }
    }
  }

  /// Drops an item's changes, which can't be undone any more because its photo was replaced.
  mutating func forget(_ item: ItemID) {
    update { $0.changes.removeAll { $0.item == item } }
    open = nil
  }

  /// Makes all steps leave what is accepted of an item as it is now: another program saved it, or the photo was replaced.
  ///
  /// - Parameter prints: the accepted prints; nil if there are none.
  mutating func accept(_ prints: [Outline]?, of item: ItemID) { update(item) { $0.accepted = prints } }

  /// Drops a change of name that the file system refused.
  mutating func forget(_ rename: Rename) {
    update { if $0.rename?.number == rename.number { $0.work = .changes([]) } }
  }

  /// Notes the names that a file had and has, which the file system may have completed.
  mutating func note(_ rename: Rename) {
    update { if $0.rename?.number == rename.number { ($0.title, $0.work) = (rename.title, .rename(rename)) } }
  }

  /// Rebases the changes that were made to an item before its prints were found.
  mutating func fill(_ item: ItemID, _ found: Sheet) { update(item) { $0 = $0.filled(by: found) } }
}
