internal import PeelPlatform

/// The true shape and the tilt of a rectangle seen by a pinhole camera whose axis meets the photo's centre.
///
/// Let H = (h₁ h₂ h₃) be the map from the unit square to the quad, measured from the photo's centre, and ω = diag(1/f²,
/// 1/f², 1) the image of the absolute conic. Then width² / height² = h₁ᵀωh₁ / h₂ᵀωh₂, and h₁ᵀωh₂ = 0 because the sides
/// are at right angles. The second equation gives the focal length if the file doesn't (Zhang and He, Whiteboard It!
/// Convert Whiteboard Content into an Electronic Document, 2003, section 2.2). It is weak if a pair of sides stays
/// parallel in the photo, so it is weighed against the usual lenses of cameras.
package struct Pose: Sendable, Hashable {
  /// What the ratio is based on, most reliable first.
  package enum Source: String, Sendable, CaseIterable {
    /// The known film's proportions.
    case film
    /// The focal length in the photo's file.
    case focalLength
    /// The focal length estimated from the quad's vanishing points.
    case vanishingPoints
    /// The side lengths: the quad shows so little perspective that every usual lens gives the same shape.
    case sides
    /// A flatbed, which sees everything from straight above.
    case flatbed
    /// The focal length of most phones, because the quad doesn't determine one or can't be trusted.
    case usualLens
  }

  /// What is assumed about cameras and corners if the file gives no focal length.
  package struct Assumptions: Sendable, Hashable {
    /// The range of focal lengths in photo diagonals: from ultra-wide (17 mm equivalent) to short telephoto (170 mm).
    package var focalLengths = 0.4...4.0
    /// The focal length of phones' main lenses (27 mm equivalent), in photo diagonals.
    package var usualFocalLength = 0.62
    /// The standard deviation of the focal length's logarithm. 0.25 to 0.4 made no difference on rendered photos.
    package var focalLengthSpread = 0.4
    /// The standard deviation of a corner along each axis, in photo diagonals: 3 pixels of 1500. Rendered prints have
    /// better corners, but real ones aren't flat. With 0.0004, equal cards of one photo differed by 2.4 % in their ratios
    /// (15 photos of 4 to 13 prints); with this, by 1.6 %.
    package var cornerError = 0.002
    /// The relative difference of two ratios below which they count as equal; it isn't visible.
    package var negligible = 0.002
    /// The difference of a film's ratio from 1 up to which its shape doesn't tell whether it lies on its side.
    package var nearlySquare = 0.05

    /// The assumptions that `peel` uses.
    package init() {}
  }

  /// The true rectangle's width over its height. Its width runs along the quad's top side.
  package let ratio: Double
  /// The degrees between the camera's axis and the rectangle's normal: 0 if seen from straight above, nil if neither
  /// the file nor the quad gives the focal length.
  package let tilt: Double?
  /// What the ratio is based on.
  package let source: Source
  /// The focal length in photo pixels, from the file or estimated; nil if it is only assumed.
  package let focalLength: Double?

  /// Finds the shape and the tilt; nil if the quad isn't convex, is degenerate, or the photo has no area.
  ///
  /// With a film, the ratio is the film's, or its inverse if the print lies on its side: whichever is nearer. If
  /// `isUpright`, an almost square film's ratio isn't inverted.
  ///
  /// If the photo `isCropped`, the lens's axis may not pass through its centre, which makes vanishing points misleading. On
  /// 465 random cuts of rendered photos the usual lens was no worse in the median (off by 1.2 %), and off by 8.8 %
  /// rather than 10.8 % in one of ten.
  ///
  /// - Parameters:
  ///   - quad: the rectangle's outline in photo pixels.
  ///   - photoSize: the photo's size in pixels.
  ///   - focalLength: the focal length in photo pixels, if the file gives it.
  ///   - isCropped: whether the photo is only a part of what the camera saw.
  ///   - film: the print's film, if known.
  ///   - isUpright: whether the quad begins at the print's own top left.
  ///   - assumptions: what is assumed without a focal length.
  package init?(
    quad: Quad, photoSize: (width: Int, height: Int), focalLength: Double?, isCropped: Bool = false,
    film: FilmFormat? = nil, isUpright: Bool = false, assuming assumptions: Assumptions = Assumptions()
  ) {
    guard quad.isConvex, let view = SeenQuad(of: quad, photoSize: photoSize) else { return nil }
    let given = focalLength.flatMap { $0.isFinite && $0 > 0 ? $0 / view.diagonal : nil }
    let estimate =
      given.map { SeenQuad.Estimate(focalLength: $0, source: .focalLength) }
      ?? view.estimate(assumptions, isCropped: isCropped)
    var ratio = view.ratio(focalLength: estimate.focalLength)
    guard ratio.isFinite, ratio > 0 else { return nil }
    if let film {
      // Compared as logarithms, the boundary between ratio and 1/ratio is 1.
      let isNearlySquare = abs(film.ratio - 1) < assumptions.nearlySquare
      let standsUpright = (ratio < 1) == (film.ratio < 1) || (isUpright && isNearlySquare)
      ratio = standsUpright ? film.ratio : 1 / film.ratio
    }
    let isKnown = estimate.source == .focalLength || estimate.source == .vanishingPoints
    self.ratio = ratio
    source = film == nil ? estimate.source : .film
    self.focalLength = isKnown ? estimate.focalLength * view.diagonal : nil
    // With too little perspective for any lens to matter, the quad is seen from almost straight above.
    tilt = estimate.source == .usualLens ? nil : view.tilt(focalLength: estimate.focalLength)
  }
}

extension Pose {
  /// The pose of a rectangle on a page from a flatbed; nil if the quad isn't convex.
  init?(onPage quad: Quad) {
    guard quad.isConvex else { return nil }
    ratio =
      (quad.length(of: .top) + quad.length(of: .bottom)) / (quad.length(of: .left) + quad.length(of: .right))
    (tilt, source, focalLength) = (0, .flatbed, nil)
  }
}

/// A quad as the camera sees it. Lengths are in photo diagonals from the photo's centre.
private struct SeenQuad {
  struct Estimate {
    var focalLength: Double
    var source: Pose.Source
  }

  /// How the focal length is searched for.
  private enum Search {
    /// The factor between neighbours of the first grid. No feature of the cost is narrower.
    static let step = 1.15
    /// The focal lengths tried on either side of a grid's middle, the middle included. The first grid spans a factor of
    /// 1.15⁸ = 3.06 either way, and so almost all of 0.4…4 diagonals.
    static let steps = 9
    /// The number of grids, each around the best focal length of the one before.
    static let grids = 3
    /// How much finer each grid is than the one before.
    static let refinement = 7.0
    /// The quad determines the focal length if half or twice of it changes the right angle by more than this many
    /// standard errors.
    static let leastErrors = 3.0
  }

  let diagonal: Double
  private let map: Homography
  /// The mean length of the sides. The shorter it is, the more an error of the corners changes an angle.
  private let meanSide: Double
  // h₁ᵀωh₁ = widthFlat / f² + g², h₂ᵀωh₂ = heightFlat / f² + h², h₁ᵀωh₂ = skewFlat / f² + g h.
  private let widthFlat: Double
  private let heightFlat: Double
  private let skewFlat: Double

  init?(of quad: Quad, photoSize: (width: Int, height: Int)) {
    let centre = Point(Double(photoSize.width) / 2, Double(photoSize.height) / 2)
    diagonal = 2 * centre.length
    guard diagonal > 0 else { return nil }
    let scale = 1 / diagonal
    let centred = Quad(
      scale * (quad[.topLeft] - centre), scale * (quad[.topRight] - centre),
      scale * (quad[.bottomRight] - centre), scale * (quad[.bottomLeft] - centre))
    guard let map = Homography(unitSquareTo: centred) else { return nil }
    self.map = map
    meanSide =
      (centred.length(of: .top) + centred.length(of: .right) + centred.length(of: .bottom)
        + centred.length(of: .left)) / 4
    widthFlat = map.a * map.a + map.d * map.d
    heightFlat = map.b * map.b + map.e * map.e
    skewFlat = map.a * map.b + map.d * map.e
  }

  func ratio(focalLength f: Double) -> Double {
    let s = 1 / (f * f)
    return ((widthFlat * s + map.g * map.g) / (heightFlat * s + map.h * map.h)).squareRoot()
  }

  /// The tilt in degrees.
  func tilt(focalLength f: Double) -> Double {
    // The plane's two directions before the camera, K⁻¹h₁ and K⁻¹h₂; their cross product is its normal.
    let x = map.d / f * map.h - map.g * map.e / f
    let y = map.g * map.b / f - map.a / f * map.h
    let z = (map.a * map.e - map.b * map.d) / (f * f)
    return acos(min(1, abs(z) / (x * x + y * y + z * z).squareRoot())) * 180 / .pi
  }

  /// The cosine of the angle between the print's sides if the camera had this focal length; 0 for the true one.
  private func skew(focalLength f: Double) -> Double {
    let s = 1 / (f * f)
    return (skewFlat * s + map.g * map.h)
      / ((widthFlat * s + map.g * map.g) * (heightFlat * s + map.h * map.h)).squareRoot()
  }

  /// The most probable focal length. The right angle, as certain as the corners are, is weighed against the usual lens.
  func estimate(_ assumptions: Pose.Assumptions, isCropped: Bool) -> Estimate {
    let range = assumptions.focalLengths
    let usual = assumptions.usualFocalLength
    let (shortest, longest) = (ratio(focalLength: range.lowerBound), ratio(focalLength: range.upperBound))
    if abs(shortest - longest) < assumptions.negligible * max(shortest, longest) {
      return Estimate(focalLength: usual, source: .sides)
    }
    if isCropped { return Estimate(focalLength: usual, source: .usualLens) }
    // The angle between two sides has the errors of two corners on each.
    let skewError = 2 * assumptions.cornerError / max(meanSide, assumptions.cornerError)
    func cost(_ f: Double) -> Double {
      let angle = skew(focalLength: f) / skewError
      // sinh ln(f / usual): the logarithm to second order, and odd in f / usual ↔ usual / f.
      let lens = (f / usual - usual / f) / (2 * assumptions.focalLengthSpread)
      return angle * angle + lens * lens
    }
    // A geometric grid over the range, then finer ones around the best.
    var best = usual
    var lowest = cost(usual)
    func weigh(_ candidate: Double) {
      let value = cost(candidate)
      if range.contains(candidate), value < lowest { (lowest, best) = (value, candidate) }
    }
    var centre = (range.lowerBound * range.upperBound).squareRoot()
    var step = Search.step
    for _ in 0..<Search.grids {
      var f = centre
      for _ in 0..<Search.steps {
        let down = centre * centre / f
        weigh(f)
        weigh(down)
        f *= step
      }
      centre = best
      step = 1 + (step - 1) / Search.refinement
    }
    let change = max(abs(skew(focalLength: best / 2)), abs(skew(focalLength: best * 2)))
    let isDetermined = change > Search.leastErrors * skewError
    return Estimate(focalLength: best, source: isDetermined ? .vanishingPoints : .usualLens)
  }
}
