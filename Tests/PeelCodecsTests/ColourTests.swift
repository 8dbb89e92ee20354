import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelCodecs

/// Expected colours are from the matrices of CSS Color 4 (W3C), section 17.
struct ColourTests {
  private func error(_ photo: Photo, _ colour: [Int]) -> Int {
    let rows = photo.luma.samples.indices.map { k in
      let (y, b, r) = (
        Double(photo.luma.samples[k]), Double(photo.chroma?.blue.samples[k] ?? 128) - 128,
        Double(photo.chroma?.red.samples[k] ?? 128) - 128
      )
      return [y + 1.402 * r, y - 0.344136 * b - 0.714136 * r, y + 1.772 * b]
    }
    return rows.flatMap { zip($0, colour).map { Int(abs(min(max($0, 0), 255) - Double($1)).rounded()) } }.max() ?? 255
  }

  @Test(arguments: [
    (MadeProfile.displayP3, [200, 50, 50], [218, 24, 40]), (MadeProfile.displayP3, [50, 180, 90], [0, 183, 78]),
    (MadeProfile.displayP3, [100, 120, 140], [95, 121, 142]), (MadeProfile.displayP3, [20, 200, 230], [0, 204, 234]),
    (MadeProfile.displayP3, [128, 128, 128], [128, 128, 128]),
    (MadeProfile.displayP3, [255, 255, 255], [255, 255, 255]),
    (MadeProfile.displayP3, [0, 0, 0], [0, 0, 0]), (MadeProfile.adobeRGB, [200, 50, 50], [232, 46, 46]),
    (MadeProfile.adobeRGB, [50, 180, 90], [0, 181, 83]), (MadeProfile.adobeRGB, [100, 120, 140], [90, 121, 142]),
    (MadeProfile.adobeRGB, [128, 128, 128], [129, 129, 129]),
  ])
  func colourBecomesSRGB(_ profile: [UInt8], _ colour: [UInt8], _ expected: [Int]) {
    guard let transform = ColourTransform(from: profile, .rgb) else {
      Issue.record("the profile is refused")
      return
    }
    let converted = transform(colour + colour).map(Int.init)
    #expect(zip(converted, expected + expected).allSatisfy { abs($0 - $1) <= 1 }, "\(converted)")
  }

  /// Converts through a lossless file. Only colours with a profile change, and EXIF records it.
  @Test(arguments: [true, false], [MadeProfile.displayP3, nil])
  func scansAreConvertedWhenAsked(_ converts: Bool, _ profile: [UInt8]?) throws {
    var file = ScanFile()
    file.format = .png
    file.exif = Exif(
      block: Tiff.phone(orientation: 1, size: (2, 2)) { [$0.short(0xA001, 65_535), $0.short(0xA405, 26)] })
    file.profile = profile
    file.convertsToSRGB = converts
    let bytes = try file.encoded(
      Picture(width: 2, height: 2, samples: Array(repeating: [200, 50, 50], count: 4).flatMap { $0 }))
    let read = try PhotoFile(decoding: bytes)
    #expect(error(read.photo, converts && profile != nil ? [218, 24, 40] : [200, 50, 50]) <= 2)
    #expect(read.profile == (converts ? nil : profile))
    let (tiff, details) = try details(of: read.exif)
    #expect(tiff.integer(details[0xA001]) == (converts ? 1 : 65_535))
    #expect(read.exif?.date == "2024:07:01 12:30:00.042+02:00")
  }

  /// A block without an EXIF directory gets one for the colour space.
  @Test func aMissingColourSpaceIsAdded() throws {
    let t = Tiff()
    let plain = try #require(Exif(block: t.header + t.directory([t.text(0x10F, "Maker of phones")], at: 8)))
    for exif in [
      plain.updated(width: 3, height: 2, ppi: nil, isSRGB: true), Exif(width: 3, height: 2, ppi: nil, isSRGB: true),
    ] {
      let (tiff, details) = try details(of: exif)
      #expect(tiff.integer(details[0xA001]) == 1)
    }
  }

  /// Cameras mark Adobe RGB in EXIF instead of writing a profile. Conversion uses the mark and changes it.
  @Test(arguments: [("R03", true), ("R03", false), ("R98", true)])
  func adobeRGBMarksAreUsed(_ mark: String, _ converts: Bool) throws {
    let t = Tiff()
    let detailsAt = 8 + t.directory([t.long(0x8769, 0)], at: 8).count
    let interopAt = detailsAt + t.directory([t.long(0xA005, 0)], at: 0).count
    let block =
      t.header + t.directory([t.long(0x8769, UInt32(detailsAt))], at: 8)
      + t.directory([t.long(0xA005, UInt32(interopAt))], at: detailsAt)
      + t.directory([Tiff.Field(tag: 1, type: 2, count: 4, value: Array((mark + "\0").utf8))], at: interopAt)
    var file = ScanFile()
    (file.format, file.exif, file.convertsToSRGB) = (.png, Exif(block: block), converts)
    let colours = (0..<4).flatMap { _ in [100, 120, 140] as [UInt8] }
    let read = try PhotoFile(decoding: file.encoded(Picture(width: 2, height: 2, samples: colours)))
    let isConverted = converts && mark == "R03"
    #expect(error(read.photo, isConverted ? [90, 121, 142] : [100, 120, 140]) <= 2)
    #expect(read.exif?.isAdobeRGB == (mark == "R03" && !converts))
  }

  /// Half of the light is level 188 of sRGB, a quarter 137. With gamma 2.2 samples hardly change.
  @Test(arguments: [(1.0, 128, 188), (1.0, 64, 137), (1.0, 255, 255), (2.2, 128, 128), (1.8, 128, 147)])
  func greyWithAProfileBecomesSRGB(_ gamma: Double, _ sample: UInt8, _ expected: Int) throws {
    let encoder = MadeJPEG(colour: .grey)
    let bytes = try encoder(
      Array(repeating: sample, count: 64), width: 8, height: 8, segments: segments(MadeProfile.grey(gamma: gamma)))
    let file = try PhotoFile(decoding: bytes)
    #expect(file.photo.chroma == nil && file.warnings == [] && file.profile == nil)
    #expect(file.photo.luma.samples.allSatisfy { abs(Int($0) - expected) <= 1 }, "\(file.photo.luma.samples[0])")
  }

  /// A grey photo keeps an RGB profile.
  @Test func greyKeepsAColourProfile() throws {
    let bytes = try Made.jpeg(16, 16, segments: segments(MadeProfile.displayP3)) { $0.colour = .grey }
    let file = try PhotoFile(decoding: bytes)
    #expect(file.profile == MadeProfile.displayP3 && file.warnings == [])
  }

  /// A printer's cyan, paper and black. Without a profile, cyan would be (0, 255, 255).
  @Test(
    arguments: [
      ([0, 255, 255, 255], [54, 156, 197]), ([255, 255, 255, 255], [255, 255, 255]), ([255, 255, 255, 0], [0, 0, 0]),
    ] as [([UInt8], [Int])])
  func inksWithAProfileBecomeSRGB(_ inverted: [UInt8], _ expected: [Int]) throws {
    let profile = MadeProfile.inks { corner in
      if corner & 1 == 1 { return (0, 0, 0) }
      return corner == 0b1000 ? (60, -20, -30) : (100 - 30 * Double(corner.nonzeroBitCount), 0, 0)
    }
    let encoder = MadeJPEG(colour: .cmyk)
    let pixels = (0..<64).flatMap { _ in inverted }
    let file = try PhotoFile(
      decoding: encoder(pixels, width: 8, height: 8, segments: segments(profile)))
    #expect(file.warnings == [] && file.profile == nil)
    #expect(error(file.photo, expected) <= 3)
  }

  /// A damaged profile is used or dropped with a warning, but the photo is always read.
  @Test func damagedProfilesNeverFail() throws {
    var random = RandomNumbers(seed: 7)
    var dropped = 0
    for round in 0..<600 {
      var profile = round.isMultiple(of: 2) ? MadeProfile.displayP3 : MadeProfile.adobeRGB
      for _ in 0..<4 {
        profile[Int.random(in: 40..<profile.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let file = try PhotoFile(decoding: Made.jpeg(8, 8, segments: segments(profile)))
      #expect(file.profile == nil ? file.warnings.count == 1 : file.profile == profile)
      if file.profile == nil { dropped += 1 }
      var scan = ScanFile()
      scan.profile = file.profile
      scan.convertsToSRGB = true
      #expect(throws: Never.self) { try scan.encoded(Made.picture(8, 8)) }
    }
    #expect((1..<600).contains(dropped))
  }

  private func details(of exif: Exif?) throws -> (TIFFStructure, TIFFStructure.Directory) {
    let tiff = try #require(TIFFStructure(exif?.block ?? []))
    let offset = tiff.integer(tiff.directory(at: tiff.start)?[0x8769]) ?? 0
    return (tiff, try #require(tiff.directory(at: offset)))
  }

  private func segments(_ profile: [UInt8]) -> [JPEGEncoder.Segment] {
    (ColourProfile.pieces(profile) ?? []).map { .init(marker: 0xE2, payload: $0) }
  }
}
