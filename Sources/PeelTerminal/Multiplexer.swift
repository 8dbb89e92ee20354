import PeelPlatform

/// A program between this one and the terminal. It keeps the screen's text and no pictures.
enum Multiplexer: Equatable, Sendable {
  /// tmux, with the name and version of the terminal as it told them; empty if it didn't.
  case tmux(terminal: String)
  /// screen, or one that isn't known.
  case other

  /// The program that runs this one; nil if there seems to be none.
  ///
  /// - Parameter name: the terminal's name in terminfo.
  init?(terminal name: String) {
    if unsafe getenv("TMUX") != nil {
      self = .tmux(terminal: Self.terminalOfTmux)
    } else if unsafe getenv("STY") != nil || ["screen", "tmux"].contains(where: name.hasPrefix) {
      self = .other
    } else {
      return nil
    }
  }

  /// Whether the terminal is known to show pictures in place of text.
  var hasPlaceholders: Bool {
    guard case .tmux(let terminal) = self else { return false }
    if terminal.hasPrefix("ghostty") { return true }
    guard terminal.hasPrefix("kitty(") else { return false }
    let version = terminal.dropFirst("kitty(".count).split { ".)".contains($0) }.prefix(2).compactMap { Int($0) }
    return version.count == 2 && !version.lexicographicallyPrecedes(Self.kittyWithPlaceholders)
  }

  /// The first version of kitty that shows pictures in place of text.
  private static let kittyWithPlaceholders = [0, 28]

  /// The terminal's answer to tmux's question for its name and version (XTVERSION).
  private static var terminalOfTmux: String {
    guard let output = unsafe popen(question, "r") else { return "" }
    defer { unsafe pclose(output) }
    var line = [UInt8](repeating: 0, count: longestName)
    let count = unsafe fread(&line, 1, line.count, output)
    return String(decoding: line.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Asks tmux, which might hang, for at most half a second.
  private static let question =
    "timeout -s KILL 0.5 tmux display-message -p '#{client_termtype}' 2>/dev/null </dev/null"
  /// The bytes of a terminal's name that are read.
  private static let longestName = 200
}
