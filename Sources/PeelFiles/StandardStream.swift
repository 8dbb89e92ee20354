internal import PeelPlatform
internal import Synchronization

/// The program's standard output and standard error.
package enum StandardStream {
  case output, error

  private var number: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  package var isTerminal: Bool { isatty(number) == 1 }

  /// The terminal's width in columns; nil if it isn't known.
  package var columns: Int? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all bytes. If the stream has no reader any more, the signal that the system sends ends the work. Nothing is
  /// written to standard output after a failure.
  package func write(_ bytes: [UInt8]) {
    if self == .output, Self.outputFailure != nil { return }
    do throws(SystemError) { try writeAll(bytes, to: number) } catch {
      if self == .output { Self.failure.withLock { $0 = error } }
    }
  }

  /// Why standard output can't be written; nil if all that was written so far arrived.
  package static var outputFailure: SystemError? { failure.withLock { $0 } }

  private static let failure = Mutex<SystemError?>(nil)

  /// Writes the text as UTF-8.
  package func write(_ text: String) { write(Array(text.utf8)) }
}

/// The program's standard input.
package enum StandardInput {
  package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// All of it, or nil if it has more than `limit` bytes. It can be read only once, so the first result is kept.
  package static func bytes(limit: Int) throws(SystemError) -> [UInt8]? {
    try contents.withLock { contents in
      let result = contents ?? Result { () throws(SystemError) in try read(limit: limit) }
      contents = result
      return result
    }.get()
  }

  private static let contents = Mutex<Result<[UInt8]?, SystemError>?>(nil)

  private static func read(limit: Int) throws(SystemError) -> [UInt8]? {
    let copy = dup(STDIN_FILENO)
    if copy < 0 { throw .last }
    return try Descriptor(owning: copy).bytes(limit: limit)
  }

  /// Which file it is.
  package static var identity: FileIdentity? {
    let copy = dup(STDIN_FILENO)
    return copy < 0 ? nil : try? Descriptor(owning: copy).status().identity
  }
}
