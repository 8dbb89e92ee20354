internal import PeelKernels

/// The edges parallel to a quad's sides, by depth inside it.
///
/// A frame shows as a clean strip that ends at an edge, on all four sides, at the depths of its film.
struct FrameProfile {
  /// Depth bins over two fifths of the print.
  private static var bins: Int { FrameMarks.depths }
  /// Bins over the print's whole width or height.
  private static var binsAcross: Double { Double(FrameMarks.depthsAcross) }
  /// Positions along a side, one bit each.
  private static var positions: Int { FrameMarks.sections }
  /// The perimeter, in samples, per step from one examined edge point to the next. A large print has many edge points, and
  /// a half or a third of them give the same result.
  private static let samplesPerStep = 140.0
  /// Least strength of a strong edge, relative to the frame's contrast.
  private static let strongShare: Float = 0.15
  /// The grid's units in a level, and the samples over which a step spreads.
  private static let (unit, stepWidth): (Float, Float) = (16, 2)
  /// The depth at which a side's positions are tested for being covered: that of films' thinner borders.
  private static let hiddenDepth = 0.08
  /// The cost of a bin of distance from the expected depth, as a fraction of the side.
  private static let binCost = 0.005
  /// The strong edges at each position from which a strip isn't clean at all: an edge is a bin or two wide.
  private static let dirtyEdges = 2.0

  private let marks: FrameMarks
  /// For each side, the positions that are covered.
  private var hidden: [UInt32] = [0, 0, 0, 0]

  /// - Parameter contrast: the difference between the print's frame and its surroundings, in levels.
  init?(_ quad: Quad, _ edges: EdgePoints, contrast: Float, beneath covers: Covers = .none) {
    guard let map = Homography(unitSquareTo: quad), let back = map.inverse else { return nil }
    // Inside the quad, lines parallel to a side have nearly the side's direction: exact enough for a limit of 25°.
    let normals = InlineArray<4, SIMD2<Float>> { k in
      let (from, to) = quad[Quad.Side.allCases[k]]
      let n = (to - from).normalized.perpendicular
      return SIMD2(Float(n.x), Float(n.y))
    }
    let toSquare: InlineArray<9, Float> = [
      Float(back.a), Float(back.b), Float(back.c), Float(back.d), Float(back.e), Float(back.f), Float(back.g),
      Float(back.h), Float(back.i),
    ]
    let least = Self.strongShare * contrast * Self.unit / Self.stepWidth
    let box = Rectangle(around: quad)
    let perimeter = Quad.Side.allCases.reduce(0) { $0 + quad.length(of: $1) }
    let step = max(1, Int(perimeter / Self.samplesPerStep))
    let (rows, columns) = (Int(box.minY)...Int(box.maxY), Int(box.minX)...Int(box.maxX))
    var chosen = edges.indices(rows: rows, columns: columns, step: step)
    if !covers.isEmpty {
      chosen.removeAll { covers.hide(Point(Double(edges.edgels[Int($0)].x), Double(edges.edgels[Int($0)].y))) }
    }
    marks = FrameMarks(
      FrameMarks.Frame(map: toSquare, normals: normals, strong: least), edges.edgels.span, edges.strengths.span,
      chosen: chosen.span)
    guard !covers.isEmpty else { return }
    for position in 0..<Self.positions {
      let (t, depth) = ((Double(position) + 0.5) / Double(Self.positions), Self.hiddenDepth)
      let sides = [Point(t, depth), Point(1 - depth, t), Point(1 - t, 1 - depth), Point(depth, 1 - t)]
      for side in 0..<4 where covers.hide(map(sides[side])) { hidden[side] |= 1 << UInt32(position) }
    }
  }

  /// Finds the picture's side near an expected depth.
  ///
  /// - Parameters:
  ///   - side: the index of the print's side.
  ///   - depth: the expected depth, as a fraction of the print.
  ///   - low: the start of the picture's side, as a fraction of the print's side.
  ///   - high: its end.
  ///   - tolerance: bins to search to either side of the depth.
  /// - Returns: The fraction of the visible part that has an edge at the best depth, that depth, and the fraction that is
  ///   visible.
  func share(
    _ side: Int, depth: Double, low: Double, high: Double, tolerance: Int
  ) -> (share: Double, depth: Double, shown: Double) {
    let whole = Self.window(low, high)
    let window = whole & ~hidden[side]
    let shown = Double(window.nonzeroBitCount) / Double(whole.nonzeroBitCount)
    let centre = Int(depth * Self.binsAcross)
    var best = (share: 0.0, depth: depth, shown: shown)
    for bin in max(1, centre - tolerance)...max(1, min(Self.bins - 2, centre + tolerance)) {
      let near = marks.edges(side, depth: bin - 1) | marks.edges(side, depth: min(Self.bins - 1, bin + 1))
      let mask = (marks.edges(side, depth: bin) | near) & window
      let share = Double(mask.nonzeroBitCount) / Double(max(1, window.nonzeroBitCount))
      let expected = depth * Self.binsAcross
      if share - Self.binCost * abs(Double(bin) - expected)
        > best.share - Self.binCost * abs(best.depth - depth) * Self.binsAcross
      {
        best = (share, (Double(bin) + 0.5) / Self.binsAcross, shown)
      }
    }
    return best
  }

  /// The fraction of the strip from a side to `depth` that has no strong edges along it.
  ///
  /// - Parameter margin: bins to ignore at the side and at `depth`.
  func clean(_ side: Int, depth: Double, low: Double, high: Double, margin: Int) -> Double {
    let window = Self.window(low, high) & ~hidden[side]
    let last = Int(depth * Self.binsAcross) - margin
    guard last > margin else { return 1 }
    var dirty = 0
    for bin in margin..<last { dirty += (marks.strong(side, depth: bin) & window).nonzeroBitCount }
    return 1 - min(1, Double(dirty) / Double(max(1, window.nonzeroBitCount)) / Self.dirtyEdges)
  }

  /// The bins that one sample spans across a quad of the given size in samples, rounded up.
  static func bins(ofOneSampleIn size: Double) -> Int { Int((binsAcross / size).rounded(.up)) }

  /// A bit for each position between two fractions of a side; all positions if none lies between.
  private static func window(_ low: Double, _ high: Double) -> UInt32 {
    let count = Double(positions)
    let from = UInt32(max(0, min(count - 1, (low * count).rounded(.up))))
    let to = UInt32(max(0, min(count, (high * count).rounded(.down))))
    guard to > from else { return .max }
    return UInt32(truncatingIfNeeded: ((UInt64(1) << UInt64(to)) - 1) & ~((UInt64(1) << UInt64(from)) - 1))
  }
}
