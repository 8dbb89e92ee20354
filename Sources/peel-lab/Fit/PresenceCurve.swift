import PeelImaging
import PeelPlatform
import PeelScanning

/// How well prints are found if at most some share of the photos without a print get a report. Each share needs another
/// `Detector.Parameters.leastPresence`.
struct PresenceCurve {
  /// The variants of each photo: one alone says little, since a few photos without a print make the curve.
  static let variants = [Variant.plain, .mirrored, .small, .sharpened, .blurred]

  /// The presence of each photo with prints, and the mean intersection over union of its prints with the outlines found.
  private var withPrints: [(presence: Double, overlap: Double)] = []
  /// The presence of each photo without a print.
  private var without: [Double] = []

  /// Adds a photo.
  ///
  /// - Parameter detection: made with a `leastPresence` of 0.
  mutating func add(_ truth: TruePhoto, _ detection: Detection) {
    let presence = detection.presence ?? -.infinity
    let quads = truth.prints.map(\.quad)
    if quads.isEmpty {
      without.append(presence)
    } else {
      let overlaps = Match(quads, with: detection.prints.map(\.quad)).overlaps
      withPrints.append((presence, overlaps.reduce(0, +) / Double(quads.count)))
    }
  }

  /// A point of the curve.
  struct Point {
    /// The greatest share of the photos without a print that get a report.
    var reported: Double
    /// The least presence of a photo whose prints are reported, as a probability.
    var leastPresence: Double
    /// The mean intersection over union of the photos with prints.
    var overlap: Double
  }

  /// The curve at some shares of the photos without a print; empty if there are too few photos.
  var points: [Point] {
    guard !withPrints.isEmpty, !without.isEmpty else { return [] }
    let falling = without.sorted(by: >)
    return [0.01, 0.02, 0.03, 0.05, 0.08, 0.1].map { reported in
      let greatest = falling[Int(reported * Double(falling.count))]
      let overlap = withPrints.reduce(0) { $0 + ($1.presence > greatest ? $1.overlap : 0) }
      return Point(
        reported: reported, leastPresence: 1 / (1 + exp(-greatest)), overlap: overlap / Double(withPrints.count))
    }
  }

  /// A line for each point.
  var text: String {
    points.map { point in
      "mean IoU \(point.overlap.rounded(to: 3) ?? "-") if \((100 * point.reported).rounded(to: 0) ?? "-") % of photos "
        + "without a print have a report: presence of \(point.leastPresence.rounded(to: 3) ?? "-")\n"
    }.joined()
  }
}
