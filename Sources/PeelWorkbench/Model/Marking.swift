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

  /// Changes the settings of the chosen outline, or of all prints of the marked items.
  ///
  /// - Parameters:
  ///   - title: what is done, in the past tense, for undo.
  ///   - words: the message to show.
  mutating func set(_ title: String, _ words: String, _ change: (inout Settings) -> Void) {
    guard !marked.isEmpty else {
      guard self.change(title, { change(&$0.settings) }) else { return }
      let prints = item.sheet.prints
      let number = prints.count < 2 ? nil : outline.flatMap { prints.firstIndex(of: $0) }
      message = note(words + (number.map { ", for print \($0 + 1) of \(prints.count)" } ?? ""))
      return
    }
    let photos = marked.sorted().filter { !roll[$0].isGone && !roll[$0].isUnsearched && !roll[$0].hasFailed }
    record(
      "\(title) of \(photos.count.photos)",
      photos.map { photo in
        var sheet = roll[photo].sheet
        for index in sheet.outlines.indices { change(&sheet.outlines[index].settings) }
        return History.Change(item: photo, before: roll[photo].sheet, after: sheet)
      })
    let others = marked.count - photos.count
    let again = photos.count { roll[$0].sheet.accepted != nil && roll[$0].isAdjusted }
    message = note(
      "\(words), for \(photos.count.counted("marked photo"))"
        + (again == 0 ? "" : "; \(again.grouped) must be accepted again: Enter on each, or A for the sure marked ones")
        + (others == 0 ? "" : "; \(others.grouped) not looked at yet or not readable"))
  }
}
