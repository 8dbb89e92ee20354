/// The edges along one side.
struct CurledSide {
  /// The edges on a smooth curve.
  let onCurve: [Point]
  /// Their standard deviation from that curve, in pixels.
  let noise: Double
  /// The part of the edges on it.
  let support: Double
  /// How far the curve leaves the line between its ends, in pixels.
  let bow: Double

  /// - Parameter near: edges within this distance lie on the curve, in pixels.
  init(_ found: [Refinement.Edge], from: Point, to: Point, near: Double) {
    let edges = found.map(\.position)
    let along = (to - from).normalized
    let length = max(1e-9, from.distance(to: to))
    let places = edges.map { p in
      (t: 2 * (p - from).dot(along) / length - 1, offset: (p - from).dot(along.perpendicular))
    }
    var curve = SIMD4<Double>.zero
    func offset(_ t: Double) -> Double { curve[0] + curve[1] * t + (1 - t * t) * (curve[2] + curve[3] * t) }
    func median(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
    /// The standard deviation of normal errors over the median of their sizes.
    let spread = 1.4826
    var deviation = max(1, median(places.map { abs($0.offset) }))
    for _ in 0..<8 {
      var equations = NormalEquations<SIMD4<Double>>(count: 4)
      for (place, edge) in zip(places, found) {
        let (t, away) = (place.t, (place.offset - offset(place.t)) / (2 * deviation))
        let weight = edge.weight / ((1 + away * away) * (1 + away * away))
        equations.add(SIMD4(1, t, 1 - t * t, (1 - t * t) * t), equals: place.offset, weight: weight)
      }
      guard let solution = equations.solution else { break }
      curve = SIMD4(solution[0], solution[1], solution[2], solution[3])
      deviation = max(0.25, spread * median(places.map { abs($0.offset - offset($0.t)) }))
    }
    noise = spread * median(places.map { abs($0.offset - offset($0.t)) })
    let limit = max(near, 3 * noise)
    let isOn = places.map { abs($0.offset - offset($0.t)) < limit }
    onCurve = zip(edges, isOn).filter(\.1).map(\.0)
    support = edges.isEmpty ? 0 : Double(onCurve.count) / Double(edges.count)
    bow = stride(from: -0.9, through: 0.9, by: 0.1).map { t in abs((1 - t * t) * (curve[2] + curve[3] * t)) }.reduce(
      0, max)
  }
}
