extension Screen {
  /// Draws a frame one cell wide along the edge of an area.
  mutating func drawBox(_ area: Area, _ paint: Paint, unicode: Bool) {
    let (right, bottom) = (area.column + area.columns - 1, area.row + area.rows - 1)
    guard right > area.column, bottom > area.row else { return }
    let glyphs: [Character] = unicode ? ["─", "│", "┌", "┐", "└", "┘"] : ["-", "|", "+", "+", "+", "+"]
    for column in area.column...right {
      for row in [area.row, bottom] { self[column, row] = Cell(glyph: glyphs[0], paint: paint) }
    }
    for row in area.row...bottom {
      for column in [area.column, right] { self[column, row] = Cell(glyph: glyphs[1], paint: paint) }
    }
    for (glyph, column, row) in [
      (glyphs[2], area.column, area.row), (glyphs[3], right, area.row), (glyphs[4], area.column, bottom),
      (glyphs[5], right, bottom),
    ] { self[column, row] = Cell(glyph: glyph, paint: paint) }
  }

  /// Draws a bar whose first part, `share` of it, is thick. Returns the columns used.
  ///
  /// - Parameter share: 0…1.
  @discardableResult
  mutating func drawBar(
    _ share: Double, column: Int, row: Int, columns: Int, _ paint: Paint, rest: Paint, unicode: Bool
  ) -> Int {
    let full = Int((min(max(share, 0), 1) * Double(columns)).rounded())
    let (thick, thin) = unicode ? ("━", "─") : ("=", "-")
    write(String(repeating: thick, count: full), column: column, row: row, paint, unicode: unicode)
    write(String(repeating: thin, count: columns - full), column: column + full, row: row, rest, unicode: unicode)
    return columns
  }
}

extension String {
  /// The text with the non-ASCII signs of messages replaced if the terminal lacks Unicode.
  func plain(unicode: Bool) -> String {
    guard !unicode else { return self }
    return String(
      compactMap { letter -> Character? in
        switch letter {
        case "°": nil
        case "×": "x"
        case "·", "•": "-"
        case "–": "-"
        case "…": "~"
        default: letter
        }
      })
  }
}
