import Foundation
import PeelTestSupport
import Testing

@testable import PeelFiles

@Suite struct FilesTests {
  @Test func aFileIsWrittenWhole() throws {
    let folder = try Folder()
    try writeWhole([1, 2, 3], to: Path(folder.path("a")), force: false)
    #expect(try folder.read("a") == Data([1, 2, 3]))
    #expect(throws: FileError(.exists, Path(folder.path("a")))) {
      try writeWhole([4], to: Path(folder.path("a")), force: false)
    }
    try writeWhole([5], to: Path(folder.path("a")), force: true)
    #expect(try folder.read("a") == Data([5]))
    #expect(folder.names() == ["a"])
  }

  /// A pipe has no size and is read in pieces. A file is read at once.
  @Test(arguments: [0, 1, 1 << 18, 1 << 18 + 1, 700_000]) func filesAndPipesAreReadWhole(_ count: Int) throws {
    let sent = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 251 &+ $0) }
    let folder = try Folder()
    try folder.write(Data(sent), "a")
    for limit in [count, count - 1] where limit >= 0 {
      let right = limit == count ? sent : nil
      let pipe = Pipe()
      // On a thread of its own, because writing waits for the reader.
      Thread.detachNewThread {
        try? pipe.fileHandleForWriting.write(contentsOf: Data(sent))
        try? pipe.fileHandleForWriting.close()
      }
      // Not compared in the expectation, which would take long to show how arrays of this size differ.
      let isPipeRight =
        try Descriptor(owning: dup(pipe.fileHandleForReading.fileDescriptor)).bytes(limit: limit) == right
      #expect(isPipeRight)
      let isFileRight = try Descriptor(reading: Path(folder.path("a"))).bytes(limit: limit) == right
      #expect(isFileRight)
    }
  }

  @Test func aDanglingLinkIsNotReplaced() throws {
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(atPath: folder.path("a"), withDestinationPath: "nowhere")
    #expect(throws: FileError(.exists, Path(folder.path("a")))) {
      try writeWhole([4], to: Path(folder.path("a")), force: false)
    }
    #expect(folder.names() == ["a"])
  }

  /// Many writers write the same name at the same time. One succeeds.
  @Test func oneOfManyWritersWins() async throws {
    let folder = try Folder()
    let winners = await withTaskGroup(of: UInt8?.self) { group in
      for writer in 0..<UInt8(40) {
        group.addTask {
          do {
            try writeWhole(Array(repeating: writer, count: 100_000), to: Path(folder.path("a")), force: false)
            return writer
          } catch {
            return nil
          }
        }
      }
      return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
    }
    #expect(winners.count == 1)
    #expect(try folder.read("a") == Data(repeating: winners[0], count: 100_000))
    #expect(folder.names() == ["a"])
  }

  /// Another folder gets the name of the one that is written to, at any moment.
  @Test(arguments: [true, false])
  func aFolderThatIsSwappedIsNotWrittenTo(_ force: Bool) throws {
    let folder = try Folder()
    try folder.write(Data([1]), "out/other")
    let open = try Descriptor(reading: Path(folder.path("out")))
    func swap() throws {
      try renameWithoutReplacing(Path(folder.path("out")), to: Path(folder.path("away")))
      try folder.write(Data([2]), "out/a")
    }
    try writeWhole([7], to: Path(folder.path("out/a")), by: open, force: force) {
      try? swap()
      return try? open.folder(Array("inner".utf8))
    }
    #expect(folder.names("out") == ["a"])
    #expect(try folder.read("out/a") == Data([2]))
    #expect(folder.names("away").sorted() == ["inner", "other"])
    #expect(try folder.read("away/inner/a") == Data([7]))
  }

  @Test func aFolderInPlaceOfAFileIsReported() throws {
    let folder = try Folder()
    try folder.write(Data(), "a/inner")
    #expect(throws: FileError.self) { try writeWhole([4], to: Path(folder.path("a")), force: true) }
    #expect(folder.names() == ["a"])
  }

  @Test func missingFoldersAreCreated() throws {
    let folder = try Folder()
    try prepareFolder(Path(folder.path("a/b/c")))
    try prepareFolder(Path(folder.path("a/b/c/")))
    #expect(folder.names("a/b") == ["c"])
  }

  @Test(arguments: [
    ("a/b.jpg", "a", "b", "jpg"), ("b.tar.gz", ".", "b.tar", "gz"), ("/b", "/", "b", ""), (".jpg", ".", ".jpg", ""),
    ("a//b.", "a/", "b", ""),
  ])
  func pathsAreSplit(_ path: String, folder: String, stem: String, ending: String) {
    let path = Path(path)
    #expect(path.folder == Path(folder))
    #expect(path.stemAndExtension.stem == Array(stem.utf8))
    #expect(path.stemAndExtension.fileExtension == Array(ending.utf8))
  }
}

@Suite struct DigestTests {
  /// The expected values are from `xxhsum -H64`, for the bytes 3, 10, 17 and so on.
  @Test(arguments: [
    (0, "ef46db3751d8e999"), (1, "1f25c8d0bc1f4bb6"), (3, "31d2363f52e564c9"), (4, "9bb64b7d66ee9fda"),
    (7, "9a7b149959ce60d8"), (8, "dab99d95c6f90092"), (14, "c7f1d4d0acfa5a14"), (31, "a2aa5f33cc4a6119"),
    (32, "23c3c17ef790fd97"), (33, "50a7cfc7ba588784"), (63, "5e3e54b431c7493c"), (64, "0eb64b3ef6eeb01f"),
    (100, "a61f8d4c170fe531"), (1000, "5f235fa033f1a3fb"),
  ])
  func isXXH64(count: Int, text: String) {
    let digest = Digest((0..<count).map { UInt8(truncatingIfNeeded: 7 * $0 + 3) })
    #expect(digest.text == text)
    #expect(Digest(text: text) == digest)
  }

  @Test(arguments: ["", "ef46db3751d8e99", "ef46db3751d8e9990", "ef46db3751d8e99g", "+f46db3751d8e999"])
  func invalidTextIsRejected(_ text: String) { #expect(Digest(text: text) == nil) }
}
