import PeelImaging
import Testing

@testable import PeelCodecs

struct TIFFTests {
  /// A TIFF with one strip of grey or R, G, B.
  private func tiff(
    isBigEndian: Bool = false, width: UInt32 = 2, height: UInt32 = 1, bits: UInt16 = 8, photometric: UInt16 = 1,
    data: [UInt8] = [10, 200], next: Int = 0, more: (Tiff) -> [Tiff.Field] = { _ in [] }
  ) -> [UInt8] {
    let t = Tiff(isBigEndian: isBigEndian)
    let colours: UInt16 = [2, 8, 9].contains(photometric) ? 3 : 1
    func directory(_ strip: Int) -> [UInt8] {
      let bitsEach = Tiff.Field(
        tag: 258, type: 3, count: UInt32(colours), value: (0..<colours).flatMap { _ in t.number(bits) })
      let fields =
        [
          t.long(256, width), t.long(257, height), bitsEach, t.short(259, 1), t.short(262, photometric),
          t.long(273, UInt32(strip)), t.short(277, colours), t.long(278, height), t.long(279, UInt32(data.count)),
        ] + more(t)
      return t.directory(fields.sorted { $0.tag < $1.tag }, at: 8, next: next)
    }
    return t.header + directory(8 + directory(0).count) + data
  }

  @Test(arguments: [false, true])
  func samplesAreRead(_ isBigEndian: Bool) throws {
    let t = Tiff(isBigEndian: isBigEndian)
    #expect(try PhotoFile(decoding: tiff(isBigEndian: isBigEndian)).photo.luma.samples == [10, 200])
    let inverted = tiff(isBigEndian: isBigEndian, photometric: 0)
    #expect(try PhotoFile(decoding: inverted).photo.luma.samples == [245, 55])
    let red = try PhotoFile(
      decoding: tiff(isBigEndian: isBigEndian, width: 1, photometric: 2, data: [255, 0, 0])
    ).photo
    #expect([red.luma.samples, red.chroma?.blue.samples, red.chroma?.red.samples] == [[76], [85], [255]])
    let deep = tiff(isBigEndian: isBigEndian, bits: 16, data: t.number(UInt16(40_000)) + t.number(UInt16(77)))
    let file = try PhotoFile(decoding: deep, keepsDepth: true)
    #expect(file.photo.deep?.luma.samples == [40_000, 77])
    #expect(file.photo.luma.samples == [156, 0])
    #expect(try PhotoFile(decoding: deep).photo.deep == nil)
  }

  /// Samples follow each other bit by bit, in both byte orders.
  @Test(arguments: [false, true])
  func samplesOfOtherSizesAreRead(_ isBigEndian: Bool) throws {
    let deep = tiff(isBigEndian: isBigEndian, width: 3, bits: 12, data: [0xFF, 0xF0, 0x00, 0x80, 0x00])
    let file = try PhotoFile(decoding: deep, keepsDepth: true)
    #expect(file.photo.deep?.luma.samples == [65_535, 0, 32_776])
    #expect(file.photo.luma.samples == [255, 0, 128])
    let red = tiff(isBigEndian: isBigEndian, width: 1, bits: 4, photometric: 2, data: [0xF0, 0x00])
    let photo = try PhotoFile(decoding: red).photo
    #expect([photo.luma.samples, photo.chroma?.blue.samples, photo.chroma?.red.samples] == [[76], [85], [255]])
  }

  /// White, and what Pillow takes for sRGB's 200, 60, 40.
  @Test(arguments: [UInt16(8), 9], [UInt16(8), 16])
  func labBecomesSRGB(_ photometric: UInt16, _ bits: UInt16) throws {
    let t = Tiff()
    func samples(_ colour: (lightness: Double, a: Double, b: Double)) -> [UInt8] {
      let isOffset = photometric == 9
      let most = bits == 8 ? 255.0 : isOffset ? 65_280 : 65_535
      let unit = bits == 8 ? 1.0 : 256
      let numbers = [colour.lightness / 100 * most] + [colour.a, colour.b].map { ($0 + (isOffset ? 128 : 0)) * unit }
      return numbers.map { Int($0.rounded()) }.flatMap {
        bits == 8 ? [UInt8(truncatingIfNeeded: $0)] : t.number(UInt16(truncatingIfNeeded: $0))
      }
    }
    let data = samples((100, 0, 0)) + samples((47.45, 55, 45))
    let file = try PhotoFile(decoding: tiff(bits: bits, photometric: photometric, data: data), keepsDepth: true)
    let colours = file.photo.picture().samples
    #expect(zip(colours, [255, 255, 255, 200, 60, 40]).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(colours)")
    #expect((file.photo.deep == nil) == (bits == 8))
  }

  @Test func whatTheFileSaysIsKept() throws {
    let bytes = tiff {
      [
        $0.short(0x112, 6), $0.text(0x10F, "Maker of scanners"), $0.text(0x132, "2024:07:01 12:30:00"),
        $0.rational(0x11A, (600, 1)), $0.rational(0x11B, (600, 1)), $0.short(0x128, 2),
      ]
    }
    let file = try PhotoFile(decoding: bytes)
    #expect((file.photo.width, file.photo.height) == (1, 2))
    #expect(file.resolution == 600)
    let tiff = try #require(TIFFStructure(file.exif?.block ?? []))
    let first = try #require(tiff.directory(at: tiff.start))
    #expect(tiff.text(first[0x10F]) == "Maker of scanners")
    #expect(tiff.text(first[0x132]) == "2024:07:01 12:30:00")
    #expect(first[273] == nil, "the pixels' places are no fact about the photo")
  }

  @Test func furtherPagesAreReported() throws {
    let file = try PhotoFile(decoding: tiff(next: 8 + 2 + 12 * 9 + 4 + 2))
    #expect(file.hasMorePages)
    #expect(file.warnings.isEmpty)
    #expect(try !PhotoFile(decoding: tiff()).hasMorePages)
  }

  @Test func claimsAreRefused() throws {
    #expect(throws: CodecError.tooLarge(width: 100_000, height: 100_000)) {
      try PhotoFile(decoding: tiff(width: 100_000, height: 100_000))
    }
    #expect(throws: CodecError.self) { try PhotoFile(decoding: tiff(width: 4000, height: 4000)) }
    #expect(throws: CodecError.self) { try PhotoFile(decoding: tiff(bits: 32, data: [0, 0, 0, 0, 0, 0, 0, 0])) }
    let whole = tiff()
    for count in 1..<whole.count {
      #expect(throws: CodecError.self) { try PhotoFile(decoding: Array(whole[..<count])) }
    }
  }

  /// What a cut-off copy leaves. libtiff takes zeros for deflated samples.
  @Test func zerosInsteadOfTheEndAreNoticed() throws {
    let data = try PNGEncoder.deflated((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
    func file(_ data: [UInt8]) -> [UInt8] {
      var file = tiff(width: 64, height: 64, data: data)
      // The compression, tag 259, is the fourth entry.
      file[8 + 2 + 3 * 12 + 8] = 8
      return file
    }
    let zeros = [UInt8](repeating: 0, count: 40)
    #expect(try PhotoFile(decoding: file(data) + zeros).photo.width == 64)
    #expect(throws: CodecError.truncated(rowsRead: nil, height: nil)) {
      try PhotoFile(decoding: file(data.dropLast(40) + zeros))
    }
  }

  /// DNG, NEF and ARW have a sensor's samples in the first directory or in one inside it.
  @Test func rawFilesAreDistinguishedFromPictures() {
    #expect(FileKind(tiff()) == .photo(.tiff))
    #expect(FileKind(tiff(photometric: 32803)) == .photo(.raw))
    #expect(FileKind(tiff { [$0.long(0xC612, 0x0104_0000)] }) == .photo(.raw))
    let t = Tiff()
    let outer = tiff { [$0.long(0x14A, 400)] }
    let padding = Array(repeating: UInt8(0), count: 400 - outer.count)
    #expect(FileKind(outer + padding + t.directory([t.short(0x106, 32803)], at: 400)) == .photo(.raw))
    #expect(FileKind(outer + padding + t.directory([t.short(0x106, 1)], at: 400)) == .photo(.tiff))
  }
}
