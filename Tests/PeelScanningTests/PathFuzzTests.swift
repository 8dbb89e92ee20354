import Foundation
import PeelCodecs
import PeelImaging
import PeelRandomNumbers
import PeelScanning
import PeelTestSupport
import Testing

/// Changed photos on the whole way from a file to its scans. `FUZZ=20000` takes that many of each.
@Suite struct PathFuzzTests {
  private static let rounds = ProcessInfo.processInfo.environment["FUZZ"].flatMap { Int($0) } ?? 60

  /// The corpus: a small photo with a print, in the formats that can be written here.
  private static func photo(_ format: ScanFile.Format) throws -> [UInt8] {
    var file = ScanFile()
    file.format = format
    return try file.encoded(Roll.picture(1))
  }

  /// Each gives an error, or scans that can be read again and have the size that they are said to have.
  @Test(arguments: ScanFile.Format.allCases)
  func changedPhotosGiveErrorsOrScans(_ format: ScanFile.Format) throws {
    let original = try Self.photo(format)
    var random = RandomNumbers(seed: 23)
    var limits = DecodingLimits()
    limits.bytes = 64 << 20
    var (scans, errors) = (0, 0)
    for round in 0..<Self.rounds {
      var bytes = original
      for _ in 0..<(round == 0 ? 0 : Int.random(in: 1...4, using: &random)) {
        let place = Int.random(in: 2..<bytes.count, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: bytes.removeSubrange(place...)
        case 1: bytes.removeSubrange(place..<min(place + 9, bytes.count))
        default: bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        if bytes.count < 40 { break }
      }
      guard let file = try? PhotoFile(decoding: bytes, limits: limits) else {
        errors += 1
        continue
      }
      for scan in (try? file.scans()) ?? [] {
        let again = try PhotoFile(decoding: scan.bytes).photo
        #expect(again.width == scan.facts.width && again.height == scan.facts.height)
        scans += 1
      }
    }
    #expect(scans > 0 && errors > 0, "\(scans) scans, \(errors) errors")
  }
}
