import ArgumentParser
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

/// The words of a command line.
struct Invocation {
  private let words: [String]
  /// The names of the commands that a person may type, without `help`.
  private let commands: [String]

  init(_ words: [String], commands: [String]) {
    self.words = Self.joined(words)
    self.commands = commands
  }

  /// The words with negative numbers joined to the options before them, so that they count as values and not as options.
  private static func joined(_ words: [String]) -> [String] {
    words.reduce(into: []) { joined, word in
      // `-0` is an option of its own.
      let isNegative = word.hasPrefix("-") && word != "-0" && Double(word) != nil
      if isNegative, let last = joined.last, last.hasPrefix("--"), last != "--", !last.contains("=") {
        joined[joined.count - 1] += "=" + word
      } else {
        joined.append(word)
      }
    }
  }

  /// The word that names the command; nil if the workbench is meant, which needs no name.
  private var commandName: String? { words.first.flatMap { commands.contains($0) ? $0 : nil } }

  /// Whether the first word asks the parser itself for something, such as its help.
  private var isForParser: Bool {
    guard let first = words.first else { return true }
    return ["-h", "help", "generate-manual"].contains(first) || Self.forParser.contains(where: first.hasPrefix)
  }

  /// How options begin that the parser itself answers.
  private static let forParser = ["--help", "--version", "--generate-completion-script", "--experimental", "---"]

  /// Whether a command's help is wanted, which is there whatever the person's own options are.
  private var asksForHelp: Bool { words.contains("--help") || words.contains("-h") }

  /// The command that the words ask for, with the person's own options.
  func command() throws -> any ParsableCommand {
    if let shell = CompletionScript.shell(for: words) { throw CleanExit.message(CompletionScript(shell).text) }
    if words.isEmpty {
      if StandardInput.isTerminal, StandardStream.output.isTerminal {
        return try Invocation([try folderWithPhotos()], commands: commands).command()
      }
      StandardStream.error.write(Peel.helpMessage() + "\n")
      throw ExitCode.validationFailure
    }
    if let meant = misspeltTopic { throw ValidationError(meant) }
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
    return try command(with: lines)
  }

  /// The command with the options of some lines, but for those that don't fit the words.
  private func command(with lines: [PersonalOptions.Line]) throws -> any ParsableCommand {
    if let command = Self.commandAlone(all(with: lines)) { return command }
    do { return try Peel.parseAsRoot(all(with: lines)) } catch {
      // Options alone are for the photos of the current folder.
      if opensWorkbench, StandardInput.isTerminal, StandardStream.output.isTerminal,
        let command = try? Peel.parseAsRoot(all(with: lines) + [Self.currentFolder])
      {
        return command
      }
      if !areMistaken(lines), let fitting = PersonalOptions.fitting(lines, reason: { reason(all(with: $0)) }) {
        return try Peel.parseAsRoot(all(with: fitting))
      }
      throw explained(error, lines)
    }
  }

  /// The command that the first word names, without `Peel` around it; nil if the other words don't fit or ask for help,
  /// which `Peel` answers best. With `Peel`, the parser makes the command's options three times: a sixth of a start.
  private static func commandAlone(_ words: [String]) -> (any ParsableCommand)? {
    guard let named = Peel.commands.first(where: { $0.configuration.commandName == words.first }),
      !words.contains(where: { word in forParser.contains(where: word.hasPrefix) }),
      let command = try? named.parseAsRoot(Array(words.dropFirst())), type(of: command) == named
    else { return nil }
    return command
  }

  private var opensWorkbench: Bool { commandName ?? OpenCommand.name == OpenCommand.name }

  /// Whether the lines have a mistake whatever else is typed.
  private func areMistaken(_ lines: [PersonalOptions.Line]) -> Bool {
    let output = Self.outputs[commandName ?? ""].map { ["-o", $0.output] } ?? []
    return [[Self.currentFolder] + output, output].allSatisfy { plain in
      reason([commandName ?? OpenCommand.name] + lines.map(\.word) + plain) != nil
    }
  }

  /// Why words can't be parsed; nil if they can.
  private func reason(_ words: [String]) -> String? { mistake(in: words).map { Peel.message(for: $0) } }

  private func mistake(in words: [String]) -> (any Error)? {
    do {
      _ = try Peel.parseAsRoot(words)
      return nil
    } catch { return error }
  }

  /// All words, with the options of some lines.
  private func all(with lines: [PersonalOptions.Line]) -> [String] {
    if lines.isEmpty { return words }
    let rest = commandName == nil ? words : Array(words.dropFirst())
    return [commandName ?? OpenCommand.name] + lines.map(\.word) + rest
  }

  /// The error, or a better one: which line of the person's options is wrong, or that no output is named.
  private func explained(_ error: any Error, _ lines: [PersonalOptions.Line]) -> any Error {
    if let file = PersonalOptions.file,
      let line = PersonalOptions.blamed(lines, reason: { reason(all(with: $0)) })
    {
      let mistake = PersonalOptions.Mistake(line: line.number, text: Mistake(error, of: Peel.self).line)
      StandardStream.error.write(PersonalOptions.complaint(about: mistake, in: file).line)
      return ExitCode.validationFailure
    }
    // The parser takes the word after it for the output.
    let whole = mistake(in: all(with: lines) + [Self.currentFolder]) ?? error
    if let file = words.first(where: { $0.hasPrefix("-") && !$0.hasPrefix("--") && exists(Path($0)) }),
      Mistake(whole, of: Peel.self).line.hasPrefix("Unknown option '\(file)'")
    {
      return told("Unknown option '\(file)'; if you mean the file, write ./\(file)")
    }
    if Self.outputs[commandName ?? ""] != nil, Mistake(whole, of: Peel.self).line.hasPrefix("Unknown option '-"),
      let word = words.first(where: { $0.hasPrefix("-o") && $0.count > 2 })
    {
      let value = String(word.dropFirst(2))
      return told("Unknown option '\(word)'; write a space after -o: -o \(value)")
    }
    if Self.outputs[commandName ?? ""] != nil, let end = words.firstIndex(of: "--"),
      words[end...].contains(where: Self.namesOutput), !words[..<end].contains(where: Self.namesOutput)
    {
      return told("After --, every word is a photo; write -o before it")
    }
    // What is wrong besides a missing output or photo tells more than that it is missing.
    var (known, words) = (error, all(with: lines))
    var missing: String?
    if let example = Self.outputs[commandName ?? ""], !words.contains(where: Self.namesOutput) {
      words += ["-o", example.output]
      guard let other = mistake(in: words) else {
        return told("Say where \(example.what), for example: -o \(example.output)")
      }
      known = other
      missing = "Name the photos, and say where \(example.what), for example: desk.jpg -o \(example.output)"
    }
    // Photos are looked for before unknown options are.
    if Peel.message(for: known) == PhotoArguments.noneNamed {
      return mistake(in: words + [Self.currentFolder]) ?? missing.map(told) ?? error
    }
    return known
  }

  /// Tells what is missing and where the command's help is.
  private func told(_ lack: String) -> any Error {
    StandardStream.say(lack)
    StandardStream.error.write("See 'peel \(commandName ?? OpenCommand.name) --help' for more information.\n")
    return ExitCode.validationFailure
  }

  private static func namesOutput(_ word: String) -> Bool {
    word.hasPrefix("--output") || word.hasPrefix("-o")
  }

  /// What the commands that write say if no output is named.
  private static let outputs: [String: (what: String, output: String)] = [
    "scan": ("the scans go", "scans"), "merge": ("the scan goes", "scans"), "stereo": ("the pictures go", "3d"),
    "explain": ("the picture goes", "explained.jpg"), "sheet": ("the sheet goes", "album.pdf"),
  ]

  /// What to say if help is asked for a command that there isn't.
  private var misspeltTopic: String? {
    guard words.first == "help", words.count > 1, !words[1].hasPrefix("-"),
      !(commands + ["help", "generate-manual"]).contains(words[1])
    else { return nil }
    let meant = Spelling(words[1]).nearest(of: commands)
    return "There is no command '\(words[1])'" + (meant.map { "; did you mean '\($0)'?" } ?? ".")
  }

  /// What to say if the first word is probably a misspelt command, or the only word a misspelt `--help` or `--version`. A
  /// file's name isn't taken for a command.
  private var misspelt: String? {
    if words.count == 1, let word = words.first, word.hasPrefix("--"),
      let meant = Spelling(word).nearest(of: ["--help", "--version"])
    {
      return "Unknown option '\(word)'. Did you mean '\(meant)'?"
    }
    guard let word = words.first, commandName == nil, !word.hasPrefix("-"), !word.contains("/"), !exists(Path(word)),
      let meant = Spelling(word).nearest(of: commands + ["help", "version"])
    else { return nil }
    return "There is no command and no file '\(word)'; did you mean '\(meant == "version" ? "--version" : meant)'?"
  }

  private static let currentFolder = "."

  /// The current folder, for a person who typed nothing but `peel`. Ends the command if it has no photos.
  private func folderWithPhotos() throws -> String {
    let folder = Self.currentFolder
    do throws(PhotoError) { _ = try photos(in: Path(folder), isRecursive: false) } catch {
      if case .noPhotos(let path, _, _, _) = error {
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
