import PeelImaging

/// The default keys.
enum StandardKeys {
  typealias Row = Keymap<Command>.Row

  /// Keys that act on every page.
  static let program = [
    Row(.program, "these keys", bar: (1, "help"), ("help", .program(.showHelp), [.character("?")])),
    Row(.program, "commands by name", ("commands", .program(.showCommands), [.character(":")])),
    Row(.program, "the work under way", ("work", .program(.showWork), [.character("W")])),
    Row(.program, "redraw", ("redraw", .program(.redraw), [.control("l")])),
    Row(.program, "suspend; fg resumes", ("suspend", .program(.suspend), [.control("z")])),
    Row(.program, "quit", bar: (1, "quit"), ("leave", .program(.leave), [.character("q"), .control("c")])),
  ]

  /// Keys that act whatever is open.
  static let always = [
    Row(.program, "redraw", ("redraw", .program(.redraw), [.control("l")])),
    Row(.program, "suspend; fg resumes", ("suspend", .program(.suspend), [.control("z")])),
    Row(.program, "quit", ("leave", .program(.leave), [.control("c")])),
  ]

  /// The keys while help is open.
  static let help = Keymap<Command>(
    rows: [
      Row(
        .program, "next, previous page", bar: (2, "page"),
        ("next-page", .panel(.turnPage(by: 1)), [.character("j"), .down, .pageDown, .character("?"), .character(" ")]),
        ("previous-page", .panel(.turnPage(by: -1)), [.character("k"), .up, .pageUp])),
      Row(
        .program, "find a command and run it", bar: (1, "find and run"),
        ("commands", .program(.showCommands), [.character("/"), .character(":")])),
      Row(.program, "close", bar: (1, "close"), ("close", .panel(.close), [.escape, .character("q"), .enter])),
    ] + always)

  /// The keys while commands are searched. Characters add to the text.
  static let commands = Keymap<Command>(
    rows: [
      Row(.program, "run the command", bar: (1, "run"), ("run", .panel(.run), [.enter])),
      Row(
        .program, "next, previous command", bar: (2, "choose"),
        ("next-command", .panel(.turnPage(by: 1)), [.down, .tab]),
        ("previous-command", .panel(.turnPage(by: -1)), [.up, .backTab])),
      Row(.program, "delete the last letter", ("erase", .panel(.erase), [.backspace])),
      Row(.program, "delete all", ("erase-all", .panel(.eraseAll), [.control("u")])),
      Row(.program, "close", bar: (1, "close"), ("close", .panel(.close), [.escape])),
    ] + always)

  /// The keys while the work under way is listed.
  static let work = Keymap<Command>(
    rows: [
      Row(
        .program, "next, previous line", bar: (2, "scroll"),
        ("next-line", .panel(.turnPage(by: 1)), [.character("j"), .down]),
        ("previous-line", .panel(.turnPage(by: -1)), [.character("k"), .up])),
      Row(
        .program, "close", bar: (1, "close"),
        ("close", .panel(.close), [.escape, .character("q"), .enter, .character("W")])),
    ] + always)

  /// The keys while corners are placed by letters.
  static let rulers = Keymap<Command>(
    rows: [
      Row(
        .program, "take a letter back, or go back a corner", bar: (1, "back"), ("erase", .panel(.erase), [.backspace])),
      Row(.program, "close", bar: (1, "close"), ("close", .panel(.close), [.escape, .enter])),
    ] + always)

  /// The keys while a line of text is typed. Characters add to it.
  static func keys(for entry: Panel.Entry) -> Keymap<Command> {
    let (help, enter, close) =
      switch entry {
      case .name: ("rename the photo", "rename", "keep the name")
      case .taken: ("date the print", "set", "keep the date")
      case .caption: ("caption the print", "set", "keep the caption")
      case .keywords: ("give the print keywords", "set", "keep the keywords")
      case .sheet: ("make a sheet", "make", "no sheet")
      }
    return Keymap<Command>(
      rows: [
        Row(.program, help, bar: (1, enter), ("enter", .panel(.enter), [.enter])),
        Row(.program, "delete the last letter", ("erase", .panel(.erase), [.backspace])),
        Row(.program, "delete all", bar: (1, "delete all"), ("erase-all", .panel(.eraseAll), [.control("u")])),
        Row(.program, close, bar: (1, close), ("close", .panel(.close), [.escape])),
      ] + always)
  }
}
