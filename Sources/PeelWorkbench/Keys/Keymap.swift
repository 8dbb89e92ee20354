/// A table of keys and the commands they're bound to. The keys, help and the key bar all come from it.
///
/// `Meaning` is a command's action, of the workbench or of the live view.
package struct Keymap<Meaning: Sendable>: Sendable {
  /// A command that keys can be bound to.
  package struct Command: Sendable {
    /// The command's name in a person's table of keys.
    package let name: String
    package let action: Meaning
    package var keys: [Key]
  }

  /// Commands that share a line of help.
  package struct Row: Sendable {
    package let group: KeyGroup
    package var commands: [Command]
    package let help: String
    /// The number of keys and the label in the key bar; nil if the row isn't in the key bar.
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

  /// The rows in the key bar's order. Help groups them.
  package var rows: [Row]

  package func action(for key: Key) -> Meaning? {
    for row in rows {
      if let found = row.commands.first(where: { $0.keys.contains(key) }) { return found.action }
    }
    return nil
  }

  /// The keys that are bound to an action.
  func keys(for action: Meaning) -> [Key] where Meaning: Equatable {
    rows.flatMap(\.commands).first { $0.action == action }?.keys ?? []
  }

  /// Binds a key to a command, and removes it from all others.
  ///
  /// - Parameter name: the command's name; nil to bind the key to nothing.
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
  case prints = "Prints"
  case scan = "Scan"
  case photos = "Photos"
  case view = "View"
  case shots = "Shots"
  case program = "Program"
}

/// The workbench's tables of keys that a person can change.
package struct Keymaps: Sendable {
  /// The keys while a photo is shown.
  package var desk = StandardKeys.desk
  /// The keys while bursts are shown.
  package var bursts = StandardKeys.bursts
  /// The keys while shots are merged.
  package var merging = StandardKeys.merging
  /// The keys while a photo's depth is shown.
  package var depth = StandardKeys.depth
  /// The keys while a clip's frames are shown.
  package var frames = StandardKeys.frames
  /// The keys while scans are shown side by side.
  package var table = StandardKeys.table

  /// Creates the standard tables.
  package init() {}

  /// The tables as text, in the form that `change(by:)` reads.
  package var text: String {
    // Commands of the desk are also those of the light table.
    var seen: Set<String> = []
    return [desk, bursts, merging, depth, frames, table].flatMap(\.rows).flatMap(\.commands).flatMap { command in
      command.keys.isEmpty ? ["# \(command.name)\n"] : command.keys.map { "\($0.written) \(command.name)\n" }
    }.filter { seen.insert($0).inserted }.joined()
  }

  /// A mistake in a person's table of keys.
  package struct Mistake: Error, Equatable, Sendable {
    /// The line's number, from 1.
    package let line: Int
    /// What is wrong with the line.
    package let text: String
  }

  /// Applies a person's table of keys. Lines with mistakes are skipped and returned.
  ///
  /// - Parameter lines: lines of a key and a command's name, or `nothing` to unbind the key. A `#` starts a comment.
  package mutating func change(by lines: String) -> [Mistake] {
    var mistakes: [Mistake] = []
    for (number, line) in zip(1..., lines.split(separator: "\n", omittingEmptySubsequences: false)) {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { continue }
      func complain(_ text: String) { mistakes.append(Mistake(line: number, text: text)) }
      guard words.count == 2 else {
        complain("expected a key and a command")
        continue
      }
      guard let key = Key(named: first) else {
        complain("unknown key \(first)")
        continue
      }
      let name = words[1] == "nothing" ? nil : String(words[1])
      let isKnown = [
        desk.bind(key, to: name), bursts.bind(key, to: name), merging.bind(key, to: name),
        depth.bind(key, to: name), frames.bind(key, to: name), table.bind(key, to: name),
      ]
      if !isKnown.contains(true) { complain("unknown command \(words[1])") }
    }
    return mistakes
  }
}
