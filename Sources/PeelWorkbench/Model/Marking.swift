import PeelImaging

/// Marking several items, whose prints are then given the same settings.
extension Model {
  /// Marks the item or takes its mark away, and goes to the next.
  mutating func mark() {
    if marked.remove(current) == nil { marked.insert(current) }
    lastMark = current
    let words = wordsForMarks
    if let next = place(by: 1) { go(to: next) }
    if message == nil { message = note(words) }
  }

  /// Marks the items from the one marked last to the current one.
  mutating func markRange() {
    let from = lastMark ?? current
    let ends = (order[from], order[current])
    marked.formUnion(places.filter { (min(ends.0, ends.1)...max(ends.0, ends.1)).contains(order[$0]) })
    lastMark = current
    message = note(wordsForMarks)
  }

  private var wordsForMarks: String {
    marked.isEmpty
      ? "no photo marked" : "\(marked.count.photos) marked; f, t, m, w, D, + and - change them all, Esc unmarks"
  }

  /// Changes the settings of the chosen outline, or of all prints of the marked items. Prints that haven't been found yet
  /// get them once they are.
  ///
  /// - Parameters:
  ///   - title: what is done, in the past tense, for undo.
  ///   - words: the message to show.
  ///   - needsOld: whether what it changes depends on what it was. Prints must then have been found.
  mutating func set(
    _ title: String, _ words: String, needsOld: Bool = false, _ change: (inout Settings) -> Void
  ) {
    guard !marked.isEmpty else {
      if item.sheet.isAwaited, let sheet = item.sheet(needsOld: needsOld, change) {
        record(title, [History.Change(item: current, before: item.sheet, after: sheet)])
        message = note("\(words), for the prints still to be found")
        return
      }
      guard self.change(title, { change(&$0.settings) }) else { return }
      let prints = item.sheet.prints
      let number = prints.count < 2 ? nil : outline.flatMap { prints.firstIndex(of: $0) }
      message = note(words + (number.map { ", for print \($0 + 1) of \(prints.count)" } ?? ""))
      return
    }
    let changes = marked.sorted().compactMap { photo in
      roll[photo].sheet(needsOld: needsOld, change).map {
        History.Change(item: photo, before: roll[photo].sheet, after: $0)
      }
    }
    record("\(title) of \(changes.count.photos)", changes)
    let others = marked.count - changes.count
    let again = changes.count { roll[$0.item].sheet.accepted != nil && roll[$0.item].isAdjusted }
    message = note(
      "\(words), for \(changes.count.counted("marked photo"))"
        + (again == 0 ? "" : "; \(again.grouped) must be accepted again: Enter on each, or A for the sure marked ones")
        + (others == 0 ? "" : "; \(others.grouped) not looked at yet or not readable"))
  }
}

extension RollItem {
  /// The sheet with changed settings of all its prints, or of those still to be found; nil if they can't be changed.
  ///
  /// - Parameter needsOld: whether the change depends on what the settings were.
  fileprivate func sheet(needsOld: Bool, _ change: (inout Settings) -> Void) -> Sheet? {
    guard !isGone, !hasFailed else { return nil }
    var changed = sheet
    guard sheet.isAwaited else {
      for index in changed.outlines.indices { change(&changed.outlines[index].settings) }
      return changed
    }
    var settings = Settings()
    change(&settings)
    let chosen = ChosenSettings(settings, found: Settings())
    guard !needsOld, !isClip, !chosen.isEmpty else { return nil }
    changed.set(chosen)
    return changed
  }
}
