internal import CPeelTerminal
import PeelPlatform
import PeelWorkbench

/// Why there is no terminal to draw on.
enum TerminalError: Error, Equatable {
  /// Neither standard input nor anything else is a terminal.
  case none
  /// TERM is not set.
  case unnamed
  case unknown(String)
  /// It cannot move its cursor or clear its screen.
  case dumb(String)
}

/// The terminal, taken over whole while this exists and given back as it was found.
///
/// ncurses opens it, knows its control strings and reads its keys. Cells are written here rather than through ncurses'
/// own windows, since those cannot show true colour unless the terminal's description has it, and most lack it.
@safe struct Terminal: ~Copyable {
  let capabilities: Capabilities
  /// Rings when an action has been posted, from any thread.
  let bell: Bell

  private let descriptor: Int32
  private let ears: Int32
  private let screen: OpaquePointer
  /// Reading keys from a pad does not make ncurses draw, as reading from its screen would.
  private let pad: UnsafeMutablePointer<WINDOW>
  /// Whether the terminal tells of the mouse.
  private let hasMouse: Bool
  private var painter: Painter
  private var shown: Screen?

  /// Milliseconds to wait for the rest of a key's sequence after its Escape.
  private static let escapeDelay: Int32 = 40

  init(hasMouse: Bool = false) throws(TerminalError) {
    guard let name = unsafe getenv("TERM").map({ unsafe String(cString: $0) }), !name.isEmpty else { throw .unnamed }
    Self.setLocale()
    try Self.check(name)
    let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .none }
    var ends: [Int32] = [-1, -1]
    guard unsafe peel_pipe(&ends) == 0 else {
      close(descriptor)
      throw .none
    }
    let farewell = Self.farewell(of: name, descriptor)
    unsafe farewell.withUnsafeBufferPointer { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe peel_guard(descriptor, text.baseAddress, text.count, ends[1])
      }
    }
    guard let output = unsafe fdopen(dup(descriptor), "w"), let input = unsafe fdopen(dup(descriptor), "r"),
      let screen = unsafe newterm(name, output, input), let pad = unsafe newpad(1, 1)
    else {
      peel_unguard()
      close(descriptor)
      throw .unknown(name)
    }
    self.descriptor = descriptor
    ears = ends[0]
    bell = Bell(descriptor: ends[1])
    unsafe self.screen = unsafe screen
    unsafe self.pad = unsafe pad
    capabilities = Self.capabilities(of: name)
    self.hasMouse = hasMouse && Self.capability("kmous") != nil
    painter = Painter(depth: capabilities.depth)
    raw()
    noecho()
    nonl()
    curs_set(0)
    unsafe keypad(pad, true)
    unsafe nodelay(pad, true)
    set_escdelay(Self.escapeDelay)
    Self.defineKeys()
    peel_redraw_all()
    // Enters the alternate screen.
    doupdate()
    takeMouse()
  }

  deinit {
    write(painter.reset + (hasMouse ? Self.mouseOff : []))
    endwin()
    peel_unguard()
    unsafe delscreen(screen)
    close(ears)
    close(descriptor)
  }

  /// Columns and rows.
  var size: (columns: Int, rows: Int) {
    var (columns, rows): (Int32, Int32) = (80, 24)
    unsafe peel_window_size(descriptor, &columns, &rows)
    return (Int(columns), Int(rows))
  }

  // MARK: drawing

  /// Brings the terminal to show this, sending what differs from before.
  mutating func show(_ next: Screen) {
    let isSame = shown.map { $0.columns == next.columns && $0.rows == next.rows } ?? false
    write(painter.bytes(from: isSame ? shown : nil, to: next))
    shown = next
  }

  /// The next `show` draws everything.
  mutating func forget() { shown = nil }

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe PeelPlatform.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN else { return }
        continue
      }
      rest = rest.dropFirst(count)
    }
  }

  // MARK: waiting

  /// What ended a wait.
  struct Events {
    var hasKeys = false
    var isRung = false
    var signals: [Int32] = []
  }

  /// Waits until there are keys, the bell rings, a signal comes, or `milliseconds` have passed; -1 waits for ever.
  func wait(milliseconds: Int32 = -1) -> Events {
    var watched = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: ears, events: Int16(POLLIN), revents: 0),
    ]
    var events = Events()
    // Where a signal ends the wait, its number lies in the pipe for the next one.
    guard unsafe poll(&watched, 2, milliseconds) > 0 else { return events }
    // A terminal that is gone stays readable for ever, and says no more.
    if Int32(watched[0].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 { events.signals.append(SIGHUP) }
    events.hasKeys = Int32(watched[0].revents) & POLLIN != 0
    guard watched[1].revents != 0 else { return events }
    var bytes = [UInt8](repeating: 0, count: 64)
    while case let count = unsafe read(ears, &bytes, bytes.count), count > 0 {
      for byte in bytes[..<count] {
        if byte == Bell.stroke { events.isRung = true } else { events.signals.append(Int32(byte)) }
      }
    }
    return events
  }

  // MARK: keys and mouse

  enum Input { case key(Key), mouse(Mouse) }

  /// What was typed or done next, nil when that is nothing. Sequences that we have no name for are dropped.
  func input() -> Input? {
    while true {
      var code: wint_t = 0
      let kind = unsafe wget_wch(pad, &code)
      guard kind != ERR else { return nil }
      if kind == KEY_CODE_YES {
        if let key = Self.named[Int32(code)] { return .key(key) }
      } else if code == 27 {
        if let input = afterEscape() { return input }
      } else if let key = Self.typed(code) {
        return .key(key)
      }
    }
  }

  /// The next key that is there, nil when there is none.
  func key() -> Key? {
    while let input = input() {
      if case .key(let key) = input { return key }
    }
    return nil
  }

  /// An Escape alone, before a letter, or at the head of a sequence that the terminal's description lacks; nil for one
  /// without a meaning, which is then taken off.
  private func afterEscape() -> Input? {
    var code: wint_t = 0
    guard unsafe wget_wch(pad, &code) == OK else { return .key(.escape) }
    guard code == 0x5B || code == 0x4F else {
      if case .character(let letter)? = Self.typed(code) { return .key(.alt(letter)) }
      unget_wch(wchar_t(code))
      return .key(.escape)
    }
    var sequence: [UInt8] = []
    while unsafe wget_wch(pad, &code) == OK {
      sequence.append(UInt8(truncatingIfNeeded: code))
      if (0x40...0x7E).contains(code) { break }
    }
    return Self.mouse(sequence).map { .mouse($0) }
  }

  /// From the end of xterm's SGR report: `<button;column;row` and `M`, or `m` where the button was let go.
  private static func mouse(_ sequence: [UInt8]) -> Mouse? {
    guard sequence.first == UInt8(ascii: "<"), let last = sequence.last, sequence.count < 24 else { return nil }
    let numbers = sequence.dropFirst().dropLast().split(separator: UInt8(ascii: ";")).compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    guard numbers.count == 3 else { return nil }
    // Shift, Alt and Ctrl add 4, 8 and 16.
    let kind: Mouse.Kind
    switch numbers[0] & ~28 {
    case 0: kind = last == UInt8(ascii: "m") ? .release : .press
    case 32: kind = .drag
    case 64: kind = .wheelUp
    case 65: kind = .wheelDown
    case _: return nil
    }
    return Mouse(kind, column: numbers[1] - 1, row: numbers[2] - 1)
  }

  private static let mouseOn = Array("\u{1B}[?1002h\u{1B}[?1006h".utf8)
  private static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1002l".utf8)

  /// Buttons, and motion while one is down. ncurses is not to know of it.
  private func takeMouse() {
    guard hasMouse else { return }
    define_key(nil, KEY_MOUSE)
    write(Self.mouseOn)
  }

  private static func typed(_ code: wint_t) -> Key? {
    switch code {
    case 9: .tab
    case 10, 13: .enter
    case 8, 127: .backspace
    case 1...26: Unicode.Scalar(code + 0x60).map { .control(Character($0)) }
    case 0..<32: nil
    default: Unicode.Scalar(code).map { .character(Character($0)) }
    }
  }

  private static let named: [Int32: Key] = [
    KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right,
    KEY_SR: .shiftUp, KEY_SF: .shiftDown, KEY_SLEFT: .shiftLeft, KEY_SRIGHT: .shiftRight,
    KEY_BTAB: .backTab, KEY_ENTER: .enter, KEY_HOME: .home, KEY_END: .end, KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown,
    KEY_BACKSPACE: .backspace, altUp: .altUp, altDown: .altDown, altLeft: .altLeft, altRight: .altRight,
  ]

  /// Codes beyond those of ncurses.
  private static let (altUp, altDown, altLeft, altRight) = (KEY_MAX + 1, KEY_MAX + 2, KEY_MAX + 3, KEY_MAX + 4)

  /// Sequences that terminals send whatever their description says.
  private static func defineKeys() {
    let sequences: [(String, Int32)] = [
      ("\u{1B}[1;2A", KEY_SR), ("\u{1B}[1;2B", KEY_SF), ("\u{1B}[1;2C", KEY_SRIGHT), ("\u{1B}[1;2D", KEY_SLEFT),
      ("\u{1B}[1;3A", altUp), ("\u{1B}[1;3B", altDown), ("\u{1B}[1;3C", altRight), ("\u{1B}[1;3D", altLeft),
      ("\u{1B}[A", KEY_UP), ("\u{1B}[B", KEY_DOWN), ("\u{1B}[C", KEY_RIGHT), ("\u{1B}[D", KEY_LEFT),
      ("\u{1B}OA", KEY_UP), ("\u{1B}OB", KEY_DOWN), ("\u{1B}OC", KEY_RIGHT), ("\u{1B}OD", KEY_LEFT),
      ("\u{1B}[Z", KEY_BTAB), ("\u{1B}[5~", KEY_PPAGE), ("\u{1B}[6~", KEY_NPAGE),
      ("\u{1B}[H", KEY_HOME), ("\u{1B}[F", KEY_END),
    ]
    for (sequence, key) in sequences { unsafe define_key(sequence, key) }
  }

  // MARK: coming and going

  /// Gives the terminal back and stops, as Ctrl-Z does elsewhere; returns when continued.
  mutating func suspend() {
    write(painter.reset + (hasMouse ? Self.mouseOff : []))
    endwin()
    peel_stop()
    resume()
  }

  /// Takes the terminal over anew, after it was someone else's.
  mutating func resume() {
    reset_prog_mode()
    peel_redraw_all()
    doupdate()
    curs_set(0)
    fflush(nil)
    takeMouse()
    forget()
  }

  /// Ends the program by the signal that asked for it, so that the caller learns of it. The terminal has to be given
  /// back before.
  static func die(of signal: Int32) -> Never {
    peel_obey(signal)
    exit(128 + signal)
  }

  // MARK: what it can do

  /// The person's locale; where the system lacks it though it is a UTF-8 one, the C one with UTF-8.
  private static func setLocale() {
    if unsafe setlocale(LC_ALL, "") != nil { return }
    for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = unsafe getenv(variable).map({ unsafe String(cString: $0) }), !value.isEmpty else { continue }
      let name = value.lowercased()
      if name.hasSuffix("utf-8") || name.hasSuffix("utf8") { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
      return
    }
  }

  private static func capabilities(of name: String) -> Capabilities {
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
    let glyphs: Capabilities.Glyphs = peel_is_utf8() == 0 ? .ascii : name == "linux" ? .halfBlocks : .blocks
    return Capabilities(depth: depth, glyphs: glyphs)
  }

  fileprivate static func capability(_ name: String) -> String? {
    unsafe peel_capability(name).map { unsafe String(cString: $0) }
  }

  fileprivate static func filled(_ capability: String?, _ first: Int, _ second: Int = 0) -> [UInt8] {
    guard let capability, let text = unsafe peel_filled(capability, Int32(first), Int32(second)) else { return [] }
    return withoutPadding(unsafe String(cString: text))
  }

  /// Descriptions of old terminals ask for pauses in the form `$<5>`, which nobody needs any more.
  fileprivate static func withoutPadding(_ text: String) -> [UInt8] {
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

  /// newterm ends the program where it cannot go on, so what it needs is asked for beforehand.
  private static func check(_ name: String) throws(TerminalError) {
    var state: Int32 = 0
    guard unsafe setupterm(name, STDOUT_FILENO, &state) == OK else { throw .unknown(name) }
    let isAble = capability("cup") != nil && capability("clear") != nil
    peel_forget_description()
    if !isAble { throw .dumb(name) }
  }

  /// What puts the terminal right after a crash: plain letters, arrow keys, cursor and screen as before.
  private static func farewell(of name: String, _ descriptor: Int32) -> [UInt8] {
    var state: Int32 = 0
    guard unsafe setupterm(name, descriptor, &state) == OK else { return [] }
    defer { peel_forget_description() }
    let mouse = capability("kmous") == nil ? [] : mouseOff
    return mouse + ["sgr0", "rmkx", "cnorm", "rmcup"].flatMap { withoutPadding(capability($0) ?? "") }
  }
}

/// Wakes the terminal's wait, from any thread.
struct Bell: Sendable {
  fileprivate let descriptor: Int32
  /// No signal's number.
  fileprivate static let stroke: UInt8 = 0

  func ring() {
    var byte = Self.stroke
    _ = unsafe write(descriptor, &byte, 1)
  }
}

/// Turns cells into what the terminal understands.
private struct Painter {
  private let depth: Capabilities.Depth
  private let move: String?
  private let clear: [UInt8]
  private let foreground: String?
  private let background: String?
  private let styles: [(Style, [UInt8])]
  /// Writing the last place of all scrolls some old terminals.
  private let keepsCorner: Bool
  /// Back to plain letters.
  let reset: [UInt8]

  private var paint: Paint?
  private var cursor: (column: Int, row: Int)?

  init(depth: Capabilities.Depth) {
    self.depth = depth
    move = Terminal.capability("cup")
    clear = Terminal.withoutPadding(Terminal.capability("clear") ?? "")
    foreground = Terminal.capability("setaf")
    background = Terminal.capability("setab")
    reset = Terminal.withoutPadding(Terminal.capability("sgr0") ?? "")
    styles = [(.bold, "bold"), (.dim, "dim"), (.underline, "smul"), (.reverse, "rev")].map { style, name in
      (style, Terminal.withoutPadding(Terminal.capability(name) ?? ""))
    }
    let (wraps, waits) = unsafe (tigetflag("am") == 1, tigetflag("xenl") == 1)
    keepsCorner = wraps && !waits
  }

  mutating func bytes(from last: Screen?, to next: Screen) -> [UInt8] {
    var bytes: [UInt8] = []
    paint = nil
    cursor = nil
    if last == nil { bytes += reset + clear }
    for row in 0..<next.rows {
      for column in 0..<next.columns {
        let cell = next[column, row]
        guard last?[column, row] != cell, let glyph = cell.glyph else { continue }
        if keepsCorner, row == next.rows - 1, column == next.columns - 1 { continue }
        if cursor.map({ $0 != (column, row) }) ?? true { bytes += Terminal.filled(move, row, column) }
        append(cell.paint, to: &bytes)
        bytes += String(glyph).utf8
        // A wide glyph moves on by two; past the edge terminals differ.
        let isWide = column + 1 < next.columns && next[column + 1, row].glyph == nil
        let following = column + (isWide ? 2 : 1)
        cursor = following < next.columns ? (following, row) : nil
      }
    }
    return bytes
  }

  private mutating func append(_ next: Paint, to bytes: inout [UInt8]) {
    guard paint != next else { return }
    var current = paint ?? Paint()
    let losesColour =
      next.ink == .standard && current.ink != .standard || next.ground == .standard && current.ground != .standard
    if paint == nil || next.style != current.style || losesColour {
      bytes += reset
      for (style, text) in styles where next.style.contains(style) { bytes += text }
      current = Paint(style: next.style)
    }
    if next.ink != current.ink { bytes += colour(next.ink, foreground, 38) }
    if next.ground != current.ground { bytes += colour(next.ground, background, 48) }
    paint = next
  }

  private func colour(_ ink: Ink, _ capability: String?, _ code: Int) -> [UInt8] {
    switch ink {
    case .standard: []
    case .colour(let colour): Array("\u{1B}[\(code);2;\(colour.red);\(colour.green);\(colour.blue)m".utf8)
    case .indexed(let number): Terminal.filled(capability, Int(number))
    }
  }
}
