import PeelImaging

/// The scans of all listed items side by side. The current item and its chosen print are selected there, too.
package struct LightTable: Equatable, Sendable {
  /// Whether it shows only the current item's scans.
  package internal(set) var isOfItem = false
}

/// A request for small scans of an item's prints.
package struct ScansOrder: Equatable, Sendable {
  package let item: ItemID
  package let outlines: [Outline]
  /// The greatest length of a scan's longer side, in pixels.
  package let longSide: Int
}

/// Small scans that were developed, by item. The memory is bounded: those farthest from where a person is are forgotten.
struct KnownScans: Sendable {
  struct Scans: Sendable {
    let order: ScansOrder
    /// nil where a print can't be developed.
    let pictures: [Rendition?]
  }

  private(set) var scans: [ItemID: Scans] = [:]
  /// The most scans that are kept.
  private static let most = 400

  subscript(item: ItemID) -> Scans? { scans[item] }

  /// Whether an order has been carried out.
  func has(_ order: ScansOrder) -> Bool { scans[order.item]?.order == order }

  mutating func forget(_ items: [ItemID]) { for item in items { scans[item] = nil } }

  mutating func keep(_ new: Scans, near roll: Roll) {
    scans[new.order.item] = new
    var count = scans.values.reduce(0) { $0 + $1.pictures.count }
    while count > Self.most, scans.count > 1,
      let farthest = scans.keys.filter(roll.contains).max(by: { roll.distance(to: $0) < roll.distance(to: $1) })
    {
      count -= scans.removeValue(forKey: farthest)?.pictures.count ?? 0
    }
  }
}

/// A place of the light table: a print of an item, or an item without prints.
struct TableTile: Equatable {
  let item: ItemID
  /// An index of the sheet's outlines; nil if no print is known.
  var outline: Int?
  /// The print's number in the photo, from 1, and how many there are.
  var number = 1
  var count = 0
}

extension Model {
  /// The tiles of the listed items, in the roll's order and each photo's prints in theirs.
  var tableTiles: [TableTile] {
    let items = page.table?.isOfItem == true ? [current] : rowsOfRoll
    return items.flatMap { id -> [TableTile] in
      let outlines = roll[id].sheet.outlines
      let prints = outlines.indices.filter { outlines[$0].isTaken }
      if prints.isEmpty { return [TableTile(item: id)] }
      return zip(1..., prints).map { TableTile(item: id, outline: $1, number: $0, count: prints.count) }
    }
  }

  /// The place of the chosen print among the tiles.
  func selection(in tiles: [TableTile]) -> Int {
    tiles.firstIndex { $0.item == current && $0.outline == item.sheet.chosen }
      ?? tiles.firstIndex { $0.item == current } ?? 0
  }

  var tableLayout: TableLayout { TableLayout(columns: display.columns, rows: display.rows) }

  mutating func apply(_ command: TableCommand) {
    switch command {
    case .move(let across, let down): moveSelection(by: across + down * tableLayout.across)
    case .turnPage(let step): moveSelection(by: step * tableLayout.across * tableLayout.down)
    case .toggleItem: page.table?.isOfItem.toggle()
    case .close: page.table = nil
    }
  }

  private mutating func moveSelection(by step: Int) {
    let tiles = tableTiles
    let (here, across) = (selection(in: tiles), tableLayout.across)
    let place = min(max(here + step, 0), tiles.count - 1)
    // A step up or down from the first or last row goes nowhere, and so does any if a filter matches no photo.
    guard tiles.indices.contains(place), abs(step) < across || place / across != here / across else { return }
    select(tiles[place])
  }

  /// Makes a tile's print the chosen one.
  mutating func select(_ tile: TableTile) {
    if tile.item != current { go(to: tile.item) }
    if let outline = tile.outline { highlight(outline) }
  }

  /// Chooses a scan of the light table, or moves through it.
  mutating func pointAtTable(_ mouse: Mouse) {
    guard panel == nil else { return }
    switch mouse.kind {
    case .wheelUp: apply(.move(across: 0, down: -1))
    case .wheelDown: apply(.move(across: 0, down: 1))
    case .release, .drag: break
    case .press:
      let tiles = tableTiles
      let shown = tableLayout.shown(count: tiles.count, selection: selection(in: tiles))
      guard let place = tableLayout.place(column: mouse.column, row: mouse.row),
        shown.contains(shown.lowerBound + place)
      else { return }
      select(tiles[shown.lowerBound + place])
    }
  }

  mutating func showTable() { page = .table(LightTable()) }

  /// Has the scans developed that the table shows and that aren't known, one photo at a time.
  mutating func askForNeededScans() {
    guard page.table != nil, !jobs.contains(where: { if case .developScans = $0 { true } else { false } }) else {
      return
    }
    let (tiles, layout) = (tableTiles, tableLayout)
    let samples = display.capabilities.samples
    let longSide = max(layout.picture.columns * samples.width, layout.picture.rows * samples.height)
    var asked: Set<ItemID> = []
    for tile in tiles[layout.shown(count: tiles.count, selection: selection(in: tiles))]
    where tile.outline != nil && asked.insert(tile.item).inserted {
      let item = roll[tile.item]
      let order = ScansOrder(item: tile.item, outlines: item.sheet.prints, longSide: longSide)
      guard !item.isGone, !item.hasFailed, !memory.scans.has(order) else { continue }
      guard makeRoom() else { return }
      ask(.developScans(order))
      return
    }
  }

  /// Has scans developed anew, because their photos changed on disk.
  mutating func outdateScans(of items: [ItemID]) {
    memory.scans.forget(items)
    for job in jobs.running {
      if case .developScans(let order) = job.order, items.contains(order.item) { jobs.end(job.ticket) }
    }
  }

  mutating func scansDeveloped(_ pictures: [Rendition?], for order: ScansOrder) {
    memory.scans.keep(KnownScans.Scans(order: order, pictures: pictures), near: roll)
  }
}
