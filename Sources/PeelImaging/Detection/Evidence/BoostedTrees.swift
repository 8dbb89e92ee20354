/// A sum of small decision trees over features: a logarithm of odds.
///
/// `peel-lab fit` makes the trees by gradient boosting (Friedman, Greedy Function Approximation: A Gradient Boosting
/// Machine, 2001).
package struct BoostedTrees: Sendable, Equatable {
  /// A node of a tree. Its left branch is the node after it.
  package struct Node: Sendable, Equatable {
    /// The feature's index; -1 in a leaf.
    package var feature: Int32
    /// Features up to this go left, others go right. In a leaf, the tree's value.
    package var number: Float
    /// The distance of the right branch's first node; 0 in a leaf.
    package var right: Int32

    package init(feature: Int, threshold: Float, right: Int) {
      (self.feature, number, self.right) = (Int32(feature), threshold, Int32(right))
    }

    package init(leaf value: Float) { (feature, number, right) = (-1, value, 0) }
  }

  /// The value of a sum of no trees.
  package var bias: Double
  /// The trees one after another, each with every left branch before the right one.
  package let nodes: [Node]
  private let roots: [Int]

  /// nil if a left branch doesn't end where the right one begins, or the last tree doesn't end.
  package init?(bias: Double, nodes: [Node]) {
    var (roots, rights): ([Int], [Int]) = ([], [])
    var isRoot = true
    for (index, node) in nodes.enumerated() {
      if isRoot { roots.append(index) }
      isRoot = false
      if node.feature >= 0 {
        rights.append(index + Int(node.right))
      } else if let right = rights.popLast() {
        guard right == index + 1 else { return nil }
      } else {
        isRoot = true
      }
    }
    guard isRoot else { return nil }
    (self.bias, self.nodes, self.roots) = (bias, nodes, roots)
  }

  /// The sum of the trees' values for some features.
  package func value(_ features: [Float]) -> Double {
    var sum: Float = 0
    for root in roots {
      var index = root
      while nodes[index].feature >= 0 {
        let node = nodes[index]
        index += features[Int(node.feature)] <= node.number ? 1 : Int(node.right)
      }
      sum += nodes[index].number
    }
    return bias + Double(sum)
  }
}

extension Evidence {
  /// The absolute sum of a quad's weighted features from which more counts only this share: the weights were fitted
  /// on rendered photos, and must not outweigh the trees, but still tell the better of two outlines.
  private static let bounded = (from: 4.0, share: 0.1)

  /// The sum of the weighted features, bounded: where the trees' correction starts.
  package func start(_ weights: Weights) -> Double {
    let sum = score(weights)
    let inside = min(max(sum, -Self.bounded.from), Self.bounded.from)
    return inside + Self.bounded.share * (sum - inside)
  }

  /// The logarithm of the odds that a quad is a print.
  package func score(_ weights: Weights, _ trees: BoostedTrees) -> Double {
    start(weights) + trees.value(features)
  }
}
