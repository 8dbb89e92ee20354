/// What was done to the sheets of all photos, to be undone and redone without limit.
struct History: Sendable {
  struct Step: Equatable, Sendable {
    var photo: Int
    var before: Sheet
    var after: Sheet
  }

  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// What the last step is about while further nudges may join it.
  private var open: Handle?

  /// `joining` names the handle whose nudges in one go are a single step; nil for what is always one of its own.
  mutating func record(_ step: Step, joining handle: Handle?) {
    guard step.before != step.after else { return }
    undone = []
    if let handle, handle == open, let last = done.last, last.photo == step.photo, last.after == step.before {
      done[done.count - 1].after = step.after
    } else {
      done.append(step)
    }
    open = handle
  }

  /// The next nudge begins a new step.
  mutating func close() { open = nil }

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
}
