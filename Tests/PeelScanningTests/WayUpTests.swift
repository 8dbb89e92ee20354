import Foundation
import PeelCodecs
import PeelFiles
import PeelImaging
import PeelScanning
import PeelTestSupport
import Testing

/// Prints without a thick border, which the faces on them set upright.
struct WayUpTests {
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples")
  /// The outline of the astronaut's picture without its frame.
  private static let portrait = Quad(x: 1334, y: 852, width: 800, height: 900)

  private func scan(
    quarters: Int, turn: ScanTurn = .automatic, furtherTurn: Int = 0
  ) throws -> Scan {
    let file = Self.samples.appending(path: "astronaut-on-blue.jpg")
    let photo = try PhotoFile(decoding: [UInt8](Data(contentsOf: file)))
    var settings = ScanSettings()
    settings.turn = turn
    let wanted = WantedPrint(
      quad: Self.portrait.turned(by: QuarterTurns(quarters)), PrintSettings(turn: furtherTurn))
    return try ScanMaker(settings).picture(wanted, of: photo.photo)
  }

  @Test(arguments: 0..<4) func facesStandUpright(_ quarters: Int) throws {
    let scan = try scan(quarters: quarters)
    #expect(scan.wayUp == .shown(QuarterTurns(quarters)))
    #expect(scan.width < scan.height)
  }

  @Test func furtherTurnsAreAdded() throws {
    let scan = try scan(quarters: 1, furtherTurn: 1)
    #expect(scan.wayUp == .shown(1) && scan.width > scan.height)
  }

  @Test func otherTurnsIgnoreFaces() throws {
    #expect(try scan(quarters: 1, turn: .none).wayUp == .unknown)
  }
}
