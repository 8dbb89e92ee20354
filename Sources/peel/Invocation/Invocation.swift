import ArgumentParser
import PeelCommandLine
import PeelFiles
import PeelImaging
import PeelScanning

/// The words of a command line.
struct Invocation {
  private let words: [String]
  /// The names of the commands that a person may type, without `help`.
  private let commands: [String]

  init(_ words: [String], commands: [String]) {
    self.words = words
    self.commands = commands
  }

  /// The word that names the command; nil if the workbench is meant, which needs no name.
  private var commandName: String? { words.first.flatMap { commands.contains($0) ? $0 : nil } }

  /// Whether the first word asks the parser itself for something, such as its help.
  private var isForParser: Bool {
    guard let first = words.first else { return true }
    return ["-h", "help", "generate-manual"].contains(first)
      || ["--help", "--version", "--generate-completion-script", "--experimental", "---"].contains(
        where: first.hasPrefix)
  }

  /// Whether a command's help is wanted, which is there whatever the person's own options are.
  private var asksForHelp: Bool { words.contains("--help") || words.contains("-h") }

  /// The command that the words ask for, with the person's own options.
  func command() throws -> any ParsableCommand {
    if let shell = CompletionScript.shell(for: words) { throw CleanExit.message(CompletionScript(shell).text) }
    if words.isEmpty, StandardInput.isTerminal, StandardStream.output.isTerminal {
      return try Invocation([try currentFolder()], commands: commands).command()
    }
    if isForParser { return try Peel.parseAsRoot(words) }
    if let meant = misspelt { throw ValidationError(meant) }
    if asksForHelp { return try Peel.parseAsRoot(words) }
    let name = commandName ?? OpenCommand.name
    let lines: [PersonalOptions.Line]
    do throws(Complaint) {
      lines = try PersonalOptions.ofPerson(commands: commands)?.lines(of: name) ?? []
    } catch {
      StandardStream.error.write(error.line)
      throw ExitCode.validationFailure
    }
    do { return try Peel.parseAsRoot(all(with: lines)) } catch {
      throw explained(error, lines)
    }
  }

  /// All words, with the options of some lines.
  private func all(with lines: [PersonalOptions.Line]) -> [String] {
    if lines.isEmpty { return words }
    let rest = commandName == nil ? words : Array(words.dropFirst())
    return [commandName ?? OpenCommand.name] + lines.map(\.word) + rest
  }

  /// The error, or a better one: which line of the person's options is wrong, or that no output is named.
  private func explained(_ error: any Error, _ lines: [PersonalOptions.Line]) -> any Error {
    func reason(_ words: [String]) -> String? {
      do {
        _ = try Peel.parseAsRoot(words)
        return nil
      } catch { return Peel.message(for: error) }
    }
    if let file = PersonalOptions.file,
      let line = PersonalOptions.blamed(lines, reason: { reason(all(with: $0)) })
    {
      let mistake = PersonalOptions.Mistake(line: line.number, text: Mistake(error, of: Peel.self).line)
      StandardStream.error.write(PersonalOptions.complaint(about: mistake, in: file).line)
      return ExitCode.validationFailure
    }
    if let example = Self.outputs[commandName ?? ""], !words.contains(where: Self.namesOutput),
      reason(all(with: lines) + ["-o", example.output]) == nil
    {
      let usage = Peel.commands.first { $0.configuration.commandName == commandName }.map { Peel.usageString(for: $0) }
      StandardStream.say("Say where \(example.what), for example: -o \(example.output)")
      StandardStream.error.write("Usage: \(usage ?? "")\n")
      return ExitCode.validationFailure
    }
    return error
  }

  private static func namesOutput(_ word: String) -> Bool {
    word.hasPrefix("--output") || word.hasPrefix("-o")
  }

  /// What the commands that write say if no output is named.
  private static let outputs: [String: (what: String, output: String)] = [
    "scan": ("the scans go", "scans"), "merge": ("the scan goes", "scans"), "stereo": ("the pictures go", "3d"),
    "explain": ("the picture goes", "explained.jpg"), "sheet": ("the sheet goes", "album.pdf"),
  ]

  /// What to say if the first word is probably a misspelt command. It isn't if there is a file of that name.
  private var misspelt: String? {
    guard let word = words.first, commandName == nil, !word.hasPrefix("-"), !word.contains("/"), !exists(Path(word)),
      let meant = Spelling(word).nearest(of: commands + ["help", "version"])
    else { return nil }
    return "There is no command and no file '\(word)'; did you mean '\(meant == "version" ? "--version" : meant)'?"
  }

  /// The current folder, for a person who typed nothing but `peel`. Ends the command if it has no photos.
  private func currentFolder() throws -> String {
    let folder = "."
    do throws(PhotoError) { _ = try photos(in: Path(folder), isRecursive: false) } catch {
      if case .noPhotos(let path, _) = error {
        try Complaint(
          path: path, fact: "no photos in this folder",
          advice: "name a photo or another folder, or see what peel can do: peel --help"
        ).exit()
      }
      try Complaint(error).exit()
    }
    return folder
  }
}

extension OpenCommand {
  /// The name of the command that needs none.
  fileprivate static let name = "open"
}
