import PeelImaging

/// Where the scans of all prints of a photo are, beside the chosen one's.
struct StripLayout: Equatable {
  let area: Area
  /// The scans side by side, and the size of each with the row for its number, in cells.
  private let across: Int
  let tile: (columns: Int, rows: Int)

  /// The least size of a scan with the row for its number, in cells.
  private static let least = (columns: 8, rows: 4)

  /// The largest tiles that fit; nil if there is one scan only, or too little room.
  init?(_ count: Int, in area: Area) {
    guard count > 1 else { return nil }
    /// How large a square may be, in rows.
    func size(_ across: Int) -> Int { min(area.columns / across / 2, area.rows * across / (count + across - 1) - 1) }
    let across = (1...count).max { size($0) < size($1) } ?? 1
    let down = (count + across - 1) / across
    tile = (area.columns / across, area.rows / down)
    guard tile.columns >= Self.least.columns, tile.rows >= Self.least.rows else { return nil }
    (self.area, self.across) = (area, across)
  }

  /// The area of a scan with the row for its number.
  func area(_ place: Int) -> Area {
    Area(
      column: area.column + place % across * tile.columns, row: area.row + place / across * tile.rows,
      columns: tile.columns, rows: tile.rows)
  }

  static func == (one: StripLayout, other: StripLayout) -> Bool {
    (one.area, one.across) == (other.area, other.across) && one.tile == other.tile
  }
}

extension Layout {
  /// The share of the scan's area that the strip takes, and the least that is left for the scan, in rows.
  private static let stripShare = 0.3
  private static let leastScanRows = 10

  /// The area of the chosen print's scan divided between it and the scans of all prints.
  ///
  /// - Parameters:
  ///   - count: the number of prints.
  ///   - shape: the chosen scan's width over its height, in cells.
  /// - Returns: nil if there is one print only, or too little room.
  static func divided(_ print: Area, for count: Int, shape: Double) -> (print: Area, strip: StripLayout)? {
    // Below its photo, a scan leaves room beside it.
    let columns = min(Int((Double(print.rows) * shape).rounded(.up)) + 2, print.columns)
    let beside = Area(
      column: print.column + columns, row: print.row, columns: print.columns - columns, rows: print.rows)
    if beside.columns > columns, let strip = StripLayout(count, in: beside) {
      return (Area(column: print.column, row: print.row, columns: columns, rows: print.rows), strip)
    }
    let rows = Int(stripShare * Double(print.rows))
    let below = Area(
      column: print.column + 1, row: print.row + print.rows - rows, columns: print.columns - 2, rows: rows)
    guard print.rows - rows >= leastScanRows, let strip = StripLayout(count, in: below) else { return nil }
    return (Area(column: print.column, row: print.row, columns: print.columns, rows: print.rows - rows), strip)
  }
}

extension Model {
  /// The prints of the item, as indices of its outlines.
  var takenOutlines: [Int] { item.sheet.outlines.indices.filter { item.sheet.outlines[$0].isTaken } }

  /// Chooses the print whose scan is at a cell of the strip.
  mutating func press(_ strip: StripLayout, column: Int, row: Int) {
    let taken = takenOutlines
    guard let place = taken.indices.first(where: { strip.area($0).contains(column: column, row: row) }) else { return }
    highlight(taken[place])
  }
}

extension View {
  /// Draws the scans of all prints, numbered as in the photo.
  mutating func draw(_ strip: StripLayout) {
    for (place, index) in model.takenOutlines.enumerated() {
      let (area, isChosen) = (strip.area(place), index == item.sheet.chosen)
      write(
        "\(isChosen ? (unicode ? "▸" : ">") : " ")\(place + 1)", column: area.column, row: area.row,
        isChosen ? .key : .quiet)
      let picture = Area(column: area.column, row: area.row + 1, columns: area.columns - 1, rows: area.rows - 1)
      switch model.memory.scans.scan(of: item.sheet.outlines[index], in: item.id) {
      case .some(let scan?):
        let viewport = Viewport(
          photoWidth: scan.width, scan.height, in: picture, zoom: 0, focus: Point(0, 0), shape: capabilities.cellShape)
        show(scan, viewport, in: .thumbnail(place))
      case .some(nil): writeCentred("–", in: picture, .quiet)
      case nil: writeCentred("…", in: picture, .quiet)
      }
    }
  }
}
