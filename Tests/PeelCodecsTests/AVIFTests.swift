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

  /// libheif converts planes to BT.601 in full range. The file here is said to be of BT.709, in either range.
  @Test(arguments: [true, false])
  func otherMatricesAreConvertedOnce(_ isFullRange: Bool) throws {
    let colour = [150, 100, 120] as [UInt8]
    let samples = (0..<64 * 48).flatMap { _ in colour }
    var bytes = try avif(Picture(width: 64, height: 48, samples: samples), .full)
    let box = try #require(bytes.index(of: Array("colrnclx".utf8), from: 0))
    bytes.replaceSubrange(box + 12..<box + 15, with: [0, 1, isFullRange ? 0x80 : 0])
    let planes = Made.planes(of: Picture(width: 1, height: 1, samples: colour))
    let stored = [planes.luma, planes.chroma.blue, planes.chroma.red].map { Double($0.samples[0]) }
    let y = isFullRange ? stored[0] : (stored[0] - 16) * 255 / 219
    let chroma = stored[1...].map { ($0 - 128) * (isFullRange ? 1 : 255 / 224) }
    let (b, r) = (chroma[0], chroma[1])
    let expected = [y + 1.5748 * r, y - 0.1873 * b - 0.4681 * r, y + 1.8556 * b]
    let found = try PhotoFile(decoding: bytes).photo.picture().samples.prefix(3)
    #expect(zip(found, expected).allSatisfy { abs(Double($0) - $1) <= 4 }, "\(found) \(expected)")
    bytes[box + 13] = 14
    #expect(throws: CodecError.unsupported(what: "an AVIF photo with matrix coefficients 14 of ITU-T H.273")) {
      try PhotoFile(decoding: bytes)
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
