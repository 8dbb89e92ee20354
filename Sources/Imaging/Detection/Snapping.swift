extension Detector {
  /// Share of a side's stations that have to lie on one course for it to count as an edge.
  private static let leastSupport = 0.5

  /// Lays some sides of a quad on the nearest edges of the photo as the detector lays its own; the others keep their
  /// lines.
  ///
  /// - Parameter quad: in photo pixels, off by up to a hundredth of the photo's long side.
  /// - Returns: nil where there is no edge along one of the sides.
  public func snapped(_ quad: Quad, _ sides: Set<Quad.Side>, in photo: Photo) -> Quad? {
    let refinement = Refinement(photo)
    // As far as two samples of the grid that prints are first looked for on.
    let reach = 2 * Double(max(photo.width, photo.height)) / Double(parameters.searchSize)
    guard let rough = refinement.refined(quad, Refinement.rough(scale: reach)),
      let fine = refinement.refined(rough.quad, Refinement.fine(scale: reach / 2)),
      sides.allSatisfy({ fine.support[$0.rawValue] >= Self.leastSupport })
    else { return nil }
    return Quad(
      crossingSides: Quad.Side.allCases.map { side in
        let (from, to) = sides.contains(side) ? fine.quad[side] : quad[side]
        return Line(through: from, to)
      })
  }
}
