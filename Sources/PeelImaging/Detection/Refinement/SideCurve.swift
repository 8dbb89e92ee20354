/// A position along a side where an edge crosses it.
struct Station {
  /// The position along the side, -1…1.
  var t: Double
  /// The edge's distance from the side, inward, in pixels.
  var offset: Double
  /// The edge's steepness, in levels a pixel.
  var weight: Double
}

/// The fitted curve of one side: its offset from the chord, along the inward normal, is a parabola over the positions
/// -1…1.
struct SideCurve {
  /// How curves are fitted. Lengths are photo pixels unless stated otherwise.
  private enum Parameters {
    /// Distance within which stations count for a line through two of them: a length, or a fraction of the reach if that is
    /// larger.
    static let near = (least: 1.0, share: 0.12)
    /// Stations between those tried as the first and second of a pair.
    static let strides = (first: 2, second: 3)
    /// Least distance of the two in a pair: the number of stations over this.
    static let pairDivisor = 4
    /// The line's tolerance in the first round of the fit, relative to `near`, and the number of rounds.
    static let line = (share: 1.5, rounds: 4)
    /// The arch's tolerance in the first round, relative to the reach, and the number of rounds.
    static let arch = (share: 0.6, rounds: 8)
    /// The support from which a line isn't compared with an arch, and the least support that an arch must gain.
    static let sureSupport = 0.9
    static let archGain = 0.1
    /// Greatest bend of an arch relative to the side's length.
    static let greatestBend = 0.03
    /// Least stations for a fit.
    static let leastStations = 5
    /// A parabola is fitted to at least the pass's stations over this.
    static let parabolaDivisor = 2
    /// The tolerance of the next round: a multiple of the mean distance, and at least a length.
    static let tolerance = (spreads: 3.0, least: 0.6)
  }

  var from: Point
  var to: Point
  let normal: Point
  var level = 0.0
  var slope = 0.0
  var bend = 0.0
  /// Fraction of the stations that are visible.
  var visible = 0.0
  /// Fraction of the visible stations that lie on the curve.
  var support = 0.0
  /// Mean distance of those from the curve, in pixels.
  var residual = 0.0
  /// The stations that the curve was fitted to, with offsets from an arch with the bend `searched`.
  var stations: [Station] = []
  var searched = 0.0

  init(from: Point, to: Point) {
    self.from = from
    self.to = to
    normal = (to - from).normalized.perpendicular
  }

  func offset(_ t: Double) -> Double { level + slope * t + bend * t * t }
  func point(_ t: Double) -> Point { from.mixed(with: to, (t + 1) / 2) + offset(t) * normal }

  /// The line that touches the curve at `t`.
  func tangent(_ t: Double) -> Line? {
    let step = 0.5 * (to - from) + (slope + 2 * bend * t) * normal
    return Line(through: point(t), point(t) + step)
  }

  /// Fits the curve to most of the stations: takes the line through two stations that most others lie near, then fits
  /// those by least squares.
  mutating func fit(_ stations: [Station], _ pass: Refinement.Pass) {
    let near = max(Parameters.near.least, Parameters.near.share * pass.reach)
    let n = stations.count
    var best = (level: 0.0, slope: 0.0, outliers: n + 1)
    for i in stride(from: 0, to: n, by: Parameters.strides.first) {
      for j in stride(from: i + n / Parameters.pairDivisor, to: n, by: Parameters.strides.second) {
        let (p, q) = (stations[i], stations[j])
        let slope = (q.offset - p.offset) / (q.t - p.t)
        let level = p.offset - slope * p.t
        var outliers = 0
        for o in stations where !(abs(o.offset - level - slope * o.t) < near) {
          outliers += 1
          if outliers >= best.outliers { break }
        }
        if outliers < best.outliers { best = (level, slope, outliers) }
      }
    }
    level = best.level
    slope = best.slope
    settle(stations, tolerance: Parameters.line.share * near, rounds: Parameters.line.rounds, pass)
    guard pass.bend == .arch, support < Parameters.sureSupport else { return }
    // The side may bend by more than the line's tolerance, so an arch starts with a wider one.
    var arch = self
    arch.settle(stations, tolerance: Parameters.arch.share * pass.reach, rounds: Parameters.arch.rounds, pass)
    if arch.support > support + Parameters.archGain, abs(arch.bend) < Parameters.greatestBend * from.distance(to: to) {
      self = arch
    }
  }

  /// Fits to the stations within `tolerance` of the curve, which narrows with their spread.
  private mutating func settle(_ stations: [Station], tolerance: Double, rounds: Int, _ pass: Refinement.Pass) {
    var tolerance = tolerance
    for round in 0..<rounds {
      let before = self
      var fit = ParabolaFit()
      for p in stations where abs(p.offset - before.offset(p.t)) < tolerance {
        fit.add(p.t, p.offset, weight: p.weight)
      }
      guard fit.count >= Parameters.leastStations else { return }
      let bends = pass.bend != .none && round >= 1 && fit.count >= pass.stations / Parameters.parabolaDivisor
      (level, slope, bend) = fit.solved(isQuadratic: bends)
      var spread = 0.0
      for p in stations where abs(p.offset - before.offset(p.t)) < tolerance { spread += abs(p.offset - offset(p.t)) }
      spread /= Double(fit.count)
      residual = spread
      support = Double(fit.count) / (visible * Double(pass.stations))
      tolerance = max(Parameters.tolerance.least, min(tolerance, Parameters.tolerance.spreads * spread))
    }
  }
}
