/// The photo's border: the side of a print that lies flush with it.
///
/// Nothing can be measured beyond it, so a quad's side on the border has no evidence of its own; it counts as an edge
/// throughout.
struct PhotoBorder: Sendable {
  let width: Double
  let height: Double

  /// How far from the border a side on it may lie, in the border's units: for rounding only.
  private static let slack = 1e-3

  /// The quad whose four sides are the border.
  var quad: Quad { Quad(x: 0, y: 0, width: width, height: height) }

  /// The photo may be a scan that is cropped already.
  var hypothesis: Hypothesis { Hypothesis(quad: quad, coverage: 1, promise: 1) }

  /// Whether a side lies on the border.
  func holds(_ from: Point, _ to: Point) -> Bool { edge(near: from, to, within: Self.slack) != nil }

  /// The sides of a quad that lie on the border.
  func sides(of quad: Quad) -> [Quad.Side] { Quad.Side.allCases.filter { holds(quad[$0].from, quad[$0].to) } }

  /// A quad whose sides within `reach` of the border lie on it: too little can be seen beyond them.
  func snapped(_ quad: Quad, reach: Double) -> Quad {
    var corners = quad.corners
    for side in Quad.Side.allCases {
      let (from, to) = quad[side]
      guard let edge = edge(near: from, to, within: reach) else { continue }
      for corner in [side.rawValue, (side.rawValue + 1) % 4] { corners[corner] = edge.nearest(to: corners[corner]) }
    }
    return Quad(corners) ?? quad
  }

  /// One of the border's four sides.
  private enum Edge {
    case x(Double)
    case y(Double)

    func nearest(to p: Point) -> Point {
      switch self {
      case .x(let x): Point(x, p.y)
      case .y(let y): Point(p.x, y)
      }
    }
  }

  /// The side of the border near which both points lie.
  private func edge(near a: Point, _ b: Point, within reach: Double) -> Edge? {
    [Edge.x(0), .x(width), .y(0), .y(height)].first { edge in
      edge.nearest(to: a).distance(to: a) <= reach && edge.nearest(to: b).distance(to: b) <= reach
    }
  }
}

extension Hypothesis {
  func snapped(to border: PhotoBorder, reach: Double) -> Hypothesis {
    var hypothesis = self
    hypothesis.quad = border.snapped(quad, reach: reach)
    return hypothesis
  }
}
