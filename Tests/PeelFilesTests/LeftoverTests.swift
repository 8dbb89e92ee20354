import Foundation
import PeelTestSupport
import Testing

@testable import PeelFiles

/// What killed runs leave half-written, and what only looks like it.
@Suite struct LeftoverTests {
  /// A name that this person's runs give.
  private static func ownName() -> String { String(decoding: TemporaryName.next().bytes, as: UTF8.self) }

  /// A name that anyone can make.
  private static func forgedName(_ numbers: String) -> String {
    ".peel-\(numbers)-\(Digest(Array(numbers.utf8)).text).tmp"
  }

  private static func plant(_ name: String, in folder: Folder) throws {
    try folder.write(Data("page".utf8), "\(name)/index.html")
    try folder.write(Data("scan".utf8), "\(name)/scans/a.jpg")
  }

  @Test func onlyWhatARunLeftIsRemoved() throws {
    let folder = try Folder()
    try folder.link("coffee-on-gravel.jpg", as: "roll/a.jpg")
    let (left, inWork, leftFolder) = (Self.ownName(), Self.ownName(), Self.ownName())
    let foreign = [".peel-2024-12.tmp", ".peel-notes.tmp", "mine.tmp", Self.forgedName("1-1")]
    for name in [left, inWork] + foreign { try folder.write(Data("half".utf8), "out/\(name)") }
    try Self.plant("out/\(leftFolder)", in: folder)
    let forgedFolder = Self.forgedName("1-1-folder")
    try Self.plant("out/\(forgedFolder)", in: folder)
    let writing = try Descriptor(changing: Array(inWork.utf8), in: Descriptor(reading: Path(folder.path("out"))))
    #expect(try writing.lock())
    #expect(try Program.run(["scan", "roll", "-o", "out"], in: folder).status == 0)
    #expect(folder.names("out") == ([inWork, forgedFolder, "a-1.jpg"] + foreign).sorted())
    #expect(folder.names("out/\(forgedFolder)") == ["index.html", "scans"])
  }

  /// A link within a leftover leads nowhere, and what a run doesn't make stays.
  @Test func nothingIsRemovedThroughALink() throws {
    let folder = try Folder()
    try folder.write(Data("mine".utf8), "mine/inner/a")
    let name = "out/\(Self.ownName())"
    try Self.plant(name, in: folder)
    try folder.write(Data("deep".utf8), "\(name)/scans/deeper/a")
    let links = ["out/\(Self.ownName())", "\(name)/link", "\(name)/scans/link"]
    for link in links {
      try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: folder.path("mine"))
    }
    try clearLeftovers(in: Path(folder.path("out")))
    #expect(try folder.read("mine/inner/a") == Data("mine".utf8))
    #expect(links.allSatisfy { (try? FileManager.default.destinationOfSymbolicLink(atPath: folder.path($0))) != nil })
    #expect(folder.names("\(name)") == ["link", "scans"] && folder.names("\(name)/scans") == ["deeper", "link"])
    #expect(try folder.read("\(name)/scans/deeper/a") == Data("deep".utf8))
  }

  @Test func aFolderThatIsMovedWhileItIsFilledIsRemovedAlone() throws {
    let folder = try Folder()
    try folder.write(Data("mine".utf8), "mine/scans/a.jpg")
    do {
      let whole = try WholeFolder(to: Path(folder.path("sheet")))
      try whole.write([1], to: "a.jpg", in: "scans")
      let name = try #require(folder.names().first { $0.hasSuffix(".tmp") })
      try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path("moved"))
      try FileManager.default.moveItem(atPath: folder.path("mine"), toPath: folder.path(name))
      try whole.write([2], to: "b.jpg", in: "scans")
      #expect(folder.names("moved/scans") == ["a.jpg", "b.jpg"])
    }
    #expect(folder.names("moved") == [])
    let left = folder.names().filter { $0.hasSuffix(".tmp") }
    #expect(left.count == 1)
    let own = try #require(left.first)
    #expect(folder.names("\(own)/scans") == ["a.jpg"])
    #expect(try folder.read("\(own)/scans/a.jpg") == Data("mine".utf8))
  }

  @Test func aWholeFolderStays() throws {
    let folder = try Folder()
    let whole = try WholeFolder(to: Path(folder.path("sheet")))
    try whole.write([1], to: "a.jpg", in: "scans")
    try whole.finish()
    #expect(folder.names() == ["sheet"])
    #expect(try folder.read("sheet/scans/a.jpg") == Data([1]))
  }

  /// A file that a person moved to the name of a temporary one is neither removed nor published.
  @Test(arguments: [false, true])
  func aFileInPlaceOfATemporaryOneStays(isFinished: Bool) throws {
    let folder = try Folder()
    let target = Path(folder.path("album.pdf"))
    var name = ""
    func replace() throws {
      name = try #require(folder.names().first { $0.hasSuffix(".tmp") })
      try FileManager.default.removeItem(atPath: folder.path(name))
      try folder.write(Data("mine".utf8), name)
    }
    do {
      let file = try GrowingFile(to: target)
      try file.add([1])
      try replace()
      if isFinished {
        try file.finish()
        Issue.record("a person's file is published")
      }
    } catch let error as FileError {
      #expect(isFinished, "\(error)")
    }
    #expect(folder.names() == [name])
    #expect(try folder.read(name) == Data("mine".utf8))
  }
}
