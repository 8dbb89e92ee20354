import ArgumentParser
import FoundationEssentials
import PeelFiles
import PeelMessages

/// Writes the pages of the manual, for packages. Hidden, because it is no use to others.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate-manual", abstract: "Write the pages of the manual.", shouldDisplay: false)

  @Argument(help: "The folder for peel.1, peel-scan.1 and so on; it is made if missing.", completion: .directory)
  var folder: String

  @Option(help: ArgumentHelp("The day of this version. (default: today)", valueName: "YYYY-MM-DD"))
  var date: String?

  func run() throws {
    let folder = Path.given([folder])[0]
    let pages = try Self.pages(date: date ?? Self.today)
    do throws(FileError) {
      try prepareFolder(folder)
      for page in pages {
        try writeWhole(Array(page.source.utf8), to: folder.appending("\(page.name).1"), force: false)
      }
    } catch {
      try Complaint(error).exit()
    }
  }

  private static var today: String { Date.now.formatted(.iso8601.year().month().day()) }

  /// All pages: peel's own, then one for each command.
  static func pages(date: String) throws -> [ManualPage] {
    let tool = try ToolInfo(json: Peel._dumpHelp()).command
    let version = Peel.configuration.version
    let open = Peel.usageString(for: OpenCommand.self).usageLines.map { $0.replacing("peel open", with: "peel") }
    let own = ManualPage(
      of: tool, command: nil, synopsis: open + ["peel <command> [<options>] [<argument> ...]"], version: version,
      date: date)
    return [own]
      + Peel.commands.compactMap { command in
        tool.subcommands?.first { $0.commandName == command.configuration.commandName }.map { info in
          ManualPage(
            of: tool, command: info, synopsis: Peel.usageString(for: command).usageLines, version: version, date: date)
        }
      }
  }
}

extension String {
  /// The lines of a usage text.
  fileprivate var usageLines: [String] { split(separator: "\n").map { $0.drop { $0 == " " } }.map(String.init) }
}
