import ArgumentParser
import Foundation
import PeelFiles
import PeelImaging
import PeelOutput
import PeelScanning
import PeelTestSupport
import Testing

@testable import peel

/// What `peel` makes of a command line before a command runs.
@Suite struct InvocationTests {
  /// Help is a command's however it is asked for.
  @Test(arguments: ["scan -hq", "scan -help", "detect -hq", "sheet -hh", "films -help", "open desk.jpg -h"])
  func helpIsTheSameHoweverItIsAskedFor(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let run = try Program.run(words)
    let help = try Program.run([words[0], "--help"]).output
    #expect(run.status == 0 && run.output == help, "\(run.output)")
    #expect(help.contains("USAGE: peel "))
  }

  @Test(arguments: [
    ("sacn", "scan"), ("scna", "scan"), ("scann", "scan"), ("Scan", "scan"), ("dtect", "detect"), ("film", "films"),
    ("steroe", "stereo"), ("explian", "explain"), ("mrege", "merge"), ("raank", "rank"), ("key", "keys"),
  ])
  func misspeltCommandsAreSuggested(_ word: String, meant: String) throws {
    let folder = try Folder()
    let run = try Program.run([word, "desk.jpg", "-o", "out", "--jobs", "1"], in: folder)
    #expect(run.status == 64)
    let line = "peel: There is no command and no file '\(word)'; did you mean '\(meant)'?"
    #expect(run.errorLines.first.map(String.init) == line, "\(run.error)")
    #expect(try Program.run([word, "--help"], in: folder).errorLines.first.map(String.init) == line)
  }

  @Test(arguments: ["desk", "desk.jpg", "sc", "Pictures", "sacn/", "./sacn", "list"])
  func otherNamesAreFiles(_ word: String) throws {
    let run = try Program.run([word], in: try Folder())
    #expect(run.status == 1 && run.error.contains("\(word): there is no such file"), "\(run.error)")
  }

  /// A file whose name is like a command's is opened.
  @Test func filesAreNoMisspeltCommands() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "sacn")
    let run = try Program.run(["sacn"], in: folder)
    #expect(run.status == 1 && run.error.contains("terminal"), "\(run.error)")
  }

  @Test(arguments: [
    ("", "", 0), ("", "scan", 4), ("scan", "", 4), ("scan", "sacn", 1), ("scan", "sca", 1), ("scan", "stan", 1),
    ("abcd", "badc", 2), ("ca", "abc", 3),
  ])
  func mistakesAreCounted(_ word: String, _ right: String, count: Int) {
    #expect(Spelling(word).mistakes(from: Array(right)) == count)
  }

  /// The command that only packagers need has help too.
  @Test(arguments: Peel.commandNames + ["generate-manual"]) func usagesFitIntoALine(_ command: String) throws {
    let run = try Program.run(["help", command])
    let usage = run.lines.first { $0.hasPrefix("USAGE: peel \(command)") }
    #expect(run.status == 0 && (1...80).contains(usage?.count ?? 0), "\(run.output)\(run.error)")
  }

  /// Without a terminal, `peel` alone prints its help.
  @Test func aloneItPrintsItsHelp() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "desk.jpg")
    let run = try Program.run([], in: folder)
    #expect(run.status == 64 && run.error.contains("OVERVIEW:") && run.error.contains("SUBCOMMANDS:"), "\(run.error)")
  }

  /// On a terminal, it opens the current folder, and says what to do if that has no photos.
  @Test func aloneOnATerminalItOpensTheCurrentFolder() throws {
    let folder = try Folder()
    let command = ["20", "/usr/bin/script", "-qec", "TERM=dumb '\(Program.path)'", "/dev/null"]
    let none = try Program.run(command, of: "/usr/bin/timeout", in: folder)
    #expect(none.output.contains("peel: .: no photos in this folder; name a photo or another folder"), "\(none.output)")
    #expect(none.status == 1 && !none.output.contains("OVERVIEW"))
    try folder.write(try Roll.photo(1), "desk.jpg")
    let opened = try Program.run(command, of: "/usr/bin/timeout", in: folder)
    #expect(opened.output.contains("cannot draw on this terminal, TERM=dumb"), "\(opened.output)")
  }

  /// Options alone are for the current folder too.
  @Test(arguments: ["-o scans", "-r", "open", "open --graphics cells -r"])
  func optionsAloneOpenTheCurrentFolder(_ words: String) throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), words.contains("-r") ? "inner/desk.jpg" : "desk.jpg")
    let run = try Program.run(
      ["20", "/usr/bin/script", "-qec", "TERM=dumb '\(Program.path)' \(words)", "/dev/null"], of: "/usr/bin/timeout",
      in: folder)
    #expect(run.output.contains("cannot draw on this terminal, TERM=dumb"), "\(run.output)")
    let plain = try Program.run(words.split(separator: " ").map(String.init), in: folder)
    #expect(
      plain.status == 64 && plain.error.hasPrefix("peel: Name the photos, or a folder of them.\n"), "\(plain.error)")
  }

  /// That no photo is named doesn't hide another mistake.
  @Test func optionsAreCheckedWithoutPhotos() throws {
    for words in [["--foo"], ["detect", "--foo"], ["scan", "-o", "out", "--foo"]] {
      let run = try Program.run(words)
      #expect(run.status == 64 && run.error.hasPrefix("peel: Unknown option '--foo'"), "\(run.error)")
    }
    #expect(try Program.run(["-o"]).error.hasPrefix("peel: Missing value for '-o <folder>'"))
  }

  @Test(arguments: [("scna", "; did you mean 'scan'?"), ("live1", "; did you mean 'live'?"), ("nothing", ".")])
  func helpOnAMisspeltCommandSuggestsOne(_ word: String, says: String) throws {
    let run = try Program.run(["help", word])
    #expect(run.status == 64 && run.output == "", "\(run.output)")
    #expect(run.error == "peel: There is no command '\(word)'\(says)\nSee 'peel --help' for more information.\n")
    #expect(try Program.run(["help", "scan"]).status == 0)
  }

  @Test(arguments: [
    ("jpg", "jpeg"), ("JPG", "jpeg"), ("jpe", "jpeg"), ("tif", "tiff"), ("TIFF", "tiff"), ("png", "png"),
  ])
  func formatsHaveTheNamesOfTheirEndings(_ given: String, meant: String) throws {
    let words = ["scan", "a.jpg", "-o", "out", "--as"]
    let named = try Peel.parseAsRoot(words + [given])
    #expect(String(describing: named) == String(describing: try Peel.parseAsRoot(words + [meant])))
  }

  @Test(arguments: [
    [
      "scan", "--film", "Instax-MINI", "--as", "PNG", "--crop", "Picture", "--white-balance", "Ends-In", "--fill",
      "WHITE",
    ],
    ["scan", "--turn", "AUTO", "--film", "FREE"], ["scan", "--only", "Films"], ["detect", "--film", "Polaroid-Go"],
    ["stereo", "--layout", "WIGGLE", "--as", "GIF", "--focus", "Near"],
    ["stereo", "--as", "Anaglyph", "--colour", "Half"],
    ["open", "--graphics", "Cells"],
  ])
  func namedValuesMayHaveCapitals(_ words: [String]) throws {
    let output = ["scan", "stereo"].contains(words[0]) ? ["-o", "out"] : []
    let small = try Peel.parseAsRoot(words.map { $0.lowercased() } + ["a.jpg"] + output)
    let capitals = try Peel.parseAsRoot(words + ["a.jpg"] + output)
    #expect(String(describing: small) == String(describing: capitals))
    #expect(throws: (any Error).self) {
      try Peel.parseAsRoot(words.dropLast() + ["x\(words.last ?? "")", "a.jpg"] + output)
    }
  }

  /// Names, results, warnings, progress and summary are left out; errors and JSON stay.
  @Test func quietRunsPrintOnlyErrors() throws {
    let folder = try Folder()
    try Roll.write(2, in: folder)
    try folder.write(Data("Dear diary,\n".utf8), "text.jpg")
    for command in [["scan", "-o", "out"], ["detect"], ["rank"], ["merge", "-o", "merged"]] {
      let quiet = try Program.run(command + ["--quiet", "roll"], in: folder)
      #expect(
        quiet.output + quiet.error == "" && [0, 3].contains(quiet.status), "\(command) \(quiet.output)\(quiet.error)")
      let failed = try Program.run(command + ["-q", "text.jpg", "roll"], in: folder)
      #expect(failed.output == "" && failed.errorLines.count <= 1, "\(failed.output)\(failed.error)")
      if command[0] != "merge" {
        #expect(failed.status == 1 && failed.error.contains("text.jpg: this is text"), "\(failed.error)")
      }
      let json = try Program.run(command + ["-q", "--json", "--", "roll"], in: folder)
      #expect(!json.lines.isEmpty && json.error == "", "\(json.error)")
    }
    #expect(folder.names("out") == ["100-1.jpg", "101-1.jpg"])
    #expect(try Program.run(["rank", "-q", "--best", "roll"], in: folder).lines.count == 1)
  }

  @Test func anOutputNeedsASpace() throws {
    let run = try Program.run(["scan", "-o.jpg", "a.jpg"])
    #expect(run.status == 64 && run.errorLines.count == 2, "\(run.error)")
    #expect(run.error.hasPrefix("peel: Unknown option '-o.jpg'; write a space after -o: -o .jpg\n"), "\(run.error)")
  }

  @Test func aFileWhoseNameBeginsWithADashIsTold() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "-x.jpg")
    let run = try Program.run(["scan", "-x.jpg", "-o", "out"], in: folder)
    #expect(run.status == 64 && run.errorLines.count == 2, "\(run.error)")
    #expect(
      run.error.hasPrefix("peel: Unknown option '-x.jpg'; if you mean the file, write ./-x.jpg\n"), "\(run.error)")
    #expect(try Program.run(["scan", "./-x.jpg", "-o", "out"], in: folder).output == "out/-x-1.jpg\n")
  }

  /// Scans beside their photos aren't read as photos, and new photos beside them are.
  @Test func scansBesideTheirPhotosAreIgnored() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "roll/trip/a.jpg")
    #expect(try Program.run(["scan", "roll/trip", "-o", "roll/trip"], in: folder).output == "roll/trip/a-1.jpg\n")
    let scan = try folder.read("roll/trip/a-1.jpg")
    try folder.write(try Roll.photo(2), "roll/trip/b.jpg")
    for arguments in [["-r", "roll"], ["roll/trip"]] {
      let run = try Program.run(["detect"] + arguments, in: folder)
      #expect(run.lines.count == 2 && !run.output.contains("a-1.jpg"), "\(run.output)")
      #expect(run.error == "peel: ignored 1 scan of earlier runs\n")
    }
    // A scan by another name is ignored, too.
    try folder.write(scan, "roll/trip/best.jpg")
    #expect(try Program.run(["detect", "roll/trip"], in: folder).error == "peel: ignored 2 scans of earlier runs\n")
    // A scan that was changed may be a photo.
    try folder.write(try Roll.photo(3), "roll/trip/a-1.jpg")
    #expect(try Program.run(["detect", "-r", "roll"], in: folder).lines.count == 3)
    // Where the photos are gone, or were never there, the scans are all there is.
    try folder.write(scan, "roll/trip/a-1.jpg")
    try FileManager.default.removeItem(atPath: folder.path("roll/trip/a.jpg"))
    try FileManager.default.removeItem(atPath: folder.path("roll/trip/b.jpg"))
    #expect(try Program.run(["detect", "roll/trip"], in: folder).output.contains("a-1.jpg"))
  }

  /// A folder that holds the photos of its scans is read whatever became of the photos since.
  @Test(arguments: [
    // Renamed, replaced, and a photo by a scan's name.
    ["mv a.jpg z.jpg"], ["mv a.jpg z.jpg", "cp ../b.jpg new.jpg"], ["rm a.jpg", "cp ../b.jpg new.jpg"],
    ["mv a.jpg ..", "cp ../b.jpg a-1.jpg"],
    // A run that was killed at its beginning, and a journal that is lost.
    ["rm a-1.jpg", ": > .peel/journal"], ["rm -r a-1.jpg .peel"],
  ])
  func photosInAFolderOfScansAreRead(_ changes: [String]) throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "roll/in/a.jpg")
    try folder.write(try Roll.photo(2), "roll/b.jpg")
    _ = try Program.run(["scan", "roll/in", "-o", "roll/in"], in: folder)
    for change in changes {
      #expect(try Program.run(["-c", "cd roll/in && " + change], of: "/bin/sh", in: folder).status == 0)
    }
    let photos = Set(folder.names("roll/in")).subtracting(
      changes.contains { $0.hasSuffix(" a-1.jpg") } ? [] : ["a-1.jpg"])
    for arguments in [["-r", "roll"], ["roll/in"]] {
      let run = try Program.run(["detect", "--json"] + arguments, in: folder)
      #expect(Set(run.output.matches(of: /roll\/in\/([^"]*)"/).map { String($0.output.1) }) == photos, "\(run.error)")
    }
  }

  /// Photos may be in folders inside the one for scans.
  @Test(arguments: [
    ["scan", "-r", "in", "-o", "in"], ["scan", "-r", "in", "-o", "in", "--name", "{folder}/{stem}-{n}"],
    ["scan", "in/s", "-o", "in"],
  ])
  func scansAroundTheirPhotosAreIgnored(_ arguments: [String]) throws {
    let folder = try Folder()
    for (number, name) in ["in/s/a.jpg", "in/s/t/b.jpg", "c.jpg"].enumerated() {
      try folder.write(try Roll.photo(number + 1), name)
    }
    #expect(try Program.run(arguments, in: folder).isDone)
    for (inputs, photos) in [
      (["-r", "in"], ["in/s/a.jpg", "in/s/t/b.jpg"]), (["-r", "."], ["./c.jpg", "./in/s/a.jpg", "./in/s/t/b.jpg"]),
      (["in/s"], ["in/s/a.jpg"]),
    ] {
      let run = try Program.run(["detect", "--json"] + inputs, in: folder)
      #expect(run.output.matches(of: /"photo":"([^"]*)"/).map { String($0.output.1) } == photos, "\(run.error)")
    }
  }

  /// A folder that was scanned into itself stays what it is when it is moved, whatever its photos are called then.
  @Test func foldersThatWereMovedAreRead() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "in/a.jpg")
    try folder.write(try Roll.photo(2), "in/s/b.jpg")
    #expect(try Program.run(["scan", "-r", "in", "-o", "in"], in: folder).isDone)
    let changes = "mkdir all; mv in all/moved; cd all/moved; mv a.jpg x.jpg; mv s/b.jpg s/y.jpg"
    #expect(try Program.run(["-c", changes], of: "/bin/sh", in: folder).status == 0)
    for arguments in [["-r", "all"], ["-r", "all/moved"]] {
      let run = try Program.run(["detect", "--json"] + arguments, in: folder)
      let photos = run.output.matches(of: /"photo":"([^"]*)"/).map { String($0.output.1) }
      #expect(photos == ["all/moved/s/y.jpg", "all/moved/x.jpg"], "\(run.error)")
    }
    #expect(try Program.run(["scan", "-r", "all/moved", "-o", "all/moved"], in: folder).isDone)
    #expect(folder.names("all/moved") == ["a-1.jpg", "b-1.jpg", "s", "x.jpg"])
  }

  /// A journal doesn't hide those of the folders around it.
  @Test(arguments: [["-r", "."], ["in"]]) func scansOfOuterFoldersAreIgnored(_ arguments: [String]) throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "in/a.jpg")
    #expect(try Program.run(["scan", "in", "-o", "in"], in: folder).isDone)
    let other = ["--name", "{folder}/p-{stem}-{n}", "--quality", "60"]
    #expect(try Program.run(["scan", "-r", ".", "-o", "."] + other, in: folder).isDone)
    #expect(folder.names("in") == ["a-1.jpg", "a.jpg", "p-a-1.jpg"])
    let run = try Program.run(["detect"] + arguments, in: folder)
    #expect(run.lines.count == 1 && run.error == "peel: ignored 2 scans of earlier runs\n", "\(run.output)\(run.error)")
  }

  /// Where only scans and sheets are left, the message says so, and a folder of scans can be read by its name.
  @Test func whatIsLeftWithoutPhotosIsTold() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "all/in/s/a.jpg")
    let names = ["--name", "{folder}/{stem}-{n}"]
    #expect(try Program.run(["scan", "-r", "all/in", "-o", "all/in"] + names, in: folder).isDone)
    try FileManager.default.removeItem(atPath: folder.path("all/in/s/a.jpg"))
    let parent = try Program.run(["detect", "-r", "all"], in: folder)
    #expect(
      parent.error == """
        peel: all: no photos in this folder, but for all/in/s, which holds scans; to read one, name it

        """)
    #expect(try Program.run(["detect", "all/in/s"], in: folder).output.hasPrefix("all/in/s/a-1.jpg\t"))
    #expect(try Program.run(["sheet", "all/in", "-o", "sheets/s.jpg"], in: folder).status == 0)
    #expect(
      try Program.run(["detect", "sheets"], in: folder).error == """
        peel: sheets: no photos in this folder, but for sheets/s.jpg, a sheet or album that peel made; name another folder

        """)
  }

  /// A camera's own JPEG stands for its raw file; a scan of another photo doesn't.
  @Test func scansHideNoRawFiles() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "in/a.jpg")
    #expect(try Program.run(["scan", "in", "-o", "in"], in: folder).isDone)
    try folder.write(try Roll.photo(2), "in/a-1.dng")
    try folder.write(try Roll.photo(3), "in/a.dng")
    let run = try Program.run(["detect", "in"], in: folder)
    #expect(run.lines.map { $0.prefix { $0 != "\t" } } == ["in/a-1.dng", "in/a.jpg"], "\(run.output)")
    #expect(run.error == "peel: ignored 1 scan of earlier runs\npeel: 1 file left out: .dng\n")
  }

  @Test(arguments: ["detect", "rank"]) func sheetsAreNoPhotos(_ command: String) throws {
    let folder = try Folder()
    try Roll.write(2, in: folder)
    for sheet in ["roll/s.jpg", "roll/s.html"] {
      #expect(try Program.run(["sheet", "roll", "-o", sheet], in: folder).status == 0)
    }
    let run = try Program.run([command, "-r", "roll"], in: folder)
    #expect(run.lines.count == 2, "\(run.output)")
    #expect(run.error.contains("left out roll/s and another one, sheets or albums that peel made"), "\(run.error)")
  }

  /// What servers and systems keep beside photos is theirs; a folder of that name that is named is read.
  @Test func foldersOfServersAreLeftOut() throws {
    let folder = try Folder()
    let photo = try Roll.photo(1)
    for name in ["a.jpg", "@eaDir/a.jpg", "in/b.jpg"] { try folder.write(photo, name) }
    let one = try Program.run(["detect", "-r", "."], in: folder)
    #expect(one.lines.count == 2 && !one.output.contains("@eaDir"), "\(one.output)")
    #expect(one.error == "peel: left out ./@eaDir, a folder of the system or a server; to read one, name it\n")
    for name in ["in/#recycle/c.jpg", "in/lost+found/c.jpg"] { try folder.write(photo, name) }
    let three = try Program.run(["detect", "-r", "."], in: folder)
    #expect(three.lines.count == 2)
    #expect(three.error.contains("left out ./@eaDir and 2 other folders of the system or a server"), "\(three.error)")
    #expect(try Program.run(["detect", "-r", "in/#recycle"], in: folder).lines.count == 1)
  }

  /// Inner folders with a journal are left out, and named in one line; a folder of scans that is named is read.
  @Test func foldersOfScansAreLeftOut() throws {
    let folder = try Folder()
    try Roll.write(1, in: folder)
    #expect(try Program.run(["scan", "-r", ".", "-o", "scans"], in: folder).lines.count == 1)
    let again = try Program.run(["detect", "-r", "."], in: folder)
    #expect(again.lines.count == 1 && again.output.hasPrefix("./roll/100.jpg"), "\(again.output)")
    #expect(again.error == "peel: left out ./scans, which holds scans; to read one, name it\n")
    #expect(try Program.run(["detect", "-r", "-q", "--json", "."], in: folder).error == "")
    let lib = try Folder()
    try Roll.write(1, in: lib)
    _ = try Program.run(["scan", "roll", "-o", "lib/scans"], in: lib)
    let only = try Program.run(["detect", "-r", "lib"], in: lib)
    #expect(
      only.error == "peel: lib: no photos in this folder, but for lib/scans, which holds scans; to read one, name it\n")
    #expect(only.status == 1)
    let named = try Program.run(["detect", "-r", "scans"], in: folder)
    #expect(named.output.hasPrefix("scans/100-1.jpg"), "\(named.output)\(named.error)")
    _ = try Program.run(["scan", "-r", "roll", "-o", "more/scans", "--shard", "1/1"], in: folder)
    _ = try Program.run(["scan", "-r", "roll", "-o", "more/shared", "--shard", "1/2"], in: folder)
    let three = try Program.run(["detect", "-r", "."], in: folder)
    #expect(three.error.contains("left out ./more/scans and 2 other folders, which hold scans"), "\(three.error)")
  }
}
