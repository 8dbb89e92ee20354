/// A linear least-squares problem of a few unknowns, gathered equation by equation.
struct NormalEquations<Row: SIMD> where Row.Scalar == Double {
  private let count: Int
  private var rows = [Row](repeating: Row(repeating: 0), count: Row.scalarCount)
  private var right = Row(repeating: 0)

  /// - Parameter count: the number of unknowns.
  init(count: Int) {
    precondition(count <= Row.scalarCount, "a row holds all unknowns")
    self.count = count
  }

  /// Adds the equation Σ factors · unknowns = value.
  // Without these, builds for tests don't specialize it for other files, and it takes twenty times as long.
  @_specialize(where Row == SIMD4<Double>)
  @_specialize(where Row == SIMD8<Double>)
  @_specialize(where Row == SIMD16<Double>)
  @inline(__always)
  mutating func add(_ factors: Row, equals value: Double, weight: Double) {
    let weighted = weight * factors
    right += value * weighted
    for i in 0..<count { rows[i] += weighted[i] * factors }
  }

  /// Pulls an unknown towards a value.
  mutating func pull(_ unknown: Int, to value: Double, weight: Double) {
    rows[unknown][unknown] += weight
    right[unknown] += weight * value
  }

  /// Pulls all unknowns towards 0, each by a share of what the equations say of it (Marquardt 1963).
  mutating func damp(_ share: Double) {
    for i in 0..<count { rows[i][i] *= 1 + share }
  }

  /// The unknowns by Cholesky's decomposition; nil if the equations don't determine them.
  var solution: [Double]? {
    let matrix = rows.prefix(count).flatMap { row in (0..<count).map { row[$0] } }
    var lower = matrix
    var solved = (0..<count).map { right[$0] }
    for i in 0..<count {
      for j in 0...i {
        var sum = lower[i * count + j]
        for k in 0..<j { sum -= lower[i * count + k] * lower[j * count + k] }
        if i == j {
          guard sum > Self.leastPivot * matrix[i * count + i], sum.isFinite else { return nil }
          lower[i * count + i] = sum.squareRoot()
        } else {
          lower[i * count + j] = sum / lower[j * count + j]
        }
      }
    }
    for i in 0..<count {
      for k in 0..<i { solved[i] -= lower[i * count + k] * solved[k] }
      solved[i] /= lower[i * count + i]
    }
    for i in (0..<count).reversed() {
      for k in i + 1..<max(count, i + 1) { solved[i] -= lower[k * count + i] * solved[k] }
      solved[i] /= lower[i * count + i]
    }
    return solved
  }

  /// The least pivot relative to its diagonal element. Below it, rounding decides.
  private static var leastPivot: Double { 1e-10 }
}
