import PeelWorkbench

/// The byte sequences that set a window's title, for terminals that are known to have one (xterm's control sequences:
/// OSC 2, and CSI 22 t and 23 t to keep the title that was there).
struct WindowTitle: Sendable {
  /// Whether the terminal has a title.
  let isKnown: Bool

  /// The beginnings of the names of terminals that set titles. Others may show the sequences as text.
  private static let names = [
    "xterm", "tmux", "screen", "rxvt", "foot", "kitty", "alacritty", "konsole", "gnome", "vte", "mlterm", "wezterm",
    "ghostty", "st-",
  ]

  /// The most bytes of a title.
  private static let longest = 200

  /// - Parameter name: the terminal's name in terminfo.
  init(terminal name: String) { isKnown = Self.names.contains { name.hasPrefix($0) } }

  /// Keeps the title that is there, and brings it back.
  var keep: [UInt8] { isKnown ? Array("\u{1B}[22;2t".utf8) : [] }
  var restore: [UInt8] { isKnown ? Array("\u{1B}[23;2t".utf8) : [] }

  /// Sets the title.
  ///
  /// - Parameter text: a text that is safe to send to a terminal.
  func set(_ text: String) -> [UInt8] {
    guard isKnown else { return [] }
    var title: [UInt8] = []
    for character in text where title.count + character.utf8.count <= Self.longest { title += character.utf8 }
    return Array("\u{1B}]2;".utf8) + title + Array("\u{1B}\\".utf8)
  }
}
