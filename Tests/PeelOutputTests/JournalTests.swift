import Foundation
import PeelFiles
import PeelImaging
import PeelTestSupport
import Testing

@testable import PeelOutput
@testable import PeelScanning

@Suite struct JournalTests {
  private let folder: Folder
  private var out: PeelFiles.Path { PeelFiles.Path(folder.path("out")) }
  /// The works in the recorded journal, with the bytes of their files.
  private static let works: [(stem: String, work: String, files: [(name: String, bytes: String)])] = [
    ("b", "48419a8a20d0b570", [("2026/b-1.jpg", "scan")]), ("view0", "d3ce2e445d64d828", [("view0-1.jpg", "merge")]),
    ("d", "85a713517c9be89f", [("d-left.jpg", "left"), ("d-right.jpg", "right")]),
  ]

  init() throws {
    folder = try Folder()
    for file in Self.works.flatMap(\.files) { try folder.write(Data(file.bytes.utf8), "out/" + file.name) }
    try folder.write(Self.recorded, "out/.peel/journal")
  }

  /// A journal of the version of November 2026: a scan whose name a template made, a merge, and a stereo pair.
  private static var recorded: Data {
    get throws {
      try Data(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Truth/journal.txt"))
    }
  }

  private func receipt(_ stem: String, _ work: String, in output: OutputFolder) throws -> Receipt<ScanReport.Facts> {
    let work = try #require(Digest(text: work))
    return try #require(output.finished.receipt(of: work, stem: Array(stem.utf8)))
  }

  @Test func whatWasNotedIsRead() throws {
    let output = try OutputFolder(out)
    let receipts = try Self.works.map { try receipt($0.stem, $0.work, in: output) }
    #expect(receipts.flatMap { $0.files.map(\.file) } == Self.works.flatMap(\.files).map { out.appending($0.name) })
    let reports = receipts.map { ScanReport(PeelFiles.Path("a.jpg"), $0, in: out) }
    #expect(reports.map(\.verdict) == [.sure, .sure, nil] && reports.map(\.prints) == [1, nil, nil])
    #expect(reports[1].merge?.used.map(\.photo.text) == ["shots/view0.jpg", "shots/view1.jpg"])
    let scan = reports[0].scans[0]
    #expect(scan.size?.width == 1735 && scan.size?.height == 2110 && scan.film == FilmFormat.named("polaroid-600"))
    #expect(scan.isUpright == true && scan.confidence == 0.9998176809190861 && scan.histograms == nil)
    #expect(reports[2].scans[1].confidence == 1 && reports[2].scans[1].sharpness == nil)
    #expect(output.finished.isMerged(stem: Array("view0".utf8), fileExtension: "jpg"))
    #expect(!output.finished.isMerged(stem: Array("d".utf8), fileExtension: "jpg"))
  }

  /// The same works delivered again give the same lines, but for the claims, which stand.
  @Test func itIsContinuedByteForByte() throws {
    func deliver(to output: OutputFolder, of known: OutputFolder) throws {
      for (stem, work, files) in Self.works {
        let receipt = try receipt(stem, work, in: known)
        let products = zip(files, receipt.files).map {
          Product(output.path.appending($0.name), Array($0.bytes.utf8), $1.facts)
        }
        let claim = try #require(known.finished.claim(to: Array(stem.utf8)))
        let delivery = output.deliver(
          products, of: claim, as: Digest(text: work), receipt.facts, sparing: InputFiles([]))
        #expect(delivery.failure == nil)
      }
    }
    let recorded = try Self.recorded
    let known = try OutputFolder(out)
    try deliver(to: OutputFolder(PeelFiles.Path(folder.path("new"))), of: known)
    #expect(try folder.read("new/.peel/journal") == recorded)
    try deliver(to: known, of: known)
    let lines = String(decoding: recorded, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let added = lines.filter { !$0.contains(#""stem":"#) }.joined(separator: "\n")
    #expect(try folder.read("out/.peel/journal") == recorded + Data(added.utf8))
  }

  /// What a journal says of a work's files leads to no file outside the folder.
  @Test(arguments: ["/../../x", "/../x.jpg", "/x/../y", "//x"])
  func endingsLeadNowhereElse(_ ending: String) throws {
    let stem = Array("a".utf8)
    #expect(Journal.File(stem + Array(ending.utf8), stem: stem, content: Digest([1])).fileName(stem: stem) == nil)
    #expect(Journal.File(Array("a-1.jpg".utf8), stem: stem, content: Digest([1])).fileName(stem: stem) != nil)
  }
}
