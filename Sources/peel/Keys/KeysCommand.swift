import ArgumentParser
import PeelFiles
import PeelMessages
import PeelStudio
import PeelWorkbench

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "List the workbench's keys and commands.",
    discussion: """
      peel keys                                       list all keys and commands
      echo 'Ctrl-s snap-all' >> ~/.config/peel/keys   give a command another key

      Prints a key and its command on each line. Lines of the same form in \
      $XDG_CONFIG_HOME/peel/keys (~/.config/peel/keys by default) change keys; the command \
      nothing unbinds a key. # begins a comment; the key # is written Hash.
      """)

  func run() throws {
    let (keymaps, mistake) = Keymaps.ofPerson()
    StandardStream.output.write(keymaps.text)
    guard let mistake else { return }
    StandardStream.say(mistake)
    throw ExitCode(Status.failure.rawValue)
  }
}
