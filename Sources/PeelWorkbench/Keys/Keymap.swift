/// Which key does what in one context. Keys, help and key bar are all read from this table.
///
/// `Meaning` is what keys are bound to: an action of the workbench or of the live view.
package struct Keymap<Meaning: Sendable>: Sendable {
  /// Something keys can be bound to.
  package struct Command: Sendable {
    /// Its name in a person's table of keys.
    package let name: String
    package let action: Meaning
    package var keys: [Key]
  }

  /// Commands that share a line of help.
  package struct Row: Sendable {
    package let group: KeyGroup
    package var commands: [Command]
    package let help: String
    /// The key bar's label, and how many keys stand before it; nil if the bar leaves the row out.
    package let bar: (keys: Int, label: String)?

    /// The first key of each command, then the second of each, and so on.
    package var keys: [Key] {
      (0..<(commands.map(\.keys.count).max() ?? 0)).flatMap { place in
        commands.compactMap { $0.keys.indices.contains(place) ? $0.keys[place] : nil }
      }
    }

    init(
      _ group: KeyGroup, _ help: String, bar: (Int, String)? = nil, _ commands: (String, Meaning, [Key])...
    ) {
      self.group = group
      self.commands = commands.map { Command(name: $0.0, action: $0.1, keys: $0.2) }
      self.help = help
      self.bar = bar.map { (keys: $0.0, label: $0.1) }
    }
  }

  /// In the key bar's order. Help sorts them by group.
  package var rows: [Row]

  package func action(for key: Key) -> Meaning? {
    for row in rows {
      if let found = row.commands.first(where: { $0.keys.contains(key) }) { return found.action }
    }
    return nil
  }

  /// Binds a key to a command and to no other.
  ///
  /// - Parameter name: the command's name; nil to leave the key without a command.
  /// - Returns: false if no command has that name.
  mutating func bind(_ key: Key, to name: String?) -> Bool {
    let known = name == nil || rows.contains { $0.commands.contains { $0.name == name } }
    guard known else { return false }
    for row in rows.indices {
      for command in rows[row].commands.indices {
        rows[row].commands[command].keys.removeAll { $0 == key }
        if rows[row].commands[command].name == name { rows[row].commands[command].keys.insert(key, at: 0) }
      }
    }
    return true
  }

  /// The entries of the key bar.
  func bar(unicode: Bool) -> [KeyBar.Entry] {
    rows.compactMap { row in
      guard let bar = row.bar, !row.keys.isEmpty else { return nil }
      return KeyBar.Entry(
        keys: Key.names(of: Array(row.keys.prefix(bar.keys)), unicode: unicode), label: bar.label)
    }
  }
}

/// The headings of help.
package enum KeyGroup: String, Sendable, CaseIterable {
  case corners = "Corners"
  case outlines = "Outlines"
  case scan = "Scan"
  case photos = "Photos"
  case view = "View"
  case shots = "Shots"
  case program = "Program"
}

/// The workbench's tables of keys, one for each thing that can fill the screen.
package struct Keymaps: Sendable {
  /// While a photo is shown.
  package var desk = StandardKeys.desk
  /// While the shots of a burst are compared.
  package var filmstrip = StandardKeys.filmstrip

  /// Creates the standard tables.
  package init() {}

  /// A line for each key and its command's name, as `change(by:)` reads it.
  package var table: String {
    [desk, filmstrip].flatMap(\.rows).flatMap(\.commands).flatMap { command in
      command.keys.isEmpty ? ["# \(command.name)\n"] : command.keys.map { "\($0.written) \(command.name)\n" }
    }.joined()
  }

  /// A mistake in a person's table of keys.
  package struct Mistake: Error, Equatable, Sendable {
    /// The line's number, from 1.
    package let line: Int
    /// What is wrong with it.
    package let text: String
  }

  /// Changes the keys as a person's table says. Lines with mistakes are skipped.
  ///
  /// - Parameter table: a key and a command's name, or `nothing`, in each line. A `#` starts a comment.
  package mutating func change(by table: String) -> [Mistake] {
    var mistakes: [Mistake] = []
    for (number, line) in zip(1..., table.split(separator: "\n", omittingEmptySubsequences: false)) {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { continue }
      func complain(_ text: String) { mistakes.append(Mistake(line: number, text: text)) }
      guard words.count == 2 else {
        complain("a key and a command's name belong in each line")
        continue
      }
      guard let key = Key(named: first) else {
        complain("there is no key \(first)")
        continue
      }
      let name = words[1] == "nothing" ? nil : String(words[1])
      let isKnown = [desk.bind(key, to: name), filmstrip.bind(key, to: name)]
      if !isKnown.contains(true) { complain("there is no command \(words[1])") }
    }
    return mistakes
  }
}
