import PeelImaging

/// Going through the roll.
extension Model {
  /// The photos that are gone through, in order.
  var places: [Int] {
    (filter.map(\.places) ?? Array(roll.indices)).filter { !roll[$0].sheet.isSetAside || $0 == current }
  }

  /// So many photos on from the one in hand; beyond the ends nil.
  func place(by step: Int) -> Int? {
    let places = places
    let here = places.firstIndex { $0 >= current } ?? places.count
    let isHere = places.indices.contains(here) && places[here] == current
    let next = here + (step > 0 && !isHere ? step - 1 : step)
    return places.indices.contains(next) ? places[next] : nil
  }

  mutating func go(by step: Int) {
    if let place = place(by: step) {
      go(to: place)
    } else {
      message = note(step < 0 ? "this is the first photo" : "this is the last photo")
    }
  }

  mutating func go(to place: Int) {
    helpPage = nil
    guard place != current else { return }
    current = place
    handle = .corner(.topLeft)
    zoom = 0
    grip = nil
    if pace == .tenthOnce { pace = .whole }
    history.close()
    wishes.append(.remember(photo: place))
    if let warning = item.photo?.warnings.first { message = note(warning) }
  }
}

/// Some photos of the roll, by their names or states.
public struct Filter: Equatable, Sendable {
  public internal(set) var text = ""
  /// Indices of the roll.
  public internal(set) var places: [Int]
  public internal(set) var isTyping: Bool

  static func action(for key: Key) -> Action? {
    switch key {
    case .character(let letter): .type(letter)
    case .backspace: .erase
    case .enter, .tab: .endTyping
    case .escape: .revert
    case .control("c"): .leave
    case .control("l"): .redraw
    case .control("z"): .suspend
    case .up: .goOn(by: -1)
    case .down: .goOn(by: 1)
    case .control, .alt, .left, .right, .shiftUp, .shiftDown, .shiftLeft, .shiftRight, .altUp, .altDown, .altLeft,
      .altRight, .backTab, .home, .end, .pageUp, .pageDown:
      nil
    }
  }
}

extension Model {
  mutating func type(_ letter: Character) {
    filter?.text.append(letter)
    sift()
  }

  mutating func erase() {
    guard filter?.text.popLast() != nil else {
      filter = nil
      return
    }
    sift()
  }

  mutating func endTyping() {
    filter?.isTyping = false
    guard let filter else { return }
    if filter.text.isEmpty || filter.places.isEmpty {
      message = filter.text.isEmpty ? nil : note("no photo is called or stands so")
      self.filter = nil
    } else {
      message = note("\(filter.places.count) of \(roll.count) photos: \(filter.text); Esc shows all")
    }
  }

  /// Keeps what has the text in its name or state, and goes there.
  private mutating func sift() {
    guard let text = filter?.text.lowercased() else { return }
    let places = roll.indices.filter {
      text.isEmpty || roll[$0].name.lowercased().contains(text) || roll[$0].state.words.hasPrefix(text)
    }
    filter?.places = places
    if !places.contains(current), let next = places.first(where: { $0 >= current }) ?? places.last { go(to: next) }
  }
}
