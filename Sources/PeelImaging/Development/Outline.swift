/// A print's outline that a scan can be made of, and the print's true size.
struct Outline {
  let quad: Quad
  let pose: Pose
  let film: FilmFormat?
  /// Millimetres with a film; without one the height is 1.
  let width: Double
  let height: Double

  /// Refuses what gives no picture.
  init(
    _ quad: Quad, in photo: Photo, film: FilmFormat?, isUpright: Bool, limits: Developer.Limits
  ) throws(DevelopmentError) {
    let pose = Pose(
      quad: quad, photoSize: (photo.width, photo.height), focalLength: photo.focalLength, isCropped: photo.isCropped,
      film: film, isUpright: isUpright)
    guard let pose else { throw .notConvex }
    let sides = Quad.Side.allCases.map(quad.length)
    let longest = sides.reduce(0, max)
    let shortest = sides.reduce(.infinity, min)
    let flatness = quad.area / (longest * longest)
    guard let map = Homography(unitSquareTo: quad) else { throw .tooThin(flatness: flatness, depth: .infinity) }
    // The third coordinate is the distance from the camera along its axis, but for a factor.
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
    if let film {
      let isUpright = pose.ratio == film.ratio
      (width, height) = isUpright ? (film.width, film.height) : (film.height, film.width)
    } else {
      (width, height) = (pose.ratio, 1)
    }
  }

  /// Whether the film's width runs along the quad's top side; its top may be at the bottom even so.
  var isUpright: Bool { film.map { pose.ratio == $0.ratio } ?? true }

  /// Photo pixels to a unit of `width` and `height` along the best resolved side.
  var sampling: Double {
    max(
      max(quad.length(of: .top), quad.length(of: .bottom)) / width,
      max(quad.length(of: .left), quad.length(of: .right)) / height)
  }

  /// Pixels of a scan of the whole print to photo pixels.
  func map(width: Int, height: Int) throws(DevelopmentError) -> Homography {
    guard let map = Homography(rectangleOf: Double(width), Double(height), to: quad) else { throw .notConvex }
    return map
  }
}

extension Developer {
  /// Of a scan of the whole print, in pixels.
  func size(of outline: Outline) throws(DevelopmentError) -> (width: Int, height: Int) {
    try size(width: outline.width, height: outline.height, outline)
  }

  /// Of a scan of a part of a print. A known film's picture has its exact size at a given `ppi`.
  func size(
    of part: Rectangle, _ crop: Crop, whole: (width: Int, height: Int), _ outline: Outline
  ) throws(DevelopmentError) -> (width: Int, height: Int) {
    if crop == .picture, ppi != nil, let picture = outline.film?.picture {
      let (width, height) = outline.isUpright ? (picture.width, picture.height) : (picture.height, picture.width)
      return try size(width: width - 2 * inset, height: height - 2 * inset, outline)
    }
    return try size(
      width: part.width / Double(whole.width) * outline.width,
      height: part.height / Double(whole.height) * outline.height,
      outline)
  }

  /// Whether `longSide` makes a scan smaller than the photo and `ppi` would have it.
  func isPreview(of outline: Outline) -> Bool {
    guard let longSide else { return false }
    let scale = outline.film == nil ? outline.sampling : ppi.map { $0 / 25.4 } ?? outline.sampling
    return Double(longSide) < scale * max(outline.width, outline.height)
  }

  /// Of so much of the print, in the units of `outline`.
  private func size(
    width: Double, height: Double, _ outline: Outline
  ) throws(DevelopmentError) -> (width: Int, height: Int) {
    var scale = outline.sampling
    if let ppi, outline.film != nil { scale = ppi / 25.4 }
    if let longSide { scale = min(scale, Double(longSide) / max(width, height)) }
    let (w, h) = ((width * scale).rounded(), (height * scale).rounded())
    guard w >= 1, h >= 1, max(w, h) <= Double(limits.mostPixels), w * h <= Double(limits.mostArea) else {
      throw .badSize(width: w, height: h, most: limits.mostPixels)
    }
    return (Int(w), Int(h))
  }

  /// The whole print small, to look for its frame and picture.
  func proof(of photo: Photo, _ outline: Outline) throws(DevelopmentError) -> YCC {
    let scale = min(outline.sampling, Double(limits.proof) / max(outline.width, outline.height))
    let width = max(1, Int((outline.width * scale).rounded()))
    let height = max(1, Int((outline.height * scale).rounded()))
    let map = try outline.map(width: width, height: height)
    return Warp(photo, map: map, width: width, height: height, sampling: .preview).drawn(rows: 0..<height).planes
  }
}

extension Rectangle {
  /// Pixels of a scan of this part alone to pixels of the whole.
  func map(width: Int, height: Int) -> Homography {
    Homography(scale: Point(self.width / Double(width), self.height / Double(height)), offset: Point(x, y))
  }
}

extension Homography {
  /// From a scan turned clockwise, when this is the map from the scan of the given size as it was before.
  func turned(quarters: Int, width: Double, height: Double) -> Homography {
    switch (quarters % 4 + 4) % 4 {
    case 1: after(Homography(0, 1, 0, -1, 0, height, 0, 0, 1))
    case 2: after(Homography(-1, 0, width, 0, -1, height, 0, 0, 1))
    case 3: after(Homography(0, -1, width, 1, 0, 0, 0, 0, 1))
    case _: self
    }
  }
}
