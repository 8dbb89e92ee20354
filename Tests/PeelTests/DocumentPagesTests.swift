import Foundation
import PeelImaging
import PeelTestSupport
import Testing

@testable import PeelCodecs

private let hasLibrary: Bool = {
  do throws(PDFPages.Fault) {
    _ = try PDFPages.count(Array("%PDF-1.5".utf8))
    return true
  } catch {
    return error != .missingLibrary
  }
}()

/// Pages of PDF documents that are pictures.
@Suite(.enabled(if: hasLibrary, "libqpdf is not installed"))
struct DocumentPagesTests {
  /// A page with a print, at 50 pixels per inch, without a filter.
  private static func samples(_ number: Int, _ facts: String = "", content: String? = nil) -> MadePages.Sheet {
    MadePages.Sheet(
      Data(Roll.picture(number).samples), facts, width: 240, height: 300, size: (345, 432), content: content)
  }

  private static func jpeg(
    _ number: Int, turns: Int = 0, decode: String = "[0 1 0 1 0 1]", space: String = ""
  ) throws -> MadePages.Sheet {
    let facts = "/Filter /DCTDecode " + (space.isEmpty ? "/Decode \(decode)" : "/ColorSpace \(space)")
    return MadePages.Sheet(
      try Roll.photo(number), facts, width: 240, height: 300, size: (346, 432), turns: turns)
  }

  /// A page of three bytes that claims so many pixels.
  private static func claiming(_ width: Int32, _ height: Int32) -> MadePages.Sheet {
    MadePages.Sheet(Data([1, 2, 3]), width: Int(width), height: Int(height), size: (345, 432))
  }

  /// A page of 10 kB whose samples become 640 MB when they are decoded: two of its bytes stand for 128.
  private static var bomb: MadePages.Sheet {
    get throws {
      let runs = try PNGEncoder.deflated([UInt8](repeating: 129, count: 10 << 20))
      return MadePages.Sheet(
        Data(runs), "/Filter [/FlateDecode /RunLengthDecode]", width: 240, height: 300, size: (345, 432))
    }
  }

  /// A document's own turn and size count, and not what EXIF data within its picture say.
  @Test func aPagesTurnReplacesThatOfItsPicture() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "a.jpg")
    _ = try Program.run(
      ["-q", "-n", "-overwrite_original", "-Orientation=6", "-XResolution=72", "a.jpg"], of: Exiftool.path, in: folder)
    let sheet = MadePages.Sheet(
      try folder.read("a.jpg"), "/Filter /DCTDecode", width: 240, height: 300, size: (346, 432))
    let file = try PDFPages.page(1, of: [UInt8](MadePages.pdf([sheet])), memory: .max)
    let photo = try PhotoFile(decoding: file).photo
    #expect((photo.width, photo.height) == (240, 300))
    #expect(file.ranges(of: Array("Exif\0\0".utf8)).count == 1, "the picture's own are gone")
  }

  /// A page's unit is 1⁄72 inch, or as many of these as the page tells.
  @Test(
    arguments: [(nil, 75), ("1.5", 50), ("0", 75), ("-1", 75), ("/A", 75), ("0.000001", nil), ("1000000", nil)]
      as [(String?, Double?)])
  func aPagesUnitGivesItsDensity(unit: String?, dpi: Double?) throws {
    var sheet = Self.samples(1)
    (sheet.size, sheet.unit) = ((230, 288), unit)
    sheet.content = "q 230.4 0 0 288 0 0 cm /Im0 Do Q"
    let file = try PDFPages.page(1, of: [UInt8](MadePages.pdf([sheet])), memory: .max)
    let page = Detector().page(of: try PhotoFile(decoding: file).photo)
    #expect(page?.dpi == dpi)
  }

  @Test func eachPageIsAPhoto() throws {
    let folder = try Folder()
    try folder.write(MadePages.pdf([try Self.jpeg(1), Self.samples(2), try Self.jpeg(3, turns: 1)]), "in/page.pdf")
    let run = try Program.run(["scan", "--json", "in", "-o", "out"], in: folder)
    #expect(run.isDone, "\(run.error)")
    #expect(folder.names("out") == ["page-1.jpg", "page-p2-1.jpg", "page-p3-1.jpg"])
    #expect(run.lines[1].contains(#""flatbed":{"dpi":50"#), "\(run.lines)")
    let again = try Program.run(["scan", "--json", "in", "-o", "out"], in: folder)
    #expect(again.error.contains("3 of them by an earlier run"), "\(again.error)")
    #expect(again.lines == run.lines)
    let lines = try Program.run(["detect", "--json", "in/page.pdf"], in: folder).lines
    #expect(lines.count == 3)
    for (line, facts) in zip(
      lines,
      [
        #""photo":"in/page.pdf","width":240,"height":300,"format":"jpeg""#,
        #""photo":"in/page.pdf#2","width":240,"height":300,"format":"tiff""#,
        #""photo":"in/page.pdf#3","width":300,"height":240,"format":"jpeg""#,
      ])
    {
      #expect(line.contains(facts), "\(line)")
    }
    #expect(lines[1].contains(#""flatbed":{"dpi":50"#), "\(lines[1])")
  }

  @Test func aDocumentOnStandardInputIsItsFirstPage() throws {
    let folder = try Folder()
    let pages = [try Self.jpeg(1), Self.samples(2)]
    for count in 1...2 {
      let run = try Program.run(
        ["scan", "-", "-o", "out-\(count)"], input: MadePages.pdf(Array(pages.prefix(count))), in: folder)
      #expect(run.isDone, "\(run.error)")
      #expect(folder.names("out-\(count)") == ["stdin-1.jpg"])
      #expect(run.error.contains("it has several pages; this is the first") == (count > 1), "\(run.error)")
    }
  }

  @Test func pagesBeyondTheLimitAreTold() throws {
    let folder = try Folder()
    let small = MadePages.Sheet(Data([1, 2, 3]), width: 1, height: 1, size: (1, 1))
    try folder.write(MadePages.pdf(Array(repeating: small, count: 1002)), "page.pdf")
    for name in ["page.pdf#1001", "page.pdf#1002"] {
      let run = try Program.run(["detect", name], in: folder)
      #expect(run.error == "peel: \(name): only the first 1000 pages of a file are read; split the file\n")
    }
  }

  @Test func samplesAreAsTheDocumentHasThem() throws {
    let file = [UInt8](MadePages.pdf([Self.samples(7)]))
    let photo = try PhotoFile(decoding: try PDFPages.page(1, of: file, memory: .max)).photo
    let apart = zip(photo.picture().samples, Roll.picture(7).samples).map { abs(Int($0) - Int($1)) }
    #expect(apart.count == 240 * 300 * 3)
    // Planes of luma and chroma round.
    #expect(apart.max() ?? 255 <= 3)
  }

  @Test(arguments: [
    ("/Im0 Do", true), ("q 345 0 0 432 0 0 cm /Im0 Do Q BT 3 Tr (found \\) text) Tj ET", true),
    ("1 g 0 0 345 432 re f q 345 0 0 432 0 0 cm /Im0 Do Q", true), ("q 0 345 -432 0 432 0 cm /Im0 Do Q", true),
    ("q 345 0 0 432 0 0 cm /Im0 Do Q BT (a letter) Tj ET", false), ("BT (a letter) Tj ET", false),
    ("BT (a letter) Tj ET q 50 0 0 50 0 0 cm /Im0 Do Q", false), ("/Im0 Do /Im0 Do", false),
    ("q 345 9 -9 432 0 0 cm /Im0 Do Q", false), ("q -345 0 0 432 345 0 cm /Im0 Do Q", false), ("", false),
  ])
  func onlyPagesOfOnePictureCount(_ content: String, isPicture: Bool) {
    let file = [UInt8](MadePages.pdf([Self.samples(1, content: content)]))
    #expect(PDFPages.beginWithPicture(file) == isPicture)
  }

  @Test func whatIsNoPictureIsOneLine() throws {
    let folder = try Folder()
    let locked =
      "/Encrypt <</Filter /Standard /V 1 /R 2 /P -4 /O <\(String(repeating: "ab", count: 32))> "
      + "/U <\(String(repeating: "cd", count: 32))>>> /ID [<0123> <0123>]"
    let files: [(name: String, file: Data, says: String)] = [
      ("locked", MadePages.pdf([Self.samples(1)], more: locked), "opens only with a password"),
      ("text", MadePages.pdf([Self.samples(1, content: "BT (a letter) Tj ET")]), "isn't one picture"),
      ("fax", MadePages.pdf([Self.samples(1, "/Filter /CCITTFaxDecode")]), "is coded in a way that isn't read"),
      ("negative", MadePages.pdf([try Self.jpeg(1, decode: "[1 0 1 0 1 0]")]), "is coded in a way that isn't read"),
      ("inks", MadePages.pdf([try Self.jpeg(1, space: "/DeviceCMYK")]), "is coded in a way that isn't read"),
      ("cut", MadePages.pdf([Self.samples(1)]).prefix(20_000), "is damaged"),
      (
        "short", MadePages.pdf([MadePages.Sheet(Data([1, 2, 3]), width: 240, height: 300, size: (345, 432))]),
        "is damaged"
      ),
      ("bomb", MadePages.pdf([try Self.bomb]), "is damaged"),
      ("vast", MadePages.pdf([Self.claiming(2_000_000_000, 2_000_000_000)]), "of memory"),
      ("tall", MadePages.pdf([Self.claiming(2_000_000, .max)]), "of memory"),
      ("many", MadePages.pdf(Array(repeating: Self.small, count: 1001)), "it has more than 1000 pages"),
      ("circle", Self.circle, "it has more than 1000 pages"),
    ]
    for (name, file, says) in files {
      try folder.write(file, "\(name).pdf")
      let run = try Program.run(["scan", "\(name).pdf", "-o", "out"], in: folder)
      #expect(run.status == 1)
      #expect(run.errorLines.count { $0.contains("\(name).pdf: ") } == 1, "\(run.error)")
      #expect(run.error.contains(says), "\(name): \(run.error)")
    }
    let run = try Program.run(["scan", "many.pdf#1002"], in: folder)
    #expect(run.status != 0)
    // In a folder, none is a photo whose first page shows that it isn't one. Of these, only the samples do.
    for name in ["short.pdf", "bomb.pdf", "vast.pdf", "tall.pdf"] {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    try folder.write(try Roll.photo(1), "a.jpg")
    let all = try Program.run(["detect", "--json", "."], in: folder)
    #expect(all.lines.count == 1, "\(all.output)")
    #expect(all.error.contains("left out: .pdf"), "\(all.error)")
  }

  private static let small = MadePages.Sheet(Data([1, 2, 3]), width: 1, height: 1, size: (1, 1), content: "")

  /// A tree of pages that leads back to itself.
  private static var circle: Data {
    let text = String(decoding: MadePages.pdf([small, small]), as: UTF8.self)
    return Data(text.replacing("[3 0 R 6 0 R]", with: "[2 0 R 2 0 R]").utf8)
  }
}
