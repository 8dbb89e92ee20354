extension Detector {
  /// How a print that a person says is curled curls, from the edges along its sides.
  ///
  /// - Parameter print: its corners may be off by about a hundredth of the photo's long side.
  /// - Returns: nil if its sides have no edges, or no sheet fits them.
  package func curl(of print: Print, in photo: Photo) -> Curl? {
    let refinement = Refinement(photo)
    let sample = Double(max(photo.width, photo.height)) / Double(parameters.searchSize)
    guard print.quad.isConvex, let refined = refinement.refined(print.quad, Refinement.fine(scale: sample)) else {
      return nil
    }
    return refinement.curlFit(of: print, at: refined.quad, in: photo)?.likeliestCurl(of: refined)?.curl
  }
}

extension Print {
  /// The sides in photo pixels, clockwise, each from its first corner to its second: two points, or several along a side
  /// that is curved in the photo.
  package func sides(in photo: Photo) -> [[Point]] {
    let straight = Quad.Side.allCases.map { [quad[$0].from, quad[$0].to] }
    let size = (width: photo.width, height: photo.height)
    guard let curl, quad.isConvex,
      let pose = Pose(
        quad: quad, photoSize: size, focalLength: photo.focalLength, isCropped: photo.isCropped, film: film,
        isUpright: isUpright),
      let sheet = CurledSheet(quad, curl, pose, photoSize: size, isFlatRatio: film != nil)
    else { return straight }
    return Quad.Side.allCases.map { side in
      let isCurved = (side == .top || side == .bottom) == (curl.direction == .across)
      guard isCurved else { return straight[side.rawValue] }
      return (0...Self.pieces).map { sheet.point(on: side, Double($0) / Double(Self.pieces)) }
    }
  }

  /// The straight pieces of a curved side.
  private static let pieces = 16
}
