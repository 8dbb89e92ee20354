/// Finds out how a print curls from the edges along its sides.
///
/// The corners, and the curl about either axis, are fitted to the edges by least squares (Levenberg and Marquardt). A curl is
/// taken only if the edges rule out a flat print and a cylinder explains them: lenses bend sides too, and a print may be
/// twisted.
struct CurlFit {
  /// Lengths are photo pixels unless stated otherwise.
  struct Limits {
    /// The least bow of a side for which a curl is considered: relative to the side, and in pixels. Without it, one is also
    /// considered if less than this part of a side's edges lies on an arch, as of an S.
    var look = (share: 0.001, pixels: 1.2, support: 0.8)
    /// The least bow of a curled print's sides: relative to the side, the same of a clear curl, and in pixels.
    var bow = (share: 0.0025, clearShare: 0.001, pixels: 1.5)
    /// The mean squares of the edges' distances, in standard deviations of their noise, summed over the sides: the least
    /// with straight sides, the most with a curl, and that relative to straight ones. Rendered flat prints have up to 6 with
    /// straight sides and curled ones from 131 on. The curl leaves up to 4 of rendered cylinders and 29 of real ones, and
    /// from 36 on of twisted prints.
    var straight = 30.0
    var curled = 30.0
    var share = 0.3
    /// The least with straight sides, and the most with a curl, of a clear curl: as of a rendered curled print, and as flat
    /// prints leave with straight sides.
    var clear = (straight: 131.0, curled: 6.4)
    /// The same of each curved side: the most with the curl relative to a straight one, if that leaves at least so much.
    var sideShare = (share: 0.5, from: 6.0)
    /// The greatest skew relative to the bow of a curl that isn't clear: other bends are those of worn or cut sides.
    var skew = 1.0
    /// The least bow, relative to its side, of a print whose scan is bent.
    var bent = 0.01
    /// The least part of each side's edges that lie on a smooth curve.
    var support = 0.7
    /// The least noise of an edge.
    var noise = 0.3
    /// Edges within this, or within three standard deviations, lie on a curve.
    var near = 0.6
    /// How far edges are searched from the sides: for the first fit, relative to the side, and for the later ones.
    var reach = (first: 0.03, later: 3.0)
    /// The greatest distance of a corner from where it was, relative to the shorter side.
    var movement = 0.12
  }

  /// A curled print.
  struct Finding {
    var quad: Quad
    var curl: Curl
    /// For each side, the mean square of its edges' distances, in standard deviations of their noise: from a straight side,
    /// and from the curled one.
    var straight: [Double]
    var curled: [Double]

    /// The mean squares of all sides together.
    var sums: (straight: Double, curled: Double) { (CurlFit.sum(straight), CurlFit.sum(curled)) }

    fileprivate var curvedSides: [Quad.Side] { curl.direction == .across ? [.top, .bottom] : [.right, .left] }
  }

  private let refinement: Refinement
  private let limits = Limits()
  private let pose: Pose
  private let film: FilmFormat?
  private let photoSize: (width: Int, height: Int)

  /// - Parameters:
  ///   - pose: of the print's quad.
  ///   - film: the print's film, if known.
  init(_ refinement: Refinement, _ pose: Pose, film: FilmFormat?, photoSize: (width: Int, height: Int)) {
    (self.refinement, self.pose, self.film, self.photoSize) = (refinement, pose, film, photoSize)
  }

  func judgement(of refined: RefinedQuad) -> Judgement {
    let isBowed = Quad.Side.allCases.contains { side in
      let bow = abs(refined.bows[side.rawValue])
      return bow >= limits.look.pixels && bow >= limits.look.share * refined.quad.length(of: side)
        || refined.support[side.rawValue] < limits.look.support
    }
    guard isBowed else { return Judgement(refusal: .straight) }
    let judgement = judgement(from: refined, quad: refined.quad)
    // A strong bend may have hidden a corner: then the fit begins anew where it ended. It must be clear, since what a lens
    // bends comes near a curl in the same way.
    guard judgement.refusal == .bentOtherwise, let end = judgement.finding?.quad,
      let again = refinement.refined(end, Refinement.fine(reach: 0))
    else { return judgement }
    let second = self.judgement(from: again, quad: refined.quad)
    return second.refusal == nil && second.finding.map(isClear) ?? false ? second : judgement
  }

  /// - Parameter quad: the corners from which those found may be `movement` away.
  private func judgement(from refined: RefinedQuad, quad: Quad) -> Judgement {
    guard let (best, sides) = fitted(refined) else { return Judgement(refusal: .unclear) }
    let isBowedMuch =
      best.sums.straight > limits.clear.straight
      && Quad.Side.allCases.contains { side in
        let edges = sides[side.rawValue]
        return edges.support >= limits.support && edges.bow > limits.bent * best.quad.length(of: side)
      }
    return Judgement(finding: best, refusal: refusal(of: best, sides, from: quad), isBowedMuch: isBowedMuch)
  }

  /// The curl of a print that a person says is curled; nil if its sides are straight, or no sheet's.
  func likeliestCurl(of refined: RefinedQuad) -> Finding? {
    guard let (best, sides) = fitted(refined), best.curl.isOfSheet,
      best.sums.curled < limits.share * best.sums.straight,
      best.curvedSides.contains(where: { sides[$0.rawValue].bow >= limits.near }),
      best.curvedSides.allSatisfy({ sides[$0.rawValue].support >= limits.support })
    else { return nil }
    return best
  }

  /// The curl that explains the edges along the sides best, and those edges; nil if there are too few of them.
  private func fitted(_ refined: RefinedQuad) -> (Finding, [CurledSide])? {
    let quad = refined.quad
    let sides = Quad.Side.allCases.map { side -> CurledSide in
      let (from, to) = quad[side]
      let (length, bow) = (from.distance(to: to), refined.bows[side.rawValue])
      let along = (to - from).normalized
      return CurledSide(
        refinement.edges(
          along: { t in
            let height = 4 * bow * t * (1 - t)
            let direction = ((to - from) + 4 * bow * (1 - 2 * t) * along.perpendicular).normalized
            return (from.mixed(with: to, t) + height * along.perpendicular, direction)
          }, length: length, reach: max(limits.reach.later, limits.reach.first * length)),
        from: from, to: to, near: limits.near)
    }
    let fits = Curl.Direction.allCases.compactMap { direction in
      fitted(quad, Curl(direction, bow: 0, skew: 0), sides)
    }
    guard var best = fits.min(by: { Self.sum($0.curled) < Self.sum($1.curled) }) else { return nil }
    var sharp = sides
    for _ in 0..<2 {
      sharp = self.sides(along: best, reach: limits.reach.later)
      guard let next = fitted(best.quad, best.curl, sharp) else { return nil }
      best = next
    }
    return (best, sharp)
  }

  /// The corners of a curled print laid on the edges along its curved sides, and the part of each side's edges that lie on
  /// them; nil if there are too few.
  ///
  /// - Parameter reach: how far the sides may be off, in pixels.
  func laid(_ quad: Quad, _ curl: Curl, reach: Double) -> (quad: Quad, support: [Double])? {
    var finding = Finding(quad: quad, curl: curl, straight: [], curled: [])
    var edges: [CurledSide] = []
    for reach in [reach, limits.reach.later, limits.reach.later] {
      edges = sides(along: finding, reach: reach)
      guard let next = fitted(finding.quad, finding.curl, edges) else { return nil }
      finding = next
    }
    return (finding.quad, edges.map(\.support))
  }

  private func isClear(_ finding: Finding) -> Bool {
    finding.sums.straight > limits.clear.straight && finding.sums.curled < limits.clear.curled
  }

  private func refusal(of finding: Finding, _ sides: [CurledSide], from quad: Quad) -> Refusal? {
    let (straight, curled) = finding.sums
    let isClear = isClear(finding)
    let curved = finding.curvedSides
    let isBowed = curved.contains { side in
      let share = isClear ? limits.bow.clearShare : limits.bow.share
      let bow = sides[side.rawValue].bow
      return bow >= limits.bow.pixels && bow >= share * finding.quad.length(of: side)
    }
    let isExplained = curved.allSatisfy { side in
      let (straight, curled) = (finding.straight[side.rawValue], finding.curled[side.rawValue])
      return straight < limits.sideShare.from || curled < limits.sideShare.share * straight
    }
    let shortest = Quad.Side.allCases.map { quad.length(of: $0) }.min() ?? 0
    guard straight > limits.straight else { return .straight }
    guard sides.allSatisfy({ $0.support >= limits.support }) else { return .unclear }
    let isSheet =
      isExplained && curled < limits.curled && curled < limits.share * straight
      && (isClear || abs(finding.curl.skew) <= limits.skew * abs(finding.curl.bow))
      && finding.quad.isNear(quad, within: limits.movement * shortest) && finding.curl.isOfSheet
    guard isSheet else { return .bentOtherwise }
    guard isBowed else { return .straight }
    return curled < sumThroughLens(finding.quad, sides) ? nil : .bentOtherwise
  }

  fileprivate static func sum(_ sides: [Double]) -> Double { sides.reduce(0, +) }

  /// The sheet with these corners; nil if they are those of none.
  private func sheet(_ quad: Quad, _ curl: Curl) -> CurledSheet? {
    guard quad.isConvex else { return nil }
    return CurledSheet(quad, curl, pose, photoSize: photoSize, isFlatRatio: film != nil)
  }

  /// The edges found anew along the sides of a curled print.
  private func sides(along finding: Finding, reach: Double) -> [CurledSide] {
    guard let sheet = sheet(finding.quad, finding.curl) else { return [] }
    return Quad.Side.allCases.map { side in
      let (from, to) = finding.quad[side]
      return CurledSide(
        refinement.edges(
          along: { t in
            let (low, high) = (max(0, t - 0.01), min(1, t + 0.01))
            return (sheet.point(on: side, t), (sheet.point(on: side, high) - sheet.point(on: side, low)).normalized)
          }, length: from.distance(to: to), reach: reach),
        from: from, to: to, near: limits.near)
    }
  }

  /// The unknowns: eight coordinates of the corners, the bow and the skew.
  private typealias Unknowns = SIMD16<Double>
  private static let steps = Unknowns(lowHalf: SIMD8(repeating: 0.01), highHalf: SIMD8(1e-5, 1e-5, 0, 0, 0, 0, 0, 0))
  /// The unknowns of a flat print behind a lens: the corners and the bend.
  private static let lensSteps = Unknowns(lowHalf: SIMD8(repeating: 0.01), highHalf: SIMD8(1e-5, 0, 0, 0, 0, 0, 0, 0))

  private func fitted(_ quad: Quad, _ curl: Curl, _ sides: [CurledSide]) -> Finding? {
    guard sides.count == 4, sides.allSatisfy({ !$0.onCurve.isEmpty }) else { return nil }
    let noise = noise(of: sides)
    func print(_ unknowns: Unknowns) -> (quad: Quad, curl: Curl) {
      func corner(_ k: Int) -> Point { Point(unknowns[2 * k], unknowns[2 * k + 1]) }
      return (
        Quad(corner(0), corner(1), corner(2), corner(3)),
        Curl(curl.direction, bow: unknowns[8], skew: unknowns[9])
      )
    }
    var start = Unknowns(repeating: 0)
    for (k, corner) in quad.corners.enumerated() { (start[2 * k], start[2 * k + 1]) = (corner.x, corner.y) }
    (start[8], start[9]) = (curl.bow, curl.skew)
    let best = leastDistances(from: start, steps: Self.steps) { unknowns in
      let (quad, curl) = print(unknowns)
      return sheet(quad, curl).map { sheet in
        zip(Quad.Side.allCases, sides).flatMap { side, edges -> [Double] in
          let ends = (sheet.point(on: side, 0), sheet.point(on: side, 1))
          return edges.onCurve.map { sheet.distance(of: $0, from: side, ends) / noise }
        }
      }
    }
    guard let best else { return nil }
    let found = print(best.unknowns)
    var straight: [Double] = []
    for (side, edges) in zip(Quad.Side.allCases, sides) {
      let (from, to) = found.quad[side]
      guard let line = Line(through: from, to) else { return nil }
      straight.append(Self.meanSquare(edges.onCurve.map { line.distance(to: $0) / noise }))
    }
    return Finding(
      quad: found.quad, curl: found.curl, straight: straight, curled: Self.meanSquares(best.distances, sides))
  }

  private func noise(of sides: [CurledSide]) -> Double {
    max(limits.noise, sides.map(\.noise).sorted()[1...2].reduce(0, +) / 2)
  }

  private static func meanSquare(_ distances: some Collection<Double>) -> Double {
    distances.reduce(0) { $0 + $1 * $1 } / Double(max(1, distances.count))
  }

  /// The mean square for each side of the distances of all sides' edges.
  private static func meanSquares(_ distances: [Double], _ sides: [CurledSide]) -> [Double] {
    var rest = distances[...]
    return sides.map { edges in
      defer { rest = rest.dropFirst(edges.onCurve.count) }
      return meanSquare(rest.prefix(edges.onCurve.count))
    }
  }

  /// The sum of the sides' mean squares if the print is flat and the lens bends its sides, by the division model (Fitzgibbon,
  /// Simultaneous Linear Estimation of Multiple View Geometry and Lens Distortion, 2001).
  private func sumThroughLens(_ quad: Quad, _ sides: [CurledSide]) -> Double {
    let noise = noise(of: sides)
    let centre = Point(Double(photoSize.width) / 2, Double(photoSize.height) / 2)
    func straightened(_ p: Point, _ bend: Double) -> Point {
      let off = p - centre
      return centre + (1 / (1 + bend * off.dot(off) / centre.dot(centre))) * off
    }
    // The corners as a lens without distortion would show them, and the bend.
    var start = Unknowns(repeating: 0)
    for (k, corner) in quad.corners.enumerated() { (start[2 * k], start[2 * k + 1]) = (corner.x, corner.y) }
    let best = leastDistances(from: start, steps: Self.lensSteps) { unknowns in
      let corners = (0..<4).map { Point(unknowns[2 * $0], unknowns[2 * $0 + 1]) }
      let lines = (0..<4).compactMap { Line(through: corners[$0], corners[($0 + 1) % 4]) }
      guard lines.count == 4 else { return nil }
      return zip(lines, sides).flatMap { line, edges in
        edges.onCurve.map { line.distance(to: straightened($0, unknowns[8])) / noise }
      }
    }
    return best.map { Self.sum(Self.meanSquares($0.distances, sides)) } ?? .infinity
  }
}

extension Refinement {
  /// The fit of a print's curl; nil if its corners are no view of a rectangle.
  ///
  /// - Parameter quad: the print's corners in its order, in photo pixels.
  func curlFit(of print: Print, at quad: Quad, in photo: Photo) -> CurlFit? {
    Pose(
      quad: quad, photoSize: (photo.width, photo.height), focalLength: photo.focalLength,
      isCropped: photo.isCropped, film: print.film, isUpright: print.isUpright
    ).map { CurlFit(self, $0, film: print.film, photoSize: (photo.width, photo.height)) }
  }
}
