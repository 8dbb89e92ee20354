import Foundation
import PeelCodecs
import PeelTestSupport
import Testing

@testable import PeelImaging

/// Shots made from a sample, as small grey JPEGs.
final class MadeBurst: Sendable {
  let folder: Folder

  /// `softest`, `sharp` and `soft` show one print, `other` shows another, and `none` shows none.
  static let shared = Result { try MadeBurst() }

  /// Removes the shared folder at the end of the process. A static value is never released.
  private static func removeShared() { _ = try? FileManager.default.removeItem(at: shared.get().folder.url) }

  private init() throws {
    folder = try Folder()
    let sharp = try Self.sample("rocket-tilted.jpg")
    try write(Self.soft(sharp, passes: 5), "softest.jpg")
    try write(sharp, "sharp.jpg")
    try write(Self.soft(sharp, passes: 2), "soft.jpg")
    try write(Self.sample("astronaut-on-blue.jpg"), "other.jpg")
    try write(Plane(width: 400, height: 300, filledWith: 128), "none.jpg")
    try folder.write(Data("Dear diary,\n".utf8), "text.jpg")
    atexit { MadeBurst.removeShared() }
  }

  func paths(_ names: [String]) -> [String] { names.map { folder.path($0 + ".jpg") } }

  func copy(_ name: String, to other: Folder, as copy: String) throws { try other.write(folder.read(name), copy) }

  private static func sample(_ name: String) throws -> Plane<UInt8> {
    try PhotoFile(decoding: [UInt8](Samples.bytes(name))).photo.luma.halved().halved()
  }

  /// Each pass is the mean with three neighbours.
  private static func soft(_ plane: Plane<UInt8>, passes: Int) -> Plane<UInt8> {
    (0..<passes).reduce(plane) { plane, _ in
      Plane(width: plane.width - 1, height: plane.height - 1) { y, output in
        let a = plane.row(y)
        let b = plane.row(y + 1)
        for x in 0..<plane.width - 1 {
          let sum = 2 + Int(a[x]) + Int(a[x + 1]) + Int(b[x]) + Int(b[x + 1])
          output.append(UInt8(sum / 4))
        }
      }
    }
  }

  private func write(_ plane: Plane<UInt8>, _ name: String) throws {
    let picture = Picture(width: plane.width, height: plane.height, samples: plane.samples.flatMap { [$0, $0, $0] })
    try folder.write(Data(try ScanFile().encoded(picture)), name)
  }
}

@Suite struct RankTests {
  private let burst: MadeBurst

  init() throws { burst = try MadeBurst.shared.get() }

  private func names(_ run: Program.Result) -> [String] {
    run.lines.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      return cells.count > 3 ? URL(filePath: String(cells[3])).deletingPathExtension().lastPathComponent : ""
    }
  }

  @Test func theSharpestComesFirst() throws {
    let run = try Program.run(["rank"] + burst.paths(["softest", "sharp", "soft"]))
    #expect(run.status == 0, "\(run.error)")
    #expect(names(run) == ["sharp", "soft", "softest"])
    #expect(run.lines[0].wholeMatch(of: /1\t[0-9.]+\t100 %\t.*sharp\.jpg\t/) != nil)
    #expect(run.lines[1].wholeMatch(of: /2\t[0-9.]+\t\d\d %\t.*soft\.jpg\tblur/) != nil)
    #expect(run.error.isEmpty)
  }

  @Test func wholeFramesAreComparedWithoutDetection() throws {
    let run = try Program.run(["rank", "--whole-frame"] + burst.paths(["softest", "none", "sharp", "soft"]))
    #expect(run.status == 0)
    #expect(names(run) == ["sharp", "soft", "softest", "none"])
  }

  @Test func jsonKeysAreInOrder() throws {
    let run = try Program.run(["rank", "--json"] + burst.paths(["soft", "sharp", "none", "text"]))
    #expect(run.status == 1)
    #expect(run.lines.count == 4)
    let expected = [
      "schema", "photo", "burst", "rank", "score", "relative", "laplacian", "tenengrad", "agree", "why", "error",
    ]
    for line in run.lines { #expect(keys(of: line).filter { $0 != "reason" } == expected) }
    #expect(run.lines[0].contains(#"sharp.jpg","burst":1,"rank":1,"#) && run.lines[0].contains(#""relative":1,"#))
    #expect(run.lines[1].contains(#""why":[{"reason":"blur"}]"#))
    #expect(run.lines[2].contains(#"none.jpg","burst":null,"rank":null,"#))
    #expect(run.lines[2].contains(#""why":[{"reason":"no-print"}],"error":null"#))
    #expect(run.lines[3].contains(#""why":[],"error":"this is text"#))
  }

  @Test func bestPrintsOneName() throws {
    let run = try Program.run(["rank", "--best"] + burst.paths(["soft", "sharp", "softest"]))
    #expect(run.status == 0)
    #expect(run.output == burst.folder.path("sharp.jpg") + "\n")
  }

  struct Bad: CustomTestStringConvertible, Sendable {
    let names: [String]
    let ranked: [String]
    let status: Int32
    let says: [String]
    var testDescription: String { names.joined(separator: " ") }
  }

  /// Photos that can be ranked are; the others are reported, on a line each.
  @Test(arguments: [
    Bad(names: ["sharp"], ranked: ["sharp"], status: 3, says: ["sharp.jpg: this is the only shot"]),
    Bad(names: ["none"], ranked: [], status: 3, says: ["none.jpg: no print found"]),
    Bad(names: ["soft", "none", "sharp"], ranked: ["sharp", "soft"], status: 3, says: ["none.jpg: no print found"]),
    Bad(names: ["none", "soft", "sharp"], ranked: ["sharp", "soft"], status: 3, says: ["none.jpg: no print found"]),
    Bad(
      names: ["other", "soft", "sharp"], ranked: ["sharp", "soft"], status: 3,
      says: ["other.jpg: it shows another print"]),
    Bad(
      names: ["text", "soft", "missing", "sharp", "none"], ranked: ["sharp", "soft"], status: 1,
      says: ["text.jpg: this is text", "missing.jpg: there is no such file", "none.jpg: no print found"]),
    Bad(names: ["text"], ranked: [], status: 1, says: ["text.jpg: this is text"]),
  ])
  func unusableShotsAreReported(_ bad: Bad) throws {
    let run = try Program.run(["rank"] + burst.paths(bad.names))
    #expect(run.status == bad.status)
    #expect(names(run) == bad.ranked)
    #expect(run.errorLines.count == bad.says.count, "\(run.error)")
    #expect(zip(run.errorLines, bad.says).allSatisfy { $0.contains($1) }, "\(run.error)")
  }

  /// Shots of a print that glare covers in different places are ranked and chosen among as they are merged.
  @Test(.enabled(if: SharedShots.arePresent, "needs ../shared/photos/glare and real2"))
  func `shots under glare are shots of one print`() throws {
    let folder = try Folder()
    let photos = ["g002/view0", "g002/view1", "g002/view2", "g001/view0"].map { SharedShots.path("glare/\($0)") }
    for arguments in [["rank", "--json"], ["rank", "--json", "--group"]] {
      let run = try Program.run(arguments + photos)
      let bursts = try run.lines.map { line in
        try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["burst"] as? Int
      }
      #expect(bursts == (arguments.count == 2 ? [1, 1, 1, nil] : [1, 1, 1, 2]), "\(run.output)")
    }
    for option in ["--best-of-burst", "--merge-bursts"] {
      let run = try Program.run(["scan", "--dry-run", "-o", folder.path("out"), option] + photos)
      #expect(run.lines.count == 2, "\(run.output)")
    }
  }

  @Test(arguments: [["rank"], ["rank", "--group", "--whole-frame", "a.jpg"], ["rank", "--jobs", "0", "a.jpg"]])
  func invalidUsageExitsWith64(_ arguments: [String]) throws {
    #expect(try Program.run(arguments).status == 64)
  }

  @Test(arguments: ["1", "3"])
  func aFolderIsSortedIntoBursts(jobs: String) throws {
    let roll = try Folder()
    for (name, copy) in [("soft", "a"), ("other", "b"), ("sharp", "c"), ("softest", "d"), ("soft", "e")] {
      try burst.copy(name + ".jpg", to: roll, as: copy + ".jpg")
    }
    // The last ones were taken an hour later.
    for (copy, time) in [("a", "12:30:00"), ("b", "12:30:01"), ("c", "12:30:09"), ("d", "13:30:00"), ("e", "13:30:10")]
    {
      let date = "-DateTimeOriginal=2024:07:01 \(time)"
      let run = try Program.run(
        ["-q", "-overwrite_original", date, roll.path(copy + ".jpg")], of: "/usr/bin/exiftool")
      #expect(run.status == 0)
    }
    let run = try Program.run(["rank", "--group", "--jobs", jobs, roll.path])
    #expect(run.status == 0, "\(run.error)")
    #expect(names(run) == ["c", "a", "b", "e", "d"])
    #expect(run.output.components(separatedBy: "\n\n").map { $0.split(separator: "\n").count } == [2, 1, 2])
    let best = try Program.run(["rank", "--group", "--best", roll.path])
    #expect(best.lines.map { URL(filePath: String($0)).lastPathComponent } == ["c.jpg", "b.jpg", "e.jpg"])

    let scan = try Program.run(["scan", roll.path, "--best-of-burst", "-o", roll.path("out")])
    #expect(scan.status != 1, "\(scan.error)")
    #expect(roll.names("out") == ["b-1.jpg", "c-1.jpg", "e-1.jpg"])
  }
}

/// Rendered brackets with a known order, in a folder beside the repository because they may not be published.
@Suite struct BracketTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/photos/brackets").standardizedFileURL

  struct Truth: Decodable {
    struct Bracket: Decodable {
      struct Shot: Decodable {
        let file: String
        let small: String
      }
      let id: String
      let shots: [Shot]
      let orderSharpestFirst: [Int]
    }
    let brackets: [Bracket]
  }

  static let brackets: [Truth.Bracket] = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let bytes = try? Data(contentsOf: folder.appending(path: "truth.json")),
      let truth = try? decoder.decode(Truth.self, from: bytes)
    else {
      print("skipped: there are no brackets in \(folder.path())")
      return []
    }
    return truth.brackets
  }()

  @Test(arguments: brackets.map(\.id), [true, false])
  func bracketsAreRankedCorrectly(id: String, isSmall: Bool) throws {
    let bracket = try #require(Self.brackets.first { $0.id == id })
    let files = bracket.shots.map { Self.folder.appending(path: isSmall ? $0.small : $0.file).path() }
    let run = try Program.run(["rank"] + files)
    // 3: a blurred print is to be reviewed.
    #expect([0, 3].contains(run.status), "\(run.error)")
    let found = run.lines.compactMap { line in files.firstIndex { line.contains($0) } }
    #expect(found == bracket.orderSharpestFirst, "\(run.output)")
  }

  enum Change: String, CaseIterable, Sendable { case brighter, noisy, turned }

  /// Changes each shot in turn and keeps the others.
  @Test(arguments: brackets.map(\.id), Change.allCases)
  func theOrderSurvivesChanges(id: String, change: Change) throws {
    let bracket = try #require(Self.brackets.first { $0.id == id })
    let photos = try bracket.shots.map {
      try PhotoFile(decoding: [UInt8](Data(contentsOf: Self.folder.appending(path: $0.small)))).photo
    }
    let search = PrintSearch()
    let prints = try photos.map { try #require(search($0)) }
    for shot in prints.indices {
      var changed = prints
      changed[shot] = try #require(search(Self.changed(photos[shot], change)))
      #expect(Ranking(of: changed).entries.map(\.shot) == bracket.orderSharpestFirst, "shot \(shot)")
    }
  }

  private static func changed(_ photo: Photo, _ change: Change) -> Photo {
    func mapped(_ plane: Plane<UInt8>, _ value: (UInt8) -> UInt8) -> Plane<UInt8> {
      Plane(width: plane.width, height: plane.height, samples: plane.samples.map(value))
    }
    var photo = photo
    switch change {
    case .brighter: photo.luma = mapped(photo.luma) { UInt8(min(255, Int($0) * 6 / 5)) }
    case .noisy:
      var state: UInt64 = 7
      // Normal noise with σ = 3: a sum of twelve uniform numbers, each of variance 1/12.
      photo.luma = mapped(photo.luma) { sample in
        var sum = -6.0
        for _ in 0..<12 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          sum += Double(state >> 40) / Double(1 << 24)
        }
        return UInt8(min(max((Double(sample) + 3 * sum).rounded(), 0), 255))
      }
    case .turned:
      photo.luma = photo.luma.turned(by: 1)
      photo.chroma = photo.chroma.map {
        Chroma(
          blue: $0.blue.turned(by: 1), red: $0.red.turned(by: 1), scale: ($0.scale.y, $0.scale.x))
      }
    }
    return photo
  }
}
