import ArgumentParser
import PeelFiles

extension StandardStream {
  /// Writes a message to standard error, on one line that is safe for a terminal.
  package static func say(_ message: String) { error.write("peel: \(message.escapingControls)\n") }

  /// Ends the command if standard output, where a picture is to go, is a terminal.
  ///
  /// - Parameter what: what the picture is, which is also a name for its file.
  package static func refuseTerminal(for what: String) throws {
    guard output.isTerminal else { return }
    say("standard output is a terminal; send the \(what) to a file or a program: -o - > \(what).jpg")
    throw ExitCode(Status.failure.rawValue)
  }

  /// Writes a line with a path: as it is for programs, and safe to look at on a terminal. Tabs separate it from further
  /// cells.
  package func write(line path: Path, cells: [String] = []) {
    let name = isTerminal ? Array(path.shown.utf8) : path.bytes
    write(name + Array(cells.map { "\t" + $0 }.joined().utf8) + [UInt8(ascii: "\n")])
  }
}

extension Path {
  /// The path in a message.
  package var titled: String { self == .standardInput ? "standard input" : shown }
}
