import Foundation
import PeelImaging
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
    var random = Seeded(state: 5)
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
