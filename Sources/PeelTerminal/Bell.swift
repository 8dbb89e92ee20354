internal import CPeelTerminal
import PeelPlatform

/// A pipe that ends a terminal's wait, from any thread or from a signal handler.
///
/// It stays open as long as this object lives, so ringing is safe even after the terminal is restored.
final class Bell: Sendable {
  /// The pipe's ends. A signal handler writes the signal's number to `writing`.
  let reading: Int32
  let writing: Int32

  /// The byte for a ring. No signal has this number.
  private static let stroke: UInt8 = 0

  /// The most bytes read at once.
  private static let readSize = 64

  /// Opens the pipe. Returns nil if the process has too many open files.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe peel_pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Ends the current wait, or the next one.
  func ring() {
    var byte = Self.stroke
    _ = unsafe write(writing, &byte, 1)
  }

  /// Empties the pipe and returns the signals that arrived.
  func signals() -> [Int32] {
    var signals: [Int32] = []
    var bytes = [UInt8](repeating: 0, count: Self.readSize)
    while case let count = unsafe read(reading, &bytes, bytes.count), count > 0 {
      signals += bytes[..<count].filter { $0 != Self.stroke }.map { Int32($0) }
    }
    return signals
  }
}
