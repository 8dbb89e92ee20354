/// All that is known of a quad as the outline of a print, as numbers that can be weighed.
struct Evidence: Sendable {
  /// In the order of `Evidence.names`.
  var values: [Double]

  static let names = [
    "edge mean", "edge least", "separated mean", "separated least", "unevenness", "outside unevenness", "frame spread",
    "beyond corners", "picture", "picture least", "clean", "ratio error", "misplacement", "area", "contrast",
    "polarity", "beyond photo", "refined support", "refined support least", "residual", "enclosed", "enclosed picture",
  ]

  init(
    sides: [SnappedSide], support: SideSupport, fit: FilmFit?, area: Double
  ) {
    let shares = sides.map(\.share)
    let mean = support.inside.reduce(SIMD3<Float>.zero, +) / 4
    // The second largest: one side may lie in a shadow or under a hand.
    let spread = support.inside.map { SideSupport.difference($0, mean) }.sorted()[2]
    var brighter = 0.0
    for k in 0..<4 {
      brighter += support.inside[k].x > support.outside[k].x ? 0.25 : 0
    }
    values = [
      shares.reduce(0, +) / 4,
      shares.min() ?? 0,
      support.separated.reduce(0, +) / 4,
      support.separated.min() ?? 0,
      min(10, support.unevenness.reduce(0, +) / 4) / 10,
      min(20, support.outsideUnevenness.reduce(0, +) / 4) / 20,
      min(40, Double(spread)) / 40,
      sides.map(\.beyond).reduce(0, +) / 4,
      fit?.picture ?? 0,
      fit?.leastPicture ?? 0,
      fit?.clean ?? 0,
      min(0.2, abs(fit?.ratioError ?? 0.2)) * 5,
      min(6, fit?.misplacement ?? 6) / 6,
      area.squareRoot(),
      Double(support.contrast) / 40,
      abs(brighter - 0.5) * 2,
      support.beyondPhoto,
    ]
  }

  /// What the refinement at full size adds.
  mutating func add(_ refined: RefinedQuad, scale: Double) {
    values += [
      refined.support.reduce(0, +) / 4,
      refined.support.min() ?? 0,
      min(1, refined.residual.reduce(0, +) / 4 / scale * 4),
    ]
  }

  /// Whether another quad with good sides lies around this one as a frame lies around its picture: 0, or the mean share
  /// of that quad's sides that have edges, 0…1, and the share of its picture's outline that shows.
  mutating func addEnclosure(of quad: Quad, among others: [(quad: Quad, evidence: Evidence)]) {
    let area = quad.area
    let slack = 0.01 * quad.corners[0].distance(to: quad.corners[2])
    var sides = 0.0
    var picture = 0.0
    for other in others {
      let ratio = other.quad.area / area
      guard ratio > 1.25, ratio < 2.3, other.quad.contains(quad, slack: slack) else { continue }
      guard other.evidence.values[0] > 0.75, other.evidence.values[1] > 0.3 else { continue }
      if other.evidence.values[0] + other.evidence.values[8] > sides + picture {
        sides = other.evidence.values[0]
        picture = other.evidence.values[8]
      }
    }
    values += [sides, picture]
  }

  func score(_ weights: [Double], bias: Double) -> Double {
    zip(values, weights).reduce(bias) { $0 + $1.0 * $1.1 }
  }
}
