/// A key or a combination of keys.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// A letter with Ctrl held, in lower case.
  case control(Character)
  /// A character with Alt held.
  case alt(Character)
  case up, down, left, right
  case shiftUp, shiftDown, shiftLeft, shiftRight
  case altUp, altDown, altLeft, altRight
  case tab, backTab, enter, escape, backspace
  case home, end, pageUp, pageDown
}

extension Key {
  /// The names of keys in a table of keys. Help shows arrows instead on Unicode terminals.
  private static let named: [(key: Key, name: String)] = [
    (.character(" "), "Space"), (.character("#"), "Hash"), (.up, "Up"), (.down, "Down"), (.left, "Left"),
    (.right, "Right"),
    (.shiftUp, "Shift-Up"), (.shiftDown, "Shift-Down"), (.shiftLeft, "Shift-Left"), (.shiftRight, "Shift-Right"),
    (.altUp, "Alt-Up"), (.altDown, "Alt-Down"), (.altLeft, "Alt-Left"), (.altRight, "Alt-Right"),
    (.tab, "Tab"), (.backTab, "Shift-Tab"), (.enter, "Enter"), (.escape, "Esc"), (.backspace, "Backspace"),
    (.home, "Home"), (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"),
  ]

  /// Creates the key with a name from a table of keys: `Ctrl-r`, `Alt-h`, `Shift-Left`, `Tab`, or the character itself.
  package init?(named name: some StringProtocol) {
    if let known = Self.named.first(where: { $0.name.lowercased() == name.lowercased() }) {
      self = known.key
    } else if let letter = name.first, name.count == 1 {
      self = .character(letter)
    } else if let letter = name.last, name.count == 6, name.lowercased().hasPrefix("ctrl-"), letter.isLetter {
      self = .control(Character(letter.lowercased()))
    } else if let letter = name.last, name.count == 5, name.lowercased().hasPrefix("alt-") {
      self = .alt(letter)
    } else {
      return nil
    }
  }

  /// The key's name in a table of keys.
  var written: String { Self.named.first { $0.key == self }?.name ?? name(unicode: false) }

  /// The key's name in help and in the key bar.
  package func name(unicode: Bool) -> String {
    switch self {
    case .character(let character): character == " " ? "Space" : String(character)
    case .control(let letter): "Ctrl-" + letter.uppercased()
    case .alt(let letter): "Alt-\(letter)"
    case .up, .down, .left, .right, .shiftUp, .shiftDown, .shiftLeft, .shiftRight, .altUp, .altDown, .altLeft,
      .altRight, .tab, .backTab, .enter, .escape, .backspace, .home, .end, .pageUp, .pageDown:
      Self.drawn(Self.named.first { $0.key == self }?.name ?? "", unicode: unicode)
    }
  }

  private static func drawn(_ name: String, unicode: Bool) -> String {
    guard unicode,
      let arrow = [("Up", "↑"), ("Down", "↓"), ("Left", "←"), ("Right", "→")].first(where: { arrow in
        name == arrow.0 || name.hasSuffix("-" + arrow.0)
      })
    else { return name }
    return name.dropLast(arrow.0.count) + arrow.1
  }

  /// Four keys in a row that are written as one.
  private static let runs: [(keys: [Key], prefix: String)] = [
    ([.left, .down, .up, .right], ""), ([.shiftLeft, .shiftDown, .shiftUp, .shiftRight], "Shift-"),
    ([.altLeft, .altDown, .altUp, .altRight], "Alt-"),
  ]

  /// The names of several keys. Names of one character are joined: `←↓↑→ hjkl`.
  package static func names(of keys: [Key], unicode: Bool) -> String {
    var words: [String] = []
    var rest = keys[...]
    var isLetter = false
    while let key = rest.first {
      if let run = runs.first(where: { rest.starts(with: $0.keys) }) {
        words.append(run.prefix + (unicode ? "←↓↑→" : run.prefix.isEmpty ? "arrows" : "arrow"))
        rest = rest.dropFirst(run.keys.count)
        isLetter = false
        continue
      }
      let alts = rest.prefix { if case .alt = $0 { true } else { false } }
      if alts.count > 1 {
        let letters = alts.map { String($0.name(unicode: unicode).suffix(1)) }.joined()
        if let last = words.last, last.hasPrefix("Alt-") {
          words[words.count - 1] = last + "/" + letters
        } else {
          words.append("Alt-" + letters)
        }
        rest = rest.dropFirst(alts.count)
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

/// A mouse event, in cells of the screen.
package struct Mouse: Equatable, Sendable {
  package enum Kind: Equatable, Sendable { case press, drag, release, wheelUp, wheelDown }

  package var kind: Kind
  package var column: Int
  package var row: Int

  package init(_ kind: Kind, column: Int, row: Int) {
    self.kind = kind
    self.column = column
    self.row = row
  }
}
