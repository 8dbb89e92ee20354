import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelCodecs

struct HEIFTests {
  private typealias Structure = HEIFStructure

  private func number(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private func reference(_ type: String, _ from: Int, _ to: [Int], width: Int) -> [UInt8] {
    Structure.box(type, number(from, width) + number(to.count, 2) + to.flatMap { number($0, width) })
  }

  /// A file without a picture. Its primary item is number 7, and it has 40 bytes of data.
  private func file(properties: [[UInt8]] = [], references: [[UInt8]] = [], width: Int = 2) -> [UInt8] {
    let version: [UInt8] = [width == 2 ? 0 : 1, 0, 0, 0]
    let association = number(0, 4) + number(1, 4) + number(7, 2) + [UInt8(properties.count)]
    let all =
      Structure.box("ipco", properties.flatMap { $0 })
      + Structure.box("ipma", association + (0..<properties.count).map { 0x80 | UInt8($0 + 1) })
    let meta =
      [0, 0, 0, 0] + Structure.box("hdlr", [0, 0, 0, 0]) + Structure.box("pitm", [0, 0, 0, 0, 0, 7])
      + Structure.box("iprp", all) + Structure.box("iref", version + references.flatMap { $0 })
    return Structure.box("ftyp", Array("heic".utf8)) + Structure.box("meta", meta)
      + Structure.box("mdat", Array(repeating: 9, count: 40))
  }

  /// iPhones write this since iOS 18: the gain map and the EXIF block refer to the primary picture and to another one.
  @Test(arguments: [2, 4])
  func surplusReferencesAreCut(_ width: Int) throws {
    let original = file(
      references: [
        reference("dimg", 7, [1, 2, 3], width: width), reference("auxl", 8, [7, 9], width: width),
        reference("cdsc", 10, [9, 7], width: width), reference("auxl", 11, [9, 12], width: width),
        reference("thmb", 13, [7], width: width), reference("x\u{F9}\0\0", 14, [7], width: width),
      ], width: width)
    let patched = try #require(Structure(original)?.withoutSurplusReferences())
    let structure = try #require(Structure(patched))
    #expect(structure.primary == 7)
    #expect(
      structure.references == [
        .init(type: "dimg", from: 7, to: [1, 2, 3]), .init(type: "auxl", from: 8, to: [7]),
        .init(type: "cdsc", from: 10, to: [7]), .init(type: "auxl", from: 11, to: [9]),
        .init(type: "thmb", from: 13, to: [7]), .init(type: "x\u{F9}\0\0", from: 14, to: [7]),
      ])
    // Everything that offsets may refer to stays where it was.
    let boxes = Structure.boxes(of: patched, in: patched.indices)
    #expect(boxes.map(\.type) == ["ftyp", "free", "mdat", "meta"])
    #expect(patched[boxes[2].whole] == original[boxes[2].whole])
    #expect(structure.withoutSurplusReferences() == nil)
  }

  @Test func whatLibheifTakesIsLeftAlone() throws {
    let structure = try #require(Structure(file(references: [reference("auxl", 8, [7], width: 2)])))
    #expect(structure.withoutSurplusReferences() == nil)
  }

  @Test func multipliedColoursAreKnown() throws {
    #expect(try #require(Structure(file(references: [reference("prem", 7, [8], width: 2)]))).isMultiplied)
    #expect(try #require(Structure(file(references: [reference("prem", 9, [8], width: 2)]))).isMultiplied == false)
    // Half of a grey of 100, over white: 50 from the picture, 128 from the ground.
    let half = CodedPlanes<UInt8>(luma: Plane(width: 1, height: 1, samples: [50]))
    let alpha = Plane<UInt8>(width: 1, height: 1, samples: [127])
    #expect(half.laidOverWhite(by: alpha, isMultiplied: true).luma.samples == [178])
  }

  @Test func changesComeInTheirOrder() throws {
    let clap = Structure.box("clap", [40, 1, 20, 1, 10, 2, 0, 1].flatMap { number($0, 4) })
    let properties = [Structure.box("irot", [1]), clap, Structure.box("imir", [1])]
    let structure = try #require(Structure(file(properties: properties)))
    // 100 × 60 turned is 60 × 100: 40 columns whose middle lies 5 right of 30, 20 rows about 50.
    #expect(
      structure.changes(width: 100, height: 60) == [
        .turn(.rotated270), .cut(x: 15..<55, y: 40..<60), .turn(.mirrored),
      ])
  }

  /// A file whose only item's data is in these places of the file.
  private func file(_ data: [UInt8], _ places: [Place]) -> [UInt8] {
    let item = number(7, 2) + number(0, 2) + number(places.count, 2)
    let list =
      [0, 0, 0, 0, 0x44, 0] + number(1, 2) + item + places.flatMap { number($0.offset, 4) + number($0.length, 4) }
    let meta =
      [0, 0, 0, 0] + Structure.box("pitm", [0, 0, 0, 0, 0, 7]) + Structure.box("iprp", [])
      + Structure.box("iloc", list)
    return Structure.box("mdat", data) + Structure.box("meta", meta)
  }

  private typealias Place = (offset: Int, length: Int)

  /// A file with metadata items of these types, each with the same data. The first one is number 10.
  private func file(metadata types: [String], of item: Int, _ data: [UInt8], version: Int = 2) -> [UInt8] {
    let width = version == 2 ? 2 : 4
    let items = types.indices.map { 10 + $0 }
    var (entries, places) = (number(items.count, 2), number(items.count, 2))
    var references: [UInt8] = []
    for (number, type) in zip(items, types) {
      let start: [UInt8] = [UInt8(version), 0, 0, 0] + self.number(number, width)
      entries += Structure.box("infe", start + [0, 0] + Array(type.utf8) + [0])
      for (value, size) in [(number, 2), (0, 2), (1, 2), (8, 4), (data.count, 4)] { places += self.number(value, size) }
      references += reference("cdsc", number, [item], width: 2)
    }
    let parts = [
      Structure.box("pitm", [0, 0, 0, 0, 0, 7]), Structure.box("iprp", []),
      Structure.box("iinf", [0, 0, 0, 0] + entries),
      Structure.box("iloc", [0, 0, 0, 0, 0x44, 0] + places), Structure.box("iref", [0, 0, 0, 0] + references),
    ]
    return Structure.box("mdat", data) + Structure.box("meta", [0, 0, 0, 0] + parts.flatMap { $0 })
  }

  /// EXIF data is that of the primary picture, wherever its number says that it begins.
  @Test func metadataIsFound() throws {
    let exif = Array("II*\0data".utf8)
    func found(_ types: [String], of item: Int = 7, _ data: [UInt8], version: Int = 2) throws -> [UInt8]? {
      try #require(Structure(file(metadata: types, of: item, data, version: version))).exif?.block
    }
    let (plain, named) = (number(0, 4) + exif, number(6, 4) + Array("Exif\0\0".utf8) + exif)
    for version in [2, 3] {
      #expect(try found(["mime", "Exif"], plain, version: version) == exif)
      #expect(try found(["Exif"], named, version: version) == exif)
    }
    #expect(try found(["mime"], plain) == nil)
    #expect(try found(["Exif"], of: 8, plain) == nil)
    let broken: [[UInt8]] = [number(8, 4) + exif, number(0xFFFF_FFFF, 4) + exif, number(0, 4), [0, 0]]
    for data in broken { #expect(try found(["Exif"], data) == nil) }
    let zeros = [UInt8](repeating: 0, count: Exif.largestRead + 1)
    let large = try #require(Structure(file(metadata: ["Exif"], of: 7, zeros)))
    #expect(large.exif?.isTooLarge == true && large.exif?.block == nil)
  }

  /// Places of data that doesn't end in zeros, and of data that does.
  private static let otherEnds: [[Place]] = [
    [(40, 40), (8, 32)], [(8, 40), (48, 7)], [(40, 40), (8, 8), (8, 0)],
  ]
  private static let zeroEnds: [[Place]] = [
    [(8, 32), (40, 40)], [(8, 40), (48, 7), (55, 9)], [(40, 40), (8, 0)],
  ]

  /// The end of a picture is that of its last piece, wherever it is, and may be in several.
  @Test func zerosAtTheEndOfTheLastPieceCount() throws {
    let data = [UInt8](repeating: 9, count: 32) + [UInt8](repeating: 0, count: 60)
    for places in Self.otherEnds { #expect(Structure(file(data, places))?.endsInZeros == false, "\(places)") }
    for places in Self.zeroEnds { #expect(Structure(file(data, places))?.endsInZeros == true, "\(places)") }
  }

  /// libheif would copy the same bytes for each piece and each item.
  @Test func sharedDataIsDamage() throws {
    let data = [UInt8](repeating: 9, count: 1 << 16)
    let few = file(data, [(8, 1 << 15), (8, 1 << 15)])
    #expect(try #require(Structure(few)).sharesData == false)
    let many = file(data, Array(repeating: (8, 1 << 16), count: 3))
    #expect(throws: CodecError.corrupt(reason: "its pictures share their data")) { try HEICDecoder()(many) }
    #expect(codedPicture(in: Structure.box("ftyp", Array("heic".utf8)) + many) == nil)
  }

  @Test func boxesAreNeverReadBeyondTheFile() {
    let whole = file(
      properties: [Structure.box("irot", [1]), Structure.box("clap", [1])],
      references: [reference("auxl", 8, [7, 9], width: 2)])
    for count in 0..<whole.count { _ = Structure(Array(whole[..<count]))?.withoutSurplusReferences() }
    var random = RandomNumbers(seed: 9)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = [0, 1, 0x7F, 0xFF].randomElement(using: &random) ?? 0
      }
      guard let structure = Structure(bytes) else { continue }
      _ = structure.changes(width: 10, height: 10)
      guard let patched = structure.withoutSurplusReferences() else { continue }
      #expect(Structure(patched)?.primary == structure.primary)
    }
  }

  /// Black, white and the middle, in the numbers of ITU-T H.273, section 8.3.
  @Test(arguments: [
    (PlaneKind.luma(isFullRange: true), 8, [0, 128, 255], [0, 128, 255]),
    (.luma(isFullRange: false), 8, [16, 235, 255, 0], [0, 255, 255, 0]),
    (.chroma(isFullRange: false), 8, [16, 128, 240], [1, 128, 255]),
    (.luma(isFullRange: true), 10, [0, 1023], [0, 255]),
    (.chroma(isFullRange: true), 10, [512, 0, 1023], [128, 0, 255]),
    (.luma(isFullRange: false), 10, [64, 940], [0, 255]),
  ])
  func codedLevelsAreBroughtToFullRange(_ kind: PlaneKind, _ bits: Int, _ coded: [Int], _ expected: [UInt8]) {
    let levels: [UInt8] = kind.levels(bits: bits)
    #expect(coded.map { levels[$0] } == expected)
    let deep: [UInt16] = kind.levels(bits: bits)
    #expect(zip(coded, expected).allSatisfy { abs(Int(deep[$0]) - 257 * Int($1)) <= 257 })
  }

  /// A colour in another matrix is converted to the same colour in BT.601.
  @Test(arguments: [1, 4, 7, 9], [(200.0, 40.0, 90.0), (12, 190, 40), (80, 80, 80), (30, 60, 220)])
  func otherMatricesBecomeBT601(_ matrix: Int, _ colour: (Double, Double, Double)) throws {
    let weights = try #require(CICP(matrix: matrix).weights)
    func coded(_ weights: (red: Double, blue: Double)) -> [Double] {
      let (r, g, b) = colour
      let y = weights.red * r + (1 - weights.red - weights.blue) * g + weights.blue * b
      return [y, 128 + (b - y) / (2 * (1 - weights.blue)), 128 + (r - y) / (2 * (1 - weights.red))]
    }
    let from = coded(weights).map { Plane(width: 2, height: 2, filledWith: UInt8($0.rounded())) }
    let half = [from[1], from[2]].map { Plane(width: 1, height: 1, filledWith: $0[0, 0]) }
    let planes = CodedPlanes(luma: from[0], chroma: (half[0], half[1], (2, 2))).toBT601(from: weights)
    let found = [planes.luma[1, 1], planes.chroma?.blue[0, 0] ?? 0, planes.chroma?.red[0, 0] ?? 0]
    #expect(zip(found, coded((0.299, 0.114))).allSatisfy { abs(Double($0) - $1) <= 1.5 }, "\(found)")
  }

  @Test(arguments: [(2, 2, nil), (1, 13, nil), (12, 13, "Display P3"), (9, 1, "BT.2020"), (1, 8, "BT.709")])
  func numbersBecomeAProfile(_ primaries: Int, _ transfer: Int, _ name: String?) throws {
    let profile = CICP(primaries: primaries, transfer: transfer).profile
    #expect(profile.flatMap(ColourTransform.name) == name)
    #expect(CICP(primaries: primaries, transfer: transfer).profile == profile, "the same bytes each time")
  }

  @Test(arguments: Orientation.allCases)
  func deepPlanesTurnLikeOthers(_ orientation: Orientation) {
    let samples = (0..<35).map { UInt16($0 * 1873) }
    let turned = Plane(width: 7, height: 5, samples: samples).turned(orientation)
    let low = Plane(width: 7, height: 5, samples: samples.map { UInt8(truncatingIfNeeded: $0) }).turned(orientation)
    let high = Plane(width: 7, height: 5, samples: samples.map { UInt8($0 >> 8) }).turned(orientation)
    #expect(turned.samples == zip(high.samples, low.samples).map { UInt16($0) << 8 | UInt16($1) })
  }

  /// Half-size chroma that is cropped in the middle of a sample starts outside the photo.
  @Test func aCutKeepsColoursInPlace() throws {
    func plane(_ width: Int, _ height: Int) -> Plane<UInt8> {
      Plane(width: width, height: height, samples: (0..<width * height).map { UInt8($0) })
    }
    let photo = Photo(luma: plane(10, 8), chroma: Chroma(blue: plane(5, 4), red: plane(5, 4), scale: (2, 2)))
    let cut = photo.cut(x: 3..<8, y: 1..<6)
    let chroma = try #require(cut.chroma)
    #expect((cut.width, cut.height) == (5, 5))
    #expect(cut.luma[0, 0] == photo.luma[3, 1])
    #expect(chroma.origin == (-1, -1))
    for (x, y) in [(0, 0), (1, 1), (4, 4), (2, 3)] {
      let sample = chroma.blue[(x - chroma.origin.x) / 2, (y - chroma.origin.y) / 2]
      #expect(sample == photo.chroma?.blue[(x + 3) / 2, (y + 1) / 2])
    }
  }
}
