import Foundation
import PeelImaging
import PeelTestSupport
import Testing

/// Pages of a file are photos of their own.
@Suite struct PagesTests {
  /// A file of pages with one print each.
  private static func write(_ count: Int, _ name: String, last: Int? = nil, in folder: Folder) throws {
    try folder.write(MadePages.tiff((0..<count).map { MadePages.Page(Roll.picture($0)) }, last: last), name)
  }

  private static let names = ["page.tif", "page.tif#2", "page.tif#3"]

  @Test func eachPageHasItsScans() throws {
    let folder = try Folder()
    try Self.write(3, "in/page.tif", in: folder)
    let detected = try Program.run(["detect", "--json", "in/page.tif"], in: folder)
    #expect(detected.lines.count == 3)
    for (name, line) in zip(Self.names, detected.lines) { #expect(line.contains(#""photo":"in/\#(name)""#)) }
    let run = try Program.run(["scan", "in", "-o", "out"], in: folder)
    #expect(run.isDone, "\(run.error)")
    #expect(folder.names("out") == ["page-1.jpg", "page-p2-1.jpg", "page-p3-1.jpg"])
    // Each as if it were a file of its own.
    try folder.write(MadePages.tiff([MadePages.Page(Roll.picture(1))]), "alone/x.tif")
    _ = try Program.run(["scan", "alone", "-o", "of-one", "--as", "png"], in: folder)
    _ = try Program.run(["scan", "in/page.tif#2", "-o", "of-many", "--as", "png"], in: folder)
    #expect(folder.names("of-many") == ["page-p2-1.png"])
    let pixels = try ["of-one/x-1.png", "of-many/page-p2-1.png"].map { try Self.pixels($0, in: folder) }
    #expect(pixels[0] == pixels[1])
  }

  private static func pixels(_ name: String, in folder: Folder) throws -> Data {
    let png = try folder.read(name)
    return png.range(of: Data("IDAT".utf8)).map { png[$0.lowerBound...] } ?? Data()
  }

  @Test func listsNameSinglePages() throws {
    let folder = try Folder()
    try Self.write(3, "page.tif", in: folder)
    func photos(_ arguments: [String], _ input: String = "") throws -> [String] {
      let run = try Program.run(["detect", "--json"] + arguments, input: Data(input.utf8), in: folder)
      return run.lines.compactMap { $0.split(separator: "\"").dropFirst(5).first.map(String.init) }
    }
    #expect(try photos(["page.tif"]) == Self.names)
    #expect(try photos(["page.tif#1"]) == ["page.tif"])
    #expect(try photos(["-"], "page.tif#3\npage.tif#2\n") == ["page.tif#3", "page.tif#2"])
    #expect(try photos(["page.tif#2", "page.tif"]) == ["page.tif#2", "page.tif", "page.tif#3"])
    for name in ["page.tif#4", "page.tif#4000000"] {
      let run = try Program.run(["detect", name], in: folder)
      #expect(run.status == 1)
      #expect(run.error == "peel: \(name): there is no such page: the file has 3; name one of them\n")
    }
    // A file of that name comes first.
    try folder.write(try Roll.photo(5), "page.tif#2")
    let run = try Program.run(["detect", "--json", "page.tif#2"], in: folder)
    #expect(run.output.contains(#""format":"jpeg""#))
  }

  @Test func pagesKeepTheirScansAndAdjustments() throws {
    let folder = try Folder()
    try Self.write(3, "page.tif", in: folder)
    try folder.write(Roll.sidecar("page.tif#2"), "page.tif#2.peel")
    let first = try Program.run(["scan", "page.tif", "-o", "out", "--json"], in: folder)
    #expect(first.lines.count == 3)
    #expect(first.lines[1].contains(#""confidence":1"#), "\(first.lines[1])")
    let made = try folder.contents("out")
    #expect(made.keys.sorted() == ["page-1.jpg", "page-p2-1.jpg", "page-p3-1.jpg"])
    // Nothing is made anew, and only the page whose adjustments go is.
    let again = try Program.run(["scan", "page.tif", "-o", "out"], in: folder)
    #expect(again.error.contains("3 of them by an earlier run"), "\(again.error)")
    #expect(try folder.contents("out") == made)
    try FileManager.default.removeItem(atPath: folder.path("page.tif#2.peel"))
    _ = try Program.run(["scan", "page.tif", "-o", "out"], in: folder)
    let changed = try folder.contents("out")
    #expect(changed.keys == made.keys)
    #expect(made.keys.filter { made[$0] != changed[$0] } == ["page-p2-1.jpg"])
    // A file that was moved keeps the names of its pages' scans.
    try FileManager.default.moveItem(atPath: folder.path("page.tif"), toPath: folder.path("other.tif"))
    _ = try Program.run(["scan", "other.tif", "-o", "out"], in: folder)
    #expect(folder.names("out") == changed.keys.sorted())
  }

  @Test(arguments: [1, 2]) func appendedPagesLeaveTheOthersKnown(count: Int) throws {
    let folder = try Folder()
    try Self.write(count, "page.tif", in: folder)
    try folder.write(Roll.sidecar("page.tif"), "page.tif.peel")
    _ = try Program.run(["scan", "page.tif", "-o", "out"], in: folder)
    let made = try folder.contents("out")
    // The pages before keep their places, as `tiffcp -a` leaves them.
    try Self.write(count + 1, "page.tif", in: folder)
    let again = try Program.run(["scan", "page.tif", "-o", "out"], in: folder)
    #expect(again.isDone, "\(again.error)")
    #expect(again.error.contains("\(count) of them by an earlier run"), "\(again.error)")
    let now = try folder.contents("out")
    #expect(now.count == count + 1)
    #expect(made.allSatisfy { now[$0.key] == $0.value })
  }

  @Test func pagesBeyondTheLimitAreTold() throws {
    let folder = try Folder()
    let small = MadePages.Page(Picture(width: 1, height: 1, samples: [1, 2, 3]))
    try folder.write(MadePages.tiff(Array(repeating: small, count: 1002)), "page.tif")
    for name in ["page.tif#1001", "page.tif#1002"] {
      let run = try Program.run(["detect", name], in: folder)
      #expect(run.error == "peel: \(name): only the first 1000 pages of a file are read; split the file\n")
    }
  }

  /// The list that a run leaves means each page alone, the first one too.
  @Test func pagesAreReviewedAlone() throws {
    let folder = try Folder()
    let bare = Picture(width: 240, height: 300, samples: (0..<240 * 300 * 3).map { UInt8(90 + $0 % 7) })
    try folder.write(MadePages.tiff([MadePages.Page(bare), MadePages.Page(Roll.picture(1))]), "page.tif")
    try folder.write(MadePages.tiff([MadePages.Page(bare)]), "single.tif")
    _ = try Program.run(["scan", "page.tif", "single.tif", "-o", "out"], in: folder)
    let list = String(decoding: try folder.read("out/.peel/review"), as: UTF8.self)
    #expect(list.split(separator: "\0").map { $0.split(separator: "/").last } == ["page.tif#1", "single.tif"])
  }

  @Test func circlesAreTold() throws {
    let folder = try Folder()
    try Self.write(2, "page.tif", last: 0, in: folder)
    let run = try Program.run(["scan", "page.tif", "-o", "out"], in: folder)
    #expect(run.status == 1)
    #expect(folder.names("out") == ["page-1.jpg", "page-p2-1.jpg"], "nothing is lost")
    #expect(run.errorLines.filter { $0.contains("lead back") }.count == 1, "\(run.error)")
  }

  @Test func oneOnStandardInputIsTheFirst() throws {
    let folder = try Folder()
    try Self.write(2, "page.tif", in: folder)
    let run = try Program.run(["detect", "-"], input: try folder.read("page.tif"), in: folder)
    #expect(run.error.contains("it has several pages; this is the first"))
    let named = try Program.run(["detect", "page.tif#1"], in: folder)
    #expect(!named.error.contains("several pages"))
  }

  @Test func aFileIsNoCopyOfItsPagesScans() throws {
    let folder = try Folder()
    try Self.write(2, "page.tif", in: folder)
    let run = try Program.run(["scan", "page.tif#2", "-o", "page.tif", "--force"], in: folder)
    #expect(run.status != 0, "the photo isn't replaced")
    #expect(try folder.read("page.tif").count > 400_000)
  }
}
