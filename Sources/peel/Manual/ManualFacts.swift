/// What the manual says beside the help: files, environment and exit statuses, each with the commands that it is about.
struct ManualFact {
  let name: String
  let text: String
  /// The commands; nil for all.
  var commands: Set<String>?

  private static let scanning: Set = ["open", "scan", "merge", "live"]
  private static let batches: Set = ["scan", "merge", "detect", "rank", "stereo"]

  static let files = [
    ManualFact(
      name: "NAME.peel",
      text: "What was accepted in the workbench for the photo NAME, in the photo's folder. It is used instead of "
        + "detecting the prints.",
      commands: ["open", "scan", "merge", "rank"]),
    ManualFact(
      name: "$XDG_STATE_HOME/peel/adjustments",
      text: "The same for photos in folders that aren't writable. The default is ~/.local/state/peel/adjustments.",
      commands: ["open", "scan", "merge", "rank"]),
    ManualFact(
      name: "$XDG_STATE_HOME/peel/unsaved",
      text: "Changes that aren't accepted yet. If the workbench doesn't end well, they are back when the photos are "
        + "opened again.",
      commands: ["open"]),
    ManualFact(
      name: "$XDG_STATE_HOME/peel/places", text: "The photo that was shown last, for each set of photos.",
      commands: ["open"]),
    ManualFact(
      name: "$XDG_STATE_HOME/peel/key",
      text: "A random number by which peel knows its own temporary files, so that it removes what a killed run left."),
    ManualFact(
      name: "FOLDER/.peel",
      text: "The journal of what was made in the output folder FOLDER, its lock, and the list of photos to review. "
        + "With it, a run continues where the last one stopped. Below a folder that is searched with -r, a folder that "
        + "has a journal is left out, unless its photos are in it, too.",
      commands: scanning.union(["stereo"])),
    ManualFact(
      name: "$XDG_CONFIG_HOME/peel/options",
      text: "Options for every run: a line for each, with a command, an option's long name and its value, such as "
        + "`scan --quality 95` or `open --output ~/scans`. The value is the rest of the line, or what is within quotes there; "
        + "~/ at its beginning is the home folder. A line that begins with # is a comment. Options on the command line "
        + "win. "
        + "Of those without a value, \(PersonalOptions.flags.sorted().joined(separator: ", ")) may be set; "
        + "\(PersonalOptions.optionsOfOneRun.sorted().joined(separator: ", ")) may not. "
        + "The default is ~/.config/peel/options."),
    ManualFact(
      name: "$XDG_CONFIG_HOME/peel/keys",
      text: "Changes to the keys: lines such as `Ctrl-s snap-all`. The default is ~/.config/peel/keys.",
      commands: ["open", "keys"]),
    ManualFact(
      name: "$XDG_CONFIG_HOME/peel/theme",
      text: "Colours: light, dark, or lines such as `chosen ffbe40`. The default is ~/.config/peel/theme.",
      commands: ["open", "live"]),
  ]

  static let environment = [
    ManualFact(name: "PEEL_NO_OPTIONS", text: "If set, the file of options isn't read. For scripts."),
    ManualFact(
      name: "XDG_CONFIG_HOME, XDG_STATE_HOME, HOME", text: "Where the files above are. Relative names are ignored."),
    ManualFact(
      name: "TERM, COLORTERM, NO_COLOR, COLORFGBG",
      text: "The terminal, whether it has all colours or should show none, and whether its ground is light.",
      commands: ["open", "live"]),
    ManualFact(
      name: "LC_ALL, LC_CTYPE, LANG",
      text: "The encoding. In UTF-8, pictures and lines are drawn with more characters.",
      commands: ["open", "live"]),
    ManualFact(
      name: "DISPLAY, WAYLAND_DISPLAY", text: "Whether there is a desktop on which photos can be opened.",
      commands: ["open"]),
    ManualFact(name: "TMPDIR", text: "The folder for temporary files; /tmp by default.", commands: ["stereo"]),
  ]

  static let exitStatuses = [
    ManualFact(name: "0", text: "Success."),
    ManualFact(
      name: "1", text: "A photo failed, or the output could not be written. All other photos are done.",
      commands: batches.union(["open", "live", "explain", "sheet"]).subtracting(["scan"])),
    ManualFact(
      name: "1",
      text: "A photo failed, or the output could not be written. All other photos are done. With -o FILE or -o -, "
        + "with or without --dry-run, also: there isn't exactly one scan to write, because no print was found, "
        + "several were, or none is sure and --sure-only is given.",
      commands: ["scan"]),
    ManualFact(name: "1", text: "The file of keys has a mistake.", commands: ["keys"]),
    ManualFact(
      name: "3", text: "Nothing failed, but a print needs review or none was found.",
      commands: ["scan", "merge", "detect", "rank"]),
    ManualFact(name: "64", text: "Invalid usage: nothing was done."),
    ManualFact(name: "129", text: "Ended because the terminal was closed.", commands: batches.union(["sheet"])),
    ManualFact(name: "130", text: "Interrupted by Ctrl-C.", commands: batches.union(["sheet"])),
    ManualFact(name: "141", text: "The reader of standard output stopped early, as in `peel films | head -1`."),
    ManualFact(name: "143", text: "Ended by SIGTERM.", commands: batches.union(["sheet"])),
  ]

  /// Whether it is about the command; the page of peel itself, without a command, has all.
  func isAbout(_ command: String?) -> Bool { command.map { commands?.contains($0) ?? true } ?? true }
}
