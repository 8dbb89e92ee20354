import Foundation
import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelCodecs

struct PNGTests {
  private func png(_ width: Int, _ height: Int, _ change: (inout ScanFile) -> Void = { _ in }) throws -> [UInt8] {
    var file = ScanFile()
    file.format = .png
    change(&file)
    return try file.encoded(Made.picture(width, height))
  }

  /// A PNG with one stored deflate block.
  private func handmade(
    _ width: Int, _ height: Int, colourType: UInt8, depth: UInt8 = 8, chunks: [(String, [UInt8])] = [], rows: [[UInt8]]
  ) -> [UInt8] {
    var raw: [UInt8] = []
    for row in rows { raw += [0] + row }
    var (low, high) = (1, 0)
    for byte in raw {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let length = [UInt8(raw.count & 255), UInt8(raw.count >> 8)]
    var data: [UInt8] = [0x78, 0x01, 1] + length
    data += length.map { ~$0 }
    data += raw + PNGChunks.bigEndian(UInt32(high << 16 | low))
    let size = PNGChunks.bigEndian(UInt32(width)) + PNGChunks.bigEndian(UInt32(height))
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += PNGChunks.encoded("IHDR", size + [depth, colourType, 0, 0, 0])
    for chunk in chunks { file += PNGChunks.encoded(chunk.0, chunk.1) }
    return file + PNGChunks.encoded("IDAT", data) + PNGChunks.encoded("IEND", [])
  }

  private func pixel(_ photo: Photo, _ x: Int, _ y: Int) -> [UInt8] {
    [photo.luma[x, y]] + (photo.chroma.map { [$0.blue[x, y], $0.red[x, y]] } ?? [])
  }

  @Test(
    arguments: [
      ([255, 255, 255], [255, 128, 128]), ([0, 0, 0], [0, 128, 128]), ([255, 0, 0], [76, 85, 255]),
      ([0, 255, 0], [150, 44, 21]), ([0, 0, 255], [29, 255, 107]), ([17, 17, 17], [17, 128, 128]),
    ] as [([UInt8], [UInt8])])
  func coloursBecomePlanes(_ rgb: [UInt8], _ expected: [UInt8]) throws {
    let photo = try PhotoFile(decoding: handmade(1, 1, colourType: 2, rows: [rgb])).photo
    #expect(pixel(photo, 0, 0) == expected)
  }

  @Test func everyColourTypeIsRead() throws {
    let grey = try PhotoFile(decoding: handmade(2, 1, colourType: 0, rows: [[10, 200]])).photo
    #expect(grey.luma.samples == [10, 200] && grey.chroma == nil)
    let palette = handmade(2, 1, colourType: 3, chunks: [("PLTE", [0, 0, 255, 255, 255, 255])], rows: [[1, 0]])
    #expect(pixel(try PhotoFile(decoding: palette).photo, 0, 0) == [255, 128, 128])
    #expect(pixel(try PhotoFile(decoding: palette).photo, 1, 0) == [29, 255, 107])
    let alpha = handmade(2, 1, colourType: 6, rows: [[9, 9, 9, 0, 255, 0, 0, 255]])
    #expect(pixel(try PhotoFile(decoding: alpha).photo, 0, 0) == [255, 128, 128], "transparent over white")
    #expect(pixel(try PhotoFile(decoding: alpha).photo, 1, 0) == [76, 85, 255])
    let greyAlpha = handmade(2, 1, colourType: 4, rows: [[0, 0, 77, 255]])
    #expect(try PhotoFile(decoding: greyAlpha).photo.luma.samples == [255, 77])
    let deep = handmade(2, 1, colourType: 0, depth: 16, rows: [[0x40, 0x00, 0xFF, 0xFF]])
    #expect(try PhotoFile(decoding: deep).photo.luma.samples == [0x40, 0xFF], "16 bits are taken as sRGB")
    let bits = handmade(8, 1, colourType: 0, depth: 1, rows: [[0b1010_0000]])
    #expect(try PhotoFile(decoding: bits).photo.luma.samples == [255, 0, 255, 0, 0, 0, 0, 0])
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let exif = try #require(Exif(block: Tiff.phone()))
    let bytes = try png(31, 17) {
      $0.exif = exif
      $0.profile = MadeProfile.displayP3
      $0.ppi = 600
      $0.source = "IMG <1> & \"2\".jpg"
    }
    let file = try PhotoFile(decoding: bytes)
    #expect(file.format == .png)
    #expect(file.profile == MadeProfile.displayP3)
    #expect(file.exif?.date == "2024:07:01 12:30:00.042+02:00")
    #expect(file.exif?.orientation == .upright)
    #expect((file.photo.width, file.photo.height) == (31, 17))
    #expect(file.warnings.isEmpty)
    let picture = Made.picture(31, 17)
    let expected = Made.planes(of: picture)
    #expect(file.photo.luma == expected.luma && file.photo.chroma == expected.chroma)
    let chunks = PNGChunks(bytes)
    #expect(chunks.isComplete && !chunks.has("sRGB") && !chunks.has("gAMA"))
    // 600 pixels to an inch are 23,622 to a metre.
    #expect(chunks.data("pHYs") == [0, 0, 0x5C, 0x46, 0, 0, 0x5C, 0x46, 1])
    let xmp = String(decoding: try #require(chunks.data("iTXt")), as: UTF8.self)
    #expect(xmp.contains("<dc:source>IMG &lt;1&gt; &amp; \"2\".jpg</dc:source>"))
  }

  /// A profile takes precedence over gAMA (ISO/IEC 15948, 11.3.3.3). Without one, gAMA is used.
  @Test func aProfileOverridesAGamma() throws {
    let gamma = ("gAMA", PNGChunks.bigEndian(100_000))
    let profiled = try PNGChunks(png(1, 1) { $0.profile = MadeProfile.displayP3 })
    let profile = ("iCCP", try #require(profiled.data("iCCP")))
    for (chunks, expected) in [([gamma, profile], 128), ([profile], 128), ([gamma], 186)] {
      let bytes = handmade(1, 1, colourType: 2, chunks: chunks, rows: [[128, 128, 128]])
      let samples = try PhotoFile(decoding: bytes).photo.luma.samples
      #expect(samples == [UInt8(expected)], "\(chunks.map(\.0)): \(samples)")
    }
  }

  /// Whatever the picture, compression is lossless.
  @Test(arguments: [(1, 1), (3, 50), (257, 2), (300, 200)])
  func picturesComeBackExactly(_ width: Int, _ height: Int) throws {
    var random = RandomNumbers(seed: 3)
    let noise = (0..<3 * width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
    for samples in [noise, Made.picture(width, height).samples, Array(repeating: 9, count: noise.count)] {
      let bytes = try PNGEncoder()(Picture(width: width, height: height, samples: samples))
      let expected = Made.planes(of: Picture(width: width, height: height, samples: samples))
      #expect(try PhotoFile(decoding: bytes).photo == Photo(luma: expected.luma, chroma: expected.chroma))
      #expect(PNGChunks(bytes).data("sRGB") == [0])
    }
  }

  @Test func orientationIsAppliedToPNGAsWell() throws {
    let block = Tiff.phone(orientation: 6)
    let file = try PhotoFile(decoding: handmade(2, 1, colourType: 0, chunks: [("eXIf", block)], rows: [[10, 200]]))
    #expect((file.photo.width, file.photo.height) == (1, 2))
    #expect(file.photo.luma.samples == [10, 200])
  }

  /// Programs wrote EXIF as a text before PNG had a chunk for it.
  @Test(arguments: ["tEXt", "iTXt"], ["exif", "APP1"])
  func exifInATextIsRead(_ type: String, _ name: String) throws {
    let block = Array("Exif\0\0".utf8) + Tiff.phone(orientation: 6)
    func chunk(_ count: Int, _ digits: String) -> (String, [UInt8]) {
      let head = "Raw profile type \(name)\0" + (type == "iTXt" ? "\0\0\0\0" : "")
      return (type, Array("\(head)\nexif\n    \(count)\n\(digits)\n".utf8))
    }
    let hexadecimal = block.enumerated().map { index, byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16) + (index % 36 == 35 ? "\n" : "")
    }.joined()
    let other = (type, Array("Title\0no profile".utf8))
    let chunks = [other, chunk(block.count, hexadecimal)]
    let file = try PhotoFile(decoding: handmade(2, 1, colourType: 0, chunks: chunks, rows: [[10, 200]]))
    #expect((file.photo.width, file.photo.height) == (1, 2))
    #expect(file.exif?.focalLength35 == 26)
    #expect(!file.warnings.contains("its EXIF block is damaged and was dropped"))
    for wrong in [
      chunk(block.count + 1, hexadecimal), chunk(block.count, hexadecimal + "x"), chunk(1 << 60, ""), chunk(-1, "4578"),
    ] {
      let damaged = try PhotoFile(decoding: handmade(2, 1, colourType: 0, chunks: [wrong], rows: [[10, 200]]))
      #expect(damaged.exif == nil && damaged.warnings == ["its EXIF block is damaged and was dropped"])
    }
  }

  private static let displayP3 = ("cICP", [12, 13, 0, 1] as [UInt8])
  private static let adobeRGB: (String, [UInt8]) = (
    "cHRM", [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000].flatMap { PNGChunks.bigEndian($0) }
  )
  private static let primaries: (String, [UInt8]) = (
    "cHRM", [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap { PNGChunks.bigEndian($0) }
  )
  private static func gamma(_ gamma: UInt32) -> (String, [UInt8]) { ("gAMA", PNGChunks.bigEndian(gamma)) }

  /// Colours by numbers count before all others, and primaries only with an exponent. The samples stay as they are.
  @Test(
    arguments: [
      ([displayP3], "Display P3"), ([gamma(100_000), displayP3], "Display P3"),
      ([gamma(100_000), ("cICP", [1, 13, 0, 1])], nil), ([gamma(45_455), adobeRGB], "cHRM and gAMA"),
      ([gamma(45_455), primaries], nil), ([adobeRGB], nil), ([("sRGB", [0]), gamma(45_455), adobeRGB], nil),
    ] as [([(String, [UInt8])], String?)])
  func coloursAreToldByChunks(_ chunks: [(String, [UInt8])], _ name: String?) throws {
    let file = try PhotoFile(decoding: handmade(1, 1, colourType: 2, chunks: chunks, rows: [[200, 50, 50]]))
    #expect(file.profileName == name && file.warnings == [])
    let plain = try PhotoFile(decoding: handmade(1, 1, colourType: 2, rows: [[200, 50, 50]]))
    let pairs = zip(pixel(file.photo, 0, 0), pixel(plain.photo, 0, 0))
    #expect(pairs.allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  /// Adobe RGB's 200, 50, 50 is sRGB's 232, 46, 46.
  @Test func primariesMakeAProfile() throws {
    let bytes = handmade(1, 1, colourType: 2, chunks: [Self.gamma(45_455), Self.adobeRGB], rows: [[200, 50, 50]])
    let profile = try #require(try PhotoFile(decoding: bytes).profile)
    guard let transform = ColourTransform(from: profile, .rgb) else {
      Issue.record("the profile is refused")
      return
    }
    let converted = transform([200, 50, 50] as [UInt8])
    #expect(zip(converted, [232, 46, 46]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(converted)")
  }

  @Test func narrowRangeIsSpread() throws {
    let bytes = handmade(2, 1, colourType: 0, chunks: [("cICP", [1, 13, 0, 0])], rows: [[16, 235]])
    #expect(try PhotoFile(decoding: bytes).photo.luma.samples == [0, 255])
  }

  @Test(arguments: [
    ("eXIf", "its EXIF block is damaged and was dropped"), ("iCCP", "its colour profile is damaged and was dropped"),
  ])
  func damagedChunksAreDroppedWithAWarning(_ type: String, _ warning: String) throws {
    let bytes = handmade(2, 1, colourType: 0, chunks: [(type, Array("x\0\0junk".utf8))], rows: [[10, 200]])
    let file = try PhotoFile(decoding: bytes)
    #expect(file.warnings == [warning])
    #expect(file.exif == nil && file.profile == nil)
  }

  /// A compressed profile of 1.6 MB can expand to 1.6 GB. This one expands to 5 MB.
  @Test func profilesAreUnpackedWithinALimit() throws {
    let bytes = try png(4, 4) { $0.profile = Array(repeating: 0, count: 5 << 20) }
    let file = try PhotoFile(decoding: bytes)
    #expect(file.profile == nil && file.warnings == ["its colour profile is damaged and was dropped"])
  }

  @Test func hugeClaimsAreRefused() throws {
    let bytes = handmade(65_500, 65_500, colourType: 2, rows: [[1, 2, 3]])
    #expect(throws: CodecError.tooLarge(width: 65_500, height: 65_500)) { try PhotoFile(decoding: bytes) }
    #expect(throws: CodecError.self) {
      try PhotoFile(decoding: handmade(10_000, 12_000, colourType: 2, rows: [[1, 2, 3]]))
    }
    #expect(throws: CodecError.self) { try PhotoFile(decoding: handmade(0, 0, colourType: 2, rows: [])) }
  }

  @Test func cutsAnywhereAreTypedErrors() throws {
    let bytes = try png(9, 7) { $0.exif = Exif(block: Tiff.phone()) }
    let end = bytes.count - 12
    for count in 0..<end {
      do throws(CodecError) {
        _ = try PhotoFile(decoding: Array(bytes[..<count]))
        Issue.record("cut at \(count) of \(bytes.count)")
      } catch {
        switch error {
        case .empty, .truncated, .notAPhoto: break
        case .tooLarge, .needsMemory, .corrupt, .unsupported, .outOfMemory, .missing:
          Issue.record("cut at \(count): \(error)")
        }
      }
    }
  }

  /// A chunk claims 1 GB in a file of 300 bytes.
  @Test func whatAChunkClaimsTakesNoMemory() throws {
    var output = ScanFile()
    output.format = .png
    let file = try output.encoded(Made.picture(20, 20))
    let header = 33
    let claim = PNGChunks.bigEndian(1 << 30) + Array("eXIf".utf8)
    let before = try peakMemory()
    #expect(throws: CodecError.truncated(rowsRead: nil, height: 20)) {
      try PhotoFile(decoding: file[..<header] + claim + file[header...])
    }
    #expect(try peakMemory() - before < 500_000)
  }

  /// This process's peak memory in kB.
  private func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber)))
  }
}
