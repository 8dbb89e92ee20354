import Foundation
import PeelImaging
import Testing

@testable import PeelCodecs

struct ScanFileTests {
  private func scan(_ format: ScanFile.Format = .jpeg, _ change: (inout ScanFile) -> Void = { _ in }) throws -> [UInt8]
  {
    var file = ScanFile()
    file.format = format
    change(&file)
    return try file.encoded(Made.picture(60, 40))
  }

  @Test(arguments: ScanFile.Format.allCases)
  func theSameBytesEveryTime(_ format: ScanFile.Format) throws {
    func once() throws -> [UInt8] {
      try scan(format) {
        $0.exif = Exif(block: Tiff.phone())
        $0.profile = MadeProfile.displayP3
        $0.ppi = 600
        $0.source = "a.jpg"
      }
    }
    #expect(try once() == once())
  }

  /// A scan carries what its photo's file knows, without being told so.
  @Test(arguments: ScanFile.Format.allCases)
  func aScanCarriesItsPhotosMetadata(_ format: ScanFile.Format) throws {
    let original = try scan(.png) {
      $0.exif = Exif(block: Tiff.phone())
      $0.profile = MadeProfile.displayP3
      $0.ppi = 300
    }
    let photo = try PhotoFile(decoding: original)
    for (ppi, expected) in [(nil, 300.0), (610, 610)] as [(Double?, Double)] {
      var file = ScanFile(of: photo, ppi: ppi, source: "a.png")
      file.format = format
      #expect(file.ppi.map { abs($0 - expected) < 0.01 } == true)
      let read = try PhotoFile(decoding: file.encoded(Made.picture(60, 40)))
      #expect(read.profile == MadeProfile.displayP3 && read.profileName == "Display P3")
      #expect(read.exif?.date == photo.exif?.date && read.exif?.date != nil)
    }
    #expect(ScanFile(of: PhotoFile(photo.photo)).profile == nil)
  }

  /// Scanners write how dense their pixels are in the JFIF header: the unit, and the density across and down.
  @Test(
    arguments: [
      (1, 300, 300, 300), (2, 118, 118, 299.72), (1, 300, 600, nil), (0, 300, 300, nil), (1, 0, 0, nil), (1, 1, 1, nil),
      (1, 72, 72, nil), (1, 96, 96, nil), (3, 300, 300, nil),
    ] as [(UInt8, UInt16, UInt16, Double?)])
  func theDensityOfAJPEG(_ unit: UInt8, _ across: UInt16, _ down: UInt16, _ expected: Double?) throws {
    var bytes = try scan { $0.ppi = 300 }
    let header = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("JFIF\0".utf8)) }) + 7
    bytes[header] = unit
    for (offset, value) in [(1, across), (3, down)] {
      (bytes[header + offset], bytes[header + offset + 1]) = (UInt8(value >> 8), UInt8(value & 0xFF))
    }
    let photo = try PhotoFile(decoding: bytes)
    #expect(photo.resolution == expected)
    #expect(ScanFile(of: photo).ppi == expected)
  }

  /// The photo's byte order is the file's, and 16 bits stay exact.
  @Test(arguments: [false, true], [false, true])
  func tiffsAreDeepAndDescribed(isBigEndian: Bool, isDeep: Bool) throws {
    let picture = Made.picture(300, 700)
    let deep = isDeep ? picture.samples.enumerated().map { UInt16($1) << 8 | UInt16($0 & 0xFF) } : nil
    func encoded(_ format: ScanFile.Format) throws -> [UInt8] {
      var file = ScanFile()
      file.format = format
      file.exif = Exif(block: Tiff.phone(isBigEndian: isBigEndian))
      file.profile = MadeProfile.displayP3
      file.ppi = 300
      return try file.encoded(picture, deepSamples: deep)
    }
    let bytes = try encoded(.tiff)
    #expect(bytes.starts(with: isBigEndian ? Array("MM\0*".utf8) : Array("II*\0".utf8)))
    #expect(bytes.count < picture.samples.count * (isDeep ? 2 : 1), "it is compressed")
    let tiff = try PhotoFile(decoding: bytes, keepsDepth: true)
    let png = try PhotoFile(decoding: encoded(.png), keepsDepth: true)
    #expect(tiff.photo.luma == png.photo.luma && tiff.photo.chroma?.red == png.photo.chroma?.red)
    #expect(tiff.photo.deep?.luma == png.photo.deep?.luma && (tiff.photo.deep != nil) == isDeep)
    #expect(tiff.profile == MadeProfile.displayP3 && tiff.resolution == 300 && tiff.warnings == [])
    #expect(tiff.exif?.date == png.exif?.date && tiff.exif?.focalLength35 == 26)
    let exif = try #require(TIFFStructure(tiff.exif?.block ?? []))
    let first = try #require(exif.directory(at: exif.start))
    #expect(exif.text(first[0x10F]) == "Maker of phones")
    #expect(exif.integer(first[Exif.Tag.gpsDirectory]).flatMap(exif.directory)?[2]?.count == 3)
  }

  @Test(arguments: ScanFile.Subsampling.allCases)
  func subsampling(_ subsampling: ScanFile.Subsampling) throws {
    let photo = try PhotoFile(decoding: scan { $0.subsampling = subsampling }).photo
    #expect(photo.chroma?.scale ?? (0, 0) == (subsampling == .half ? (2, 2) : (1, 1)))
  }

  /// Nine strips and more, so that restart markers are reused; one full strip; one that isn't full; a single row.
  @Test(arguments: [1100, 1152, 129, 128, 1], ScanFile.Subsampling.allCases)
  func aFileOfStripsHasThePixelsOfAPlainOne(_ height: Int, _ subsampling: ScanFile.Subsampling) throws {
    let picture = Made.picture(37, height)
    var file = ScanFile()
    file.subsampling = subsampling
    file.exif = Exif(block: Tiff.phone())
    file.profile = MadeProfile.displayP3
    let strips = try #require(try file.strips(width: 37, height: height))
    let bytes = strips.joined(
      try strips.rows.map {
        try strips.coded(FinishedPlanes(of: picture, rows: $0, chromaScale: strips.chromaScale))
      })
    #expect(try bytes == file.encoded(picture))
    var plain = JPEGEncoder()
    plain.chromaScale = subsampling == .half ? (2, 2) : (1, 1)
    let planes = FinishedPlanes(of: picture, rows: 0..<height, chromaScale: plain.chromaScale)
    let expected = try PhotoFile(decoding: plain(planes.luma, planes.chroma)).photo
    let read = try PhotoFile(decoding: bytes)
    #expect(read.photo.luma == expected.luma)
    #expect(read.photo.chroma?.blue == expected.chroma?.blue && read.photo.chroma?.red == expected.chroma?.red)
    #expect(read.warnings.isEmpty && read.profile == MadeProfile.displayP3)
  }

  /// Compares our planes with libjpeg's for the same picture, at the highest quality.
  @Test(arguments: [(37, 50), (64, 48), (1, 1)], ScanFile.Subsampling.allCases)
  func planesHaveThePicturesColours(_ size: (width: Int, height: Int), _ subsampling: ScanFile.Subsampling) throws {
    let picture = Made.picture(size.width, size.height)
    var encoder = JPEGEncoder()
    encoder.quality = 100
    encoder.chromaScale = subsampling == .half ? (2, 2) : (1, 1)
    let planes = FinishedPlanes(of: picture, rows: 0..<size.height, chromaScale: encoder.chromaScale)
    let ours = try PhotoFile(decoding: encoder(planes.luma, planes.chroma)).photo
    let made = try Made.jpeg(size.width, size.height) { $0.chromaScale = encoder.chromaScale }
    let theirs = try PhotoFile(decoding: made).photo
    func largest(_ a: Plane<UInt8>, _ b: Plane<UInt8>) -> Int {
      zip(a.samples, b.samples).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }
    // Each cosine transform rounds once more.
    #expect(largest(ours.luma, theirs.luma) <= 3 && largest(ours.luma, planes.luma) <= 2)
    let (chroma, other) = (try #require(ours.chroma), try #require(theirs.chroma))
    #expect(chroma.scale == encoder.chromaScale)
    #expect(largest(chroma.blue, other.blue) <= 3 && largest(chroma.red, other.red) <= 3)
    #expect(largest(chroma.blue, planes.chroma.blue) <= 2 && largest(chroma.red, planes.chroma.red) <= 2)
  }

  /// The number of blocks between restart markers has 16 bits.
  @Test func theWidestStripsHaveFewerRows() throws {
    var file = ScanFile()
    file.subsampling = .full
    let rows = try #require(try file.strips(width: 65_500, height: 200)).rows
    #expect(rows.first == 0..<64 && rows.last == 192..<200)
    #expect(try file.strips(width: 2000, height: 200)?.rows.first == 0..<128)
  }

  @Test func wholePicturesAloneMakePNGAndChangedColours() throws {
    var file = ScanFile()
    file.convertsToSRGB = true
    #expect(try file.strips(width: 8, height: 8) == nil)
    file.convertsToSRGB = false
    file.format = .png
    #expect(try file.strips(width: 8, height: 8) == nil)
  }

  @Test func higherQualityTakesMoreBytes() throws {
    let sizes = try [-5, 1, 50, 92, 100, 500].map { quality in try scan { $0.quality = quality }.count }
    #expect(sizes[0] == sizes[1] && sizes[4] == sizes[5])
    #expect(sizes[1] < sizes[2] && sizes[2] < sizes[3] && sizes[3] < sizes[4])
  }

  @Test func densityIsInTheJFIFHeader() throws {
    let bytes = try scan { $0.ppi = 599.6 }
    let header = try #require(JPEGSegments(bytes).payloads(marker: 0xE0, signature: Array("JFIF\0".utf8)).first)
    #expect(Array(header.prefix(7)) == [1, 1, 1, 2, 88, 2, 88])
    #expect(try PhotoFile(decoding: bytes).exif != nil, "and in a fresh EXIF block")
    #expect(try PhotoFile(decoding: scan()).exif == nil, "which is only written if it has content")
  }

  /// One piece, one nearly full piece, two, and many. The size of a profile is a multiple of 4.
  @Test(arguments: [0, 65_516, 65_520, 300_000])
  func profilesOfEverySizeSurvive(_ count: Int) throws {
    func profile(_ padding: Int) -> [UInt8] {
      let xyz = [[0.5, 0.3, 0], [0.3, 0.6, 0.1], [0.1, 0.1, 0.7]]
      return MadeProfile.matrix("RGB", xyz, curve: MadeProfile.parametric([2, 1, 0, 0, 0]), padding: padding)
    }
    let profile = profile(max(0, count - profile(4).count + 4))
    let file = try PhotoFile(decoding: scan { $0.profile = profile })
    #expect(file.profile == profile)
    #expect(file.warnings.isEmpty)
  }

  @Test(arguments: [
    (Array(MadeProfile.displayP3.dropLast()), "its colour profile is damaged and was dropped"),
    (Array(repeating: 7, count: 200), "its colour profile is damaged and was dropped"),
    ([1, 2, 3], "its colour profile is damaged and was dropped"),
    (MadeProfile.inks { _ in (50, 0, 0) }, "its colour profile is for CMYK, not for RGB, and was dropped"),
    (
      MadeProfile.displayP3.with("\u{1}\u{1B}[m", at: 16),
      "its colour profile is for another space, not for RGB, and was dropped"
    ),
  ])
  func otherProfilesAreDroppedWithAWarning(_ profile: [UInt8], _ warning: String) throws {
    let file = try PhotoFile(decoding: scan { $0.profile = profile })
    #expect(file.profile == nil)
    #expect(file.warnings == [warning])
  }

  /// Pieces may have any order, but none may be missing, repeated or have another total.
  @Test func profilesAreAssembledFromPieces() {
    let pieces: [ArraySlice<UInt8>] = [[2, 3, 20, 21], [1, 3, 10], [3, 3, 30]]
    #expect(ColourProfile.assembled(pieces) == [10, 20, 21, 30])
    #expect(ColourProfile.assembled(pieces.dropLast()) == nil)
    #expect(ColourProfile.assembled(pieces.dropLast() + [[1, 3, 30]]) == nil)
    #expect(ColourProfile.assembled(pieces.dropLast() + [[3, 4, 30]]) == nil)
    #expect(ColourProfile.assembled(pieces.dropLast() + [[0, 3, 30]]) == nil)
    #expect(ColourProfile.assembled([[1]]) == nil)
  }

  @Test(arguments: ScanFile.Format.allCases, [(0, 0), (0, 5)])
  func nothingCannotBeWritten(_ format: ScanFile.Format, _ size: (Int, Int)) {
    var file = ScanFile()
    file.format = format
    #expect(throws: CodecError.tooLarge(width: size.0, height: size.1)) {
      try file.encoded(Picture(width: size.0, height: size.1, samples: []))
    }
  }

  /// A thumbnail isn't taken for the photo.
  @Test func theThumbnailIsNotThePhoto() throws {
    let bytes = try Made.jpeg(64, 48, segments: [Made.exifSegment(Tiff.phone(orientation: 1) + Made.jpeg(16, 16))])
    #expect(try PhotoFile(decoding: bytes).photo.width == 64)
  }

  @Test(arguments: ScanFile.Format.allCases)
  func exiftoolAgrees(_ format: ScanFile.Format) throws {
    let exiftool = URL(filePath: "/usr/bin/exiftool")
    guard FileManager.default.isExecutableFile(atPath: exiftool.path) else {
      print("skipped: exiftool is not installed (libimage-exiftool-perl)")
      return
    }
    let bytes = try scan(format) {
      $0.exif = Exif(block: Tiff.phone())
      $0.profile = MadeProfile.displayP3
      $0.ppi = 600
      $0.source = "Møns Klint & <co>.jpg"
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "peel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "scan.\(format.rawValue)")
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = exiftool
    process.arguments = ["-json", "-n", "-G0", "-a", "-warning", "-validate", "-all", file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let tags = try #require((try JSONSerialization.jsonObject(with: output) as? [[String: Any]])?.first)
    func text(_ tag: String) -> String { tags[tag].map { "\($0)" } ?? "none" }
    #expect(text("EXIF:Orientation") == "1")
    #expect(text("EXIF:DateTimeOriginal") == "2024:07:01 12:30:00")
    #expect(text("EXIF:Make") == "Maker of phones")
    #expect(text("EXIF:ExifImageWidth") == "60" && text("EXIF:ExifImageHeight") == "40")
    #expect(text("EXIF:XResolution") == "600" && text("EXIF:ResolutionUnit") == "2")
    #expect(text("Composite:GPSLatitude").hasPrefix("48.1375"))
    #expect(text("Composite:GPSLongitude").hasPrefix("11.575"))
    #expect(text("EXIF:ThumbnailImage") == "none" && text("EXIF:ThumbnailOffset") == "none")
    #expect(text("XMP:Source") == "Møns Klint & <co>.jpg")
    #expect(text("ICC_Profile:ProfileFileSignature") == "acsp")
    #expect(format != .jpeg || text("JFIF:XResolution") == "600")
    #expect(format != .png || text("PNG:PixelsPerUnitX") == "23622")
  }
}
