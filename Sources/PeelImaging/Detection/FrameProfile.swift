internal import PeelKernels

/// Where, between a quad's sides and its middle, edges run beside the sides: a frame shows as a clean strip that ends
/// at an edge, on all four sides, at depths that its film tells.
struct FrameProfile {
  /// Depth bins over two fifths of the print: each half a percent of the print's width or height.
  private static let bins = FrameMarks.depths
  /// Perimeter, in samples, for each edge point that is passed over.
  private static let samplesPerStep = 140.0
  private let marks: FrameMarks
  /// For each side: which of those places are hidden where pictures have their sides.
  private var hidden: [UInt32] = [0, 0, 0, 0]
  /// As deep as the thinner borders of films.
  private static let hiddenDepth = 0.08

  /// `contrast` is what the print's frame differs from its surroundings, in levels.
  init?(_ quad: Quad, _ edges: EdgePoints, contrast: Float, beneath covers: Covers = .none) {
    guard let map = Homography(unitSquareTo: quad), let back = map.inverse else { return nil }
    // Directions of the sides near a point are close to those of the nearest side: good enough for 25°.
    let normals = InlineArray<4, SIMD2<Float>> { k in
      let (from, to) = quad[Quad.Side.allCases[k]]
      let n = (to - from).normalized.perpendicular
      return SIMD2(Float(n.x), Float(n.y))
    }
    let toSquare: InlineArray<9, Float> = [
      Float(back.a), Float(back.b), Float(back.c), Float(back.d), Float(back.e), Float(back.f), Float(back.g),
      Float(back.h), Float(back.i),
    ]
    // A step of 15 % of the contrast; a step spreads over two samples and counts sixteenths.
    let least = 0.15 * contrast * 16 / 2
    let box = Rectangle(around: quad)
    // A place of a large print has many edges: one in two or three tells as much.
    let perimeter = Quad.Side.allCases.reduce(0) { $0 + quad.length(of: $1) }
    let step = max(1, Int(perimeter / Self.samplesPerStep))
    let (rows, columns) = (Int(box.minY)...Int(box.maxY), Int(box.minX)...Int(box.maxX))
    var chosen = edges.indices(rows: rows, columns: columns, step: step)
    if !covers.isEmpty {
      chosen.removeAll { covers.hide(Point(Double(edges.courses[Int($0)].x), Double(edges.courses[Int($0)].y))) }
    }
    marks = FrameMarks(
      FrameMarks.Frame(map: toSquare, normals: normals, strong: least), edges.courses.span, edges.strengths.span,
      chosen: chosen.span)
    guard !covers.isEmpty else { return }
    for place in 0..<32 {
      let (t, depth) = ((Double(place) + 0.5) / 32, Self.hiddenDepth)
      let sides = [Point(t, depth), Point(1 - depth, t), Point(1 - t, 1 - depth), Point(depth, 1 - t)]
      for side in 0..<4 where covers.hide(map(sides[side])) { hidden[side] |= 1 << UInt32(place) }
    }
  }

  /// Share of what shows of the picture's side (from `low` to `high` along the print's side) that has an edge at the
  /// best depth within `tolerance` bins of `depth`, that depth, and how much shows.
  func share(
    _ side: Int, depth: Double, low: Double, high: Double, tolerance: Int
  ) -> (share: Double, depth: Double, shown: Double) {
    let whole = Self.window(low, high)
    let window = whole & ~hidden[side]
    let shown = Double(window.nonzeroBitCount) / Double(whole.nonzeroBitCount)
    let center = Int(depth * 200)
    var best = (share: 0.0, depth: depth, shown: shown)
    for bin in max(1, center - tolerance)...max(1, min(Self.bins - 2, center + tolerance)) {
      let near = marks.edges(side, depth: bin - 1) | marks.edges(side, depth: min(Self.bins - 1, bin + 1))
      let mask = (marks.edges(side, depth: bin) | near) & window
      let share = Double(mask.nonzeroBitCount) / Double(max(1, window.nonzeroBitCount))
      if share - 0.005 * abs(Double(bin) - depth * 200) > best.share - 0.005 * abs(best.depth - depth) * 200 {
        best = (share, (Double(bin) + 0.5) / 200, shown)
      }
    }
    return best
  }

  /// Share of the strip from the side to `depth` that is free of edges along it.
  func clean(_ side: Int, depth: Double, low: Double, high: Double, margin: Int) -> Double {
    let window = Self.window(low, high) & ~hidden[side]
    let last = Int(depth * 200) - margin
    guard last > margin else { return 1 }
    var dirty = 0
    for bin in margin..<last { dirty += (marks.strong(side, depth: bin) & window).nonzeroBitCount }
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
struct FilmFit: Sendable {
  var film: FilmFormat
  /// Which side of the quad is the print's top.
  var top: Int
  /// Mean share of the picture's four sides that has an edge, of what is not hidden of them, and the least of them.
  var picture: Double
  var leastPicture: Double
  /// Share of the frame that is free of edges along it.
  var clean: Double
  /// Logarithm of the quad's true ratio over the film's.
  var ratioError: Double
  /// Mean distance of the picture's sides from where the film has them, in millimetres.
  var misplacement: Double

  /// One film lying one way round, which a quad's proportions allow.
  struct Posture {
    var film: FilmFormat
    var top: Int
    var ratioError: Double
  }

  /// The films lying as a quad of the true ratio can have them; `tolerance` is a logarithm of ratios.
  static func postures(_ films: [FilmFormat], ratio: Double, tolerance: Double) -> [Posture] {
    var postures: [Posture] = []
    for film in films {
      for top in 0..<4 {
        let own = top % 2 == 0 ? ratio : 1 / ratio
        // 2 sinh(ln(x) / 2): the logarithm to second order, and odd in it as well.
        let error = (own / film.ratio).squareRoot() - (film.ratio / own).squareRoot()
        if abs(error) < tolerance { postures.append(Posture(film: film, top: top, ratioError: error)) }
      }
    }
    return postures
  }

  /// Share of a side of the picture that must show for it to be the least.
  private static let leastShown = 0.3

  /// What the profile says of it; `slack` is in bins.
  init(_ posture: Posture, _ profile: FrameProfile, slack: Int) {
    (film, top, ratioError) = (posture.film, posture.top, posture.ratioError)
    let p = film.picture
    let left = p.left / film.width
    let right = 1 - (p.left + p.width) / film.width
    let upper = p.top / film.height
    let lower = 1 - (p.top + p.height) / film.height
    let depths: [4 of Double] = [upper, right, lower, left]
    let ranges: [4 of (Double, Double)] = [
      (left, 1 - right), (upper, 1 - lower), (right, 1 - left), (lower, 1 - upper),
    ]
    var (shares, least, showing) = (0.0, 1.0, 0.0)
    var cleans = [4 of Double](repeating: 0)
    var misplaced = 0.0
    for side in 0..<4 {
      let (low, high) = ranges[side]
      let found = profile.share((side + top) % 4, depth: depths[side], low: low, high: high, tolerance: slack)
      shares += found.shown * found.share
      showing += found.shown
      if found.shown > Self.leastShown { least = min(least, found.share) }
      misplaced += found.shown * abs(found.depth - depths[side]) * (side % 2 == 0 ? film.height : film.width)
      cleans[side] = profile.clean((side + top) % 4, depth: found.depth, low: low, high: high, margin: slack)
    }
    picture = shares / max(1, showing)
    leastPicture = showing < 1 ? 0 : least
    // The thick border may carry handwriting.
    clean = (cleans[0] + cleans[1] + cleans[3]) / 3 * 0.8 + 0.2 * cleans[2]
    misplacement = misplaced / max(1, showing)
  }

  /// Evidence that a picture lies in this frame, for choosing among films; about 0…1.
  var evidence: Double { picture * (0.5 + 0.5 * clean) - 0.8 * abs(ratioError) - 0.08 * misplacement }
}
