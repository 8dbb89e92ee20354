import PeelImaging

/// Moving through the roll.
extension Model {
  /// The items that the filter matches, or else all, in order.
  var listed: [ItemID] { roll.filter?.items ?? roll.ids }

  /// The items that going on and back reaches, in order.
  var reachable: [ItemID] {
    listed.filter { !roll[$0].sheet.isSetAside && !roll[$0].isGone || $0 == current }
  }

  /// The number of items that weren't deleted or moved away.
  var photosThere: Int { roll.items.count { !$0.isGone } }

  /// The item `step` items after the current one; nil beyond the ends.
  func item(by step: Int) -> ItemID? {
    let items = reachable
    let here = items.firstIndex { !roll.isListed($0, before: current) } ?? items.count
    let isHere = items.indices.contains(here) && items[here] == current
    let next = here + (step > 0 && !isHere ? step - 1 : step)
    return items.indices.contains(next) ? items[next] : nil
  }

  mutating func go(by step: Int) {
    if let item = item(by: step) {
      go(to: item)
    } else {
      let end = step < 0 ? "this is the first photo" : "this is the last photo"
      message = note(hasSetAside(beyond: step) ? "\(end) that isn't set aside" : end)
    }
  }

  /// Whether photos that are passed over follow the current one, or precede it.
  private func hasSetAside(beyond step: Int) -> Bool {
    listed.contains {
      roll[$0].sheet.isSetAside && !roll[$0].isGone
        && (step < 0 ? roll.isListed($0, before: current) : roll.isListed(current, before: $0))
    }
  }

  mutating func go(to item: ItemID) {
    guard item != current else { return }
    roll.current = item
    roll[item].hasUnseenChanges = false
    (desk.handle, desk.zoom, desk.grip, desk.showsCandidates) = (.corner(.topLeft), 0, nil, false)
    if desk.pace == .tenthOnce { desk.pace = .whole }
    history.close()
    ask(.remember(item: item))
    if let warning = self.item.photo?.warnings.first { message = note(warning) }
  }
}
