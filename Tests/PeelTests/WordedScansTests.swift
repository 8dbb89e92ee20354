import Foundation
import PeelCodecs
import PeelImaging
import PeelOutput
import PeelScanning
import PeelTestSupport
import Testing

/// exiftool, which reads what the program wrote.
enum Exiftool {
  static let path = "/usr/bin/exiftool"

  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// All tags of a file, each with its group.
  static func tags(_ file: String, in folder: Folder) throws -> [String: String] {
    let run = try Program.run(["-json", "-G0", "-a", "-validate", "-all", file], of: path, in: folder)
    let tags = try #require((try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])?.first)
    return tags.mapValues { value in (value as? [Any])?.map { "\($0)" }.joined(separator: "|") ?? "\(value)" }
  }
}

/// Captions, keywords and the program's name in scans.
@Suite struct WordedScansTests {
  private static let options = ["--film", "instax-square", "--caption", " Møns Klint <1984> & \"us\" ☀ "]

  @Test(
    .enabled(if: Exiftool.isThere, "exiftool is not installed (libimage-exiftool-perl)"),
    arguments: ScanFile.Format.allCases, [false, true])
  func exiftoolReadsThem(_ format: ScanFile.Format, isPlain: Bool) throws {
    let folder = try Folder()
    try folder.write(Samples.bytes("rocket-tilted.jpg"), "desk.jpg")
    let metadata = isPlain ? ["-all="] : ["-Software=17.4.1", "-ImageDescription=DIGITAL CAMERA", "-Make=Maker"]
    _ = try Program.run(["-q", "-overwrite_original"] + metadata + ["desk.jpg"], of: Exiftool.path, in: folder)
    let run = try Program.run(
      ["scan", "desk.jpg", "-o", "out", "--keywords", "family, Rügen,family", "--as", format.rawValue] + Self.options,
      in: folder)
    let tags = try Exiftool.tags(try #require(run.lines.first.map(String.init), "\(run.error)"), in: folder)
    let caption = "Møns Klint <1984> & \"us\" ☀"
    for (tag, value) in [
      ("XMP:Description", caption), ("EXIF:ImageDescription", caption),
      ("XMP:Subject", "family|Rügen|instax-square"), ("XMP:CreatorTool", "peel"), ("EXIF:Software", "peel"),
      ("XMP:Source", "desk.jpg"), ("EXIF:Make", isPlain ? nil : "Maker"), ("ExifTool:Error", nil),
    ] as [(String, String?)] { #expect(tags[tag] == value, "\(tag)") }
  }

  /// Without words of a person, the photo's own description stays.
  @Test(.enabled(if: Exiftool.isThere, "exiftool is not installed (libimage-exiftool-perl)"))
  func thePhotosDescriptionStays() throws {
    let folder = try Folder()
    try folder.write(Samples.bytes("rocket-tilted.jpg"), "desk.jpg")
    _ = try Program.run(
      ["-q", "-overwrite_original", "-ImageDescription=at home", "desk.jpg"], of: Exiftool.path, in: folder)
    let run = try Program.run(["scan", "desk.jpg", "-o", "out", "--film", "free"], in: folder)
    let tags = try Exiftool.tags(try #require(run.lines.first.map(String.init), "\(run.error)"), in: folder)
    #expect(tags["EXIF:ImageDescription"] == "at home" && tags["XMP:Description"] == nil && tags["XMP:Subject"] == nil)
    #expect(tags["XMP:CreatorTool"] == "peel")
  }

  /// Other words make another scan, even if an earlier run is done.
  @Test(.enabled(if: Exiftool.isThere, "exiftool is not installed (libimage-exiftool-perl)"))
  func theSidecarsCaptionIsUsed() throws {
    let folder = try Folder()
    try folder.write(Samples.bytes("rocket-tilted.jpg"), "desk.jpg")
    let file = try PhotoFile(decoding: [UInt8](folder.read("desk.jpg")))
    var print = WantedPrint(quad: Quad(x: 500, y: 500, width: 900, height: 1000))
    _ = try Program.run(["scan", "desk.jpg", "-o", "out", "--caption", "first"], in: folder)
    print.settings.caption = try Caption("of its own")
    let sidecar = Sidecar(photo: "desk.jpg", width: file.photo.width, height: file.photo.height, prints: [print])
    #expect(try Sidecar(decoding: sidecar.bytes) == sidecar)
    try folder.write(Data(sidecar.bytes), "desk.jpg.peel")
    let run = try Program.run(["scan", "desk.jpg", "-o", "out", "--caption", "first"], in: folder)
    let tags = try Exiftool.tags(try #require(run.lines.first.map(String.init), "\(run.error)"), in: folder)
    #expect(tags["XMP:Description"] == "of its own")
    let damaged = String(decoding: sidecar.bytes, as: UTF8.self).replacing("of its own", with: "of\\nits own")
    #expect(throws: Sidecar.FormatError.damaged(reason: "print 1: caption isn't a line of at most 2000 bytes")) {
      try Sidecar(decoding: Array(damaged.utf8))
    }
  }

  private static let longest = String(repeating: "x", count: 100_000)
  private static let hostile: [(options: [String], message: String)] = [
    (["--caption", longest], "--caption must have at most 2000 bytes; it has 100000."),
    (["--caption", "a\nb"], "--caption must be one line without control characters."),
    (["--caption", "a\u{1B}[2Jb"], "--caption must be one line without control characters."),
    (["--caption", " "], "--caption must not be empty."),
    (["--keywords", "a,,b"], "Each of the --keywords must not be empty."),
    (["--keywords", "a," + longest], "Each of the --keywords must have at most 64 bytes; it has 100000."),
    (["--keywords", (0...100).map { "\($0)" }.joined(separator: ",")], "--keywords must be at most 100."),
    (["--taken", "1984-13"], "1984-13"), (["--taken", longest], "--taken"),
  ]

  @Test(arguments: hostile)
  func hostileWordsGetOneLine(_ options: [String], _ message: String) throws {
    let folder = try Folder()
    try folder.write(Samples.bytes("rocket-tilted.jpg"), "desk.jpg")
    let run = try Program.run(["scan", "desk.jpg", "-o", "out"] + options, in: folder)
    #expect(run.status == 64 && run.errorLines.first?.contains(message) == true, "\(run.error.prefix(300))")
    #expect(run.error.utf8.count < 1000 && !run.error.contains("\u{1B}"))
    #expect(folder.names() == ["desk.jpg"])
  }
}
