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
    if name != item.title, exporting.includes(current) {
      message = note("\(item.title) is being exported; rename it when that is done")
      return
    }
    panel = nil
    guard name != item.title else { return }
    renames += 1
    let rename = History.Rename(item: current, before: item.title, after: name, number: renames)
    history.record(History.Step(title: rename.title, place: current, rename: rename), at: time)
    order(rename, to: name, isAgain: false)
  }

  /// Has the file system give a photo another name.
  ///
  /// - Parameter isAgain: whether an undo or a redo asks for it.
  mutating func order(_ rename: History.Rename, to name: String, isAgain: Bool) {
    renaming[rename.item, default: []].append(rename)
    wishes.append(.rename(item: rename.item, name, isAgain: isAgain))
  }

  /// Notes a photo's new name. Names are given in the order in which they were asked for.
  ///
  /// - Parameter isAgain: whether an undo or a redo asked for it.
  mutating func take(_ result: Result<String, Sentence>, ofRenaming photo: Int, isAgain: Bool) {
    guard var rename = renaming[photo]?.first else { return }
    renaming[photo]?.removeFirst()
    if renaming[photo]?.isEmpty == true { renaming[photo] = nil }
    switch result {
    case .success(let name):
      let old = roll[photo].title
      if name == old, !isAgain {
        history.forget(rename)
        message = note("its name is \(name) already")
        return
      }
      if !isAgain {
        (rename.before, rename.after) = (old, name)
        history.note(rename)
        // An undo that was asked for meanwhile has its own message.
        if renaming[photo] == nil { message = note(rename.title + wordsForScans(of: photo)) }
      }
      roll[photo].title = name
      if photo == current { wishes.append(.remember(item: photo)) }
    case .failure(let sentence):
      history.forget(rename)
      message = trouble(sentence.text)
      // The person goes on with the name, unless they have gone elsewhere meanwhile.
      if !isAgain, photo == current, panel == nil, filter?.isTyping != true, !isCovered {
        open(.name(rename.after))
      }
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
    workload.busy.isEmpty && snapping == nil && frameStrip?.isReading != true && merging.map { $0.burst != nil } ?? true
      && mergeExport == nil && stereoWork.underWay == nil && stereoWork.exporting == nil && proof.ordered == nil
      && comparing != .running && !exporting.isUnderWay
      && !exporting.isAsked
      && !roll.contains { $0.isUnsearched }
  }

  /// The work under way and the work that waits, a line each.
  package var workInWords: [String] {
    var lines: [String] = []
    for photo in workload.busy.sorted() {
      lines.append("\(workload.reading.contains(photo) ? "reading" : "finding the prints of") \(roll[photo].title)")
    }
    if let snapping { lines.append("snapping an outline of \(roll[snapping.order.item].title)") }
    if let order = proof.ordered { lines.append("developing a print of \(roll[order.item].title)") }
    if let frameStrip, frameStrip.isReading {
      lines.append("looking for faces in \(roll[frameStrip.item].title)")
    }
    if let merging, merging.burst == nil { lines.append("merging \(merging.order.shots.count.counted("shot"))") }
    if let mergeExport { lines.append("exporting a scan merged from \(mergeExport.burst.used.count.counted("shot"))") }
    if let order = stereoWork.underWay { lines.append("making stereo pictures of \(roll[order.item].title)") }
    if let order = stereoWork.exporting {
      lines.append("exporting the \(order.show.rawValue) of \(roll[order.item].title)")
    }
    if comparing == .running { lines.append("comparing the prints of \(photosThere.photos)") }
    func exported(_ item: Int, _ prints: [Outline]) -> String {
      "\(prints.count.counted("print")) of \(roll[item].title)"
    }
    if let order = exporting.running { lines.append("exporting \(exported(order.item, order.outlines))") }
    lines += exporting.waiting.map { "waiting to export \(exported($0, roll[$0].sheet.accepted ?? []))" }
    let unsearched = roll.count(where: \.isUnsearched)
    if unsearched > 0 { lines.append("\(unsearched.photos) not looked at yet") }
    if acceptingSure != nil { lines.append("waiting to accept the sure photos") }
    return lines.isEmpty ? ["no work under way"] : lines
  }
}
