/// The colours and edges in strips parallel to a quad's sides: a print's border and the table around it are even, and nothing
/// crosses the outline.
struct Strips: Sendable {
  /// The distance of each strip from the sides, inward, as a fraction of the quad.
  private static let depths = [-0.16, -0.11, -0.07, -0.04, -0.015, 0.015, 0.04, 0.07, 0.11, 0.16, 0.3]
  /// The strip just inside.
  private static let innermost = 5
  /// Positions along each side, and the fraction of it at either end that is left out.
  private static let positions = (count: 12, skipped: 0.08)
  /// How far an edge may lie from a position, in samples.
  private static let reach = 2
  /// Levels that count 1, and the least that are told apart: how much noise a camera removes says nothing about prints.
  private static let levels: (unit: Float, least: Float) = (100, 1.5)

  /// For each strip, how its mean colour differs from the strip just inside; then how its colours differ from their mean;
  /// then the fraction of its positions with an edge across it.
  let values: [Float]

  static let none = Strips(values: Array(repeating: 0, count: 3 * depths.count))

  private init(values: [Float]) { self.values = values }

  /// - Parameter quad: in samples of the reduced grid.
  init(_ quad: Quad, _ colours: ColourGrid, _ edges: EdgePoints) {
    guard let map = Homography(unitSquareTo: quad) else {
      self = .none
      return
    }
    let along = Quad.Side.allCases.map { EdgeMap.FixedPoint((quad[$0].to - quad[$0].from).normalized) }
    var (means, spreads, crossed): ([SIMD3<Float>], [Float], [Float]) = ([], [], [])
    var seen: [SIMD3<Float>] = []
    for depth in Self.depths {
      seen.removeAll(keepingCapacity: true)
      var crossings = 0
      for side in 0..<4 {
        for k in 0..<Self.positions.count {
          let skipped = Self.positions.skipped
          let t = skipped + (1 - 2 * skipped) * (Double(k) + 0.5) / Double(Self.positions.count)
          let position =
            switch side {
            case 0: Point(t, depth)
            case 1: Point(1 - depth, t)
            case 2: Point(1 - t, 1 - depth)
            default: Point(depth, 1 - t)
            }
          let p = map(position)
          guard colours.contains(p) else { continue }
          seen.append(colours.mean(p, p))
          if edges.isEdge(at: p, normal: along[side], reach: Self.reach) { crossings += 1 }
        }
      }
      let count = Float(max(1, seen.count))
      let mean = seen.reduce(.zero, +) / count
      means.append(mean)
      let spread = seen.reduce(0) { $0 + SideSupport.difference($1, mean) } / count
      spreads.append(max(Self.levels.least, spread) / Self.levels.unit)
      crossed.append(Float(crossings) / count)
    }
    let inner = means[Self.innermost]
    let differences = means.map { max(Self.levels.least, SideSupport.difference($0, inner)) / Self.levels.unit }
    values = differences + spreads + crossed
  }
}
