import ArgumentParser

/// The tools for work on peel itself. It isn't installed.
@main
struct PeelLab: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peel-lab", abstract: "Measure and tune peel.",
    subcommands: [BenchCommand.self, LossesCommand.self, FitCommand.self, CompositesCommand.self])
}
