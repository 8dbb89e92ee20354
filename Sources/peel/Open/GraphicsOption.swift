import ArgumentParser
import PeelMessages
import PeelTerminal

/// How the terminal shows pictures.
struct GraphicsOption: ParsableArguments {
  @Option(
    name: .customLong("graphics"),
    help: ArgumentHelp(
      "How pictures are drawn. auto asks the terminal what it can show; cells draws with characters only. force-kitty, force-sixel and force-iterm are used even if the terminal doesn't say that it can show them.",
      valueName: "protocol"))
  var wish = GraphicsWish.auto
}

extension GraphicsWish: NamedValue {}
