/// Disjoint sets of samples that grow into each other (Tarjan's union-find), each with a list of its samples.
struct RegionForest {
  /// What is known of a region, kept at its root, and of each sample.
  private struct Node {
    /// The next sample of the same region.
    var next: Int32 = 0
    /// For a root: the region's last sample and area.
    var last: Int32 = 0
    var area: Int32 = 0
  }

  /// The sample that a sample was joined to, itself for a root, and -1 for samples that aren't part of a region yet. Apart
  /// from the nodes, since most of the time is spent reading these.
  private var parents: [Int32]
  private var nodes: [Node]
  /// The roots of regions that reached the least area, and of some that were joined to others since.
  private var large: [Int32] = []

  init(count: Int) {
    parents = Array(repeating: -1, count: count)
    nodes = Array(repeating: Node(), count: count)
  }

  func isRoot(_ sample: Int32) -> Bool { parents[Int(sample)] == sample }
  func area(_ root: Int32) -> Int32 { nodes[Int(root)].area }

  /// The roots of the regions of at least the area given to `add`.
  mutating func largeRoots() -> [Int32] {
    large = large.filter(isRoot)
    return large
  }

  /// Adds samples and joins each with its neighbours.
  mutating func add(_ samples: ArraySlice<Int32>, stride: Int, least: Int32) {
    // Spans of two properties of `self` can't be changed at the same time.
    var allParents: [Int32] = []
    swap(&allParents, &self.parents)
    defer { swap(&allParents, &self.parents) }
    var grown: [Int32] = []
    do {
      var parents = allParents.mutableSpan
      var nodes = self.nodes.mutableSpan
      // The sample before, and its root, which needn't be searched: most samples lie to the right of the one before.
      var before = (sample: Int32(-1), root: 0)
      for index in samples.indices {
        let sample = samples[index]
        var root = Int(sample)
        parents[root] = sample
        nodes[root] = Node(next: sample, last: sample, area: 1)
        let left = sample &- 1 == before.sample ? before.root : root &- 1
        let neighbours: [4 of Int] = [root &- stride, left, root &+ 1, root &+ stride]
        for k in 0..<4 {
          var other = neighbours[k]
          var parent = Int(parents[other])
          guard parent >= 0 else { continue }
          while parent != other {
            let next = parents[parent]
            parents[other] = next
            other = Int(next)
            parent = Int(parents[other])
          }
          guard other != root else { continue }
          // The larger region keeps its root, so that a prefix of its list is the region at an earlier threshold.
          if nodes[other].area > nodes[root].area { swap(&root, &other) }
          let area = nodes[root].area
          parents[other] = Int32(truncatingIfNeeded: root)
          nodes[Int(nodes[root].last)].next = Int32(truncatingIfNeeded: other)
          nodes[root].last = nodes[other].last
          nodes[root].area = area &+ nodes[other].area
          if area < least, nodes[root].area >= least { grown.append(Int32(truncatingIfNeeded: root)) }
        }
        before = (sample, root)
      }
    }
    large += grown
  }

  /// Calls `body` with the first `count` samples of a region.
  func visit(_ root: Int32, count: Int, _ body: (Int32) -> Void) {
    var sample = root
    for _ in 0..<count {
      body(sample)
      sample = nodes[Int(sample)].next
    }
  }
}
