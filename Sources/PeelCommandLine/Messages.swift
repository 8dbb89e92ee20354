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
    if status.isSuccess {
      let text = fullMessage(for: error)
      if !text.isEmpty { StandardStream.output.write(text + "\n") }
      end()
    }
    let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
    if lines != [""] { StandardStream.error.write(lines.map { String($0).escapingControls + "\n" }.joined()) }
    end(status)
  }

  /// Ends the program. If standard output could not be written, that is its failure; a pipe that nobody reads any more ends
  /// it quietly.
  package static func end(_ status: ExitCode = .success) -> Never {
    guard let failure = StandardStream.outputFailure else { exit(withError: status) }
    if failure.isClosedPipe { exit(withError: Interruption.exitCode ?? Interruption.closedPipe) }
    StandardStream.say(
      "standard output cannot be written: \(failure.reason); free some space, or send it to another file or program")
    exit(withError: ExitCode(Status.failure.rawValue))
  }
}

extension Path {
  /// The path in a message.
  package var titled: String { self == .standardInput ? "standard input" : shown }
}
