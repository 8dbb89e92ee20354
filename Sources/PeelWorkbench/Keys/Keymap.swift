/// Which key does what. Keys, help and key bar are all drawn from this table.
public struct Keymap: Sendable {
  /// What keys can be bound to, by the name that a person's own table of keys has for it.
  public struct Command: Sendable {
    public let name: String
    public let action: Action
    public var keys: [Key]
  }

  /// Commands that help tells of in one line.
  public struct Row: Sendable {
    public let group: Group
    public var commands: [Command]
    public let help: String
    /// What the key bar says, with how many of the keys it names; nil for what only help tells.
    public let bar: (keys: Int, label: String)?

    /// The first of each command, then the second of each, and so on.
    public var keys: [Key] {
      (0..<(commands.map(\.keys.count).max() ?? 0)).flatMap { place in
        commands.compactMap { $0.keys.indices.contains(place) ? $0.keys[place] : nil }
      }
    }
  }

  public enum Group: String, Sendable, CaseIterable {
    case corners = "Corners"
    case outlines = "Outlines"
    case scan = "Scan"
    case photos = "Photos"
    case view = "View"
    case shots = "Shots"
    case program = "Program"
  }

  public var rows: [Row]

  public func action(for key: Key) -> Action? {
    for row in rows {
      if let found = row.commands.first(where: { $0.keys.contains(key) }) { return found.action }
    }
    return nil
  }

  /// Gives a key to a command, and takes it from any other; with no command it does nothing. False for an unknown name.
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

  /// Where the key bar is narrow, it drops the last but two first: help and leave stay.
  var barRows: [Row] { rows.filter { $0.bar != nil && !$0.keys.isEmpty } }
}

/// The tables of keys for each thing that can fill the screen.
public struct Keymaps: Sendable {
  public var desk = Keymap.desk
  public var filmstrip = Keymap.filmstrip

  public init() {}

  /// A line for each key with its command's name, as `change(by:)` reads it.
  public var table: String {
    [desk, filmstrip].flatMap(\.rows).flatMap(\.commands).flatMap { command in
      command.keys.isEmpty ? ["# \(command.name)\n"] : command.keys.map { "\($0.written) \(command.name)\n" }
    }.joined()
  }

  /// What is wrong in a person's table of keys.
  public struct Mistake: Error, Equatable, Sendable {
    /// From 1.
    public let line: Int
    public let text: String
  }

  /// Changes the standard keys as a table says that has a key and a command's name in each line, or `nothing` for the
  /// name. What follows a `#` is a remark. Lines with mistakes are passed over.
  public mutating func change(by table: String) -> [Mistake] {
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
