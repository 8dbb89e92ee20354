extension Detector {
  /// Share of a side's stations that have to lie on one course for it to count as an edge.
  private static let leastSupport = 0.5

  /// How far edges are looked for, in samples of the grid that prints are first looked for on: what is near comes first.
  private static let reaches = [2.0, 6.0]

  /// Lays some sides of a quad on the nearest edges of the photo as the detector lays its own; the others keep their
  /// lines.
  ///
  /// - Parameter quad: in photo pixels, off by up to a fiftieth of the photo's long side.
  /// - Returns: nil where there is no edge along one of the sides.
  public func snapped(_ quad: Quad, _ sides: Set<Quad.Side>, in photo: Photo) -> Quad? {
    let refinement = Refinement(photo)
    let sample = Double(max(photo.width, photo.height)) / Double(parameters.searchSize)
    for reach in Self.reaches {
      guard let rough = refinement.refined(quad, Refinement.rough(scale: reach * sample)),
        let fine = refinement.refined(rough.quad, Refinement.fine(scale: reach * sample / 2)),
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
