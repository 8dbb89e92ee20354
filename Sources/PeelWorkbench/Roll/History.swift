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

  /// Changes that are undone together.
  struct Step: Equatable, Sendable {
    /// What was done, in the past tense: `moved corner 2`.
    var title: String
    var current: ItemID
    var changes: [Change] = []
    var rename: Rename?
    var reordering: Reordering?
    /// The corner or side that was moved, which undo and redo select; nil if none was.
    var handle: Handle?

    fileprivate var isEmpty: Bool { changes.isEmpty && rename == nil && reordering == nil }
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

  /// Drops an item's changes, which can't be undone any more because its photo was replaced.
  mutating func forget(_ item: ItemID) {
    func without(_ steps: [Step]) -> [Step] {
      steps.compactMap { step in
        var step = step
        step.changes.removeAll { $0.item == item }
        return step.isEmpty ? nil : step
      }
    }
    (done, undone, open) = (without(done), without(undone), nil)
  }

  /// Makes all steps leave what is accepted of an item as it is now: another program saved it, or the photo was replaced.
  ///
  /// - Parameter prints: the accepted prints; nil if there are none.
  mutating func accept(_ prints: [Outline]?, of item: ItemID) {
    func accepted(_ steps: [Step]) -> [Step] {
      steps.map { step in
        var step = step
        for (index, change) in step.changes.enumerated() where change.item == item {
          (step.changes[index].before.accepted, step.changes[index].after.accepted) = (prints, prints)
        }
        return step
      }
    }
    (done, undone) = (accepted(done), accepted(undone))
  }

  /// Drops a change of name that the file system refused.
  mutating func forget(_ rename: Rename) {
    done.removeAll { $0.rename?.number == rename.number }
    undone.removeAll { $0.rename?.number == rename.number }
  }

  /// Notes the names that a file had and has, which the file system may have completed.
  mutating func note(_ rename: Rename) {
    func noted(_ steps: [Step]) -> [Step] {
      steps.map { step in
        guard step.rename?.number == rename.number else { return step }
        var step = step
        (step.title, step.rename) = (rename.title, rename)
        return step
      }
    }
    (done, undone) = (noted(done), noted(undone))
  }

  /// Rebases the changes that were made to an item before its prints were found.
  mutating func fill(_ item: ItemID, _ found: Sheet) {
    func filled(_ steps: [Step]) -> [Step] {
      steps.map { step in
        var step = step
        for (index, change) in step.changes.enumerated() where change.item == item {
          step.changes[index].before = change.before.filled(by: found)
          step.changes[index].after = change.after.filled(by: found)
        }
        return step
      }
    }
    done = filled(done)
    undone = filled(undone)
  }
}
