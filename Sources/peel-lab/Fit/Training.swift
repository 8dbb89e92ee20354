import PeelImaging

/// Examples for fitting one stage's weights: which of the quads it scored are right.
struct Training {
  /// A quad that the stage scored.
  struct Row: Sendable {
    var values: [Double]
    /// Intersection over union with each true print of the photo.
    var overlaps: [Double]
    /// The greatest intersection over union with a region to ignore.
    var ignored: Double

    init(_ quad: Quad, _ values: [Double], _ truth: TruePhoto) {
      self.values = values
      overlaps = truth.prints.map { $0.quad.clockwise.intersectionOverUnion(quad) }
      ignored = truth.ignored.map { $0.clockwise.intersectionOverUnion(quad) }.max() ?? 0
    }

    var overlap: Double { overlaps.max() ?? 0 }
  }

  /// What counts as right, and how much.
  struct Rules {
    /// The least overlap of a right quad with a true print, as intersection over union.
    var right: Double
    /// Quads that miss `right` by less than this are left out.
    var doubt: Double
    /// Total weight of a print's pairs; its right quads have a total weight of 1.
    var pairs: Double
    /// Subtracted from the fitted bias, to err on the unsure side.
    var caution: Double

    /// One sample of the reduced grid is about 2 % of a small print. From 90 % on, the refinement finds the print.
    static let judged = Rules(right: 0.9, doubt: 0, pairs: 0, caution: 0)
    static let refined = Rules(right: Ledger.found, doubt: 0.02, pairs: 3, caution: 0.8)
  }

  /// Total weight of a photo's wrong quads for each of its prints, whose right quads have a total weight of 1.
  private static let wrong = 3.0
  /// Wrong quads that overlap a region to ignore by more than this are left out.
  private static let onIgnored = 0.5
  /// The overlap of a rival, a quad in a print's place that isn't the best, and how much less than the best's it must be.
  private static let rival = 0.3..<0.985
  private static let lead = 0.015
  /// The weight of a print whose corners were marked by hand, which are known to a pixel or more.
  private static let markedByHand = 0.5
  /// The ridge for each photo.
  private static let ridge = 0.0005

  let rules: Rules
  private(set) var regression = LogisticRegression()
  private(set) var photos = 0

  init(_ rules: Rules) { self.rules = rules }

  mutating func add(_ rows: [Row], _ truth: TruePhoto) {
    photos += 1
    let prints = truth.prints.isEmpty ? 1 : truth.prints.reduce(0) { $0 + ($1.isUpright ? 1 : Self.markedByHand) }
    let right = rows.count { $0.overlap >= rules.right }
    for row in rows {
      let isRight = row.overlap >= rules.right
      if !isRight, row.ignored > Self.onIgnored || row.overlap >= rules.right - rules.doubt { continue }
      regression.examples.append(
        LogisticRegression.Example(
          values: row.values, isTrue: isRight,
          weight: prints * (isRight ? 1 / Double(right) : Self.wrong / Double(rows.count))))
    }
    if rules.pairs > 0 { for (number, print) in truth.prints.enumerated() { addPairs(rows, number, print) } }
  }

  private mutating func addPairs(_ rows: [Row], _ number: Int, _ print: TruePrint) {
    guard let best = rows.max(by: { $0.overlaps[number] < $1.overlaps[number] }),
      best.overlaps[number] >= rules.right
    else { return }
    let rivals = rows.filter {
      Self.rival.contains($0.overlaps[number]) && $0.overlaps[number] < best.overlaps[number] - Self.lead
    }
    let weight = rules.pairs * (print.isUpright ? 1 : Self.markedByHand) / Double(rivals.count)
    for rival in rivals {
      regression.pairs.append(LogisticRegression.Pair(better: best.values, worse: rival.values, weight: weight))
    }
  }

  /// The fitted weights, rounded to hundredths as in `Detector.Parameters`; nil if there are too few examples.
  var weights: LogisticRegression.Solution? {
    guard var solution = regression.solution(ridge: Self.ridge * Double(photos)) else { return nil }
    solution.bias -= rules.caution
    solution.weights = solution.weights.map { ($0 * 100).rounded() / 100 }
    solution.bias = (solution.bias * 100).rounded() / 100
    return solution
  }
}
