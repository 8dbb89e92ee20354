import PeelImaging

/// Which quads of photos with known prints are right, as examples for the weights of one stage.
struct Training {
  /// A quad that the stage weighed.
  struct Row: Sendable {
    var values: [Double]
    /// Shared area over covered area with each true print of the photo.
    var overlaps: [Double]
    /// The same with the best of the regions that count neither way.
    var ignored: Double

    init(_ quad: Quad, _ values: [Double], _ truth: TruePhoto) {
      self.values = values
      overlaps = truth.prints.map { $0.quad.clockwise.intersectionOverUnion(quad) }
      ignored = truth.ignored.map { $0.clockwise.intersectionOverUnion(quad) }.max() ?? 0
    }

    var overlap: Double { overlaps.max() ?? 0 }
  }

  /// What is taken for right, and what counts how much.
  struct Rules {
    /// Least overlap with a true print of a quad that is right.
    var right: Double
    /// Quads that miss `right` by less than this are left out: they are neither.
    var doubt: Double
    /// Weight of all pairs of a print together, beside 1 of all its right quads.
    var pairs: Double
    /// How much lower than fitted the bias is: rather unsure than wrong.
    var caution: Double

    /// A sample of the reduced grid is some 2 % of a small print: from 90 % on, the refinement finds it.
    static let judged = Rules(right: 0.9, doubt: 0, pairs: 0, caution: 0)
    static let refined = Rules(right: Ledger.found, doubt: 0.02, pairs: 3, caution: 0.8)
  }

  /// Weight of all wrong quads of a photo together, beside 1 of all the right ones of a print.
  private static let wrong = 3.0
  /// Overlap from which a quad on a region that counts neither way is left out.
  private static let onIgnored = 0.5
  /// Overlaps with a print between which a quad stands for it without being it, and how much less than the best's.
  private static let rival = 0.3..<0.985
  private static let lead = 0.015
  /// Prints whose corners were marked by hand count so much: those are only known to a pixel or more.
  private static let markedByHand = 0.5
  /// Of the sum of squared standardised weights, for each photo.
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

  /// To hundredths, as they are written down; nil where there is too little to learn from.
  var weights: LogisticRegression.Solution? {
    guard var solution = regression.solution(ridge: Self.ridge * Double(photos)) else { return nil }
    solution.bias -= rules.caution
    solution.weights = solution.weights.map { ($0 * 100).rounded() / 100 }
    solution.bias = (solution.bias * 100).rounded() / 100
    return solution
  }
}
