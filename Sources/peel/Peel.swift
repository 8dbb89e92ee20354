import ArgumentParser

@main
struct Peel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peel",
    abstract: "Peel instant prints off photos of them: flat, upright scans from pictures taken at an angle.",
    discussion: """
      peel scan desk.jpg -o scans            one scan a print: scans/desk-1.jpg, scans/desk-2.jpg, …
      peel scan -r Pictures -o scans         all photos in a folder and in those inside it
      peel detect --json desk.jpg            where the prints are
      peel films                             the kinds of film

      Photos are only read. No file is replaced without --force.
      Exit status: 0 all well, 1 some photo failed, 3 some print needs a look or none was found, 64 wrong use.
      """,
    version: "0.1.0",
    subcommands: [DetectCommand.self, FilmsCommand.self, BenchCommand.self])
}
