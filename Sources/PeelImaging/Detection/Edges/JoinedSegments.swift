extension Segment {
  /// How segments in one line are joined. Lengths are samples of the reduced grid.
  private enum Joining {
    /// Segments whose ends lie closer than this are one.
    static let sameEnds = 1.5
    /// Greatest distance of a continuing segment's end from the line, and its growth with the distance beyond the end.
    static let width = (least: 1.5, growth: 0.02)
    /// Least cosine of the angle between continuing segments: 8.1°.
    static let leastCosine = 0.99
    /// Least length of a joined segment relative to the first one.
    static let leastGrowth = 1.1
    /// The gaps to bridge: within a side, and those that tape and fingers leave. Each is a fraction of the joined length,
    /// or an absolute length if that is larger. The sides of neighbouring prints often lie on one line too, so the wider
    /// gap may join one segment too many; both results are kept.
    static let gaps = [(share: 0.12, least: 5.0), (share: 0.5, least: 8.0)]
  }

  /// The segments, and for each the longer ones it makes with others that continue it: sides bend a little, and pens,
  /// glare and shadows interrupt them.
  ///
  /// - Returns: The `limit` longest and strongest, best first.
  static func joined(_ segments: [Segment], limit: Int) -> [Segment] {
    var all = segments
    let directions = Directions(segments)
    for (i, segment) in segments.enumerated() {
      for longer in segment.joined(with: segments, directions.near(segment), besides: i)
      where !all.dropFirst(segments.count).contains(where: { $0.isNear(longer) }) {
        all.append(longer)
      }
    }
    let weighed = all.map { (segment: $0, weight: $0.weight) }.sorted { $0.weight > $1.weight }
    return weighed.prefix(limit).map(\.segment)
  }

  /// The rank among segments: length matters most, strength a little.
  var weight: Double { length * strength.squareRoot().squareRoot() }

  private func isNear(_ other: Segment) -> Bool {
    (from.distance(to: other.from) < Joining.sameEnds && to.distance(to: other.to) < Joining.sameEnds)
      || (from.distance(to: other.to) < Joining.sameEnds && to.distance(to: other.from) < Joining.sameEnds)
  }

  /// The extent of another segment along this one.
  private struct Piece {
    var low: Double
    var high: Double
    var index: Int
  }

  /// Greatest distance from the line of an end that lies `beyond` this segment's own end.
  private static func width(_ beyond: Double) -> Double { Joining.width.least + Joining.width.growth * beyond }

  /// Segments grouped by direction, since few of them can continue another.
  private struct Directions {
    /// The number of groups that a half turn is divided into. Each spans at least 8.1°.
    private static let count = 14
    private var groups = Array(repeating: [Int](), count: count)

    init(_ segments: [Segment]) {
      for (i, segment) in segments.enumerated() { groups[Self.group(segment)].append(i) }
    }

    /// The indices of the segments in a segment's group and the two beside it: all within 8.1° of its axis, and some more.
    func near(_ segment: Segment) -> [Int] {
      let group = Self.group(segment)
      return (Self.count - 1...Self.count + 1).flatMap { groups[(group + $0) % Self.count] }
    }

    /// The group of a segment's normal, by the ratio of its coordinates instead of its angle, which is quicker.
    private static func group(_ segment: Segment) -> Int {
      let n = segment.normal
      let share = n.x / (abs(n.x) + abs(n.y))
      let halfTurns = n.y < 0 ? 1 + share : 1 - share
      return min(count - 1, Int(0.5 * Double(count) * halfTurns))
    }
  }

  /// This segment joined with all that continue it at either end, once for each kind of gap.
  ///
  /// - Parameter candidates: the indices of `others` that may continue it.
  private func joined(with others: [Segment], _ candidates: [Int], besides index: Int) -> [Segment] {
    let (origin, axis, across) = (from, direction, normal)
    var pieces: [Piece] = []
    for j in candidates where j != index {
      let other = others[j]
      func isBeside(_ d: Point, _ along: Double) -> Bool {
        abs(d.dot(across)) < Self.width(max(0, -along, along - length))
      }
      let a = other.from - origin
      // A cheap test first: it rules out most segments.
      guard abs(a.dot(across)) < Self.width(abs(a.x) + abs(a.y)),
        abs(other.normal.dot(normal)) > Joining.leastCosine
      else { continue }
      let b = other.to - origin
      let (p, q) = (a.dot(axis), b.dot(axis))
      guard isBeside(a, p), isBeside(b, q) else { continue }
      pieces.append(Piece(low: min(p, q), high: max(p, q), index: j))
    }
    guard !pieces.isEmpty else { return [] }
    pieces.sort { ($0.low, $0.index) < ($1.low, $1.index) }
    return Joining.gaps.compactMap { gap in
      joined(with: others, pieces) { width, length in width < max(gap.least, gap.share * length) }
    }
  }

  /// One line through this segment and the pieces that continue it.
  ///
  /// - Parameters:
  ///   - pieces: in the order of their lower ends.
  ///   - isBridged: whether a gap after a given length may be bridged.
  /// - Returns: nil if no piece makes the segment longer.
  private func joined(
    with others: [Segment], _ pieces: [Piece], over isBridged: (_ gap: Double, _ length: Double) -> Bool
  ) -> Segment? {
    let (origin, axis, across) = (from, direction, normal)
    var (low, high) = (0.0, length)
    var used: [Int] = []
    for piece in pieces where piece.high > high && isBridged(piece.low - high, high - low) {
      high = piece.high
      used.append(piece.index)
    }
    for piece in pieces.sorted(by: { $0.high > $1.high })
    where piece.low < low && isBridged(low - piece.high, high - low) {
      low = piece.low
      used.append(piece.index)
    }
    guard !used.isEmpty, high - low > Joining.leastGrowth * length else { return nil }
    // The line through the ends of all pieces.
    var fit = LineFit()
    var strong = 0.0
    for piece in [self] + used.map({ others[$0] }) {
      for end in [piece.from, piece.to] {
        fit.add((end - origin).dot(axis), (end - origin).dot(across), weight: piece.length)
      }
      strong += 2 * piece.length * piece.strength
    }
    let (level, slope) = fit.line
    func point(_ t: Double) -> Point { origin + t * axis + (level + slope * t) * across }
    let (start, end) = (point(low), point(high))
    return Segment(from: start, to: end, normal: (end - start).normalized.perpendicular, strength: strong / fit.sum)
  }
}
