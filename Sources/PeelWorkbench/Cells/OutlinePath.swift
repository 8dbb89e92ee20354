import PeelImaging

/// An outline to be drawn: for each side, clockwise, the points that straight lines join. Curved sides have more than two.
package struct OutlinePath: Equatable, Sendable {
  package let sides: [[Point]]

  package init(sides: [[Point]]) { self.sides = sides }

  init(_ quad: Quad) { sides = Quad.Side.allCases.map { [quad[$0].from, quad[$0].to] } }

  func map(_ transform: (Point) -> Point) -> OutlinePath { OutlinePath(sides: sides.map { $0.map(transform) }) }

  /// The parts of a horizontal line that lie within the outline, from left to right.
  func spans(at y: Double) -> [(from: Double, to: Double)] {
    let crossings = sides.flatMap(Self.lines).compactMap { line -> Double? in
      let (a, b) = (line.from, line.to)
      // Half open, so that a shared end counts once.
      guard (a.y <= y) != (b.y <= y) else { return nil }
      return a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y)
    }.sorted()
    return stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
  }

  /// The straight lines of a side, and whether each begins and ends at a corner.
  static func lines(of side: [Point]) -> [(from: Point, to: Point, isFirst: Bool, isLast: Bool)] {
    zip(side, side.dropFirst()).enumerated().map { index, ends in
      (ends.0, ends.1, index == 0, index == side.count - 2)
    }
  }
}
