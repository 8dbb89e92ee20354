/// What was done to the sheets of all photos, to be undone and redone without limit.
struct History: Sendable {
  struct Change: Equatable, Sendable {
    var photo: Int
    var before: Sheet
    var after: Sheet
  }

  /// Undone in one go.
  struct Step: Equatable, Sendable {
    /// Where it was done, an index of the roll.
    var place: Int
    var changes: [Change]
  }

  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// What the last step is about, and when it was last added to, while further nudges may join it.
  private var open: (handle: Handle, time: Double)?

  /// Seconds between nudges that are one step.
  private static let pause = 0.3

  /// `joining` names the handle whose nudges in one go are a single step; nil for what is always one of its own.
  mutating func record(_ step: Step, joining handle: Handle? = nil, at time: Double) {
    let changes = step.changes.filter { $0.before != $0.after }
    guard !changes.isEmpty else { return }
    undone = []
    if let handle, let open, handle == open.handle, time - open.time < Self.pause, let last = done.last,
      last.changes.count == 1, changes.count == 1, last.changes[0].photo == changes[0].photo,
      last.changes[0].after == changes[0].before
    {
      done[done.count - 1].changes[0].after = changes[0].after
    } else {
      done.append(Step(place: step.place, changes: changes))
    }
    open = handle.map { ($0, time) }
  }

  /// The next nudge begins a new step.
  mutating func close() { open = nil }

  /// A drag is one step however slow it is, unless it is the first that is done with the handle.
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

  /// What was done to a photo before its prints were known holds for these.
  mutating func fill(_ photo: Int, _ found: Sheet) {
    func filled(_ steps: [Step]) -> [Step] {
      steps.map { step in
        Step(
          place: step.place,
          changes: step.changes.map { change in
            guard change.photo == photo else { return change }
            return Change(photo: photo, before: change.before.filled(by: found), after: change.after.filled(by: found))
          })
      }
    }
    done = filled(done)
    undone = filled(undone)
  }
}
