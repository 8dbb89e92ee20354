import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelCodecs

private let isLibRawThere: Bool = {
  do throws(CodecError) {
    _ = try PhotoFile(decoding: Array("IIRO".utf8))
    return true
  } catch {
    return error != .missing(.raw)
  }
}()

/// Raw files, made as DNG 1.4 describes them.
@Suite(.enabled(if: isLibRawThere, "LibRaw isn't installed")) struct RawTests {
  private static let (width, height) = (96, 64)
  /// The camera's red, green and blue of something grey.
  private static let neutral = [0.5, 1, 0.625]

  /// A mosaic of red, green, green and blue with 16 bits: dark on the left, light on the right, and red at the top left.
  private static func dng(
    orientation: UInt16 = 1, isCut: Bool = false, more: (Tiff) -> [Tiff.Field] = { _ in [] }
  ) -> [UInt8] {
    let t = Tiff()
    var data: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let colour = (y % 2) + (x % 2)
        let level = x < width / 2 ? 0.05 : 0.5
        let isRed = x < width / 4 && y < height / 2
        let share = isRed && colour > 0 ? 0 : neutral[colour]
        data += t.number(UInt16((65535 * level * share).rounded()))
      }
    }
    func bytes(_ tag: UInt16, _ values: [UInt8]) -> Tiff.Field {
      Tiff.Field(tag: tag, type: 1, count: UInt32(values.count), value: values)
    }
    func rationals(_ tag: UInt16, type: UInt16 = 5, _ values: [Double]) -> Tiff.Field {
      let numbers = values.flatMap { t.number(Int32(($0 * 10_000).rounded())) + t.number(Int32(10_000)) }
      return Tiff.Field(tag: tag, type: type, count: UInt32(values.count), value: numbers)
    }
    func directory(_ strip: Int) -> [UInt8] {
      let fields =
        [
          t.long(254, 0), t.long(256, UInt32(width)), t.long(257, UInt32(height)), t.short(258, 16), t.short(259, 1),
          t.short(262, 32803), t.text(271, "Maker"), t.text(272, "Camera 1"), t.long(273, UInt32(strip)),
          t.short(274, orientation), t.short(277, 1), t.long(278, UInt32(height)), t.long(279, UInt32(data.count)),
          t.text(306, "2024:07:01 12:30:00"),
          Tiff.Field(tag: 33421, type: 3, count: 2, value: t.number(UInt16(2)) + t.number(UInt16(2))),
          bytes(33422, [0, 1, 1, 2]), bytes(50706, [1, 4, 0, 0]), t.text(50708, "Maker Camera 1"),
          t.long(50717, 65535),
          // From XYZ to the camera's colours: here those of sRGB.
          rationals(50721, type: 10, [3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570]),
          rationals(50728, neutral), t.short(50778, 21),
        ] + more(t)
      return t.directory(fields.sorted { $0.tag < $1.tag }, at: 8)
    }
    let head = t.header + directory(8 + directory(0).count)
    return head + (isCut ? Array(data.prefix(data.count / 2)) : data)
  }

  /// Red, green and blue in the middle of a part of the photo, given in shares of its size.
  private static func colour(_ photo: Photo, _ x: Double, _ y: Double) -> [Int] {
    let picture = photo.picture()
    let place = 3 * (Int(y * Double(picture.height)) * picture.width + Int(x * Double(picture.width)))
    return picture.samples[place..<place + 3].map { Int($0) }
  }

  @Test func aMosaicBecomesAPhoto() throws {
    let file = try PhotoFile(decoding: Self.dng())
    #expect(file.format == .raw && file.profile == nil && file.warnings == [])
    #expect((file.photo.width, file.photo.height) == (Self.width, Self.height))
    // Grey at 5 and 50 % of the light, by sRGB's curve: 63 and 188 of 255. Nothing is brightened.
    for (x, level) in [(0.35, 63), (0.75, 188)] {
      for sample in Self.colour(file.photo, x, 0.75) { #expect(abs(sample - level) <= 4) }
    }
    let red = Self.colour(file.photo, 0.1, 0.2)
    #expect(red[0] > 40 && red[1] < 15 && red[2] < 15)
    let exif = try #require(TIFFStructure(file.exif?.block ?? []))
    #expect(exif.text(exif.directory(at: exif.start)?[0x132]) == "2024:07:01 12:30:00")
  }

  @Test func itIsTurnedUpright() throws {
    let photo = try PhotoFile(decoding: Self.dng(orientation: 6)).photo
    #expect((photo.width, photo.height) == (Self.height, Self.width))
    // What was at the top left is at the top right.
    let red = Self.colour(photo, 0.8, 0.1)
    #expect(red[0] > 40 && red[1] < 15)
  }

  @Test func depthIsKept() throws {
    let photo = try PhotoFile(decoding: Self.dng(), keepsDepth: true).photo
    let deep = try #require(photo.deep)
    #expect(Set(deep.luma.samples.map { $0 & 0xFF }).count > 4, "more than 8 bits")
    #expect(abs(Int(deep.luma.samples[48 * Self.width + 72]) - 188 * 257) < 4 * 257)
  }

  /// LibRaw may leave black what is missing.
  @Test func cutOffFilesAreToldAsSuch() {
    let whole = Self.dng()
    for file in [Self.dng(isCut: true), whole.dropLast(), Array(whole.prefix(700))] {
      #expect(throws: CodecError.truncated(rowsRead: nil, height: nil)) { try PhotoFile(decoding: file) }
    }
    // Files of Canon are boxes, those of Fujifilm say where their preview and their data are.
    let boxes = HEIFStructure.box("ftyp", Array("crx ".utf8)) + HEIFStructure.box("mdat", [1, 2, 3, 4])
    let places = [0, 0, 0, 120, 0, 0, 0, 4] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 110, 0, 0, 0, 16]
    let fujifilm = Array("FUJIFILMCCD-RAW".utf8) + [UInt8](repeating: 0, count: 69) + places + [UInt8](1...18)
    for whole in [boxes, fujifilm] {
      #expect(!RawStructure.isCutOff(whole))
      #expect(RawStructure.isCutOff(whole.dropLast()))
    }
  }

  @Test func badFilesAreRefused() throws {
    let whole = Self.dng()
    for count in stride(from: 12, to: 600, by: 7) {
      #expect(throws: CodecError.self) { try PhotoFile(decoding: Array(whole[..<count])) }
    }
    #expect(throws: CodecError.tooLarge(width: Self.width, height: Self.height)) {
      var limits = DecodingLimits()
      limits.pixels = 1000
      return try PhotoFile(decoding: whole, limits: limits)
    }
    #expect(throws: CodecError.self) {
      var limits = DecodingLimits()
      limits.bytes = 10_000
      return try PhotoFile(decoding: whole, limits: limits)
    }
  }

  @Test func changedBytesDoNoHarm() {
    var dice = RandomNumbers(seed: 7)
    let whole = Self.dng()
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &dice) {
        // The header is changed more often than the samples.
        let end = Bool.random(using: &dice) ? 500 : bytes.count
        bytes[Int.random(in: 0..<end, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      if let file = try? PhotoFile(decoding: bytes) { #expect(file.photo.width > 0) }
    }
  }
}
