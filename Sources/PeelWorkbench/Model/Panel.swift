import PeelImaging

/// What is open over the page. While a panel is open, keys act on it alone.
package enum Panel: Equatable, Sendable {
  /// Help, at a page from 0.
  case help(page: Int)
  /// The commands, to be searched and run by name.
  case commands(CommandSearch)
  /// The work under way, from a line on.
  case work(first: Int)
  /// A line of text, as typed so far.
  case entry(Entry, String)
  /// The rulers whose letters place corners.
  case rulers(Rulers)

  /// What a line of text is typed for.
  package enum Entry: Equatable, Sendable {
    /// A new name of the photo.
    case name
    /// The date on which the prints were taken, what they show, or the keywords by which they are found.
    case taken, caption, keywords
    /// A sheet of scans.
    case sheet
  }

  var keymap: Keymap<Command> {
    switch self {
    case .help: StandardKeys.help
    case .commands: StandardKeys.commands
    case .work: StandardKeys.work
    case .entry(let entry, _): StandardKeys.keys(for: entry)
    case .rulers: StandardKeys.rulers
    }
  }

  /// What was typed; nil if nothing is typed into the panel. Setting it where nothing is typed does nothing.
  var text: String? {
    get {
      switch self {
      case .commands(let search): search.text
      case .entry(_, let text): text
      case .help, .work, .rulers: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .commands: self = .commands(CommandSearch(text: newValue))
      case .entry(let entry, _): self = .entry(entry, newValue)
      case .help, .work, .rulers: break
      }
    }
  }

  /// Whether letters that are typed go into the panel.
  var takesLetters: Bool { if case .rulers = self { true } else { text != nil } }
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

  /// Whether corners are placed by letters. The loupe would cover them.
  var hasRulers: Bool { rulers != nil }

  private var rulers: Rulers? { if case .rulers(let rulers)? = panel { rulers } else { nil } }

  mutating func open(_ panel: Panel) {
    roll.filter?.isTyping = false
    self.panel = panel
  }

  mutating func apply(_ command: PanelCommand) {
    switch command {
    case .type(let letter): if let rulers { type(letter, on: rulers) } else { edit { $0.append(letter) } }
    case .erase:
      if let rulers {
        erase(on: rulers)
      } else if isFiltering, roll.filter?.text.isEmpty == true {
        cancelFilter()
      } else {
        edit { _ = $0.popLast() }
      }
    case .eraseAll: edit { $0 = "" }
    case .turnPage(let step): turnPage(by: step)
    case .close: panel = nil
    case .run: if let chosen = takeChosenCommand() { apply(chosen) }
    case .enter: enter()
    }
  }

  /// Changes the text that is typed into the panel, or else into the filter.
  private mutating func edit(_ change: (inout String) -> Void) {
    if var text = panel?.text {
      change(&text)
      panel?.text = text
    } else if var text = roll.filter?.text {
      change(&text)
      roll.filter?.text = text
      sift()
    }
  }

  private mutating func turnPage(by step: Int) {
    switch panel {
    case .help(let page): panel = .help(page: (page + step).cycled(in: helpPages))
    case .work(let first): panel = .work(first: min(max(first + step, 0), max(workInWords.count - 1, 0)))
    case .commands(var search):
      search.chosen = (search.chosen + step).cycled(in: max(commands(matching: search.text).count, 1))
      panel = .commands(search)
    case .entry, .rulers, nil: break
    }
  }

  /// Takes the line that was typed.
  private mutating func enter() {
    guard case .entry(let entry, let text)? = panel else { return }
    switch entry {
    case .name: rename(to: text)
    case .taken: setDate(text)
    case .caption: setCaption(text)
    case .keywords: setKeywords(text)
    case .sheet: makeSheet(text)
    }
  }

  // MARK: commands by name

  /// A command that a search found.
  struct FoundCommand {
    let command: Keymap<Command>.Command
    let help: String
  }

  /// The commands whose name or help has every word of a text. Those whose name begins with the text come first.
  func commands(matching text: String) -> [FoundCommand] {
    let words = text.lowercased().split(separator: " ")
    let all = pageKeymap.rows.flatMap { row in
      // A row's help may describe each of its commands.
      let parts = row.help.split(separator: "; ").map { String($0) }
      return row.commands.indices.map { index in
        FoundCommand(
          command: row.commands[index], help: parts.count == row.commands.count ? parts[index] : row.help)
      }
    }
    let found = all.filter { one in
      words.allSatisfy { one.command.name.contains($0) || one.help.lowercased().contains($0) }
    }
    func isNamed(_ one: FoundCommand) -> Bool { one.command.name.hasPrefix(text.lowercased()) }
    return found.filter(isNamed) + found.filter { !isNamed($0) }
  }

  /// The command chosen in the panel, which is closed; nil, and a message, if none matches.
  private mutating func takeChosenCommand() -> Command? {
    guard case .commands(let search)? = panel else { return nil }
    let found = commands(matching: search.text)
    guard found.indices.contains(search.chosen) else {
      message = note("no command matches \(search.text)")
      return nil
    }
    panel = nil
    return found[search.chosen].command.action
  }
}
