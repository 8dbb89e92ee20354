/// Prints of one size side by side, between which not even a shadow shows.
extension Seams {
  /// Lengths are millimetres.
  private enum Row {
    /// The most prints.
    static let most = 3
    /// How far a line is searched for, how far beside it changes are compared, and how straight it is.
    static let (reach, beside, straight) = (1.5, 5.0, 0.15)
    /// The least change over two pixels, in levels, also relative to the usual one beside the line.
    static let (least, usual): (Float, Float) = (3, 2.5)
    /// The least share of a line that shows.
    static let shown = 0.9
  }

  /// The equal parts of a rectangle of the reduced page that lines divide; empty unless they have a common size.
  func row(in whole: PageRectangle) -> [PageRectangle] {
    let millimetre = pixel / scale
    for side in [Quad.Side.left, .top] {
      for count in 2...Row.most {
        let parts = whole.parts(count, from: side)
        guard PageScale.isCommon(parts[0].scaled(by: 1 / millimetre)) else { continue }
        if parts.dropFirst().allSatisfy({ shown($0.scaled(by: scale)[side]) >= Row.shown }) { return parts }
      }
    }
    return []
  }

  /// The share of a line, in pixels, where colours change more than they do beside it.
  private func shown(_ side: (middle: Point, along: Point, half: Double)) -> Double {
    func pixels(_ length: Double) -> Int { max(1, Int((length * pixel).rounded())) }
    let (reach, straight) = (pixels(Row.reach), pixels(Row.straight))
    let beside = max(pixels(Row.beside), reach + straight)
    var hits = [Int](repeating: 0, count: 2 * reach + 1)
    let stations = stations(side)
    for centre in stations {
      let colours = (-beside - 1...beside + 1).map { colour(centre, side.along, Double($0)) }
      let changes = zip(colours, colours.dropFirst(2)).map { a, b in ((b - a) * (b - a)).sum().squareRoot() }
      let least = max(Row.least, Row.usual * changes.sorted()[changes.count / 2])
      for k in hits.indices {
        let place = beside - reach + k
        if changes[place - straight...place + straight].contains(where: { $0 > least }) { hits[k] += 1 }
      }
    }
    return Double(hits.max() ?? 0) / Double(stations.count)
  }

  /// The mean colour beside a line's point, inwards.
  private func colour(_ centre: Point, _ along: Point, _ offset: Double) -> SIMD4<Float> {
    let middle = centre + offset * along.perpendicular
    return (-2...2).reduce(SIMD4<Float>.zero) { $0 + 0.2 * pixels.colour(middle + Double($1) * along) }
  }
}

extension PageRectangle {
  /// Equal parts, side by side.
  ///
  /// - Parameter side: the left side, if they lie beside each other, or the top one, if they lie below each other.
  fileprivate func parts(_ count: Int, from side: Quad.Side) -> [PageRectangle] {
    let isAcross = side == .left
    var part = self
    if isAcross { part.halfWidth /= Double(count) } else { part.halfHeight /= Double(count) }
    let step = isAcross ? part.width * across : part.height * down
    return (0..<count).map { k in
      var moved = part
      moved.centre = centre + (Double(k) - Double(count - 1) / 2) * step
      return moved
    }
  }
}
