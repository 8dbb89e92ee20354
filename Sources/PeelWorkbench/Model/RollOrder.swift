/// The order in which a roll's items are listed and gone through.
///
/// An item keeps its index in the roll. New ones are added at the roll's end, but may be listed after any item.
struct RollOrder: Equatable, Sendable {
  /// Indices of the roll, in the order in which they are listed.
  private(set) var items: [Int]
  /// The place of each item in `items`.
  private var places: [Int]

  init(count: Int) { (items, places) = (Array(0..<count), Array(0..<count)) }

  /// The place of an item.
  subscript(item: Int) -> Int { places[item] }

  /// The item that is listed after another one; nil after the last.
  func next(after item: Int) -> Int? {
    let place = places[item] + 1
    return items.indices.contains(place) ? items[place] : nil
  }

  /// Lists the next index after an item, or else at the end.
  mutating func add(after item: Int? = nil) {
    items.insert(items.count, at: item.map { places[$0] + 1 } ?? items.count)
    places = Array(repeating: 0, count: items.count)
    for (place, item) in items.enumerated() { places[item] = place }
  }
}
