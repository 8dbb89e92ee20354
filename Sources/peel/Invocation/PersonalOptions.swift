import ArgumentParser
import PeelFiles
import PeelMessages

/// The options that a person has set for every run of a command: lines such as `scan --quality 95` in the file `options` of
/// the configuration folder. Options on the command line come later, and so win.
struct PersonalOptions: Equatable {
  /// A line of the file.
  struct Line: Equatable {
    /// The line's number, from 1.
    let number: Int
    let command: String
    /// The option as one word of a command line: `--quality=95`.
    let word: String
  }

  /// A line that can't be used.
  struct Mistake: Error, Equatable {
    /// The line's number, from 1.
    let line: Int
    let text: String
  }

  private(set) var lines: [Line] = []

  /// The flags that may be set: those that say how a person likes scans and the workbench. The others say what one run
  /// reads, prints or replaces, which must not change behind the back of a program that runs `peel`.
  static let flags: Set = [
    "--colour-map", "--no-location", "--no-mouse", "--restore", "--srgb", "--sure-only", "--swap",
  ]

  /// The options with a value that belong to one run or to one photo.
  static let optionsOfOneRun: Set = ["--caption", "--depth", "--left", "--right", "--shard", "--taken"]

  /// Reads the lines.
  ///
  /// - Parameters:
  ///   - commands: the names of the commands that take options.
  ///   - home: the folder that a value's first `~` stands for.
  init(text: String, commands: [String], home: String?) throws(Mistake) {
    // Some editors begin a text with a byte order mark.
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
      guard let command = words.first, !command.hasPrefix("#") else { continue }
      let number = index + 1
      func mistake(_ text: String) -> Mistake { Mistake(line: number, text: text) }
      if command.hasPrefix("-") { throw mistake("the line must begin with a command, such as: scan \(command)") }
      guard commands.contains(String(command)) else {
        let meant = Spelling(String(command)).nearest(of: commands).map { "; did you mean '\($0)'?" }
        throw mistake("there is no command '\(command)'" + (meant ?? ""))
      }
      guard words.count > 1, words[1].hasPrefix("--") else {
        throw mistake(Self.fault(ofName: words.count > 1 ? String(words[1]) : "", String(command)))
      }
      let option = String(words[1])
      var value = words.count > 2 ? String(words[2]).trimmingWhitespace : nil
      if let text = value, let quote = text.first, "\"'".contains(quote) {
        let inner = text.dropFirst().dropLast()
        guard text.count > 1, text.last == quote, !inner.contains(quote) else {
          let rest = text.dropFirst().firstIndex(of: quote).map { text[text.index(after: $0)...] }
          throw mistake(
            rest?.first(where: { !$0.isWhitespace }) == "#"
              ? "a comment needs a line of its own"
              : "a value that begins with \(quote) must end with it, and have no other")
        }
        value = String(inner)
      } else if value?.contains(" --") == true {
        throw mistake("each option needs a line of its own")
      }
      if option.contains("=") { throw mistake("write a space instead of =") }
      if Self.optionsOfOneRun.contains(option) { throw mistake("\(option) is for single runs only") }
      if value == nil, !Self.flags.contains(option) { throw mistake(Self.fault(of: option, String(command))) }
      if value != nil, Self.flags.contains(option) { throw mistake("\(option) has no value") }
      lines.append(
        Line(number: number, command: String(command), word: option + (value.map { "=" + Self.path($0, home) } ?? "")))
    }
  }

  private static func arguments(of command: String) -> [ToolInfo.Argument] {
    let all = try? ToolInfo(json: Peel._dumpHelp()).command.subcommands?.first { $0.commandName == command }?.arguments
    return all ?? []
  }

  /// What is wrong with a word where an option's long name is expected.
  private static func fault(ofName word: String, _ command: String) -> String {
    let names = arguments(of: command).map { (names: ($0.names ?? []).map(\.typed), kind: $0.kind) }
    guard let option = names.first(where: { $0.names.contains(word) }),
      let long = option.names.first(where: { $0.hasPrefix("--") })
    else { return "after the command comes an option's long name, such as --film" }
    let maySet = option.kind == .option ? !optionsOfOneRun.contains(long) : flags.contains(long)
    return maySet ? "write \(long) instead of \(word)" : "\(word) is for single runs only"
  }

  /// What is wrong with a word that isn't one of the flags and has no value.
  private static func fault(of option: String, _ command: String) -> String {
    let names = arguments(of: command).flatMap { argument in
      (argument.names ?? []).map { (name: $0.typed, kind: argument.kind) }
    }
    switch names.first(where: { $0.name == option })?.kind {
    case .option: return "\(option) needs a value, after a space"
    case .flag, .positional: return "\(option) is for single runs only"
    case nil:
      let meant = Spelling(option).nearest(of: names.map(\.name)).map { "; did you mean '\($0)'?" }
      return "`peel \(command)` has no option '\(option)'" + (meant ?? "")
    }
  }

  private static func path(_ value: String, _ home: String?) -> String {
    guard let home, value == "~" || value.hasPrefix("~/") else { return value }
    return home + value.dropFirst()
  }

  /// The options of a command, in the order of their lines.
  func lines(of command: String) -> [Line] { lines.filter { $0.command == command } }

  /// The lines that fit arguments that can't be parsed with all of them, in their order. What the arguments say wins.
  ///
  /// - Parameter reason: why the arguments can't be parsed with these lines; nil if they can.
  /// - Returns: nil if there are none, so that the arguments or the lines have a mistake of their own.
  static func fitting(_ lines: [Line], reason: ([Line]) -> String?) -> [Line]? {
    // The arguments may need a line, such as the one that names the output.
    let needed = reason([]) == nil ? [] : lines.first { reason([$0]) == nil }.map { [$0] }
    return needed.map { needed in
      lines.reduce(needed) { fitting, line in
        let more = lines.filter { fitting.contains($0) || $0 == line }
        return reason(more) == nil ? more : fitting
      }
    }
  }

  /// The line to blame if arguments can't be parsed with all lines: the last one that changes what is wrong.
  ///
  /// - Parameter reason: why the arguments can't be parsed with these lines; nil if they can.
  /// - Returns: nil if the arguments are to blame.
  static func blamed(_ lines: [Line], reason: ([Line]) -> String?) -> Line? {
    let reasons = (0...lines.count).map { reason(Array(lines.prefix($0))) }
    return lines.indices.last { reasons[$0] != reasons[$0 + 1] }.map { lines[$0] }
  }
}

extension PersonalOptions {
  /// The variable that, if it is set to anything, keeps the file from being read.
  static let variableToIgnore = "PEEL_NO_OPTIONS"

  /// The largest file, in bytes.
  private static let byteLimit = 1 << 16

  /// The file's path; nil if the person has no configuration folder.
  static var file: Path? { PersonalFolder.configuration?.appending("options") }

  /// The person's own options. There are none if the file doesn't exist or is to be ignored.
  static func ofPerson(commands: [String]) throws(Complaint) -> PersonalOptions? {
    guard CurrentProcess.environment(variableToIgnore) == nil, let file, exists(file) else { return nil }
    let bytes = try bytes(of: file)
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw Complaint(
        path: file, fact: "this is not UTF-8 text",
        advice: "save it as UTF-8, or set \(variableToIgnore)=1 to ignore it")
    }
    return try mapping(
      { complaint(about: $0, in: file) },
      PersonalOptions(
        text: text, commands: commands, home: CurrentProcess.environment("HOME")?.text
      ))
  }

  private static func bytes(of file: Path) throws(Complaint) -> [UInt8] {
    let ignore = "set \(variableToIgnore)=1 to ignore it"
    let other: String? =
      switch Descriptor.Status(of: file)?.kind {
      case .folder: "a folder"
      case .other: "a pipe or a device"
      case .file: nil
      case nil: "a link to a file that doesn't exist"
      }
    if let other {
      throw Complaint(path: file, fact: "this is \(other), not a file of options", advice: "move it away, or \(ignore)")
    }
    do throws(SystemError) {
      if let bytes = try Descriptor(reading: file).bytes(limit: byteLimit) { return bytes }
    } catch {
      throw Complaint(
        path: file, fact: "cannot be read: \(error.reason)", advice: "check its permissions, or \(ignore)")
    }
    throw Complaint(path: file, fact: "is larger than \(byteLimit >> 10) kB", advice: "make it shorter, or \(ignore)")
  }

  /// The message about a line: with the file's name, and how to do without the file.
  static func complaint(about mistake: Mistake, in file: Path) -> Complaint {
    // ArgumentParser's messages may end with a full stop.
    let text = mistake.text.hasSuffix(".") ? String(mistake.text.dropLast()) : mistake.text
    return Complaint(
      path: file, fact: "line \(mistake.line): \(text)",
      advice: "mend the line, or set \(variableToIgnore)=1 to ignore the file")
  }
}

extension String {
  fileprivate var trimmingWhitespace: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
