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

/// A small scan.
package struct SmallScan: Equatable, Sendable {
  package let rendition: Rendition
  /// How it is known which side is up.
  package let wayUp: WayUp

  package init(_ rendition: Rendition, wayUp: WayUp) { (self.rendition, self.wayUp) = (rendition, wayUp) }
}

/// Small scans that were developed. The memory is bounded: those farthest from where a person is are forgotten.
struct KnownScans: Sendable {
  private struct Known: Sendable {
    let outline: Outline
    let longSide: Int
    /// nil if the print can't be developed.
    let picture: Rendition?
  }

  private var scans: [ItemID: [Known]] = [:]
  /// The most scans that are kept.
  private static let most = 400

  /// The scan of an outline, or else an earlier one of the same print; nil if there is none, and in it if the print can't be
  /// developed.
  func scan(of outline: Outline, in item: ItemID) -> Rendition?? {
    let all = scans[item] ?? []
    return (all.first { $0.outline.isSaved(as: outline) } ?? all.first { $0.outline.isSamePrint(as: outline) })?.picture
  }

  /// The outlines that have no scan of this size.
  func missing(of outlines: [Outline], in item: ItemID, longSide: Int) -> [Outline] {
    outlines.filter { outline in
      !(scans[item] ?? []).contains { $0.outline.isSaved(as: outline) && $0.longSide >= longSide }
    }
  }

  mutating func forget(_ items: [ItemID]) { for item in items { scans[item] = nil } }

  mutating func keep(_ pictures: [Rendition?], for order: ScansOrder, in roll: Roll) {
    let new = zip(order.outlines, pictures).map { Known(outline: $0, longSide: order.longSide, picture: $1) }
    let prints = roll[order.item].sheet.prints
    let old = (scans[order.item] ?? []).filter { known in
      prints.contains { $0.isSaved(as: known.outline) } && !new.contains { $0.outline.isSaved(as: known.outline) }
    }
    scans[order.item] = old + new
    var count = scans.values.reduce(0) { $0 + $1.count }
    while count > Self.most, scans.count > 1,
      let farthest = scans.keys.filter(roll.contains).max(by: { roll.distance(to: $0) < roll.distance(to: $1) })
    {
      count -= scans.removeValue(forKey: farthest)?.count ?? 0
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

  var scan: SheetOrder.Scan { SheetOrder.Scan(item: item, number: number) }
}

extension Model {
  /// The tiles of the listed items.
  var tableTiles: [TableTile] { ordered(tiles(of: page.table?.isOfItem == true ? [current] : rowsOfRoll)) }

  /// The tiles of items, each photo's prints in their order.
  func tiles(of items: [ItemID]) -> [TableTile] {
    items.flatMap { id -> [TableTile] in
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
    case .shift(let step): shift(by: step)
    case .askSheet: askSheet()
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

  /// Has the scans developed that are shown and that aren't known, one photo at a time.
  mutating func askForNeededScans() {
    guard !jobs.contains(where: { if case .developScans = $0 { true } else { false } }) else { return }
    let (items, longSide) = shownScans
    for id in items {
      let item = roll[id]
      let outlines = memory.scans.missing(of: item.sheet.prints, in: id, longSide: longSide)
      guard !outlines.isEmpty, !item.isGone, !item.hasFailed, item.detected != nil else { continue }
      guard item.photo != nil || makeRoom() else { return }
      ask(.developScans(ScansOrder(item: id, outlines: outlines, longSide: longSide)))
      return
    }
  }

  /// The items whose scans are shown small, and the long side of a scan, in pixels.
  private var shownScans: (items: [ItemID], longSide: Int) {
    if page.table != nil {
      let (tiles, layout) = (tableTiles, tableLayout)
      let shown = tiles[layout.shown(count: tiles.count, selection: selection(in: tiles))]
      var items: [ItemID] = []
      for tile in shown where tile.outline != nil && items.last != tile.item { items.append(tile.item) }
      return (items, sizeOfScans)
    }
    // The chosen print's own scan comes first.
    let isDeveloping = jobs.contains { if case .preview = $0 { true } else { false } }
    guard page.isDesk, item.photo != nil, !isDeveloping, let strip = layout.strip else { return ([], 0) }
    return ([current], samples(along: strip.tile))
  }

  /// The long side of the light table's scans, in pixels.
  var sizeOfScans: Int { samples(along: tableLayout.picture) }

  private func samples(along size: (columns: Int, rows: Int)) -> Int {
    let samples = display.capabilities.samples
    return max(size.columns * samples.width, size.rows * samples.height)
  }

  /// Has scans developed anew, because their photos changed on disk.
  mutating func outdateScans(of items: [ItemID]) {
    memory.scans.forget(items)
    for job in jobs.running {
      if case .developScans(let order) = job.order, items.contains(order.item) { jobs.end(job.ticket) }
    }
  }

  mutating func scansDeveloped(_ scans: [SmallScan?], for order: ScansOrder) {
    memory.scans.keep(scans.map { $0?.rendition }, for: order, in: roll)
    for (outline, scan) in zip(order.outlines, scans) {
      if let scan { roll[order.item].note(scan.wayUp, of: outline) }
    }
  }
}
