import PeelImaging

/// Which of the outlines that were found belongs to which true print: one to one, the best overlap first.
///
/// Where an outline overlaps a print by more than a half, no other print can claim it, so that taking the best pair first
/// finds what the best assignment of all would.
struct Match {
  /// For each true print, the number of its outline among those found, or nil.
  let found: [Int?]
  /// Shared area over covered area for each true print, 0 where nothing was found.
  let overlaps: [Double]

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
  /// The corners in the same place, the other way round if need be.
  var clockwise: Quad { area >= 0 ? self : Quad(corners[0], corners[3], corners[2], corners[1]) }

  /// The greatest distance of a corner from the true one in pixels, whichever corner is called the first; and whether
  /// that is the first.
  ///
  /// - Parameter hidden: true corners that do not count.
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
