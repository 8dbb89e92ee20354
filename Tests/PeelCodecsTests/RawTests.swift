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
  /// Red, green and blue in the middle of a part of the photo, given in shares of its size.
  private static func colour(_ photo: Photo, _ x: Double, _ y: Double) -> [Int] {
    let picture = photo.picture()
    let place = 3 * (Int(y * Double(picture.height)) * picture.width + Int(x * Double(picture.width)))
    return picture.samples[place..<place + 3].map { Int($0) }
  }

  @Test func aMosaicBecomesAPhoto() throws {
    let file = try PhotoFile(decoding: MadeRaw.dng())
    #expect(file.format == .raw && file.profile == nil && file.warnings == [])
    #expect((file.photo.width, file.photo.height) == (MadeRaw.width, MadeRaw.height))
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
    let photo = try PhotoFile(decoding: MadeRaw.dng(orientation: 6)).photo
    #expect((photo.width, photo.height) == (MadeRaw.height, MadeRaw.width))
    // What was at the top left is at the top right.
    let red = Self.colour(photo, 0.8, 0.1)
    #expect(red[0] > 40 && red[1] < 15)
  }

  @Test func depthIsKept() throws {
    let photo = try PhotoFile(decoding: MadeRaw.dng(), keepsDepth: true).photo
    let deep = try #require(photo.deep)
    #expect(Set(deep.luma.samples.map { $0 & 0xFF }).count > 4, "more than 8 bits")
    #expect(abs(Int(deep.luma.samples[48 * MadeRaw.width + 72]) - 188 * 257) < 4 * 257)
  }

  /// LibRaw may leave black what is missing.
  @Test func cutOffFilesAreToldAsSuch() {
    let whole = MadeRaw.dng()
    for file in [MadeRaw.dng(isCut: true), whole.dropLast(), Array(whole.prefix(700))] {
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
    let whole = MadeRaw.dng()
    for count in stride(from: 12, to: 600, by: 7) {
      #expect(throws: CodecError.self) { try PhotoFile(decoding: Array(whole[..<count])) }
    }
    #expect(throws: CodecError.tooLarge(width: MadeRaw.width, height: MadeRaw.height)) {
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
    let whole = MadeRaw.dng()
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
