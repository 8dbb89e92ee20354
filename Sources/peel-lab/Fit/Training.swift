import PeelImaging

/// The quads that a stage scored in one photo, and which of them are right.
struct Lesson: Sendable {
  /// A quad that the stage scored.
  struct Row: Sendable {
    var quad: Quad
    var evidence: Evidence
    /// The logarithm of the odds that the trees start from.
    var start: Double
    /// Intersection over union with each true print of the photo.
    var overlaps: [Double]
    /// The greatest intersection over union with a region to ignore, or fraction of the quad inside one if that is more.
    var ignored: Double
    /// What a refined quad looks like; nil for others, and for one with a side on the photo's border.
    var patch: QuadPatch?

    init(_ quad: Quad, _ evidence: Evidence, start: Double, _ truth: TruePhoto) {
      (self.quad, self.evidence, self.start) = (quad, evidence, start)
      overlaps = truth.prints.map { $0.quad.clockwise.intersectionOverUnion(quad) }
      ignored =
        truth.ignored.map { region in
          let region = region.clockwise
          return max(region.intersectionOverUnion(quad), region.intersectionArea(quad) / quad.area)
        }.max() ?? 0
    }

    var overlap: Double { overlaps.max() ?? 0 }
    /// The index of the true print that it overlaps most.
    var print: Int? { overlaps.indices.max { overlaps[$0] < overlaps[$1] } }
  }

  var truth: TruePhoto
  var rows: [Row]
  /// The part of the sources that the photo belongs to.
  var part: Int
  /// How much the photo counts.
  var weight: Double
  var isComposite = false

  init(truth: TruePhoto, rows: [Row]) {
    (self.truth, self.rows) = (truth, rows)
    part = Fit.fold(of: truth)
    weight = truth.isReal ? Training.real : 1
  }

  func weighted(_ weight: Double) -> Lesson {
    var lesson = self
    lesson.weight = weight
    return lesson
  }

  /// The quads that the reduced grid's stage scored.
  static func judged(_ detection: Detection, _ parameters: Detector.Parameters, _ truth: TruePhoto) -> Lesson {
    let scale = detection.trace?.scale ?? 1
    let rows = (detection.trace?.judged ?? []).map {
      Row($0.quad.map { scale * $0 }, $0.evidence, start: $0.evidence.start(parameters.weights), truth)
    }
    return Lesson(truth: truth, rows: rows)
  }

  /// The quads that were refined, without their context.
  static func refined(_ detection: Detection, _ parameters: Detector.Parameters, _ truth: TruePhoto) -> Lesson {
    guard let trace = detection.trace else { return Lesson(truth: truth, rows: []) }
    let rows = trace.refined.map { one in
      var evidence = one.evidence
      evidence.context = .none
      var row = Row(one.quad, evidence, start: evidence.start(parameters.refinedWeights), truth)
      row.patch = trace.patches.patch(of: one.quad.map { (1 / trace.scale) * $0 })
      return row
    }
    return Lesson(truth: truth, rows: rows)
  }

  /// The refined quads with their context, given trees that score each quad alone. These must not have been fitted to this
  /// photo: they know its prints too well.
  func inContext(_ trees: BoostedTrees) -> Lesson {
    var lesson = self
    for i in rows.indices { lesson.rows[i].start += trees.value(rows[i].evidence.features) }
    let contexts = Context.contexts(
      of: lesson.rows.map { Context.Member($0.quad, elongation: $0.evidence[.elongation], score: $0.start) })
    for i in rows.indices { lesson.rows[i].evidence.context = contexts[i] }
    return lesson
  }
}

/// Examples for fitting trees and the network.
struct Training {
  struct Example {
    var row: Lesson.Row
    var isTrue: Bool
    var weight: Double
  }

  /// What counts as right.
  struct Rules {
    /// The least overlap of a right quad with a true print, as intersection over union.
    var right: Double
    /// Quads that miss `right` by less than this are left out.
    var doubt: Double
    /// Whether quads on regions to ignore are wrong in photos without a print, instead of being left out.
    var refusesIgnored = false

    /// One sample of the reduced grid is about 2 % of a small print. From 90 % on, the refinement finds the print.
    static let judged = Rules(right: 0.9, doubt: 0)
    static let refined = Rules(right: Ledger.found, doubt: 0.02)
    /// Composites teach what is a print. Which of two outlines of one print is better is learned from photos alone, since
    /// the drawn edges of a composite differ from real ones: with the rules of photos, some outlines whose corners were off
    /// by 30 pixels won.
    static let composites = Rules(right: 0.99, doubt: 0.14)
    /// A patch is too coarse to tell outlines that nearly agree; the trees do that.
    static let looks = Rules(right: 0.85, doubt: 0.15, refusesIgnored: true)
  }

  /// Total weight of a photo's wrong quads for each of its prints, whose right quads have a total weight of 1.
  private static let wrong = 3.0
  /// The most prints of a photo that its wrong quads count for.
  private static let mostPrints = 6
  /// Wrong quads that overlap a region to ignore by more than this are left out.
  private static let onIgnored = 0.5
  /// The weight of a real photo, relative to a rendered one.
  fileprivate static let real = 5.0

  private(set) var examples: [Example] = []

  init(_ lessons: [Lesson], _ rules: Rules) {
    for lesson in lessons { add(lesson, rules) }
  }

  /// The examples for the trees of refined quads.
  init(refined lessons: [Lesson]) {
    for lesson in lessons { add(lesson, lesson.isComposite ? .composites : .refined) }
  }

  private mutating func add(_ lesson: Lesson, _ rules: Rules) {
    let (rows, truth) = (lesson.rows, lesson.truth)
    let right = rows.filter { $0.overlap >= rules.right }
    let wrong = Self.wrong * Double(max(1, min(Self.mostPrints, truth.prints.count))) / Double(rows.count - right.count)
    let sparesIgnored = !(rules.refusesIgnored && truth.prints.isEmpty && truth.isReal)
    for row in rows {
      let isRight = row.overlap >= rules.right
      if !isRight, sparesIgnored && row.ignored > Self.onIgnored || row.overlap >= rules.right - rules.doubt {
        continue
      }
      let weight = isRight ? 1 / Double(right.count { $0.print == row.print }) : wrong
      examples.append(Example(row: row, isTrue: isRight, weight: lesson.weight * weight))
    }
  }

  /// Boosted trees; nil if there are no right quads, or no wrong ones.
  var trees: BoostedTrees? {
    var boosting = TreeBoosting()
    boosting.examples = examples.map {
      TreeBoosting.Example(
        features: $0.row.evidence.features, start: $0.row.start, isTrue: $0.isTrue, weight: $0.weight)
    }
    return boosting.trees()
  }

  /// A network for patches; nil if there are no right quads, or no wrong ones.
  var network: PatchNetwork? {
    PatchTraining(
      examples: examples.compactMap { example in
        example.row.patch.map { PatchTraining.Example(patch: $0, isTrue: example.isTrue, weight: example.weight) }
      }
    ).network()
  }
}
