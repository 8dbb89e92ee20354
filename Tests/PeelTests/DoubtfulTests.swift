import ArgumentParser
import Foundation
import PeelImaging
import PeelTestSupport
import Testing

@testable import peel

/// `--doubtful`: prints in photos where no print is likely.
@Suite struct DoubtfulTests {
  @Test func theBestPrintMayBeDoubtful() throws {
    let usual = try SearchArguments.parse([]).detector(FilmFormat.all, .auto).parameters
    let doubtful = try SearchArguments.parse(["--doubtful"]).detector(FilmFormat.all, .auto).parameters
    #expect(usual.leastPresence > 0 && doubtful.leastPresence == 0)
    #expect(doubtful.leastConfidence == usual.leastConfidence)
    #expect(throws: (any Error).self) { try SearchArguments.parse(["--doubtful", "--min-confidence", "0.5"]) }
  }

  private static let photos = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/photos/empty-real").standardizedFileURL.path(percentEncoded: false)

  /// Photos without a print give scans only with the option, and are listed for review without it.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: photos), "needs ../shared/photos/empty-real"))
  func doubtfulPrintsAreWrittenOnlyWhenAsked() throws {
    let folder = try Folder()
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.photos).filter { $0.hasSuffix(".jpg") }
    let some = names.sorted().suffix(40).map { Self.photos + "/" + $0 }
    let usual = try Program.run(["scan", "-o", "usual"] + some, in: folder)
    let doubtful = try Program.run(["scan", "-o", "doubtful", "--doubtful"] + some, in: folder)
    #expect(usual.lines.count < doubtful.lines.count, "\(usual.lines.count) \(doubtful.lines.count)")
    #expect(usual.status == 3 && usual.error.contains("to review"))
    print("\(usual.lines.count) scans of 40 photos without a print; \(doubtful.lines.count) with --doubtful")
  }
}
