import Foundation
import PeelFiles
import PeelImaging
import PeelTestSupport
import Testing

@testable import PeelOutput
@testable import PeelScanning

/// Which photo a scan's name belongs to, and which files are never replaced.
@Suite struct ClaimsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func scan(_ arguments: String...) throws -> Program.Result {
    try Program.run(["scan"] + arguments, in: folder)
  }

  /// Two photos of one name, given by commands in any order and grouping.
  @Test func namesOnceGivenStay() throws {
    try folder.write(try Roll.photo(1), "a/IMG_1.jpg")
    try folder.write(try Roll.photo(2), "b/IMG_1.jpg")
    #expect(try scan("a/IMG_1.jpg", "-o", "o").output == "o/IMG_1-1.jpg\n")
    let first = try folder.read("o/IMG_1-1.jpg")
    #expect(try scan("b/IMG_1.jpg", "-o", "o").output == "o/IMG_1_2-1.jpg\n")
    #expect(try scan("b", "a", "-o", "o", "--force").output == "o/IMG_1_2-1.jpg\no/IMG_1-1.jpg\n")
    #expect(try scan("a", "b", "-o", "o").earlier == 2)
    #expect(try folder.read("o/IMG_1-1.jpg") == first)
    // Alone at first, then with a photo of the same name.
    #expect(try scan("a", "-o", "p").output == "p/IMG_1-1.jpg\n")
    #expect(try scan("b", "a", "-o", "p").output == "p/b-IMG_1-1.jpg\np/IMG_1-1.jpg\n")
    #expect(folder.names("p") == ["IMG_1-1.jpg", "b-IMG_1-1.jpg"])
  }

  @Test func aMovedPhotoKeepsItsName() throws {
    try folder.write(try Roll.photo(1), "a/desk.jpg")
    #expect(try scan("a", "-o", "o").output == "o/desk-1.jpg\n")
    try FileManager.default.moveItem(atPath: folder.path("a/desk.jpg"), toPath: folder.path("a/table.jpg"))
    // Another photo takes its place.
    try folder.write(try Roll.photo(2), "a/desk.jpg")
    #expect(try scan("a", "-o", "o").output == "o/desk_2-1.jpg\no/desk-1.jpg\n")
    // A copy is a photo of its own.
    try folder.write(try Roll.photo(1), "b/desk.jpg")
    #expect(try scan("b", "-o", "o").output == "o/desk_3-1.jpg\n")
  }

  /// A camera that counts from the start again.
  @Test func aPhotoTakenAtAnotherTimeIsAnotherPhoto() throws {
    for name in ["rocket-tilted.jpg", "astronaut-on-blue.jpg"] {
      try folder.write(try Samples.bytes(name), "card/IMG_1.jpg")
      _ = try scan("card", "-o", "o")
    }
    #expect(folder.names("o") == ["IMG_1-1.jpg", "IMG_1_2-1.jpg"])
  }

  @Test(arguments: [[], ["--force"]])
  func photosAreNeverTargets(_ options: [String]) throws {
    try folder.write(try Roll.photo(1), "e/desk.jpg")
    try folder.write(try Roll.photo(2), "e/desk-1.jpg")
    for _ in 1...2 {
      let run = try Program.run(["scan", "e/desk.jpg", "-o", "e"] + options, in: folder)
      #expect(run.status == 1)
      #expect(run.error.contains("e/desk.jpg: e/desk-1.jpg: exists already"), "\(run.error)")
      #expect(run.error.contains("choose another folder with -o") && !run.error.contains("--force"))
      #expect(try folder.read("e/desk-1.jpg") == Roll.photo(2))
      #expect(folder.names("e") == ["desk-1.jpg", "desk.jpg"])
    }
  }

  /// A scan that is given as a photo by another name.
  @Test func aLinkedInputIsNoTarget() throws {
    try folder.write(try Roll.photo(1), "desk.jpg")
    _ = try scan("desk.jpg", "-o", "o")
    let scanned = try folder.read("o/desk-1.jpg")
    try FileManager.default.linkItem(atPath: folder.path("o/desk-1.jpg"), toPath: folder.path("again.jpg"))
    let run = try scan("desk.jpg", "again.jpg", "-o", "o", "--quality", "50")
    #expect(run.error.contains("o/desk-1.jpg: is one of the photos"), "\(run.error)")
    #expect(try folder.read("o/desk-1.jpg") == scanned)
  }

  /// A link isn't a file that peel made, even if it leads to one.
  @Test func aLinkIsNotReplaced() throws {
    try folder.write(try Roll.photo(1), "desk.jpg")
    _ = try scan("desk.jpg", "-o", "o")
    try FileManager.default.moveItem(atPath: folder.path("o/desk-1.jpg"), toPath: folder.path("kept.jpg"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("o/desk-1.jpg"), withDestinationPath: folder.path("kept.jpg"))
    #expect(try scan("desk.jpg", "-o", "o", "--quality", "50").status == 1)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("o/desk-1.jpg")).hasSuffix("kept.jpg"))
  }

  @Test(arguments: ["jpg", "png"])
  func explainReplacesOnlyItsOwnPictures(_ format: String) throws {
    let photo = try Roll.photo(1)
    try folder.write(photo, "f.jpg")
    try folder.write(photo, "g.jpg")
    func explain(_ arguments: String...) throws -> Program.Result {
      try Program.run(["explain", "f.jpg", "-o"] + arguments, in: folder)
    }
    for name in ["f.jpg", "./f.jpg", "g.jpg"] {
      let run = try explain(name, "--force")
      #expect(run.status == 1 && run.error.contains("choose another name with -o"), "\(run.error)")
      #expect(try folder.read("f.jpg") == photo && folder.read("g.jpg") == photo)
    }
    let picture = "explained." + format
    #expect(try explain(picture).status == 0)
    let refused = try explain(picture)
    #expect(refused.status == 1 && refused.error.contains("add --force to replace it"))
    #expect(try explain(picture, "--force").status == 0)
  }

  @Test func explainMakesTheFolderOfItsPicture() throws {
    try folder.write(try Roll.photo(1), "f.jpg")
    let run = try Program.run(["explain", "f.jpg", "-o", "new/inner/e.jpg"], in: folder)
    #expect(run.status == 0 && run.error == "", "\(run.error)")
    #expect(folder.names("new/inner") == ["e.jpg"])
  }

  @Test func explainWritesToStandardOutput() throws {
    try folder.write(try Roll.photo(1), "f.jpg")
    _ = try Program.run(["explain", "f.jpg", "-o", "e.jpg"], in: folder)
    let run = try Program.run(["explain", "f.jpg", "-o", "-"], in: folder)
    #expect(run.status == 0 && run.error == "", "\(run.error)")
    #expect(try run.bytes == folder.read("e.jpg"))
    #expect(folder.names() == ["e.jpg", "f.jpg"])
    let script = ["20", "/usr/bin/script", "-qec", "'\(Program.path)' explain f.jpg -o -", "/dev/null"]
    let terminal = try Program.run(script, of: "/usr/bin/timeout", in: folder)
    #expect(terminal.status == 1 && terminal.output.contains("standard output is a terminal"), "\(terminal.output)")
  }

  @Test(arguments: ["e.gif", "e.tif", "e"]) func explainWritesNoOtherFormats(_ name: String) throws {
    try folder.write(try Roll.photo(1), "f.jpg")
    let run = try Program.run(["explain", "f.jpg", "-o", name], in: folder)
    #expect(run.status == 64 && run.error.contains("choose a name that ends in .jpg or .png"), "\(run.error)")
    #expect(folder.names() == ["f.jpg"])
  }

  // MARK: - While a scan is written

  /// Writes a scan anew, and does something once it is on its way to the disk.
  private func writeAnew(_ name: String, while act: @escaping @Sendable () throws -> Void) throws -> OutputError? {
    let claim = Claim(stem: Array("a".utf8), photo: Digest([1]), picture: Digest([1]), file: nil)
    func write(_ bytes: [UInt8]) throws -> OutputError? {
      let output = try OutputFolder(path("o"), shard: .whole)
      return output.deliver(
        [Product(path("o/\(name)"), bytes, ScanReport.Scan(size: (1, 1)))], of: claim, as: nil,
        ScanReport(path("a.jpg")).facts, sparing: InputFiles([])
      ).failure
    }
    #expect(try write([1, 2, 3]) == nil)
    let other = Thread {
      let files = { (try? FileManager.default.contentsOfDirectory(atPath: self.folder.path("o"))) ?? [] }
      let end = Date.now + 60
      while Date.now < end, !files().contains(where: { $0.hasPrefix(".peel-") }) { usleep(100) }
      #expect(throws: Never.self) { try act() }
    }
    other.start()
    // Enough bytes that it takes a while.
    return try write([UInt8](repeating: 7, count: 60_000_000))
  }

  private func path(_ name: String) -> PeelFiles.Path { PeelFiles.Path(folder.path(name)) }

  @Test func anEditDuringTheWriteIsKept() throws {
    let folder = folder
    let error = try writeAnew("a-1.jpg") { try folder.write(Data("mine".utf8), "o/a-1.jpg") }
    #expect(error == .file(FileError(.exists, path("o/a-1.jpg"))))
    #expect(try folder.read("o/a-1.jpg") == Data("mine".utf8))
    #expect(folder.names("o") == ["a-1.jpg"])
  }

  @Test func aLinkPutInAFoldersPlaceDuringTheWriteIsNotFollowed() throws {
    let folder = folder
    try folder.write(Data("mine".utf8), "mine/a.jpg")
    let error = try writeAnew("2026/a.jpg") {
      try FileManager.default.moveItem(atPath: folder.path("o/2026"), toPath: folder.path("o/old"))
      try FileManager.default.createSymbolicLink(atPath: folder.path("o/2026"), withDestinationPath: "../mine")
    }
    let reason = "\(path("o/2026").shown) is a link or a file"
    #expect(error == .file(FileError(.unwritable, path("o/2026/a.jpg"), reason: reason)))
    #expect(try folder.read("mine/a.jpg") == Data("mine".utf8))
  }

  /// A scan of another photo whose name looks like one of this photo's.
  @Test func anotherPhotosScanIsNoLeftover() throws {
    try folder.write(try Roll.photo(1), "x.jpg")
    try folder.write(try Roll.photo(2), "x-2.jpg")
    #expect(try scan("x-2.jpg", "-o", "o", "--name", "{stem}").output == "o/x-2.jpg\n")
    let run = try scan("x.jpg", "-o", "o")
    #expect(run.output == "o/x-1.jpg\n" && !run.error.contains("left over"), "\(run.error)")
  }

  /// An edited scan is told as such.
  @Test func anEditedScanIsNamed() throws {
    try folder.write(try Roll.photo(1), "x.jpg")
    _ = try scan("x.jpg", "-o", "o")
    try folder.write(Data("mine".utf8), "o/x-1.jpg")
    let run = try scan("x.jpg", "-o", "o")
    #expect(run.status == 1 && run.error.contains("exists already, and was changed since peel made it"), "\(run.error)")
    #expect(try folder.read("o/x-1.jpg") == Data("mine".utf8))
  }

  /// A number in the name would be no help against the photo itself.
  @Test func aPhotoInTheWayNeedsNoNumber() throws {
    try folder.write(try Roll.photo(1), "in/s/b.jpg")
    let before = try folder.read("in/s/b.jpg")
    let run = try scan("-r", "in", "-o", "in", "--name", "{folder}/{stem}")
    #expect(run.status == 1 && run.error.contains("in/s/b.jpg: is one of the photos"), "\(run.error)")
    #expect(!run.error.contains("{n}"), "\(run.error)")
    #expect(try folder.read("in/s/b.jpg") == before)
  }

  // MARK: - Folders that fold names

  private func stems(_ names: String..., earlier: Claim...) throws -> [String] {
    for name in names { try folder.write(Data(name.utf8), name) }
    let output = PeelFiles.Path(folder.path("o"))
    let folder = try OutputFolder(output, shard: .whole)
    for claim in earlier { try folder.claim(claim) }
    let finished = try FinishedScans(in: output, folding: .folded)
    return finished.stems(for: names.map { Item(PeelFiles.Path(self.folder.path($0))) }).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func foldedNamesAreKeptApart() throws {
    #expect(try stems("Desk.jpg", "desk.jpg", "DESK.png") == ["Desk-jpg", "desk-jpg_2", "DESK-png"])
    #expect(try stems("caf\u{E9}.jpg", "cafe\u{301}.jpg") == ["caf\u{E9}-jpg", "cafe\u{301}-jpg_2"])
    let other = Claim(stem: Array("TABLE".utf8), photo: Digest([1]), picture: Digest([1]), file: nil)
    #expect(try stems("table.jpg", earlier: other) == ["table_2"])
  }

  @Test func foldersAreProbed() throws {
    let notes = PeelFiles.Path(folder.path("notes"))
    try prepareFolder(notes)
    let folding = try NameFolding(probing: Descriptor(folderItself: notes), run: "1")
    #expect(folding == .exact)
    #expect(folder.names("notes").isEmpty)
    // A folder that ignores case finds the lock by this name.
    try folder.write(Data(), "notes/LOCK")
    #expect(NameFolding(of: notes) == .folded)
  }

  // MARK: - Sidecars

  @Test func aSidecarOfAnotherPhotoIsNotUsed() throws {
    let photo = try Roll.photo(1)
    let digest = Digest([UInt8](photo)).text
    try folder.write(photo, "b.jpg")
    try folder.write(Roll.sidecar("a.jpg"), "b.jpg.peel")
    let refused = try scan("b.jpg", "-o", "o")
    #expect(refused.status == 1)
    #expect(
      refused.error.contains("b.jpg: its adjustments b.jpg.peel: the file is for another photo, a.jpg"),
      "\(refused.error)")
    // A photo that was renamed with its sidecar.
    try folder.write(Roll.sidecar("a.jpg", digest), "b.jpg.peel")
    let renamed = try scan("b.jpg", "-o", "o", "--json")
    #expect(renamed.status == 0 && renamed.output.contains(#""verdict":"sure""#), "\(renamed.error)")
    // A photo that was replaced under its name.
    try folder.write(Roll.sidecar("b.jpg", "0123456789abcdef"), "b.jpg.peel")
    let outdated = try scan("b.jpg", "-o", "o", "--json")
    #expect(outdated.status == 3 && outdated.output.contains(#""verdict":"review""#))
    #expect(outdated.error.contains("has changed since its prints were adjusted in b.jpg.peel"), "\(outdated.error)")
    #expect(try scan("b.jpg", "-o", "sure", "--sure-only").output == "")
  }

  /// Only the times can tell whether such a sidecar is for the photo that was there before.
  @Test func aSidecarWithoutADigestIsDoubtedIfThePhotoIsNewer() throws {
    try folder.write(try Roll.photo(1), "b.jpg")
    try folder.write(Roll.sidecar("b.jpg"), "b.jpg.peel")
    #expect(try scan("b.jpg", "-o", "o").status == 0)
    try folder.write(try Roll.photo(2), "b.jpg")
    let later = Date.now + 10
    try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: folder.path("b.jpg"))
    let run = try scan("b.jpg", "-o", "o")
    #expect(run.status == 3 && run.error.contains("has changed since its prints were adjusted"), "\(run.error)")
  }

  /// A photo whose scan would have the name of another photo gets a name of its own.
  @Test func photosInTheFolderForScansKeepTheirNames() throws {
    let folder = try Folder()
    for (number, name) in ["x.jpg", "x-1.jpg"].enumerated() { try folder.write(try Roll.photo(number), name) }
    for _ in 0..<2 {
      let run = try Program.run(["scan", ".", "-o", "."], in: folder)
      #expect(run.isDone && Set(run.lines) == ["./x_2-1.jpg", "./x-1-1.jpg"], "\(run.output)\(run.error)")
    }
    #expect(try folder.read("x-1.jpg") == Roll.photo(1))
  }

  @Test func anOlderCopyOfTheJournalIsThoughtOf() throws {
    let folder = try Folder()
    try Roll.write(2, in: folder)
    let journal = "out/.peel/journal"
    #expect(try Program.run(["scan", "roll/100.jpg", "-o", "out"], in: folder).isDone)
    let older = try folder.read(journal)
    #expect(try Program.run(["scan", "roll", "-o", "out"], in: folder).isDone)
    try folder.write(older, journal)
    let run = try Program.run(["scan", "roll", "-o", "out", "--quality", "60"], in: folder)
    #expect(run.status == 1 && run.error.contains("run once with the options that made it"), "\(run.error)")
  }
}
