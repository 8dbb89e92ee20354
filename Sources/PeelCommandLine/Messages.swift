import ArgumentParser
import PeelFiles

extension StandardStream {
  /// Writes a message to standard error, on one line that is safe for a terminal.
  package static func say(_ message: String) { error.write("peel: \(message.escapingControls)\n") }

  /// Writes a line with a path: as it is for programs, and safe to look at on a terminal.
  package func write(line path: Path) {
    write((isTerminal ? Array(path.shown.utf8) : path.bytes) + [UInt8(ascii: "\n")])
  }
}

extension ParsableCommand {
  /// Ends the command with the parser's own message, which repeats arguments as they were given.
  package static func leave(because error: any Error) -> Never {
    let status = exitCode(for: error)
    // Help and completion scripts are the parser's own text.
    if status.isSuccess { exit(withError: error) }
    let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
    if lines != [""] { StandardStream.error.write(lines.map { String($0).escapingControls + "\n" }.joined()) }
    exit(withError: status)
  }
}
