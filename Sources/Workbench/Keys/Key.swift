/// A key as a person means it, whatever bytes the terminal sends for it.
public enum Key: Hashable, Sendable {
  case character(Character)
  /// With Ctrl held; the letter is lower case.
  case control(Character)
  case up, down, left, right
  case shiftUp, shiftDown, shiftLeft, shiftRight
  case tab, backTab, enter, escape
  case home, end, pageUp, pageDown
}

extension Key {
  /// As help and key bar write it.
  public func name(unicode: Bool) -> String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let letter): "Ctrl-" + letter.uppercased()
    case .up: unicode ? "↑" : "Up"
    case .down: unicode ? "↓" : "Down"
    case .left: unicode ? "←" : "Left"
    case .right: unicode ? "→" : "Right"
    case .shiftUp: "Shift-" + Key.up.name(unicode: unicode)
    case .shiftDown: "Shift-" + Key.down.name(unicode: unicode)
    case .shiftLeft: "Shift-" + Key.left.name(unicode: unicode)
    case .shiftRight: "Shift-" + Key.right.name(unicode: unicode)
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .enter: "Enter"
    case .escape: "Esc"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    }
  }

  private static let arrows: [Key] = [.left, .down, .up, .right]
  private static let shiftArrows: [Key] = [.shiftLeft, .shiftDown, .shiftUp, .shiftRight]

  /// The names of several keys, those of one character run together: `←↓↑→ hjkl`.
  public static func names(of keys: [Key], unicode: Bool) -> String {
    var words: [String] = []
    var rest = keys[...]
    var isLetter = false
    while let key = rest.first {
      if rest.starts(with: arrows) || rest.starts(with: shiftArrows) {
        words.append((key == .left ? "" : "Shift-") + (unicode ? "←↓↑→" : "arrows"))
        rest = rest.dropFirst(arrows.count)
        isLetter = false
        continue
      }
      rest = rest.dropFirst()
      let name = key.name(unicode: unicode)
      if isLetter, name.count == 1, let last = words.popLast() { words.append(last + name) } else { words.append(name) }
      isLetter = name.count == 1
    }
    return words.joined(separator: " ")
  }
}
