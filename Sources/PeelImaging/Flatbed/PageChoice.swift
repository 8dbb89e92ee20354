/// Chooses those of an island's candidates that explain all of it once.
///
/// What the rectangles leave of the island costs, and so does every rectangle, every part of a side without an edge, and
/// every part outside of which lies neither bed nor another rectangle. Where two overlap, one is on top: its sides show
/// within the other, whose own don't.
struct PageChoice {
  struct Parameters: Sendable {
    /// The price of a rectangle, and of a side without edges, and of one with something else outside.
    var (rectangle, edge, outside) = (0.75, 1.5, 1.0)
    /// The price of an area of the island without rectangle, and of one of bed within a rectangle: those of 20 × 20 mm.
    var (uncovered, bed) = (0.5, 0.9)
    /// The price of a rectangle that a seam divides, and the share of the seam from which it is surely one.
    var seam = (price: 1.4, least: 0.85)
    /// Rectangles overlap if they share more than this of the smaller one.
    var overlap = 0.02
    /// The price of an overlap, and of one in which no side tells what lies on top.
    var (covering, unclear) = (1.2, 4.0)
    /// The least share of the upper one's stations within the lower one that show an edge.
    var shown = 0.6
    /// The greatest shared area of the smaller one.
    var mostCovered = 0.6
    /// The side of a block, in millimetres, and the least share of it that is open to be looked at.
    var (block, open) = (9.0, 0.85)
    /// What a candidate may cost by itself.
    var dearest = 2.6
    /// The most sets that are looked at.
    var nodes = 4000
  }

  /// A rectangle that was chosen.
  struct Chosen {
    var index: Int
    /// Whether another one lies on it.
    var isCovered: Bool
  }

  private let candidates: [PageCandidate]
  private let parameters: Parameters
  /// The area of 20 × 20 mm, and that of one cell, in samples.
  private let patch: Double
  private let cell: Double
  /// The island's cells that each candidate covers.
  private var covers: [[UInt64]] = []
  private let all: [UInt64]
  /// The cells that any candidate covers which isn't too dear.
  private var coverable: [UInt64] = []
  /// What each candidate costs by itself, and their numbers, the cheapest first.
  private var own: [Double] = []
  private var order: [Int] = []
  /// The cells, by the block of the page that they lie in.
  private let blocks: [[Int]]
  /// For a candidate and another one, the stations of the first that lie in the second, and just outside of which it lies.
  private var within: [[[UInt32]]] = []
  private var beside: [[[UInt32]]] = []

  /// - Parameters:
  ///   - cells: some points of the island.
  ///   - cell: the area that each stands for, in samples: a square whose side divides their places.
  ///   - millimetre: in samples.
  init(
    _ candidates: [PageCandidate], cells: [Point], cell: Double, millimetre: Double, _ parameters: Parameters = .init()
  ) {
    (self.candidates, self.parameters, self.cell) = (candidates, parameters, cell)
    patch = 400 * millimetre * millimetre
    let words = (cells.count + 63) / 64
    var all = [UInt64](repeating: 0, count: words)
    for i in cells.indices { all[i / 64] |= 1 << UInt64(i % 64) }
    self.all = all
    // A block's side is whole cells, so that all blocks within the island have as many.
    let pitch = cell.squareRoot().rounded()
    let side = max(1, (parameters.block * millimetre / pitch).rounded()) * pitch
    let grouped = Dictionary(grouping: cells.indices) { i in
      SIMD2(Int(cells[i].y / side), Int(cells[i].x / side))
    }
    let keys = grouped.keys.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    let most = grouped.values.map(\.count).max() ?? 0
    // Blocks on the island's outline have few cells.
    blocks = keys.compactMap { key in grouped[key].flatMap { 2 * $0.count >= most ? $0 : nil } }
    covers = candidates.map { candidate in
      var bits = [UInt64](repeating: 0, count: words)
      for (i, p) in cells.enumerated() where candidate.rectangle.depth(of: p) > -1.5 {
        bits[i / 64] |= 1 << UInt64(i % 64)
      }
      return bits
    }
    own = candidates.map { candidate in
      let edges = candidate.sides.reduce(0) { $0 + 1 - SideEvidence.share($1.edges) }
      return parameters.rectangle + parameters.bed * candidate.bed / patch + seam(candidate) + parameters.edge * edges
    }
    order = own.indices.filter { own[$0] < parameters.dearest }.sorted { own[$0] < own[$1] }
    coverable = order.reduce([UInt64](repeating: 0, count: words)) { cells, c in zip(cells, covers[c]).map { $0 | $1 } }
    for a in candidates {
      let (on, out) = (
        Quad.Side.allCases.map { a.outside($0, by: 0) }, Quad.Side.allCases.map { a.outside($0, by: 4) }
      )
      within.append(candidates.map { b in Self.bits(on, of: b, depth: 2) })
      beside.append(candidates.map { b in Self.bits(out, of: b, depth: -1.5) })
    }
  }

  private func seam(_ candidate: PageCandidate) -> Double {
    let seam = parameters.seam
    return seam.price * max(0, candidate.seam - seam.least) / (1 - seam.least)
  }

  private static func bits(_ stations: [[Point]], of candidate: PageCandidate, depth: Double) -> [UInt32] {
    stations.map { points in
      var bits: UInt32 = 0
      for (k, p) in points.enumerated() where candidate.rectangle.depth(of: p) > depth { bits |= 1 << UInt32(k) }
      return bits
    }
  }

  /// The set with the least price.
  ///
  /// The search takes a block of the island that isn't covered yet, and tries each candidate that covers it. Blocks that
  /// none covers, such as those of a lid's rim, are passed over. A branch ends where it can only become dearer than the best
  /// set so far.
  var best: [Chosen] {
    var search = Search(price: price(of: []).price, nodes: parameters.nodes)
    visit([], all, &search)
    let covered = price(of: search.set).covered
    return search.set.map { Chosen(index: $0, isCovered: covered.contains($0)) }
  }

  /// The state of the search.
  private struct Search {
    var set: [Int] = []
    var price: Double
    var nodes: Int
  }

  /// - Parameter left: the cells that no rectangle of the set covers.
  private func visit(_ set: [Int], _ left: [UInt64], _ search: inout Search) {
    search.nodes -= 1
    guard search.nodes > 0, let pivot = pivot(left) else { return }
    let (word, bit) = (pivot / 64, UInt64(1) << UInt64(pivot % 64))
    for c in order where covers[c][word] & bit != 0 {
      let next = set + [c]
      let begun = price(of: next, isBegun: true).price
      guard begun < search.price else { continue }
      let rest = zip(left, covers[c]).map { $0 & ~$1 }
      let whole = price(of: next).price
      if whole < search.price - 1e-9 { (search.set, search.price) = (next, whole) }
      // What is left takes at least another rectangle.
      if begun + parameters.rectangle < search.price { visit(next, rest, &search) }
    }
  }

  /// The middle of an open block that a candidate covers; nil if there is none.
  private func pivot(_ left: [UInt64]) -> Int? {
    let coverable = zip(left, coverable).map { $0 & $1 }
    return blocks.first { Self.has(coverable, $0[$0.count / 2]) && isOpen($0, left) }.map { $0[$0.count / 2] }
  }

  private static func has(_ cells: [UInt64], _ cell: Int) -> Bool { cells[cell / 64] & 1 << UInt64(cell % 64) != 0 }

  /// Whether nearly nothing of a block is covered.
  private func isOpen(_ block: [Int], _ left: [UInt64]) -> Bool {
    Double(block.count { Self.has(left, $0) }) >= parameters.open * Double(block.count)
  }

  /// - Parameter isBegun: whether others may be added to the set, so that all that lies outside counts as explained.
  private func price(of set: [Int], isBegun: Bool = false) -> (price: Double, covered: Set<Int>) {
    var price = 0.0
    var covered: Set<Int> = []
    // Stations that need no evidence, since another rectangle hides them.
    var hidden: [Int: [UInt32]] = [:]
    for (k, a) in set.enumerated() {
      for b in set[(k + 1)...] {
        guard let overlap = overlap(a, b) else { continue }
        price += overlap.price
        covered.insert(overlap.lower)
        let upper = overlap.lower == a ? b : a
        let bits = within[overlap.lower][upper]
        hidden[overlap.lower] = zip(hidden[overlap.lower] ?? [0, 0, 0, 0], bits).map { $0 | $1 }
      }
    }
    for a in set {
      price += parameters.rectangle + parameters.bed * candidates[a].bed / patch + seam(candidates[a])
      for k in 0..<4 {
        let side = candidates[a].sides[k]
        let shown = SideEvidence.all & ~(hidden[a]?[k] ?? 0)
        let visible = Double(shown.nonzeroBitCount) / Double(SideEvidence.count)
        price += parameters.edge * visible * (1 - SideEvidence.share(side.edges, of: shown))
        if isBegun { continue }
        var explained = side.clear
        for b in set where b != a { explained |= beside[a][b][k] }
        price += parameters.outside * visible * (1 - SideEvidence.share(explained, of: shown))
      }
    }
    if isBegun { return (price, covered) }
    var left = 0
    for word in all.indices {
      var bits = all[word]
      for a in set { bits &= ~covers[a][word] }
      left += bits.nonzeroBitCount
    }
    return (price + parameters.uncovered * cell * Double(left) / patch, covered)
  }

  /// The price of two rectangles that overlap, and the lower one; nil if they don't.
  private func overlap(_ a: Int, _ b: Int) -> (price: Double, lower: Int)? {
    let (p, q) = (candidates[a].rectangle, candidates[b].rectangle)
    guard p.centre.distance(to: q.centre) < (p.longSide + q.longSide) * 0.71 else { return nil }
    let share = p.quad.intersectionArea(q.quad) / min(p.area, q.area)
    guard share > parameters.overlap else { return nil }
    func shown(_ one: Int, _ other: Int) -> (share: Double, count: Int) {
      var (edges, count) = (0, 0)
      for k in 0..<4 {
        let bits = within[one][other][k]
        edges += (candidates[one].sides[k].edges & bits).nonzeroBitCount
        count += bits.nonzeroBitCount
      }
      return (count == 0 ? 0 : Double(edges) / Double(count), count)
    }
    let (first, second) = (shown(a, b), shown(b, a))
    let lower = first.share >= second.share ? b : a
    let upper = max(first.share, second.share)
    let isContained = min(first.count, second.count) == 0
    if share > parameters.mostCovered || isContained || upper < parameters.shown {
      return (parameters.unclear * (1 + share), lower)
    }
    return (parameters.covering, lower)
  }
}
