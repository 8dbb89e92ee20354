import PeelImaging
import Testing

@testable import PeelCodecs

struct ExifTests {
  @Test(arguments: [false, true])
  func factsAreRead(_ isBigEndian: Bool) throws {
    let exif = try #require(Exif(block: Tiff.phone(isBigEndian: isBigEndian)))
    #expect(exif.orientation == .rotated90)
    #expect(exif.focalLength35 == 26)
    #expect(exif.date == "2024:07:01 12:30:00.042+02:00")
    #expect(exif.pixelSize.map { [$0.width, $0.height] } == [4032, 3024])
  }

  /// A full frame's diagonal is 43.2666 mm; 5040 pixels are the diagonal of 4032 × 3024.
  @Test func focalLengthFromFilmEquivalent() throws {
    let exif = try #require(Exif(block: Tiff.phone()))
    let expected = 26.0 * 5040 / 43.2666
    #expect(abs((exif.focalLength(width: 4032, height: 3024) ?? 0) - expected) < 1e-9)
    #expect(abs((exif.focalLength(width: 3024, height: 4032) ?? 0) - expected) < 1e-9)
    #expect(abs((exif.focalLength(width: 8064, height: 6048) ?? 0) - expected * 2) < 1e-9)
  }

  /// 50 mm at 4000 pixels in 2.54 cm, 1000 in 1 cm, 157.48… in 1 mm and .15748 in 1 µm, on a photo twice as large.
  @Test(
    arguments: [
      (2, 4000, 50 * 4000 / 25.4), (3, 1000, 50 * 100.0), (4, 200, 50 * 200.0), (1, 4000, nil), (9, 4000, nil),
    ] as [(UInt16, UInt32, Double?)])
  func focalLengthFromThePlane(_ unit: UInt16, _ resolution: UInt32, _ expected: Double?) throws {
    let block = Tiff.phone {
      [$0.rational(0x920A, (50, 1)), $0.rational(0xA20E, (resolution, 1)), $0.short(0xA210, unit)]
    }
    let exif = try #require(Exif(block: block))
    #expect(
      exif.focalLength(width: 4032, height: 3024).map { ($0 * 1000).rounded() }
        == expected.map { ($0 * 1000).rounded() })
    #expect(
      exif.focalLength(width: 8064, height: 6048).map { ($0 * 1000).rounded() }
        == expected.map { ($0 * 2000).rounded() }
    )
  }

  @Test(
    arguments: [
      { [$0.short(0xA405, 0)] }, { [$0.rational(0x920A, (50, 0)), $0.rational(0xA20E, (1, 1))] },
      { [$0.short(0xA405, 65_535)] }, { [$0.text(0xA405, "26")] }, { _ in [] },
    ] as [@Sendable (Tiff) -> [Tiff.Field]])
  func nonsenseIsNoFocalLength(_ more: @Sendable (Tiff) -> [Tiff.Field]) throws {
    let exif = try #require(Exif(block: Tiff.phone(more: more)))
    #expect(exif.focalLength(width: 4032, height: 3024) == nil)
  }

  @Test(arguments: [
    (4032, 3024, false, true), (3024, 4032, false, true), (2016, 1512, true, false), (4032, 2268, true, false),
    (3000, 3000, true, false), (8064, 6048, false, true),
  ])
  func croppingIsNoticed(_ width: Int, _ height: Int, _ isCropped: Bool, _ hasFocalLength: Bool) throws {
    let exif = try #require(Exif(block: Tiff.phone()))
    #expect(exif.isCropped(width: width, height: height) == isCropped)
    #expect((exif.focalLength(width: width, height: height) != nil) == hasFocalLength)
  }

  /// Damaged blocks: no header, directories beyond the end, no directory.
  @Test(
    arguments: [
      [], Array("II*\0".utf8), Array("II*\0\u{8}\0\0\0".utf8), Array("XX*\0\u{8}\0\0\0\0\0".utf8),
      Array("II*\0\0\0\0\0\u{1}\0".utf8) + Array(repeating: 0, count: 16),
      Tiff().header + [0xFF, 0xFF] + Array(repeating: 0, count: 100),
      Array(repeating: 0x49, count: 70_000),
    ] as [[UInt8]])
  func corruptBlocksAreDroppedWithAWarning(_ block: [UInt8]) throws {
    #expect(Exif(block: block) == nil)
    guard block.count < 65_000 else { return }
    let file = try PhotoFile(decoding: Made.jpeg(8, 8, segments: [Made.exifSegment(block)]))
    #expect(file.exif == nil)
    #expect(file.warnings == ["its EXIF block is damaged and was dropped"])
  }

  /// An EXIF directory beyond the end, at the header, and without entries.
  @Test(arguments: [4_000_000_000, 0, 38] as [UInt32])
  func whatCanBeReadOfADamagedBlockIsKept(_ place: UInt32) throws {
    let block =
      Tiff().header + Tiff().directory([Tiff().short(0x112, 6), Tiff().long(0x8769, place)], at: 8)
      + Array(repeating: 0, count: 8)
    let file = try PhotoFile(decoding: Made.jpeg(8, 4, segments: [Made.exifSegment(block)]))
    #expect((file.photo.width, file.photo.height) == (4, 8))
    #expect(file.warnings == [])
    let updated = try #require(file.exif).updated(width: 10, height: 20, ppi: 600)
    let tiff = try #require(TIFFStructure(updated.block))
    let first = try #require(tiff.directory(at: tiff.start))
    #expect(tiff.integer(first[0x112]) == 1 && tiff.real(first[0x11A]) == 600)
    #expect(first[0x8769] == nil)
  }

  /// Directories that point to themselves or each other, values that cover their own directory, counts that overflow.
  @Test(arguments: [
    Tiff().header + Tiff().directory([Tiff().long(0x8769, 8)], at: 8, next: 8),
    Tiff().header + Tiff().directory([Tiff().long(0x8769, 8), Tiff().long(0x8825, 8)], at: 8, next: 9),
    Tiff().header
      + Tiff().directory(
        [
          .init(tag: 0x11A, type: 5, count: .max, value: [8, 0, 0, 0]),
          .init(tag: 0x112, type: 3, count: .max, value: [6, 0]),
        ],
        at: 8, next: 4_294_967_295),
    Tiff().header + Tiff().directory([.init(tag: 0x10F, type: 2, count: 5000, value: [8, 0, 0, 0])], at: 8),
    Tiff().header + Tiff().directory([.init(tag: 0x10F, type: 999, count: 9, value: [8, 0, 0, 0])], at: 8),
    Tiff().header + Tiff().directory(Array(repeating: Tiff().short(0x112, 6), count: 5000), at: 8),
  ])
  func hostileBlocksAreUpdatedSafely(_ block: [UInt8]) throws {
    let exif = try #require(Exif(block: block))
    let updated = exif.updated(width: 10, height: 20, ppi: 600)
    #expect(updated.orientation == .upright)
    #expect(updated.block.count <= block.count + 200)
    let tiff = try #require(TIFFStructure(updated.block))
    let first = try #require(tiff.directory(at: tiff.start))
    #expect(tiff.integer(first[0x112]) == 1)
    #expect(first.entries.allSatisfy { tiff.size(of: $0) == nil || tiff.value(of: $0) != nil })
    #expect(first.next == 0)
  }

  @Test(arguments: [false, true], [nil, 600.0, 359.55])
  func updatesKeepWhatIsTrue(_ isBigEndian: Bool, _ ppi: Double?) throws {
    let block = Tiff.phone(isBigEndian: isBigEndian)
    let updated = try #require(Exif(block: block)).updated(width: 2000, height: 2400, ppi: ppi)
    #expect(updated.orientation == .upright)
    #expect(updated.date == "2024:07:01 12:30:00.042+02:00")
    #expect(updated.pixelSize.map { [$0.width, $0.height] } == [2000, 2400])
    let tiff = try #require(TIFFStructure(updated.block))
    let first = try #require(tiff.directory(at: tiff.start))
    #expect(first.next == 0)
    #expect(tiff.text(first[0x10F]) == "Maker of phones")
    #expect(tiff.real(first[0x11A]) == ppi ?? 72)
    #expect(tiff.real(first[0x11B]) == ppi ?? 72)
    #expect(tiff.integer(first[0x128]) == 2)
    let gps = try #require(tiff.integer(first[0x8825]).flatMap(tiff.directory))
    #expect(tiff.real(gps[2]) == 48 && tiff.real(gps[4]) == 11)
    // The maker note has not moved, and the thumbnail's bytes are gone.
    let note = Array("MAKER NOTE".utf8)
    #expect(place(of: note, in: block) != nil)
    #expect(place(of: note, in: updated.block) == place(of: note, in: block))
    #expect(place(of: [0xFF, 0xD8, 0x55], in: updated.block) == nil)
    #expect(updated.block.count < block.count + 10)
  }

  private func place(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: pattern) }
  }

  /// A directory that grows is moved to the end, and its values stay.
  @Test func missingEntriesAreAppended() throws {
    let t = Tiff()
    let block = t.header + t.directory([t.text(0x10F, "Maker of phones"), t.text(0x132, "2020:01:01 00:00:00")], at: 8)
    let updated = try #require(Exif(block: block)).updated(width: 7, height: 8, ppi: 300)
    let tiff = try #require(TIFFStructure(updated.block))
    let first = try #require(tiff.directory(at: tiff.start))
    #expect(first.entries.map(\.tag) == [0x10F, 0x112, 0x11A, 0x11B, 0x128, 0x132])
    #expect(tiff.text(first[0x10F]) == "Maker of phones")
    #expect(tiff.real(first[0x11A]) == 300)
  }

  @Test func freshBlocksSayWhatIsKnown() throws {
    let fresh = try #require(
      Exif(block: Exif(width: 30, height: 40, ppi: 254, date: "2024:07:01 12:30:00.042+02:00").block))
    #expect(fresh.pixelSize.map { [$0.width, $0.height] } == [30, 40])
    #expect(fresh.date == "2024:07:01 12:30:00")
    let tiff = try #require(TIFFStructure(fresh.block))
    #expect(tiff.real(tiff.directory(at: tiff.start)?[0x11A]) == 254)
  }

  /// libtiff writes the places of directories with the type IFD (13).
  @Test func pointersOfTypeIFDAreFollowed() throws {
    for isBigEndian in [false, true] {
      var block = Tiff.phone(isBigEndian: isBigEndian)
      let t = Tiff(isBigEndian: isBigEndian)
      for tag: UInt16 in [0x8769, 0x8825] {
        let long = t.number(tag) + t.number(UInt16(4)) + t.number(UInt32(1))
        let place = try #require(block.indices.dropLast(8).first { Array(block[$0..<$0 + 8]) == long })
        block.replaceSubrange(place + 2..<place + 4, with: t.number(UInt16(13)))
      }
      let exif = try #require(Exif(block: block))
      #expect(exif.date == "2024:07:01 12:30:00.042+02:00" && exif.focalLength35 == 26)
      #expect(exif.updated(width: 30, height: 20, ppi: 300).date == exif.date)
    }
  }

  /// A block of 192 kB, as Xiaomi writes them, keeps all but what can't fit.
  @Test func largeBlocksAreCutToFit() throws {
    func note(_ count: Int) -> Tiff.Field {
      Tiff.Field(tag: 0x9286, type: 7, count: UInt32(count), value: Array(repeating: 7, count: count))
    }
    let large = Tiff.phone { [note(190_000), $0.short(0xA405, 26)] }
    #expect(Exif(block: large) == nil)
    let (exif, leftOut) = try #require(Exif.fitting(large))
    #expect(leftOut == ["the maker note", "UserComment"] && exif.block.count < Exif.largestBlock)
    #expect(exif.date == "2024:07:01 12:30:00.042+02:00" && exif.focalLength35 == 26 && exif.orientation == .rotated90)
    let tiff = try #require(TIFFStructure(exif.block))
    let first = try #require(tiff.directory(at: tiff.start))
    #expect(tiff.text(first[0x10F]) == "Maker of phones")
    let gps = try #require(tiff.integer(first[0x8825]).flatMap(tiff.directory))
    #expect(tiff.real(gps[2]) == 48)
    let updated = exif.updated(width: 30, height: 20, ppi: 300)
    #expect(updated.date == exif.date && updated.block.count <= Exif.largestBlock)
    // A thumbnail alone, at the end, is cut off. Nothing is said, because scans never have one.
    let thumbnail = Tiff.phone() + Array(repeating: 9, count: 100_000)
    var whole = thumbnail
    let length = Tiff().number(UInt16(0x202)) + Tiff().number(UInt16(4)) + Tiff().number(UInt32(1))
    let place = try #require(whole.indices.dropLast(8).first { Array(whole[$0..<$0 + 8]) == length })
    whole.replaceSubrange(place + 8..<place + 12, with: Tiff().number(UInt32(100_006)))
    let cut = try #require(Exif.fitting(whole))
    #expect(cut.leftOut.isEmpty && cut.exif.date == exif.date && cut.exif.block.count < 1000)
  }
}
