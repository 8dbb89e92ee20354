/// A filter of the roll: the items whose title contains a text, or whose state or a reason to look at them begins with it.
/// `review` matches all items that need review, and `accepted` those exported too.
package struct Filter: Equatable, Sendable {
  package internal(set) var text = ""
  /// The items that match, in the roll's order.
  package internal(set) var items: [ItemID]
  package internal(set) var isTyping = true
  /// The item that was current before, to which a cancelled filter goes back.
  let origin: ItemID
  /// Whether it began while the sure items were waited for.
  let isDuringWait: Bool

  func matches(_ item: RollItem) -> Bool {
    // A second slash isn't part of the text.
    let text = text.lowercased().drop { $0 == "/" }
    func names(_ state: String) -> Bool { state.hasPrefix(text) }
    return text.isEmpty || item.place.lowercased().contains(text) || names(item.state.words)
      || names("review") && item.needsReview
      || item.reasonsForReview.contains(where: names)
      || names("no print") && item.sheet.accepted?.isEmpty == true
      || names("accepted") && item.sheet.accepted != nil && !item.isAdjusted
      || names(RollItem.depthMark.lowercased()) && item.hasDepth
  }

  /// The text without slashes before it.
  var shownText: String { String(text.drop { $0 == "/" }) }
}

extension Roll {
  /// Adds an item to the filter's if it matches since it was searched.
  mutating func addToFilter(_ id: ItemID) {
    guard let filter, filter.matches(self[id]), !filter.items.contains(id) else { return }
    let index = filter.items.firstIndex { isListed(id, before: $0) } ?? filter.items.count
    self.filter?.items.insert(id, at: index)
  }
}

extension Model {
  var isFiltering: Bool { roll.filter?.isTyping ?? false }

  mutating func openFilter() {
    roll.filter = Filter(items: roll.ids, origin: current, isDuringWait: roll.acceptingSure != nil)
  }

  /// Ends a filter that is being typed, at the item where it began.
  mutating func cancelFilter() {
    guard let origin = roll.filter?.origin else { return }
    roll.filter = nil
    go(to: origin)
  }

  mutating func endFilter() {
    roll.filter?.isTyping = false
    guard let filter = roll.filter else { return }
    if filter.text.isEmpty || filter.items.isEmpty {
      cancelFilter()
      message = filter.text.isEmpty ? nil : note("no photo matches\(wordsForUnsearched)")
    } else {
      let (count, all) = matches
      message = note(
        "\(count.grouped) of \(all.photos) match \(filter.shownText)\(wordsForUnsearched); Esc shows all")
    }
  }

  /// The number of photos that the filter matches, and of all. Deleted ones count only if it matches no others.
  var matches: (count: Int, all: Int) {
    let items = roll.filter?.items ?? []
    let count = items.count { !roll[$0].isGone }
    return count > 0 || items.isEmpty ? (count, photosThere) : (items.count, roll.count)
  }

  /// The number of items whose state isn't known yet, in words; empty if there are none.
  var wordsForUnsearched: String {
    let count = roll.items.count(where: \.isUnsearched)
    return count == 0 ? "" : "; \(count.grouped) not looked at yet"
  }

  /// Applies the filter's text. Goes to the next match if the current item doesn't match.
  mutating func sift() {
    guard var filter = roll.filter else { return }
    filter.items = roll.items.filter { filter.matches($0) }.map(\.id)
    roll.filter = filter
    if filter.items.contains(current) { return }
    if let next = filter.items.first(where: { roll.isListed(current, before: $0) }) ?? filter.items.last {
      go(to: next)
    }
  }
}
