import Foundation
import PeelCodecs
import PeelFiles
import PeelOutput
import PeelTestSupport
import Testing

@testable import PeelImaging
@testable import PeelScanning

/// `peel sheet`: contact sheets and albums.
@Suite struct SheetTests {
  /// Three scans: a large print, a small one that has words, and one whose size isn't known.
  private static func scans() throws -> Folder {
    let folder = try Folder()
    func scan(_ name: String, _ width: Int, _ height: Int, _ level: UInt8, _ change: (inout ScanFile) throws -> Void)
      throws
    {
      var file = ScanFile()
      try change(&file)
      let picture = Picture(width: width, height: height, samples: Array(repeating: level, count: 3 * width * height))
      try folder.write(Data(try file.encoded(picture)), "scans/\(name)")
    }
    try scan("a-1.jpg", 880, 1070, 90) {
      $0.ppi = 254
      $0.keywords = [try Keyword("polaroid-600")]
    }
    try scan("b-1.jpg", 540, 860, 120) {
      $0.ppi = 254
      ($0.caption, $0.taken) = (try Caption("Møns Klint (1984) <b>&\\"), PartialDate("1984-07"))
      $0.keywords = [try Keyword("family"), try Keyword("instax-mini")]
    }
    try scan("c 1#.png", 400, 300, 200) { $0.format = .png }
    return folder
  }

  private func sheet(_ folder: Folder, _ output: String, _ options: [String] = []) throws -> Program.Result {
    try Program.run(["sheet", "scans", "-o", output] + options, in: folder)
  }

  @Test func aPDFHasTheScansBytes() throws {
    let folder = try Self.scans()
    let run = try sheet(folder, "album.pdf")
    #expect(run.status == 0 && run.output == "album.pdf\n", "\(run.error)")
    #expect(
      run.error
        == "peel: album.pdf: 1 scan tells neither its film nor its resolution, so it is drawn about as long as the others\n"
    )
    let pdf = try folder.read("album.pdf")
    for name in ["a-1.jpg", "b-1.jpg"] { #expect(pdf.range(of: try folder.read("scans/" + name)) != nil, "\(name)") }
    let caption = "(M\u{F8}ns Klint \\(1984\\) <b>&\\\\) Tj".unicodeScalars.map { UInt8(clamping: $0.value) }
    #expect(pdf.range(of: Data(caption)) != nil)
    let text = String(decoding: pdf, as: UTF8.self)
    let sizes = text.matches(of: #/q ([0-9.]+) -?0\.000 -?0\.000 ([0-9.]+) /#).map { match -> (Double, Double) in
      (Double(match.1) ?? 0, Double(match.2) ?? 0)
    }
    #expect(sizes.count == 3)
    // 88 × 107 mm and 54 × 86 mm.
    #expect(abs(sizes[0].0 / sizes[1].0 - 88.0 / 54) < 0.01 && abs(sizes[0].1 / sizes[1].1 - 107.0 / 86) < 0.01)
    #expect(folder.names() == ["album.pdf", "scans"])
  }

  /// A PNG says 72 pixels per inch in whole pixels per metre. That is no size of a print.
  @Test func theResolutionOfScreensIsNoSize() throws {
    let folder = try Self.scans()
    var file = ScanFile()
    (file.format, file.ppi) = (.png, 72)
    let picture = Picture(width: 400, height: 300, samples: Array(repeating: 90, count: 360_000))
    try folder.write(Data(try file.encoded(picture)), "scans/screen.png")
    let run = try sheet(folder, "album.pdf")
    #expect(
      run.error
        == "peel: album.pdf: 2 scans tell neither their film nor their resolution, so they are drawn about as long as the others\n"
    )
  }

  /// `--name` puts scans into inner folders, too.
  @Test func foldersOfScansAreSearched() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "roll/a.jpg")
    #expect(try Program.run(["scan", "roll", "-o", "scans", "--name", "{year}/{stem}"], in: folder).isDone)
    let run = try sheet(folder, "album.pdf")
    #expect(run.status == 0 && run.output == "album.pdf\n", "\(run.error)")
  }

  /// What lies beside scans is on no sheet: other sheets, albums with their copies, and pictures that aren't scans.
  @Test func sheetsShowOnlyScans() throws {
    let folder = try Folder()
    try Roll.write(2, in: folder)
    #expect(try Program.run(["scan", "roll", "-o", "scans"], in: folder).isDone)
    for output in ["scans/a.html", "scans/s.jpg", "scans/b.html"] { #expect(try sheet(folder, output).status == 0) }
    try folder.write(try Roll.photo(3), "scans/other.jpg")
    let run = try sheet(folder, "scans/c.html")
    #expect(run.error.contains("left out scans/a and 2 others, sheets or albums that peel made\n"), "\(run.error)")
    #expect(run.error.contains("left out scans/other.jpg, which isn't a scan; to show it, name it\n"), "\(run.error)")
    for album in ["b", "c"] {
      #expect(folder.names("scans/\(album)/scans") == ["100-1.jpg", "101-1.jpg"])
    }
  }

  @Test func renamedScansAreShown() throws {
    let folder = try Folder()
    try Roll.write(2, in: folder)
    #expect(try Program.run(["scan", "roll", "-o", "scans"], in: folder).isDone)
    try FileManager.default.moveItem(atPath: folder.path("scans/101-1.jpg"), toPath: folder.path("scans/best.jpg"))
    let run = try sheet(folder, "a.html")
    #expect(run.status == 0 && run.error == "", "\(run.error)")
    #expect(folder.names("a/scans") == ["100-1.jpg", "best.jpg"])
  }

  @Test func sheetsAreNotScanned() throws {
    let folder = try Folder()
    try Roll.write(2, in: folder)
    #expect(try Program.run(["scan", "roll", "-o", "scans"], in: folder).isDone)
    for output in ["roll/a.html", "roll/s.jpg"] { #expect(try sheet(folder, output).status == 0) }
    let run = try Program.run(["scan", "-r", "roll", "-o", "scans"], in: folder)
    #expect(run.isDone && run.earlier == 2 && run.lines.count == 2, "\(run.error)")
    #expect(run.error.contains("left out roll/a and another one, sheets or albums that peel made\n"), "\(run.error)")
  }

  /// Scans lie in the folders that runs wrote to.
  @Test func foldersOfScansAreRead() throws {
    let folder = try Folder()
    for number in 0..<2 {
      try folder.write(try Roll.photo(number), "photos/\(number).jpg")
      _ = try Program.run(["scan", "photos/\(number).jpg", "-o", "box/\(1984 + number)"], in: folder)
    }
    let run = try Program.run(["sheet", "-r", "box", "-o", "album.html"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(folder.names("album/scans") == ["0-1.jpg", "1-1.jpg"])
    let again = try Program.run(["scan", "-r", "box", "-o", "other"], in: folder)
    #expect(again.error.contains("which hold scans"), "\(again.error)")
  }

  /// What a killed run was writing doesn't stay.
  @Test func leftoversAreRemoved() throws {
    let folder = try Self.scans()
    // A web page with 400 copies of a scan takes a while.
    for number in 0..<400 { try folder.write(folder.read("scans/a-1.jpg"), "scans/copy-\(number).jpg") }
    func leftovers() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path("")).filter { $0.hasPrefix(".peel") }
    }
    for name in ["album.html", "album.pdf"] {
      // A busy machine may take long to begin to write, and a quick one may end before it is killed.
      for _ in 1...40 where try leftovers().isEmpty {
        let run = try Program.Run(["sheet", "scans", "-o", name], in: folder)
        while run.process.isRunning, try leftovers().isEmpty { Thread.sleep(forTimeInterval: 0.002) }
        kill(run.process.processIdentifier, SIGKILL)
        run.process.waitUntilExit()
        for made in ["album", "album.pdf"] { try? FileManager.default.removeItem(atPath: folder.path(made)) }
      }
      #expect(try !leftovers().isEmpty, "never killed while it wrote \(name)")
      _ = try sheet(folder, name)
      #expect(try leftovers() == [], "\(name)")
    }
  }

  /// Readers accept the file, and see every scan.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdfimages"), "needs poppler-utils"))
  func readersSeeEveryScan() throws {
    let folder = try Self.scans()
    _ = try sheet(folder, "album.pdf", ["--columns", "1", "--page", "100x130"])
    let list = try Program.run(["-list", "album.pdf"], of: "/usr/bin/pdfimages", in: folder)
    #expect(list.lines.dropFirst(2).count == 3 && list.error == "", "\(list.output)\(list.error)")
    let text = try Program.run(["album.pdf", "-"], of: "/usr/bin/pdftotext", in: folder)
    #expect(text.output.contains("Møns Klint (1984) <b>&\\") && text.output.contains("1984-07"), "\(text.output)")
    let info = try Program.run(["album.pdf"], of: "/usr/bin/pdfinfo", in: folder)
    #expect(info.output.contains(/Pages: +3/) && info.output.contains("283.465 x 368.504"), "\(info.output)")
  }

  @Test func aWebPageNeedsNothingElse() throws {
    let folder = try Self.scans()
    let run = try sheet(folder, "album.html", ["--columns", "2"])
    #expect(run.output == "album/index.html\n" && run.status == 0, "\(run.error)")
    #expect(folder.names("album") == ["index.html", "scans"])
    #expect(folder.names("album/scans") == ["a-1.jpg", "b-1.jpg", "c 1#.jpg"])
    #expect(try folder.read("album/scans/b-1.jpg") == folder.read("scans/b-1.jpg"))
    let page = String(decoding: try folder.read("album/index.html"), as: UTF8.self)
    #expect(page.contains("<p>Møns Klint (1984) &lt;b&gt;&amp;\\</p>") && page.contains("repeat(2, "))
    #expect(page.contains("src=\"scans/c%201%23.jpg\"") && page.contains("<time datetime=\"1984-07\">1984-07</time>"))
    #expect(!page.contains("http"), "nothing comes from elsewhere")
  }

  /// A real browser shows the scans, at one scale.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium"), "needs chromium"))
  func aBrowserShowsThePage() throws {
    let folder = try Self.scans()
    _ = try sheet(folder, "album.html")
    _ = try Program.run(
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1000,800",
        "--user-data-dir=\(folder.path("profile"))", "--screenshot=\(folder.path("page.png"))",
        "file://\(folder.path("album/index.html"))",
      ], of: "/usr/bin/chromium", in: folder)
    let page = try PhotoFile(decoding: [UInt8](folder.read("page.png"))).photo.luma
    func width(_ level: Int) -> Int {
      (0..<page.height).map { y in (0..<page.width).count { abs(Int(page[$0, y]) - level) < 3 } }.max() ?? 0
    }
    // 88 mm and 54 mm.
    #expect(width(90) > 200 && abs(Double(width(90)) / Double(max(width(120), 1)) - 88.0 / 54) < 0.05)
    #expect(width(200) > 100)
  }

  @Test func aPictureShowsAllScansOnOnePage() throws {
    let folder = try Self.scans()
    let run = try sheet(folder, "sheet.jpg", ["--page", "a5", "--ppi", "100"])
    #expect(run.output == "sheet.jpg\n" && !run.error.contains("font"), "\(run.error)")
    let photo = try PhotoFile(decoding: [UInt8](folder.read("sheet.jpg"))).photo
    #expect((photo.width, photo.height) == (583, 827))
    let histogram = Histogram(of: photo.luma.samples)
    for level in [90, 120, 200] {
      #expect(histogram.counts[level - 3...level + 3].reduce(0, +) > 3000, "the scan of level \(level) is there")
    }
  }

  @Test func lettersThatAPictureLacksAreTold() throws {
    let folder = try Self.scans()
    try FileManager.default.copyItem(atPath: folder.path("scans/a-1.jpg"), toPath: folder.path("scans/写真.jpg"))
    let run = try sheet(folder, "sheet.jpg")
    #expect(run.output == "sheet.jpg\n" && run.error.contains("letters that the sheet's font lacks"), "\(run.error)")
  }

  @Test func whatDoesNotFitOnOnePictureIsTold() throws {
    let folder = try Self.scans()
    let run = try sheet(folder, "sheet.jpg", ["--page", "50x50", "--columns", "1"])
    #expect(run.status == 1 && run.output == "")
    #expect(
      run.error
        == "peel: sheet.jpg: 3 scans don't fit on one page in 1 column; leave out --columns, or make a PDF: -o sheet.pdf\n"
    )
    #expect(folder.names() == ["scans"])
  }

  @Test(arguments: ["album.pdf", "album.html", "album.jpg"])
  func nothingIsReplaced(_ output: String) throws {
    let folder = try Self.scans()
    let name = output == "album.html" ? "album" : output
    try folder.write(Data("mine".utf8), name)
    let run = try sheet(folder, output)
    #expect(
      run.status == 1 && run.error == "peel: \(name): exists already; choose another name with -o, or move it away\n")
    #expect(try folder.read(name) == Data("mine".utf8) && folder.names() == [name, "scans"])
  }

  /// A scan that is missing or damaged is named, and the others are shown.
  @Test(arguments: ["album.pdf", "album.html", "album.jpg"])
  func missingScansAreTold(_ output: String) throws {
    let folder = try Self.scans()
    try folder.write(Data(try folder.read("scans/a-1.jpg").dropLast(6000)), "scans/cut.jpg")
    try folder.write(Data("text".utf8), "scans/text.jpg")
    let run = try Program.run(["sheet", "gone.jpg", "scans", "-o", output], in: folder)
    #expect(run.status == 1 && run.lines.count == 1)
    #expect(run.error.contains("peel: gone.jpg: there is no such file") && run.error.contains("peel: scans/text.jpg: "))
    #expect(run.error.contains("peel: scans/cut.jpg: "))
  }

  @Test func withoutAScanThereIsNoSheet() throws {
    let folder = try Folder()
    let run = try Program.run(["sheet", "gone.jpg", "-o", "deep/album.pdf"], in: folder)
    #expect(run.status == 1 && run.error == "peel: gone.jpg: there is no such file; check the name\n")
    #expect(folder.names("deep") == [])
  }

  @Test(arguments: [
    ["-o", "album.txt"], ["-o", "album"], ["-o", "a.pdf", "--page", "7x7"], ["-o", "a.pdf", "--page", "b4"],
    ["-o", "a.pdf", "--columns", "0"], ["-o", "a.pdf", "--columns", "99"], ["-o", "a.jpg", "--ppi", "9999"],
    ["-o", "a.jpg", "--ppi", "600", "--page", "5000x5000"],
  ])
  func oddOptionsAreRefused(_ options: [String]) throws {
    let folder = try Self.scans()
    #expect(try Program.run(["sheet", "scans"] + options, in: folder).status == 64)
    #expect(folder.names() == ["scans"])
  }

  /// Every turn and mirror image that EXIF knows.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftoppm"), "needs poppler-utils"),
    arguments: 1...8)
  func scansAreUpright(_ orientation: Int) throws {
    let folder = try Folder()
    // The upright picture's left third is black, its top right dark.
    let (width, height) = orientation >= 5 ? (200, 300) : (300, 200)
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (a, b) = (Double(x) / Double(width), Double(y) / Double(height))
        let (across, down) =
          switch orientation {
          case 1: (a, b)
          case 2: (1 - a, b)
          case 3: (1 - a, 1 - b)
          case 4: (a, 1 - b)
          case 5: (b, a)
          case 6: (1 - b, a)
          case 7: (1 - b, 1 - a)
          default: (b, 1 - a)
          }
        let level: UInt8 = across < 0.3 ? 0 : down < 0.5 ? 90 : 200
        samples += [level, level, level]
      }
    }
    try folder.write(Data(try ScanFile().encoded(Picture(width: width, height: height, samples: samples))), "a.jpg")
    _ = try Program.run(
      ["-q", "-n", "-overwrite_original", "-Orientation=\(orientation)", "a.jpg"], of: Exiftool.path, in: folder)
    let run = try Program.run(["sheet", "a.jpg", "-o", "a.pdf", "--columns", "1", "--page", "150x150"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    _ = try Program.run(["-r", "50", "-png", "-singlefile", "a.pdf", "a"], of: "/usr/bin/pdftoppm", in: folder)
    let page = try PhotoFile(decoding: [UInt8](folder.read("a.png"))).photo.luma
    // The scan is 100 mm long, from the top left of the margin.
    func level(_ x: Double, _ y: Double) -> Int {
      Int(page[Int((10 + x) / 25.4 * 50), Int((10 + y) / 25.4 * 50)])
    }
    #expect(level(15, 33) < 20 && abs(level(70, 15) - 90) < 12 && abs(level(70, 50) - 200) < 12)
  }

  /// One page's block of scans is as far from the left as from the right, and from the top as from the bottom.
  @Test func aPagesScansAreInTheMiddle() throws {
    let lettering = SheetLayout.Lettering(size: 2, height: 3) { _ in 0.5 }
    let scans = Array(repeating: SheetScan(ratio: 0.5, longSide: 60, title: "a"), count: 4)
    let cells = SheetLayout(scans, on: PageSize(width: 210, height: 297), columns: 2, lettering).pages.flatMap { $0 }
    let (left, right) = (cells.map(\.x).min() ?? 0, cells.map { $0.x + $0.width }.max() ?? 0)
    #expect(abs(left - (210 - right)) < 1e-9)
    let (top, bottom) = (cells.map(\.y).min() ?? 0, cells.map { $0.baseline(0, lettering) }.max() ?? 0)
    #expect(abs(top - (297 - bottom - 1)) < 1e-9, "a line of 3 mm has its baseline at 2 mm")
  }

  /// Every letter has a stroke within its width, and none leaves the em.
  @Test func lettersStayInTheirEm() throws {
    let letters = (33..<127).map { Character(Unicode.Scalar(UInt8($0))) } + Array("äöüßÄÖÜéèêçñåøæœ€–…")
    for letter in letters {
      let glyph = try #require(StrokeFace.glyph(letter), "\(letter)")
      let points = glyph.strokes.flatMap(\.self)
      #expect(!points.isEmpty && glyph.strokes.allSatisfy { $0.count > 1 }, "\(letter)")
      #expect(points.allSatisfy { $0.x > -1.6 && $0.x < glyph.width + 1 && $0.y > -2.3 && $0.y < 9.6 }, "\(letter)")
    }
    #expect(StrokeFace.glyph("ä")?.width == StrokeFace.glyph("a")?.width && StrokeFace.glyph("写") == nil)
  }

  /// Sizes of pages, scales and rows.
  @Test func layoutsKeepRealSizes() throws {
    let lettering = SheetLayout.Lettering(size: 2, height: 3) { _ in 0.5 }
    let scans = [
      SheetScan(ratio: 0.8, longSide: 100, title: "a"), SheetScan(ratio: 2, longSide: 50, title: "b"),
      SheetScan(ratio: 1, title: "c", date: "1984", caption: String(repeating: "word ", count: 60)),
    ]
    let layout = SheetLayout(scans, on: try #require(PageSize("A4")), columns: 3, lettering)
    let cells = layout.pages.flatMap { $0 }
    #expect(cells.count == 3 && layout.scale < 1)
    #expect(abs(cells[0].height / layout.scale - 100) < 1e-9 && abs(cells[1].width / layout.scale - 50) < 1e-9)
    #expect(cells[2].lines.count == 5 && cells[2].lines[4].hasSuffix("..."))
    #expect(Set(cells.map { (($0.y + $0.height) * 1e6).rounded() }).count == 1, "texts begin side by side")
    let wide = SheetLayout(scans, on: PageSize(width: 900, height: 400), columns: 3, lettering)
    #expect(wide.scale == 1, "none is larger than life")
    #expect(PageSize("297x210") == PageSize(width: 297, height: 210) && PageSize("1x1x1") == nil)
    let many = SheetLayout(
      Array(repeating: scans[0], count: 100), on: PageSize(width: 210, height: 297), columns: 2, lettering)
    for page in many.pages {
      #expect(page.allSatisfy { $0.x >= 10 && $0.x + $0.width <= 200.001 && $0.y >= 10 && $0.y + $0.height < 287 })
    }
    #expect(many.pages.map(\.count).reduce(0, +) == 100)
  }
}
