internal import PeelPlatform

/// The reduced grid and smaller ones, from which patches are read.
package struct PatchSource: Sendable {
  /// Each half as large as the one before.
  private let grids: [ColourGrid]
  /// The smallest grid has a long side of at least this many samples.
  private static let least = QuadPatch.side / 2
  private let border: PhotoBorder

  /// - Parameters:
  ///   - colours: the planes' colours.
  ///   - border: the photo's border, in samples of the reduced grid.
  init(_ planes: ReducedPlanes, _ colours: ColourGrid, _ border: PhotoBorder) {
    self.border = border
    var (planes, grids) = (planes, [colours])
    while max(planes.width, planes.height) >= 2 * Self.least {
      planes = planes.halved()
      grids.append(ColourGrid(planes))
    }
    self.grids = grids
  }

  /// The patch of a quad; nil if three of its corners lie on a line, or two opposite sides on the photo's border.
  ///
  /// Nothing can be seen beyond a side on the border. There, the patch shows what lies beyond the opposite side.
  ///
  /// - Parameter quad: in samples of the reduced grid.
  package func patch(of quad: Quad) -> QuadPatch? {
    let onBorder = border.sides(of: quad).map(\.rawValue)
    guard !onBorder.contains(where: { onBorder.contains($0 + 2) }), let map = Homography(unitSquareTo: quad) else {
      return nil
    }
    let reach = 1 + 2 * QuadPatch.margin
    let step = Quad.Side.allCases.reduce(0) { $0 + quad.length(of: $1) / 4 } * reach / Double(QuadPatch.side)
    // The grid whose samples are most nearly one step apart.
    let level = Int(min(max(0, log2(max(1, step)).rounded()), Double(grids.count - 1)))
    let (grid, scale) = (grids[level], 1 / Double(1 << level))
    func place(_ index: Int) -> Double { (Double(index) + 0.5) / Double(QuadPatch.side) * reach - QuadPatch.margin }
    func seen(_ p: Point) -> Point {
      let seen = scale * map(p)
      guard !onBorder.isEmpty, !grid.contains(seen) else { return seen }
      let opposite = scale * map(Point(1 - p.x, 1 - p.y))
      return grid.contains(opposite) ? opposite : seen
    }
    let levels = [UInt8](capacity: QuadPatch.side * QuadPatch.side * QuadPatch.colours) { output in
      for y in 0..<QuadPatch.side {
        for x in 0..<QuadPatch.side {
          let colour = grid.interpolated(seen(Point(place(x), place(y))))
          for k in 0..<QuadPatch.colours { output.append(UInt8(clamping: Int(colour[k].rounded()))) }
        }
      }
    }
    return QuadPatch(levels: levels)
  }
}
