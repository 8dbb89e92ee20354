internal import CPeelTerminal
import PeelPlatform
import PeelWorkbench

/// The byte sequences that a terminal understands and sends, from terminfo.
struct ControlStrings: Sendable {
  /// Clears the screen.
  var clear: [UInt8] = []
  /// Resets all styles and colours.
  var reset: [UInt8] = []
  /// The sequence that sets each style.
  var styles: [(style: Style, bytes: [UInt8])] = []
  /// Moves the cursor to a cell.
  var move: @Sendable (_ column: Int, _ row: Int) -> [UInt8] = { _, _ in [] }
  /// Sets the colour of glyphs, or of the ground, to one of the palette.
  var ink: @Sendable (_ number: UInt8) -> [UInt8] = { _ in [] }
  var ground: @Sendable (_ number: UInt8) -> [UInt8] = { _ in [] }
  /// Whether writing the screen's last cell scrolls the screen, as on some old terminals.
  var scrollsAtLastCell = false
  /// Turn on and off that the terminal sends the sequences in `keys`.
  var startKeys: [UInt8] = []
  var endKeys: [UInt8] = []
  /// The keys by the sequence that the terminal sends for them.
  var keys: [[UInt8]: Key] = [:]
  /// Whether the terminal reports the mouse.
  var hasMouse = false

  /// Turn on and off mouse reports: buttons, and movement while a button is pressed.
  static let startMouse = Array("\u{1B}[?1002h\u{1B}[?1006h".utf8)
  static let endMouse = Array("\u{1B}[?1006l\u{1B}[?1002l".utf8)

  /// Turn on and off that pasted text comes between two marks. Terminals that don't know the mode ignore it.
  static let startPastes = Array("\u{1B}[?2004h".utf8)
  static let endPastes = Array("\u{1B}[?2004l".utf8)
  /// Asks whether the terminal has kitty's keyboard protocol. What has it answers.
  static let askKeyboard = Array("\u{1B}[?u".utf8)
  /// Turn on and off that the Escape key and keys with Alt or Ctrl held are sequences of kitty's keyboard protocol.
  static let startKeyboard = Array("\u{1B}[>1u".utf8)
  static let endKeyboard = Array("\u{1B}[<u".utf8)
  /// Begin and end a frame that the terminal shows at once (synchronized output, private mode 2026). Terminals without it
  /// ignore them.
  static let startFrame = Array("\u{1B}[?2026h".utf8)
  static let endFrame = Array("\u{1B}[?2026l".utf8)
  /// Ends a string whose end wasn't sent.
  private static let endString = Array("\u{1B}\\".utf8)

  init() {}

  /// The strings of the terminal that ncurses opened.
  ///
  /// `move`, `ink` and `ground` use ncurses. Call them on the terminal's thread, while it's open.
  static func ofOpenTerminal() -> ControlStrings {
    var strings = ControlStrings()
    strings.clear = bytes("clear")
    strings.reset = bytes("sgr0")
    strings.styles = [(.bold, "bold"), (.dim, "dim"), (.underline, "smul"), (.reverse, "rev")].map { style, name in
      (style, bytes(name))
    }
    let (move, ink, ground) = (capability("cup"), capability("setaf"), capability("setab"))
    strings.move = { column, row in filled(move, row, column) }
    strings.ink = { filled(ink, Int($0)) }
    strings.ground = { filled(ground, Int($0)) }
    let (wraps, waits) = unsafe (tigetflag("am") == 1, tigetflag("xenl") == 1)
    strings.scrollsAtLastCell = wraps && !waits
    strings.startKeys = bytes("smkx")
    strings.endKeys = bytes("rmkx")
    for (name, key) in keyNames {
      guard let sequence = capability(name), !sequence.isEmpty else { continue }
      strings.keys[Array(sequence.utf8)] = key
    }
    strings.hasMouse = capability("kmous") != nil
    return strings
  }

  private static let keyNames: [(name: String, key: Key)] = [
    ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("kri", .shiftUp), ("kind", .shiftDown),
    ("kLFT", .shiftLeft), ("kRIT", .shiftRight), ("kcbt", .backTab), ("kent", .enter), ("khome", .home),
    ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown), ("kbs", .backspace),
  ]

  /// Whether terminfo has a description of a terminal.
  ///
  /// - Parameter name: the terminal's name in terminfo.
  static func isKnown(_ name: String) -> Bool {
    var state: Int32 = 0
    guard unsafe setupterm(name, STDOUT_FILENO, &state) == OK else { return false }
    peel_forget_description()
    return true
  }

  /// The bytes that restore a terminal after a crash: style, keys, mouse, pastes, title, cursor and screen.
  ///
  /// Call this before newterm, which ends the process if it can't use the terminal. This throws instead.
  ///
  /// - Parameter name: the terminal's name in terminfo.
  static func farewell(of name: String, _ title: WindowTitle) throws(TerminalError) -> [UInt8] {
    var state: Int32 = 0
    guard unsafe setupterm(name, STDOUT_FILENO, &state) == OK else { throw .unknown(name) }
    defer { peel_forget_description() }
    guard capability("cup") != nil, capability("clear") != nil else { throw .dumb(name) }
    let mouse = capability("kmous") == nil ? [] : endMouse
    return endString + endFrame + endPastes + endKeyboard + mouse + title.restore
      + ["sgr0", "rmkx", "cnorm", "rmcup"].flatMap(bytes)
  }

  /// The capabilities of the open terminal.
  ///
  /// - Parameters:
  ///   - name: the terminal's name in terminfo.
  ///   - multiplexer: the program between this one and the terminal; nil if there is none.
  static func capabilities(of name: String, within multiplexer: Multiplexer?) -> Capabilities {
    func variable(_ name: String) -> String { unsafe getenv(name).map { unsafe String(cString: $0) } ?? "" }
    let colours = unsafe tigetnum("colors")
    let depth: Capabilities.Depth =
      if !variable("NO_COLOR").isEmpty || colours < 8 {
        .monochrome
      } else if ["truecolor", "24bit"].contains(variable("COLORTERM")) || colours > 256 {
        .trueColour
      } else if colours >= 256 {
        .palette256
      } else {
        colours >= 16 ? .palette16 : .palette8
      }
    let glyphs: Capabilities.Glyphs =
      if peel_is_utf8() == 0 {
        .ascii
      } else if name == "linux" {
        .halfBlocks
      } else {
        multiplexer == nil && drawsSextants(name, variable) ? .sextants : .blocks
      }
    return Capabilities(depth: depth, glyphs: glyphs)
  }

  /// Whether a terminal is known to draw sextants itself, whatever its font.
  ///
  /// - Parameters:
  ///   - name: the terminal's name in terminfo.
  ///   - variable: the value of an environment variable, or an empty string.
  static func drawsSextants(_ name: String, _ variable: (String) -> String) -> Bool {
    // An xterm has its font's glyphs only, and inherits the variables of the terminal that it was started from.
    guard variable("XTERM_VERSION").isEmpty else { return false }
    return ["xterm-kitty", "xterm-ghostty", "foot", "wezterm"].contains(where: name.hasPrefix)
      || ["WezTerm", "ghostty"].contains(variable("TERM_PROGRAM"))
      || ["KITTY_WINDOW_ID", "WT_SESSION"].contains { !variable($0).isEmpty }
      || Int(variable("VTE_VERSION")).map { $0 >= firstVTEWithSextants } ?? false
  }

  /// The value of VTE_VERSION from which VTE draws sextants.
  private static let firstVTEWithSextants = 6000

  /// Whether the terminal seems to be on this machine.
  static var isLocal: Bool { unsafe getenv("SSH_CONNECTION") == nil }

  private static func capability(_ name: String) -> String? {
    unsafe peel_capability(name).map { unsafe String(cString: $0) }
  }

  private static func bytes(_ name: String) -> [UInt8] { withoutPadding(capability(name) ?? "") }

  private static func filled(_ capability: String?, _ first: Int, _ second: Int = 0) -> [UInt8] {
    guard let capability, let text = unsafe peel_filled(capability, Int32(first), Int32(second)) else { return [] }
    return withoutPadding(unsafe String(cString: text))
  }

  /// The text without the pauses that old terminals need, which terminfo writes as `$<5>`.
  static func withoutPadding(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
        rest = rest[(end + 1)...]
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
