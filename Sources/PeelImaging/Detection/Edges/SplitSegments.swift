extension Segment {
  /// Where segments are split. Lengths are samples of the reduced grid.
  private enum Splitting {
    /// Least sine of the angle between a segment and the one that ends on it: perspective narrows a corner to that.
    static let leastSine = 0.7
    /// How far before the segment it may end: samples, or a fraction of its length if that is larger.
    static let gap = (least: 4.0, share: 0.12)
    /// Splits closer than this are one.
    static let samePlace = 5.0
    /// The most splits of a segment, those by the longest segments.
    static let most = 8
  }

  /// The segments, and the pieces of those that others end on or cross: prints that touch share a line, and the sides of
  /// neighbours in a row lie on one.
  ///
  /// - Parameters:
  ///   - shortest: least length of a piece, and of a segment that splits another, in samples.
  ///   - limit: the most pieces to add, the longest and strongest.
  static func split(_ segments: [Segment], shortest: Double, limit: Int) -> [Segment] {
    let long = segments.filter { $0.length >= shortest }
    var pieces: [(segment: Segment, weight: Double)] = []
    for segment in long where segment.length >= 2 * shortest {
      let splits = segment.splits(by: long, shortest: shortest)
      guard !splits.isEmpty else { continue }
      func add(_ low: Double, _ high: Double) {
        var piece = segment
        piece.from = segment.from + low * segment.direction
        piece.to = segment.from + high * segment.direction
        pieces.append((piece, piece.weight))
      }
      let ends = [0] + splits + [segment.length]
      for (low, high) in zip(ends, ends.dropFirst()) where high - low >= shortest { add(low, high) }
      // From either end to each split, since a line within a print's picture may also end on its side.
      for split in splits.dropFirst() { add(0, split) }
      for split in splits.dropLast() { add(split, segment.length) }
    }
    return segments + pieces.sorted { $0.weight > $1.weight }.prefix(limit).map(\.segment)
  }

  /// The distances from the segment's start at which others end on it or cross it, in order.
  private func splits(by others: [Segment], shortest: Double) -> [Double] {
    guard let line = Line(through: from, to) else { return [] }
    var found: [(at: Double, length: Double)] = []
    for other in others {
      let sine = abs(other.direction.cross(direction))
      guard sine > Splitting.leastSine else { continue }
      let gap = max(Splitting.gap.least, Splitting.gap.share * other.length)
      let (p, q) = (line.distance(to: other.from), line.distance(to: other.to))
      // The crossing lies on the other segment's line, at the fraction p / (p - q) of it.
      let share = p / (p - q)
      guard abs(share - 0.5) * other.length < 0.5 * other.length + gap else { continue }
      let at = (other.from + share * (other.to - other.from) - from).dot(direction)
      if at >= shortest, at <= length - shortest { found.append((at, other.length)) }
    }
    var splits: [Double] = []
    for one in found.sorted(by: { $0.length > $1.length })
    where splits.count < Splitting.most && splits.allSatisfy({ abs($0 - one.at) > Splitting.samePlace }) {
      splits.append(one.at)
    }
    return splits.sorted()
  }
}
