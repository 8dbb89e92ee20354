/// Tells the items of a roll apart. An item keeps its own for as long as the session lasts.
package struct ItemID: Hashable, Sendable, ExpressibleByIntegerLiteral {
  package let number: Int

  package init(_ number: Int) { self.number = number }
  package init(integerLiteral number: Int) { self.init(number) }
}

/// The items of a session in the order in which they are listed, and where a person is among them. Never empty.
package struct Roll: Sendable {
  package private(set) var items: [RollItem]
  /// The indices of `items`.
  private var positions: [ItemID: Int]
  package internal(set) var current: ItemID
  /// Items that settings are changed for together.
  package internal(set) var marked: Set<ItemID> = []
  var lastMark: ItemID?
  package internal(set) var filter: Filter?
  /// The items whose sure ones are accepted once all of them are searched; nil if that isn't awaited.
  var acceptingSure: Set<ItemID>?
  /// The drafts of an earlier session, of items whose prints aren't known yet.
  var formerDrafts: [ItemID: Draft] = [:]

  /// - Parameters:
  ///   - items: not empty.
  ///   - current: nil for the first item.
  package init(_ items: [RollItem], at current: ItemID? = nil) {
    precondition(!items.isEmpty, "a roll has at least one item")
    (self.items, positions) = (items, Self.positions(of: items))
    self.current = (items.first { $0.id == current } ?? items[0]).id
  }

  private static func positions(of items: [RollItem]) -> [ItemID: Int] {
    Dictionary(items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(id: ItemID) -> RollItem {
    get { items[position(of: id)] }
    _modify { yield &items[position(of: id)] }
  }

  package var count: Int { items.count }
  package var ids: [ItemID] { items.map(\.id) }

  func contains(_ id: ItemID) -> Bool { positions[id] != nil }

  /// Where an item is listed, from 0.
  func position(of id: ItemID) -> Int {
    guard let position = positions[id] else { preconditionFailure("item \(id.number) isn't in the roll") }
    return position
  }

  /// Whether an item is listed before another one.
  func isListed(_ id: ItemID, before other: ItemID) -> Bool { position(of: id) < position(of: other) }

  /// The items in the order in which they are listed.
  func sorted(_ ids: some Sequence<ItemID>) -> [ItemID] { ids.sorted { isListed($0, before: $1) } }

  /// How many items further on, or back, an item is listed than the current one.
  func distance(to id: ItemID) -> Int { abs(position(of: id) - position(of: current)) }

  /// The item that is listed after the current one; nil after the last.
  var next: ItemID? {
    let position = position(of: current) + 1
    return items.indices.contains(position) ? items[position].id : nil
  }

  /// Lists an item after another one, or else at the end.
  mutating func add(_ item: RollItem, after other: ItemID? = nil) {
    items.insert(item, at: other.map { position(of: $0) + 1 } ?? items.count)
    positions = Self.positions(of: items)
  }

  /// Notes the folders of items that have the same title, to show them with it.
  ///
  /// - Parameter folders: the folder of each item, in the roll's order.
  package mutating func tellApart(by folders: [String]) {
    for alike in Dictionary(grouping: items.indices, by: { items[$0].title }).values where alike.count > 1 {
      let short = alike.map { folders[$0].split(separator: "/").last.map { String($0) } ?? folders[$0] }
      let areShortDistinct = Set(short).count == alike.count
      for (index, name) in zip(alike, short) { items[index].folder = areShortDistinct ? name : folders[index] }
    }
  }
}
