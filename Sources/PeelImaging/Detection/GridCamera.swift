/// The photo's camera, for finding the true proportions and the tilt of quads on the reduced grid.
struct GridCamera: Sendable {
  /// Greatest error of a quad's proportions (a logarithm of ratios) with and without a known focal length, for corners that
  /// are accurate to a grid sample.
  private static let tolerance = (known: 0.09, unknown: 0.14)

  private let photoSize: (width: Int, height: Int)
  private let focalLength: Double?
  /// Photo pixels along one grid sample.
  let scale: Double

  init(_ photo: Photo, scale: Double) {
    photoSize = (photo.width, photo.height)
    focalLength = photo.focalLength
    self.scale = scale
  }

  var ratioTolerance: Double { focalLength == nil ? Self.tolerance.unknown : Self.tolerance.known }

  /// The pose of a quad of the reduced grid.
  func pose(of quad: Quad) -> Pose? {
    Pose(quad: quad.map { scale * $0 }, photoSize: photoSize, focalLength: focalLength)
  }
}
