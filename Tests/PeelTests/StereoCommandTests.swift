import Foundation
import PeelCodecs
import PeelFiles
import PeelImaging
import PeelOutput
import PeelRandomNumbers
import PeelTestSupport
import Testing

@testable import PeelScanning

/// `peel stereo`, run as a program.
struct StereoCommandTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(Roll.photo(1), "photo.jpg")
    try folder.write(
      Self.map(width: 60, height: 75) { x, y in (x - 30) * (x - 30) + (y - 37) * (y - 37) < 400 }, "map.png")
  }

  /// A grey map that is white where `isNear`.
  private static func map(width: Int, height: Int, isNear: (Int, Int) -> Bool) throws -> Data {
    let nearness = (0..<height).flatMap { y in (0..<width).map { x in UInt16(isNear(x, y) ? 60_000 : 9_000) } }
    return Data(try DepthMap(nearness: Plane(width: width, height: height, samples: nearness)).png())
  }

  private func stereo(_ arguments: String...) throws -> Program.Result {
    try Program.run(["stereo"] + arguments, in: folder)
  }

  /// ffmpeg takes a per cent sign in the names of pictures for the place of their number.
  @Test(arguments: ["a%03d%", "b:c"]) func aVideoIsMadeInAnyTemporaryFolder(name: String) throws {
    try folder.write(Data(), "\(name)/kept")
    let command = ["stereo", "photo.jpg", "--depth", "map.png", "-o", "out", "--layout", "wiggle", "--as", "mp4"]
    let run = try Program.run(
      ["TMPDIR=\(folder.path(name))", Program.path] + command, of: "/usr/bin/env", in: folder)
    #expect(run.status == 0 && run.error == "", "\(run.error)")
    #expect(folder.names("out") == ["photo-wiggle.mp4"])
    #expect(folder.names(name) == ["kept"])
  }

  @Test(arguments: [
    (["--layout", "pair"], ["photo-left.jpg", "photo-right.jpg"], (240, 300)),
    (["--layout", "pair", "--as", "png"], ["photo-left.png", "photo-right.png"], (240, 300)),
    (["--as", "parallel"], ["photo-parallel.jpg"], (480, 300)),
    (["--layout", "crossed"], ["photo-crossed.jpg"], (480, 300)),
    (["--layout", "card", "--ppi", "100"], ["photo-card.jpg"], (700, 350)),
    (["--as", "anaglyph", "--colour", "grey"], ["photo-anaglyph.jpg"], (240, 300)),
    (["--layout", "wiggle"], ["photo-wiggle.gif"], (240, 300)),
    (["--layout", "wiggle", "--as", "apng"], ["photo-wiggle.png"], (240, 300)),
    (["--layout", "mpo"], ["photo-stereo.mpo"], (240, 300)),
    (["--layout", "depth"], ["photo-depth.png"], (60, 75)),
    (["--layout", "depth", "--colour-map"], ["photo-depth.png"], (60, 75)),
  ])
  func everyLayoutIsWritten(_ options: [String], _ names: [String], _ size: (Int, Int)) throws {
    let run = try Program.run(["stereo", "photo.jpg", "--depth", "map.png", "-o", "out"] + options, in: folder)
    #expect(run.status == 0 && run.error == "", "\(run.error)")
    #expect(run.lines == names.map { "out/\($0)" })
    #expect(folder.names("out") == names)
    for name in names where !name.hasSuffix(".gif") {
      let photo = try PhotoFile(decoding: Array(folder.read("out/\(name)"))).photo
      #expect((photo.width, photo.height) == size)
    }
  }

  @Test func theEyesDifferAndSwap() throws {
    for (output, swap) in [("a", []), ("b", ["--swap"])] {
      let run = try Program.run(
        ["stereo", "photo.jpg", "--depth", "map.png", "-o", output, "--shift", "4"] + swap, in: folder)
      #expect(run.status == 0)
    }
    let left = try folder.read("a/photo-left.jpg")
    let right = try folder.read("a/photo-right.jpg")
    #expect(left != right)
    #expect(try folder.read("b/photo-left.jpg") == right && folder.read("b/photo-right.jpg") == left)
  }

  @Test func whatIsWhiteMayBeFar() throws {
    try folder.write(Self.map(width: 60, height: 75) { x, y in x < 20 }, "one.png")
    try folder.write(Self.map(width: 60, height: 75) { x, y in x >= 20 }, "other.png")
    _ = try stereo("photo.jpg", "--depth", "one.png", "-o", "a", "--focus", "far")
    _ = try stereo("photo.jpg", "--depth", "other.png", "--far-is-white", "-o", "b", "--focus", "far")
    #expect(try folder.contents("a") == folder.contents("b"))
  }

  @Test func aSecondRunDoesNothingUntilSomethingChanges() throws {
    let command = ["stereo", "photo.jpg", "--depth", "map.png", "-o", "out"]
    func run(_ more: String...) throws -> Program.Result { try Program.run(command + more, in: folder) }
    let first = try run()
    let made = try folder.contents("out")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: folder.path("out/photo-left.jpg"))
    #expect(try run().output == first.output)
    func date() throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: folder.path("out/photo-left.jpg"))[.modificationDate] as? Date
    }
    #expect(try date() == Date(timeIntervalSince1970: 1e9))
    #expect(try run("--shift", "3").status == 0)
    #expect(try folder.contents("out") != made)
    try folder.write(Self.map(width: 60, height: 75) { x, _ in x > 30 }, "map.png")
    let other = try run().output
    #expect(try other == first.output && folder.contents("out") != made)
  }

  @Test func foreignFilesAreNeverReplaced() throws {
    try folder.write(Data("mine".utf8), "out/photo-right.jpg")
    for force in [[], ["--force"]] {
      let run = try Program.run(["stereo", "photo.jpg", "--depth", "map.png", "-o", "out"] + force, in: folder)
      #expect(run.status == 1 && run.error.contains("photo-right.jpg: exists already"), "\(run.error)")
      #expect(try folder.read("out/photo-right.jpg") == Data("mine".utf8))
    }
  }

  @Test func aScanInTheSameFolderMayBeThePhoto() throws {
    #expect(try Program.run(["scan", "photo.jpg", "-o", "out"], in: folder).isDone)
    let scan = try PhotoFile(decoding: Array(folder.read("out/photo-1.jpg"))).photo
    try folder.write(Self.map(width: scan.width, height: scan.height) { x, _ in x > 40 }, "map.png")
    let before = try folder.read("out/photo-1.jpg")
    let run = try stereo("out/photo-1.jpg", "--depth", "map.png", "-o", "out")
    #expect(run.status == 0 && run.lines == ["out/photo-1-left.jpg", "out/photo-1-right.jpg"], "\(run.error)")
    #expect(try folder.read("out/photo-1.jpg") == before)
  }

  @Test func badMapsAreReported() throws {
    try folder.write(Self.map(width: 75, height: 60) { x, _ in x > 30 }, "turned.png")
    try folder.write(Self.map(width: 60, height: 75) { _, _ in true }, "flat.png")
    try folder.write(Data("text".utf8), "text.png")
    for (name, says) in [
      ("turned.png", "peel: photo.jpg: the depth map has 75 × 60 pixels"),
      ("flat.png", "peel: flat.png: its depth map is at the same distance everywhere"),
      ("text.png", "peel: text.png: its depth map cannot be decoded: this is text"),
      ("none.png", "peel: none.png: there is no such file"),
    ] {
      let run = try stereo("photo.jpg", "--depth", name, "-o", "out")
      #expect(run.status == 1 && run.errorLines.count == 1 && run.error.hasPrefix(says), "\(run.error)")
    }
    #expect(folder.names("out") == [])
  }

  @Test func photosWithoutDepthAreReportedAndTheOthersAreMade() throws {
    let run = try Program.run(
      ["stereo", "photo.jpg", "missing.jpg", "-o", "out", "--json"], in: folder)
    #expect(run.status == 1 && run.lines.count == 2 && run.error == "")
    #expect(run.lines[0].contains("there is no depth map in it") && run.lines[0].contains("--depth"))
    #expect(keys(of: run.lines[0]) == ["schema", "photo", "files", "depth", "error"])
  }

  /// Two pictures of one pattern, the second one lower and to the side.
  private func writePair() throws {
    func picture(down: Int, across: Int) -> Picture {
      var dice = RandomNumbers(seed: 3)
      let dots = (0..<60 * 60).map { _ in UInt8.random(in: 0...255, using: &dice) }
      let samples = (0..<320).flatMap { y in
        (0..<400).flatMap { x in
          let dot = dots[(y - down + 40) / 8 * 60 + (x - across + 40) / 8]
          return [dot, dot, UInt8(255 - dot)]
        }
      }
      return Picture(width: 400, height: 320, samples: samples)
    }
    try folder.write(Data(ScanFile().encoded(picture(down: 0, across: 0))), "l.jpg")
    try folder.write(Data(ScanFile().encoded(picture(down: 6, across: -9))), "r.jpg")
  }

  @Test func twoPicturesOfAPairAreAligned() throws {
    try writePair()
    let run = try stereo("--left", "l.jpg", "--right", "r.jpg", "-o", "out", "--as", "png")
    #expect(run.status == 0 && run.lines == ["out/l-left.png", "out/l-right.png"], "\(run.error)")
    #expect(run.error.contains("l.jpg: aligned; points differ by 0") && run.errorLines.count == 1)
    let eyes = try ["left", "right"].map { try PhotoFile(decoding: Array(folder.read("out/l-\($0).png"))).photo }
    #expect((eyes[0].width, eyes[0].height) == (eyes[1].width, eyes[1].height))
    // Six rows and nine columns are in one picture only.
    #expect((385...395).contains(eyes[0].width) && (311...316).contains(eyes[0].height))
    let differences = zip(eyes[0].luma.samples, eyes[1].luma.samples).map { abs(Int($0) - Int($1)) }
    #expect(differences.reduce(0, +) / differences.count < 4)
    let again = try stereo("--left", "l.jpg", "--right", "r.jpg", "-o", "out", "--as", "png")
    #expect(again.output == run.output)
    let json = try stereo("--left", "l.jpg", "--right", "r.jpg", "-o", "card", "--layout", "card", "--json")
    #expect(json.output.contains(#""kind":"aligned","heightError":0."#), "\(json.output)")
  }

  @Test func whatIsNoPairIsReported() throws {
    try writePair()
    try folder.write(Data("text".utf8), "text.jpg")
    for (right, says) in [
      ("photo.jpg", "peel: l.jpg: no points were found in it that photo.jpg shows from another place"),
      ("text.jpg", "peel: text.jpg: "), ("none.jpg", "peel: none.jpg: there is no such file"),
    ] {
      let run = try stereo("--left", "l.jpg", "--right", right, "-o", "out")
      #expect(run.status == 1 && run.errorLines.count == 1 && run.error.hasPrefix(says), "\(run.error)")
    }
    #expect(folder.names("out") == [])
  }

  @Test(arguments: [
    ["stereo", "--left", "a.jpg", "-o", "out"], ["stereo", "--right", "a.jpg", "-o", "out"],
    ["stereo", "c.jpg", "--left", "a.jpg", "--right", "b.jpg", "-o", "out"],
    ["stereo", "--left", "a.jpg", "--right", "b.jpg", "-o", "out", "--as", "depth"],
    ["stereo", "--left", "a.jpg", "--right", "b.jpg", "-o", "out", "--shift", "2"],
    ["stereo", "--left", "a.jpg", "--right", "b.jpg", "-o", "out", "--depth", "c.png"],
    ["stereo", "a.jpg"], ["stereo", "-o", "out"], ["stereo", "a.jpg", "-o", "out", "--as", "bmp"],
    ["stereo", "a.jpg", "-o", "out", "--layout", "wiggle", "--as", "jpeg"],
    ["stereo", "a.jpg", "-o", "out", "--layout", "pair", "--as", "card"],
    ["stereo", "a.jpg", "-o", "out", "--shift", "21"], ["stereo", "a.jpg", "-o", "out", "--focus", "1.5"],
    ["stereo", "a.jpg", "-o", "out", "--far-is-white"], ["stereo", "a.jpg", "b.jpg", "-o", "out", "--depth", "c.png"],
  ])
  func invalidStereoUsageExitsWith64(_ arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.status == 64 && run.error.contains("\nSee 'peel stereo --help'"), "\(run.error)")
  }
}
