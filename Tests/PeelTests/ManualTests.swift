import ArgumentParser
import Foundation
import PeelTestSupport
import Testing

@testable import peel

@Suite struct ManualTests {
  private static let date = "2026-01-31"
  private static let sections = [
    "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "FILES", "ENVIRONMENT", "EXIT STATUS", "SEE ALSO",
  ]

  /// The pages of the manual, by their names.
  private static func written() throws -> Folder {
    let folder = try Folder()
    let run = try Program.run(["generate-manual", folder.path, "--date", date])
    #expect(run.status == 0 && run.output + run.error == "", "\(run.error)")
    return folder
  }

  @Test func eachCommandHasAPage() throws {
    let folder = try Self.written()
    #expect(folder.names() == (["peel.1"] + Peel.commandNames.map { "peel-\($0).1" }).sorted())
    for name in folder.names() {
      let page = String(decoding: try folder.read(name), as: UTF8.self)
      let found = page.matches(of: /(?m)^\.SH "(.*)"$/).map { String($0.output.1) }.filter { $0 != "COMMANDS" }
      #expect(found == Self.sections, "\(name)")
      #expect(!page.contains { !$0.isASCII } && page.contains(Self.date))
    }
  }

  @Test func eachPageHasADateAndAllStatuses() throws {
    let folder = try Folder()
    #expect(try Program.run(["generate-manual", folder.path]).status == 0)
    for name in folder.names() {
      let page = String(decoding: try folder.read(name), as: UTF8.self)
      #expect(page.contains(#/\.TH "[A-Z-]+" "1" "20[0-9]{2}-[0-9]{2}-[0-9]{2}" /#), "\(page.prefix(60))")
      let statuses = page.split(separator: ".SH \"EXIT STATUS\"").last ?? ""
      for status in ["0", "64", "141"] { #expect(statuses.contains("\\fB\(status)\\fR"), "\(name) \(status)") }
    }
  }

  /// Files that another program wrote stay.
  @Test func pagesReplaceNothing() throws {
    let folder = try Self.written()
    try folder.write(Data("mine".utf8), "peel.1")
    #expect(try Program.run(["generate-manual", folder.path]).status == 1)
    #expect(try folder.read("peel.1") == Data("mine".utf8))
  }

  @Test(arguments: [["/usr/bin/groff", "-man", "-ww", "-z", "-Tutf8"], ["/usr/bin/mandoc", "-T", "lint"]])
  func formattersHaveNothingToSay(_ formatter: [String]) throws {
    guard FileManager.default.isExecutableFile(atPath: formatter[0]) else {
      return print("skipped: there is no \(formatter[0])")
    }
    let folder = try Self.written()
    for name in folder.names() {
      let run = try Program.run(formatter.dropFirst() + [folder.path(name)], of: formatter[0])
      #expect(run.status == 0 && run.output + run.error == "", "\(run.output)\(run.error)")
    }
  }

  @Test func textIsEscaped() {
    var page = Roff()
    page.macro("SH", "A \"B\"")
    page.paragraph(".start `a -b` it's 3 × \\ ~^")
    #expect(
      page.text == ".SH \"A \\(dqB\\(dq\"\n\\&.start \\fBa \\-b\\fR it\\(aqs 3 \\[u00D7] \\e \\(ti\\(ha\n")
  }

  /// Each example has a line of its own in the help, says what it does, and is a command line that peel accepts.
  @Test(arguments: [Peel.configuration] + Peel.commands.map { $0.configuration })
  func examplesWork(_ configuration: CommandConfiguration) throws {
    let discussion = Discussion(configuration.discussion)
    #expect(!discussion.examples.isEmpty)
    let columns = 80
    for line in configuration.discussion.split(separator: "\n\n")[0].split(separator: "\n") {
      #expect(line.count <= columns, "\(line)")
    }
    for example in discussion.examples {
      #expect(!example.purpose.isEmpty, "\(example.line)")
      guard let command = example.line.split(separator: " | ").last, command.hasPrefix("peel ") else { continue }
      let words = command.replacing(/"\$\(.*\)"/, with: "best.jpg").split(separator: " ").dropFirst().map(String.init)
      #expect(throws: Never.self, "\(example.line)") { try Peel.parseAsRoot(words) }
    }
  }

  /// The commands in the README and the articles are accepted.
  @Test(
    arguments: ["README.md"]
      + ["Tour", "Workbench", "Glare", "Archives"].map { "Sources/peel/Documentation.docc/\($0).md" })
  func documentedCommandsWork(_ page: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    let blocks = text.matches(of: /```sh\n([^`]*)```/).map { String($0.output.1) }
    let commands = blocks.flatMap { $0.split(separator: "\n") }.compactMap { line in
      line.split(separator: " | ").last.flatMap { $0.hasPrefix("peel ") ? $0.split(separator: " #")[0] : nil }
    }
    #expect(!commands.isEmpty)
    for command in commands {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      // Alone, peel opens the current folder, which it finds out before the words are parsed.
      if words.isEmpty { continue }
      #expect(throws: Never.self, "\(command)") { try Peel.parseAsRoot(words) }
    }
  }

  /// The variables that tell terminals apart aren't a person's to set.
  private static let ofTerminals: Set = [
    "SSH_CONNECTION", "STY", "TERM_PROGRAM", "TMUX", "VTE_VERSION", "XTERM_VERSION",
  ]

  @Test func variablesAreInTheManual() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var read: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      read.formUnion(
        text.matches(of: /(?:environment|getenv|variable|folder)\("([A-Z_]+)"/).map { String($0.output.1) })
    }
    #expect(read.isSuperset(of: ["HOME", "XDG_STATE_HOME", "TERM", "TMPDIR", "COLORFGBG"]))
    let told = Set(ManualFact.environment.flatMap { $0.name.split(separator: ", ").map(String.init) })
    #expect(read.subtracting(told) == Self.ofTerminals)
    #expect(told.contains(PersonalOptions.variableToIgnore))
  }
}
