extension Segment {
  /// The segments, and for each the longer ones it makes with others that continue it: sides bend a little, and pens,
  /// glare and shadows cut them. The longest and strongest come first, at most `limit`.
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

  /// Long ones matter most, and strong ones a little.
  private var weight: Double { length * strength.squareRoot().squareRoot() }

  private func isNear(_ other: Segment) -> Bool {
    (from.distance(to: other.from) < 1.5 && to.distance(to: other.to) < 1.5)
      || (from.distance(to: other.to) < 1.5 && to.distance(to: other.from) < 1.5)
  }

  /// What continues a segment, along it.
  private struct Piece {
    var low: Double
    var high: Double
    var index: Int
  }

  /// Gaps that are bridged, as shares of what is joined already, or in samples where that is more: those within a side,
  /// and those that tape and fingers leave. The sides of neighbouring prints often lie on one line, too, so that the
  /// farther join may be one too many.
  private static let bridges = [(share: 0.12, least: 5.0), (share: 0.5, least: 8.0)]

  /// How far an end that continues a segment may lie from its line, so far beyond its own end.
  private static func width(_ beyond: Double) -> Double { 1.5 + 0.02 * beyond }

  /// Segments by the way they run: few of them may continue another.
  private struct Directions {
    private static let count = 14
    private var groups = Array(repeating: [Int](), count: count)

    init(_ segments: [Segment]) {
      for (i, segment) in segments.enumerated() { groups[Self.group(segment)].append(i) }
    }

    /// The indices of all segments that run within 8.1° of a segment's way or against it, and of some more.
    func near(_ segment: Segment) -> [Int] {
      let group = Self.group(segment)
      return (Self.count - 1...Self.count + 1).flatMap { groups[(group + $0) % Self.count] }
    }

    /// The part of a half turn that a normal points to. None is narrower than 8.1°: a share of the sum of both parts
    /// grows by an angle at most.
    private static func group(_ segment: Segment) -> Int {
      let n = segment.normal
      let share = n.x / (abs(n.x) + abs(n.y))
      let turn = n.y < 0 ? 1 + share : 1 - share
      return min(count - 1, Int(0.5 * Double(count) * turn))
    }
  }

  /// This segment with all that continue it at either end, one after the other, for each kind of gap; `candidates` are
  /// the indices of `others` that may.
  private func joined(with others: [Segment], _ candidates: [Int], besides index: Int) -> [Segment] {
    let (origin, axis, across) = (from, direction, normal)
    var pieces: [Piece] = []
    for j in candidates where j != index {
      let other = others[j]
      // How far the ends lie from this segment's line, which is less sure the farther away they are.
      func isBeside(_ d: Point, _ along: Double) -> Bool {
        abs(d.dot(across)) < Self.width(max(0, -along, along - length))
      }
      let a = other.from - origin
      // The quickest look, by which nearly all are far.
      guard abs(a.dot(across)) < Self.width(abs(a.x) + abs(a.y)), abs(other.normal.dot(normal)) > 0.99 else { continue }
      let b = other.to - origin
      let (p, q) = (a.dot(axis), b.dot(axis))
      guard isBeside(a, p), isBeside(b, q) else { continue }
      pieces.append(Piece(low: min(p, q), high: max(p, q), index: j))
    }
    guard !pieces.isEmpty else { return [] }
    pieces.sort { ($0.low, $0.index) < ($1.low, $1.index) }
    return Self.bridges.compactMap { bridge in
      joined(with: others, pieces) { gap, length in gap < max(bridge.least, bridge.share * length) }
    }
  }

  /// One line through this segment and those pieces that continue it over gaps that can be bridged; nil where none does.
  /// `pieces` come in the order of their lower ends.
  private func joined(
    with others: [Segment], _ pieces: [Piece], over isBridged: (_ gap: Double, _ length: Double) -> Bool
  )
    -> Segment?
  {
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
    guard !used.isEmpty, high - low > 1.1 * length else { return nil }
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
