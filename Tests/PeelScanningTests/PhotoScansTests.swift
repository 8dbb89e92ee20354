import Foundation
import PeelFiles
import PeelImaging
import PeelScanning
import PeelTestSupport
import Testing

@testable import PeelCodecs

/// The library's calls from a photo's file to a scan's file.
@Suite struct PhotoScansTests {
  private static let sample = "rocket-tilted.jpg"

  private static func profile() throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: Truth.path("display-p3.icc"))))
  }

  /// Writes `desk.jpg`, with the sample's EXIF data and a colour profile.
  private func photo(in folder: Folder) throws -> PhotoFile {
    var file = ScanFile()
    file.exif = try PhotoFile(Path(Samples.path(Self.sample))).exif
    file.profile = try Self.profile()
    try folder.write(Data(try file.encoded(Roll.picture(1))), "desk.jpg")
    return try PhotoFile(Path(folder.path("desk.jpg")))
  }

  /// With `--curl off`, prints are found as if all were flat: the fit of a curl moves corners.
  @Test(arguments: [true, false]) func curlsAreLookedForIfTheyAreStraightened(_ straightens: Bool) {
    var settings = ScanSettings()
    settings.straightens = straightens
    let scanner = ItemScanner(detector: Detector(), maker: ScanMaker(settings), folder: Path("out"))
    #expect(scanner.detector.parameters.findsCurl == straightens)
  }

  /// The density that a page's file tells, the one that is believed, and the one in the JFIF header, whose unit is 0 if there
  /// is none (ITU-T T.871, section 10.1).
  @Test(arguments: [(300.0, 300.0, [1, 1, 44]), (1200, nil, [1, 0, 72]), (nil, nil, [0, 0, 1])])
  func `a scan has its page's density, if that is believed`(told: Double?, dpi: Double?, header: [UInt8]) throws {
    var file = ScanFile()
    file.ppi = told
    var photo = try PhotoFile(decoding: file.encoded(Roll.picture(1)))
    photo.photo.page = PageScale(dpi: dpi)
    let scan = try photo.scan(of: Print(quad: Quad(x: 10, y: 10, width: 100, height: 120), confidence: 1))
    #expect(ScanRecord(try PhotoFile(decoding: scan.bytes), scan.bytes).ppi == dpi)
    #expect(Array(scan.bytes[13...15]) == header)
  }

  @Test(arguments: ScanFile.Format.allCases)
  func filesHaveEXIFProfileAndResolution(_ format: ScanFile.Format) throws {
    let folder = try Folder()
    let photo = try photo(in: folder)
    #expect(photo.exif?.date?.isEmpty == false)
    var settings = ScanSettings()
    settings.film = try #require(FilmChoice(name: "instax-mini"))
    settings.ppi = 100
    settings.format = format
    let scans = try photo.scans(settings)
    let path = folder.path("desk-1")
    try #require(scans.first).write(to: path)
    #expect(scans.count == 1)
    #expect(try folder.read("desk-1") == Data(scans[0].bytes))

    let scan = try PhotoFile(path)
    #expect(scan.exif?.date == photo.exif?.date && scan.exif?.orientation == .upright)
    #expect(try scan.profile == Self.profile())
    // 54 × 86 mm at 100 pixels per inch.
    #expect(scan.photo.width == 213 && scan.photo.height == 339)
    switch format {
    case .jpeg:
      // The units and densities in the JFIF header (ITU-T T.871, section 10.1).
      #expect(scans[0].bytes[13...17] == [1, 0, 100, 0, 100])
    case .webp, .avif: #expect(scan.format == (format == .avif ? .avif : .webp))
    case .tiff: #expect(scan.resolution.map { abs($0 - 100) < 0.25 } == true)
    case .png:
      // The scan's size is rounded to whole pixels, and its resolution follows that.
      #expect(abs((scan.resolution ?? 0) - 100) < 0.25)
    }
    #expect(String(decoding: scans[0].bytes, as: UTF8.self).contains(">desk.jpg<"))
  }

  @Test func scansAreThoseOfTheDetectedPrints() throws {
    let photo = try PhotoFile(Path(Samples.path(Self.sample)))
    let prints = photo.detect().prints
    #expect(!prints.isEmpty)
    let scans = try prints.map { try photo.scan(of: $0) }
    #expect(try photo.scans().map(\.bytes) == scans.map(\.bytes))
  }

  @Test func existingFilesAreReplacedOnlyOnRequest() throws {
    let folder = try Folder()
    let photo = try photo(in: folder)
    let scan = try #require(try photo.scans().first)
    let path = folder.path("desk.jpg")
    let before = try folder.read("desk.jpg")
    #expect(throws: FileError(.exists, Path(path))) { try scan.write(to: path) }
    #expect(try folder.read("desk.jpg") == before)
    try scan.write(to: path, replacing: true)
    #expect(try folder.read("desk.jpg") == Data(scan.bytes))
    #expect(folder.names() == ["desk.jpg"])
  }

  @Test func unreadablePhotosAreErrors() throws {
    let folder = try Folder()
    try folder.write(Data("Dear diary,\n".utf8), "text.jpg")
    for name in ["text.jpg", "missing.jpg"] {
      let path = Path(folder.path(name))
      do throws(PhotoError) {
        _ = try PhotoFile(path)
        Issue.record("\(name) was read")
      } catch {
        switch (name, error) {
        case ("text.jpg", .codec(path, .notAPhoto)): break
        case ("missing.jpg", .file(let error)) where error.fault == .missing && error.path == path: break
        default: Issue.record("\(name): \(error)")
        }
      }
    }
  }

  @Test(arguments: ["auto", "free", "instax-mini", "polaroid-600"])
  func filmChoicesHaveNames(_ name: String) throws {
    let choice = try #require(FilmChoice(name: name))
    #expect(choice.name == name)
    #expect(FilmChoice(name: name.uppercased()) == nil)
    #expect((choice.films.count == 1) == name.contains("-"))
  }
}
