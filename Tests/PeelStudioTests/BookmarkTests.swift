import Foundation
import PeelFiles
import PeelTestSupport
import Testing

@testable import PeelStudio

/// Where the workbench begins.
struct BookmarkTests {
  @Test func aPhotoIsFoundAgainThoughItsFolderChanged() throws {
    let folder = try Folder()
    for number in 1...3 { try folder.write(Data(), "photos/\(number).jpg") }
    let (state, photos) = (Path(folder.path("state")), Path(folder.path("photos")))
    let roll = (1...3).map { photos.appending("\($0).jpg") }
    Bookmark(of: [photos], in: state).keep(roll[1])
    // A photo came before it, and the photos are named instead of their folder.
    let more = [photos.appending("0.jpg")] + roll
    #expect(Bookmark(of: [photos], in: state).place(in: more) == 2)
    #expect(Bookmark(of: more, in: state).place(in: more) == 2)
    #expect(Bookmark(of: [photos], in: state).place(in: [roll[0], roll[2]]) == nil)
    #expect(Bookmark(of: [Path(folder.path("other"))], in: state).place(in: more) == nil)
  }
}
