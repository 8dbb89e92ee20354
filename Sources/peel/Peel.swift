import ArgumentParser

@main
struct Peel: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "peel", version: "0.1.0", subcommands: [OpenCommand.self], defaultSubcommand: OpenCommand.self)
}
