import ArgumentParser
import Foundation
import PeelCodecs
import PeelFiles
import PeelImaging
import PeelOutput
import PeelScanning
import PeelTestSupport
import Testing

@testable import peel

@Suite struct ScanTests {
  static let photos = ["rocket-tilted.jpg", "astronaut-on-blue.jpg", "dandelions-white-on-white.jpg"].map(Samples.path)

  @Test func everyPrintBecomesAFile() throws {
    let folder = try Folder()
    let run = try Program.run(["scan", Samples.path("six-on-a-desk.jpg"), Self.photos[0], "-o", "out"], in: folder)
    let files = folder.names("out")
    #expect(files.contains("rocket-tilted-1.jpg"))
    #expect(files.contains("six-on-a-desk-2.jpg"))
    #expect(run.lines.map(String.init).sorted() == files.map { "out/" + $0 }.sorted())
    for file in files { #expect(try PhotoFile(decoding: [UInt8](folder.read("out/" + file))).photo.width > 200) }
  }

  @Test func outputIsTheSameForAnyNumberOfJobs() throws {
    let folder = try Folder()
    var outputs: [String] = []
    for jobs in ["1", "2", "5"] {
      let run = try Program.run(["scan", "--json", "--jobs", jobs, "-o", "out"] + Self.photos, in: folder)
      #expect(run.status == 0, "\(run.error)")
      outputs.append(run.output)
      try FileManager.default.moveItem(atPath: folder.path("out"), toPath: folder.path(jobs))
    }
    #expect(Set(outputs).count == 1)
    #expect(folder.names("1").count == 3)
    for name in folder.names("1") {
      for jobs in ["2", "5"] { #expect(try folder.read("1/" + name) == folder.read(jobs + "/" + name)) }
    }
  }

  @Test func curledPrintsComeOutStraightUnlessTheyCountAsFlat() throws {
    let folder = try Folder()
    func scan(_ options: String...) throws -> (line: String, bytes: Data) {
      let run = try Program.run(
        ["scan", "--json", Samples.path("cat-curled.jpg"), "-o", "out", "--force"] + options, in: folder)
      return (run.output, try folder.read("out/cat-curled-1.jpg"))
    }
    let straight = try scan()
    #expect(straight.line.contains(#""curl":{"direction":"across","bow":-0.1"#), "\(straight.line)")
    let flat = try scan("--curl", "off")
    #expect(flat.line.contains(#""curl":null"#), "\(flat.line)")
    #expect(flat.bytes != straight.bytes)
    func detected(_ curl: String) throws -> String {
      try Program.run(["detect", "--json", "--curl", curl, Samples.path("cat-curled.jpg")], in: folder).output
    }
    #expect(try detected("auto").contains(#""curl":{"direction":"across","bow":-0.1"#))
    #expect(try detected("off").contains(#""curl":null"#))
  }

  @Test func jsonKeysAreInOrder() throws {
    let folder = try Folder()
    let run = try Program.run(["scan", "--json", Self.photos[0], "-o", "out"], in: folder)
    let line = try #require(run.lines.first)
    #expect(
      keys(of: line) == [
        "schema", "photo", "verdict", "scans", "file", "width", "height", "film", "ppi", "confidence", "sharpness",
        "upright", "whiteBalance", "whiteDifference", "outside", "curl", "error",
      ])
    #expect(line.contains(#""scans":[{"file":"out/rocket-tilted-1.jpg","width":"#))
    #expect(line.hasSuffix(#""error":null}"#))
  }

  @Test func optionsHaveTheirEffects() throws {
    let folder = try Folder()
    func size(_ options: [String], _ name: String = "rocket-tilted-1.jpg") throws -> [Int] {
      let run = try Program.run(["scan", Self.photos[0], "-o", "out", "--force"] + options, in: folder)
      #expect(run.status == 0, "\(options): \(run.error)")
      let photo = try PhotoFile(decoding: [UInt8](folder.read("out/" + name))).photo
      return [photo.width, photo.height]
    }
    // 72 mm × 86 mm at 100 pixels per inch.
    #expect(try size(["--film", "instax-square", "--ppi", "100"]) == [283, 339])
    #expect(try size(["--film", "instax-square", "--ppi", "100", "--turn", "90"]) == [339, 283])
    #expect(try size(["--film", "instax-square", "--ppi", "100", "--as", "png"], "rocket-tilted-1.png") == [283, 339])
    let plain = try size([])
    let picture = try size(["--crop", "both"], "rocket-tilted-1-picture.jpg")
    #expect(picture[0] < plain[0] && picture[1] < plain[1])
    let good = try folder.read("out/rocket-tilted-1.jpg").count
    _ = try size(["--quality", "40"])
    #expect(try folder.read("out/rocket-tilted-1.jpg").count < good / 2)
  }

  @Test func subsamplingIsAnOption() throws {
    let folder = try Folder()
    for (options, scale) in [([], 2), (["--subsampling", "420"], 2), (["--subsampling", "444"], 1)] {
      _ = try Program.run(["scan", Self.photos[2], "-o", "out", "--force"] + options, in: folder)
      let name = try #require(folder.names("out").first)
      let photo = try PhotoFile(decoding: [UInt8](folder.read("out/" + name))).photo
      #expect(photo.chroma?.scale ?? (0, 0) == (scale, scale), "\(options)")
    }
  }

  @Test func aTrimNeedsAFilm() throws {
    let folder = try Folder()
    func run(_ options: String...) throws -> Program.Result {
      try Program.run(["scan", Self.photos[0], "-o", "out", "--force"] + options, in: folder)
    }
    _ = try run("--film", "instax-square", "--ppi", "254", "--inset", "1.5")
    let photo = try PhotoFile(decoding: [UInt8](folder.read("out/rocket-tilted-1.jpg"))).photo
    #expect((photo.width, photo.height) == (690, 830))
    let free = try run("--film", "free", "--inset", "1")
    #expect(free.status == 64 && free.error.contains("--inset needs a known film"))
    let gone = try run("--film", "instax-square", "--inset", "40")
    #expect(gone.status == 1 && gone.error.contains("nothing is left after trimming 40 mm from each side"))
  }

  @Test func histogramsAreReportedOnRequest() throws {
    let folder = try Folder()
    let run = try Program.run(["scan", Self.photos[0], "-o", "out", "--json", "--histogram"], in: folder)
    let line = try #require(run.lines.first)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let scan = try #require((json["scans"] as? [[String: Any]])?.first)
    let histogram = try #require(scan["histogram"] as? [String: [String: [Int]]])
    #expect(histogram.keys.sorted() == ["after", "before"])
    for (before, after) in try ["red", "green", "blue"].map({
      (try #require(histogram["before"]?[$0]), try #require(histogram["after"]?[$0]))
    }) {
      #expect(before.count == 256 && after.count == 256)
      let total = before.reduce(0, +)
      #expect(total == after.reduce(0, +) && total > 1_000_000)
      // The darkest percent becomes black, and the lightest white.
      #expect(100 * after[0] >= total && 100 * after[255] >= total)
    }
    let bare = try Program.run(["scan", Self.photos[0], "-o", "out", "--histogram"], in: folder)
    #expect(bare.status == 64 && bare.error.contains("--histogram needs --json"))
  }

  /// A Polaroid of 528 × 642 pixels, drawn tilted by 14°, one corner 30 pixels beyond the photo's left border.
  /// - Parameter top: the distance of its picture from its top edge, in pixels.
  private static func cutPrint(top: Int) -> Picture {
    let (cos, sin) = (63.0 / 65, 16.0 / 65)
    var samples: [UInt8] = []
    // Noise as a camera's, -6…6.
    var state: UInt32 = 1
    func add(_ colour: [Int]) {
      state = state &* 1_664_525 &+ 1_013_904_223
      samples += colour.map { UInt8(clamping: $0 + Int(state >> 16) % 13 - 6) }
    }
    for y in 0..<1000 {
      for x in 0..<900 {
        let (dx, dy) = (Double(x) + 30 - 642 * sin, Double(y) - 200)
        let (u, v) = (Int((cos * dx + sin * dy).rounded(.down)), Int((cos * dy - sin * dx).rounded(.down)))
        if !(0..<528).contains(u) || !(0..<642).contains(v) {
          add([70, 50, 40])
        } else if (27..<501).contains(u), (top..<top + 474).contains(v) {
          add([60 + u / 8, 90, 80 + v / 9])
        } else {
          add([235, 233, 230])
        }
      }
    }
    return Picture(width: 900, height: 1000, samples: samples)
  }

  /// A photo of many prints takes one line for all of them, and what needs an answer isn't lost among them.
  @Test func unknownWaysUpShareALine() {
    var report = ScanReport(Path("desk.jpg"))
    report.warnings = (1...3).map { .unknownWayUp(scan: Path("desk-\($0).jpg")) }
    report.warnings.insert(.leftover(scan: Path("desk-4.jpg")), at: 1)
    #expect(
      report.warningTexts == [
        "desk-4.jpg is left over from an earlier run; delete it if you don't want it",
        "3 scans may lie on their side, as in the photo; --turn turns all of them, t in the workbench a single one",
      ])
    report.warnings = [.unknownWayUp(scan: Path("desk-1.jpg"))]
    #expect(report.warningTexts[0].hasPrefix("desk-1.jpg: may lie on its side, as in the photo"))
  }

  @Test func aBatchTellsUnknownWaysUpOnce() throws {
    let folder = try Folder()
    let photo = Data(try ScanFile().encoded(Self.cutPrint(top: 84)))
    for name in ["a.jpg", "b.jpg"] { try folder.write(photo, name) }
    let run = try Program.run(["scan", "a.jpg", "b.jpg", "-o", "out"], in: folder)
    #expect(run.errorLines.count { $0.contains("lie on their side") } == 1, "\(run.error)")
    #expect(run.error.contains("peel: 2 scans may lie on their side, as in their photos;"))
  }

  @Test(arguments: [("edge", 36), ("white", 84)])
  func filledPartsAndUnknownFactsAreReported(_ fill: String, top: Int) throws {
    let folder = try Folder()
    try folder.write(Data(try ScanFile().encoded(Self.cutPrint(top: top))), "cut.jpg")
    let arguments = ["scan", "cut.jpg", "-o", "out", "--force", "--fill", fill]
    let run = try Program.run(arguments, in: folder)
    let told = "peel: cut.jpg: cut-1.jpg: "
    #expect(run.error.contains(/cut-1.jpg: 0\.[1-9] % of it are outside the photo and were filled/), "\(run.error)")
    // A picture in the middle of its frame doesn't tell which side is up.
    let isUnknown = top == 84
    #expect(run.error.contains(told + "may lie on its side, as in the photo") == isUnknown)
    let json = try Program.run(arguments + ["--json"], in: folder).output
    #expect(json.contains(#""upright":\#(!isUnknown),"whiteBalance":"#), "\(json)")
    #expect(json.contains(#""outside":0.00"#), "\(json)")
    let turned = try Program.run(arguments + ["--json", "--turn", "90"], in: folder).output
    #expect(turned.contains(#""upright":null"#))
  }

  @Test func aDryRunWritesNothing() throws {
    let folder = try Folder()
    let run = try Program.run(["scan", Self.photos[0], "-o", "out", "--dry-run"], in: folder)
    #expect(run.output == "out/rocket-tilted-1.jpg\n")
    #expect(folder.names() == [])
  }

  @Test func aPhotoWithoutAPrintNeedsReview() throws {
    let folder = try Folder()
    let grey = Picture(width: 400, height: 300, samples: Array(repeating: 128, count: 3 * 400 * 300))
    try folder.write(Data(try ScanFile().encoded(grey)), "grey.jpg")
    let run = try Program.run(["scan", "grey.jpg", "-o", "out"], in: folder)
    #expect(run.status == 3)
    #expect(run.output == "")
    #expect(run.error == "peel: grey.jpg: no print found; open the photo with `peel` to mark it\n")
    #expect(try Program.run(["scan", "grey.jpg", "gone.jpg", "-o", "out"], in: folder).status == 1)
    let narrow = "peel: grey.jpg: no print found with these options; open the photo with `peel` to mark it\n"
    for _ in 1...2 {
      let run = try Program.run(["scan", "grey.jpg", "-o", "out", "--only", "films"], in: folder)
      #expect(run.status == 3 && run.error == narrow)
    }
  }

  @Test func photosWithTheSameNameAreKeptApart() throws {
    let folder = try Folder()
    try folder.link("rocket-tilted.jpg", as: "roll/2019/desk.jpg")
    try folder.link("dandelions-white-on-white.jpg", as: "roll/2020/desk.jpg")
    try folder.link("dandelions-white-on-white.jpg", as: "roll/.hidden/desk.jpg")
    let run = try Program.run(["scan", "-r", "roll", "-o", "out"], in: folder)
    #expect(run.status == 0)
    #expect(run.output == "out/2019-desk-1.jpg\nout/2020-desk-1.jpg\n")
  }

  @Test(arguments: [(["-"], "\n"), (["-0"], "\0"), (["-", "-0"], "\0")])
  func aListIsReadFromStandardInput(_ arguments: [String], separator: String) throws {
    let list = Self.photos.map { $0 + separator }.joined()
    let run = try Program.run(["detect"] + arguments, input: Data(list.utf8))
    #expect(run.lines.map { String($0.prefix { $0 != "\t" }) } == Self.photos)
  }

  @Test(arguments: [
    [], ["--quality", "80"], ["--crop", "both", "--film", "instax-mini", "--inset", "0.5", "--fill", "white"],
    ["--film", "free", "--white-balance", "frame", "--clip", "2.5", "--subsampling", "444", "--srgb"],
    ["--as", "png", "--ppi", "300.0", "--turn", "90"],
  ])
  func settingsGiveBackTheirOptions(_ options: [String]) throws {
    #expect(try ScanArguments.parse(options).settings.options == options)
  }

  @Test func aListMayBeCombinedWithNames() throws {
    let list = Self.photos.dropFirst().map { $0 + "\0" }.joined()
    let run = try Program.run(["detect", "-0", Self.photos[0]], input: Data(list.utf8))
    #expect(run.lines.map { String($0.prefix { $0 != "\t" }) } == Self.photos)
  }

  @Test func namesThatAreNotUTF8AreKept() throws {
    let folder = try Folder()
    let script = """
      name=$(printf 'caf\\351'); cp "$1" "$name.jpg"; "$0" scan "$name.jpg" -o given; "$0" scan . -o listed
      """
    _ = try Program.run(["-c", script, Program.path, Self.photos[0]], of: "/bin/sh", in: folder)
    for output in ["given", "listed"] {
      let names = try PeelFiles.names(in: Path(folder.path(output))).filter { $0 != Array(".peel".utf8) }
      #expect(names == [Array("caf".utf8) + [0xE9] + Array("-1.jpg".utf8)])
    }
  }

  @Test func scansCarryThePhotosMetadata() throws {
    let folder = try Folder()
    _ = try Program.run(["scan", Self.photos[0], "-o", "out", "--film", "instax-square", "--ppi", "254"], in: folder)
    let tags = [
      "-s3", "-EXIF:DateTimeOriginal", "-EXIF:Model", "-n", "-EXIF:Orientation", "-EXIF:XResolution", "-XMP-dc:Source",
    ]
    let run = try Program.run(tags + [folder.path("out/rocket-tilted-1.jpg")], of: "/usr/bin/exiftool")
    #expect(run.lines == ["2026:05:07 16:06:00", "Scene", "1", "254", "rocket-tilted.jpg"], "\(run.error)")
  }

  @Test func photosAreNotModified() throws {
    let folder = try Folder()
    let photo = try Samples.bytes("rocket-tilted.jpg")
    try folder.write(photo, "cat.jpg")
    #expect(try Program.run(["scan", ".", "-o", ".", "--as", "png"], in: folder).status == 0)
    #expect(try folder.read("cat.jpg") == photo)
    #expect(folder.names() == ["cat-1.png", "cat.jpg"])
  }
}
