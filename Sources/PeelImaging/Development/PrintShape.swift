/// Where a print lies in a photo, and its true shape and size.
package struct PrintShape: Sendable {
  package let quad: Quad
  /// The print before the camera if it curls; nil if it is flat.
  package let sheet: CurledSheet?
  package let pose: Pose
  package let film: FilmFormat?
  /// The print's size in millimetres if it is known; otherwise the height is 1.
  package let width: Double
  package let height: Double
  /// Whether the size is in millimetres: the film or the page's scale is known.
  let isMeasured: Bool
  /// The scale of the page that the print lies on; nil for photos that cameras took.
  let page: PageScale?
  /// Whether the film's width runs along the quad's top side. The print may still stand on its head.
  let isUpright: Bool
  /// Whether the quad is known to begin at the print's own top left.
  let isWayUpGiven: Bool

  /// - Parameters:
  ///   - quad: the print's outline in photo pixels, from its own top left if `isUpright`.
  ///   - photo: the photo that the outline is in. Only its size, focal length and page are used.
  ///   - film: the print's film, if known.
  ///   - isUpright: whether the quad begins at the print's own top left.
  ///   - curl: how the print curls; nil if it is flat.
  ///   - limits: which outlines are rejected.
  /// - Throws: An error if the outline gives no picture.
  package init(
    _ quad: Quad, in photo: Photo, film: FilmFormat?, isUpright: Bool, curl: Curl? = nil, limits: Developer.Limits
  ) throws(DevelopmentError) {
    let page = curl == nil ? photo.page : nil
    let quad = page == nil ? quad : PageRectangle.onPixels(quad, in: photo)
    let seen =
      page == nil
      ? Pose(
        quad: quad, photoSize: (photo.width, photo.height), focalLength: photo.focalLength, isCropped: photo.isCropped,
        film: film, isUpright: isUpright) : Pose(onPage: quad)
    guard let pose = seen else { throw .notConvex }
    let sides = Quad.Side.allCases.map(quad.length)
    let longest = sides.reduce(0, max)
    let shortest = sides.reduce(.infinity, min)
    let flatness = quad.area / (longest * longest)
    guard let map = Homography(unitSquareTo: quad) else { throw .tooThin(flatness: flatness, depth: .infinity) }
    // Up to a factor, the third coordinate is the distance from the camera along its axis.
    let depths = [map.i, map.g + map.i, map.g + map.h + map.i, map.h + map.i]
    let nearest = depths.reduce(.infinity, min)
    let depth = nearest > 0 ? depths.reduce(0, max) / nearest : .infinity
    guard flatness >= limits.leastFlatness, depth <= limits.mostDepth else {
      throw .tooThin(flatness: flatness, depth: depth)
    }
    guard shortest >= limits.leastSide else { throw .tooSmall(side: shortest, least: limits.leastSide) }
    let share =
      quad.intersectionArea(Quad(x: 0, y: 0, width: Double(photo.width), height: Double(photo.height))) / quad.area
    guard share >= limits.leastShare else { throw .outside(share: share, least: limits.leastShare) }
    self.quad = quad
    self.pose = pose
    self.film = film
    sheet = curl.flatMap {
      CurledSheet(quad, $0, pose, photoSize: (photo.width, photo.height), isFlatRatio: film != nil)
    }
    if let depth = sheet?.depth, depth > limits.mostDepth { throw .tooThin(flatness: flatness, depth: depth) }
    self.page = page
    let isFilmUpright = film.map { page == nil ? pose.ratio == $0.ratio : (pose.ratio < 1) == ($0.ratio < 1) } ?? true
    self.isUpright = isFilmUpright
    isWayUpGiven = isUpright && isFilmUpright
    isMeasured = film != nil || page?.dpi != nil
    if let page {
      // Never stretched: a film only names the print, and without the page's scale gives its width.
      let top = (quad.length(of: .top) + quad.length(of: .bottom)) / 2
      let named = film.map { isFilmUpright ? $0.width : $0.height }
      width = page.millimetre.map { top / $0 } ?? named ?? pose.ratio
      height = width / pose.ratio
    } else if let film {
      (width, height) = isFilmUpright ? (film.width, film.height) : (film.height, film.width)
    } else {
      let growth = curl.map(CurledWay.growth) ?? 1
      (width, height) = (pose.ratio * (curl?.direction == .down ? 1 / growth : growth), 1)
    }
  }

  /// The photo pixels per unit of `width` and `height` along the best resolved side.
  var sampling: Double {
    max(
      max(quad.length(of: .top), quad.length(of: .bottom)) / width,
      max(quad.length(of: .left), quad.length(of: .right)) / height)
  }
}

extension Developer {
  /// The size of a scan of the whole print, in pixels.
  func size(of shape: PrintShape) throws(DevelopmentError) -> (width: Int, height: Int) {
    try size(width: shape.width, height: shape.height, shape)
  }

  /// The size of a scan of a part of a print, in pixels. A known film's picture has its exact size at a given `ppi`.
  func size(
    of part: Rectangle, _ crop: Crop, whole: (width: Int, height: Int), _ shape: PrintShape
  ) throws(DevelopmentError) -> (width: Int, height: Int) {
    if crop == .picture, ppi != nil, let picture = shape.film?.picture {
      let (width, height) = shape.isUpright ? (picture.width, picture.height) : (picture.height, picture.width)
      return try size(width: width - 2 * inset, height: height - 2 * inset, shape)
    }
    return try size(
      width: part.width / Double(whole.width) * shape.width,
      height: part.height / Double(whole.height) * shape.height,
      shape)
  }

  /// Whether `longSide` makes the scan smaller than the photo or `ppi` would.
  func isPreview(of shape: PrintShape) -> Bool {
    guard let longSide else { return false }
    let scale = !shape.isMeasured ? shape.sampling : ppi.map { $0 / Self.millimetresPerInch } ?? shape.sampling
    return Double(longSide) < scale * max(shape.width, shape.height)
  }

  /// The grid of a small proof of the whole print.
  func proofGrid(of shape: PrintShape, _ longSide: Int) -> PrintGrid {
    let scale = min(shape.sampling, Double(longSide) / max(shape.width, shape.height))
    let width = max(1, Int((shape.width * scale).rounded()))
    let height = max(1, Int((shape.height * scale).rounded()))
    return PrintGrid(whole: (width, height), isPreview: true)
  }

  /// The size of a part of the print, given in the units of `shape`, in pixels.
  private func size(
    width: Double, height: Double, _ shape: PrintShape
  ) throws(DevelopmentError) -> (width: Int, height: Int) {
    var scale = shape.sampling
    if let ppi, shape.isMeasured { scale = ppi / Self.millimetresPerInch }
    if let longSide { scale = min(scale, Double(longSide) / max(width, height)) }
    let (w, h) = ((width * scale).rounded(), (height * scale).rounded())
    guard w >= 1, h >= 1, max(w, h) <= Double(limits.mostPixels), w * h <= Double(limits.mostArea) else {
      throw .badSize(width: w, height: h, most: limits.mostPixels)
    }
    return (Int(w), Int(h))
  }

  static let millimetresPerInch = 25.4
}
