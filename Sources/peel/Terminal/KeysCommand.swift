import PeelCommandLine
import PeelFiles
import PeelScanning
import ArgumentParser
import PeelWorkbench

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "List the workbench's keys and commands.",
    discussion: """
      peel keys
      mkdir -p ~/.config/peel && echo 'Ctrl-s snap-all' >> ~/.config/peel/keys

      Prints a key and its command on each line. Lines of the same form in \
      $XDG_CONFIG_HOME/peel/keys (~/.config/peel/keys by default) change keys; the command \
      nothing unbinds a key. # begins a comment; the key # is written Hash.
      """)

  func run() throws {
    let (keymaps, mistake) = Keymaps.ofPerson()
    StandardStream.output.write(keymaps.table)
    guard let mistake else { return }
    StandardStream.say(mistake)
    throw ExitCode(Status.failure.rawValue)
  }
}

extension Keymaps {
  /// The standard keys with the changes from the person's own table, and the first mistake in it.
  static func ofPerson() -> (Keymaps, mistake: String?) {
    var keymaps = Keymaps()
    guard let file = PersonalFolder.configuration?.appending("keys"), exists(file) else { return (keymaps, nil) }
    guard let bytes = try? Descriptor(reading: file).bytes(limit: 1 << 16) else {
      return (keymaps, "\(file.shown) cannot be read")
    }
    let mistakes = keymaps.change(by: String(decoding: bytes, as: UTF8.self))
    let more = mistakes.count > 1 ? ", and \(mistakes.count - 1) more" : ""
    let mistake = mistakes.first.map { "\(file.shown), line \($0.line): \($0.text)\(more)" }
    return (keymaps, mistake?.escapingControls)
  }
}
