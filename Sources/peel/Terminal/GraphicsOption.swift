import ArgumentParser
import PeelCommandLine
import PeelTerminal

/// How the terminal shows pictures.
struct GraphicsOption: ParsableArguments {
  @Option(
    name: .customLong("graphics"),
    help: ArgumentHelp(
      "How pictures are drawn. auto asks the terminal; cells uses text only. The others are used if the terminal says that it has them, or in any case as force-…",
      valueName: "protocol"))
  var wish = GraphicsWish.auto
}

extension GraphicsWish: NamedValue {}
