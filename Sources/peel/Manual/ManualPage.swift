/// A page of the manual, section 1.
struct ManualPage {
  private let info: ToolInfo.Command
  /// The command's name; nil for the page of peel itself.
  private let command: String?
  /// The usage lines.
  private let synopsis: [String]
  private let others: [ToolInfo.Command]
  private let version: String
  private let date: String

  /// - Parameters:
  ///   - tool: peel itself, with all its commands.
  ///   - command: the command; nil for peel itself.
  ///   - synopsis: the usage lines, as the parser writes them.
  ///   - date: the day of the version, as in 2026-01-31.
  init(
    of tool: ToolInfo.Command, command: ToolInfo.Command?, synopsis: [String], version: String, date: String
  ) {
    info = command ?? tool
    self.command = command?.commandName
    self.synopsis = synopsis
    self.version = version
    self.date = date
    others = (tool.subcommands ?? []).filter { $0.shouldDisplay ?? true && $0.commandName != "help" }
  }

  /// The page's name, such as `peel-scan`.
  var name: String { Self.name(command) }

  private static func name(_ command: String?) -> String { "peel" + (command.map { "-\($0)" } ?? "") }

  /// The page's source, for the macros of man(7).
  var source: String {
    var page = Roff()
    page.macro("TH", name.uppercased(), "1", date, "peel \(version)", "User Commands")
    page.macro("SH", "NAME")
    page.filled("\(Roff.escaped(name)) \\- \(Roff.escaped(summary))")
    page.macro("SH", "SYNOPSIS")
    for (number, line) in synopsis.enumerated() {
      if number > 0 { page.macro("br") }
      page.line(Self.marked(usage: line))
    }
    let discussion = Discussion(info.discussion ?? "")
    page.macro("SH", "DESCRIPTION")
    for (number, text) in ([info.abstract ?? ""] + discussion.paragraphs).enumerated() {
      if number > 0 { page.macro("PP") }
      page.paragraph(text)
    }
    if command == nil { commands(on: &page) }
    options(on: &page)
    page.macro("SH", "EXAMPLES")
    for example in discussion.examples {
      page.macro("TP")
      page.line(Roff.bold(example.line))
      page.paragraph(example.purpose.sentence)
    }
    facts("FILES", ManualFact.files, on: &page)
    facts("ENVIRONMENT", ManualFact.environment, on: &page)
    facts("EXIT STATUS", ManualFact.exitStatuses, on: &page)
    page.macro("SH", "SEE ALSO")
    let pages = [String?.none] + others.map { $0.commandName }
    page.filled(pages.filter { $0 != command }.map { "\(Roff.bold(Self.name($0)))(1)" }.joined(separator: ", "))
    return page.text
  }

  /// The abstract as a phrase: without its full stop, and with a small letter.
  private var summary: String {
    let text = info.abstract ?? ""
    return text.prefix(1).lowercased() + text.dropFirst().prefix { $0 != "." }
  }

  private func commands(on page: inout Roff) {
    page.macro("SH", "COMMANDS")
    for other in others {
      page.macro("TP")
      page.line("\(Roff.bold(Self.name(other.commandName)))(1)")
      page.paragraph(other.abstract ?? "")
    }
  }

  private func options(on page: inout Roff) {
    let shown = (info.arguments ?? []).filter(\.shouldDisplay)
    var titles: [String?] = [nil]
    for argument in shown where !titles.contains(argument.sectionTitle) { titles.append(argument.sectionTitle) }
    page.macro("SH", "OPTIONS")
    for title in titles {
      if let title { page.macro("SS", title) }
      for argument in shown where argument.sectionTitle == title {
        page.macro("TP")
        page.line(argument.heading)
        page.paragraph(argument.explanation)
      }
    }
  }

  private func facts(_ title: String, _ facts: [ManualFact], on page: inout Roff) {
    page.macro("SH", title)
    var names: Set<String> = []
    for fact in facts where fact.isAbout(command) && names.insert(fact.name).inserted {
      page.macro("TP")
      page.line(fact.name.split(separator: ", ").map { Roff.bold($0) }.joined(separator: ", "))
      page.paragraph(fact.text)
    }
  }

  /// A usage line with the command and the options in bold, and what stands for something else in italics.
  private static func marked(usage: String) -> String {
    usage.split(separator: " ").map { word in
      let bare = word.drop { "[<".contains($0) }.prefix { !"]>".contains($0) }
      guard word.contains("<") else { return word == "..." || word == "...]" ? String(word) : Roff.bold(word) }
      return word.hasPrefix("[") ? "[\(Roff.italic(bare))" + (word.hasSuffix("]") ? "]" : "") : Roff.italic(bare)
    }.joined(separator: " ")
  }
}

extension ToolInfo.Argument {
  /// The names and the value.
  fileprivate var heading: String {
    let value = kind == .flag ? nil : valueName.map { Roff.italic($0) }
    let all = (names ?? []).sorted { $0.typed.count < $1.typed.count }.map { Roff.bold($0.typed) }
    return ([all.joined(separator: ", ")] + [value].compactMap(\.self)).filter { !$0.isEmpty }.joined(separator: " ")
  }

  fileprivate var explanation: String {
    var sentences = [abstract ?? "", discussion ?? ""].filter { !$0.isEmpty }.map(\.sentence)
    if let allValues, !allValues.isEmpty { sentences.append("Values: \(allValues.joined(separator: ", ")).") }
    if kind == .option, let defaultValue, !defaultValue.isEmpty { sentences.append("The default is \(defaultValue).") }
    return sentences.joined(separator: " ")
  }
}

extension String {
  /// The text with a capital and a full stop.
  fileprivate var sentence: String {
    prefix(1).uppercased() + dropFirst() + (isEmpty || hasSuffix(".") || hasSuffix(")") ? "" : ".")
  }
}
