internal import CPeelTerminal
import PeelPlatform
import PeelWorkbench

/// An open terminal as a line of bytes in both directions.
struct TerminalLine: Sendable {
  /// The system's number of the open terminal.
  let descriptor: Int32

  /// The terminal's size, in cells; 80 × 24 if unknown.
  var size: (columns: Int, rows: Int) {
    var (columns, rows): (Int32, Int32) = (80, 24)
    unsafe peel_window_size(descriptor, &columns, &rows)
    return (Int(columns), Int(rows))
  }

  /// The size of a cell as the system knows it; nil if it can't tell. Many terminals don't say, and some say zero.
  var cellSize: PixelSize? {
    var (width, height): (Int32, Int32) = (0, 0)
    let isKnown = unsafe peel_cell_size(descriptor, &width, &height) == 0
    return isKnown ? PixelSize(width: Int(width), height: Int(height)) : nil
  }

  func write(_ bytes: [UInt8]) {
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

  /// Reads the bytes that come before a time; none if none do.
  func bytes(atMost limit: Int, until end: ContinuousClock.Instant = .now) -> [UInt8] {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&watched, 1, Self.milliseconds(until: end)) > 0, Int32(watched.revents) & POLLIN != 0 else {
      return []
    }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = unsafe read(descriptor, &bytes, limit)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Reads answers that are still to come into the decoder.
  func awaitAnswers(_ decoder: inout KeyDecoder, _ questions: inout OpenQuestions) {
    let end = questions.end()
    while questions.isOpen(), let byte = bytes(atMost: 1, until: end).first {
      let count = decoder.answers.count
      decoder.append(byte)
      while decoder.next() != nil {}
      for answer in decoder.answers[count...] { questions.note(answer) }
    }
  }

  /// Asks the terminal for its attributes. Returns whether it tells them, as all do that understand xterm's sequences.
  func tellsAttributes() -> Bool {
    var modes = termios()
    guard unsafe tcgetattr(descriptor, &modes) == 0 else { return false }
    defer { unsafe tcsetattr(descriptor, TCSANOW, &modes) }
    var raw = modes
    unsafe cfmakeraw(&raw)
    unsafe tcsetattr(descriptor, TCSANOW, &raw)
    write(OpenQuestions.attributes)
    var (decoder, questions) = (KeyDecoder(), OpenQuestions())
    questions.ask()
    awaitAnswers(&decoder, &questions)
    return !decoder.answers.isEmpty
  }

  /// The time until then, for `poll`.
  static func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
    Int32(max(0, ((end - .now) / .milliseconds(1)).rounded(.up)))
  }
}
