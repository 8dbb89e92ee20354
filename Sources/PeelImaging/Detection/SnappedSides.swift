extension Detector {
  /// Least fraction of a side's stations on one curve for the side to count as an edge. Texture, too, has lines on which half
  /// of them lie, so that a clear edge farther away comes first.
  private static let (clearSupport, leastSupport) = (0.8, 0.5)

  /// Distances within which to look for edges, the nearest first, in samples of the reduced grid.
  private static let reaches = [2.0, 6.0, 12.0]

  /// Moves some sides of a print onto the nearest edges of the photo, as the detector does with its own quads: along the
  /// print's curl if it has one. The other sides keep their lines.
  ///
  /// - Parameters:
  ///   - print: its quad is off by at most a fiftieth of the photo's long side.
  ///   - sides: the sides to move.
  /// - Returns: The quad in photo pixels; nil if one of the sides to move has no edge near it.
  package func snapped(_ print: Print, _ sides: Set<Quad.Side>, in photo: Photo) -> Quad? {
    snapped(print, sides, in: photo, leastSupport: Self.leastSupport)
  }

  private func snapped(_ print: Print, _ sides: Set<Quad.Side>, in photo: Photo, leastSupport: Double) -> Quad? {
    let refinement = Refinement(photo)
    let sample = Double(max(photo.width, photo.height)) / Double(parameters.searchSize)
    var nearest: Quad?
    for reach in Self.reaches {
      guard let fine = refinement.laid(print, sides, scale: reach * sample, in: photo) else { continue }
      let support = sides.map { fine.support[$0.rawValue] }.min() ?? 0
      guard support >= leastSupport else { continue }
      let quad = Quad(
        crossingSides: Quad.Side.allCases.map { side in
          let (from, to) = sides.contains(side) ? fine.quad[side] : print.quad[side]
          return Line(through: from, to)
        })
      if support >= Self.clearSupport { return quad }
      nearest = nearest ?? quad
    }
    return nearest
  }
}

extension Detector {
  /// Where to look for the next edge.
  package enum Direction: String, Sendable { case outwards, inwards }

  /// How much farther to look for the next edge each time, and how often, in samples of the reduced grid.
  private static let (stride, mostStrides) = (1.5, 16)

  /// Moves some sides of a print that lie on edges onto the next ones.
  ///
  /// - Returns: The quad in photo pixels; nil if there is no edge near in that direction.
  package func snapped(_ print: Print, _ sides: Set<Quad.Side>, _ direction: Direction, in photo: Photo) -> Quad? {
    let sample = Double(max(photo.width, photo.height)) / Double(parameters.searchSize)
    // A clockwise quad's lines have their normals inwards.
    let sign = direction == .inwards ? 1.0 : -1.0
    let lines = Quad.Side.allCases.map { Line(through: print.quad[$0].from, print.quad[$0].to) }
    // One side may have no other edge, and its end that another side turns about then moves backwards.
    let corners = Quad.Corner.allCases.filter { sides.count == 1 || sides.isSuperset(of: $0.sides) }
    for step in 1...Self.mostStrides {
      let run = sign * Double(step) * Self.stride * sample
      let moved = Quad(
        crossingSides: zip(Quad.Side.allCases, lines).map { side, line in
          line.map { Line(normal: $0.normal, offset: $0.offset + (sides.contains(side) ? run : 0)) }
        })
      var start = print
      guard let moved, moved.isConvex else { return nil }
      start.quad = moved
      // Among so many places, some texture has most of a line.
      guard let found = snapped(start, sides, in: photo, leastSupport: Self.clearSupport) else { continue }
      let moves = corners.flatMap { corner in
        sides.intersection(corner.sides).compactMap { side in
          lines[side.rawValue].map { sign * $0.distance(to: found[corner]) }
        }
      }
      if moves.contains(where: { $0 > sample }), moves.allSatisfy({ $0 > -sample / 4 }) { return found }
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
