import Foundation
import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelCodecs

/// Reading and writing WebP, and reading AVIF.
struct WebPTests {
  private func webp(_ picture: Picture = Made.picture(60, 40), quality: Int = 92) throws -> [UInt8] {
    var file = ScanFile()
    file.format = .webp
    file.quality = quality
    return try file.encoded(picture)
  }

  @Test func coloursSurvive() throws {
    let colours: [[UInt8]] = [[200, 40, 90], [20, 190, 60], [128, 128, 128], [255, 255, 255]]
    for colour in colours {
      let picture = Picture(width: 33, height: 17, samples: (0..<33 * 17).flatMap { _ in colour })
      let photo = try PhotoFile(decoding: webp(picture)).photo
      let found = photo.picture().samples.prefix(3)
      #expect(zip(found, colour).allSatisfy { abs(Int($0) - Int($1)) <= 4 }, "\(Array(found)) \(colour)")
      #expect((photo.width, photo.height) == (33, 17))
    }
  }

  @Test func qualityCounts() throws {
    #expect(try webp(quality: 20).count < webp(quality: 95).count)
    #expect(throws: CodecError.tooLarge(width: 16_384, height: 1)) {
      try webp(Picture(width: 16_384, height: 1, samples: Array(repeating: 9, count: 3 * 16_384)))
    }
  }

  /// Some programs write the header that EXIF has in a JPEG.
  @Test(arguments: [[], JPEGSegments.exifSignature])
  func orientationIsApplied(_ signature: [UInt8]) throws {
    let bytes = WebPChunks.file(
      try webp(), width: 60, height: 40, profile: MadeProfile.displayP3,
      exif: signature + Tiff.phone(orientation: 6, size: (60, 40)),
      xmp: nil)
    let file = try PhotoFile(decoding: bytes)
    #expect((file.photo.width, file.photo.height) == (40, 60) && file.format == .webp)
    #expect(file.profile == MadeProfile.displayP3 && file.exif?.date != nil && file.warnings.isEmpty)
  }

  /// libwebp takes zeros for data, and zeros behind the picture do no harm.
  @Test func zerosInsteadOfTheEndAreNoticed() throws {
    var random = RandomNumbers(seed: 7)
    let noise = (0..<3 * 400 * 300).map { _ in UInt8.random(in: 0...255, using: &random) }
    let lossy = try webp(Picture(width: 400, height: 300, samples: noise))
    for share in [0.5, 0.9, 0.98] {
      let kept = lossy.count * Int(share * 100) / 100
      let cut = lossy[..<kept] + [UInt8](repeating: 0, count: lossy.count - kept)
      #expect(throws: CodecError.truncated(rowsRead: nil, height: nil), "\(share)") {
        try PhotoFile(decoding: Array(cut)).photo.width
      }
    }
    #expect(try PhotoFile(decoding: lossy + [UInt8](repeating: 0, count: 99)).photo.width == 400)
    // Even parts are coded as zeros, which belong to the picture.
    let even = Picture(width: 1500, height: 1000, samples: [UInt8](repeating: 255, count: 3 * 1500 * 1000))
    let zeros = try webp(even, quality: 20)
    #expect(WebPChunks(zeros)[.lossy]?.endsInZeros == true)
    #expect(try PhotoFile(decoding: zeros).photo.width == 1500)
  }

  /// A smooth picture, noise, and a picture of four colours, each of which libwebp codes in another way.
  private static let pictures: [Picture] = {
    var random = RandomNumbers(seed: 11)
    let count = 64 * 48
    let noise = (0..<3 * count).map { _ in UInt8.random(in: 0...255, using: &random) }
    let colours: [[UInt8]] = [[0, 0, 0], [255, 255, 255], [200, 40, 90], [13, 201, 77]]
    let few = (0..<count).flatMap { _ in colours.randomElement(using: &random) ?? [] }
    return [Made.picture(64, 48)] + [noise, few].map { Picture(width: 64, height: 48, samples: $0) }
  }()

  /// Every sample of a lossless picture is that of the same picture in a PNG.
  @Test(arguments: pictures.indices)
  func losslessPicturesAreExact(_ number: Int) throws {
    let picture = Self.pictures[number]
    guard let lossless = try losslessWebP(picture) else { return }
    #expect(WebPChunks(lossless)[.lossless] != nil && WebPChunks(lossless)[.lossy] == nil)
    var png = ScanFile()
    png.format = .png
    let expected = try PhotoFile(decoding: png.encoded(picture)).photo
    let found = try PhotoFile(decoding: lossless).photo
    #expect((found.width, found.height) == (64, 48))
    #expect(found.luma.samples == expected.luma.samples)
    let (chroma, expectedChroma) = (try #require(found.chroma), try #require(expected.chroma))
    #expect(chroma.scale == expectedChroma.scale)
    #expect(chroma.blue.samples == expectedChroma.blue.samples && chroma.red.samples == expectedChroma.red.samples)
  }

  @Test func zerosInLosslessPicturesAreNoticed() throws {
    guard let lossless = try losslessWebP(Made.picture(64, 48)) else { return }
    let cut = lossless.dropLast(40) + [UInt8](repeating: 0, count: 40)
    #expect(throws: CodecError.self) { try PhotoFile(decoding: Array(cut)).photo.width }
  }

  /// A lossless file of a picture; nil if ImageMagick isn't installed.
  private func losslessWebP(_ picture: Picture) throws -> [UInt8]? {
    try made(by: "convert", ["-strip", "-define", "webp:lossless=true"], "a.webp", of: picture)
  }

  @Test func zerosInAVIFAreNoticed() throws {
    guard let whole = try made(by: "heif-enc", ["-A", "-q", "95", "-o"], "a.avif") else { return }
    #expect(try PhotoFile(decoding: whole).photo.width == 64)
    let cut = whole.dropLast(40) + [UInt8](repeating: 0, count: 40)
    #expect(throws: CodecError.truncated(rowsRead: nil, height: nil)) { try PhotoFile(decoding: Array(cut)) }
  }

  /// A picture made by another program; nil if that isn't installed.
  private func made(
    by program: String, _ options: [String], _ name: String, of picture: Picture = Made.picture(64, 48)
  ) throws -> [UInt8]? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appending(path: "a.png"), folder.appending(path: name))
    var scan = ScanFile()
    scan.format = .png
    try Data(try scan.encoded(picture)).write(to: input)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let files = options.last == "-o" ? options + [output.path, input.path] : [input.path] + options + [output.path]
    process.arguments = [program] + files
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0, let bytes = try? [UInt8](Data(contentsOf: output)) else {
      print("skipped: \(program) does not write \(name)")
      return nil
    }
    return bytes
  }

  @Test func otherFilesAreErrors() throws {
    let whole = try webp()
    for count in 12..<whole.count {
      #expect(throws: CodecError.self) { try PhotoFile(decoding: Array(whole[..<count])) }
    }
    #expect(throws: CodecError.truncated(rowsRead: nil, height: nil)) {
      try PhotoFile(decoding: whole.dropLast(9))
    }
    var limits = DecodingLimits()
    limits.pixels = 60 * 40 - 1
    #expect(throws: CodecError.tooLarge(width: 60, height: 40)) { try PhotoFile(decoding: whole, limits: limits) }
    limits = DecodingLimits()
    limits.bytes = 60 * 40 * 8
    #expect(throws: CodecError.self) { try PhotoFile(decoding: whole, limits: limits) }
    var animated = WebPChunks.file(whole, width: 60, height: 40, profile: [1], exif: nil, xmp: nil)
    animated[20] |= WebPChunks.Flag.animation
    #expect(throws: CodecError.unsupported(what: "an animated WebP picture")) { try PhotoFile(decoding: animated) }
  }

  @Test func changedFilesNeverCrash() throws {
    let whole = WebPChunks.file(
      try webp(), width: 60, height: 40, profile: MadeProfile.displayP3, exif: Tiff.phone(), xmp: [1, 2, 3])
    var random = RandomNumbers(seed: 5)
    var errors = 0
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if (try? PhotoFile(decoding: bytes)) == nil { errors += 1 }
    }
    #expect(errors > 0 && errors < 2000)
  }

  /// heif-enc writes AVIF with libaom, and libheif reads it with dav1d.
  @Test(arguments: [[], ["-b", "10"], ["-p", "chroma=444"]])
  func avifIsRead(_ options: [String]) throws {
    let encoder = URL(filePath: "/usr/bin/heif-enc")
    guard FileManager.default.isExecutableFile(atPath: encoder.path) else {
      print("skipped: heif-enc is not installed (libheif-examples)")
      return
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "peel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appending(path: "a.png"), folder.appending(path: "a.avif"))
    var scan = ScanFile()
    scan.format = .png
    let picture = Made.picture(64, 48)
    let deep = options.first == "-b" ? picture.samples.map { UInt16($0) * 257 } : nil
    try Data(try scan.encoded(picture, deepSamples: deep)).write(to: input)
    let process = Process()
    process.executableURL = encoder
    process.arguments = ["-A", "-q", "95"] + options + ["-o", output.path, input.path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard let bytes = try? [UInt8](Data(contentsOf: output)) else {
      print("skipped: heif-enc has no encoder for AV1")
      return
    }
    let file = try PhotoFile(decoding: bytes, keepsDepth: true)
    let expected = try PhotoFile(decoding: scan.encoded(picture)).photo
    let difference = zip(file.photo.luma.samples, expected.luma.samples).map { abs(Int($0) - Int($1)) }
    #expect(file.format == .avif && (file.photo.width, file.photo.height) == (64, 48))
    #expect(difference.reduce(0, +) < 8 * difference.count, "\(difference.max() ?? 0)")
    #expect(file.photo.chroma?.scale ?? (0, 0) == (options.contains("chroma=444") ? (1, 1) : (2, 2)))
    #expect((file.photo.deep != nil) == (options.first == "-b"))
    #expect(throws: CodecError.self) { try PhotoFile(decoding: Array(bytes.prefix(bytes.count / 2))) }
  }
}
