internal import CPeelTerminal
import PeelPixels
import PeelPlatform
import PeelWorkbench

/// The controlling terminal. It's in full-screen mode while this value exists, and restored when it's destroyed.
///
/// ncurses opens the terminal and provides its control strings. Cells aren't written through ncurses' windows, which show
/// true colour only if the terminal's description has it, and most don't.
@safe struct Terminal: ~Copyable {
  /// Ends a wait, from any thread.
  let bell: Bell

  private let line: TerminalLine
  private let screen: OpaquePointer
  private let kind: TerminalKind
  private var painter: CellPainter
  private var pictures = PicturePainter()
  private let shared = SharedPictures()
  private var choice: GraphicsChoice
  /// When to give up waiting for the answer that pictures are shown, or the first one is; nil if none is awaited.
  private var deadline: ContinuousClock.Instant?
  private var isLossNew = false
  private var questions = OpenQuestions()
  private var keyboard = KeyboardProtocol.unknown
  private var isOpen = true
  private var shown: Screen?
  private var decoder: KeyDecoder

  /// The time between two looks whether another program has changed the terminal's modes, in milliseconds. ffmpeg, for one,
  /// sets those that it found when it ends.
  private static let modesInterval: Int32 = 500
  /// The bytes of a paste that are read at once.
  private static let pasteChunk = 4096
  /// How long the terminal may take to say that it shows pictures, or the first one: much longer than a slow line needs.
  private static let patience = Duration.seconds(10)

  /// Takes over an open terminal.
  ///
  /// Nothing here throws: if the initializer of a noncopyable value throws, the optimizer of Swift 6.3 destroys properties
  /// that were never set.
  init(
    named name: String, hasMouse: Bool, graphics: GraphicsWish, bell: Bell, line: TerminalLine, screen: OpaquePointer
  ) {
    let strings = ControlStrings.ofOpenTerminal()
    self.line = line
    self.bell = bell
    unsafe self.screen = unsafe screen
    let multiplexer = Multiplexer(terminal: name)
    let described = ControlStrings.capabilities(of: name, within: multiplexer)
    kind = TerminalKind(
      strings: strings, title: WindowTitle(terminal: name), hasMouse: hasMouse && strings.hasMouse,
      capabilities: described)
    choice = GraphicsChoice(
      described.glyphs >= .blocks ? graphics : .cells, within: multiplexer,
      shared: ControlStrings.isLocal && multiplexer == nil && graphics.includesKitty
        ? shared.share([0, 0, 0]) : nil)
    painter = CellPainter(strings)
    decoder = KeyDecoder(strings.keys)
    raw()
    noecho()
    nonl()
    curs_set(0)
    peel_redraw_all()
    // Enters the alternate screen.
    doupdate()
    peel_keep_modes(line.descriptor)
    startInput()
    write(kind.title.keep)
    measure()
    // The first drawing clears what a terminal shows of questions that it doesn't understand.
    write(ControlStrings.askKeyboard + choice.questions)
    ask(OpenQuestions.attributes)
    if choice.isUnconfirmed { deadline = .now + Self.patience }
  }

  deinit { if isOpen { giveBack(isEnding: false) } }

  /// Restores the terminal. Nothing else may be called afterwards.
  ///
  /// Destroying this value does the same, but the optimizer of Swift 6.3 leaves that out in some callers.
  ///
  /// - Parameter isEnding: whether a signal ends the program, so that further ones are ignored.
  mutating func close(isEnding: Bool) {
    guard isOpen else { return }
    giveBack(isEnding: isEnding)
    isOpen = false
  }

  private borrowing func giveBack(isEnding: Bool) {
    _ = awaitAnswers()
    write(pictures.removal(choice.graphics) + kind.strings.reset + endOfInput + kind.title.restore)
    shared.removeAll()
    endwin()
    peel_unguard(isEnding ? 1 : 0)
    unsafe delscreen(screen)
    PeelPlatform.close(line.descriptor)
  }

  /// The terminal's size, in cells; 80 × 24 if unknown.
  var size: (columns: Int, rows: Int) { line.size }

  /// What the terminal shows, as far as it's known.
  var capabilities: Capabilities {
    var capabilities = kind.capabilities
    capabilities.cell = choice.cell
    capabilities.graphics = choice.graphics
    capabilities.background = choice.background
    return capabilities
  }

  /// Asks the system for the size of a cell.
  mutating func measure() {
    if let size = line.cellSize { choice.measure(size) }
  }

  /// Whether the terminal has refused pictures since the last call.
  mutating func hasLostGraphics() -> Bool {
    defer { isLossNew = false }
    return isLossNew
  }

  private mutating func note(_ answer: Answer) {
    if case .picture = answer { deadline = nil }
    if case .keyboard = answer, keyboard == .unknown { keyboard = .offered }
    startKeyboard()
    questions.note(answer)
    let (sharesMemory, wasAwaited) = (choice.sharesMemory, choice.isUnconfirmed)
    if choice.note(answer) { isLossNew = true }
    if wasAwaited, !choice.isUnconfirmed { deadline = nil }
    // Until the terminal says that it reads shared memory, there is only what it's asked about.
    if !sharesMemory { shared.removeAll() }
  }

  // MARK: drawing

  /// Shows a screen. Sends only the cells that differ from the last screen.
  mutating func show(_ next: Screen) {
    let isSame = shown.map { $0.columns == next.columns && $0.rows == next.rows } ?? false
    var bytes = painter.bytes(from: isSame ? shown : nil, to: next)
    let painted = pictures.paint(next, isFresh: !isSame, capabilities, ways)
    bytes += painted.bytes + painter.bytes(of: painted.covered, in: next)
    if next.title != shown?.title, !next.title.isEmpty { bytes += kind.title.set(next.title) }
    if !bytes.isEmpty { write(ControlStrings.startFrame + bytes + ControlStrings.endFrame) }
    if painted.isAnswered { deadline = .now + Self.patience }
    shown = next
  }

  private var ways: PaintingWays {
    guard choice.sharesMemory else { return PaintingWays(move: kind.strings.move) }
    return PaintingWays(move: kind.strings.move) { [shared] in shared.share($0) }
  }

  /// Makes the next `show` draw everything.
  mutating func forget() { shown = nil }

  private func write(_ bytes: [UInt8]) { line.write(bytes) }

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
      pollfd(fd: line.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: bell.reading, events: Int16(POLLIN), revents: 0),
    ]
    var wake = Wake()
    let untilDeadline = deadline.map(TerminalLine.milliseconds(until:))
    let limits = [milliseconds, decoder.deadline(after: .now).map(TerminalLine.milliseconds(until:)), untilDeadline]
    var rest = limits.compactMap { $0 }.min() ?? -1
    var count: Int32 = 0
    repeat {
      let turn = rest < 0 ? Self.modesInterval : min(rest, Self.modesInterval)
      // If a signal ends the wait, its number is in the bell's pipe, which ends the next wait.
      count = unsafe poll(&watched, 2, turn)
      if rest > 0 { rest -= turn }
      if peel_regain_modes(line.descriptor) != 0 {
        startInput()
        forget()
        break
      }
    } while count == 0 && rest != 0
    let isReadable = count > 0 && watched[0].revents != 0
    if decoder.isPending, !isReadable {
      decoder.wait(until: .now)
      // The answer to an earlier question is as good. With kitty's keyboard protocol, no Escape comes alone.
      if decoder.doubts(at: .now), keyboard != .used, !questions.isOpen() { ask(OpenQuestions.cursor) }
      wake.hasInput = true
    }
    if let deadline, deadline <= .now {
      self.deadline = nil
      isLossNew = choice.lose()
    }
    guard count > 0 else { return wake }
    // A closed terminal stays readable and would end every wait.
    if Int32(watched[0].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 { wake.signals.append(SIGHUP) }
    wake.hasInput = wake.hasInput || Int32(watched[0].revents) & POLLIN != 0
    if watched[1].revents != 0 { wake.signals += bell.signals() }
    return wake
  }

  /// The next input that has arrived; nil if there is none. Later bytes aren't read, so that another program can.
  mutating func input() -> Input? {
    while true {
      let input = decoder.next()
      for answer in decoder.answers { note(answer) }
      decoder.answers = []
      if let input { return input }
      let bytes = line.bytes(atMost: decoder.isInPaste ? Self.pasteChunk : 1)
      if bytes.isEmpty { return nil }
      for byte in bytes { decoder.append(byte) }
    }
  }

  // MARK: leaving and returning

  /// Asks the terminal something. All terminals answer it, after everything that was asked before.
  private mutating func ask(_ question: [UInt8]) {
    write(question)
    questions.ask()
  }

  /// Reads answers that are still to come, so that the shell doesn't get them. Keys pressed meanwhile are lost.
  private borrowing func awaitAnswers() -> [Answer] {
    var (decoder, questions) = (decoder, questions)
    // The answer about the first picture isn't followed by another one.
    if deadline != nil {
      write(OpenQuestions.cursor)
      questions.ask()
    }
    line.awaitAnswers(&decoder, &questions)
    return decoder.answers
  }

  private func startInput() {
    write(kind.strings.startKeys + (kind.hasMouse ? ControlStrings.startMouse : []) + ControlStrings.startPastes)
  }

  /// Uses kitty's keyboard protocol where the terminal has it.
  private mutating func startKeyboard() {
    guard keyboard == .offered else { return }
    write(ControlStrings.startKeyboard)
    keyboard = .used
  }

  private var endOfInput: [UInt8] {
    ControlStrings.endPastes + (kind.hasMouse ? ControlStrings.endMouse : [])
      + (keyboard == .used ? ControlStrings.endKeyboard : []) + kind.strings.endKeys
  }

  /// Restores the terminal and stops the process, as Ctrl-Z does elsewhere. Returns when it's continued.
  mutating func suspend() {
    for answer in awaitAnswers() { note(answer) }
    write(pictures.removal(choice.graphics) + kind.strings.reset + endOfInput + kind.title.restore)
    if keyboard == .used { keyboard = .offered }
    decoder = KeyDecoder(kind.strings.keys)
    endwin()
    peel_stop()
    resume()
    write(kind.title.keep)
  }

  /// Returns to full-screen mode after another program used the terminal.
  mutating func resume() {
    reset_prog_mode()
    peel_redraw_all()
    doupdate()
    curs_set(0)
    fflush(nil)
    peel_keep_modes(line.descriptor)
    startInput()
    startKeyboard()
    forget()
  }
}

/// Ends the process by a signal, so that its parent sees the signal in the exit status. Destroy the `Terminal` first.
package func die(of signal: Int32) -> Never {
  peel_obey(signal)
  // The status that shells use for a process ended by a signal.
  exit(128 + signal)
}
