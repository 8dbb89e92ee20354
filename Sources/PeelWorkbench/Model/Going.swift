import PeelImaging

/// Moving through the roll.
extension Model {
  /// The items to go through, in order.
  var places: [Int] {
    (filter.map(\.places) ?? order.items).filter {
      !roll[$0].sheet.isSetAside && !roll[$0].isGone || $0 == current
    }
  }

  /// The place `step` items after the current one; nil beyond the ends.
  func place(by step: Int) -> Int? {
    let places = places
    let here = places.firstIndex { order[$0] >= order[current] } ?? places.count
    let isHere = places.indices.contains(here) && places[here] == current
    let next = here + (step > 0 && !isHere ? step - 1 : step)
    return places.indices.contains(next) ? places[next] : nil
  }

  mutating func go(by step: Int) {
    if let place = place(by: step) {
      go(to: place)
    } else {
      let end = step < 0 ? "this is the first photo" : "this is the last photo"
      message = note(hasSetAside(beyond: step) ? "\(end) that isn't set aside" : end)
    }
  }

  /// Whether photos that are passed over follow the current one, or precede it.
  private func hasSetAside(beyond step: Int) -> Bool {
    let items = (filter.map(\.places) ?? order.items).filter { roll[$0].sheet.isSetAside && !roll[$0].isGone }
    return items.contains { step < 0 ? order[$0] < order[current] : order[$0] > order[current] }
  }

  mutating func go(to place: Int) {
    guard place != current else { return }
    current = place
    roll[place].hasUnseenChanges = false
    handle = .corner(.topLeft)
    zoom = 0
    grip = nil
    showsCandidates = false
    if pace == .tenthOnce { pace = .whole }
    history.close()
    ask(.remember(item: place))
    if let warning = item.photo?.warnings.first { message = note(warning) }
  }
}

/// A filter of the roll: the items whose title contains a text or whose state begins with it. `review` matches all items that
/// need review, and `accepted` those exported too.
package struct Filter: Equatable, Sendable {
  package internal(set) var text = ""
  /// Indices of the roll.
  package internal(set) var places: [Int]
  package internal(set) var isTyping: Bool
  /// The item that was current before, to which a cancelled filter goes back.
  let origin: Int
  /// Whether it began while the sure items were waited for.
  var isDuringWait = false

  private func includes(_ item: RollItem) -> Bool {
    // A second slash isn't part of the text.
    let text = text.lowercased().drop { $0 == "/" }
    func names(_ state: String) -> Bool { state.hasPrefix(text) }
    return text.isEmpty || item.place.lowercased().contains(text) || names(item.state.words)
      || names("review") && item.needsReview || names("accepted") && item.sheet.accepted != nil && !item.isAdjusted
      || names(RollItem.depthMark.lowercased()) && item.hasDepth
  }

  /// The text without slashes before it.
  var shownText: String { String(text.drop { $0 == "/" }) }

  /// Finds the items that the text matches.
  fileprivate mutating func sift(_ roll: [RollItem], _ order: RollOrder) {
    places = order.items.filter { includes(roll[$0]) }
  }

  /// Adds an item that matches since it was searched.
  mutating func add(_ place: Int, _ item: RollItem, _ order: RollOrder) {
    guard includes(item), !places.contains(place) else { return }
    places.insert(place, at: places.firstIndex { order[$0] > order[place] } ?? places.count)
  }
}

extension Model {
  mutating func type(_ letter: Character) {
    filter?.text.append(letter)
    sift()
  }

  mutating func erase() {
    guard filter?.text.popLast() != nil else { return cancelFilter() }
    sift()
  }

  /// Ends a filter that is being typed, at the item where it began.
  mutating func cancelFilter() {
    guard let origin = filter?.origin else { return }
    filter = nil
    go(to: origin)
  }

  mutating func eraseAll() {
    guard filter != nil else { return }
    filter?.text = ""
    sift()
  }

  mutating func endTyping() {
    filter?.isTyping = false
    guard let filter else { return }
    if filter.text.isEmpty || filter.places.isEmpty {
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
    let places = filter?.places ?? []
    let count = places.count { !roll[$0].isGone }
    return count > 0 || places.isEmpty ? (count, photosThere) : (places.count, roll.count)
  }

  /// The number of items whose state isn't known yet, in words; empty if there are none.
  var wordsForUnsearched: String {
    let count = roll.count(where: \.isUnsearched)
    return count == 0 ? "" : "; \(count.grouped) not looked at yet"
  }

  /// Applies the filter's text. Goes to the next match if the current item doesn't match.
  private mutating func sift() {
    filter?.sift(roll, order)
    guard let places = filter?.places else { return }
    if places.contains(current) { return }
    if let next = places.first(where: { order[$0] >= order[current] }) ?? places.last { go(to: next) }
  }
}
