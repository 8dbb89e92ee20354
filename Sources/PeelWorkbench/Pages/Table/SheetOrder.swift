import PeelImaging

/// A request for a contact sheet or an album of scans that were exported.
package struct SheetOrder: Equatable, Sendable {
  /// A scan, by its print's number in the item, from 1.
  package struct Scan: Hashable, Sendable {
    package let item: ItemID
    package let number: Int

    package init(item: ItemID, number: Int) { (self.item, self.number) = (item, number) }
  }

  /// In the order in which the sheet shows them.
  package let scans: [Scan]
  /// The name of the sheet's file, which tells its format.
  package let name: String
  /// The number of prints that the light table shows and the sheet doesn't, since they aren't exported as they are.
  let left: Int

  /// What the sheet leaves out, after what it shows; empty if it is nothing.
  package var wordsForLeft: String {
    left == 0 ? "" : "; \(left.counted("print")) that \(left == 1 ? "isn't" : "aren't") exported left out"
  }
}

/// A sheet of the scans that the light table shows, in its order, which a person may change.
extension Model {
  /// Tiles in the order that a person gave them. Those that weren't there then follow the one before them.
  func ordered(_ tiles: [TableTile]) -> [TableTile] {
    guard !memory.order.isEmpty else { return tiles }
    let ranks = Dictionary(zip(memory.order, 0...), uniquingKeysWith: { first, _ in first })
    var rank = -1
    let ranked = tiles.enumerated().map { place, tile in
      rank = ranks[tile.scan] ?? rank
      return (rank, place, tile)
    }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// Moves the chosen scan to the place of the scan before or after it.
  mutating func shift(by step: Int) {
    let shown = tableTiles
    let scans = shown.filter { $0.outline != nil }.map(\.scan)
    let chosen = selection(in: shown)
    guard shown.indices.contains(chosen) else { return }
    guard let here = scans.firstIndex(of: shown[chosen].scan) else {
      message = note("a sheet shows scans, and this photo has no print")
      return
    }
    guard scans.indices.contains(here + step) else { return }
    let (moved, other) = (scans[here], scans[here + step])
    var order = ordered(tiles(of: roll.ids)).map(\.scan).filter { $0 != moved }
    guard let place = order.firstIndex(of: other) else { return }
    order.insert(moved, at: step > 0 ? place + 1 : place)
    let reordering = History.Reordering(before: memory.order, after: order)
    history.record(History.Step(title: "moved a scan", current: current, work: .reordering(reordering)), at: time)
    memory.order = order
    message = note("scan \(here + step + 1) of \(scans.count); S makes a sheet in this order")
  }

  /// Asks for the name of a sheet.
  mutating func askSheet() {
    guard tableTiles.contains(where: isExported) else {
      message = note("a sheet shows scans that are exported: e exports those of a photo, E all that are accepted")
      return
    }
    open(.entry(.sheet, "sheet.pdf"))
  }

  /// Has the sheet made whose name was typed.
  mutating func makeSheet(_ name: String) {
    let tiles = tableTiles.filter { $0.outline != nil }
    let shown = tiles.filter(isExported)
    let order = SheetOrder(scans: shown.map(\.scan), name: name, left: tiles.count - shown.count)
    panel = nil
    ask(.makeSheet(order))
    message = note("making \(name) of \(shown.count.counted("scan"))\(order.wordsForLeft)")
  }

  /// Asks for another name of a sheet that couldn't be made.
  mutating func sheetFailed(_ order: SheetOrder, _ sentence: Sentence) {
    if page.table != nil, panel == nil { open(.entry(.sheet, order.name)) }
    message = trouble(sentence.text)
  }

  private func isExported(_ tile: TableTile) -> Bool { tile.outline != nil && roll[tile.item].state == .exported }
}
