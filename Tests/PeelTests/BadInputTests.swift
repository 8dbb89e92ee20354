import Foundation
import PeelCodecs
import PeelImaging
import PeelTestSupport
import Testing

/// A file that can't be scanned, and the error message and advice for it.
struct BadInput: CustomTestStringConvertible, Sendable {
  let name: String
  let says: String
  let advises: String
  let make: @Sendable (Folder) throws -> Void

  var testDescription: String { name }

  static let all = [
    BadInput(name: "missing.jpg", says: "no such file", advises: "check the name") { _ in },
    BadInput(name: "inner", says: "no photos in this folder", advises: "add -r") {
      try $0.write(Data("a note".utf8), "inner/note.txt")
    },
    BadInput(name: "empty.jpg", says: "the file is empty", advises: "copy it again") {
      try $0.write(Data(), "empty.jpg")
    },
    BadInput(name: "text.jpg", says: "this is text, not a photo", advises: "name a JPEG, HEIC, PNG, TIFF, WebP or AVIF")
    {
      try $0.write(Data("Dear diary,\n".utf8), "text.jpg")
    },
    BadInput(name: "half.jpg", says: "cut off", advises: "copy it again") {
      let whole = try Samples.bytes("dandelions-white-on-white.jpg")
      try $0.write(whole.prefix(whole.count / 2), "half.jpg")
    },
    BadInput(name: "huge.jpg", says: "65500 × 65500 pixels", advises: "make it smaller") {
      try $0.write(try claiming(size: 65_500, Samples.bytes("dandelions-white-on-white.jpg")), "huge.jpg")
    },
    BadInput(name: "dot.jpg", says: "1 × 1 pixels are too few", advises: "at least 64") {
      let picture = Picture(width: 1, height: 1, samples: [200, 100, 50])
      try $0.write(Data(try ScanFile().encoded(picture)), "dot.jpg")
    },
    BadInput(name: "clip.heic", says: "this is a video", advises: "extract a picture") {
      try $0.write(Data("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ".utf8), "clip.heic")
    },
    BadInput(name: "page.png", says: "this is a PDF document that is damaged", advises: "copy it again") {
      try $0.write(Data("%PDF-1.7\n".utf8), "page.png")
    },
    BadInput(name: "large.jpg", says: "this is a JPEG XL picture", advises: "convert it first: djxl PICTURE photo.png")
    {
      try $0.write(Data([0xFF, 0x0A, 0, 0]), "large.jpg")
    },
    BadInput(name: "web.webp", says: "cut off", advises: "copy it again") {
      try $0.write(Data("RIFF\u{10}\0\0\0WEBPVP8 ".utf8), "web.webp")
    },
    BadInput(name: "cut.tif", says: "cut off", advises: "copy it again") {
      try $0.write(Data("II*\0\u{8}\0\0\0\u{9}\0".utf8), "cut.tif")
    },
    BadInput(name: "cut.heic", says: "cut off", advises: "copy it again") {
      try $0.write(Data("\0\0\0\u{14}ftypheic\0\0\0\0mif1\0\0\u{2}\0meta\0\0\0\0".utf8), "cut.heic")
    },
    BadInput(name: "pipe.jpg", says: "a pipe or a device", advises: "save it as a file") {
      _ = unsafe mkfifo($0.path("pipe.jpg"), 0o600)
    },
    BadInput(name: "two\nlines.jpg", says: "two\\nlines.jpg: there is no such file", advises: "check the name") { _ in
    },
  ]

  /// The JPEG with another size in its frame header (ITU-T T.81, B.2.2).
  private static func claiming(size: UInt16, _ jpeg: Data) throws -> Data {
    var bytes = [UInt8](jpeg)
    let marker = try #require(bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    for offset in [5, 7] {
      bytes[marker + offset] = UInt8(size >> 8)
      bytes[marker + offset + 1] = UInt8(size & 0xFF)
    }
    return Data(bytes)
  }
}

@Suite struct BadInputTests {
  @Test(arguments: BadInput.all)
  func isReportedInOneLine(_ bad: BadInput) throws {
    let folder = try Folder()
    try bad.make(folder)
    let run = try Program.run(["scan", folder.path(bad.name), "-o", folder.path("out")])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errorLines.count == 1, "\(run.error)")
    #expect(run.error.contains(bad.name.replacing("\n", with: "\\n")))
    #expect(run.error.contains(bad.says), "\(run.error)")
    #expect(run.error.contains(bad.advises), "\(run.error)")
    #expect(folder.names("out") == [])
  }

  @Test func theOtherPhotosAreScanned() throws {
    let folder = try Folder()
    for bad in BadInput.all { try bad.make(folder) }
    let names = BadInput.all.map { folder.path($0.name) }
    let run = try Program.run(
      ["scan"] + names.prefix(4) + [Samples.path("rocket-tilted.jpg")] + names.dropFirst(4) + [
        "-o", folder.path("out"),
      ])
    #expect(run.status == 1)
    #expect(run.errorLines.count == names.count + 1)
    let all = names.count + 1
    #expect(run.error.contains(/peel: [0-9]+ of [0-9]+ photos in [0-9:]+, [0-9]+ failed\n$/), "\(run.error)")
    #expect(run.errorLines.last?.hasPrefix("peel: \(all) of \(all) photos") == true)
    #expect(run.errorLines.last?.hasSuffix(", \(names.count) failed") == true)
    #expect(zip(run.errorLines, BadInput.all).allSatisfy { $0.contains($1.says) }, "\(run.error)")
    #expect(folder.names("out") == ["rocket-tilted-1.jpg"])
  }

  @Test(arguments: BadInput.all)
  func isReportedInJSON(_ bad: BadInput) throws {
    let folder = try Folder()
    try bad.make(folder)
    for command in [["detect", "--json"], ["scan", "--json", "-o", folder.path("out")]] {
      let run = try Program.run(command + [folder.path(bad.name)])
      #expect(run.status == 1)
      #expect(run.error == "")
      let line = try #require(run.lines.first)
      #expect(run.lines.count == 1)
      #expect(line.hasPrefix(#"{"schema":1,"photo":""#))
      #expect(line.contains(#""error":""#) && line.contains(bad.advises), "\(line)")
    }
    #expect(folder.names("out") == [])
  }

  @Test(arguments: [
    ["detect"], ["scan", "-o", "out"], ["scan", "--best-of-burst", "-o", "out"], ["rank"], ["rank", "--whole-frame"],
    ["explain", "-o", "out.jpg"],
  ])
  func megapixelLimitIsAnOption(_ command: [String]) throws {
    let folder = try Folder()
    func run(_ limit: Int) throws -> Program.Result {
      try Program.run(
        command + [Samples.path("cat-and-pen.jpg"), "--max-megapixels", "\(limit)"], in: folder)
    }
    let refused = try run(1)
    #expect(refused.status == 1 && refused.error.contains("or raise --max-megapixels"), "\(refused.error)")
    #expect(folder.names("out") + folder.names().filter { $0 == "out.jpg" } == [])
    #expect([0, 3].contains(try run(100).status))
  }

  /// The photo that is too large is one line; the others are done.
  @Test func memoryLimitIsAnOption() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "small.jpg")
    let run = try Program.run(
      ["scan", "small.jpg", Samples.path("cat-and-pen.jpg"), "-o", "out", "--jobs", "2", "--max-memory", "20"],
      in: folder)
    #expect(run.status == 1 && run.output == "out/small-1.jpg\n")
    #expect(run.errorLines.count == 2 && run.error.contains("MB of memory, but only 20 MB may be used"), "\(run.error)")
  }

  /// The limit that a message asks for is enough, however much less was given.
  @Test func theMemoryThatIsNamedIsEnough() throws {
    let folder = try Folder()
    // Noise makes the file larger than the least limit.
    var random = SystemRandomNumberGenerator()
    let samples = (0..<3 * 1000 * 700).map { _ in UInt8.random(in: 0...255, using: &random) }
    var file = ScanFile()
    file.format = .png
    try folder.write(Data(try file.encoded(Picture(width: 1000, height: 700, samples: samples))), "noise.png")
    #expect(try folder.read("noise.png").count > 1 << 20)
    let refused = try Program.run(["detect", "noise.png", "--max-memory", "1"], in: folder)
    let needed = try #require(refused.error.firstMatch(of: /needs ([0-9]+) MB/), "\(refused.error)").output.1
    let run = try Program.run(["detect", "noise.png", "--max-memory", "\(needed)"], in: folder)
    #expect(run.isDone, "\(run.error)")
  }

  /// Under a limit on its address space, the program still ends by itself.
  @Test func limitsOfTheProcessAreHeeded() throws {
    let script = "ulimit -v 900000; exec \"$0\" detect \"$1\" --jobs 1"
    let run = try Program.run(["-c", script, Program.path, Samples.path("cat-and-pen.jpg")], of: "/bin/sh")
    #expect([0, 1].contains(run.status) && run.errorLines.count <= 1, "\(run.error)")
  }

  /// Where Dispatch would trap, a line says what is missing.
  @Test(arguments: [
    ("ulimit -n 6; ulimit -Hn 6; exec \"$0\" films", "only 6 files may be open at once"),
    ("exec unshare -rm sh -c 'mount -t tmpfs none /proc && exec \"$0\" films' \"$0\"", "/proc is needed"),
  ])
  func lacksAreReported(_ script: String, says: String) throws {
    let run = try Program.run(["-c", script, Program.path], of: "/bin/bash")
    if run.error.contains("unshare:") { return print("skipped: \(run.error)") }
    #expect(run.status == 1 && run.errorLines.count == 1 && run.error.contains(says), "\(run.error)")
  }

  /// Dispatch would wait without end for a thread that it can't start. The limit doesn't hold for the superuser.
  @Test func fewThreadsAreReported() throws {
    let (user, limit) = getuid() == 0 ? ("setpriv --reuid=54321 --clear-groups", 3) : ("env", 1)
    let script = "exec \(user) prlimit --nproc=\(limit) \"$0\" films"
    let run = try Program.run(["-c", script, Program.path], of: "/bin/bash")
    if [126, 127].contains(run.status) { return print("skipped: \(run.error)") }
    #expect(run.status == 1 && run.errorLines.count == 1 && run.error.contains("more threads may be started"), "\(run)")
  }

  @Test func listsWithOtherEndsAreRead() throws {
    let folder = try Folder()
    for name in ["a.jpg", "b.jpg"] { try folder.write(try Roll.photo(1), name) }
    let nul = try Program.run(["detect", "-"], input: Data("a.jpg\0b.jpg\0".utf8), in: folder)
    #expect(nul.status == 1 && nul.error.contains("separated by NUL; add -0"), "\(nul.error)")
    let lines = try Program.run(["detect", "-0"], input: Data("a.jpg\nb.jpg\n".utf8), in: folder)
    #expect(lines.status == 1 && lines.error.contains("not separated by NUL; leave out -0"), "\(lines.error)")
    try folder.write(try Roll.photo(1), "two\nlines.jpg")
    #expect(try Program.run(["detect", "-0"], input: Data("two\nlines.jpg".utf8), in: folder).status == 0)
    let windows = try Program.run(["detect", "-"], input: Data("a.jpg\r\nb.jpg\r\n".utf8), in: folder)
    #expect(windows.status == 0 && windows.lines.count == 2, "\(windows.error)")
  }

  @Test func aFileInPlaceOfTheFolderStopsTheScan() throws {
    let folder = try Folder()
    try folder.write(Data("mine".utf8), "out")
    for output in ["out", "out/inner"] {
      let run = try Program.run(["scan", Samples.path("rocket-tilted.jpg"), "-o", folder.path(output)])
      #expect(run.status == 1)
      #expect(run.errorLines.count == 1)
      #expect(run.error.contains(folder.path(output)))
      #expect(run.error.contains("choose another folder with -o"))
      #expect(try folder.read("out") == Data("mine".utf8))
    }
  }

  /// Not even root can create files in /proc.
  @Test func aReadOnlyFolderIsReportedOnce() throws {
    let run = try Program.run(
      ["scan", Samples.path("rocket-tilted.jpg"), Samples.path("dandelions-white-on-white.jpg"), "-o", "/proc"])
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1)
    #expect(run.error.hasPrefix("peel: /proc/.peel: cannot be used as the folder for scans"), "\(run.error)")
  }

  @Test func aFileThatPeelDidNotMakeIsNeverReplaced() throws {
    let folder = try Folder()
    try folder.write(Data("mine".utf8), "out/rocket-tilted-1.jpg")
    let scan = [
      "scan", Samples.path("rocket-tilted.jpg"), Samples.path("dandelions-white-on-white.jpg"), "-o",
      folder.path("out"),
    ]
    for force in [[], ["--force"]] {
      let refused = try Program.run(scan + force)
      #expect(refused.status == 1)
      #expect(refused.errorLines.count == 2)
      #expect(refused.error.contains("rocket-tilted-1.jpg: exists already"))
      #expect(refused.error.contains("choose another folder with -o") && !refused.error.contains("--force"))
      #expect(try folder.read("out/rocket-tilted-1.jpg") == Data("mine".utf8))
      #expect(folder.names("out") == ["dandelions-white-on-white-1.jpg", "rocket-tilted-1.jpg"])
    }
  }

  @Test(arguments: [
    ["scan", "a.jpg"], ["scan", "-o", "out"], ["detect"], ["films", "extra"],
    ["scan", "a.jpg", "-o", "out", "--jobs", "0"], ["scan", "a.jpg", "-o", "out", "--jobs", "4611686018427387904"],
    ["scan", "a.jpg", "-o", "out", "--max-memory", "0"],
    ["scan", "a.jpg", "-o", "out", "--clip", "50"], ["scan", "a.jpg", "-o", "out", "--film", "kodak"],
    ["scan", "a.jpg", "-o", "out", "--shard", "3/2"], ["scan", "a.jpg", "-o", "out", "--shard", "0/2"],
    ["scan", "a.jpg", "-o", "out", "--max-megapixels", "0"], ["scan", "a.jpg", "-o", "out", "--quality", "101"],
    ["scan", "a.jpg", "-o", "out", "--turn", "45"],
  ])
  func invalidUsageExitsWith64(_ arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(
      run.errorLines.count == 2 && run.error.contains("\nSee 'peel \(arguments[0]) --help' for more"), "\(run.error)")
  }
}
