import Foundation
import PeelCodecs
import PeelFiles
import PeelImaging
import PeelTestSupport
import Testing

@testable import PeelScanning

@Suite struct SavedMarkTests {
  /// Clips of one camera may have the same name, size and beginning.
  @Test func clipsAreToldApartByAllTheirBytes() throws {
    let folder = try Folder()
    let clip = Path(folder.path("a.mov"))
    let bytes = [UInt8](repeating: 7, count: 1 << 19)
    try folder.write(Data(bytes), "a.mov")
    let mark = SavedMark(frame: nil, of: clip).ofFrame(3)
    let picture = Picture(width: 8, height: 8, samples: [UInt8](repeating: 99, count: 192))
    try folder.write(Data(try mark.encoded(picture, ScanFile())), "a-frame-3.jpg")
    let saved = Path(folder.path("a-frame-3.jpg"))
    #expect(SavedMark(frame: 3, of: clip).isUnchanged(saved))
    try folder.write(Data(bytes.dropLast() + [8]), "a.mov")
    #expect(!SavedMark(frame: 3, of: clip).isUnchanged(saved))
  }
}
