/// Where, between a quad's sides and its middle, edges run beside the sides: a frame shows as a clean strip that ends
/// at an edge, on all four sides, at depths that its film tells.
struct FrameProfile {
  /// Depth bins over half of the print: each half a percent of the print's width or height.
  static let bins = 80
  /// For each side, by depth: which of 32 places along the side have an edge there.
  private var masks: [[UInt32]]

  init?(_ quad: Quad, _ edges: EdgePoints) {
    guard let map = Homography(unitSquareTo: quad), let back = map.inverse else { return nil }
    masks = Array(repeating: Array(repeating: 0, count: Self.bins), count: 4)
    // Directions of the sides near a point are close to those of the nearest side: good enough for 20°.
    let normals = Quad.Side.allCases.map { side -> Point in
      let (from, to) = quad[side]
      return (to - from).normalized.perpendicular
    }
    let xs = quad.corners.map(\.x)
    let ys = quad.corners.map(\.y)
    let minX = max(0, Int((xs.min() ?? 0).rounded(.down)))
    let maxX = min(edges.width - 1, Int((xs.max() ?? 0).rounded(.up)))
    let minY = max(0, Int((ys.min() ?? 0).rounded(.down)))
    let maxY = min(edges.height - 1, Int((ys.max() ?? 0).rounded(.up)))
    guard minX <= maxX, minY <= maxY else { return nil }
    for y in minY...maxY {
      let row = edges.places.row(y)
      for x in minX...maxX where row[x] > 0 {
        let edge = edges.edges[Int(row[x]) - 1]
        let p = back(Point(Double(edge.x), Double(edge.y)))
        guard p.x > 0, p.y > 0, p.x < 1, p.y < 1 else { continue }
        for side in 0..<4 {
          let depth = [p.y, 1 - p.x, 1 - p.y, p.x][side]
          let bin = Int(depth * 200)
          guard bin < Self.bins else { continue }
          let n = normals[side]
          guard abs(Double(edge.nx) * n.x + Double(edge.ny) * n.y) > 0.9 else { continue }
          let along = [p.x, p.y, 1 - p.x, 1 - p.y][side]
          masks[side][bin] |= 1 << UInt32(min(31, along * 32))
        }
      }
    }
  }

  /// Share of the picture's side (from `low` to `high` along the print's side) that has an edge at the best depth
  /// within `tolerance` bins of `depth`, and that depth.
  func share(_ side: Int, depth: Double, low: Double, high: Double, tolerance: Int) -> (share: Double, depth: Double) {
    let window = Self.window(low, high)
    let center = Int(depth * 200)
    var best = (share: 0.0, depth: depth)
    for bin in max(1, center - tolerance)...max(1, min(Self.bins - 2, center + tolerance)) {
      let mask = (masks[side][bin - 1] | masks[side][bin] | masks[side][min(Self.bins - 1, bin + 1)]) & window
      let share = Double(mask.nonzeroBitCount) / Double(max(1, window.nonzeroBitCount))
      if share - 0.005 * abs(Double(bin) - depth * 200) > best.share - 0.005 * abs(best.depth - depth) * 200 {
        best = (share, (Double(bin) + 0.5) / 200)
      }
    }
    return best
  }

  /// Share of the strip from the side to `depth` that is free of edges along it.
  func clean(_ side: Int, depth: Double, low: Double, high: Double, margin: Int) -> Double {
    let window = Self.window(low, high)
    let last = Int(depth * 200) - margin
    guard last > margin else { return 1 }
    var dirty = 0
    for bin in margin..<last { dirty += (masks[side][bin] & window).nonzeroBitCount }
    // An edge is a bin or two wide: eight of them across the strip at every place would be as dirty as can be.
    return 1 - min(1, Double(dirty) / Double(max(1, window.nonzeroBitCount)) / 2)
  }

  private static func window(_ low: Double, _ high: Double) -> UInt32 {
    let from = UInt32(max(0, min(31, (low * 32).rounded(.up))))
    let to = UInt32(max(0, min(32, (high * 32).rounded(.down))))
    guard to > from else { return .max }
    return UInt32(truncatingIfNeeded: ((UInt64(1) << UInt64(to)) - 1) & ~((UInt64(1) << UInt64(from)) - 1))
  }
}

/// How well a quad fits one film lying one way round.
struct FilmFit {
  var film: FilmFormat
  /// Which side of the quad is the print's top.
  var top: Int
  /// Mean share of the picture's four sides that show, and the least of them.
  var picture: Double
  var leastPicture: Double
  /// Share of the frame that is free of edges along it.
  var clean: Double
  /// Logarithm of the quad's true ratio over the film's.
  var ratioError: Double
  /// Mean distance of the picture's sides from where the film has them, in millimetres.
  var misplacement: Double

  /// The films whose proportions the quad can have, with what the profile says of each.
  static func fits(
    _ profile: FrameProfile, ratio: Double, tolerance: Double, slack: Int
  ) -> [FilmFit] {
    var fits: [FilmFit] = []
    for film in FilmFormat.all {
      for top in 0..<4 {
        let own = top % 2 == 0 ? ratio : 1 / ratio
        // 2 sinh(ln(x) / 2): the logarithm to second order, and odd in it as well.
        let error = (own / film.ratio).squareRoot() - (film.ratio / own).squareRoot()
        guard abs(error) < tolerance else { continue }
        fits.append(FilmFit(film, top: top, profile, ratioError: error, slack: slack))
      }
    }
    return fits
  }

  private init(_ film: FilmFormat, top: Int, _ profile: FrameProfile, ratioError: Double, slack: Int) {
    let p = film.picture
    let left = p.left / film.width
    let right = 1 - (p.left + p.width) / film.width
    let upper = p.top / film.height
    let lower = 1 - (p.top + p.height) / film.height
    let depths = [upper, right, lower, left]
    let ranges = [(left, 1 - right), (upper, 1 - lower), (right, 1 - left), (lower, 1 - upper)]
    var shares: [Double] = []
    var cleans: [Double] = []
    var misplaced = 0.0
    for side in 0..<4 {
      let (low, high) = ranges[side]
      let found = profile.share((side + top) % 4, depth: depths[side], low: low, high: high, tolerance: slack)
      shares.append(found.share)
      misplaced += abs(found.depth - depths[side]) * (side % 2 == 0 ? film.height : film.width) / 4
      cleans.append(profile.clean((side + top) % 4, depth: found.depth, low: low, high: high, margin: slack))
    }
    self.film = film
    self.top = top
    self.ratioError = ratioError
    picture = shares.reduce(0, +) / 4
    leastPicture = shares.min() ?? 0
    // The thick border may carry handwriting.
    clean = (cleans[0] + cleans[1] + cleans[3]) / 3 * 0.8 + 0.2 * cleans[2]
    misplacement = misplaced
  }

  /// Evidence that a picture lies in this frame, for choosing among films; about 0…1.
  var evidence: Double { picture * (0.5 + 0.5 * clean) - 0.8 * abs(ratioError) - 0.08 * misplacement }
}
