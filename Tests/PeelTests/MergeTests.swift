import Foundation
import PeelCodecs
import PeelImaging
import PeelTestSupport
import Testing

@Suite struct MergeTests {
  private let shots: MadeShots

  init() throws { shots = try MadeShots() }

  private func merge(_ names: [String], _ options: String...) throws -> Program.Result {
    let paths = names.map { shots.folder.path($0 + ".jpg") }
    return try Program.run(["merge"] + paths + ["-o", shots.folder.path("out")] + options)
  }

  private func merged(_ result: Program.Result) throws -> [String: Any] {
    let line = try #require(result.lines.first)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return try #require(object?["merged"] as? [String: Any])
  }

  private func used(_ result: Program.Result) throws -> [[String: Any]] {
    try #require(try merged(result)["shots"] as? [[String: Any]])
  }

  private func leftOut(_ result: Program.Result) throws -> [String: String] {
    let list = try #require(try merged(result)["leftOut"] as? [[String: String]])
    return Dictionary(
      uniqueKeysWithValues: list.map { (URL(filePath: $0["photo"] ?? "").lastPathComponent, $0["reason"] ?? "") })
  }

  @Test func shotsBecomeOneScan() throws {
    let result = try merge(["a", "b", "c"], "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.lines.count == 1)
    #expect(shots.folder.names("out").count == 1)
    let used = try #require(try merged(result)["shots"] as? [[String: Any]])
    #expect(used.count == 3)
    #expect(try leftOut(result) == [:])
    #expect(
      keys(of: try #require(result.lines.first)).suffix(6)
        == ["photo", "share", "leftOut", "otherPrints", "glare", "error"])
  }

  @Test func scanIsNamedAfterTheReference() throws {
    let result = try merge(["a", "b", "c"])
    let name = try #require(shots.folder.names("out").first)
    #expect(["a-1.jpg", "b-1.jpg", "c-1.jpg"].contains(name))
    #expect(result.output == shots.folder.path("out/\(name)") + "\n")
    #expect(result.error.contains("merged from a.jpg"))
  }

  @Test func bytesAreTheSameForAnyNumberOfJobs() throws {
    _ = try merge(["a", "b", "c"], "--jobs", "1")
    let name = try #require(shots.folder.names("out").first)
    let first = try shots.folder.read("out/\(name)")
    _ = try merge(["a", "b", "c"], "--jobs", "3", "--force")
    #expect(try shots.folder.read("out/\(name)") == first)
  }

  @Test func finishedMergesAreNotMadeAgain() throws {
    let first = try merge(["a", "b", "c"], "--json")
    let name = try #require(shots.folder.names("out").first)
    let made = try FileManager.default.attributesOfItem(atPath: shots.folder.path("out/\(name)"))
    let second = try merge(["a", "b", "c"], "--json")
    #expect(second.output == first.output)
    let kept = try FileManager.default.attributesOfItem(atPath: shots.folder.path("out/\(name)"))
    #expect(made[.systemFileNumber] as? Int == kept[.systemFileNumber] as? Int)
    // Another set of shots is another merge.
    let fewer = try merge(["a", "b"], "--json")
    #expect(fewer.output != first.output)
  }

  @Test func whatCannotBeUsedIsLeftOutWithItsReason() throws {
    let result = try merge(["a", "other", "b", "none"], "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(try leftOut(result) == ["other.jpg": "other-print", "none.jpg": "no-print"])
  }

  @Test func unreadableShotsFailAndTheOthersAreMerged() throws {
    let result = try merge(["a", "text", "b"], "--json")
    #expect(result.status == 1)
    #expect(try leftOut(result) == ["text.jpg": "unreadable"])
    #expect(shots.folder.names("out").count == 1)
  }

  /// Each shot that can't be read has its own reason, and no other shot has it.
  @Test func theReasonOfEachUnreadableShotIsTold() throws {
    try shots.folder.write(Data(), "empty.jpg")
    let told = try merge(["a", "text", "empty", "b"])
    let lines = told.errorLines.filter { $0.contains("text.jpg") || $0.contains("empty.jpg") }
    #expect(lines.count == 2 && !told.error.contains("it can't be read"), "\(told.error)")
    #expect(lines.contains { !$0.contains("left out") && $0.contains("/text.jpg: ") }, "\(told.error)")
    #expect(lines.contains { $0.contains("/empty.jpg: the file is empty; ") }, "\(told.error)")
    let result = try merge(["a", "text", "empty", "b"], "--json")
    #expect(result.output.contains(#/"error":"[^"]*text.jpg: /#), "\(result.output)")
    #expect(result.output.contains(#""reason":"unreadable","error":"the file is empty; "#), "\(result.output)")
  }

  @Test func missingShotsFailAndTheOthersAreMerged() throws {
    let result = try merge(["a", "gone", "b"], "--json")
    #expect(result.status == 1)
    #expect(try leftOut(result) == ["gone.jpg": "unreadable"])
    #expect(try used(result).count == 2)
    #expect(shots.folder.names("out").count == 1)
  }

  @Test func copiesAreLeftOut() throws {
    try shots.folder.write(shots.folder.read("a.jpg"), "copy.jpg")
    let result = try merge(["a", "copy", "b"], "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(try leftOut(result) == ["copy.jpg": "copy"])
    let alone = try merge(["a", "copy"], "--json")
    #expect(alone.status == 3)
    #expect(try merged(alone)["glare"] is NSNull)
  }

  @Test func glareOfOneShotIsNotKnown() throws {
    let result = try merge(["a"], "--json")
    #expect(try merged(result)["glare"] is NSNull)
    #expect(try merged(merge(["a", "b", "c"], "--json"))["glare"] is Double)
  }

  @Test func oneOfSeveralPrintsIsMerged() throws {
    try shots.addDesks()
    let result = try merge(["desk1", "desk2"], "--json")
    #expect(result.status == 3)
    #expect(shots.folder.names("out").count == 1)
    #expect(try merged(result)["otherPrints"] as? Int == 10)
    let told = try merge(["desk1", "desk2"])
    #expect(told.error.contains("left out 10 other prints"))
  }

  @Test func printsOfBurstsAreNeverLeftOut() throws {
    try shots.addDesks()
    let folder = shots.folder
    let photos = ["desk1", "desk2"].map { folder.path($0 + ".jpg") }
    let result = try Program.run(["scan"] + photos + ["-o", folder.path("out"), "--merge-bursts"])
    let names = (1...2).flatMap { desk in (1...6).map { "desk\(desk)-\($0).jpg" } }
    #expect(folder.names("out") == names)
    #expect(result.error.contains("the 2 shots of its burst weren't merged"))
  }

  @Test func scansOfOneShotDoNotReplaceMergedOnes() throws {
    _ = try merge(["a", "b", "c"])
    let name = try #require(shots.folder.names("out").first)
    let scan = try shots.folder.read("out/\(name)")
    let photo = shots.folder.path(name.replacing("-1.jpg", with: ".jpg"))
    let plain = try Program.run(["scan", photo, "-o", shots.folder.path("out")])
    #expect(plain.status == 0, "\(plain.error)")
    #expect(try shots.folder.read("out/\(name)") == scan)
    #expect(plain.error.contains("\(name) was merged from several shots and is kept"))
    let forced = try Program.run(["scan", photo, "-o", shots.folder.path("out"), "--force"])
    #expect(try shots.folder.read("out/\(name)") != scan, "\(forced.error)")
  }

  @Test func mergedScansOfOtherReferencesAreReported() throws {
    let names = ["a", "b", "c"]
    let whole = try merge(names)
    let name = try #require(shots.folder.names("out").first, "\(whole.status): \(whole.error)")
    // Without its reference, and then with it again.
    try FileManager.default.removeItem(atPath: shots.folder.path("out"))
    let first = try merge(names.filter { "\($0)-1.jpg" != name })
    let other = try #require(shots.folder.names("out").first)
    #expect(other != name && !first.error.contains("left over"))
    let again = try merge(names)
    #expect(again.error.contains("\(other) is left over from an earlier run"), "\(again.error)")
  }

  @Test(arguments: [["a"], ["a", "none"], ["none", "a"]])
  func oneUsableShotIsScannedForReview(_ names: [String]) throws {
    let result = try merge(names)
    #expect(result.status == 3)
    #expect(shots.folder.names("out") == ["a-1.jpg"])
    #expect(result.error.contains("only this shot could be used"))
  }

  @Test func nothingUsableGivesNoScan() throws {
    let result = try merge(["none"])
    #expect(result.status == 3)
    #expect(shots.folder.names("out") == [])
  }

  @Test func dryRunWritesNothing() throws {
    let result = try merge(["a", "b", "c"], "--dry-run")
    #expect(result.lines.count == 1)
    #expect(shots.folder.names("out") == [])
  }

  @Test func foreignFilesAreNotReplaced() throws {
    for name in ["a", "b", "c"] { try shots.folder.write(Data("mine".utf8), "out/\(name)-1.jpg") }
    let result = try merge(["a", "b", "c"])
    #expect(result.status == 1)
    for name in ["a", "b", "c"] { #expect(try shots.folder.read("out/\(name)-1.jpg") == Data("mine".utf8)) }
    #expect(!result.error.contains("merged from"))
  }

  @Test func burstsOfAFolderAreMerged() throws {
    let folder = shots.folder
    let result = try Program.run(
      ["scan", folder.path("a.jpg"), folder.path("b.jpg"), folder.path("other.jpg"), "-o", folder.path("out")]
        + ["--merge-bursts", "--json"])
    #expect(result.lines.count == 2, "\(result.error)")
    #expect(folder.names("out").filter { $0.hasPrefix("other") } == ["other-1.jpg"])
    #expect(folder.names("out").count == 2)
    let both = try Program.run(
      ["scan", folder.path("a.jpg"), "-o", folder.path("out"), "--merge-bursts", "--best-of-burst"])
    #expect(both.status == 64)
  }
}

/// Photos of prints that aren't in the repository.
@Suite(.enabled(if: SharedShots.arePresent, "needs ../shared/photos/glare and real2"))
struct OtherPrintTests {
  private func merged(_ shots: [String]) throws -> (status: Int32, facts: [String: Any]) {
    let result = try Program.run(["merge", "-n", "--json", "-o", "unused"] + shots)
    let line = try #require(result.lines.first)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return (result.status, try #require(object?["merged"] as? [String: Any]))
  }

  private func reasons(_ facts: [String: Any]) -> [String?] {
    (facts["leftOut"] as? [[String: String]] ?? []).map { $0["reason"] }
  }

  @Test(arguments: [
    ["glare/g000/view0", "glare/g001/view0"],
    ["real2/cards_a041", "real2/cards_a139"], ["real2/cards_a169", "real2/cards_d168"],
  ])
  func differentPrintsAreNotMerged(_ names: [String]) throws {
    let (status, facts) = try merged(names.map(SharedShots.path))
    #expect(status == 3)
    #expect(reasons(facts) == ["other-print"])
  }

  @Test func twoPrintsWithAsManyShotsNeedReview() throws {
    let names = ["glare/g000/view0", "glare/g000/view1", "glare/g001/view0", "glare/g001/view1"]
    let (status, facts) = try merged(names.map(SharedShots.path))
    #expect(status == 3)
    #expect(reasons(facts) == ["other-print", "other-print"])
  }

  @Test(arguments: [
    ("g000", 0...1), ("g000", 1...3), ("g001", 2...3), ("g002", 0...2), ("g003", 0...2), ("g004", 0...2),
  ])
  func shotsUnderGlareAreOnePrint(_ set: String, _ views: ClosedRange<Int>) throws {
    let (_, facts) = try merged(views.map { SharedShots.path("glare/\(set)/view\($0)") })
    #expect(reasons(facts).isEmpty)
  }

  /// A window's veil over dark paint, which no shot has everywhere.
  @Test func aVeilOverDarkPaintIsMended() throws {
    let (_, facts) = try merged((0...4).map { SharedShots.path("glare/g005/view\($0)") })
    #expect(try #require(facts["glare"] as? Double) < 0.03)
  }

  /// The shares that are under glare in all three shots are 0.054 and 0.041.
  @Test(arguments: ["g002", "g003"]) func glareInEveryShotIsTold(_ set: String) throws {
    let (_, facts) = try merged((0...2).map { SharedShots.path("glare/\(set)/view\($0)") })
    let glare = try #require(facts["glare"] as? Double)
    #expect((0.02...0.1).contains(glare))
  }
}
