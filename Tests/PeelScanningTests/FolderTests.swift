import Foundation
import PeelFiles
import PeelTestSupport
import Testing

@testable import PeelScanning

/// The photos in a folder.
@Suite struct FolderTests {
  @Test func aFolderListsItsPhotosInOrder() throws {
    let folder = try Folder()
    for name in ["b.jpg", "a.JPEG", "c.txt", ".d.jpg", "inner/e.png", "inner/deep/f.jpg", "g.jpg"] {
      try folder.write(Data(), name)
    }
    try FileManager.default.createSymbolicLink(atPath: folder.path("inner/loop"), withDestinationPath: folder.path)
    func found(_ isRecursive: Bool) throws -> [String] {
      try photos(in: Path(folder.path("")), isRecursive: isRecursive)
        .map { String(try $0.get().text.dropFirst(folder.path.count)).trimmingPrefix("/").description }
    }
    #expect(try found(false) == ["a.JPEG", "b.jpg", "g.jpg"])
    #expect(try found(true) == ["a.JPEG", "b.jpg", "g.jpg", "inner/deep/f.jpg", "inner/e.png"])
  }

  /// Cameras write a JPEG beside a raw file, with the same name.
  @Test func rawFilesBesideTheirPhotosAreLeftOut() throws {
    let folder = try Folder()
    for name in ["a.dng", "a.jpg", "b.CR2", "c.nef", "c.peel"] { try folder.write(Data(), name) }
    let listing = try FolderListing(of: Path(folder.path("")), isRecursive: false)
    #expect(try listing.photos.map { Path(bytes: try $0.get().name).text } == ["a.jpg", "b.CR2", "c.nef"])
    #expect(listing.leftOut.map { Path(bytes: $0.name).text } == ["a.dng"])
  }
}
