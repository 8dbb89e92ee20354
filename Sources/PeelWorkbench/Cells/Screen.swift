/// How letters look apart from their colour.
public struct Style: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let bold = Style(rawValue: 1)
  public static let dim = Style(rawValue: 2)
  public static let underline = Style(rawValue: 4)
  public static let reverse = Style(rawValue: 8)
}

/// How a cell is painted.
public struct Paint: Hashable, Sendable {
  public var ink: Ink
  public var ground: Ink
  public var style: Style

  public init(ink: Ink = .standard, ground: Ink = .standard, style: Style = []) {
    self.ink = ink
    self.ground = ground
    self.style = style
  }
}

/// One place of the terminal.
public struct Cell: Hashable, Sendable {
  /// A single character of one column, or of two and then followed by a cell without a glyph.
  public var glyph: Character?
  public var paint: Paint

  public init(glyph: Character? = " ", paint: Paint = Paint()) {
    self.glyph = glyph
    self.paint = paint
  }
}

/// A rectangle of cells.
public struct Area: Equatable, Sendable {
  public var column: Int
  public var row: Int
  public var columns: Int
  public var rows: Int

  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  public func contains(column: Int, row: Int) -> Bool {
    (self.column..<self.column + columns).contains(column) && (self.row..<self.row + rows).contains(row)
  }

  public func inset(by margin: Int) -> Area {
    Area(column: column + margin, row: row + margin, columns: columns - 2 * margin, rows: rows - 2 * margin)
  }
}

/// A terminal's screen as a value: rows of cells.
public struct Screen: Equatable, Sendable {
  public let columns: Int
  public let rows: Int
  /// `columns * rows`, row by row.
  public private(set) var cells: [Cell]

  public init(columns: Int, rows: Int, paint: Paint = Paint()) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: Cell(paint: paint), count: self.columns * self.rows)
  }

  public var area: Area { Area(column: 0, row: 0, columns: columns, rows: rows) }

  /// Reading outside gives a blank, writing there does nothing.
  public subscript(column: Int, row: Int) -> Cell {
    get { area.contains(column: column, row: row) ? cells[row * columns + column] : Cell() }
    set {
      guard area.contains(column: column, row: row) else { return }
      cells[row * columns + column] = newValue
    }
  }

  public mutating func fill(_ area: Area, _ paint: Paint, with glyph: Character = " ") {
    for row in area.row..<area.row + area.rows {
      for column in area.column..<area.column + area.columns { self[column, row] = Cell(glyph: glyph, paint: paint) }
    }
  }

  /// Writes letters, cut off at `limit` columns; gives the columns used. What would disturb a terminal becomes `?`.
  @discardableResult
  public mutating func write(
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

  /// Row by row, of an area that lies within.
  func cells(of area: Area) -> [Cell] {
    (area.row..<area.row + area.rows).flatMap { row in
      cells[row * columns + area.column..<row * columns + area.column + area.columns]
    }
  }

  /// The other way round.
  mutating func put(_ block: [Cell], at area: Area) {
    for row in 0..<area.rows {
      let start = (area.row + row) * columns + area.column
      cells.replaceSubrange(start..<start + area.columns, with: block[row * area.columns..<(row + 1) * area.columns])
    }
  }

  /// The glyphs alone, a line for each row, without the blanks at their ends.
  public var text: String {
    (0..<rows).map { row in
      var line = String((0..<columns).compactMap { self[$0, row].glyph })
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// In the colours that `depth` has.
  public func reduced(to depth: Capabilities.Depth) -> Screen {
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
