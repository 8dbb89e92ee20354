import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelCodecs

extension [UInt8] {
  /// The bytes after 1 to `most` changes: some changed, removed or repeated, or the rest cut off.
  func mutated(atMost most: Int, _ random: inout RandomNumbers) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...most, using: &random) where bytes.count > 40 {
      let place = Int.random(in: 3..<bytes.count, using: &random)
      let end = Swift.min(place + Int.random(in: 1...24, using: &random), bytes.count)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 2: bytes.removeSubrange(Swift.max(place, bytes.count / 2)...)
      case 3: bytes[place] = [0, 0xFF, 0x7F, 0x80][Int.random(in: 0..<4, using: &random)]
      default: bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return bytes
  }
}

struct FuzzTests {
  private enum Victim: String, CaseIterable {
    case baseline, progressive, arithmetic, inks, png

    func bytes() throws -> [UInt8] {
      let segments = [Made.exifSegment(Tiff.phone(isBigEndian: true))]
      switch self {
      case .baseline: return try Made.jpeg(33, 17, segments: segments) { $0.restartRows = 1 }
      case .progressive: return try Made.jpeg(24, 24, segments: segments) { $0.isProgressive = true }
      case .arithmetic: return try Made.jpeg(17, 33, segments: segments) { $0.isArithmetic = true }
      case .inks: return try Made.jpeg(16, 16, segments: segments) { $0.colour = .ycck }
      case .png:
        var file = ScanFile()
        file.format = .png
        file.exif = Exif(block: Tiff.phone())
        file.profile = MadeProfile.displayP3
        return try file.encoded(Made.picture(20, 20))
      }
    }
  }

  /// Changed, removed, repeated and cut-off bytes give a photo or a typed error.
  @Test(arguments: Victim.allCases)
  private func mutatedFilesNeverCrash(_ victim: Victim) throws {
    let original = try victim.bytes()
    var random = RandomNumbers(seed: UInt64(original.count))
    var limits = DecodingLimits()
    limits.pixels = 1_000_000
    var photos = 0
    for _ in 0..<4000 {
      let bytes = original.mutated(atMost: 6, &random)
      do throws(CodecError) {
        let file = try PhotoFile(decoding: bytes, limits: limits)
        photos += 1
        #expect(file.photo.width * file.photo.height <= limits.pixels)
        let updated = file.exif?.updated(width: 3, height: 2, ppi: 300)
        #expect(updated == nil || updated?.orientation == .upright)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect(photos > 100, "some changes do no harm")
  }

  /// EXIF blocks alone, where more changes reach the parser.
  @Test func mutatedBlocksNeverCrash() {
    var random = RandomNumbers(seed: 5)
    for round in 0..<20_000 {
      var block = Tiff.phone(isBigEndian: round.isMultiple(of: 2))
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        block[Int.random(in: 2..<block.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let updated = Exif(block: block)?.updated(width: 30, height: 20, ppi: 300)
      #expect(updated == nil || updated?.orientation == .upright)
    }
  }
}
