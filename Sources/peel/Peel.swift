import ArgumentParser
import CPeelMalloc
// Swift links its own libraries statically only if the executable itself imports them.
import FoundationEssentials
import PeelFiles
import PeelMessages

@main
struct Peel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peel",
    abstract: "Turn photos of instant prints into flat, neutral scans.",
    discussion: """
      peel desk.jpg                     open the workbench: look, correct, export
      peel scan desk.jpg -o scans       write a scan of each print: scans/desk-1.jpg
      peel scan -r Pictures -o scans    scan all photos in a folder and subfolders
      peel merge shots/*.jpg -o scans   merge several shots to one without glare
      peel detect --json desk.jpg       show where the prints are
      peel rank shots/*.jpg             rank the shots of one print, sharpest first
      peel live                         watch a camera; one key scans
      peel films                        list the film formats
      peel stereo portrait.heic -o 3d   make a stereo pair from a portrait
      peel sheet scans -o album.pdf     make an album of scans

      Photos are never modified. Files that peel didn't make are never replaced. `peel` alone opens \
      the photos in the current folder.

      Lines such as `scan --quality 95` in $XDG_CONFIG_HOME/peel/options (~/.config/peel/options by \
      default) set options for every run; PEEL_NO_OPTIONS=1 ignores them.

      Exit status: 0 success; 1 some photos failed, the others are done; 3 nothing failed, \
      but a print needs review or none was found; 64 invalid usage; 129, 130 or 143 interrupted; \
      141 the reader of the output stopped early.
      """,
    version: "0.1.0",
    subcommands: commands + [ManualCommand.self],
    // If a command is named, the parser would still make all options of the default one: a quarter of a start.
    defaultSubcommand: namesCommand ? nil : OpenCommand.self)

  static let commands: [any ParsableCommand.Type] = [
    OpenCommand.self, ScanCommand.self, MergeCommand.self, DetectCommand.self, RankCommand.self, LiveCommand.self,
    KeysCommand.self, FilmsCommand.self, ExplainCommand.self, StereoCommand.self,
    SheetCommand.self,
  ]

  /// The names of the commands that the help lists.
  static var commandNames: [String] { commands.compactMap { $0.configuration.commandName } }

  private static var namesCommand: Bool {
    CommandLine.arguments.dropFirst().first.map(commandNames.contains) ?? false
  }

  static func main() async {
    // First of all: a thread that allocates before would have a heap of its own, which others would share.
    cpeel_prepare_heap()
    do throws(Surroundings.Lack) { try Surroundings.prepare() } catch {
      error.complain()
      exit(withError: ExitCode(Status.failure.rawValue))
    }
    do {
      var command = try Invocation(Array(CommandLine.arguments.dropFirst()), commands: commandNames).command()
      if var work = command as? any AsyncParsableCommand { try await work.run() } else { try command.run() }
    } catch {
      leave(because: error)
    }
    end()
  }
}
