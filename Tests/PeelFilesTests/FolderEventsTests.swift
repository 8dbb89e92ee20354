import Foundation
import PeelFiles
import PeelTestSupport
import Testing

#if os(Linux)
  @Suite struct FolderEventsTests {
    /// A folder is missing at first, is made, moved away and made anew.
    @Test func aFolderThatIsMadeAnewIsWatchedAgain() async throws {
      let folder = try Folder()
      let outcome = await onOwnThread("events") { Result { try Self.makeAnew(in: folder) } }
      #expect(try outcome.get() == [nil, ["a.jpg"], nil, nil, ["b.jpg"]])
    }

    /// - Returns: the names that changed, after each change.
    private static func makeAnew(in folder: Folder) throws -> [Set<String>?] {
      var events = FolderEvents()
      var all: [Set<String>?] = []
      // Files are moved in. If they were written there, a child that another test forks meanwhile might have them open, too,
      // and close them later.
      let files = try Folder()
      for name in ["a.jpg", "b.jpg"] { try files.write(Data("1".utf8), name) }
      let inner = folder.url.appending(path: "inner")
      func note() {
        all.append(events.wait().map { Set($0.map { String(decoding: $0, as: UTF8.self) }) })
        events.watch([Path(inner.path)])
      }
      events.watch([Path(inner.path)])
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      note()
      try FileManager.default.moveItem(atPath: files.path("a.jpg"), toPath: inner.appending(path: "a.jpg").path)
      note()
      try FileManager.default.moveItem(at: inner, to: folder.url.appending(path: "away"))
      note()
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      note()
      try FileManager.default.moveItem(atPath: files.path("b.jpg"), toPath: inner.appending(path: "b.jpg").path)
      note()
      return all
    }
  }
#endif
