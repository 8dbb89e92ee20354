/// A linear least-squares problem, gathered equation by equation.
struct NormalEquations {
  private let count: Int
  private var matrix: [Double]
  private var right: [Double]

  /// - Parameter count: the number of unknowns.
  init(count: Int) {
    self.count = count
    matrix = Array(repeating: 0, count: count * count)
    right = Array(repeating: 0, count: count)
  }

  /// Adds the equation Σ factors · unknowns = value.
  mutating func add(_ factors: [Double], equals value: Double, weight: Double) {
    for i in 0..<count {
      let factor = weight * factors[i]
      right[i] += factor * value
      for j in 0...i { matrix[i * count + j] += factor * factors[j] }
    }
  }

  /// Pulls an unknown towards a value.
  mutating func pull(_ unknown: Int, to value: Double, weight: Double) {
    matrix[unknown * count + unknown] += weight
    right[unknown] += weight * value
  }

  /// The unknowns by Cholesky's decomposition; nil if the equations don't determine them.
  var solution: [Double]? {
    var lower = matrix
    var solved = right
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
  private static let leastPivot = 1e-10
}
