import ArgumentParser
import Foundation
import PeelTestSupport
import Testing

@testable import peel

/// What the shells offer when a person presses Tab.
@Suite struct ShellCompletionTests {
  /// A folder with files of all kinds, and one with a shell's script.
  private static func folders(_ shell: String) throws -> (files: Folder, script: Folder) {
    let (files, script) = (try Folder(), try Folder())
    for name in ["desk.jpg", "IMG_1.JPG", "note.txt", "portrait.heic", "clip.mp4", "My Photos/a.jpg", "scans/a-1.jpg"] {
      try files.write(Data(), name)
    }
    let run = try Program.run(["--generate-completion-script", shell])
    #expect(run.status == 0 && run.error == "")
    try script.write(Data(run.output.utf8), shell)
    return (files, script)
  }

  private static let photos = ["IMG_1.JPG", "My Photos", "desk.jpg", "portrait.heic", "scans"]
  private static let folders = ["My Photos", "scans"]

  /// Command lines, and all that is offered for their last word. `…` stands for more.
  private static let offers: [(words: [String], offered: [String])] = [
    (["peel", ""], Peel.commandNames + ["help"] + photos),
    (["peel", "sca"], ["scan", "scans"]), (["peel", "de"], ["desk.jpg", "detect"]),
    (["peel", "IMG"], ["IMG_1.JPG"]), (["peel", "My"], ["My Photos"]), (["peel", "desk.jpg", ""], photos),
    (["peel", "desk.jpg", "--fil"], ["--fill", "--film"]),
    (["peel", "--film", "instax"], ["instax-mini", "instax-square", "instax-wide"]), (["peel", "-o", ""], folders),
    (["peel", "desk.jpg", "-o", "sc"], ["scans"]), (["peel", "help", "sc"], ["scan"]), (["peel", "scan", ""], photos),
    (["peel", "scan", "--film", "p"], ["pack-film", "polaroid-600", "polaroid-go", "polaroid-spectra"]),
    (["peel", "scan", "--film", "INS"], ["instax-mini", "instax-square", "instax-wide"]),
    (["peel", "--film", "POLAROID-G"], ["polaroid-go"]), (["peel", "scan", "desk.jpg", "-o", "S"], []),
    (["peel", "scan", "desk.jpg", "-o", ""], folders), (["peel", "scan", "--crop", ""], ["both", "picture", "print"]),
    (["peel", "scan", "--turn", ""], ["0", "180", "270", "90", "auto"]),
    (["peel", "scan", "--q"], ["--quality", "--quiet"]),
    (["peel", "stereo", "--layout", "c"], ["card", "crossed"]),
    (["peel", "stereo", "portrait.heic", "--depth", ""], photos), (["peel", "live", "c"], ["clip.mp4"]),
    (["peel", "live", ""], ["clip.mp4", "note.txt"] + photos),
    (["peel", "explain", "desk.jpg", "-o", ""], ["IMG_1.JPG", "desk.jpg"] + folders),
    (["peel", "--generate-completion-script", ""], ["bash", "fish", "zsh"]),
    (["peel", "--generate"], ["--generate-completion-script"]),
  ]

  /// How bash takes `--film=p` apart.
  private static let offersAfterEqualsSigns: [(words: [String], offered: [String])] = [
    (["peel", "scan", "--film", "=", "p"], ["pack-film", "polaroid-600", "polaroid-go", "polaroid-spectra"]),
    (["peel", "--film", "=", "INS"], ["instax-mini", "instax-square", "instax-wide"]),
    (["peel", "scan", "--crop", "="], ["both", "picture", "print"]),
    (["peel", "scan", "--film", "=", "free", "desk.jpg", "--output", "=", "M"], ["My Photos"]),
  ]

  @Test(arguments: offers + offersAfterEqualsSigns) func bashOffers(_ words: [String], _ offered: [String]) throws {
    let (files, folder) = try Self.folders("bash")
    let script = """
      source '\(folder.path("bash"))'
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      function=$(complete -p peel | sed 's/.*-F \\([^ ]*\\).*/\\1/')
      "$function" peel "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Program.run(["-c", script, "bash"] + words, of: "/bin/bash", in: files)
    #expect(run.lines.map(String.init).sorted() == offered.sorted(), "\(run.error)")
    #expect(run.error == "")
  }

  /// Where the script offers nothing, bash offers files.
  @Test func bashFallsBackToFiles() throws {
    let folder = try Self.folders("bash").script
    let run = try Program.run(["-c", "source ./bash; complete -p peel"], of: "/bin/bash", in: folder)
    #expect(run.output.contains("-o bashdefault") && run.output.contains("-o default"), "\(run.output)")
  }

  @Test(arguments: offers) func fishOffers(_ words: [String], _ offered: [String]) throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/fish") else {
      return print("skipped: there is no fish")
    }
    let (files, folder) = try Self.folders("fish")
    let script = "set -x HOME '\(folder.path)'; source $HOME/fish; complete -C '\(words.joined(separator: " "))'"
    let run = try Program.run(["--no-config", "-c", script], of: "/usr/bin/fish", in: files)
    let found = Set(run.lines.map { $0.prefix { $0 != "\t" } }.map { $0.hasSuffix("/") ? $0.dropLast() : $0 })
    #expect(Set(offered.map { $0[...] }).subtracting(found) == [], "\(run.output)\(run.error)")
    #expect(run.error == "")
  }

  @Test(arguments: ["bash", "fish", "zsh"]) func scriptsHaveNoMistake(_ shell: String) throws {
    guard
      let program = ["/bin", "/usr/bin"].map({ "\($0)/\(shell)" }).first(where: FileManager.default.isExecutableFile)
    else { return print("skipped: there is no \(shell)") }
    let run = try Program.run(["-n", shell], of: program, in: try Self.folders(shell).script)
    #expect(run.status == 0 && run.error == "", "\(run.error)")
  }

  /// In zsh, the script is a function that the first completion loads, so the widget must find the function that follows.
  @Test func zshCallsTheWholeFunction() throws {
    let script = try Program.run(["--generate-completion-script", "zsh"]).output
    #expect(script.hasPrefix("#compdef peel\n"))
    let end = try #require(script.firstRange(of: "if [[ \"${funcstack[1]}\" = _peel ]]; then"))
    #expect(script[end.upperBound...].contains("compdef _peel peel"))
    #expect(!script[end.upperBound...].contains("_peel() {"))
    for command in Peel.commandNames { #expect(script.contains("_peel_\(command)() {")) }
  }

  /// The options whose values can't be guessed.
  private static let free: Set = ["caption", "date", "keywords", "taken"]

  @Test func eachArgumentSaysWhatItTakes() throws {
    let dump = try JSONSerialization.jsonObject(with: Data(Peel._dumpHelp().utf8)) as? [String: Any]
    let commands = (dump?["command"] as? [String: Any])?["subcommands"] as? [[String: Any]] ?? []
    #expect(commands.count > 10)
    for command in commands where command["commandName"] as? String != "help" {
      for argument in command["arguments"] as? [[String: Any]] ?? [] where argument["kind"] as? String != "flag" {
        let name = (argument["preferredName"] as? [String: Any])?["name"] as? String ?? "photo"
        #expect((argument["completionKind"] == nil) == Self.free.contains(name), "\(name)")
      }
    }
  }
}
