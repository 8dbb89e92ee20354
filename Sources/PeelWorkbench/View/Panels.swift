import PeelImaging

/// What is open over the photo.
extension View {
  mutating func drawPanel() {
    switch model.panel {
    case .help(let page): drawHelp(page: page)
    case .commands(let search): draw(search)
    case .work(let first): drawWork(from: first)
    case .entry(let entry, let text): draw(entry, text)
    case .rulers(let rulers): draw(rulers)
    case nil: break
    }
    // Work that ends meanwhile has its message shown, above what is being typed.
    switch model.panel {
    case .help, .commands, .work: drawMessage()
    case .entry, .rulers: drawMessage(endingAt: layout.status.row - 1)
    case nil: break
    }
  }

  /// The width of the commands' names, and of their keys, in columns.
  private static let nameColumns = 20
  private static let keyColumns = 14

  private mutating func draw(_ search: CommandSearch) {
    let found = model.commands(matching: search.text)
    drawGround("Commands", found.isEmpty ? "" : "\(search.chosen + 1) of \(found.count)")
    let used = write(":\(search.text)", column: 1, row: 2, .key)
    screen[min(1 + used, screen.columns - 1), 2] = Cell(glyph: unicode ? "▏" : "_", paint: theme[.key])
    let top = 4
    let rows = max(layout.keys.row - top, 0)
    let first = max(0, min(search.chosen - rows / 2, found.count - rows))
    for (row, index) in found.indices.dropFirst(first).prefix(rows).enumerated() {
      let (command, isChosen) = (found[index].command, index == search.chosen)
      write(isChosen ? (unicode ? "▸" : ">") : " ", column: 1, row: top + row, .key)
      write(command.name, column: 3, row: top + row, isChosen ? .key : .text, limit: Self.nameColumns - 1)
      let keys = Key.names(of: Array(command.keys.prefix(2)), unicode: unicode)
      write(keys, column: 3 + Self.nameColumns, row: top + row, .quiet, limit: Self.keyColumns - 1)
      write(
        found[index].help, column: 3 + Self.nameColumns + Self.keyColumns, row: top + row, .quiet,
        limit: max(0, screen.columns - 4 - Self.nameColumns - Self.keyColumns))
    }
    if found.isEmpty { write("no command matches", column: 3, row: top, .quiet) }
  }

  /// The columns for what is typed, such as a whole date.
  private static let entryColumns = 16

  /// Draws a line that is typed in the status bar, below the photo: its end, if it's too long.
  private mutating func draw(_ entry: Panel.Entry, _ text: String) {
    screen.fill(layout.status, theme[.desk])
    let row = layout.status.row
    let isNarrow = screen.columns < entry.question.count + Self.entryColumns
    let room = screen.columns - 3
    var column = 1 + write(isNarrow ? entry.brief : entry.question, column: 1, row: row, .key, limit: room)
    column += write(text.tail(columns: max(room - column, 0), unicode: unicode), column: column, row: row, .key)
    screen[min(column, screen.columns - 1), row] = Cell(glyph: unicode ? "▏" : "_", paint: theme[.key])
  }

  private mutating func drawWork(from first: Int) {
    drawGround("Work", "")
    for (row, line) in model.workInWords.dropFirst(first).prefix(max(layout.keys.row - 2, 0)).enumerated() {
      write(line, column: 1, row: 2 + row, .text, limit: screen.columns - 2)
    }
  }
}

extension Panel.Entry {
  /// What the person is asked, and the same where the other one leaves too little room.
  fileprivate var question: String {
    switch self {
    case .name: "new name: "
    case .taken: "taken (1984, 1984-07 or 1984-07-21): "
    case .caption: "caption: "
    case .keywords: "keywords, between commas: "
    case .sheet: "sheet (.pdf, .jpg or .html): "
    }
  }

  fileprivate var brief: String {
    switch self {
    case .name, .caption: question
    case .taken: "taken: "
    case .keywords: "keywords: "
    case .sheet: "sheet: "
    }
  }
}

extension String {
  /// The text, or as much of its end as fits after a sign that something is missing.
  fileprivate func tail(columns: Int, unicode: Bool) -> String {
    guard width(unicode: unicode) > columns else { return self }
    var end = self[...]
    while !end.isEmpty, String(end).width(unicode: unicode) >= columns { end.removeFirst() }
    return (unicode ? "…" : "~") + end
  }
}
