/// The most promising of many hypotheses, of which most are never stored.
struct MostPromising {
  /// Parts of the range of promises, to find the least one to keep without sorting.
  private static let parts = 512

  private let limit: Int
  /// In the order in which they were found.
  private var kept: [Hypothesis] = []
  /// The number of hypotheses from which those are dropped that aren't among the best.
  private var full: Int
  /// Hypotheses with less aren't among the best.
  private var least = -Double.infinity

  /// - Parameter limit: the number of hypotheses to keep.
  init(limit: Int) {
    self.limit = limit
    full = 2 * limit
    kept.reserveCapacity(full)
  }

  mutating func add(_ hypothesis: Hypothesis) {
    guard hypothesis.promise >= least else { return }
    kept.append(hypothesis)
    if kept.count >= full { drop() }
  }

  /// The most promising ones, best first; of those with the same promise, the first found is first.
  func sorted() -> [Hypothesis] {
    // Sorts indices, since hypotheses are large.
    let order = kept.indices.map { (index: $0, promise: kept[$0].promise) }.sorted { $0.promise > $1.promise }
    return order.prefix(limit).map { kept[$0.index] }
  }

  /// Drops hypotheses that at least `limit` others are more promising than.
  private mutating func drop() {
    var (low, high) = (Double.infinity, -Double.infinity)
    for hypothesis in kept { (low, high) = (min(low, hypothesis.promise), max(high, hypothesis.promise)) }
    let scale = high > low ? Double(Self.parts - 1) / (high - low) : 0
    func part(_ hypothesis: Hypothesis) -> Int { Int(scale * (hypothesis.promise - low)) }
    var counts = Array(repeating: 0, count: Self.parts)
    for hypothesis in kept { counts[part(hypothesis)] += 1 }
    var (first, count) = (Self.parts, 0)
    while count < limit, first > 0 {
      first -= 1
      count += counts[first]
    }
    kept.removeAll { part($0) < first }
    least = kept.reduce(.infinity) { min($0, $1.promise) }
    full = kept.count + limit
  }
}
