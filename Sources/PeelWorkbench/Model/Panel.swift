import PeelImaging

/// What is open over the photo. While a panel is open, keys act on it alone.
package enum Panel: Equatable, Sendable {
  /// Help, at a page from 0.
  case help(page: Int)
  /// The commands, to be searched and run by name.
  case commands(CommandSearch)
  /// The work under way, from a line on.
  case work(first: Int)
  /// A new name for the photo, as typed so far.
  case name(String)
  /// The date on which the prints were taken, as typed so far.
  case date(String)
}

/// A search among the commands of the table of keys.
package struct CommandSearch: Equatable, Sendable {
  package internal(set) var text = ""
  /// An index of the matches.
  package internal(set) var chosen = 0
}

extension Model {
  /// The page of help shown, from 0; nil if help is closed.
  package var helpPage: Int? {
    if case .help(let page)? = panel { page } else { nil }
  }

  /// Whether something is shown in place of the photo.
  var isCovered: Bool { filmstrip != nil || frameStrip != nil || stereo != nil }

  /// The keys that apply once the panel is closed. Help explains them.
  var coveredKeymap: Keymap<Action> {
    if frameStrip != nil { return keymaps.frames }
    if stereo != nil { return keymaps.stereo }
    if merging != nil { return keymaps.merging }
    return filmstrip == nil ? keymaps.desk : keymaps.filmstrip
  }

  /// A command that a search found.
  struct FoundCommand {
    let command: Keymap<Action>.Command
    let help: String
  }

  /// The commands whose name or help has every word of a text. Those whose name begins with the text come first.
  func commands(matching text: String) -> [FoundCommand] {
    let words = text.lowercased().split(separator: " ")
    let all = coveredKeymap.rows.flatMap { row in row.commands.map { FoundCommand(command: $0, help: row.help) } }
    let found = all.filter { one in
      words.allSatisfy { one.command.name.contains($0) || one.help.lowercased().contains($0) }
    }
    func isNamed(_ one: FoundCommand) -> Bool { one.command.name.hasPrefix(text.lowercased()) }
    return found.filter(isNamed) + found.filter { !isNamed($0) }
  }

  mutating func open(_ panel: Panel) {
    filter?.isTyping = false
    self.panel = panel
  }

  mutating func turnPage(by step: Int) {
    switch panel {
    case .help(let page): panel = .help(page: (page + step).cycled(in: helpPages))
    case .work(let first): panel = .work(first: min(max(first + step, 0), max(workInWords.count - 1, 0)))
    case .commands(var search):
      search.chosen = (search.chosen + step).cycled(in: max(commands(matching: search.text).count, 1))
      panel = .commands(search)
    case .name, .date, nil: break
    }
  }

  /// Whether characters are typed into the panel.
  var isTypingInPanel: Bool {
    switch panel {
    case .commands, .name, .date: true
    case .help, .work, nil: false
    }
  }

  /// Changes the text that is typed into the panel.
  mutating func edit(_ change: (inout String) -> Void) {
    switch panel {
    case .commands(var search):
      change(&search.text)
      search.chosen = 0
      panel = .commands(search)
    case .name(var name):
      change(&name)
      panel = .name(name)
    case .date(var date):
      change(&date)
      panel = .date(date)
    case .help, .work, nil: break
    }
  }

  /// Gives the photo the name that was typed.
  mutating func rename() {
    guard case .name(let name)? = panel else { return }
    if name != item.title, isExporting(current) {
      message = note("\(item.title) is being exported; rename it when that is done")
      return
    }
    panel = nil
    guard name != item.title else { return }
    let rename = History.Rename(item: current, before: item.title, after: name, number: history.renames)
    history.record(History.Step(title: rename.title, place: current, rename: rename), at: time)
    order(rename, to: name, isAgain: false)
  }

  /// Has the file system give a photo another name.
  ///
  /// - Parameter isAgain: whether an undo or a redo asks for it.
  mutating func order(_ rename: History.Rename, to name: String, isAgain: Bool) {
    ask(.rename(RenameOrder(rename: rename, name: name, isAgain: isAgain)))
  }

  /// The next change of an item's name that isn't done yet; nil if there is none.
  func renaming(_ item: Int) -> RenameOrder? {
    for case .rename(let order) in jobs.orders where order.item == item { return order }
    return nil
  }

  /// Notes a photo's new name. Names are given in the order in which they were asked for.
  mutating func renamed(_ order: RenameOrder, to name: String) {
    var rename = order.rename
    let old = roll[order.item].title
    if name == old, !order.isAgain {
      history.forget(rename)
      message = note("its name is \(name) already")
      return
    }
    if !order.isAgain {
      (rename.before, rename.after) = (old, name)
      history.note(rename)
      // An undo that was asked for meanwhile has its own message.
      if renaming(order.item) == nil { message = note(rename.title + wordsForScans(of: order.item)) }
    }
    roll[order.item].title = name
    if order.item == current { ask(.remember(item: current)) }
  }

  mutating func notRenamed(_ order: RenameOrder, _ sentence: Sentence) {
    history.forget(order.rename)
    message = trouble(sentence.text)
    // The person goes on with the name, unless they have gone elsewhere meanwhile.
    if !order.isAgain, order.item == current, panel == nil, filter?.isTyping != true, !isCovered {
      open(.name(order.rename.after))
    }
  }

  /// Says that a photo's scans keep its name before it's renamed; empty if it has none.
  private func wordsForScans(of photo: Int) -> String {
    roll[photo].exported == nil ? "" : "; its scans keep the old name"
  }

  /// The chosen command's action. Closes the panel.
  mutating func takeCommand() -> Action? {
    guard case .commands(let search)? = panel else { return nil }
    let found = commands(matching: search.text)
    guard found.indices.contains(search.chosen) else {
      message = note("no command matches \(search.text)")
      return nil
    }
    panel = nil
    return found[search.chosen].command.action
  }

  /// Whether no work is under way or waits.
  package var isIdle: Bool {
    !jobs.contains { words(for: $0) != nil } && exporting.waiting.isEmpty && !roll.contains { $0.isUnsearched }
  }

  /// The work under way and the work that waits, a line each.
  package var workInWords: [String] {
    var lines = jobs.orders.compactMap(words)
    lines += exporting.waiting.map { "waiting to export \(words(for: roll[$0].sheet.accepted ?? [], of: $0))" }
    let unsearched = roll.count(where: \.isUnsearched)
    if unsearched > 0 { lines.append("\(unsearched.photos) not looked at yet") }
    if acceptingSure != nil { lines.append("waiting to accept the sure photos") }
    return lines.isEmpty ? ["no work under way"] : lines
  }

  private func words(for prints: [Outline], of item: Int) -> String {
    "\(prints.count.counted("print")) of \(roll[item].title)"
  }

  /// Work under way in words; nil for what only refines the screen while a person rests.
  private func words(for order: Order) -> String? {
    switch order {
    case .load(let item), .scout(let item): "reading \(roll[item].title)"
    case .detect(let item): "finding the prints of \(roll[item].title)"
    case .snap(let order): "snapping an outline of \(roll[order.item].title)"
    case .preview(let order): "developing a print of \(roll[order.item].title)"
    case .export(let order): "exporting \(words(for: order.outlines, of: order.item))"
    case .keep(let item, _, _): "saving what you accepted of \(roll[item].title)"
    case .recall: "reading what was saved before"
    case .view(let item): "opening \(roll[item].title) in another program"
    case .rename(let order): "renaming \(roll[order.item].title)"
    case .rescan: "looking for changes on disk"
    case .rank: "comparing the prints of \(photosThere.photos)"
    case .merge(let order): "merging \(order.shots.count.counted("shot"))"
    case .exportMerged(_, let burst): "exporting a scan merged from \(burst.used.count.counted("shot"))"
    case .makeStereo(let order): "making stereo pictures of \(roll[order.item].title)"
    case .exportStereo(let order): "exporting the \(order.show.rawValue) of \(roll[order.item].title)"
    case .rankFrames(let item): "looking for faces in \(roll[item].title)"
    case .keepFrame(let item, let source): "keeping \(source.words) of \(roll[item].title)"
    case .closeUp(let order): "reading a part of \(roll[order.item].title)"
    case .fit, .measure, .took, .forgetMerge, .forgetStereo, .stopFrames, .remember, .redraw, .suspend, .leave: nil
    }
  }
}
