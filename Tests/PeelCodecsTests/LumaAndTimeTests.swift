import PeelImaging
import Testing

@testable import PeelCodecs

struct LumaAndTimeTests {
  /// Decoding luma only gives the same luma, whatever the chroma.
  @Test(
    arguments: [(1, 1), (2, 1), (2, 2), (4, 1)], [MadeJPEG.Colour.ycc, .grey, .rgb, .cmyk])
  func lumaAloneIsTheSameLuma(_ scale: (Int, Int), _ colour: MadeJPEG.Colour) throws {
    for isProgressive in [false, true] {
      let bytes = try Made.jpeg(75, 53, segments: [Made.exifSegment(Tiff.phone(orientation: 6, size: (75, 53)))]) {
        $0.chromaScale = scale
        $0.colour = colour
        $0.isProgressive = isProgressive
      }
      let whole = try PhotoFile(decoding: bytes)
      let luma = try PhotoFile(decoding: bytes, isLumaOnly: true)
      #expect(luma.photo.luma == whole.photo.luma)
      #expect(colour != .ycc || luma.photo.chroma == nil)
      #expect(luma.exif == whole.exif)
    }
  }

  /// A cut file is refused, as when decoding everything.
  @Test(arguments: [100, 400, 700]) func lumaOfACutFileIsRefused(count: Int) throws {
    let bytes = try Made.jpeg(75, 53)
    #expect(throws: CodecError.self) { try PhotoFile(decoding: Array(bytes.prefix(count)), isLumaOnly: true) }
  }

  @Test(arguments: [
    ("1970:01:01 00:00:00", 0), ("2024:07:01 12:30:00", 1_719_837_000), ("2024:02:29 23:59:59.25", 1_709_251_199.25),
    ("2000:03:01 00:00:00", 951_868_800), ("2024:07:01 12:30:00.042+02:00", 1_719_829_800.042),
    ("2024:07:01 12:30:00-05:30", 1_719_856_800), ("1969:12:31 23:59:59", -1),
    ("0000:00:00 00:00:00", nil), ("2024:13:01 00:00:00", nil), ("2024:07:01", nil), ("    :  :     :  :  ", nil),
    ("yesterday at noon", nil), ("", nil), ("2024:07:01 12:-3:00", nil),
  ])
  func datesBecomeSeconds(date: String, seconds: Double?) {
    let time = Exif(small: [], date: date, pixelSize: (1, 1)).time
    #expect(time == seconds)
  }
}
