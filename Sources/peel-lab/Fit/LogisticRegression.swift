import PeelPlatform

/// Weights of numbers such that their weighted sum, with a bias, is the logarithm of the odds that something is true.
///
/// Minimises, over the weights of the standardised numbers,
///
///     Σ weight · log(1 + exp(∓(weights · values + bias)))      − for the true examples, + for the false ones
///     + Σ weight · log(1 + exp(weights · (worse − better)))    over the pairs
///     + ridge · |weights|²
///
/// by Newton's method with a halving step. The second term is that of ranking by pairs (Herbrich, Graepel and Obermayer
/// 2000; RankNet, Burges and others 2005). The bias bears no ridge.
struct LogisticRegression {
  struct Example {
    var values: [Double]
    var isTrue: Bool
    var weight: Double
  }

  /// Two that stand for the same thing, one of them better: it is to have the greater sum.
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

  /// nil where the examples are all true or all false, or do not determine the weights.
  ///
  /// - Parameter ridge: More than 0, or else every number must vary.
  func solution(ridge: Double) -> Solution? {
    guard let count = examples.first?.values.count, Set(examples.map(\.isTrue)).count == 2 else { return nil }
    let scale = standard(count)
    var descent = Descent(terms: terms(scale), ridge: ridge, dimensions: count + 1)
    guard descent.settle() else { return nil }
    let weights = zip(descent.place, scale.deviation).map { $0 / $1 }
    let shift = zip(weights, scale.mean).reduce(0) { $0 + $1.0 * $1.1 }
    return Solution(weights: weights, bias: descent.place[count] - shift)
  }

  /// Mean and standard deviation of each number over the examples.
  private func standard(_ count: Int) -> (mean: [Double], deviation: [Double]) {
    let share = 1 / Double(examples.count)
    let mean = (0..<count).map { k in examples.reduce(0) { $0 + share * $1.values[k] } }
    let deviation = (0..<count).map { k in
      examples.reduce(0) { $0 + share * ($1.values[k] - mean[k]) * ($1.values[k] - mean[k]) }.squareRoot() + 1e-6
    }
    return (mean, deviation)
  }

  /// Each example and pair as a row whose product with the weights and the bias is to be great.
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

/// The way down to the least of Σ weight · log(1 + exp(−row · place)) + ridge · |place but its last|².
private struct Descent {
  struct Term {
    var row: [Double]
    var weight: Double

    func margin(at place: [Double]) -> Double {
      var sum = 0.0
      for k in row.indices { sum += row[k] * place[k] }
      return sum
    }
  }

  let terms: [Term]
  let ridge: Double
  private(set) var place: [Double]

  init(terms: [Term], ridge: Double, dimensions: Int) {
    self.terms = terms
    self.ridge = ridge
    place = Array(repeating: 0, count: dimensions)
  }

  /// False where some direction neither rises nor falls, or the end is not reached.
  mutating func settle() -> Bool {
    var height = height(at: place)
    for _ in 0..<100 {
      let (gradient, curvature) = slope()
      guard let step = curvature.solved(for: gradient) else { return false }
      // What is left to gain, to second order.
      let gain = zip(step, gradient).reduce(0) { $0 + $1.0 * $1.1 }
      if gain < 1e-13 * (1 + height) { return true }
      var share = 1.0
      var next = place
      var lower = height
      repeat {
        next = zip(place, step).map { $0 - share * $1 }
        lower = self.height(at: next)
        share /= 2
      } while lower > height - 1e-4 * share * gain && share > 1e-9
      guard lower < height else { return true }
      (place, height) = (next, lower)
    }
    return false
  }

  private func height(at place: [Double]) -> Double {
    let bend = place.dropLast().reduce(0) { $0 + ridge * $1 * $1 }
    return terms.reduce(bend) { sum, term in
      let margin = term.margin(at: place)
      return sum + term.weight * (margin > 0 ? log1p(exp(-margin)) : log1p(exp(margin)) - margin)
    }
  }

  private func slope() -> (gradient: [Double], curvature: SymmetricMatrix) {
    let dimensions = place.count
    var gradient = place.map { 2 * ridge * $0 }
    gradient[dimensions - 1] = 0
    var curvature = SymmetricMatrix(dimensions)
    for k in 0..<dimensions - 1 { curvature[k, k] = 2 * ridge }
    for term in terms {
      let miss = 1 / (1 + exp(term.margin(at: place)))
      for i in 0..<dimensions {
        gradient[i] -= term.weight * miss * term.row[i]
        let factor = term.weight * miss * (1 - miss) * term.row[i]
        for j in 0...i { curvature[i, j] += factor * term.row[j] }
      }
    }
    return (gradient, curvature)
  }
}

/// A square matrix that is its own mirror image; only the half with `row >= column` is kept up.
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

  /// x with `self` · x = `sums`, by Cholesky's factors; nil unless the matrix is positive definite.
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
