import PeelFiles
import PeelImaging
import PeelPlatform

/// Gradient boosting of decision trees for the logarithm of odds (Friedman 2001), with Newton steps and splits between
/// bins of equal count (Chen and Guestrin, XGBoost, 2016). Each tree grows at the leaf that gains most.
struct TreeBoosting {
  struct Parameters {
    /// The number of trees.
    var trees = 200
    /// The fraction of each tree's values that is added.
    var rate = 0.05
    /// Most leaves of a tree.
    var leaves = 8
    /// Least number of examples in a leaf.
    var leastExamples = 20
    /// Added to the second derivatives, so that leaves of few examples count less.
    var ridge = 3.0
    /// Bins for the values of a feature.
    var bins = 64
  }

  struct Example {
    var features: [Float]
    /// The logarithm of the odds before any tree.
    var start = 0.0
    var isTrue: Bool
    var weight: Double
  }

  var parameters = Parameters()
  var examples: [Example] = []

  /// The boosted trees; nil if all examples are true or all are false.
  func trees() -> BoostedTrees? {
    guard let first = examples.first, Set(examples.map(\.isTrue)).count == 2 else { return nil }
    let bins = Bins(examples.map(\.features), count: first.features.count, most: parameters.bins)
    let total = examples.reduce(0) { $0 + $1.weight }
    // Weights with a mean of 1, so that the ridge means the same for any photos.
    let weights = examples.map { $0.weight * Double(examples.count) / total }
    var scores = examples.map(\.start)
    var nodes: [BoostedTrees.Node] = []
    for _ in 0..<parameters.trees {
      var gradients: [Gradient] = []
      gradients.reserveCapacity(examples.count)
      for (index, example) in examples.enumerated() {
        let p = 1 / (1 + exp(-scores[index]))
        let w = weights[index]
        gradients.append(Gradient(first: w * (p - (example.isTrue ? 1 : 0)), second: w * p * (1 - p)))
      }
      let tree = Tree(gradients, bins, parameters)
      tree.add(to: &scores)
      nodes += tree.nodes(bins)
    }
    return BoostedTrees(bias: 0, nodes: nodes)
  }

  fileprivate struct Gradient {
    var first = 0.0
    var second = 0.0
    var count = 0

    init(first: Double, second: Double) { (self.first, self.second, count) = (first, second, 1) }
    init() {}

    static func += (a: inout Gradient, b: Gradient) {
      a.first += b.first
      a.second += b.second
      a.count += b.count
    }

    static func - (a: Gradient, b: Gradient) -> Gradient {
      var difference = a
      difference.first -= b.first
      difference.second -= b.second
      difference.count -= b.count
      return difference
    }

    /// What a leaf with these derivatives gains, twice.
    func gain(_ ridge: Double) -> Double { first * first / (second + ridge) }
  }
}

/// The features of all examples, each as the number of its bin.
private struct Bins {
  /// For each feature, the bin of each example.
  let indices: [[UInt8]]
  /// For each feature, the greatest value of each bin but the last.
  let limits: [[Float]]

  init(_ rows: [[Float]], count: Int, most: Int) {
    limits = (0..<count).map { feature in
      let sorted = rows.map { $0[feature] }.sorted()
      var limits: [Float] = []
      for k in 1..<most {
        let (below, above) = (
          sorted[(sorted.count - 1) * k / most], sorted[min(sorted.count - 1, (sorted.count - 1) * k / most + 1)]
        )
        let limit = (below + above) / 2
        if limit < sorted[sorted.count - 1], limits.last.map({ $0 < limit }) ?? true { limits.append(limit) }
      }
      return limits
    }
    indices = limits.enumerated().map { feature, limits in
      rows.map { row in UInt8(limits.firstIndex { row[feature] <= $0 } ?? limits.count) }
    }
  }
}

/// The sums of the gradients in each bin of each feature.
private struct Histograms {
  private var sums: [[TreeBoosting.Gradient]]

  init(_ examples: [Int32], _ gradients: [TreeBoosting.Gradient], _ bins: Bins) {
    sums = Array(bins.indices.indices).map(threads: Cores.count) { feature in
      var sums = [TreeBoosting.Gradient](repeating: TreeBoosting.Gradient(), count: bins.limits[feature].count + 1)
      let column = bins.indices[feature]
      for index in examples { sums[Int(column[Int(index)])] += gradients[Int(index)] }
      return sums
    }
  }

  private init(sums: [[TreeBoosting.Gradient]]) { self.sums = sums }

  /// Those of the examples that aren't in a part.
  func without(_ part: Histograms) -> Histograms {
    Histograms(sums: zip(sums, part.sums).map { whole, part in zip(whole, part).map { $0 - $1 } })
  }

  /// The sum of all gradients.
  var total: TreeBoosting.Gradient { sums.first?.reduce(into: TreeBoosting.Gradient()) { $0 += $1 } ?? .init() }

  /// The split that gains most; nil if none gains anything.
  func split(_ parameters: TreeBoosting.Parameters) -> Split? {
    let total = total
    var best: Split?
    for (feature, sums) in sums.enumerated() {
      var left = TreeBoosting.Gradient()
      for bin in sums.indices.dropLast() {
        left += sums[bin]
        let right = total - left
        guard left.count >= parameters.leastExamples, right.count >= parameters.leastExamples else { continue }
        let gain = left.gain(parameters.ridge) + right.gain(parameters.ridge) - total.gain(parameters.ridge)
        if gain > best?.gain ?? 1e-9 { best = Split(feature: feature, bin: bin, gain: gain) }
      }
    }
    return best
  }
}

private struct Split {
  var feature: Int
  /// Examples in bins up to this go left.
  var bin: Int
  var gain: Double
}

/// A tree while it grows.
private struct Tree {
  private struct Leaf {
    var examples: [Int32]
    var histograms: Histograms
    var split: Split?
    var value: Double
    /// The node that it became, if it was split.
    var branches: (feature: Int, bin: Int, left: Int, right: Int)?

    init(_ examples: [Int32], _ histograms: Histograms, _ parameters: TreeBoosting.Parameters) {
      (self.examples, self.histograms) = (examples, histograms)
      let sum = histograms.total
      value = -parameters.rate * sum.first / (sum.second + parameters.ridge)
      split = histograms.split(parameters)
    }
  }

  private var leaves: [Leaf] = []

  init(_ gradients: [TreeBoosting.Gradient], _ bins: Bins, _ parameters: TreeBoosting.Parameters) {
    let all = Array(0..<Int32(gradients.count))
    leaves = [Leaf(all, Histograms(all, gradients, bins), parameters)]
    for _ in 1..<parameters.leaves {
      guard
        let best = leaves.indices.filter({ leaves[$0].branches == nil && leaves[$0].split != nil }).max(by: {
          leaves[$0].split?.gain ?? 0 < leaves[$1].split?.gain ?? 0
        }), let split = leaves[best].split
      else { break }
      let column = bins.indices[split.feature]
      let left = leaves[best].examples.filter { Int(column[Int($0)]) <= split.bin }
      let right = leaves[best].examples.filter { Int(column[Int($0)]) > split.bin }
      // Only the smaller half is summed.
      let whole = leaves[best].histograms
      let smaller = Histograms(left.count < right.count ? left : right, gradients, bins)
      let larger = whole.without(smaller)
      leaves.append(Leaf(left, left.count < right.count ? smaller : larger, parameters))
      leaves.append(Leaf(right, left.count < right.count ? larger : smaller, parameters))
      leaves[best].branches = (split.feature, split.bin, leaves.count - 2, leaves.count - 1)
    }
  }

  func add(to scores: inout [Double]) {
    for leaf in leaves where leaf.branches == nil {
      for index in leaf.examples { scores[Int(index)] += leaf.value }
    }
  }

  /// The tree's nodes, each left branch before the right one.
  func nodes(_ bins: Bins) -> [BoostedTrees.Node] { nodes(0, bins) }

  private func nodes(_ index: Int, _ bins: Bins) -> [BoostedTrees.Node] {
    guard let (feature, bin, left, right) = leaves[index].branches else {
      return [BoostedTrees.Node(leaf: Float(leaves[index].value))]
    }
    let first = nodes(left, bins)
    return [
      BoostedTrees.Node(feature: feature, threshold: bins.limits[feature][bin], right: first.count + 1)
    ] + first + nodes(right, bins)
  }
}
