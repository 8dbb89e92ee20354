import Foundation
import PeelFiles
import PeelImaging
import PeelTestSupport
import PeelWorkbench
import Testing

@testable import PeelScanning
@testable import PeelStudio

/// Sessions that export to the same folder as other sessions and batches.
@Suite struct SessionTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func scan(_ arguments: String...) throws -> Program.Result {
    try Program.run(["scan"] + arguments, in: folder)
  }

  private func studio(_ photos: String...) -> Studio {
    var scanner = ItemScanner(
      detector: Detector(), maker: ScanMaker(ScanSettings()), folder: PeelFiles.Path(folder.path("scans")))
    scanner.sidecars = SidecarStore(refuge: nil)
    return Studio(photos.map { .success(Item(PeelFiles.Path(folder.path($0)))) }, scanner)
  }

  /// Exports the prints in an item's sidecar.
  private func export(_ item: ItemID, of studio: Studio) throws -> [String] {
    let kept = try #require(try studio.loaded(item)?.kept)
    return try studio.export(ExportOrder(item: item, outlines: kept.outlines)).files.map(\.name)
  }

  @Test func sessionsDoNotReplaceEachOthersScans() throws {
    for (number, name) in zip(1..., ["a/desk.jpg", "b/desk.jpg", "c/desk.jpg"]) {
      try folder.write(try Roll.photo(number), name)
      try folder.write(Roll.sidecar("desk.jpg"), name + ".peel")
    }
    let (one, other) = (studio("a/desk.jpg"), studio("b/desk.jpg", "c/desk.jpg"))
    #expect(try export(0, of: one) == ["desk-1.jpg"])
    let first = try folder.read("scans/desk-1.jpg")
    #expect(try export(0, of: other) == ["b-desk-1.jpg"])
    #expect(try export(1, of: other) == ["c-desk-1.jpg"])
    #expect(try export(0, of: studio("b/desk.jpg")) == ["b-desk-1.jpg"])
    #expect(try folder.read("scans/desk-1.jpg") == first)
    // peel scan makes the same files.
    #expect(
      try scan("a", "c", "b", "-o", "scans").lines == ["scans/desk-1.jpg", "scans/c-desk-1.jpg", "scans/b-desk-1.jpg"])
    #expect(try folder.read("scans/desk-1.jpg") == first)
    // A scan that a person edited stays.
    try folder.write(Data("mine".utf8), "scans/desk-1.jpg")
    #expect(throws: Sentence.self) { try export(0, of: one) }
    #expect(try folder.read("scans/desk-1.jpg") == Data("mine".utf8))
  }

  /// A session reads only what was added to the journal, unless it is another one.
  @Test func aSessionNoticesANewJournal() throws {
    for name in ["a/desk.jpg", "b/desk.jpg"] {
      try folder.write(try Roll.photo(name.hasPrefix("a") ? 1 : 2), name)
      try folder.write(Roll.sidecar("desk.jpg"), name + ".peel")
    }
    let session = studio("a/desk.jpg")
    #expect(try export(0, of: session) == ["desk-1.jpg"])
    let inner = "scans/.peel/journal"
    // The new journal is longer, and has the number that the old one had.
    let file = try FileHandle(forWritingTo: folder.url.appending(path: inner))
    for name in folder.names("scans") { try FileManager.default.removeItem(atPath: folder.path("scans/" + name)) }
    try file.truncate(atOffset: 0)
    #expect(try export(0, of: studio("b/desk.jpg")) == ["desk-1.jpg"])
    #expect(try export(0, of: studio("b/desk.jpg")) == ["desk-1.jpg"])
    try file.close()
    #expect(try export(0, of: session) == ["desk_2-1.jpg"])
  }

  @Test func sessionsExportAtTheSameTime() async throws {
    let count = 6
    for number in 0..<count {
      try folder.write(try Roll.photo(number), "\(number)/desk.jpg")
      try folder.write(Roll.sidecar("desk.jpg"), "\(number)/desk.jpg.peel")
    }
    let names = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<count { group.addTask { try export(0, of: studio("\(number)/desk.jpg")) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(names).count == count && folder.names("scans") == names.sorted())
  }

  @Test func theWorkbenchUsesTheTemplate() throws {
    try Roll.write(1, in: folder)
    var scanner = ItemScanner(
      detector: Detector(), maker: ScanMaker(ScanSettings()), folder: PeelFiles.Path(folder.path("out")))
    scanner.template = try NameTemplate("{folder}/{stem}_{n}")
    let studio = Studio([.success(Item(PeelFiles.Path(folder.path("roll/100.jpg"))))], scanner)
    let print = Print(quad: Quad(x: 60, y: 40, width: 108, height: 172), confidence: 1)
    let sidecar = Sidecar(photo: "100.jpg", width: 240, height: 300, prints: [WantedPrint(print)])
    try folder.write(Data(sidecar.bytes), "roll/100.jpg.peel")
    let outlines = try #require(try studio.loaded(0)?.kept?.outlines)
    for _ in 1...2 {
      let exported = try studio.export(ExportOrder(item: 0, outlines: outlines))
      #expect(exported.files.map(\.name) == ["roll/100_1.jpg"])
    }
    #expect(folder.names("out") == ["roll"] && folder.names("out/roll") == ["100_1.jpg"])
    // A batch finds the same scans, under the same names.
    let run = try Program.run(
      ["scan", "roll", "-o", "out", "--name", "{folder}/{stem}_{n}"], in: folder)
    #expect(run.lines == ["out/roll/100_1.jpg"], "\(run.error)")
  }
}
