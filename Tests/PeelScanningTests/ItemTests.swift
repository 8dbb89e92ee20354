import Foundation
import PeelFiles
import PeelImaging
import PeelOutput
import PeelTestSupport
import Testing

@testable import PeelScanning

/// Scans of items with several files.
@Suite struct ItemTests {
  /// Scans an item into the folder `out`, as a run of its own.
  private func scan(_ item: Item, in folder: Folder) throws -> ScanReport {
    let path = Path(folder.path("out"))
    let output = try OutputFolder(path, shard: .whole)
    let run = ScanRun(
      scanner: ItemScanner(detector: Detector(), maker: ScanMaker(ScanSettings()), folder: path),
      folder: output)
    switch run.scan(item, stem: output.finished.stems(for: [item])[0]) {
    case .done(let report): return report
    case .left(let rest): return rest()
    }
  }

  /// A folder with the photos `a.jpg` and `b.jpg`, and a file that stands in for a clip.
  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "a.jpg")
    try folder.write(try Roll.photo(2), "b.jpg")
    try folder.write(Data("a clip".utf8), "clip.mov")
    return folder
  }

  enum Several: CaseIterable {
    case burst, livePhoto

    func item(in folder: Folder) -> Item {
      let photo = Path(folder.path("b.jpg"))
      return switch self {
      case .burst: Item(burst: photo, [Path(folder.path("a.jpg"))])
      case .livePhoto: Item(still: photo, clip: Path(folder.path("clip.mov")))
      }
    }
  }

  @Test(arguments: Several.allCases)
  func scansAreNamedAfterTheFirstFile(_ several: Several) throws {
    let folder = try folder()
    let item = several.item(in: folder)
    let report = try scan(item, in: folder)
    #expect(report.error == nil && report.photo == item.files[0])
    #expect(report.scans.map(\.file) == [Path(folder.path("out/b-1.jpg"))])
    #expect(folder.names("out") == ["b-1.jpg"])
  }

  @Test(arguments: Several.allCases)
  func scansAreMadeAnewIfAnotherFileChanges(_ several: Several) throws {
    let folder = try folder()
    let item = several.item(in: folder)
    let first = try scan(item, in: folder)
    #expect(!first.isEarlier)
    #expect(try scan(item, in: folder).isEarlier)
    let other = item.others[0].shownName
    try folder.write(try Roll.photo(3), other)
    let changed = try scan(item, in: folder)
    #expect(!changed.isEarlier && changed.scans.map(\.content) == first.scans.map(\.content))
    #expect(try scan(item, in: folder).isEarlier)
  }

  @Test func scansAreMadeAnewIfAFileIsAdded() throws {
    let folder = try folder()
    let (photo, other) = (Path(folder.path("b.jpg")), Path(folder.path("a.jpg")))
    #expect(try !scan(Item(photo), in: folder).isEarlier)
    #expect(try !scan(Item(burst: photo, [other]), in: folder).isEarlier)
    #expect(try !scan(Item(burst: photo, [other, Path(folder.path("clip.mov"))]), in: folder).isEarlier)
    #expect(try scan(Item(burst: photo, [other]), in: folder).isEarlier)
  }

  @Test func aMissingFileIsAnError() throws {
    let folder = try folder()
    let missing = Path(folder.path("c.jpg"))
    let report = try scan(Item(burst: Path(folder.path("b.jpg")), [missing]), in: folder)
    #expect(report.error?.path == missing && report.scans.isEmpty)
    #expect(folder.names("out") == [])
  }
}
