import PeelPlatform

/// Logistic regression with a ridge: fits weights so that the weighted sum of an example's values, plus a bias, is the
/// logarithm of the odds that the example is true.
///
/// Minimises, over the weights of the standardised numbers,
///
///     Σ weight · log(1 + exp(∓(weights · values + bias)))      − for true examples, + for false ones
///     + Σ weight · log(1 + exp(weights · (worse − better)))    over the pairs
///     + ridge · |weights|²
///
/// by Newton's method with a halving step. The second term ranks pairs (Herbrich, Graepel and Obermayer 2000; RankNet,
/// Burges et al. 2005). The ridge excludes the bias.
struct LogisticRegression {
  struct Example {
    var values: [Double]
    var isTrue: Bool
    var weight: Double
  }

  /// Two examples of the same thing. The better one should have the larger sum.
  struct Pair {
    var better: [Double]
    var worse: [Double]
    var weight: Double
  }

  struct Solution: Equatable {
    var weights: [Double]
    var bias: Double

    func score(_ values: [Double]) -> Double { zip(weights, values).reduce(bias) { $0 + $1.0 * $1.1 } }
  }

  var examples: [Example] = []
  var pairs: [Pair] = []

  /// The fitted weights.
  ///
  /// - Parameter ridge: At least 0. If it is 0, every value must vary.
  /// - Returns: nil if all examples are true or all are false, or if they don't determine the weights.
  func solution(ridge: Double) -> Solution? {
    guard let count = examples.first?.values.count, Set(examples.map(\.isTrue)).count == 2 else { return nil }
    let scale = standard(count)
    var descent = Descent(terms: terms(scale), ridge: ridge, dimensions: count + 1)
    guard descent.settle() else { return nil }
    let weights = zip(descent.point, scale.deviation).map { $0 / $1 }
    let shift = zip(weights, scale.mean).reduce(0) { $0 + $1.0 * $1.1 }
    return Solution(weights: weights, bias: descent.point[count] - shift)
  }

  /// The mean and standard deviation of each value over the examples.
  private func standard(_ count: Int) -> (mean: [Double], deviation: [Double]) {
    let share = 1 / Double(examples.count)
    let mean = (0..<count).map { k in examples.reduce(0) { $0 + share * $1.values[k] } }
    let deviation = (0..<count).map { k in
      examples.reduce(0) { $0 + share * ($1.values[k] - mean[k]) * ($1.values[k] - mean[k]) }.squareRoot() + 1e-6
    }
    return (mean, deviation)
  }

  /// Each example and pair as a row whose product with the weights and the bias should be large.
  private func terms(_ scale: (mean: [Double], deviation: [Double])) -> [Descent.Term] {
    examples.map { example in
      let sign: Double = example.isTrue ? 1 : -1
      let row = example.values.indices.map { sign * (example.values[$0] - scale.mean[$0]) / scale.deviation[$0] }
      return Descent.Term(row: row + [sign], weight: example.weight)
    }
      + pairs.map { pair in
        let row = pair.better.indices.map { (pair.better[$0] - pair.worse[$0]) / scale.deviation[$0] }
        return Descent.Term(row: row + [0], weight: pair.weight)
      }
  }
}

/// Minimizes Σ weight · log(1 + exp(−row · point)) + ridge · |point without its last element|².
private struct Descent {
  struct Term {
    var row: [Double]
    var weight: Double

    func margin(at point: [Double]) -> Double {
      var sum = 0.0
      for k in row.indices { sum += row[k] * point[k] }
      return sum
    }
  }

  /// Steps before giving up; the descent usually takes about ten.
  private static let mostSteps = 100
  /// The descent ends when the remaining decrease is less than this fraction of the height.
  private static let precision = 1e-13
  /// A step must achieve this fraction of its expected decrease (Armijo's rule), and is halved down to the least share.
  private static let decrease = 1e-4
  private static let leastShare = 1e-9

  let terms: [Term]
  let ridge: Double
  private(set) var point: [Double]

  init(terms: [Term], ridge: Double, dimensions: Int) {
    self.terms = terms
    self.ridge = ridge
    point = Array(repeating: 0, count: dimensions)
  }

  /// Descends to the minimum. Returns false if the curvature is singular or the descent doesn't converge.
  mutating func settle() -> Bool {
    var height = height(at: point)
    for _ in 0..<Self.mostSteps {
      let (gradient, curvature) = slope()
      guard let step = curvature.solved(for: gradient) else { return false }
      // The remaining decrease, to second order.
      let gain = zip(step, gradient).reduce(0) { $0 + $1.0 * $1.1 }
      if gain < Self.precision * (1 + height) { return true }
      var share = 1.0
      var next = point
      var lower = height
      repeat {
        next = zip(point, step).map { $0 - share * $1 }
        lower = self.height(at: next)
        share /= 2
      } while lower > height - Self.decrease * share * gain && share > Self.leastShare
      guard lower < height else { return true }
      (point, height) = (next, lower)
    }
    return false
  }

  private func height(at point: [Double]) -> Double {
    let bend = point.dropLast().reduce(0) { $0 + ridge * $1 * $1 }
    return terms.reduce(bend) { sum, term in
      let margin = term.margin(at: point)
      return sum + term.weight * (margin > 0 ? log1p(exp(-margin)) : log1p(exp(margin)) - margin)
    }
  }

  private func slope() -> (gradient: [Double], curvature: SymmetricMatrix) {
    let dimensions = point.count
    var gradient = point.map { 2 * ridge * $0 }
    gradient[dimensions - 1] = 0
    var curvature = SymmetricMatrix(dimensions)
    for k in 0..<dimensions - 1 { curvature[k, k] = 2 * ridge }
    for term in terms {
      let miss = 1 / (1 + exp(term.margin(at: point)))
      for i in 0..<dimensions {
        gradient[i] -= term.weight * miss * term.row[i]
        let factor = term.weight * miss * (1 - miss) * term.row[i]
        for j in 0...i { curvature[i, j] += factor * term.row[j] }
      }
    }
    return (gradient, curvature)
  }
}

/// A symmetric matrix. Only the half with `row >= column` is valid.
struct SymmetricMatrix {
  let size: Int
  private var values: [Double]

  init(_ size: Int) {
    self.size = size
    values = Array(repeating: 0, count: size * size)
  }

  subscript(row: Int, column: Int) -> Double {
    get { values[row * size + column] }
    set { values[row * size + column] = newValue }
  }

  /// Solves `self` · x = `sums` by Cholesky decomposition.
  ///
  /// - Returns: nil if the matrix isn't positive definite.
  func solved(for sums: [Double]) -> [Double]? {
    var factor = self
    for i in 0..<size {
      for j in 0...i {
        var rest = self[i, j]
        for k in 0..<j { rest -= factor[i, k] * factor[j, k] }
        if i > j {
          factor[i, j] = rest / factor[j, j]
        } else {
          guard rest > 1e-14 * abs(self[i, i]) else { return nil }
          factor[i, i] = rest.squareRoot()
        }
      }
    }
    var x = sums
    for i in 0..<size {
      for k in 0..<i { x[i] -= factor[i, k] * x[k] }
      x[i] /= factor[i, i]
    }
    for i in (0..<size).reversed() {
      for k in i + 1..<size { x[i] -= factor[k, i] * x[k] }
      x[i] /= factor[i, i]
    }
    return x
  }
}
