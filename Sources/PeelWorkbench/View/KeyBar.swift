/// The last line of the screen: the most useful keys and what they do.
struct KeyBar {
  struct Entry: Equatable {
    var keys: String
    var label: String
  }

  var entries: [Entry]

  /// The number of last entries that are always shown: help and quit.
  private static let kept = 2

  /// Draws the entries that fit into a row, from the first on and always the last ones.
  func draw(in row: Int, of screen: inout Screen, _ theme: Theme, unicode: Bool) {
    var entries = entries
    func width() -> Int { entries.reduce(1) { $0 + $1.keys.width(unicode: unicode) + $1.label.count + 3 } - 2 }
    while width() > screen.columns - 1, entries.count > Self.kept { entries.remove(at: entries.count - Self.kept - 1) }
    var column = 1
    for entry in entries {
      column += screen.write(entry.keys, column: column, row: row, theme[.key], unicode: unicode) + 1
      column += screen.write(entry.label, column: column, row: row, theme[.keyLabel], unicode: unicode) + 2
    }
  }
}
