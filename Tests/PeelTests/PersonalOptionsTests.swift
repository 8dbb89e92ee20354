import ArgumentParser
import Foundation
import PeelTestSupport
import Testing

@testable import peel

/// The file `options` in a person's configuration folder.
@Suite struct PersonalOptionsTests {
  private static let commands = ["open", "scan", "live"]

  @Test func linesAreRead() throws {
    let text = """
      # My own.

      scan --quality 95
        scan   --output   ~/My Scans\u{20}\u{20}
      open --no-mouse\r
      live --size 1920x1080
      scan --fill ~white
      scan --name "{year}/{stem} --x"
      scan --output '~/My Scans'
      open --output Ann's "scans"
      """
    let options = try PersonalOptions(text: text, commands: Self.commands, home: "/home/ann")
    #expect(
      options.lines.map { "\($0.number) \($0.command) \($0.word)" } == [
        "3 scan --quality=95", "4 scan --output=/home/ann/My Scans", "5 open --no-mouse", "6 live --size=1920x1080",
        "7 scan --fill=~white", "8 scan --name={year}/{stem} --x", "9 scan --output=/home/ann/My Scans",
        "10 open --output=Ann's \"scans\"",
      ])
    #expect(options.lines(of: "scan").map(\.number) == [3, 4, 7, 8, 9])
  }

  @Test(arguments: [
    ("scna --quality 95", "there is no command 'scna'; did you mean 'scan'?"),
    ("--quality 95", "the line must begin with a command, such as: scan --quality"),
    ("scan", "after the command comes an option's long name"),
    ("scan -o out", "write --output instead of -o"), ("scan -q", "-q is for single runs only"),
    ("scan desk.jpg", "after the command comes"),
    ("scan -x", "after the command comes an option's long name"),
    ("scan --name \"{stem}", "a value that begins with \" must end with it"),
    ("scan --keywords \"a\" # x", "a comment needs a line of its own"),
    ("scan --name '{stem}' --srgb", "a value that begins with ' must end with it"),
    ("scan --quality", "--quality needs a value, after a space"),
    ("scan --qualty", "`peel scan` has no option '--qualty'; did you mean '--quality'?"),
    ("scan --quality 95 --film free", "each option needs a line of its own"),
    ("scan --quality=95", "write a space instead of ="), ("scan --srgb yes", "--srgb has no value"),
    ("scan --force", "--force is for single runs only"), ("scan --json", "for single runs only"),
    ("scan --shard 1/2", "--shard is for single runs only"), ("scan --shard", "--shard is for single runs only"),
  ])
  func mistakesAreFound(_ line: String, says: String) {
    let text = "# A comment.\nscan --quality 90\n" + line
    #expect {
      try PersonalOptions(text: text, commands: Self.commands, home: nil)
    } throws: { error in
      let mistake = error as? PersonalOptions.Mistake
      return mistake?.line == 3 && mistake?.text.contains(says) == true
    }
  }

  /// Runs `peel` in a folder whose folder `config` has the options.
  private func run(
    _ options: String, _ words: [String], ignoring: Bool = false, in folder: Folder
  ) throws -> Program.Result {
    try folder.write(Data(options.utf8), "config/peel/options")
    let variables = (ignoring ? [] : ["-u", "PEEL_NO_OPTIONS"]) + ["XDG_CONFIG_HOME=\(folder.path("config"))"]
    return try Program.run(variables + [Program.path] + words, of: "/usr/bin/env", in: folder)
  }

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "desk.jpg")
    return folder
  }

  /// Some editors begin a text with one.
  @Test func aByteOrderMarkIsIgnored() throws {
    #expect(
      try run("\u{FEFF}scan --as png\n", ["scan", "desk.jpg", "-o", "a"], in: folder()).output == "a/desk-1.png\n")
  }

  @Test func optionsAreUsedUnlessOthersAreGiven() throws {
    let folder = try folder()
    let options = "scan --output mine\nscan --as png\ndetect --max-prints 0\n"
    #expect(try run(options, ["scan", "desk.jpg"], in: folder).output == "mine/desk-1.png\n")
    #expect(try run(options, ["scan", "desk.jpg", "--as", "jpeg", "-o", "a"], in: folder).output == "a/desk-1.jpg\n")
    let ignoring = try run(options, ["scan", "desk.jpg"], ignoring: true, in: folder)
    #expect(ignoring.status == 64 && ignoring.error.contains("-o scans"), "\(ignoring.error)")
    #expect(try run(options, ["scan", "desk.jpg", "-o", "b"], ignoring: true, in: folder).output == "b/desk-1.jpg\n")
  }

  /// An option of the file that doesn't fit the command line is left out; the others are used.
  @Test func whatTheCommandLineSaysWins() throws {
    let folder = try folder()
    let options = """
      scan --output mine
      scan --name {date}/{stem}
      scan --as png
      scan --crop both
      scan --film free
      scan --clip 3

      """
    for name in ["a.jpg", "b.webp"] {
      let run = try run(options, ["scan", "desk.jpg", "-o", name], in: folder)
      #expect(run.isDone && run.output == name + "\n", "\(run.error)")
    }
    let plain = try Program.run(["scan", "desk.jpg", "-o", "c.jpg", "--film", "free", "--clip", "3"], in: folder)
    #expect(plain.isDone)
    #expect(try folder.read("a.jpg") == folder.read("c.jpg"))
    let ppi = try run(options, ["scan", "desk.jpg", "--ppi", "600"], in: folder)
    #expect([0, 3].contains(ppi.status) && ppi.output.hasPrefix("mine/unknown/desk.png\n"), "\(ppi.error)")
    // Without the file, the command line is as wrong as it is with it.
    let wrong = try run(options, ["scan", "desk.jpg", "-o", "d.jpg", "--name", "{stem}"], in: folder)
    #expect(wrong.status == 64 && wrong.error.hasPrefix("peel: --name needs a folder, not d.jpg."), "\(wrong.error)")
  }

  /// The workbench, which needs no command's name, has options too.
  @Test func theWorkbenchHasOptionsToo() throws {
    let run = try run("open --graphics paper\n", ["desk.jpg"], in: try folder())
    #expect(run.status == 64 && run.error.contains("line 1: The value 'paper' is invalid"), "\(run.error)")
  }

  /// The line that is wrong is named, even if other lines or the arguments are needed to see it.
  @Test(arguments: [
    ("scan --quality 95\nscan --qualty 3\n", "line 2: Unknown option '--qualty'. Did you mean '--quality'?"),
    ("scan --quality 101\n# later\nscan --clip 1\n", "line 1: --quality must be between 1 and 100; mend the line"),
    (
      "\nscan --crop frame\n",
      "line 2: The value 'frame' is invalid for '--crop <crop>'. Please provide one of 'print', 'picture' or 'both'. (What to"
    ),
    (
      "\nscan --film kodak\n",
      "line 2: The value 'kodak' is invalid for '--film <film>'. Please provide one of the following: auto, free, pol"
    ),
    ("scan --film free\nscan --ppi 600\n", "line 2: --ppi needs a known film"),
    ("scna --quality 95\n", "line 1: there is no command 'scna'; did you mean 'scan'?"),
    ("detect --frames\n", "line 1: --frames is for single runs only"),
  ])
  func mistakesNameTheFileAndTheLine(_ options: String, says: String) throws {
    let folder = try folder()
    let run = try run(options, ["scan", "desk.jpg", "-o", "out"], in: folder)
    #expect(run.status == 64 && run.output == "" && run.errorLines.count == 1)
    #expect(run.error.hasPrefix("peel: \(folder.path("config"))/peel/options: \(says)"), "\(run.error)")
    #expect(run.error.contains("PEEL_NO_OPTIONS=1"))
    #expect(folder.names("out") == [])
    for words in [["--help"], ["scan", "--help"], ["help", "scan"], ["--version"]] {
      #expect(try self.run(options, words, in: folder).status == 0)
    }
  }

  /// A mistake in the arguments isn't blamed on the file.
  @Test func argumentsAreToBlameForTheirOwnMistakes() throws {
    let run = try run("scan --quality 95\n", ["scan", "desk.jpg", "-o", "out", "--clip", "99"], in: try folder())
    #expect(
      run.error.hasPrefix("peel: --clip must be at least 0 and less than 50.\nSee 'peel scan --help'"), "\(run.error)")
  }

  @Test func aFileThatCannotBeReadIsReported() throws {
    let folder = try folder()
    try folder.write(Data(), "config/peel/options/inner")
    let run = try Program.run(
      ["-u", "PEEL_NO_OPTIONS", "XDG_CONFIG_HOME=\(folder.path("config"))", Program.path, "detect", "desk.jpg"],
      of: "/usr/bin/env", in: folder)
    #expect(run.status == 64 && run.errorLines.count == 1, "\(run.error)")
    #expect(
      run.error.hasSuffix(
        "peel/options: this is a folder, not a file of options; move it away, or set PEEL_NO_OPTIONS=1 to ignore it\n"),
      "\(run.error)")
    try FileManager.default.removeItem(atPath: folder.path("config/peel/options"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("config/peel/options"), withDestinationPath: "nowhere")
    let link = try Program.run(
      ["-u", "PEEL_NO_OPTIONS", "XDG_CONFIG_HOME=\(folder.path("config"))", Program.path, "detect", "desk.jpg"],
      of: "/usr/bin/env", in: folder)
    #expect(
      link.status == 64 && link.error.contains("peel/options: this is a link to a file that doesn't exist"),
      "\(link.error)")
    try FileManager.default.removeItem(atPath: folder.path("config/peel/options"))
    _ = try Program.run([folder.path("config/peel/options")], of: "/usr/bin/mkfifo")
    let pipe = try Program.run(
      ["-u", "PEEL_NO_OPTIONS", "XDG_CONFIG_HOME=\(folder.path("config"))", Program.path, "detect", "desk.jpg"],
      of: "/usr/bin/env", in: folder)
    #expect(pipe.status == 64 && pipe.error.contains("peel/options: this is a pipe or a device"), "\(pipe.error)")
    try FileManager.default.removeItem(atPath: folder.path("config/peel/options"))
    let large = try self.run(String(repeating: "#", count: 70_000), ["detect", "desk.jpg"], in: folder)
    #expect(large.status == 64 && large.error.contains("peel/options: is larger than 64 kB"), "\(large.error)")
    let utf16: [UInt8] = [0xFF, 0xFE] + "scan --quality 95\n".utf8.flatMap { [$0, UInt8(0)] }
    try folder.write(Data(utf16), "config/peel/options")
    let wide = try Program.run(
      ["-u", "PEEL_NO_OPTIONS", "XDG_CONFIG_HOME=\(folder.path("config"))", Program.path, "detect", "desk.jpg"],
      of: "/usr/bin/env", in: folder)
    #expect(wide.status == 64 && wide.error.contains("peel/options: this is not UTF-8 text; save it"), "\(wide.error)")
  }

  /// What may be set once for all runs is decided for each option there is.
  @Test func eachNameIsAnOption() throws {
    let tool = try ToolInfo(json: Peel._dumpHelp()).command
    let arguments = (tool.subcommands ?? []).flatMap { $0.arguments ?? [] }
    func names(_ kind: ToolInfo.Argument.Kind) -> Set<String> {
      Set(arguments.filter { $0.kind == kind }.flatMap { ($0.names ?? []).map(\.typed) })
    }
    #expect(PersonalOptions.flags.isSubset(of: names(.flag)))
    #expect(PersonalOptions.optionsOfOneRun.isSubset(of: names(.option)))
    #expect(names(.flag).isSuperset(of: ["--json", "--force", "--dry-run", "--quiet", "--best", "--frames"]))
    #expect(
      PersonalOptions.flags.isDisjoint(with: ["--json", "--force", "--dry-run", "--quiet", "--best", "--frames"]))
  }

  @Test(arguments: [
    ([String?.none, nil, nil], Int?.none), ([nil, "a", "a"], 1), (["a", nil, "b"], 2), (["a", "a", "a"], nil),
    ([nil, "a", "b"], 2), (["a", "b", "b"], 1),
  ])
  func theLastLineThatChangesTheReasonIsBlamed(_ reasons: [String?], number: Int?) {
    let lines = [1, 2].map { PersonalOptions.Line(number: $0, command: "scan", word: "--a") }
    #expect(PersonalOptions.blamed(lines) { reasons[$0.count] }?.number == number)
  }
}
