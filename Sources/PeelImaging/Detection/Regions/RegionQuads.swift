/// Finds quads around regions of one brightness or colour, and around what lies on even ground.
struct RegionQuads {
  struct Parameters: Sendable {
    var regions = StableRegions.Parameters()
    var islands = Islands.Parameters()
    /// Greatest long side of the planes to search, in samples: outlines are moved onto edges later.
    var longSide = 320
    /// Least part of the quad that the region's convex hull covers.
    var leastShare = 0.85
    /// Greatest ratio of the longer to the shorter dimension: till receipts and strips of photos.
    var greatestElongation = 7.0
  }

  private let parameters: Parameters
  private let smallestPrint: Double

  /// - Parameter smallestPrint: least side of a print, as a fraction of the photo's short side.
  init(smallestPrint: Double, _ parameters: Parameters) {
    self.parameters = parameters
    self.smallestPrint = smallestPrint
  }

  /// The quads around the regions of some planes, and around islands in the ground, in samples of those planes.
  func found(_ planes: ReducedPlanes) -> FoundRegions {
    var (luma, blue, red) = (planes.luma, planes.blue, planes.red)
    var scale = 1.0
    while max(luma.width, luma.height) > parameters.longSide {
      (luma, blue, red) = (luma.halved(), blue?.halved(), red?.halved())
      scale *= 2
    }
    let regions = StableRegions(width: luma.width, height: luma.height, parameters.regions)
    let shortestSide = smallestPrint * Double(min(planes.width, planes.height))
    func quad(around hull: [Point]) -> (quad: Quad, share: Double)? {
      guard let quad = Quad(enclosing: hull)?.map({ scale * $0 }), quad.isConvex else { return nil }
      let share = scale * scale * hull.area / quad.area
      let lengths = Quad.Side.allCases.map { quad.length(of: $0) }
      let (w, h) = (lengths[0] + lengths[2], lengths[1] + lengths[3])
      guard share > parameters.leastShare, (lengths.min() ?? 0) > shortestSide,
        max(w, h) < parameters.greatestElongation * min(w, h)
      else { return nil }
      return (quad, share)
    }
    let step = parameters.regions.step
    var found: [RegionQuad] = []
    for (plane, step) in [(luma, step.luma), (blue, step.colour), (red, step.colour)] {
      guard let plane else { continue }
      found += regions.outlines(plane, step: step).compactMap { outline in
        quad(around: outline.hull).map {
          RegionQuad(quad: $0.quad, share: $0.share, contrast: Double(step * outline.thresholds) / 16)
        }
      }
    }
    let islands = Islands(luma, blue, red, parameters.islands)
    var ground = islands.ground
    ground.scale = scale
    return FoundRegions(
      regions: found,
      islands: islands.hulls.compactMap { quad(around: $0) }.map {
        RegionQuad(quad: $0.quad, share: $0.share, contrast: 0)
      },
      ground: ground)
  }
}

/// The regions of a photo.
struct FoundRegions: Sendable {
  /// Around regions of one brightness or colour.
  var regions: [RegionQuad] = []
  /// Around what lies on even ground.
  var islands: [RegionQuad] = []
  var ground = Ground()
}

/// A quad around a region.
struct RegionQuad: Sendable {
  /// In samples of the reduced grid.
  var quad: Quad
  /// The part of the quad that the region's convex hull covers, 0…1.
  var share: Double
  /// How much the region differs from what borders on it, in levels.
  var contrast: Double
  /// Around the quad.
  let box: Rectangle

  init(quad: Quad, share: Double, contrast: Double) {
    (self.quad, self.share, self.contrast, box) = (quad, share, contrast, Rectangle(around: quad))
  }

  var hypothesis: Hypothesis { Hypothesis(quad: quad, coverage: share, promise: share) }
}

extension [Point] {
  /// The area of a polygon, positive if its corners run clockwise as seen.
  fileprivate var area: Double {
    indices.reduce(0) { $0 + 0.5 * self[$1].cross(self[($1 + 1) % count]) }
  }
}
