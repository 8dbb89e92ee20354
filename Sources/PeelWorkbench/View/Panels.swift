import PeelImaging

/// What is open over the photo.
extension View {
  mutating func drawPanel() {
    switch model.panel {
    case .help(let page): drawHelp(page: page)
    case .commands(let search): draw(search)
    case .work(let first): drawWork(from: first)
    case .name(let name): drawEntry(name, after: "new name: ")
    case .date(let date): drawEntry(date, after: "taken (1984, 1984-07 or 1984-07-21): ", or: "taken: ")
    case nil: break
    }
    // Work that ends meanwhile has its message shown, above what is being typed.
    switch model.panel {
    case .help, .commands, .work: drawMessage()
    case .name, .date: drawMessage(endingAt: layout.status.row - 1)
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

  /// Text about the photo is typed in the status bar, below the photo.
  ///
  /// - Parameter brief: the question where the other one leaves too little room.
  private mutating func drawEntry(_ entry: String, after question: String, or brief: String? = nil) {
    screen.fill(layout.status, theme[.desk])
    let isNarrow = screen.columns < question.count + Self.entryColumns
    let used =
      1
      + write(
        (isNarrow ? brief ?? question : question) + entry, column: 1, row: layout.status.row, .key,
        limit: screen.columns - 3)
    screen[min(used, screen.columns - 1), layout.status.row] = Cell(glyph: unicode ? "▏" : "_", paint: theme[.key])
  }

  private mutating func drawWork(from first: Int) {
    drawGround("Work", "")
    for (row, line) in model.workInWords.dropFirst(first).prefix(max(layout.keys.row - 2, 0)).enumerated() {
      write(line, column: 1, row: 2 + row, .text, limit: screen.columns - 2)
    }
  }
}
