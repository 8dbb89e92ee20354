import Foundation
import PeelFiles
import PeelImaging
import PeelScanning
import PeelTestSupport
import Testing

@testable import peel_lab

@Suite struct LedgerTests {
  /// The recorded results of the samples. Counts of found prints may only rise; errors may only fall.
  private struct Record: Codable, Equatable {
    var found95: Int
    var found98: Int
    var offered95: Int
    var sureRight: Int
    var sureWrong: Int
    var falseAlarms: Int
    /// The corner error in pixels, rounded up to hundredths.
    var cornerMedian: Double

    init(_ ledger: Ledger) {
      found95 = ledger.found95.hits
      found98 = ledger.found98.hits
      offered95 = ledger.offered95.hits
      sureRight = ledger.sure.hits
      sureWrong = ledger.sure.of - ledger.sure.hits
      falseAlarms = ledger.falseAlarms
      cornerMedian = ((ledger.cornerMedian ?? 0) * 100).rounded(.up) / 100
    }
  }

  private static let recordFile = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Truth/ledger.json")

  @Test func samplesAreFoundAtLeastAsWellAsRecorded() throws {
    var bench = Bench()
    for photo in try truePhotos(in: Path(Samples.url.path())) {
      #expect(bench.measure(photo).complaint == nil)
    }
    let now = Record(bench.ledger)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try (encoder.encode(now) + Data("\n".utf8)).write(to: Self.recordFile)
      Issue.record("the ledger is recorded; run again without RECORD")
      return
    }
    let best = try JSONDecoder().decode(Record.self, from: Data(contentsOf: Self.recordFile))
    #expect(now.found95 >= best.found95)
    #expect(now.found98 >= best.found98)
    #expect(now.offered95 >= best.offered95)
    #expect(now.sureRight >= best.sureRight)
    #expect(now.sureWrong <= best.sureWrong)
    #expect(now.falseAlarms <= best.falseAlarms)
    #expect(now.cornerMedian <= best.cornerMedian)
  }

  @Test func benchKeysAreInOrder() throws {
    let folder = try Folder()
    for name in ["rocket-tilted.jpg", "rocket-tilted.json"] { try folder.link(name, as: name) }
    let run = try Program.lab(["bench", "--json", folder.path])
    let stages = ["planes", "edges", "segments", "hypotheses", "judged", "refined", "completed", "chosen"]
    let bins = Calibration.limits.flatMap { _ in ["from", "to", "reports", "right"] }
    let keys = keys(of: try #require(run.lines.first))
    #expect(keys.prefix(3) == ["schema", "photos", "failed"])
    #expect(keys.suffix(4 + stages.count) == ["milliseconds", "read", "detect", "stages"] + stages)
    let calibration = try #require(keys.firstIndex(of: "calibration"))
    #expect(Array(keys[(calibration + 1)...].prefix(bins.count + 1)) == bins + ["tags"])
    let text = try Program.lab(["bench", folder.path])
    let times = text.lines.compactMap { $0.wholeMatch(of: #/ +([a-z]+) +[\d.]+ ms median/#)?.output.1 }
    #expect(times.map(String.init) == stages)
  }

  private static let square = Quad(x: 100, y: 100, width: 100, height: 100)

  private static func photo(_ quads: Quad..., ignored: [Quad] = []) -> TruePhoto {
    TruePhoto(
      path: Path("a.jpg"), prints: quads.map { TruePrint(quad: $0, isUpright: true, film: nil) }, ignored: ignored,
      tags: ["wood"])
  }

  private static func print(_ quad: Quad, _ confidence: Double = 0.95, film: String? = nil, isUpright: Bool = false)
    -> Print
  {
    Print(quad: quad, confidence: confidence, film: film.flatMap(FilmFormat.named), isUpright: isUpright)
  }

  @Test func aPrintIsFoundFromItsLeastOverlap() {
    var ledger = Ledger()
    // 97 of 100 rows: IoU 0.97.
    let close = Quad(x: 100, y: 100, width: 100, height: 97)
    ledger.add(Self.photo(Self.square), Detection(verdict: .sure, prints: [Self.print(close)]))
    #expect(ledger.found95 == Ledger.Share(hits: 1, of: 1))
    #expect(ledger.found98 == Ledger.Share(hits: 0, of: 1))
    #expect(ledger.sure == Ledger.Share(hits: 1, of: 1))
    #expect(ledger.cornerMedian == 3)
    #expect(ledger.tags == ["wood": Ledger.Share(hits: 1, of: 1)])
  }

  @Test func aCandidateIsOffered() {
    var ledger = Ledger()
    let inner = Quad(x: 105, y: 105, width: 90, height: 90)
    ledger.add(
      Self.photo(Self.square),
      Detection(
        verdict: .review, prints: [Self.print(inner)], candidates: [Candidate(quad: Self.square, confidence: 0.2)]))
    #expect(ledger.found95.hits == 0)
    #expect(ledger.offered98.hits == 1)
    #expect(ledger.sure == Ledger.Share(hits: 0, of: 1))
    #expect(ledger.falseAlarms == 0)
  }

  @Test func oneOutlineCountsForOnePrint() {
    let beside = Quad(x: 300, y: 100, width: 100, height: 100)
    var ledger = Ledger()
    ledger.add(
      Self.photo(Self.square, beside), Detection(verdict: .sure, prints: [Self.print(beside), Self.print(beside)]))
    #expect(ledger.found95 == Ledger.Share(hits: 1, of: 2))
  }

  @Test func outlinesOnNoPrintAreFalseAlarmsUnlessIgnored() {
    let elsewhere = Quad(x: 500, y: 500, width: 50, height: 50)
    var ledger = Ledger()
    ledger.add(Self.photo(Self.square), Detection(verdict: .sure, prints: [Self.print(elsewhere, 0.5)]))
    #expect(ledger.falseAlarms == 1)
    ledger.add(
      Self.photo(Self.square, ignored: [elsewhere]), Detection(verdict: .sure, prints: [Self.print(elsewhere)]))
    #expect(ledger.falseAlarms == 1)
    #expect(ledger.sure.of == 0)
  }

  @Test func filmUprightAndEmptyPhotosAreCounted() {
    var ledger = Ledger()
    var truth = Self.photo(Self.square)
    truth.prints[0].film = FilmFormat.named("instax-mini")
    ledger.add(
      truth, Detection(verdict: .sure, prints: [Self.print(Self.square, film: "instax-mini", isUpright: true)]))
    ledger.add(
      truth,
      Detection(verdict: .sure, prints: [Self.print(Self.square.turned(by: 1), film: "pack-film", isUpright: true)]))
    ledger.add(Self.photo(), Detection(verdict: .sure, prints: [Self.print(Self.square)]))
    ledger.add(Self.photo(), Detection(verdict: .none))
    ledger.add(Self.photo(), nil)
    #expect(ledger.film == Ledger.Share(hits: 1, of: 2))
    #expect(ledger.upright == Ledger.Share(hits: 1, of: 2))
    #expect(ledger.emptySure == Ledger.Share(hits: 1, of: 3))
    #expect(ledger.failed == 1)
    #expect(ledger.cornerErrors == [0, 0])
  }

  @Test func hiddenCornersDoNotCount() {
    var bent = Self.square
    bent[.topRight] = Point(230, 70)
    #expect(bent.cornerError(to: Self.square).pixels > 40)
    #expect(bent.cornerError(to: Self.square, hidden: [1]).pixels == 0)
  }

  @Test(arguments: [([Double](), nil), ([7], 7), ([4, 1, 2], 2), ([1, 2, 3, 4], 2.5)] as [([Double], Double?)])
  func quantilesAreInterpolated(_ values: [Double], median: Double?) {
    #expect(values.quantile(0.5) == median)
  }

  @Test func allFormsOfTruthAreRead() throws {
    let folder = try Folder()
    try folder.write(
      Data(
        #"""
        {"images": [{"file": "a.jpg", "tags": ["dark"], "ignore_quads": [[[0,0],[1,0],[1,1],[0,1]]],
          "prints": [{"corners": [[0,0],[8,0],[8,9],[0,9]], "format": "polaroid600", "tags": ["glare"]}]}]}
        """#.utf8), "rendered/truth.json")
    try folder.write(
      Data(
        #"""
        [{"file": "b.jpg", "quads": [[[0,0],[8,0],[8,9],[0,9]]], "occluded_corners": {"0": [2]}, "difficulty": "easy"}]
        """#.utf8), "marked/truth.json")
    let rendered = try #require(try truePhotos(in: Path(folder.path("rendered"))).first)
    #expect(rendered.path == Path(folder.path("rendered/a.jpg")))
    #expect(rendered.tags == ["dark"])
    #expect(rendered.ignored.count == 1)
    #expect(
      rendered.prints == [
        TruePrint(
          quad: Quad(x: 0, y: 0, width: 8, height: 9), isUpright: true, film: FilmFormat.named("polaroid-600"),
          tags: ["glare"])
      ])
    let marked = try #require(try truePhotos(in: Path(folder.path("marked"))).first)
    #expect(marked.prints.map(\.hidden) == [[2]])
    #expect(marked.prints.map(\.isUpright) == [false])
    #expect(marked.tags == ["diff:easy"])
  }

  @Test func aFolderWithoutTruthIsReported() throws {
    let folder = try Folder()
    let none = try Program.lab(["bench", folder.path])
    #expect(none.status == 1)
    #expect(none.errorLines.count == 1)
    #expect(none.error.contains("no photos with known corners"))
    try folder.write(Data("{".utf8), "truth.json")
    let broken = try Program.lab(["bench", folder.path])
    #expect(broken.status == 1)
    #expect(broken.errorLines.count == 1)
    #expect(broken.error.contains("truth.json"))
  }

  /// A drawn print that is found, and one where the photo has nothing.
  @Test func aLostPrintIsNamedByItsStage() throws {
    let bytes = try Roll.photo(1)
    let folder = try Folder()
    try folder.write(bytes, "a.jpg")
    let detection = Detector().detect(in: try PhotoFile(Path(folder.path("a.jpg"))).photo)
    let found = try #require(detection.prints.first).quad
    let nowhere = Quad(x: 5, y: 250, width: 40, height: 40)
    let truth = TruePhoto(
      path: Path("a.jpg"), prints: [found, nowhere].map { TruePrint(quad: $0, isUpright: false, film: nil) })
    var losses = Losses()
    losses.add(Losses.fates(truth, detection), of: truth, detection)
    #expect(losses.each == ["\(truth.path.shownName)\t2\tno hypothesis"])
    #expect(losses.prints == 2 && losses.counts == [.found: 1, .noHypothesis: 1])
    #expect(losses.text.hasPrefix("found\t1\t50 %\n"))
    // Without a true print, each report is named.
    var wrong = Losses()
    wrong.add([], of: TruePhoto(path: Path("a.jpg"), prints: []), detection)
    #expect(wrong.each == ["\(truth.path.shownName)\t0\treported, 1"])
    // Without what was chosen, it was refined to its outline; without that either, judged down.
    var blind = detection
    (blind.prints, blind.candidates) = ([], [])
    #expect(Losses.fates(truth, blind)[0] == .notChosen)
    blind.trace?.refined = []
    #expect(Losses.fates(truth, blind)[0] == .judgedDown)
    blind.trace?.judged = []
    #expect(Losses.fates(truth, blind)[0] == .rankedOut)
  }
}
