extension Detector {
  /// Least fraction of a side's stations on one curve for the side to count as an edge.
  private static let leastSupport = 0.5

  /// Distances within which to look for edges, the nearest first, in samples of the reduced grid.
  private static let reaches = [2.0, 6.0]

  /// Moves some sides of a quad onto the nearest edges of the photo, as the detector does with its own quads. The other
  /// sides keep their lines.
  ///
  /// - Parameters:
  ///   - quad: the quad, in photo pixels, off by at most a fiftieth of the photo's long side.
  ///   - sides: the sides to move.
  /// - Returns: The quad in photo pixels; nil if one of the sides to move has no edge near it.
  package func snapped(_ quad: Quad, _ sides: Set<Quad.Side>, in photo: Photo) -> Quad? {
    let refinement = Refinement(photo)
    let sample = Double(max(photo.width, photo.height)) / Double(parameters.searchSize)
    for reach in Self.reaches {
      guard let fine = refinement.refined(quad, scale: reach * sample),
        sides.allSatisfy({ fine.support[$0.rawValue] >= Self.leastSupport })
      else { continue }
      return Quad(
        crossingSides: Quad.Side.allCases.map { side in
          let (from, to) = sides.contains(side) ? fine.quad[side] : quad[side]
          return Line(through: from, to)
        })
    }
    return nil
  }
}
