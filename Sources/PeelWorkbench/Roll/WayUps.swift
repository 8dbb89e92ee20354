import PeelImaging

/// Finding the photos whose scans may lie on their sides, which only developing a print tells.
extension Model {
  /// Has small scans developed of prints that nothing tells the way up of, an item at a time, the ones ahead first, while
  /// there is nothing else to do. Each item once: what is changed later is shown, and developed for that.
  mutating func askForNeededWayUps() {
    guard isIdle, !isComparing, panel == nil else { return }
    func isNext(_ item: RollItem) -> Bool { !memory.lookedUpright.contains(item.id) && item.hasUnknownWayUp }
    let here = roll.position(of: current)
    let next = roll.items[here...].first(where: isNext) ?? roll.items[..<here].last(where: isNext)
    guard let next, next.photo != nil || makeRoom() else { return }
    memory.lookedUpright.insert(next.id)
    let outlines = next.sheet.prints.filter(\.hasUnknownWayUp)
    // The light table shows them, too.
    ask(.developScans(ScansOrder(item: next.id, outlines: outlines, longSide: sizeOfScans)))
  }
}

extension RollItem {
  /// Whether nothing tells which side of a print is up, before it is developed.
  fileprivate var hasUnknownWayUp: Bool {
    detected != nil && !isGone && !hasFailed && !sheet.isSetAside && sheet.prints.contains(where: \.hasUnknownWayUp)
  }
}

extension Outline {
  fileprivate var hasUnknownWayUp: Bool { !isUpright && settings.turn == 0 && quad.isConvex }
}
