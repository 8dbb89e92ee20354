import ArgumentParser
import PeelFiles
import PeelMessages

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
    let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines != [""] {
      StandardStream.error.write(Mistake(lines: lines).lines.map { $0.escapingControls.shortened + "\n" }.joined())
    }
    end(status)
  }

  /// Ends the program. If standard output could not be written, that is its failure; a pipe without a reader ends it
  /// quietly.
  package static func end(_ status: ExitCode = .success) -> Never {
    guard let failure = StandardStream.outputFailure else { exit(withError: status) }
    if failure.isClosedPipe { exit(withError: Interruption.exitCode ?? Interruption.closedPipe) }
    let advice = failure.isFullDisk ? "free some space, or send" : "send"
    StandardStream.say(
      "standard output cannot be written: \(failure.reason); \(advice) it to another file or program")
    exit(withError: ExitCode(Status.failure.rawValue))
  }
}

extension String {
  /// The text without the middle of what is too long for a message, such as a value that was pasted by mistake.
  fileprivate var shortened: String {
    let longest = 1000
    let kept = 200
    return count > longest ? "\(prefix(kept)) ... \(suffix(kept))" : self
  }
}

/// A mistake in the arguments, as the parser reports it: what is wrong, the values to choose from, and the option's help,
/// each on lines of their own; then the usage.
package struct Mistake {
  private var fact = ""
  private var choices: [Substring] = []
  private var help: Substring?
  private var usage: [String] = []

  init(lines: [String]) {
    for (number, line) in lines.enumerated() {
      if !usage.isEmpty || line.isEmpty || line.hasPrefix(Self.usageMark) {
        usage.append(line)
      } else if line.hasPrefix(Self.choiceMark) {
        choices.append(line.dropFirst(Self.choiceMark.count))
      } else if line.hasPrefix(Self.helpMark) {
        help = line.dropFirst(Self.helpMark.count)
      } else if line.drop(while: \.isWhitespace).hasPrefix(Self.otherMark) {
        // One reason is enough.
        continue
      } else {
        fact += (number == 0 ? "" : " ") + (line.hasPrefix(Self.mark) ? line.dropFirst(Self.mark.count) : line[...])
      }
    }
  }

  /// What is wrong with arguments that a command refused.
  package init(_ error: any Error, of command: any ParsableCommand.Type) {
    self.init(lines: command.fullMessage(for: error).split(separator: "\n").map(String.init))
  }

  private static let mark = "Error: ", helpMark = "Help:  ", choiceMark = "  - ", otherMark = "or: "
  private static let usageMark = "Usage:", indentation = "  ", pointerMark = indentation + "See 'peel"

  /// What is wrong, in one line. The option's help begins with its names, which the mistake tells already.
  package var line: String {
    if let misspelt { return misspelt }
    // The reason is a sentence that says enough.
    if fact.hasPrefix("The value "), fact.contains("': ") { return fact }
    let text = help.map { help in help.firstRange(of: "  ").map { help[$0.upperBound...] } ?? help }
    let more = choices.isEmpty ? text.map { " (\($0))" } ?? "" : " " + choices.joined(separator: ", ")
    return fact + more
  }

  /// What to say if a value is probably meant to be one of those to choose from, which the mistake lists or names in quotes.
  /// A number isn't misspelt.
  private var misspelt: String? {
    let parts = fact.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count > 4, parts[0] == "The value ", parts[4].hasPrefix(". Please provide one of"),
      parts[1].contains(where: \.isLetter)
    else { return nil }
    let names = choices.isEmpty ? stride(from: 5, to: parts.count, by: 2).map { parts[$0] } : choices
    return Spelling(String(parts[1])).nearest(of: names.map(String.init)).map { meant in
      parts[..<4].joined(separator: "'") + "'; did you mean '\(meant)'?"
    }
  }

  /// The message: what is wrong, then where the help is or, if the parser doesn't tell, the usage.
  var lines: [String] {
    guard let last = usage.last, usage.first?.hasPrefix(Self.usageMark) == true, last.hasPrefix(Self.pointerMark) else {
      return ["peel: " + line] + usage
    }
    return ["peel: " + line, String(last.dropFirst(Self.indentation.count))]
  }
}
