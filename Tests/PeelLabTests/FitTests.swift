import Foundation
import PeelFiles
import PeelImaging
import PeelOutput
import PeelScanning
import PeelTestSupport
import Testing

@testable import peel_lab

@Suite struct FitTests {
  /// The exclusive or of two features, which no weighted sum can tell, and a third that says nothing.
  @Test func treesLearnWhatWeightsCannot() throws {
    var boosting = TreeBoosting()
    for index in 0..<400 {
      let (a, b) = (index % 2, index / 2 % 2)
      boosting.examples.append(
        TreeBoosting.Example(features: [Float(a), Float(b), Float(index % 7)], isTrue: a != b, weight: 1))
    }
    // The first split gains nothing where the halves are even.
    boosting.examples.append(TreeBoosting.Example(features: [0, 1, 0], isTrue: true, weight: 40))
    let trees = try #require(boosting.trees())
    for (features, isTrue) in [([0, 0, 3], false), ([0, 1, 3], true), ([1, 0, 3], true), ([1, 1, 3], false)]
      as [([Float], Bool)]
    {
      #expect((trees.value(features) > 0) == isTrue, "\(features)")
    }
    boosting.examples.removeAll { $0.isTrue }
    #expect(boosting.trees() == nil)
  }

  /// Two trees: the second has a single leaf.
  @Test func treesAreWalkedFromTheirRoots() throws {
    let trees = try #require(
      BoostedTrees(
        bias: 1,
        nodes: [
          .init(feature: 0, threshold: 0.5, right: 2), .init(leaf: 10),
          .init(feature: 1, threshold: 2, right: 2), .init(leaf: 20), .init(leaf: 30),
          .init(leaf: 100),
        ]))
    #expect(trees.value([0.5, 9]) == 111)
    #expect(trees.value([0.6, 2]) == 121)
    #expect(trees.value([0.6, 3]) == 131)
  }

  private static let square = Quad(x: 100, y: 100, width: 100, height: 100)

  /// Quads of these heights, which are told apart by their size.
  private static func lesson(_ heights: [Double], _ truth: TruePhoto) -> Lesson {
    let rows = heights.map { height in
      var evidence = Evidence()
      evidence[.size] = height
      return Lesson.Row(Quad(x: 100, y: 100, width: 100, height: height), evidence, start: 0, truth)
    }
    return Lesson(truth: truth, rows: rows)
  }

  private static func sizes(_ training: Training) -> [Float] {
    training.examples.map { $0.row.evidence.features[Evidence.Feature.size.rawValue] }
  }

  private static func truth(_ quads: [Quad], ignored: [Quad] = [], isUpright: Bool = true) -> TruePhoto {
    TruePhoto(
      path: Path("a.jpg"), prints: quads.map { TruePrint(quad: $0, isUpright: isUpright, film: nil) }, ignored: ignored)
  }

  /// Overlaps of 1, 0.96, 0.94 (neither), 0.9 and 0.2.
  @Test func aPrintsQuadsCountTogether() {
    let truth = Self.truth([Self.square])
    let training = Training([Self.lesson([100, 96, 94, 90, 20], truth)], .refined)
    #expect(Self.sizes(training) == [100, 96, 90, 20])
    #expect(training.examples.map(\.isTrue) == [true, true, false, false])
    #expect(training.examples.map(\.weight) == [0.5, 0.5, 1, 1])
  }

  @Test func quadsOnIgnoredRegionsAreLeftOut() {
    let elsewhere = Quad(x: 400, y: 100, width: 100, height: 100)
    let truth = Self.truth([elsewhere], ignored: [Self.square])
    #expect(Self.sizes(Training([Self.lesson([100, 60, 300], truth)], .judged)) == [300])
  }

  /// The network learns that they are no prints, if the photo has none.
  @Test func theNetworkRefusesWhatIsIgnoredInPhotosWithoutAPrint() {
    var truth = Self.truth([], ignored: [Self.square])
    truth.source = "example.org/someone"
    let lesson = Self.lesson([100, 300], truth)
    #expect(Self.sizes(Training([lesson], .looks)) == [100, 300])
    #expect(Self.sizes(Training([lesson], .refined)) == [300])
    truth.prints = [TruePrint(quad: Quad(x: 400, y: 100, width: 100, height: 100), isUpright: true, film: nil)]
    #expect(Self.sizes(Training([Self.lesson([100, 300], truth)], .looks)) == [300])
  }

  @Test func realPhotosCountMore() {
    var truth = Self.truth([Self.square])
    truth.source = "example.org/someone"
    #expect(Training([Self.lesson([100, 90], truth)], .refined).examples.map(\.weight) == [5, 15])
  }

  /// All photos of a source are held back together, and the parts are about equal.
  @Test func aSourceIsHeldBackWhole() {
    let sources = (0..<60).map { number in
      var truth = Self.truth([])
      truth.source = "source \(number)"
      return truth
    }
    for fold in 0..<Fit.folds {
      #expect((4...20).contains(sources.count { Fit.fold(of: $0) == fold }))
    }
    var other = sources[0]
    other.path = Path("b.jpg")
    #expect(Fit.fold(of: other) == Fit.fold(of: sources[0]))
  }

  /// Four quads: a likely print, one within it, one that crosses it, and one like it at some distance.
  @Test func aQuadIsSeenAmongTheOthers() {
    func member(_ x: Double, _ y: Double, _ side: Double, _ score: Double) -> Context.Member {
      Context.Member(Quad(x: x, y: y, width: side, height: side), elongation: 0, score: score)
    }
    let contexts = Context.contexts(of: [
      member(0, 0, 100, 3), member(20, 20, 50, 1), member(50, 0, 100, 2), member(300, 0, 100, 4),
    ])
    // Own score, near, around, within, across, apart, best alike.
    #expect(Array(contexts[0].values.prefix(7)) == [3, -9, -9, 1, 2, 4, 4])
    #expect(Array(contexts[1].values.prefix(7)) == [1, -9, 3, -9, 2, 4, -9])
    // The number of better ones alike.
    #expect(contexts[3].values[10] == 0 && contexts[0].values[10] == 1)
  }

  /// A print at the left of a photo whose chroma begins outside it, as in a turned photo, and the mirrored photo.
  @Test func aMirroredPhotoHasItsPrintAtTheOtherSide() {
    let luma = Plane<UInt8>(width: 5, height: 2, samples: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    let chroma = Plane<UInt8>(width: 3, height: 1, samples: [1, 2, 3])
    let photo = Photo(luma: luma, chroma: Chroma(blue: chroma, red: chroma, scale: (2, 2), origin: (-1, 0)))
    let mirrored = photo.mirrored
    #expect(mirrored.luma.samples == [5, 4, 3, 2, 1, 10, 9, 8, 7, 6])
    #expect(mirrored.chroma?.blue.samples == [3, 2, 1] && mirrored.chroma?.origin.x == 0)
    #expect(mirrored.mirrored == photo)
    var truth = Self.truth([Quad(Point(0, 0), Point(2, 0), Point(2, 2), Point(0, 1))])
    truth.prints[0].hidden = [3]
    let other = truth.mirrored(width: 5)
    #expect(other.prints[0].quad == Quad(Point(3, 0), Point(5, 0), Point(5, 1), Point(3, 2)))
    #expect(other.prints[0].hidden == [2] && other.mirrored(width: 5) == truth)
  }

  /// A print in the upper left quarter, and one across the right quarters.
  @Test func aPartOfAPhotoHasTheWholePrintsInIt() throws {
    let luma = Plane<UInt8>(width: 80, height: 80) { y, row in
      for x in 0..<80 { row.append(UInt8(x + 2 * y)) }
    }
    let prints = [Quad(x: 4, y: 8, width: 20, height: 10), Quad(x: 50, y: 30, width: 20, height: 20)]
    let (photo, truth) = (Photo(luma: luma), Self.truth(prints))
    let (quarter, whole) = try #require(Variant.upperLeft.applied(to: photo, truth))
    #expect(quarter.width == 40 && whole.prints.map(\.quad) == [prints[0]])
    for variant in [Variant.upperRight, .middle, .lowerLeft, .lowerRight] {
      #expect(variant.applied(to: photo, truth) == nil, "\(variant)")
      #expect(variant.applied(to: photo, Self.truth([])) != nil, "\(variant)")
    }
    let (close, single) = try #require(Variant.lastPrint.applied(to: photo, truth))
    let corner = try #require(single.prints.first).quad.corners[0]
    #expect(single.prints.count == 1 && close.width == 32)
    #expect(close.luma.row(Int(corner.y))[Int(corner.x)] == 50 + 2 * 30)
    #expect(Variant.lastPrint.applied(to: photo, Self.truth([prints[0]])) == nil)
    #expect(Variant.firstPrint.applied(to: photo, Self.truth([Quad(x: 5, y: 5, width: 60, height: 60)])) == nil)
  }

  @Test(arguments: [(0, 0), (0.49, 0), (0.5, 1), (0.9, 3), (0.969, 4), (0.99, 6), (1, 6)] as [(Double, Int)])
  func aReportCountsInItsBin(_ confidence: Double, bin: Int) {
    var calibration = Calibration()
    calibration.count(confidence: confidence, isRight: true)
    calibration.count(confidence: confidence, isRight: false)
    #expect(calibration.bins.firstIndex { $0.share.of > 0 } == bin)
    #expect(calibration.bins[bin].share == Ledger.Share(hits: 1, of: 2))
    #expect(calibration.share(from: Ledger.sure).of == (confidence >= Ledger.sure ? 2 : 0))
    #expect(calibration.bins.last?.to == 1)
  }

  private struct Report: Decodable {
    var rendered: Found
    var real: Found

    struct Found: Decodable {
      var prints: Int
      var found95: Int
    }
  }

  /// The samples suffice to find most of the prints of those held back, and what was fitted is written.
  @Test func samplesTrainAndAreHeldBack() throws {
    let folder = try Folder()
    let file = "\(folder.path)/detector.bin"
    let run = try Program.lab(["fit", "--json", "--write", file, Samples.url.path()])
    #expect(run.status == 0)
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    #expect(report.rendered.prints == 21 && report.real.prints == 0)
    #expect(Double(report.rendered.found95) >= 0.8 * 21)
    let model = try Detector.Model(file: Array(Data(contentsOf: URL(filePath: file))).span)
    #expect(model != .embedded)
    #expect([model.judgedTrees, model.refinedTrees, model.contextTrees].allSatisfy { !$0.nodes.isEmpty })
  }

  @Test func tooFewPrintsAreReported() throws {
    let folder = try Folder()
    try folder.link("rocket-tilted.jpg", as: "a.jpg")
    try folder.write(Data(#"{"photo": "a.jpg", "prints": []}"#.utf8), "a.json")
    let run = try Program.lab(["fit", folder.path])
    #expect(run.status == 1)
    // What was begun comes before.
    #expect(run.errorLines.dropLast().allSatisfy { $0.contains(" s: ") })
    #expect(run.errorLines.last?.contains("too few prints") == true)
  }
}
