/// A glyph's style.
package struct Style: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let bold = Style(rawValue: 1)
  package static let dim = Style(rawValue: 2)
  package static let underline = Style(rawValue: 4)
  package static let reverse = Style(rawValue: 8)
  /// The cell is blank and shows the picture placed there.
  static let picture = Style(rawValue: 16)
}

/// A cell's colours and style.
package struct Paint: Hashable, Sendable {
  package var ink: Ink
  package var ground: Ink
  package var style: Style

  package init(ink: Ink = .standard, ground: Ink = .standard, style: Style = []) {
    self.ink = ink
    self.ground = ground
    self.style = style
  }
}

/// One cell of the terminal.
package struct Cell: Hashable, Sendable {
  /// The cell's character; nil if the cell is the second half of a wide one.
  package var glyph: Character?
  package var paint: Paint

  package init(glyph: Character? = " ", paint: Paint = Paint()) {
    self.glyph = glyph
    self.paint = paint
  }
}

/// A rectangle of cells.
package struct Area: Hashable, Sendable {
  package var column: Int
  package var row: Int
  package var columns: Int
  package var rows: Int

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  package func contains(column: Int, row: Int) -> Bool {
    (self.column..<self.column + columns).contains(column) && (self.row..<self.row + rows).contains(row)
  }

  /// The part above another area, or beside it if that begins at the top; all if they don't overlap.
  package func apart(from other: Area) -> Area {
    let overlaps =
      other.column < column + columns && column < other.column + other.columns
      && other.row < row + rows && row < other.row + other.rows
    guard overlaps else { return self }
    return other.row > row
      ? Area(column: column, row: row, columns: columns, rows: other.row - row)
      : Area(column: column, row: row, columns: max(other.column - column - 1, 0), rows: rows)
  }

  /// The area without `margin` cells on each side.
  package func inset(by margin: Int) -> Area {
    Area(column: column + margin, row: row + margin, columns: columns - 2 * margin, rows: rows - 2 * margin)
  }
}

/// A screen of cells.
package struct Screen: Equatable, Sendable {
  package let columns: Int
  package let rows: Int
  /// The `columns * rows` cells, row by row.
  package private(set) var cells: [Cell]
  /// The pictures shown by pixels, the last one on top; empty if the terminal shows pictures with glyphs.
  package var pictures: [PlacedPicture] = []
  /// The window's title, safe to send to a terminal; empty to leave it as it is.
  package private(set) var title = ""

  package init(columns: Int, rows: Int, paint: Paint = Paint()) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: Cell(paint: paint), count: self.columns * self.rows)
  }

  /// Sets the window's title. Characters that would command the terminal become `?`.
  package mutating func setTitle(_ text: String) { title = String(text.map { Glyph($0, unicode: true).character }) }

  package var area: Area { Area(column: 0, row: 0, columns: columns, rows: rows) }

  /// A cell. Outside the screen, reading returns a blank and writing does nothing.
  package subscript(column: Int, row: Int) -> Cell {
    get { area.contains(column: column, row: row) ? cells[row * columns + column] : Cell() }
    set {
      guard area.contains(column: column, row: row) else { return }
      cells[row * columns + column] = newValue
    }
  }

  package mutating func fill(_ area: Area, _ paint: Paint, with glyph: Character = " ") {
    for row in area.row..<area.row + area.rows {
      for column in area.column..<area.column + area.columns { self[column, row] = Cell(glyph: glyph, paint: paint) }
    }
  }

  /// Writes text, cut off at `limit` columns. Characters that aren't safe to send to a terminal become `?`. Returns the
  /// columns used.
  @discardableResult
  package mutating func write(
    _ text: String, column: Int, row: Int, _ paint: Paint, limit: Int = .max, unicode: Bool = true
  ) -> Int {
    var used = 0
    for character in text {
      let glyph = Glyph(character, unicode: unicode)
      guard used + glyph.columns <= limit, column + used + glyph.columns <= columns else { break }
      self[column + used, row] = Cell(glyph: glyph.character, paint: paint)
      if glyph.columns == 2 { self[column + used + 1, row] = Cell(glyph: nil, paint: paint) }
      used += glyph.columns
    }
    return used
  }

  /// The cells of an area within the screen, row by row.
  func cells(of area: Area) -> [Cell] {
    (area.row..<area.row + area.rows).flatMap { row in
      let start = row * columns + area.column
      return cells[start..<start + area.columns]
    }
  }

  /// Replaces an area's cells by those that `cells(of:)` returned for an area of the same size.
  mutating func put(_ block: [Cell], at area: Area) {
    for row in 0..<area.rows {
      let start = (area.row + row) * columns + area.column
      cells.replaceSubrange(start..<start + area.columns, with: block[row * area.columns..<(row + 1) * area.columns])
    }
  }

  /// The screen's text, a line per row, without trailing blanks.
  package var text: String {
    (0..<rows).map { row in
      var line = String((0..<columns).compactMap { self[$0, row].glyph })
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// The screen with its colours reduced to those of `depth`.
  package func reduced(to depth: Capabilities.Depth) -> Screen {
    var known: [Ink: Ink] = [:]
    func reduce(_ ink: Ink) -> Ink {
      if let ink = known[ink] { return ink }
      let reduced: Ink =
        switch (ink, depth) {
        case (.colour, .trueColour), (.standard, _), (.indexed, _): ink
        case (.colour(let colour), .palette256): .indexed(Palette.nearestOf256(colour))
        case (.colour(let colour), .palette16): .indexed(Palette.nearest(colour, of: 16))
        case (.colour(let colour), .palette8): .indexed(Palette.nearest(colour, of: 8))
        case (.colour, .monochrome): .standard
        }
      known[ink] = reduced
      return reduced
    }
    guard depth != .trueColour else { return self }
    var screen = self
    for index in screen.cells.indices {
      screen.cells[index].paint.ink = reduce(screen.cells[index].paint.ink)
      screen.cells[index].paint.ground = reduce(screen.cells[index].paint.ground)
    }
    return screen
  }
}
