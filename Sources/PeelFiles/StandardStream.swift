internal import PeelPlatform

/// The program's standard output and standard error.
package enum StandardStream {
  case output, error

  private var number: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// The terminal's width in columns; nil if it isn't known.
  package var columns: Int? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all bytes. If the stream has no reader any more, the signal that the system sends ends the work.
  package func write(_ bytes: [UInt8]) { try? writeAll(bytes, to: number) }

  /// Writes the text as UTF-8.
  package func write(_ text: String) { write(Array(text.utf8)) }
}

/// The program's standard input.
package enum StandardInput {
  /// Whether it is a terminal.
  package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// All of it, or nil if it has more than `limit` bytes.
  package static func bytes(limit: Int) throws(SystemError) -> [UInt8]? {
    let copy = dup(STDIN_FILENO)
    if copy < 0 { throw .last }
    return try Descriptor(owning: copy).bytes(limit: limit)
  }
}
