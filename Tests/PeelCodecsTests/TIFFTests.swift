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
    let colours: UInt16 = photometric == 2 ? 3 : 1
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
