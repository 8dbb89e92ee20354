import Foundation
import PeelFiles
import PeelOutput
import PeelScanning
import Testing

@testable import peel_lab

/// Checks that reports are right as often as they claim, on sets of photos kept beside the repository.
///
/// The photos trained the trees, so that this only finds what broke since. `peel-lab fit` measures photos that didn't train.
@Suite struct CalibrationTests {
  enum PhotoSet: String, CaseIterable, Codable, CodingKeyRepresentable {
    case scenes, hard, real2

    var folder: URL {
      URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/photos/\(rawValue)").standardizedFileURL
    }

    var isPresent: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "truth.json").path) }

    /// The percentage of sure reports that may be wrong.
    var mostWrong: Int {
      switch self {
      case .scenes: 1
      case .hard: 2
      case .real2: 4
      }
    }
  }

  /// A point of the calibration curve.
  private struct Claim: Codable, Equatable {
    var confidence: Double
    /// Reports with at least that confidence, and how many of them are right.
    var reports: Int
    var right: Int
    var wrong: Int { reports - right }
  }

  private static let recordFile = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Truth/calibration.json")
  /// How many reports a point may differ from the recorded curve. Sure reports may not be wrong more often than recorded.
  private static let slack = 3
  /// Least probability of a bin's right reports if each were right as often as the bin's least confidence says: bins of
  /// few reports are far off by chance.
  private static let chance = 0.01

  @Test(
    .enabled(if: PhotoSet.allCases.allSatisfy(\.isPresent), "needs ../shared/photos/scenes, hard and real2"))
  func confidenceIsCalibrated() throws {
    var curves: [PhotoSet: [Claim]] = [:]
    for set in PhotoSet.allCases {
      let calibration = try calibration(of: set)
      let sure = calibration.share(from: Ledger.sure)
      // Rounds up: of fewer than a hundred reports, one may be wrong.
      #expect(100 * (sure.of - sure.hits) < set.mostWrong * sure.of + 100, "\(set): \(sure) are right")
      for bin in calibration.bins {
        let probability = Self.probability(of: bin.share.hits, orFewerOf: bin.share.of, at: bin.from)
        #expect(probability >= Self.chance, "\(set): \(bin.share) from \(bin.from) on are right")
      }
      curves[set] = Calibration.limits.map {
        let share = calibration.share(from: $0)
        return Claim(confidence: $0, reports: share.of, right: share.hits)
      }
    }
    if ProcessInfo.processInfo.environment["RECORD"] == "1" { return try record(curves) }
    let recorded = try JSONDecoder().decode([PhotoSet: [Claim]].self, from: Data(contentsOf: Self.recordFile))
    for (set, curve) in curves {
      let known = try #require(recorded[set])
      #expect(known.map(\.confidence) == curve.map(\.confidence))
      for (then, now) in zip(known, curve) {
        #expect(abs(then.reports - now.reports) <= Self.slack, "\(set) from \(now.confidence) on")
        #expect(abs(then.right - now.right) <= Self.slack, "\(set) from \(now.confidence) on")
        if now.confidence >= Ledger.sure { #expect(now.wrong <= then.wrong, "\(set) from \(now.confidence) on") }
      }
    }
  }

  private func calibration(of set: PhotoSet) throws -> Calibration {
    var bench = Bench()
    for truth in try truePhotos(in: Path(set.folder.path)) { #expect(bench.measure(truth).complaint == nil) }
    return bench.ledger.calibration
  }

  private func record(_ curves: [PhotoSet: [Claim]]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(curves) + Data("\n".utf8)).write(to: Self.recordFile)
    Issue.record("the curve is recorded; run again without RECORD")
  }

  /// The binomial distribution: the probability of at most `hits` successes in `count` trials of probability `share`.
  private static func probability(of hits: Int, orFewerOf count: Int, at share: Double) -> Double {
    var sum = 0.0
    var ways = 1.0
    for k in 0...hits {
      sum += ways * pow(share, Double(k)) * pow(1 - share, Double(count - k))
      ways *= Double(count - k) / Double(k + 1)
    }
    return sum
  }

  @Test(arguments: [(0, 2, 0.5, 0.25), (1, 2, 0.5, 0.75), (8, 10, 0.99, 0.00427), (10, 10, 0.99, 1), (0, 3, 0, 1)])
  func probabilitiesAreBinomial(_ hits: Int, of count: Int, at share: Double, probability: Double) {
    #expect(abs(Self.probability(of: hits, orFewerOf: count, at: share) - probability) < 1e-5)
  }
}
