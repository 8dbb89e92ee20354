/// Help: the keys that apply once it's closed.
extension View {
  /// Covers the screen but for the key bar, and writes a title.
  mutating func drawGround(_ title: String, _ text: String) {
    screen.fill(Area(column: 0, row: 0, columns: screen.columns, rows: layout.keys.row), theme[.desk])
    screen.fill(layout.title, theme[.bar])
    let used = write(title, column: 1, row: 0, .barName)
    write(text, column: used + 3, row: 0, .bar, limit: max(0, screen.columns - used - 4))
  }

  mutating func drawHelp(page: Int) {
    let pages = HelpPages(model.pageKeymap, columns: screen.columns, rows: screen.rows, unicode: unicode)
    drawGround("Keys", pages.count > 1 ? "page \(page + 1) of \(pages.count)" : "")
    for line in pages.lines(of: page) {
      if line.isHeading {
        write(line.text, column: line.column, row: line.row, .quiet)
      } else {
        write(line.keys, column: line.column + 1, row: line.row, .key)
        write(line.text, column: line.column + HelpPages.keyColumns, row: line.row, .text)
      }
    }
  }
}

/// The lines of help, laid out in columns and pages.
struct HelpPages {
  struct Line {
    var keys = ""
    var text: String
    var isHeading = false
    var page = 0
    var column = 0
    var row = 0
  }

  /// The widths of a column's two parts, the keys and what they do, in columns of the screen.
  static let keyColumns = 18
  private static let textColumns = 21

  private var lines: [Line] = []
  private(set) var count = 1

  func lines(of page: Int) -> [Line] { lines.filter { $0.page == page } }

  /// Lays out help, with blank lines between groups unless they'd take an additional page.
  init(_ keymap: Keymap<Command>, columns: Int, rows: Int, unicode: Bool) {
    self.init(keymap, columns: columns, rows: rows, unicode: unicode, air: 1)
    guard count > 1 else { return }
    let close = HelpPages(keymap, columns: columns, rows: rows, unicode: unicode, air: 0)
    if close.count < count { self = close }
  }

  private init(_ keymap: Keymap<Command>, columns: Int, rows: Int, unicode: Bool, air: Int) {
    let width = max(1, min(columns - 2, Self.keyColumns + Self.textColumns))
    let side = max(1, (columns - 2) / width)
    let (top, last) = (1 + air, rows - 3 - air)
    var (page, column, row) = (0, 0, top)
    for group in KeyGroup.allCases {
      let members = keymap.rows.filter { $0.group == group && !$0.keys.isEmpty }
      let texts = members.map { $0.help.wrapped(to: max(width - Self.keyColumns - 1, 8)) }
      guard !members.isEmpty else { continue }
      if row > top { row += air }
      /// Starts a new column if the next lines don't fit, which keeps a heading with its first entry and an entry whole.
      func makeRoom(for height: Int) {
        guard row + height - 1 > last else { return }
        (row, column) = (top, column + 1)
        if column == side { (column, page) = (0, page + 1) }
      }
      // A group stays whole if a column has room for it.
      let height = texts.reduce(1) { $0 + $1.count }
      if row > top, row + height - 1 > last, height <= last - top + 1 { makeRoom(for: height) }
      makeRoom(for: 1 + texts[0].count)
      lines.append(Line(text: group.rawValue, isHeading: true, page: page, column: 1 + column * width, row: row))
      row += 1
      for (member, text) in zip(members, texts) {
        makeRoom(for: text.count)
        for (index, line) in text.enumerated() {
          lines.append(
            Line(
              keys: index == 0 ? Key.names(of: member.keys, unicode: unicode) : "", text: line, page: page,
              column: 1 + column * width, row: row))
          row += 1
        }
      }
    }
    count = page + 1
  }
}

extension Model {
  var helpPages: Int { HelpPages(pageKeymap, columns: display.columns, rows: display.rows, unicode: true).count }
}
