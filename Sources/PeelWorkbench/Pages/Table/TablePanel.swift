import PeelImaging

/// Where the tiles of the light table are.
struct TableLayout {
  let body: Area
  /// The tiles side by side, and on top of each other.
  let across: Int
  let down: Int
  /// The size of a tile, in cells, and of the picture in it.
  let tile: (columns: Int, rows: Int)
  let picture: (columns: Int, rows: Int)

  /// The least width of a tile, and the most tiles side by side.
  private static let (leastColumns, mostAcross) = (20, 8)
  /// The lines below a picture: its name and its state.
  private static let lines = 2

  init(columns: Int, rows: Int) {
    // Without the title, the status and the keys.
    body = Area(column: 0, row: 1, columns: columns, rows: max(0, rows - 3))
    across = min(max(columns / Self.leastColumns, 1), Self.mostAcross)
    let width = columns / across
    // A square has twice as many columns as rows.
    let height = max(Self.lines + 1, min(width / 2, body.rows))
    down = max(1, body.rows / height)
    tile = (width, height)
    picture = (max(1, width - 2), height - Self.lines)
  }

  /// The tiles that are shown, as indices: whole rows, of which the selection's is in the middle.
  func shown(count: Int, selection: Int) -> Range<Int> {
    let rows = (count + across - 1) / across
    let first = max(0, min(selection / across - down / 2, rows - down)) * across
    return first..<min(count, first + down * across)
  }

  /// The area of a tile.
  ///
  /// - Parameter place: its place among those shown.
  func area(_ place: Int) -> Area {
    let margin = (body.columns - across * tile.columns) / 2
    return Area(
      column: margin + place % across * tile.columns, row: body.row + place / across * tile.rows,
      columns: tile.columns, rows: tile.rows)
  }

  /// The place of the tile at a cell; nil if there is none.
  func place(column: Int, row: Int) -> Int? {
    (0..<across * down).first { area($0).contains(column: column, row: row) }
  }
}

/// The scans of the roll, or of one photo, as a grid.
extension View {
  mutating func draw(_ table: LightTable) {
    let (tiles, places) = (model.tableTiles, TableLayout(columns: screen.columns, rows: screen.rows))
    let selection = model.selection(in: tiles)
    screen.fill(Area(column: 0, row: 0, columns: screen.columns, rows: layout.keys.row + 1), theme[.desk])
    screen.fill(layout.title, theme[.bar])
    let used = write("Scans", column: 1, row: 0, .barName)
    write(factsOfTable(table, tiles), column: used + 3, row: 0, .bar, limit: max(0, screen.columns - used - 4))
    let shown = places.shown(count: tiles.count, selection: selection)
    for index in shown {
      draw(
        tiles[index], number: index - shown.lowerBound, isChosen: index == selection,
        in: places.area(index - shown.lowerBound), picture: places.picture)
    }
  }

  private func factsOfTable(_ table: LightTable, _ tiles: [TableTile]) -> String {
    let prints = tiles.count { $0.outline != nil }
    let items = Set(tiles.map(\.item))
    let accepted = items.count { model.roll[$0].sheet.accepted != nil }
    var facts = [table.isOfItem ? item.place : items.count.photos, prints.counted("print")]
    if accepted > 0, !table.isOfItem { facts.append("\(accepted.grouped) accepted") }
    if !model.roll.marked.isEmpty { facts.append("\(model.roll.marked.count.grouped) marked") }
    if let filter = model.roll.filter { facts.append("filter /\(filter.shownText)") }
    return facts.joined(separator: "  ")
  }

  private mutating func draw(
    _ tile: TableTile, number: Int, isChosen: Bool, in area: Area, picture: (columns: Int, rows: Int)
  ) {
    let item = model.roll[tile.item]
    let inner = Area(column: area.column + 1, row: area.row, columns: picture.columns, rows: picture.rows)
    switch tile.outline.flatMap({ model.memory.scans.scan(of: item.sheet.outlines[$0], in: tile.item) }) {
    case .some(let scan?):
      let viewport = Viewport(
        photoWidth: scan.width, scan.height, in: inner, zoom: 0, focus: Point(0, 0), shape: capabilities.cellShape)
      show(scan, viewport, in: .thumbnail(number))
    case .some(nil): writeCentred("can't be developed", in: inner, .trouble)
    case nil: writeCentred(words(for: item, tile), in: inner, .quiet)
    }
    let row = area.row + picture.rows
    let mark = model.roll.marked.contains(tile.item) ? (unicode ? "•" : "*") : ""
    let suffix = tile.count > 1 ? "-\(tile.number)" : ""
    let room = picture.columns - suffix.count - mark.count - 1
    write(isChosen ? (unicode ? "▸" : ">") : " ", column: area.column, row: row, .key)
    let name = mark + item.place.shortened(to: max(room, 1), unicode: unicode) + suffix
    write(name, column: area.column + 1, row: row, isChosen ? .key : .text, limit: picture.columns)
    write(item.state.words, column: area.column + 1, row: row + 1, role(of: item.state), limit: picture.columns)
  }

  private func words(for item: RollItem, _ tile: TableTile) -> String {
    if item.isGone || item.hasFailed || item.isClip { return item.state.words }
    if tile.outline != nil { return "developing…" }
    return item.sheet.isAwaited ? "not looked at yet" : "no print"
  }
}
