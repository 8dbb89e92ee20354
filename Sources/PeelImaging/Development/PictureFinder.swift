/// Finds where the picture lies in an upright print by its own edges.
struct PictureFinder {
  /// In shares of the print's shorter side unless said otherwise.
  struct Parameters: Sendable {
    /// How far from where the film says an edge may lie, in mm.
    var reach = 2.0
    /// Width of the strips that are compared on both sides of an edge.
    var strip = 0.008
    /// Pieces an edge is cut into: a step may go up in one and down in another.
    var pieces = 8
    /// Least mean step along a side, in levels.
    var leastStep = 4.0
    /// Without a film: narrowest and widest border.
    var borders = 0.02...0.3
    /// How much stronger the edges must be one way up than the other for the picture to tell which is right.
    var otherWayUp = 1.25
  }

  struct Finding {
    var picture: Rectangle
    /// Quarters that the print lies turned clockwise from upright.
    var turn: Int
    /// Whether the edges are clearly stronger there than where another turn has them.
    var isClear = false
    /// Mean step over the four sides, in levels.
    var step: Double

    /// Quarters clockwise that make the print stand upright; nil when it is not clear.
    var quartersToUpright: Int? { isClear ? (4 - turn) % 4 : nil }
  }

  /// Luma of the whole print, and the same with rows and columns exchanged.
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

  /// The picture near the place that the film gives it, or nil where there are no edges. A print's shape does not tell
  /// which of its two ends is up: the edges do.
  ///
  /// - Parameter isUpright: the film's width runs across, be its top above or below.
  func find(_ film: FilmFormat, isUpright: Bool) -> Finding? {
    let turns = isUpright ? [0, 2] : [1, 3]
    let findings = turns.compactMap { (turn: Int) -> Finding? in
      let upright = turn % 2 == 0 ? size : (width: size.height, height: size.width)
      let scale = upright.width / film.width
      let outline = Rectangle(
        x: film.picture.left * scale, y: film.picture.top * scale, width: film.picture.width * scale,
        height: film.picture.height * scale)
      let expected = outline.turned(quarters: turn, within: upright)
      let reach = parameters.reach * scale
      return finding(turn: turn) { side in
        let place = expected.place(of: side)
        return place - reach...place + reach
      }
    }
    guard let first = findings.first else { return nil }
    var found = findings.dropFirst().reduce(first) { best, other in
      other.step > parameters.otherWayUp * best.step ? other : best
    }
    found.isClear = findings.allSatisfy { $0.turn == found.turn || found.step > parameters.otherWayUp * $0.step }
    return found
  }

  /// The picture by its edges alone, or nil where a side has none.
  func find() -> Finding? {
    let (narrow, wide) = (parameters.borders.lowerBound * shorter, parameters.borders.upperBound * shorter)
    return finding(turn: 0) { side in
      switch side {
      case .left, .top: narrow...wide
      case .right: size.width - wide...size.width - narrow
      case .bottom: size.height - wide...size.height - narrow
      }
    }
  }

  private func finding(turn: Int, within range: (Quad.Side) -> ClosedRange<Double>) -> Finding? {
    let edges = Quad.Side.allCases.map { side in
      let isVertical = side == .left || side == .right
      // The middle of the side, where the picture is in any case.
      let plane = isVertical ? proof : transposed
      let along = Int(0.25 * Double(plane.height))..<Int(0.7 * Double(plane.height))
      return strongestStep(in: plane, x: range(side), rows: along)
    }
    let found = edges.compactMap { $0 }
    guard found.count == 4, found.allSatisfy({ $0.step >= parameters.leastStep }) else { return nil }
    let (top, right, bottom, left) = (found[0], found[1], found[2], found[3])
    guard right.x > left.x, bottom.x > top.x else { return nil }
    return Finding(
      picture: Rectangle(x: left.x, y: top.x, width: right.x - left.x, height: bottom.x - top.x), turn: turn,
      step: found.reduce(0) { $0 + $1.step } / 4)
  }

  /// The place across which the luma changes most, summed down some rows; nil where there is no room.
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
  /// Where a side lies on the axis that it crosses.
  fileprivate func place(of side: Quad.Side) -> Double {
    switch side {
    case .top: y
    case .right: maxX
    case .bottom: maxY
    case .left: x
    }
  }
}

extension Plane<UInt8> {
  /// Rows and columns exchanged.
  func transposed() -> Plane {
    Plane(width: height, height: width) { y, output in
      for x in 0..<height { output.append(self[y, x]) }
    }
  }
}
