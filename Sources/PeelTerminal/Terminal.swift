internal import CPeelTerminal
import PeelPlatform
import PeelWorkbench

/// The controlling terminal. It's in full-screen mode while this value exists, and restored when it's destroyed.
///
/// ncurses opens the terminal and provides its control strings. Cells aren't written through ncurses' windows, which show
/// true colour only if the terminal's description has it, and most don't.
@safe struct Terminal: ~Copyable {
  let capabilities: Capabilities
  /// Ends a wait, from any thread.
  let bell: Bell

  private let descriptor: Int32
  private let screen: OpaquePointer
  private let strings: ControlStrings
  private let hasMouse: Bool
  private var painter: CellPainter
  private var shown: Screen?
  private var decoder: KeyDecoder
  /// Whether the rest of a pending sequence didn't arrive in time.
  private var isSilent = false

  /// The time to wait for the rest of a sequence after its Escape, in milliseconds.
  private static let escapeDelay: Int32 = 40
  /// The time between two looks whether another program has changed the terminal's modes, in milliseconds. ffmpeg, for one,
  /// sets those that it found when it ends.
  private static let modesInterval: Int32 = 500
  /// The bytes of a paste that are read at once.
  private static let pasteChunk = 4096

  /// Opens the controlling terminal, even if standard input and output are pipes.
  ///
  /// - Parameter hasMouse: whether to ask for mouse events.
  static func open(hasMouse: Bool) throws(TerminalError) -> Terminal {
    guard let name = unsafe getenv("TERM").map({ unsafe String(cString: $0) }), !name.isEmpty else { throw .unnamed }
    Self.setLocale()
    let farewell = try ControlStrings.farewell(of: name)
    let descriptor = unsafe PeelPlatform.open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .none }
    guard let bell = Bell() else {
      close(descriptor)
      throw .none
    }
    unsafe farewell.withUnsafeBufferPointer { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe peel_guard(descriptor, text.baseAddress, text.count, bell.writing)
      }
    }
    guard let output = unsafe fdopen(dup(descriptor), "w"), let input = unsafe fdopen(dup(descriptor), "r"),
      let screen = unsafe newterm(name, output, input)
    else {
      peel_unguard()
      close(descriptor)
      throw .unknown(name)
    }
    return unsafe Terminal(named: name, hasMouse: hasMouse, bell: bell, descriptor: descriptor, screen: screen)
  }

  /// Takes over an open terminal.
  ///
  /// Nothing here throws: if the initializer of a noncopyable value throws, the optimizer of Swift 6.3 destroys properties
  /// that were never set.
  private init(named name: String, hasMouse: Bool, bell: Bell, descriptor: Int32, screen: OpaquePointer) {
    let strings = ControlStrings.ofOpenTerminal()
    self.strings = strings
    self.descriptor = descriptor
    self.bell = bell
    unsafe self.screen = unsafe screen
    capabilities = ControlStrings.capabilities(of: name)
    self.hasMouse = hasMouse && strings.hasMouse
    painter = CellPainter(strings)
    decoder = KeyDecoder(strings.keys)
    raw()
    noecho()
    nonl()
    curs_set(0)
    peel_redraw_all()
    // Enters the alternate screen.
    doupdate()
    peel_keep_modes(descriptor)
    startInput()
  }

  deinit {
    write(strings.reset + endOfInput)
    endwin()
    peel_unguard()
    unsafe delscreen(screen)
    close(descriptor)
  }

  /// The terminal's size, in cells; 80 × 24 if unknown.
  var size: (columns: Int, rows: Int) {
    var (columns, rows): (Int32, Int32) = (80, 24)
    unsafe peel_window_size(descriptor, &columns, &rows)
    return (Int(columns), Int(rows))
  }

  // MARK: drawing

  /// Shows a screen. Sends only the cells that differ from the last screen.
  mutating func show(_ next: Screen) {
    let isSame = shown.map { $0.columns == next.columns && $0.rows == next.rows } ?? false
    write(painter.bytes(from: isSame ? shown : nil, to: next))
    shown = next
  }

  /// Makes the next `show` draw everything.
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

  /// The reason a wait ended.
  struct Wake {
    /// Whether to call `input()`.
    var hasInput = false
    var signals: [Int32] = []
  }

  /// Waits for input, the bell or a signal.
  ///
  /// - Parameter milliseconds: the longest wait; nil for no limit.
  mutating func wait(milliseconds: Int32?) -> Wake {
    var watched = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: bell.reading, events: Int16(POLLIN), revents: 0),
    ]
    var wake = Wake()
    let limit = decoder.isPending ? min(milliseconds ?? Self.escapeDelay, Self.escapeDelay) : milliseconds ?? -1
    var rest = limit
    var count: Int32 = 0
    repeat {
      let turn = rest < 0 ? Self.modesInterval : min(rest, Self.modesInterval)
      // If a signal ends the wait, its number is in the bell's pipe, which ends the next wait.
      count = unsafe poll(&watched, 2, turn)
      if rest > 0 { rest -= turn }
      if peel_regain_modes(descriptor) != 0 {
        startInput()
        forget()
        break
      }
    } while count == 0 && rest != 0
    if count == 0, decoder.isPending {
      isSilent = true
      wake.hasInput = true
    }
    guard count > 0 else { return wake }
    // A closed terminal stays readable and would end every wait.
    if Int32(watched[0].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 { wake.signals.append(SIGHUP) }
    wake.hasInput = Int32(watched[0].revents) & POLLIN != 0
    if watched[1].revents != 0 { wake.signals += bell.signals() }
    return wake
  }

  /// The next input that has arrived; nil if there is none. Later bytes aren't read, so that another program can.
  mutating func input() -> Input? {
    while true {
      if let input = decoder.next(isFinal: isSilent) { return input }
      isSilent = false
      let bytes = nextBytes(decoder.isInPaste ? Self.pasteChunk : 1)
      if bytes.isEmpty { return nil }
      for byte in bytes { decoder.append(byte) }
    }
  }

  /// Reads at most `limit` bytes without waiting.
  private func nextBytes(_ limit: Int) -> [UInt8] {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&watched, 1, 0) > 0, Int32(watched.revents) & POLLIN != 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = unsafe read(descriptor, &bytes, limit)
    return Array(bytes.prefix(max(0, count)))
  }

  // MARK: leaving and returning

  private func startInput() {
    write(strings.startKeys + (hasMouse ? ControlStrings.startMouse : []) + ControlStrings.startPastes)
  }

  private var endOfInput: [UInt8] {
    ControlStrings.endPastes + (hasMouse ? ControlStrings.endMouse : []) + strings.endKeys
  }

  /// Restores the terminal and stops the process, as Ctrl-Z does elsewhere. Returns when it's continued.
  mutating func suspend() {
    write(strings.reset + endOfInput)
    endwin()
    peel_stop()
    resume()
  }

  /// Returns to full-screen mode after another program used the terminal.
  mutating func resume() {
    reset_prog_mode()
    peel_redraw_all()
    doupdate()
    curs_set(0)
    fflush(nil)
    peel_keep_modes(descriptor)
    startInput()
    forget()
  }

  /// Sets the user's locale, or C.UTF-8 if the system lacks that locale and its encoding is UTF-8.
  private static func setLocale() {
    if unsafe setlocale(LC_ALL, "") != nil { return }
    for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = unsafe getenv(variable).map({ unsafe String(cString: $0) }), !value.isEmpty else { continue }
      let name = value.lowercased()
      if name.hasSuffix("utf-8") || name.hasSuffix("utf8") { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
      return
    }
  }
}

/// Ends the process by a signal, so that its parent sees the signal in the exit status. Destroy the `Terminal` first.
package func die(of signal: Int32) -> Never {
  peel_obey(signal)
  // The status that shells use for a process ended by a signal.
  exit(128 + signal)
}
