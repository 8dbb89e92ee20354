import Foundation
import PeelCodecs
import PeelImaging
import PeelTestSupport
import Testing

/// Photos on standard input, and scans on standard output or in one file.
@Suite struct PipesTests {
  private static let photo = "rocket-tilted.jpg"

  /// Runs a script in which `$PEEL` is the program.
  private func shell(_ script: String, in folder: Folder) throws -> Program.Result {
    try Program.run(["-c", "PEEL=\"$0\"; \(script)", Program.path], of: "/bin/bash", in: folder)
  }

  /// The scan of the sample that a run into a folder makes, without the name of its source.
  private func scan(_ options: [String] = []) throws -> PhotoFile {
    let folder = try Folder()
    let run = try Program.run(["scan", Samples.path(Self.photo), "-o", "out"] + options, in: folder)
    return try PhotoFile(decoding: [UInt8](folder.read(try #require(run.lines.first.map(String.init)))))
  }

  @Test func aPhotoGoesThroughAPipe() throws {
    let folder = try Folder()
    let run = try Program.run(["scan", "-", "-o", "-"], input: Samples.bytes(Self.photo), in: folder)
    #expect(run.status == 0 && run.error == "", "\(run.error)")
    let piped = try PhotoFile(decoding: [UInt8](run.bytes))
    let filed = try scan()
    #expect(piped.photo.luma == filed.photo.luma && piped.exif == filed.exif)
    #expect(folder.names() == [] && !FileManager.default.fileExists(atPath: folder.path(".peel")))
    // The scan has no source, because the photo has no name.
    #expect(!run.output.contains("dc:source"))
  }

  @Test func everyCommandReadsThePhotoOnStandardInput() throws {
    let folder = try Folder()
    let photo = try Samples.bytes(Self.photo)
    for command in [["detect", "-"], ["rank", "-"], ["explain", "-", "-o", "x.png"], ["scan", "-", "-o", "out"]] {
      let run = try Program.run(command, input: photo, in: folder)
      #expect([0, 3].contains(run.status), "\(command): \(run.error)")
    }
    #expect(try Program.run(["detect", "-"], input: photo).output.hasPrefix("-\tsure\t"))
    #expect(folder.names("out") == ["stdin-1.jpg"] && folder.names() == ["out", "x.png"])
    let open = try Program.run(["open", "-"], input: photo)
    #expect(
      open.status == 1 && open.error.contains("peel: standard input: this is a pipe or a device"), "\(open.error)")
  }

  /// The same bytes are the same photo, others are another.
  @Test func aPhotoOnStandardInputKeepsItsName() throws {
    let folder = try Folder()
    func run(_ number: Int) throws -> Program.Result {
      try Program.run(["scan", "-", "-o", "out", "--json"], input: Roll.photo(number), in: folder)
    }
    let first = try run(1)
    #expect(first.output.contains(#""file":"out/stdin-1.jpg""#), "\(first.error)")
    let before = try folder.read("out/stdin-1.jpg")
    #expect(try run(2).output.contains(#""file":"out/stdin_2-1.jpg""#))
    #expect(try run(1).output == first.output)
    #expect(try folder.read("out/stdin-1.jpg") == before)
    #expect(folder.names("out") == ["stdin-1.jpg", "stdin_2-1.jpg"])
  }

  /// A file named `-` and its sidecar have nothing to do with it.
  @Test func aFileNamedDashIsAnotherPhoto() throws {
    let folder = try Folder()
    try folder.write(Data("mine".utf8), "-")
    try folder.write(Data("{".utf8), "-.peel")
    let run = try Program.run(["scan", "-", "-o", "-"], input: Roll.photo(1), in: folder)
    #expect(run.isDone && run.error == "" && run.bytes.starts(with: [0xFF, 0xD8]), "\(run.error)")
    let listed = try Program.run(["detect", "-"], input: Data("-\n".utf8), in: folder)
    #expect(listed.error.contains("peel: ./-: this is text"), "\(listed.error)")
  }

  @Test func emptyLinesOfListsAreIgnored() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "a.jpg")
    let run = try Program.run(["detect", "-"], input: Data("\r\na.jpg\r\n\r\n".utf8), in: folder)
    #expect(run.error == "" && run.lines.count == 1, "\(run.error)")
  }

  @Test func aPictureIsNoListOfNamesThatEndInNUL() throws {
    let run = try Program.run(["detect", "-0", "-"], input: Samples.bytes(Self.photo))
    #expect(run.error == "" && run.output.hasPrefix("-\tsure\t"), "\(run.error.prefix(200))")
  }

  /// A file that is neither a photo nor a list is told by its kind, not as a list without -0.
  @Test(arguments: [
    ([0x50, 0x4B, 3, 4, 20, 0, 0, 0] as [UInt8], "this is a ZIP archive or an office document, neither a photo"),
    (Array("8BPS".utf8) + [0, 1, 0, 0], "this is a Photoshop document, not a photo that can be read"),
    (Array("GIF89a".utf8) + [1, 0, 1, 0], "this is a GIF picture, not a photo that can be read"),
    ([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], "this is a program, neither a photo"),
    ([1, 2, 3, 0], "this is neither a photo that can be read nor a list of names; send a JPEG"),
  ])
  func otherFilesOnStandardInputAreNoLists(_ bytes: [UInt8], says: String) throws {
    for words in [["scan", "-", "-o", "-"], ["detect", "-"], ["detect", "-0", "-"]] {
      let run = try Program.run(words, input: Data(bytes))
      // With -0, names may have any bytes.
      if words.contains("-0"), says.hasPrefix("this is neither") { continue }
      #expect(run.status == 1 && run.errorLines.count == 1, "\(words) \(run.error)")
      #expect(run.error.hasPrefix("peel: standard input: \(says)"), "\(words) \(run.error)")
    }
  }

  @Test func namesThatEndInNULMayBeginLikePictures() throws {
    let folder = try Folder()
    for name in ["BM1.jpg", "IMG_ftypheic.jpg", "a\u{1}.jpg"] { try folder.write(try Roll.photo(1), name) }
    for list in ["BM1.jpg\0", "IMG_ftypheic.jpg\0BM1.jpg\0", "a\u{1}.jpg\0"] {
      let run = try Program.run(["detect", "-0", "-"], input: Data(list.utf8), in: folder)
      #expect(run.status == 0 && run.lines.count == list.count { $0 == "\0" }, "\(run.error)")
    }
  }

  /// An empty list fails like an empty folder.
  @Test(arguments: ["", "\n", "\r\n\n"])
  func aListWithoutNamesIsAnError(_ list: String) throws {
    let line = "peel: standard input: it holds neither a photo nor the name of one; check the command that writes it\n"
    for words in [["scan", "-", "-o", "out"], ["detect", "-"], ["rank", "-"], ["scan", "-", "-o", "-"]] {
      let run = try Program.run(words, input: Data(list.utf8), in: try Folder())
      #expect(run.status == 1 && run.output == "" && run.error == line, "\(words) \(run.error)")
    }
    let nul = try Program.run(["detect", "-0"])
    #expect(nul.status == 1 && nul.error == line, "\(nul.error)")
  }

  @Test func listsAreStillLists() throws {
    let folder = try Folder()
    for name in ["BM1.jpg", "IMG_ftypheic.jpg", "%PDF.jpg"] { try folder.write(try Roll.photo(1), name) }
    for end in ["\n", "\r\n"] {
      let list = ["BM1.jpg", "IMG_ftypheic.jpg", "%PDF.jpg"].map { $0 + end }.joined()
      let run = try Program.run(["detect", "-"], input: Data(list.utf8), in: folder)
      #expect(run.status == 0 && run.lines.count == 3, "\(run.error)")
    }
    let nul = try Program.run(["detect", "-"], input: Data("a.jpg\0b.jpg\0".utf8), in: folder)
    #expect(nul.error.contains("separated by NUL; add -0"))
  }

  /// The first bytes that all files of a format have. They may be names as well.
  @Test(
    arguments: [
      [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("II*\0\u{8}\0\0".utf8),
      Array("MM\0*\0\0\0".utf8), Array("RIFF\u{1}\0\0\0WEB".utf8), Array("\0\0\0\u{18}ftyphei".utf8),
    ] as [[UInt8]])
  func aSignatureThatEndsEarlyIsNoList(_ signature: [UInt8]) throws {
    let line = "peel: standard input: it ends before the photo does; check the command that writes the photo\n"
    for count in 1..<signature.count {
      let run = try Program.run(["detect", "-"], input: Data(signature.prefix(count)))
      #expect(run.status == 1 && run.error == line, "\(count) bytes: \(run.error)")
    }
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "MM")
    let list = try Program.run(["detect", "-"], input: Data("MM".utf8), in: folder)
    #expect(list.isDone && list.output.hasPrefix("MM\t"), "\(list.error)")
  }

  /// It is told once, and the workbench is advised only for files.
  @Test func noPrintForOneFileIsToldOnce() throws {
    let folder = try Folder()
    let grey = Picture(width: 400, height: 300, samples: Array(repeating: 128, count: 3 * 400 * 300))
    try folder.write(Data(try ScanFile().encoded(grey)), "grey.jpg")
    let none = "no print found, so there is no scan to write; "
    let file = try Program.run(["scan", "grey.jpg", "-o", "x.jpg"], in: folder)
    #expect(file.status == 1)
    #expect(file.error == "peel: grey.jpg: \(none)open the photo with `peel` to mark it\n", "\(file.error)")
    let saved = "save the photo as a file, and open that with `peel` to mark it\n"
    for (output, status, fact) in [("-", 1, none), ("x.jpg", 1, none), ("out", 3, "no print found; ")] {
      let run = try Program.run(["scan", "-", "-o", output], input: folder.read("grey.jpg"), in: folder)
      #expect(run.status == status && run.error == "peel: standard input: \(fact)\(saved)", "\(run.error)")
    }
  }

  @Test(arguments: [3, 1000, 60_000])
  func aPictureThatEndsEarlyIsOneLine(_ count: Int) throws {
    let run = try Program.run(["scan", "-", "-o", "-"], input: Samples.bytes(Self.photo).prefix(count))
    #expect(run.status == 1 && run.bytes.isEmpty && run.errorLines.count == 1, "\(run.error)")
    #expect(
      run.error == "peel: standard input: it ends before the photo does; check the command that writes the photo\n")
  }

  @Test func limitsApplyToStandardInput() throws {
    for limit in [["--max-memory", "20"], ["--max-megapixels", "1"]] {
      let run = try Program.run(["scan", "-", "-o", "-"] + limit, input: Samples.bytes(Self.photo))
      #expect(run.status == 1 && run.bytes.isEmpty && run.errorLines.count == 1, "\(run.error)")
      #expect(run.error.hasPrefix("peel: standard input: ") && run.error.contains("raise \(limit[0])"), "\(run.error)")
    }
    let gif = try Program.run(["scan", "-", "-o", "-"], input: Data("GIF89a\u{1}\0\u{1}\0".utf8))
    #expect(gif.error.contains("peel: standard input: this is a GIF picture"), "\(gif.error)")
  }

  @Test func oneScanGoesToAFile() throws {
    let folder = try Folder()
    let photo = Samples.path(Self.photo)
    for (name, start) in [("a.jpg", [0xFF, 0xD8] as [UInt8]), ("new/b.PNG", [0x89, 0x50])] {
      for _ in 1...2 {
        let run = try Program.run(["scan", photo, "-o", name], in: folder)
        #expect(run.status == 0 && run.output == name + "\n" && run.error == "", "\(run.error)")
        #expect(try folder.read(name).starts(with: start))
      }
    }
    let json = try Program.run(["scan", photo, "-o", "a.jpg", "--json"], in: folder)
    #expect(json.output.contains(#""scans":[{"file":"a.jpg","width":"#))
    let dry = try Program.run(["scan", photo, "-o", "c.jpg", "-n"], in: folder)
    #expect(dry.output == "c.jpg\n")
    // No journal is kept, and nothing else is left.
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == ["a.jpg", "new", "new/b.PNG"])
  }

  @Test func oneFileReplacesNothing() throws {
    let folder = try Folder()
    try folder.write(Samples.bytes(Self.photo), "desk.jpg")
    try folder.write(Data("mine".utf8), "mine.jpg")
    _ = try Program.run(["scan", "desk.jpg", "-o", "scan.jpg"], in: folder)
    let before = try folder.contents("")
    for (name, says) in [
      ("desk.jpg", "is one of the photos; choose another name"),
      ("mine.jpg", "exists already, and isn't this scan; choose another name with -o, or move it away"),
      ("scan.jpg", "exists already, and isn't this scan"),
    ] {
      let run = try Program.run(["scan", "desk.jpg", "-o", name, "--clip", "3"], in: folder)
      #expect(run.status == 1 && run.output == "" && run.errorLines.count == 1, "\(run.error)")
      #expect(run.error.contains("\(name): \(says)"), "\(run.error)")
    }
    #expect(try folder.contents("") == before)
    let itself = try shell("\"$PEEL\" scan - -o desk.jpg < desk.jpg", in: folder)
    #expect(itself.error.contains("desk.jpg: is one of the photos"), "\(itself.error)")
  }

  @Test func moreThanOneScanIsAnError() throws {
    let folder = try Folder()
    for output in ["-", "one.jpg"] {
      let prints = try Program.run(["scan", Samples.path("six-on-a-desk.jpg"), "-o", output], in: folder)
      #expect(prints.status == 1 && prints.bytes.isEmpty && prints.errorLines.count == 1)
      #expect(prints.error.contains("6 prints, but only one scan"), "\(prints.error)")
      #expect(prints.error.contains("name a folder: -o scans"))
      let photos = try Program.run(["scan"] + ScanTests.photos + ["-o", output], in: folder)
      #expect(photos.status == 1 && photos.bytes.isEmpty && photos.errorLines.count == 1)
      #expect(photos.error.contains("the scans of 3 photos cannot go to one file; name a folder"), "\(photos.error)")
    }
    #expect(folder.names() == [])
  }

  /// With `--json`, each photo has its object.
  @Test func refusedPhotosHaveJSON() throws {
    let folder = try Folder()
    let photo = Samples.path(Self.photo)
    let several = try Program.run(["scan", photo, "no.jpg", "-o", "one.jpg", "--json"], in: folder)
    #expect(several.status == 1 && several.error == "" && several.lines.count == 2, "\(several.error)")
    for (line, name) in zip(several.lines, [photo, "no.jpg"]) {
      #expect(line.hasPrefix("{\"schema\":1,\"photo\":\"\(name)\",\"verdict\":null,\"scans\":[],"), "\(line)")
      #expect(line.hasSuffix(#""error":"the scans of 2 photos cannot go to one file; name a folder: -o scans"}"#))
    }
    let none = try Program.run(["scan", "-", "-o", "one.jpg", "--json"], in: folder)
    #expect(
      none.status == 1 && none.error == "" && none.output.contains(#""error":"it holds neither"#), "\(none.output)")
    #expect(folder.names() == [])
  }

  /// A dry run refuses what the run would, and writes nothing.
  @Test func dryRunsToAFileSayWhatTheRunWould() throws {
    let folder = try Folder()
    try folder.write(Samples.bytes(Self.photo), "desk.jpg")
    try folder.write(Data("mine".utf8), "mine.jpg")
    _ = try Program.run(["scan", "desk.jpg", "-o", "scan.jpg"], in: folder)
    let dark = Picture(width: 99, height: 99, samples: Array(repeating: 9, count: 3 * 99 * 99))
    try folder.write(Data(try ScanFile().encoded(dark)), "dark.jpg")
    let before = try folder.contents("")
    for (photo, output) in [
      ("desk.jpg", "mine.jpg"), ("desk.jpg", "desk.jpg"), ("desk.jpg", "mine.jpg/a.jpg"),
      ("dark.jpg", "new.jpg"), (Samples.path("six-on-a-desk.jpg"), "new.jpg"), ("desk.jpg", "mine.jpg/scans"),
    ] {
      let dry = try Program.run(["scan", photo, "-o", output, "--dry-run"], in: folder)
      #expect(try folder.contents("") == before)
      let run = try Program.run(["scan", photo, "-o", output], in: folder)
      #expect(dry.status == 1 && dry.output == "" && dry.error == run.error, "\(output): \(dry.error)\(run.error)")
    }
    for output in ["scan.jpg", "new/scan.jpg"] {
      let dry = try Program.run(["scan", "desk.jpg", "-o", output, "--dry-run"], in: folder)
      #expect(dry.status == 0 && dry.output == output + "\n" && dry.error == "", "\(dry.error)")
    }
    #expect(try folder.contents("") == before)
  }

  @Test(arguments: ["gif", "bmp", "jxl", "psd", "JP2", "raw", "dng", "pdf", "svg", "heic"])
  func noFolderIsNamedLikeWhatCannotBeWritten(_ ending: String) throws {
    let folder = try Folder()
    for command in [["scan"], ["merge"], ["stereo"], ["scan", "-n"]] {
      let run = try Program.run(command + [Samples.path(Self.photo), "-o", "out.\(ending)"], in: folder)
      #expect(run.status == 64 && run.output == "" && run.errorLines.count == 2, "\(command) \(run.error)")
      #expect(run.error.contains("out.\(ending): cannot be used as the folder for scans: it is named like a picture"))
      let others = "a file ending in .jpg, .png, .tif, .webp or .avif"
      #expect(run.error.contains(others) == (command[0] == "scan"), "\(run.error)")
    }
    #expect(folder.names() == [])
  }

  @Test func aFolderNamedLikeAPictureIsRefused() throws {
    let folder = try Folder()
    try folder.write(Data("mine".utf8), "old.jpg/mine")
    for name in [".jpg", "./.PNG/", "old.jpg", "new.jpg/", "new.png//", "new.heic", "new.tif/"] {
      for command in [["scan", Samples.path(Self.photo)], ["merge"] + ScanTests.photos] {
        let run = try Program.run(command + ["-o", name], in: folder)
        #expect(run.status == 64 && run.errorLines.count == 2, "\(name): \(run.error)")
        #expect(run.error.contains("\(name): cannot be used as the folder for scans: it is named like a picture"))
      }
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == ["old.jpg", "old.jpg/mine"])
    let dash = try Program.run(["merge"] + ScanTests.photos + ["-o", "-"], in: folder)
    #expect(dash.status == 64 && dash.error.contains("only the one scan of `peel scan`"), "\(dash.error)")
  }

  @Test(arguments: [
    (["--json"], "--json prints to standard output"), (["--dry-run"], "--dry-run prints to standard output"),
    (["--force"], "--force needs a folder, not standard output"),
    (["--shard", "1/2"], "--shard needs a folder, not standard output"),
    (["--merge-bursts"], "--merge-bursts needs a folder"), (["--best-of-burst"], "--best-of-burst needs a folder"),
    (["--crop", "both"], "--crop both makes two scans"),
  ])
  func optionsThatNeedAFolderAreRefused(_ options: [String], says: String) throws {
    let run = try Program.run(["scan", "a.jpg", "-o", "-"] + options)
    #expect(run.status == 64 && run.bytes.isEmpty && run.error.contains(says), "\(run.error)")
  }

  @Test func theFormatFollowsTheName() throws {
    let run = try Program.run(["scan", "a.jpg", "-o", "a.jpg", "--as", "png"])
    #expect(run.status == 64 && run.error.contains("--as png doesn't fit the name a.jpg"), "\(run.error)")
    let png = try Program.run(["scan", "-", "-o", "-", "--as", "png"], input: Roll.photo(1))
    #expect(png.bytes.starts(with: [0x89, 0x50]), "\(png.error)")
  }

  private static let commands = [
    "films", "films --json", "keys", "--help", "--version", "help scan", "detect $PHOTO", "detect $PHOTO --json",
    "rank $PHOTO $PHOTO", "scan $PHOTO -o $OUT", "scan $PHOTO -o $OUT --json", "scan $PHOTO -o -",
    "merge $PHOTO -o $OUT", "--generate-completion-script bash",
  ]

  private func variables(_ folder: Folder) -> String { "PHOTO='\(Samples.path(Self.photo))'; OUT=out" }

  @Test(arguments: commands, [">/dev/full", ">&-"])
  func outputThatCannotBeWrittenIsAnError(_ command: String, _ redirection: String) throws {
    let folder = try Folder()
    let run = try shell("\(variables(folder)); \"$PEEL\" \(command) \(redirection)", in: folder)
    #expect(run.status == 1, "\(run.error)")
    let reason = redirection == ">&-" ? "bad file descriptor" : "no space left on device"
    let line = "peel: standard output cannot be written: \(reason); "
    #expect(run.errorLines.count { $0.hasPrefix(line) } == 1, "\(run.error)")
  }

  /// The photos that were begun are finished, and the others aren't begun.
  @Test func aBatchStopsIfItsOutputCannotBeWritten() throws {
    let folder = try Folder()
    try Roll.write(20, in: folder)
    let run = try shell("\"$PEEL\" scan roll -o out --jobs 1 >/dev/full", in: folder)
    #expect(run.status == 1 && run.error.contains("run the same command again to continue"), "\(run.error)")
    #expect((1..<20).contains(folder.scans("out")))
    let rest = try Program.run(["scan", "roll", "-o", "out"], in: folder)
    #expect(rest.isDone && rest.lines.count == 20 && rest.earlier > 0)
  }

  @Test(arguments: commands)
  func aClosedPipeEndsQuietly(_ command: String) throws {
    let folder = try Folder()
    // The reader is gone before the program begins. SIGPIPE may be ignored, as under systemd.
    for trap in ["", "trap '' PIPE; "] {
      let script =
        "\(variables(folder)); \(trap)(sleep 0.2; \"$PEEL\" \(command); echo status $? >&2) | true; sleep 0.1"
      let run = try shell(script, in: folder)
      let lines = run.errorLines.filter {
        !$0.contains("only shot") && !$0.contains("could be used") && !$0.contains("more than once")
      }
      #expect(lines.first == "status 141", "\(run.error)")
    }
  }

  /// Nothing is said after the reader has gone, not even how far the batch came.
  @Test func aBatchWithoutReaderHasNoSummary() throws {
    let folder = try Folder()
    try Roll.write(20, in: folder)
    for command in ["scan roll -o out --jobs 2", "detect roll --jobs 2"] {
      let run = try shell("(sleep 0.2; \"$PEEL\" \(command); echo status $? >&2) | true; sleep 0.1", in: folder)
      #expect(run.error == "status 141\n", "\(run.error)")
    }
  }

  @Test func framesEndWithTheirOutput() throws {
    let folder = try Folder()
    let header = "YUV4MPEG2 W64 H64 F30:1 Ip C420jpeg\n"
    let frames = Data(header.utf8) + (Data("FRAME\n".utf8) + Data(repeating: 90, count: 64 * 64 * 3 / 2))
    try folder.write(frames, "clip.y4m")
    let run = try shell("\"$PEEL\" detect --frames --json - < clip.y4m > /dev/full", in: folder)
    #expect(run.status == 1 && run.error.contains("standard output cannot be written"), "\(run.error)")
  }

  @Test func webpAndAVIFAreReadAndWritten() throws {
    let folder = try Folder()
    var file = ScanFile()
    file.format = .webp
    try folder.write(Data(try file.encoded(Roll.picture(1))), "roll/desk.webp")
    let run = try Program.run(["scan", "roll", "-o", "out", "--as", "webp"], in: folder)
    #expect(run.isDone && run.output == "out/desk-1.webp\n", "\(run.error)")
    #expect(try PhotoFile(decoding: [UInt8](folder.read("out/desk-1.webp"))).format == .webp)
    let avif = try Program.run(["scan", "roll", "-o", "desk.avif"], in: folder)
    #expect(avif.isDone && avif.output == "desk.avif\n", "\(avif.error)")
    #expect(try PhotoFile(decoding: [UInt8](folder.read("desk.avif"))).format == .avif)
    let one = try Program.run(["scan", "-", "-o", "one.webp"], input: folder.read("roll/desk.webp"), in: folder)
    #expect(one.isDone && one.output == "one.webp\n", "\(one.error)")
  }

  @Test func filesThatAreNotReadAreToldInOneLine() throws {
    let folder = try Folder()
    try Roll.write(2, in: folder)
    let quiet = try Program.run(["detect", "roll"], in: folder)
    #expect(quiet.status == 0 && quiet.error == "", "\(quiet.error)")
    for name in ["a.MOV", "b.mov", "c.psd", ".DS_Store", "100.aae", "100.xmp", "x.peel", "deep/d.txt", "deep/README"] {
      try folder.write(Data("{".utf8), "roll/\(name)")
    }
    let flat = try Program.run(["detect", "roll"], in: folder)
    #expect(flat.error == "peel: 3 files left out: .mov, .psd\n", "\(flat.error)")
    let deep = try Program.run(["detect", "-r", "roll", "--json"], in: folder)
    #expect(deep.error == "peel: 5 files left out: .mov, .psd, .txt, without extension\n" && deep.lines.count == 2)
    for number in 0..<20 { try folder.write(Data(), "roll/x.e\(number)") }
    let many = try Program.run(["rank", "roll"], in: folder)
    #expect(many.error.contains("23 files left out: .e0, .e1, ") && many.error.contains(", others\n"), "\(many.error)")
  }
}
