import Foundation
import PeelFiles
import PeelImaging
import PeelScanning
import Testing

@testable import peel_lab

/// Prints that are alike, in a photograph kept beside the repository.
struct WallTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/photos/real3").standardizedFileURL

  /// The faint top sides of 17 white frames on a white wall: without the others' size, 6 lie on the pictures.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: folder.appending(path: "truth.json").path),
      "needs ../shared/photos/real3"))
  func `white frames keep their sides on a white wall`() throws {
    let wall = try #require(truePhotos(in: Path(Self.folder.path)).first { $0.path.shownName == "n1481.jpg" })
    let detection = Detector().detect(in: try PhotoFile(wall.path).photo)
    #expect(Losses.fates(wall, detection).count { $0 == .found } >= 15)
  }
}
