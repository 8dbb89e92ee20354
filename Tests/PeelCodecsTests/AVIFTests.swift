import PeelImaging
import Testing

@testable import PeelCodecs

/// Writing AVIF; reading it is tested in `WebPTests`.
struct AVIFTests {
  private func avif(
    _ picture: Picture = Made.picture(60, 40), quality: Int = 92, _ subsampling: ScanFile.Subsampling = .half
  ) throws -> [UInt8] {
    var file = ScanFile()
    file.format = .avif
    file.quality = quality
    file.subsampling = subsampling
    return try file.encoded(picture)
  }

  /// Odd sides have half a chroma sample too many.
  @Test(arguments: [ScanFile.Subsampling.half, .full], [(64, 48), (33, 17), (5, 3)])
  func coloursSurvive(_ subsampling: ScanFile.Subsampling, _ size: (Int, Int)) throws {
    for colour in [[200, 40, 90], [20, 190, 60], [128, 128, 128], [255, 255, 255]] as [[UInt8]] {
      let samples = (0..<size.0 * size.1).flatMap { _ in colour }
      let bytes = try avif(Picture(width: size.0, height: size.1, samples: samples), subsampling)
      let file = try PhotoFile(decoding: bytes)
      let found = file.photo.picture().samples
      #expect(file.format == .avif && (file.photo.width, file.photo.height) == size)
      #expect(zip(found, samples).allSatisfy { abs(Int($0) - Int($1)) <= 4 }, "\(found.prefix(3)) \(colour)")
      #expect(file.photo.chroma?.scale ?? (0, 0) == (subsampling == .full ? (1, 1) : (2, 2)))
    }
  }

  @Test func qualityCounts() throws {
    let picture = Made.picture(300, 200)
    #expect(try avif(picture, quality: 20).count < avif(picture, quality: 95).count)
    #expect(throws: CodecError.tooLarge(width: 32_769, height: 1)) {
      try avif(Picture(width: 32_769, height: 1, samples: Array(repeating: 9, count: 3 * 32_769)))
    }
  }

  /// Without a profile, readers know the colours by their numbers.
  @Test func coloursAreMarked() throws {
    let plain = try PhotoFile(decoding: avif())
    #expect(plain.warnings == [])
    var file = ScanFile()
    file.format = .avif
    file.profile = MadeProfile.displayP3
    #expect(try PhotoFile(decoding: file.encoded(Made.picture(60, 40))).profile == MadeProfile.displayP3)
  }
}
