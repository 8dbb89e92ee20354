import Foundation
import PeelImaging
import Synchronization
import Testing

@testable import PeelCodecs

/// The memory that photos may take, and how many parts of a file are counted.
struct MemoryTests {
  private func limits(megabytes: Int) -> DecodingLimits {
    var limits = DecodingLimits()
    limits.bytes = megabytes << 20
    return limits
  }

  private func png(_ width: UInt32, _ height: UInt32, depth: UInt8, interlaced: UInt8 = 0) -> [UInt8] {
    let size = PNGChunks.bigEndian(width) + PNGChunks.bigEndian(height)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + PNGChunks.encoded("IHDR", size + [depth, 2, 0, 0, interlaced])
  }

  private func tiff(_ side: UInt32, samples: UInt16, tile: UInt32?) -> [UInt8] {
    let t = Tiff()
    let bits = Tiff.Field(
      tag: 258, type: 3, count: UInt32(samples), value: (0..<samples).flatMap { _ in t.number(UInt16(16)) })
    let pieces =
      tile.map { [t.long(322, $0), t.long(323, $0), t.long(324, 8), t.long(325, 9)] }
      ?? [t.long(273, 8), t.long(278, side), t.long(279, 9)]
    let fields = [
      t.long(256, side), t.long(257, side), bits, t.short(259, 8), t.short(262, 2), t.short(277, samples),
    ]
    return t.header + t.directory((fields + pieces).sorted { $0.tag < $1.tag }, at: 8)
  }

  /// A photo's need is known from its header, before anything is allocated.
  @Test func needsAreKnownBeforehand() throws {
    let files = [
      png(15_000, 15_000, depth: 16), png(15_000, 15_000, depth: 16, interlaced: 1),
      tiff(15_000, samples: 8, tile: nil), tiff(15_000, samples: 8, tile: 15_008),
    ]
    let needs = files.map { file in
      let error = #expect(throws: CodecError.self) { try PhotoFile(decoding: file, limits: limits(megabytes: 300)) }
      guard case .needsMemory(let bytes, 300 << 20) = error else { return 0 }
      return bytes / (15_000 * 15_000)
    }
    // Bytes per pixel: planes and work; of the single tile with 8 samples of 16 bits, the tile, three of them, and planes.
    #expect(needs == [7, 7, 7, 3 + 16 + 6])
  }

  @Test func whatFitsIsRead() throws {
    let bytes = try Made.jpeg(640, 480)
    #expect(throws: CodecError.self) { try PhotoFile(decoding: bytes, limits: limits(megabytes: 1)) }
    #expect(try PhotoFile(decoding: bytes, limits: limits(megabytes: 2)).photo.width == 640)
    let progressive = try Made.jpeg(640, 480) { $0.isProgressive = true }
    #expect(try PhotoFile(decoding: progressive, limits: limits(megabytes: 3)).photo.width == 640)
  }

  /// Photos that are decoded at the same time never have more than the allowance together.
  @Test func photosWaitForEachOther() {
    let allowance = MemoryAllowance(bytes: 100)
    let taken = Atomic(0)
    let most = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 32) { index in
      for round in 0..<20 {
        let wanted = 10 + (index * 7 + round * 13) % 90
        let share = allowance.share(wanted)
        let now = taken.add(wanted, ordering: .relaxed).newValue
        _ = most.max(now, ordering: .relaxed)
        usleep(50)
        taken.subtract(wanted, ordering: .relaxed)
        withExtendedLifetime(share) {}
      }
    }
    #expect((11...100).contains(most.load(ordering: .relaxed)))
  }

  @Test func aPhotoKeepsItsShareWhileItLives() throws {
    var limits = DecodingLimits()
    limits.allowance = MemoryAllowance(bytes: 3 << 20)
    let bytes = try Made.jpeg(640, 480)
    // Each needs more than half of the allowance. The second would wait forever if the first kept its share.
    for _ in 0..<2 { #expect(try PhotoFile(decoding: bytes, limits: limits).photo.height == 480) }
  }

  /// A file of zeros isn't a million chunks, and a million chunks are too many.
  @Test(.timeLimit(.minutes(1))) func partsAreCounted() throws {
    let zeros = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 50 << 20)
    #expect(throws: CodecError.corrupt(reason: "no PNG header")) { try PhotoFile(decoding: zeros) }
    let empty = PNGChunks.encoded("IDAT", [])
    let chunks = png(64, 64, depth: 8) + [[UInt8]](repeating: empty, count: 1_000_001).joined()
    #expect(throws: CodecError.unsupported(what: "a PNG with more than 1000000 chunks")) {
      try PhotoFile(decoding: chunks)
    }
    let segments = [0xFF, 0xD8] + [[UInt8]](repeating: [0xFF, 0xE5, 0, 2], count: 10_001).joined()
    #expect(throws: CodecError.unsupported(what: "a JPEG with more than 10000 segments")) {
      try PhotoFile(decoding: segments)
    }
  }

  /// All ways to store the same samples give the same planes.
  @Test(arguments: [
    "-compress zip", "-compress lzw -interlace plane", "-compress jpeg -define tiff:tile-geometry=16x16",
  ])
  func rowsAreTheSameHoweverTheyAreStored(_ options: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peel-rows-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.currentDirectoryURL = folder
    let script = "convert -size 70x90 radial-gradient:red-blue -depth 8 a.tif && convert a.tif -compress none b.tif"
    process.arguments = ["-c", script + " && convert a.tif \(options) c.tif"]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let photos = try ["b.tif", "c.tif"].map { name in
      try PhotoFile(decoding: [UInt8](Data(contentsOf: folder.appending(path: name)))).photo
    }
    let off = zip(photos[0].luma.samples, photos[1].luma.samples).map { abs(Int($0) - Int($1)) }.max() ?? 255
    #expect(photos[0].width == 70 && off <= (options.contains("jpeg") ? 16 : 0))
  }
}
