extension Detector {
  /// Least fraction of a side's stations on one curve for the side to count as an edge.
  private static let leastSupport = 0.5

  /// Distances within which to look for edges, the nearest first, in samples of the reduced grid.
  private static let reaches = [2.0, 6.0]

  /// Moves some sides of a print onto the nearest edges of the photo, as the detector does with its own quads: along the
  /// print's curl if it has one. The other sides keep their lines.
  ///
  /// - Parameters:
  ///   - print: its quad is off by at most a fiftieth of the photo's long side.
  ///   - sides: the sides to move.
  /// - Returns: The quad in photo pixels; nil if one of the sides to move has no edge near it.
  package func snapped(_ print: Print, _ sides: Set<Quad.Side>, in photo: Photo) -> Quad? {
    let refinement = Refinement(photo)
    let sample = Double(max(photo.width, photo.height)) / Double(parameters.searchSize)
    for reach in Self.reaches {
      guard let fine = refinement.laid(print, sides, scale: reach * sample, in: photo),
        sides.allSatisfy({ fine.support[$0.rawValue] >= Self.leastSupport })
      else { continue }
      return Quad(
        crossingSides: Quad.Side.allCases.map { side in
          let (from, to) = sides.contains(side) ? fine.quad[side] : print.quad[side]
          return Line(through: from, to)
        })
    }
    return nil
  }
}

extension Refinement {
  /// A print's quad laid on the photo's edges, and the part of each side that lies on them.
  ///
  /// - Parameters:
  ///   - sides: the sides that count.
  ///   - scale: how far its sides may be off, in pixels.
  fileprivate func laid(
    _ print: Print, _ sides: Set<Quad.Side>, scale: Double, in photo: Photo
  ) -> (quad: Quad, support: [Double])? {
    let arched = refined(print.quad, scale: scale).map { (quad: $0.quad, support: $0.support) }
    guard let curl = print.curl else { return arched }
    // The edges may lie too far away to be looked for along the curl; sides that may be arched find them.
    let starts = [print.quad] + (arched.map { [$0.quad] } ?? [])
    let laid = starts.compactMap { curlFit(of: print, at: $0, in: photo)?.laid($0, curl, reach: scale) }
    func total(_ support: [Double]) -> Double { sides.reduce(0) { $0 + support[$1.rawValue] } }
    return laid.max { total($0.support) < total($1.support) }
  }
}
