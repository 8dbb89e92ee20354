import PeelImaging

/// Assigns detected outlines to true prints, one to one, the pair with the greatest overlap first.
///
/// An outline can overlap only one print by more than a half, so this finds the same pairs as an optimal assignment.
struct Match {
  /// The index of each true print's outline; nil if it has none.
  let found: [Int?]
  /// The intersection over union of each true print and its outline; 0 if it has none.
  let overlaps: [Double]

  /// Assigns the outlines.
  init(_ truth: [Quad], with outlines: [Quad]) {
    struct Pair {
      let print: Int
      let outline: Int
      let overlap: Double
    }
    let clockwise = truth.map(\.clockwise)
    let pairs = clockwise.indices.flatMap { print in
      outlines.indices.map {
        Pair(print: print, outline: $0, overlap: clockwise[print].intersectionOverUnion(outlines[$0].clockwise))
      }
    }
    var found = [Int?](repeating: nil, count: truth.count)
    var overlaps = [Double](repeating: 0, count: truth.count)
    var taken: Set<Int> = []
    for pair in pairs.filter({ $0.overlap > 0 }).sorted(by: { $0.overlap > $1.overlap }) {
      guard found[pair.print] == nil, taken.insert(pair.outline).inserted else { continue }
      found[pair.print] = pair.outline
      overlaps[pair.print] = pair.overlap
    }
    self.found = found
    self.overlaps = overlaps
  }
}

extension Quad {
  /// The same quad with its corners in clockwise order.
  var clockwise: Quad { area >= 0 ? self : Quad(corners[0], corners[3], corners[2], corners[1]) }

  /// The greatest distance of a corner from the true one in pixels, for the order of corners that makes it least, and
  /// whether that order begins with the first corner.
  ///
  /// - Parameter hidden: the numbers of true corners that don't count.
  func cornerError(to truth: Quad, hidden: Set<Int> = []) -> (pixels: Double, isFirstFirst: Bool) {
    let counted = (0..<4).filter { !hidden.contains($0) || hidden.count == 4 }
    var best = (pixels: Double.infinity, isFirstFirst: false)
    for (order, isReversed) in [(clockwise, false), (Quad(corners[0], corners[3], corners[2], corners[1]), true)] {
      for quarters in 0..<4 {
        let turned = order.turned(by: QuarterTurns(quarters))
        let error = counted.map { turned.corners[$0].distance(to: truth.corners[$0]) }.max() ?? 0
        if error < best.pixels { best = (error, quarters == 0 && !isReversed) }
      }
    }
    return best
  }
}
