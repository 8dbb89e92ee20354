/// Why the terminal can't be used.
package enum TerminalError: Error, Equatable {
  /// The process has no controlling terminal.
  case none
  /// The environment variable TERM isn't set.
  case unnamed
  /// terminfo has no description of the terminal that TERM names.
  case unknown(String)
  /// The terminal that TERM names can't move its cursor or clear its screen.
  case dumb(String)
}
