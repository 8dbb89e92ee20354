import PeelImaging

/// Finding the photos whose scans may lie on their sides, which only developing a print tells.
extension Model {
  /// Has small scans developed of prints that nothing tells the way up of, an item at a time, the ones ahead first, while
  /// there is nothing else to do. Each item once: what is changed later is shown, and developed for that.
  mutating func askForNeededWayUps() {
    guard memory.lookedUpright.count < roll.count, isIdle, !isComparing, panel == nil else { return }
    let here = roll.position(of: current)
    for position in Array(here..<roll.count) + (0..<here).reversed() {
      let item = roll.items[position].id
      guard !memory.lookedUpright.contains(item), roll[item].detected != nil else { continue }
      let outlines = roll[item].outlinesOfUnknownWayUp
      guard outlines.isEmpty || roll[item].photo != nil || makeRoom() else { return }
      memory.lookedUpright.insert(item)
      guard !outlines.isEmpty else { continue }
      // The light table shows them, too.
      ask(.developScans(ScansOrder(item: item, outlines: outlines, longSide: sizeOfScans)))
      return
    }
  }
}

extension RollItem {
  /// The prints that nothing tells the way up of before they are developed.
  fileprivate var outlinesOfUnknownWayUp: [Outline] {
    if isGone || hasFailed || sheet.isSetAside { return [] }
    return sheet.prints.filter { !$0.isUpright && $0.settings.turn == 0 && $0.quad.isConvex }
  }
}
