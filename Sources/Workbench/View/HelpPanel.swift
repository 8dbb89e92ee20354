/// The keys, from the keymap's table.
extension View {
  private static let keyColumns = 18
  private static let textColumns = 26

  mutating func drawHelp() {
    let area = Area(column: 0, row: 0, columns: screen.columns, rows: layout.status.row)
    screen.fill(Area(column: 0, row: 0, columns: screen.columns, rows: layout.keys.row), theme[.desk])
    screen.fill(layout.title, theme[.bar])
    write("Keys", column: 1, row: 0, .barName)
    write("? or Esc closes this", column: 7, row: 0, .bar, limit: max(0, screen.columns - 8))
    // As many columns side by side as are needed, and fit.
    for count in 1...2 {
      let width = min((area.columns - 2) / count, Self.keyColumns + Self.textColumns + 2)
      let lines = helpLines(textColumns: width - Self.keyColumns)
      let height = area.rows - 1
      guard lines.count < height * count || count == 2 else { continue }
      var (column, row) = (1, 1)
      for (index, line) in lines.enumerated() {
        // A heading does not stay alone at the foot of a column.
        if row > height || line.isHeading && row + 1 > height && index > 0 {
          column += width
          row = 1
        }
        guard column + width <= area.columns else {
          write("a larger window shows more", column: 1, row: area.rows - 1, .trouble)
          break
        }
        if line.isHeading {
          write(line.text, column: column, row: row, .quiet)
        } else {
          write(line.keys, column: column + 1, row: row, .key)
          write(line.text, column: column + Self.keyColumns, row: row, .text, limit: width - Self.keyColumns)
        }
        row += 1
      }
      return
    }
  }

  private func helpLines(textColumns: Int) -> [(keys: String, text: String, isHeading: Bool)] {
    Keymap.Group.allCases.filter { group in model.keymap.rows.contains { $0.group == group } }.flatMap { group in
      let rows = model.keymap.rows.filter { $0.group == group }
      return [(keys: "", text: group.rawValue, isHeading: true)]
        + rows.flatMap { row in
          let keys = Key.names(of: row.bindings.map(\.key), unicode: unicode)
          return row.help.wrapped(to: max(textColumns, 8)).enumerated().map { index, text in
            (keys: index == 0 ? keys : "", text: text, isHeading: false)
          }
        }
    }
  }
}
