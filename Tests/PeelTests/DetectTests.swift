import Foundation
import PeelTestSupport
import Testing

@Suite struct DetectTests {
  @Test func jsonKeysAreInOrder() throws {
    let run = try Program.run(["detect", "--json", Samples.path("rocket-tilted.jpg")])
    let line = try #require(run.lines.first)
    #expect(
      line.hasPrefix(
        #"{"schema":1,"photo":"\#(Samples.path("rocket-tilted.jpg"))","width":3024,"height":4032,"format":"jpeg","profile":null,"verdict":""#
      ))
    let print = ["corners", "confidence", "film", "upright", "tilt", "curl", "bent"]
    let expected =
      ["schema", "photo", "width", "height", "format", "profile", "verdict", "prints"] + print + ["candidates"]
    #expect(Array(keys(of: line).prefix(expected.count)) == expected)
    #expect(keys(of: line).dropFirst(expected.count).allSatisfy { ["corners", "confidence"].contains($0) })
    // Four pairs of numbers with at most three decimals.
    let number = #"-?\d+(\.\d{1,3})?"#
    let pairs = Array(repeating: #"\[\#(number),\#(number)\]"#, count: 4).joined(separator: ",")
    #expect(line.contains(try Regex(#""corners":\[\#(pairs)\]"#)))
  }

  @Test func linesAreTabSeparated() throws {
    let run = try Program.run(["detect", Samples.path("rocket-tilted.jpg")])
    let cells = try #require(run.lines.first).split(separator: "\t")
    #expect(run.lines.count == 1)
    #expect(cells.count == 8)
    #expect(cells.suffix(4).allSatisfy { $0.wholeMatch(of: /-?[\d.]+,-?[\d.]+/) != nil })
  }

  @Test(
    arguments: [
      (["--max-prints", "2"], 2, Int32(0)), (["--min-confidence", "1"], 0, 3), (["--min-size", "1"], 0, 3),
      (["--max-prints", "-1"], 0, 64), (["--min-size", "0"], 0, 64), (["--min-confidence", "2"], 0, 64),
      (["--film", "polaroid-spectra"], 6, 0), (["--film", "instax-mini", "--min-confidence", "0.9"], 0, 3),
      (["--film", "free"], 0, 64),
    ])
  func searchIsNarrowedByOptions(_ options: [String], prints: Int, status: Int32) throws {
    let run = try Program.run(["detect", "--json", Samples.path("six-on-a-desk.jpg")] + options)
    #expect(run.status == status)
    #expect(run.output.components(separatedBy: #""upright":"#).count - 1 == prints)
  }

  /// As another film the print isn't sure, so `--sure-only` leaves it out.
  @Test(arguments: [("instax-square", ["out/rocket-tilted-1.jpg"]), ("instax-mini", [])])
  func scanLooksOnlyForItsFilm(_ film: String, names: [Substring]) throws {
    let options = ["-o", "out", "--dry-run", "--sure-only", "--film", film]
    let run = try Program.run(["scan", Samples.path("rocket-tilted.jpg")] + options, in: Folder())
    #expect(run.lines == names)
  }

  @Test func filmsAreATableAndJSON() throws {
    let table = try Program.run(["films"])
    #expect(table.lines.first == "film              print        picture")
    #expect(table.lines.contains("instax-mini       54 × 86      46 × 62  Instax Mini"))
    #expect(table.lines.count == 8)
    let json = try Program.run(["films", "--json"])
    #expect(
      json.lines.dropFirst(3).first
        == #"{"schema":1,"film":"instax-mini","title":"Instax Mini","print":[54,86],"picture":[46,62]}"#)
  }

  @Test(arguments: ["scan", "detect", "rank", "films"])
  func helpBeginsWithExamples(_ command: String) throws {
    let run = try Program.run([command, "--help"])
    #expect(run.status == 0)
    let paragraphs = run.output.split(separator: "\n\n")
    #expect(paragraphs[1].hasPrefix("peel \(command)"))
  }
}
