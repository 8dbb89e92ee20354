import Foundation
import PeelCodecs
import PeelImaging
import Testing

/// Shots of one print with painted glare, made from a sample, as small JPEGs.
struct MadeShots {
  let folder: Folder

  /// The middles of the painted glare, in shares of the photo's size, and its radius in shares of its width.
  static let glare = ["a": (x: 0.42, y: 0.42), "b": (x: 0.58, y: 0.6), "c": (x: 0.6, y: 0.38)]
  private static let radius = 0.06

  init() throws {
    folder = try Folder()
    for (name, spot) in Self.glare {
      let picture = try Self.picture("astronaut-on-blue.jpg", glare: spot)
      try folder.write(Data(try ScanFile().encoded(picture)), name + ".jpg")
    }
    try folder.write(Data(try ScanFile().encoded(Self.picture("rocket-tilted.jpg", glare: nil))), "other.jpg")
    let grey = Picture(width: 400, height: 300, samples: Array(repeating: 128, count: 3 * 400 * 300))
    try folder.write(Data(try ScanFile().encoded(grey)), "none.jpg")
    try folder.write(Data("Dear diary,\n".utf8), "text.jpg")
  }

  func paths(_ names: String...) -> [String] { names.map { folder.path($0 + ".jpg") } }

  /// A sample at half its size with a white disc.
  private static func picture(_ sample: String, glare: (x: Double, y: Double)?) throws -> Picture {
    let photo = try PhotoFile(decoding: [UInt8](Samples.bytes(sample))).photo
    let luma = photo.luma.halved()
    var samples: [UInt8] = []
    for y in 0..<luma.height {
      for x in 0..<luma.width {
        var part = 0.0
        if let glare {
          let (dx, dy) = (Double(x) - glare.x * Double(luma.width), Double(y) - glare.y * Double(luma.height))
          let distance = (dx * dx + dy * dy).squareRoot() / Double(luma.width)
          part = min(max((radius - distance) / 0.02, 0), 1)
        }
        let level = Double(luma[x, y]) * (1 - part) + (120 + 0.5 * Double(luma[x, y])) * part
        samples += Array(repeating: UInt8(min(level.rounded(), 255)), count: 3)
      }
    }
    return Picture(width: luma.width, height: luma.height, samples: samples)
  }
}

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

  private func leftOut(_ result: Program.Result) throws -> [String: String] {
    let list = try #require(try merged(result)["left_out"] as? [[String: String]])
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
      keys(of: try #require(result.lines.first)).suffix(6) == ["photo", "share", "photo", "share", "glare", "error"])
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
