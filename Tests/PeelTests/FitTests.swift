import Foundation
import PeelImaging
import Testing

@testable import peel_lab
import PeelFiles
import PeelScanning

@Suite struct FitTests {
  private static func examples(_ rows: [([Double], Bool, Double)]) -> [LogisticRegression.Example] {
    rows.map { LogisticRegression.Example(values: $0.0, isTrue: $0.1, weight: $0.2) }
  }

  /// One of four is true if the value is 0, three of four if it is 1: the odds are 1/3 and 3.
  @Test func scoresAreTheLogarithmOfTheOdds() throws {
    var regression = LogisticRegression()
    regression.examples = Self.examples([([0], true, 1), ([0], false, 3), ([1], true, 3), ([1], false, 1)])
    let solution = try #require(regression.solution(ridge: 0))
    #expect(abs(solution.score([0]) + log(3)) < 1e-6)
    #expect(abs(solution.score([1]) - log(3)) < 1e-6)
  }

  /// The expected values are from scipy 1.10 (L-BFGS-B to 1e-10) for the same examples, pairs and ridge.
  @Test func agreesWithAnotherSolver() throws {
    var regression = LogisticRegression()
    regression.examples = Self.examples([
      ([0.1, 3], false, 1), ([0.4, 1], false, 2), ([0.5, 4], true, 1), ([0.9, 1], true, 0.5), ([0.7, 5], true, 1),
      ([0.2, 9], false, 3),
    ])
    regression.pairs = [LogisticRegression.Pair(better: [0.9, 1], worse: [0.5, 4], weight: 2)]
    let solution = try #require(regression.solution(ridge: 0.1))
    #expect(zip(solution.weights, [10.172812, 0.0987376]).allSatisfy { abs($0 - $1) < 1e-4 })
    #expect(abs(solution.bias + 5.523149) < 1e-4)
  }

  /// Without a ridge, values that separate the examples perfectly would get infinite weights.
  @Test func theRidgeBoundsTheWeights() throws {
    var regression = LogisticRegression()
    regression.examples = Self.examples([([0, 5], false, 1), ([1, 5], true, 1)])
    let weak = try #require(regression.solution(ridge: 0.01)).weights
    let strong = try #require(regression.solution(ridge: 1)).weights
    #expect(weak[0] > strong[0])
    #expect(strong[0] > 0)
    // A value that doesn't vary gets no weight.
    #expect(abs(weak[1]) < 1e-6)
    #expect(regression.solution(ridge: 0) == nil)
    #expect(LogisticRegression().solution(ridge: 1) == nil)
  }

  /// The second value has the same distribution in true and false examples: only the pair tells that more is better.
  @Test func pairsRankTheBetterExampleHigher() throws {
    var regression = LogisticRegression()
    regression.examples = Self.examples([
      ([1, 0], true, 1), ([1, 1], true, 1), ([0, 0], false, 1), ([0, 1], false, 1),
    ])
    #expect(abs(try #require(regression.solution(ridge: 0.01)).weights[1]) < 1e-6)
    regression.pairs = [LogisticRegression.Pair(better: [1, 1], worse: [1, 0], weight: 1)]
    #expect(try #require(regression.solution(ridge: 0.01)).weights[1] > 1)
  }

  @Test(
    arguments: [
      ([4, 2, 3], [8, 7], [1.25, 1.5]), ([1, 0, 1], [3, -2], [3, -2]), ([1, 2, 1], [1, 1], nil),
      ([1, 1, 1], [1, 1], nil),
    ] as [([Double], [Double], [Double]?)])
  func equationsAreSolved(_ entries: [Double], sums: [Double], expected: [Double]?) throws {
    var matrix = SymmetricMatrix(2)
    (matrix[0, 0], matrix[1, 0], matrix[1, 1]) = (entries[0], entries[1], entries[2])
    let solution = matrix.solved(for: sums)
    #expect((solution == nil) == (expected == nil))
    #expect(zip(solution ?? [], expected ?? []).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  private static let square = Quad(x: 100, y: 100, width: 100, height: 100)

  private static func rows(_ heights: [Double], _ truth: TruePhoto) -> [Training.Row] {
    heights.map { Training.Row(Quad(x: 100, y: 100, width: 100, height: $0), [$0], truth) }
  }

  private static func truth(_ quads: [Quad], ignored: [Quad] = [], isUpright: Bool = true) -> TruePhoto {
    TruePhoto(
      path: Path("a.jpg"), prints: quads.map { TruePrint(quad: $0, isUpright: isUpright, film: nil) }, ignored: ignored)
  }

  /// Overlaps of 1, 0.96, 0.94 (neither), 0.9 and 0.2 (no rival).
  @Test func aPrintsQuadsCountTogether() {
    var training = Training(.refined)
    let truth = Self.truth([Self.square])
    training.add(Self.rows([100, 96, 94, 90, 20], truth), truth)
    let examples = training.regression.examples
    #expect(examples.map(\.values) == [[100], [96], [90], [20]])
    #expect(examples.map(\.isTrue) == [true, true, false, false])
    #expect(examples.map(\.weight) == [0.5, 0.5, 0.6, 0.6])
    let pairs = training.regression.pairs
    #expect(pairs.allSatisfy { $0.better == [100] && $0.weight == 1 })
    #expect(pairs.map(\.worse) == [[96], [94], [90]])
  }

  @Test func quadsOnIgnoredRegionsAreLeftOut() {
    let elsewhere = Quad(x: 400, y: 100, width: 100, height: 100)
    let truth = Self.truth([elsewhere], ignored: [Self.square])
    var training = Training(.judged)
    training.add(Self.rows([100, 60, 30], truth), truth)
    #expect(training.regression.examples.map(\.values) == [[30]])
    #expect(training.regression.pairs.isEmpty)
  }

  @Test func pairsMarkedByHandCountHalf() {
    var training = Training(.refined)
    let truth = Self.truth([Self.square], isUpright: false)
    training.add(Self.rows([100, 90], truth), truth)
    #expect(training.regression.pairs.map(\.weight) == [1.5])
  }

  @Test func everyThirdPhotoIsHeldBack() {
    let photos = Array(repeating: Self.truth([]), count: 4)
    let lessons = Fit([photos, photos]).lessons
    let heldBack = [false, false, true, false, false, false, true, false]
    for isMirrored in [false, true] {
      #expect(lessons.filter { $0.isMirrored == isMirrored }.map(\.isHeldBack) == heldBack)
    }
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
    var weights: Weights
    var refinedWeights: Weights
    var training: Found
    var heldBack: Found

    struct Weights: Decodable, Equatable {
      var bias: Double
      var features: [String: Double]

      init(_ weights: Evidence.Weights) {
        bias = weights.bias
        features = [:]
        for feature in Evidence.Feature.allCases where weights[feature] != 0 {
          features["\(feature)"] = weights[feature]
        }
      }
    }

    struct Found: Decodable {
      var prints: Int
      var found95: Int
    }
  }

  /// The samples suffice to fit the second stage and to be found with it. The first stage keeps its weights.
  @Test func samplesFitTheRefinedWeights() throws {
    let run = try Program.lab(["fit", "--stage", "refined", "--json", Samples.url.path()])
    #expect(run.status == 0)
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    let present = Detector.Parameters()
    #expect(report.weights == Report.Weights(present.weights))
    #expect(report.refinedWeights.features.count == Evidence.Feature.allCases.count)
    #expect(report.refinedWeights != Report.Weights(present.refinedWeights))
    #expect((report.training.prints, report.heldBack.prints) == (36, 6))
    #expect(report.training.found95 >= 34)
  }

  @Test func tooFewPrintsAreReported() throws {
    let folder = try Folder()
    try folder.link("rocket-tilted.jpg", as: "a.jpg")
    try folder.write(Data(#"{"photo": "a.jpg", "prints": []}"#.utf8), "a.json")
    let run = try Program.lab(["fit", folder.path])
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1)
    #expect(run.error.contains("too few prints"))
  }
}
