/// The unknowns with which some distances are least: the sum of a pseudo-Huber loss, which grows as the square up to about
/// three and evenly from there, so that what lies far off counts less (Levenberg 1944, Marquardt 1963; Charbonnier et al. 1997
/// for the loss).
///
/// - Parameters:
///   - start: the first guess.
///   - steps: a small change of each unknown, for derivatives; 0 beyond the last unknown.
///   - distances: in standard deviations of their errors, always as many; nil if there are none for these unknowns.
/// - Returns: The unknowns and their distances; nil if the distances don't determine them.
func leastDistances<Unknowns: SIMD>(
  from start: Unknowns, steps: Unknowns, _ distances: (Unknowns) -> [Double]?
) -> (unknowns: Unknowns, distances: [Double])? where Unknowns.Scalar == Double {
  let count = steps.indices.count { steps[$0] > 0 }
  let far = 3.0
  func loss(_ distances: [Double]) -> Double {
    distances.reduce(0) { $0 + 2 * far * far * ((1 + $1 * $1 / (far * far)).squareRoot() - 1) }
  }
  guard var now = distances(start) else { return nil }
  var (unknowns, damping) = (start, 1e-3)
  for _ in 0..<12 {
    var columns: [[Double]] = []
    for k in 0..<count {
      var moved = unknowns
      moved[k] += steps[k]
      guard let there = distances(moved) else { return nil }
      columns.append(zip(there, now).map { ($0 - $1) / steps[k] })
    }
    var equations = NormalEquations<Unknowns>(count: count)
    for i in now.indices {
      var factors = Unknowns(repeating: 0)
      for k in 0..<count { factors[k] = columns[k][i] }
      equations.add(factors, equals: -now[i], weight: 1 / (1 + now[i] * now[i] / (far * far)).squareRoot())
    }
    var gained = 0.0
    for _ in 0..<6 where gained == 0 {
      var damped = equations
      damped.damp(damping)
      guard let change = damped.solution else { return nil }
      var next = unknowns
      for k in 0..<count { next[k] += change[k] }
      if let there = distances(next), loss(there) < loss(now) {
        gained = 1 - loss(there) / loss(now)
        (unknowns, now, damping) = (next, there, damping / 5)
      } else {
        damping *= 8
      }
    }
    if gained < 1e-4 { break }
  }
  return (unknowns, now)
}
