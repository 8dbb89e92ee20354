import PeelFiles
import PeelImaging
import PeelScanning

/// The stage at which each true print of some photos was lost.
struct Losses {
  /// What became of a true print.
  enum Fate: String, CaseIterable {
    /// Reported as a print.
    case found
    /// Offered as a candidate.
    case offered
    /// No hypothesis had its outline.
    case noHypothesis = "no hypothesis"
    /// A hypothesis had its outline but wasn't among those examined on the reduced grid.
    case rankedOut = "ranked out"
    /// It was examined, and others were refined instead.
    case judgedDown = "judged down"
    /// It was refined to another outline.
    case refinedAway = "refined away"
    /// It was refined to its outline, and others were chosen or offered instead.
    case notChosen = "not chosen"
  }

  private(set) var counts: [Fate: Int] = [:]
  /// The number of true prints.
  private(set) var prints = 0
  /// A line for each print that wasn't found: its photo, its number from 1 on, and its fate; and for each report in a photo
  /// without a print: the photo, 0, and the confidence.
  private(set) var each: [String] = []

  /// The least intersection over union of a quad on the reduced grid with the true print. From there on, the refinement
  /// finds the print.
  private static let near = 0.9

  /// Adds the fates of a photo's prints, and the reports if it has none.
  mutating func add(_ fates: [Fate], of truth: TruePhoto, _ detection: Detection) {
    for print in detection.prints where truth.prints.isEmpty {
      each.append("\(truth.path.shownName)\t0\treported, \(print.confidence.rounded(to: 2) ?? "-")")
    }
    for (number, fate) in zip(1..., fates) {
      counts[fate, default: 0] += 1
      if fate != .found { each.append("\(truth.path.shownName)\t\(number)\t\(fate.rawValue)") }
    }
    prints += fates.count
  }

  /// The fate of each true print of a photo.
  static func fates(_ truth: TruePhoto, _ detection: Detection) -> [Fate] {
    guard let trace = detection.trace else { return [] }
    let scale = trace.scale
    func best(_ print: TruePrint, _ quads: [Quad]) -> Double {
      let outline = print.quad.clockwise
      return quads.reduce(0) { max($0, outline.intersectionOverUnion($1)) }
    }
    return truth.prints.map { print -> Fate in
      if best(print, detection.prints.map(\.quad)) >= Ledger.found { return .found }
      if best(print, detection.candidates.map(\.quad)) >= Ledger.found { return .offered }
      if best(print, trace.refined.map(\.quad)) >= Ledger.found { return .notChosen }
      let judged = trace.judged.map { $0.quad.map { scale * $0 } }
      let isJudged = best(print, judged) >= near
      if isJudged {
        let refinedFrom = best(print, trace.refined.map(\.quad)) >= near
        return refinedFrom ? .refinedAway : .judgedDown
      }
      return best(print, trace.hypotheses.map { $0.quad.map { scale * $0 } }) >= near ? .rankedOut : .noHypothesis
    }
  }

  /// A line for each fate.
  var text: String {
    Fate.allCases.map { fate in
      let count = counts[fate, default: 0]
      let share = prints > 0 ? 100 * Double(count) / Double(prints) : 0
      return "\(fate.rawValue)\t\(count)\t\(share.rounded(to: 1) ?? "-") %\n"
    }.joined()
  }
}
