import PeelImaging

/// Marking several items, whose prints are then given the same settings.
extension Model {
  /// Marks the item or takes its mark away, and goes to the next.
  mutating func mark() {
    if roll.marked.remove(current) == nil { roll.marked.insert(current) }
    roll.lastMark = current
    let words = wordsForMarks
    if let next = item(by: 1) { go(to: next) }
    if message == nil { message = note(words) }
  }

  /// Marks the items from the one marked last to the current one.
  mutating func markRange() {
    let from = roll.lastMark ?? current
    let (first, last) = roll.isListed(from, before: current) ? (from, current) : (current, from)
    roll.marked.formUnion(reachable.filter { !roll.isListed($0, before: first) && !roll.isListed(last, before: $0) })
    roll.lastMark = current
    message = note(wordsForMarks)
  }

  /// What a message adds if photos are marked and only the one shown was changed.
  var notInMarked: String { roll.marked.isEmpty ? "" : "; the marked photos aren't changed" }

  private var wordsForMarks: String {
    if roll.marked.isEmpty { return "no photo marked" }
    let changing: [DeskCommand] = [
      .cycleFilm, .turn, .swapCrop, .cycleWhiteBalance, .askDate, .askCaption, .askKeywords,
      .toggleRestoration, .changeClip(by: 1), .changeClip(by: -1), .pasteSettings,
    ]
    func key(_ command: DeskCommand) -> String? { keymaps.desk.keys(for: .desk(command)).first?.name(unicode: false) }
    let keys = changing.compactMap(key)
    let last = keys.last.map { keys.count > 1 ? " and \($0)" : $0 } ?? "no key"
    let others = [("accepts", DeskCommand.accept), ("exports", .export), ("unmarks", .clear)].compactMap {
      verb, command in
      key(command).map { ", \($0) \(verb)" }
    }
    let listed = keys.dropLast().joined(separator: ", ") + last
    return "\(roll.marked.count.photos) marked; \(listed) change them all" + others.joined()
  }

  /// Changes the settings of the chosen outline, or of all prints of the marked items. Prints that haven't been found yet
  /// get them once they are.
  ///
  /// - Parameters:
  ///   - key: what is changed.
  ///   - title: what is done, in the past tense, for undo.
  ///   - words: the message to show.
  ///   - needsOld: whether what it changes depends on what it was. Prints must then have been found.
  mutating func set(
    _ key: PrintSettings.Key, _ title: String, _ words: String, needsOld: Bool = false,
    _ change: (inout PrintSettings) -> Void
  ) {
    guard !roll.marked.isEmpty else {
      if item.sheet.isAwaited, let sheet = item.sheet(with: key, needsOld: needsOld, change) {
        record(title, [History.Change(item: current, before: item.sheet, after: sheet)])
        message = note("\(words), for the prints still to be found")
        return
      }
      guard self.change(title, { $0.change(key, change) }) else { return }
      let prints = item.sheet.prints
      let number = prints.count < 2 ? nil : outline.flatMap { prints.firstIndex(of: $0) }
      message = note(words + (number.map { ", for print \($0 + 1) of \(prints.count)" } ?? ""))
      return
    }
    let changes = roll.sorted(roll.marked).compactMap { photo in
      roll[photo].sheet(with: key, needsOld: needsOld, change).map {
        History.Change(item: photo, before: roll[photo].sheet, after: $0)
      }
    }
    record("\(title) of \(changes.count.photos)", changes)
    let others = roll.marked.count - changes.count
    let again = changes.count { roll[$0.item].sheet.accepted != nil && roll[$0.item].isAdjusted }
    message = note(
      "\(words), for \(changes.count.counted("marked photo"))"
        + (again == 0 ? "" : "; \(again.grouped) must be accepted again: Enter accepts them")
        + (others == 0 ? "" : "; \(others.grouped) not looked at yet, unreadable or without a print"))
  }
}

extension RollItem {
  /// The sheet with changed settings of all its prints, or of those still to be found; nil if they can't be changed.
  ///
  /// - Parameter needsOld: whether the change depends on what the settings were.
  fileprivate func sheet(
    with key: PrintSettings.Key, needsOld: Bool, _ change: (inout PrintSettings) -> Void
  ) -> Sheet? {
    guard !isGone, !hasFailed, sheet.isAwaited || !sheet.outlines.isEmpty else { return nil }
    var changed = sheet
    guard sheet.isAwaited else {
      for index in changed.outlines.indices { changed.outlines[index].change(key, change) }
      return changed
    }
    var settings = PrintSettings()
    change(&settings)
    guard !needsOld, !isClip, key == .film || key.setting.value(settings) != nil else { return nil }
    changed.set(ChosenSettings(settings, keys: [key]))
    return changed
  }
}

extension Outline {
  /// Changes one of the settings, as a person chose.
  fileprivate mutating func change(_ key: PrintSettings.Key, _ change: (inout PrintSettings) -> Void) {
    change(&settings)
    if key == .film { isFilmChosen = true }
  }
}
