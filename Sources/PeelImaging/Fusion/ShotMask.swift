/// Which shot each place of a print comes from, with soft seams.
struct ShotMask: Sendable {
  struct Parameters: Sendable {
    /// The cells by which a glare is taken to reach beyond where it is measured, and over which its edge is smoothed.
    var margin = 4
    var softness = 1
    /// The excess in levels that is accepted to stay with the reference.
    var preference: Float = 2
    /// The part of the tolerance below which an excess counts as none.
    var ignored: Float = 0.6
    /// The tolerances that an excess must reach somewhere to count against the reference.
    var strong: Float = 3
    /// What a clipped cell counts as, in levels.
    var clipped: Float = 30
    /// The levels per share of unlike neighbours, the cells that count as neighbours, and the rounds: seams become short.
    var smoothness: (levels: Float, reach: Int, rounds: Int) = (6, 3, 8)
    /// The cells over which one shot fades into the next.
    var feather = 2
    /// The share below which a shot is left out of a place.
    var least: Float = 0.02

    init() {}
  }

  /// The share of each shot in each cell. They add up to 1.
  let shares: [CellMap]

  init(
    _ search: GlareSearch, clipped: [CellMap], reference: Int, parameters: Parameters = Parameters(), threads: Int = 1
  ) {
    let shots = Array(search.excess.indices)
    let costs = shots.map(threads: threads) { shot in
      Self.cost(search, shot, isReference: shot == reference, parameters).dilated(parameters.margin)
        .smoothed(parameters.softness).with(clipped[shot]) { $0 + parameters.clipped * $1 }
        .map { $0 + (shot == reference ? 0 : parameters.preference) }
    }
    let (width, height) = (costs[0].width, costs[0].height)
    var labels = Self.cheapest(costs, reference)
    for _ in 0..<parameters.smoothness.rounds {
      let known = labels
      let smoothed = shots.map(threads: threads) { shot in
        CellMap(width: width, height: height, values: known.map { $0 == shot ? 1 : 0 })
          .smoothed(parameters.smoothness.reach / 2)
          .with(costs[shot]) { $1 - parameters.smoothness.levels * $0 }
      }
      let next = Self.cheapest(smoothed, reference)
      if next == labels { break }
      labels = next
    }
    let soft = shots.map { shot in
      CellMap(width: width, height: height, values: labels.map { $0 == shot ? 1 : 0 })
        .blurred(parameters.feather / 2).blurred(parameters.feather / 2)
        .map { $0 < parameters.least ? 0 : $0 }
    }
    var total = CellMap(width: width, height: height, 0)
    for map in soft { total = total.with(map, +) }
    shares = soft.map { $0.with(total) { $1 > 0 ? $0 / $1 : 0 } }
  }

  /// The excess that counts. A faint one counts against the reference only around a strong one: by itself it is a
  /// difference in light rather than glare.
  private static func cost(
    _ search: GlareSearch, _ shot: Int, isReference: Bool, _ parameters: Parameters
  ) -> CellMap {
    let (excess, tolerance) = (search.excess[shot], search.tolerance)
    let all = excess.with(tolerance) { max(0, $0 - parameters.ignored * $1) }
    guard isReference else { return all }
    return all.keeping(partsWith: { excess.values[$0] > parameters.strong * tolerance.values[$0] })
  }

  /// The cheapest shot for each cell; the reference if several are.
  private static func cheapest(_ costs: [CellMap], _ reference: Int) -> [Int] {
    costs[0].values.indices.map { cell in
      var best = reference
      for shot in costs.indices where costs[shot].values[cell] < costs[best].values[cell] { best = shot }
      return best
    }
  }
}
