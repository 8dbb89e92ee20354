extension Quad {
  /// The quad around a convex polygon that is left after removing sides: always the one whose neighbours, made longer until
  /// they meet, add the least area. Rounded corners and small tears vanish first.
  ///
  /// - Parameter polygon: the corners, clockwise as seen.
  /// - Returns: nil if no four sides enclose the polygon.
  init?(enclosing polygon: [Point]) {
    var corners = polygon
    // The corner at which a side's neighbours meet without it, and the area that this adds.
    func without(_ side: Int) -> (corner: Point, area: Double)? {
      let n = corners.count
      let (a, b, c, d) = (corners[(side + n - 1) % n], corners[side], corners[(side + 1) % n], corners[(side + 2) % n])
      guard (b - a).cross(d - c) > 0, let before = Line(through: a, b), let after = Line(through: c, d),
        let corner = before.crossing(after)
      else { return nil }
      let area = 0.5 * (corner - b).cross(c - b)
      return (corner, abs(area))
    }
    while corners.count > 4 {
      var least: (side: Int, corner: Point, area: Double)?
      for side in corners.indices {
        if let next = without(side), next.area < least?.area ?? .infinity { least = (side, next.corner, next.area) }
      }
      guard let least else { return nil }
      corners[least.side] = least.corner
      corners.remove(at: (least.side + 1) % corners.count)
    }
    self.init(corners)
  }
}
