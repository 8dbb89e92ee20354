import ArgumentParser
import Foundation
import PeelCodecs
import PeelFiles
import PeelOutput
import PeelScanning
import PeelTestSupport
import Testing

@testable import peel

/// The schemas of the JSON lines, beside the articles, against what the commands really print.
@Suite struct SchemaTests {
  private static let articles = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/peel/Documentation.docc").standardized
  private static let folder = articles.appending(path: "Schemas")

  private static func schema(_ name: String) throws -> Schema {
    Schema(root: try JSONValue(try String(contentsOf: folder.appending(path: name + ".json"), encoding: .utf8)))
  }

  /// A photo that isn't one, a name that isn't UTF-8, and a roll.
  private static func photos() throws -> Folder {
    let folder = try Folder()
    try Roll.write(2, in: folder)
    try folder.write(Data("Dear diary,\n".utf8), "roll/text.jpg")
    try writeWhole([UInt8](Roll.photo(3)), to: Path(folder.path("roll")).appending(odd), force: false)
    try folder.write(try Samples.bytes("six-on-a-desk.jpg"), "six.jpg")
    return folder
  }

  /// A name that isn't UTF-8.
  private static let odd: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".jpg".utf8)

  private func check(_ run: Program.Result, _ name: String, least: Int) throws {
    let schema = try Self.schema(name)
    #expect(run.lines.count >= least, "\(run.error)")
    for line in run.lines { #expect(schema.mistakes(in: try JSONValue(line)) == [], "\(line)") }
  }

  @Test(arguments: [
    (["scan", "roll", "six.jpg", "gone.jpg", "-o", "out", "--json"], "scan", 6),
    (["scan", "roll", "-o", "out", "--json", "--dry-run"], "scan", 4),
    (["scan", "roll", "-o", "out", "--json", "--histogram", "--crop", "both", "--turn", "90"], "scan", 4),
    (["scan", "roll", "-o", "roll/text.jpg", "--json"], "scan", 0),
    (["scan", "roll", "-o", "out", "--json", "--with-backs"], "scan", 4),
    (["detect", "roll", "six.jpg", "gone.jpg", "--json"], "detect", 6),
    (["detect", "six.jpg", "--json", "--film", "polaroid-spectra"], "detect", 1),
    (["rank", "roll", "--json"], "rank", 4), (["rank", "roll", "--group", "--json"], "rank", 4),
    (["rank", "roll", "--whole-frame", "--json"], "rank", 4), (["films", "--json"], "films", 7),
    (["stereo", "roll", "-o", "out", "--json"], "stereo", 4),
  ])
  func linesFollowTheirSchema(_ words: [String], _ name: String, least: Int) throws {
    try check(try Program.run(words, in: try Self.photos()), name, least: least)
  }

  @Test func mergedScansFollowTheirSchema() throws {
    let shots = try MadeShots()
    let out = shots.folder.path("out")
    let run = try Program.run(["merge"] + shots.paths("a", "b", "c", "other", "none", "text") + ["-o", out, "--json"])
    try check(run, "merge", least: 1)
    #expect(run.output.contains(#""merged":{"shots":[{"#) && run.output.contains(#""reason":"#), "\(run.output)")
  }

  @Test func framesFollowTheirSchema() throws {
    let run = try StubFFmpeg("cat large.y4m", frames: 2).run(["detect", "--frames", "desk.mp4", "--json"])
    try check(run, "detect-frames", least: 2)
  }

  @Test func stereoPicturesFollowTheirSchema() throws {
    let folder = try Self.photos()
    let run = try Program.run(["stereo", "six.jpg", "--depth", "six.jpg", "-o", "out", "--json"], in: folder)
    try check(run, "stereo", least: 1)
    #expect(run.status == 0 && run.output.contains(#""depth":{"kind":"file""#), "\(run.output)\(run.error)")
  }

  /// A name that isn't UTF-8 is told exactly, and only then are there bytes.
  @Test(arguments: [
    ["scan", "-o", "out", "--json"], ["detect", "--json"], ["rank", "--json"], ["stereo", "-o", "out", "--json"],
  ])
  func namesThatAreNoUTF8AreExact(_ command: [String]) throws {
    let run = try Program.run(command + ["roll"], in: try Self.photos())
    let lines = try run.lines.map { try JSONValue($0) }
    let bytes = lines.compactMap { $0["photoBytes"]?.text }.compactMap { Data(base64Encoded: $0) }
    #expect(bytes == [Data("roll/".utf8) + Data(Self.odd)], "\(run.output)")
    let named = lines.filter { $0["photoBytes"] != nil }
    #expect(named.allSatisfy { $0["photo"] == .string("roll/caf\u{FFFD}.jpg") })
    for line in lines where line["photoBytes"] == nil { #expect(line["photo"]?.text?.contains("\u{FFFD}") == false) }
    if command[0] == "scan" {
      let file = named.first?["scans"]?.values.first?["fileBytes"]?.text.flatMap { Data(base64Encoded: $0) }
      #expect(file == Data("out/caf".utf8) + [0xE9] + Data("-1.jpg".utf8))
    }
  }

  @Test func keysAreInOneStyle() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    let all = try names.flatMap { keys(of: try Self.schema(String($0.dropLast(".json".count))).root) }
    #expect(all.count > 100)
    #expect(all.filter { $0.wholeMatch(of: /[a-z][A-Za-z0-9]*/) == nil } == [])
  }

  /// Changes to a line that follows its schema, each of which is a mistake.
  private static let changes: [(from: String, to: String)] = [
    (#""schema":1"#, #""schema":2"#), (#""schema":1"#, #""schema":true"#), (#""schema":1,"#, ""),
    (#""verdict":"sure""#, #""verdict":"certain""#), (#""error":null"#, #""error":null,"new":1"#),
    (#""scans":[{"#, #""scans":[{"new":null,"#), (#""width":20"#, #""width":20.5"#), (#""width":20"#, #""width":0"#),
    (#""confidence":0.9"#, #""confidence":1.1"#), (#""upright":true"#, #""upright":1"#), (#""file":"a-1.jpg","#, ""),
  ]

  @Test(arguments: changes) func mistakesAreNoticed(_ from: String, _ to: String) throws {
    let line =
      #"{"schema":1,"photo":"a.jpg","verdict":"sure","scans":[{"file":"a-1.jpg","width":20,"height":30,"film":null,"#
      + #""ppi":null,"confidence":0.9,"sharpness":1.5,"upright":true,"whiteBalance":"frame","#
      + #""whiteDifference":0.4,"outside":0,"curl":null}],"error":null}"#
    let schema = try Self.schema("scan")
    #expect(schema.mistakes(in: try JSONValue(line)) == [])
    #expect(line.contains(from))
    #expect(schema.mistakes(in: try JSONValue(line.replacing(from, with: to))) != [])
  }

  @Test func allFormatsAreInTheSchema() throws {
    let schema = try JSONValue(
      try String(contentsOf: Self.folder.appending(path: "detect.json"), encoding: .utf8))
    let formats = schema["properties"]?["format"]?["enum"]?.values.compactMap(\.text)
    #expect(formats == PhotoFile.Format.allCases.map(\.rawValue))
  }

  /// Each command with `--json` has a schema, each schema belongs to a command, and the article names all their keys.
  @Test func schemasAreComplete() throws {
    let tool = try ToolInfo(json: Peel._dumpHelp()).command
    let commands = (tool.subcommands ?? []).filter { command in
      (command.arguments ?? []).contains { $0.names?.contains { $0.name == "json" } ?? false }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
    #expect(Set(names) == Set(commands.map { "\($0.commandName).json" } + ["detect-frames.json", "rank-faces.json"]))
    let article = try ["Formats.md", "Stereo.md"].map {
      try String(contentsOf: Self.articles.appending(path: $0), encoding: .utf8)
    }.joined()
    for name in names {
      for key in keys(of: try JSONValue(try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8))) {
        #expect(article.contains("`\(key)`") || article.contains("\"\(key)\":"), "\(name): \(key)")
      }
    }
  }

  /// All keys that a schema lists.
  private func keys(of schema: JSONValue) -> Set<String> {
    let own = schema["properties"].map { Set($0.members.keys) } ?? []
    return schema.members.values.flatMap { [$0] + $0.values }.reduce(own) { $0.union(keys(of: $1)) }
  }
}
