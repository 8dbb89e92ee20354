import ArgumentParser

@main
struct Peel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peel",
    abstract: "Turn photos of instant prints into flat, neutral scans.",
    discussion: """
      peel desk.jpg                     the workbench: look, correct, export
      peel scan desk.jpg -o scans       scans/desk-1.jpg and so on, one a print
      peel scan -r Pictures -o scans    all photos in a folder and inside it
      peel detect --json desk.jpg       where the prints are
      peel rank shots/*.jpg             the shots of one print, sharpest first
      peel live                         a camera in the terminal; one key scans
      peel films                        the kinds of film

      Photos are only read, and nothing that peel did not make is replaced without --force.

      Exit status: 0 all well, 1 some photo failed and the others are done, 3 some \
      print needs a look or none was found, 64 wrong use, 130 or 143 interrupted.
      """,
    version: "0.1.0",
    subcommands: commands,
    // Where a command is named the parser would still make all options of the default one, a quarter of a start.
    defaultSubcommand: namesCommand ? nil : OpenCommand.self)

  private static let commands: [any ParsableCommand.Type] = [
    OpenCommand.self, ScanCommand.self, DetectCommand.self, RankCommand.self, LiveCommand.self, KeysCommand.self,
    FilmsCommand.self, ExplainCommand.self, BenchCommand.self, FitCommand.self,
  ]

  private static var namesCommand: Bool {
    CommandLine.arguments.dropFirst().first.map { name in
      commands.contains { $0.configuration.commandName == name }
    } ?? false
  }

  static func main() async {
    Heap.prepare()
    await main(nil)
  }
}
