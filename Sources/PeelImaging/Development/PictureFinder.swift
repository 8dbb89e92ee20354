/// Finds the picture in an upright print by the picture's edges.
struct PictureFinder {
  /// Lengths are shares of the print's shorter side unless stated otherwise.
  struct Parameters: Sendable {
    /// How far an edge may lie from the film's position for it, in millimetres.
    var reach = 2.0
    /// The width of the strips that are compared on both sides of an edge.
    var strip = 0.008
    /// The number of pieces an edge is divided into, because it may brighten in one part and darken in another.
    var pieces = 8
    /// The part of the print's side that is searched, as a range of its length. Every film's picture spans it.
    var along = 0.25...0.7
    /// The least mean step along a side, in levels.
    var leastStep = 4.0
    /// The narrowest and the widest border, if the film isn't known.
    var borders = 0.02...0.3
    /// The least ratio of the edges' strength between one way up and another for the first to be clearly right.
    var otherWayUp = 1.25
  }

  struct Finding {
    var picture: Rectangle
    /// How the print is turned from upright.
    var turns: QuarterTurns
    /// Whether the edges are clearly stronger than for any other turn.
    var isClear = false
    /// The mean step over the four sides, in levels.
    var step: Double

    /// The turn that sets the print upright; nil if it isn't clear.
    var turnsToUpright: QuarterTurns? { isClear ? -turns : nil }
  }

  /// Luma of the whole print, and the same plane transposed.
  private let proof: Plane<UInt8>
  private let transposed: Plane<UInt8>
  private let parameters: Parameters
  private var size: (width: Double, height: Double) { (Double(proof.width), Double(proof.height)) }
  private var shorter: Double { Double(min(proof.width, proof.height)) }

  init(in proof: Plane<UInt8>, parameters: Parameters = Parameters()) {
    self.proof = proof
    transposed = proof.transposed()
    self.parameters = parameters
  }

  /// Finds the picture near the film's position for it; nil if the print has no edges there.
  ///
  /// A print's shape doesn't show which end is up, so the strongest edges decide.
  ///
  /// - Parameters:
  ///   - film: the print's film.
  ///   - isUpright: whether the film's width runs across. The print may still stand on its head.
  func find(_ film: FilmFormat, isUpright: Bool) -> Finding? {
    let possible: [QuarterTurns] = isUpright ? [0, 2] : [1, 3]
    let findings = possible.compactMap { turns -> Finding? in
      let upright = turns.swapsSides ? (width: size.height, height: size.width) : size
      let scale = upright.width / film.width
      let outline = Rectangle(
        x: film.picture.left * scale, y: film.picture.top * scale, width: film.picture.width * scale,
        height: film.picture.height * scale)
      let expected = outline.turned(by: turns, within: upright)
      let reach = parameters.reach * scale
      return finding(turns: turns) { side in
        let position = expected.position(of: side)
        return position - reach...position + reach
      }
    }
    guard let first = findings.first else { return nil }
    var found = findings.dropFirst().reduce(first) { best, other in
      other.step > parameters.otherWayUp * best.step ? other : best
    }
    found.isClear = findings.allSatisfy { $0.turns == found.turns || found.step > parameters.otherWayUp * $0.step }
    return found
  }

  /// Finds the picture by its edges alone; nil if a side has none.
  func find() -> Finding? {
    let (narrow, wide) = (parameters.borders.lowerBound * shorter, parameters.borders.upperBound * shorter)
    return finding(turns: 0) { side in
      switch side {
      case .left, .top: narrow...wide
      case .right: size.width - wide...size.width - narrow
      case .bottom: size.height - wide...size.height - narrow
      }
    }
  }

  private func finding(turns: QuarterTurns, within range: (Quad.Side) -> ClosedRange<Double>) -> Finding? {
    let edges = Quad.Side.allCases.map { side in
      let isVertical = side == .left || side == .right
      let plane = isVertical ? proof : transposed
      let along =
        Int(
          parameters.along.lowerBound * Double(plane.height))..<Int(parameters.along.upperBound * Double(plane.height))
      return strongestStep(in: plane, x: range(side), rows: along)
    }
    let found = edges.compactMap { $0 }
    guard found.count == 4, found.allSatisfy({ $0.step >= parameters.leastStep }) else { return nil }
    let (top, right, bottom, left) = (found[0], found[1], found[2], found[3])
    guard right.x > left.x, bottom.x > top.x else { return nil }
    return Finding(
      picture: Rectangle(x: left.x, y: top.x, width: right.x - left.x, height: bottom.x - top.x), turns: turns,
      step: found.reduce(0) { $0 + $1.step } / 4)
  }

  /// The column across which luma, summed over some rows, changes most; nil if the range is too narrow.
  private func strongestStep(in plane: Plane<UInt8>, x: ClosedRange<Double>, rows: Range<Int>) -> (
    x: Double, step: Double
  )? {
    let strip = max(2, Int(parameters.strip * shorter))
    let first = max(Int(x.lowerBound), strip)
    let last = min(Int(x.upperBound.rounded(.up)), plane.width - strip)
    guard last - first >= 2, rows.count >= parameters.pieces else { return nil }
    var steps = [Int](repeating: 0, count: last - first + 1)
    for piece in 0..<parameters.pieces {
      let from = rows.lowerBound + rows.count * piece / parameters.pieces
      let to = rows.lowerBound + rows.count * (piece + 1) / parameters.pieces
      var sums = [Int](repeating: 0, count: last - first + 2 * strip)
      for y in from..<to {
        let row = plane.row(y)
        for k in sums.indices { sums[k] += Int(row[first - strip + k]) }
      }
      for k in steps.indices {
        let before = sums[k..<k + strip].reduce(0, +)
        let after = sums[k + strip..<k + 2 * strip].reduce(0, +)
        steps[k] += abs(after - before)
      }
    }
    guard let best = steps.indices.max(by: { steps[$0] < steps[$1] }) else { return nil }
    var x = Double(first + best)
    if best > 0, best < steps.count - 1 {
      x += parabolaPeak(Double(steps[best - 1]), Double(steps[best]), Double(steps[best + 1]))
    }
    return (x, Double(steps[best]) / Double(strip * rows.count))
  }
}

extension Rectangle {
  /// The coordinate of a side on the axis that it crosses.
  fileprivate func position(of side: Quad.Side) -> Double {
    switch side {
    case .top: minY
    case .right: maxX
    case .bottom: maxY
    case .left: minX
    }
  }
}

extension Plane<UInt8> {
  /// The plane with rows and columns exchanged.
  func transposed() -> Plane {
    Plane(width: height, height: width) { y, output in
      for x in 0..<height { output.append(self[y, x]) }
    }
  }
}
