import PeelImaging

/// A request to snap sides of an outline to the nearest edges.
package struct SnapOrder: Equatable, Sendable {
  package let item: ItemID
  /// The corner or side to snap; nil for all four sides.
  package let handle: Handle?
  /// The outline as a print.
  package let print: Print

  /// The outline's corners, in photo pixels.
  package var quad: Quad { print.quad }

  /// The corners after snapping; nil if no edge is near enough. Slow: don't call it on the terminal's thread.
  package func result(in photo: Photo) -> Quad? {
    guard let edges = edges(in: photo), edges.isConvex else { return nil }
    var result = quad
    for corner in handle?.corners ?? Quad.Corner.allCases { result[corner] = edges[corner] }
    return result
  }

  /// The outline with its sides, or those at the handle, on the nearest edges; nil if no edge is near enough. Slow: don't
  /// call it on the terminal's thread.
  package func edges(in photo: Photo) -> Quad? {
    let sides: Set<Quad.Side> =
      switch handle {
      case .corner(let corner): Set(corner.sides)
      case .side(let side): [side]
      case nil: Set(Quad.Side.allCases)
      }
    return Detector().snapped(print, sides, in: photo)
  }
}

extension Quad.Corner {
  /// The two sides that meet at the corner.
  fileprivate var sides: [Quad.Side] {
    let sides = Quad.Side.allCases
    return [sides[rawValue], sides[(rawValue + sides.count - 1) % sides.count]]
  }
}
