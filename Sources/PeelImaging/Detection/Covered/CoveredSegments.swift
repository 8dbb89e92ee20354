extension Segment {
  enum End { case from, to }

  /// How far before a cover's outline a segment may end: samples, or a fraction of its length if that is larger.
  private static let gap = (least: 5.0, share: 0.15)
  /// How far beyond the outline it may end, relative to that, and how far beyond the outline's corners, in samples.
  private static let beyond = 0.5
  private static let corner = 2.0
  /// Least sine of the angle between a segment and the outline it runs beneath.
  private static let leastSine = 0.2

  /// The end at which the segment runs beneath a cover; nil if it doesn't.
  func end(beneath cover: Quad) -> End? {
    let gap = max(Self.gap.least, Self.gap.share * length)
    for (end, near, far) in [(End.to, to, from), (.from, from, to)] {
      for side in Quad.Side.allCases {
        let (a, b) = cover[side]
        guard let line = Line(through: a, b) else { continue }
        let distance = line.distance(to: near)
        guard distance > -gap, distance < Self.beyond * gap,
          line.distance(to: far) < distance - Self.leastSine * length
        else { continue }
        let t = (near - a).dot((b - a).normalized)
        if t > -Self.corner, t < a.distance(to: b) + Self.corner { return end }
      }
    }
    return nil
  }

  /// The parts of the segment outside a quad and its outline. There may be two, because a segment may join the sides of
  /// two prints.
  ///
  /// - Parameters:
  ///   - width: the outline's width, in samples.
  ///   - shortest: least length of a part, in samples.
  func pieces(outside quad: Quad, width: Double, atLeast shortest: Double) -> [Segment] {
    var (enters, leaves) = (0.0, 1.0)
    for side in Quad.Side.allCases {
      guard let line = Line(through: quad[side].from, quad[side].to) else { return [] }
      let (p, q) = (line.distance(to: from) + width, line.distance(to: to) + width)
      if p < 0, q < 0 { return [self] }
      if p < 0 { enters = max(enters, p / (p - q)) }
      if q < 0 { leaves = min(leaves, p / (p - q)) }
    }
    guard enters < leaves else { return [self] }
    var (before, after) = (self, self)
    before.to = from.mixed(with: to, enters)
    after.from = from.mixed(with: to, leaves)
    return [before, after].filter { $0.length >= shortest }
  }
}
