import Foundation
import PeelCodecs
import Testing

@testable import PeelImaging

/// Pages from a flatbed.
struct FlatbedTests {
  private static func page(_ prints: [PageRectangle]) -> DrawnPage {
    var page = DrawnPage()
    page.prints = prints
    return page
  }

  static let pages = [
    page([
      DrawnPage.print(x: 40.3, y: 60.6, width: 240, height: 300),
      DrawnPage.print(x: 340, y: 80, width: 200, height: 260, degrees: 3.2),
      DrawnPage.print(x: 120, y: 480, width: 301, height: 201, degrees: -2.1),
    ]),
    // Flush with the page's corner.
    page([
      DrawnPage.print(x: 0, y: 0, width: 300, height: 200),
      DrawnPage.print(x: 200, y: 400, width: 263, height: 377, degrees: 12),
    ]),
    // Touching, of different sizes.
    page([
      DrawnPage.print(x: 60, y: 60, width: 260, height: 180), DrawnPage.print(x: 60, y: 241, width: 180, height: 260),
    ]),
  ]

  @Test(arguments: pages) func `every print is found whole`(page: DrawnPage) throws {
    let detection = Detector().detect(in: page.photo)
    #expect(detection.page?.dpi == 75)
    #expect(detection.prints.count == page.prints.count)
    // Touching prints are a pixel apart.
    #expect(page.error(of: detection) < 0.8)
    for print in detection.prints {
      let (top, right) = (print.quad[.top], print.quad[.right])
      #expect(abs((top.to - top.from).normalized.dot((right.to - right.from).normalized)) < 1e-9)
    }
  }

  @Test func `a page without prints has none`() {
    #expect(Detector().detect(in: DrawnPage().photo).verdict == .none)
    var withRim = DrawnPage()
    withRim.rim = 9
    #expect(Detector().detect(in: withRim.photo).prints.isEmpty)
  }

  /// White frames that cover most of a row near the page's border are no rim.
  @Test func `prints in a row along the border are apart`() throws {
    var page = Self.page([
      DrawnPage.print(x: 24, y: 30, width: 176, height: 216, degrees: 1.5),
      DrawnPage.print(x: 222, y: 26, width: 176, height: 216, degrees: -1),
      DrawnPage.print(x: 420, y: 30, width: 176, height: 216, degrees: 1),
    ])
    (page.noise, page.frame) = (0.5, (248, 14))
    let bed = try #require(Bed(PageColours(page.photo, longSide: page.height).smoothed))
    #expect(abs(bed.row(38)[8].x / Float(PageColours.unit) - 243) < 1)
    #expect(page.error(of: Detector().detect(in: page.photo)) < 1)
  }

  /// One lies on it, and one beside it.
  @Test func `prints on a lid's rim are found`() {
    var page = Self.page([
      DrawnPage.print(x: 320, y: 0, width: 300, height: 450), DrawnPage.print(x: 0, y: 600, width: 260, height: 268),
    ])
    page.rim = 9
    let detection = Detector().detect(in: page.photo)
    #expect(page.error(of: detection) < 1.5)
    #expect(detection.verdict == .sure)
  }

  private static func row(gap: Double, degrees: Double = 0) -> DrawnPage {
    page(
      (0..<3).map {
        let turn = $0 == 1 ? degrees : 0
        return DrawnPage.print(x: 20 + (180 + gap) * Double($0), y: 60, width: 180, height: 270, degrees: turn)
      })
  }

  /// A gap of 4 px is closed; one of 7 is as wide as a side's edge is searched for.
  @Test(arguments: [4.0, 5, 6, 7, 9], [0.0, 0.3]) func `prints with a narrow gap are apart`(
    gap: Double, degrees: Double
  ) {
    let page = Self.row(gap: gap, degrees: degrees)
    let detection = Detector().detect(in: page.photo)
    #expect(detection.prints.count == 3)
    #expect(page.error(of: detection) < 0.1)
  }

  /// The shadows leave less of the gap than a reduced page shows.
  @Test func `a gap in shadow parts prints of any size`() {
    var page = DrawnPage(width: 1240, height: 1754, dpi: 150)
    (page.shadow, page.frame) = (4, (250, 47))
    page.prints = [
      DrawnPage.print(x: 70, y: 118, width: 431, height: 561), DrawnPage.print(x: 512, y: 118, width: 431, height: 561),
    ]
    #expect(Detector().detect(in: page.photo).prints.count == 2)
  }

  /// Prints of no common size that together look like one.
  /// At 150 dpi the gaps are 0.5 to 2 mm. No print has a common size, and none is like its neighbours.
  @Test(arguments: [(gap: 3.0, shadow: 0.0), (6, 0), (12, 0), (12, 4)])
  func `prints in rows and columns with narrow gaps are apart`(gap: Double, shadow: Double) {
    var page = Self.page(
      (0..<6).map { i in
        let (column, row) = (Double(i % 2), Double(i / 2))
        return DrawnPage.print(x: 40 + column * (540 + gap), y: 50 + row * (430 + gap), width: 540, height: 430)
      })
    (page.width, page.height, page.dpi, page.shadow) = (1240, 1754, 150, shadow)
    let detection = Detector().detect(in: page.photo)
    #expect(detection.prints.count == 6)
    // With half a millimetre between them, a side may lie on its neighbour's.
    #expect(page.error(of: detection) < (gap < 4 ? 3.5 : 1.5))
  }

  @Test(arguments: [1.0, 2]) func `a print that a line divides is unsure`(gap: Double) {
    #expect(Detector().detect(in: Self.row(gap: gap).photo).verdict == .review)
  }

  /// What is left on a page may be a print; dust and rims aren't.
  @Test func `what no print explains is known`() throws {
    var page = Self.page([
      DrawnPage.print(x: 40, y: 60, width: 240, height: 300), DrawnPage.print(x: 340, y: 500, width: 200, height: 260),
      DrawnPage.print(x: 100, y: 600, width: 30, height: 160),
    ])
    page.rim = 9
    let splitter = try #require(PageSplitter(page.photo, dpi: 75))
    let prints = splitter.prints().sorted { $0.rectangle.area > $1.rectangle.area }
    #expect(prints.count >= 2)
    #expect(!splitter.hasMore(than: prints))
    #expect(splitter.hasMore(than: Array(prints.prefix(1))))
    #expect(splitter.hasMore(than: []))
  }

  /// Longer than any print is.
  @Test func `a page with something unexplained is unsure`() {
    let one = DrawnPage.print(x: 20, y: 20, width: 160, height: 120)
    let strip = DrawnPage.print(x: 400, y: 180, width: 46, height: 420)
    let detection = Detector().detect(in: Self.page([one, strip]).photo)
    #expect(detection.prints.map { $0.confidence >= Detection.sureConfidence } == [true])
    #expect(detection.verdict == .review)
    #expect(Detector().detect(in: Self.page([one]).photo).verdict == .sure)
  }

  @Test func `prints around bare bed are apart`() {
    let page = Self.page([
      DrawnPage.print(x: 60, y: 60, width: 260, height: 180), DrawnPage.print(x: 321, y: 60, width: 180, height: 260),
      DrawnPage.print(x: 241, y: 321, width: 260, height: 180), DrawnPage.print(x: 60, y: 241, width: 180, height: 260),
    ])
    let detection = Detector().detect(in: page.photo)
    #expect(detection.prints.count == 4)
    // Touching prints are a pixel apart.
    #expect(page.error(of: detection) < 1.2)
  }

  /// White paper on a lid that is nearly as white.
  @Test(arguments: [6.0, 10, 16], [(x: 90.0, width: 440.0), (x: 40, width: 540), (x: 200, width: 200)])
  func `a sheet little lighter than the bed is no part of it`(step: Double, sheet: (x: Double, width: Double)) {
    var page = Self.page([
      DrawnPage.print(x: sheet.x, y: 60, width: sheet.width, height: 1.4 * sheet.width, degrees: 0.7)
    ])
    (page.bed, page.frame, page.noise) = (232, (232 + step, 1000), 0.6)
    #expect(page.error(of: Detector().detect(in: page.photo)) < 1)
  }

  @Test func `a black bed serves, too`() {
    var page = Self.pages[0]
    page.bed = 14
    #expect(page.error(of: Detector().detect(in: page.photo)) < 0.5)
  }

  @Test(arguments: [0, 1, 1e9, -300, .infinity, .nan]) func `no such density is believed`(dpi: Double) {
    var page = Self.pages[0]
    page.dpi = dpi
    let detection = Detector().detect(in: page.photo)
    #expect(detection.page == PageScale?.some(detection.page ?? PageScale(dpi: nil)) && detection.page?.dpi == nil)
    #expect(page.error(of: detection) < 0.5)
  }

  @Test func `photos of cameras are no pages, unless a person says so`() {
    var page = Self.pages[0]
    page.dpi = nil
    var detector = Detector()
    #expect(detector.page(of: page.photo) == nil && detector.detect(in: page.photo).page == nil)
    detector.parameters.flatbed = .always
    #expect(detector.detect(in: page.photo).page != nil)
    detector.parameters.flatbed = .never
    page.dpi = 75
    #expect(detector.detect(in: page.photo).page == nil)
  }

  @Test func `films are named by their size`() throws {
    let millimetre = 150 / 25.4
    var page = DrawnPage(width: 1240, height: 1754, dpi: 150)
    page.prints = [
      DrawnPage.print(x: 100, y: 120, width: 88 * millimetre, height: 107 * millimetre, degrees: 1),
      DrawnPage.print(x: 100, y: 1000, width: 89 * millimetre, height: 89 * millimetre, degrees: -1),
    ]
    let detection = Detector().detect(in: page.photo)
    #expect(Set(detection.prints.map { $0.film?.name ?? "-" }) == ["polaroid-600", "-"])
    var photo = page.photo
    photo.page = detection.page
    for print in detection.prints {
      let scan = try Developer()(photo, print.quad, film: print.film)
      #expect(abs((scan.ppi ?? 0) - 150) < 1e-6)
      #expect(abs(Double(scan.width) - print.quad.length(of: .top)) <= 0.5)
      #expect(abs(Double(scan.height) - print.quad.length(of: .left)) <= 0.5)
    }
  }

  @Test func `a straight print's pixels are copied`() throws {
    var page = DrawnPage()
    page.prints = [DrawnPage.print(x: 100, y: 150, width: 240, height: 300)]
    var photo = page.photo
    photo.page = PageScale(dpi: 75)
    var developer = Developer()
    developer.whiteBalance = .none
    let scan = try developer(photo, Quad(x: 100.3, y: 149.8, width: 240.2, height: 300.1))
    #expect((scan.width, scan.height) == (240, 300))
    for y in [0, 7, 299] {
      for x in [0, 11, 239] {
        #expect(scan.picture.samples[3 * (y * 240 + x)] == photo.luma[100 + x, 150 + y])
      }
    }
  }

  /// Few rows at a time are as all rows at once.
  @Test func `a scan that keeps its colours is finished as it is drawn`() throws {
    var developer = Developer()
    developer.whiteBalance = .none
    let photo = Self.pages[0].photo
    let development = try developer.prepare(photo, Self.pages[0].prints[1].quad)
    let strips = [development.strip(rows: 0..<development.height)]
    let colours = development.colours(of: strips)
    let given = try #require(development.givenColours)
    var (histograms, laplacians) = ([[Histogram]](), [Laplacian]())
    for start in stride(from: 0, to: development.height, by: 64) {
      let rows = start..<min(start + 64, development.height)
      let whole = development.finishedPlanes(rows: rows, of: strips, colours, chromaScale: (2, 2))
      let part = development.drawnAndFinished(rows: rows, given, chromaScale: (2, 2))
      #expect(part.planes.luma.samples == whole.planes.luma.samples)
      #expect(part.planes.chroma.blue.samples == whole.planes.chroma.blue.samples)
      histograms.append(part.histograms)
      laplacians.append(part.laplacian)
    }
    let sum = laplacians.reduce(Laplacian(), +)
    let facts = development.facts(given.counting(histograms), sum)
    #expect(facts.before == development.facts(colours, sum).before)
    #expect(facts.sharpness == development.scan(of: strips).facts.sharpness)
    developer.whiteBalance = .endsIn
    #expect(try developer.prepare(photo, Self.pages[0].prints[1].quad).givenColours == nil)
  }

  @Test func `a neutral bed keeps the colours`() throws {
    var photo = Self.pages[0].photo
    let detection = Detector().detect(in: photo)
    photo.page = detection.page
    let scan = try Developer()(photo, try #require(detection.prints.first).quad)
    #expect(scan.whiteBalance == .none)
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/photos/flatbed").standardizedFileURL
  private static var arePresent: Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "truth.json").path)
  }

  private struct Truth: Decodable {
    struct Page: Decodable {
      var file: String
      var kind: String
      var dpi: Double?
      var quads: [[[Double]]]
    }
    var images: [Page]
  }

  @Test(.enabled(if: arePresent, "the photos aren't beside the repository"))
  func `the prints of scanned pages are found`() throws {
    let truth = try JSONDecoder().decode(Truth.self, from: Data(contentsOf: Self.folder.appending(path: "truth.json")))
    var found = (made: 0, real: 0, pages: 0)
    for page in truth.images {
      let file = try PhotoFile(decoding: [UInt8](Data(contentsOf: Self.folder.appending(path: page.file))))
      let detection = Detector().detect(in: file.photo)
      #expect(detection.page != nil, "\(page.file)")
      if let dpi = page.dpi { #expect(abs((detection.page?.dpi ?? 0) - dpi) < 0.1, "\(page.file)") }
      let whole = Quad(x: 0, y: 0, width: Double(file.photo.width), height: Double(file.photo.height))
      let quads = page.quads.compactMap { Quad($0.map { Point($0[0], $0[1]) })?.standard }
      let right = quads.count { quad in
        detection.prints.contains {
          let shared = quad.intersectionArea($0.quad)
          return shared / (quad.intersectionArea(whole) + $0.quad.intersectionArea(whole) - shared) > 0.95
        }
      }
      if page.kind == "real" { found.real += right } else { found.made += right }
      if right == quads.count, detection.prints.count == quads.count { found.pages += 1 }
    }
    #expect(found.made >= 46 && found.real >= 6 && found.pages >= 13, "\(found)")
  }

  private static let shadowed = folder.appending(path: "../hard/h0003.jpg").standardizedFileURL

  /// White prints with soft shadows on a white lid: the search of photos is sure of them, the splitter isn't.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: shadowed.path), "needs ../shared/photos/hard"))
  func `a page that isn't split surely is searched as a photo`() throws {
    let photo = try PhotoFile(decoding: [UInt8](Data(contentsOf: Self.shadowed))).photo
    let detection = Detector().detect(in: photo)
    #expect(detection.page?.dpi == 300)
    #expect(detection.verdict == .sure)
    #expect(detection.prints.count == 7)
    #expect(Explanation()(photo, detection).width > 0)
  }
}
