internal import PeelPlatform

/// Where each point of a flat print lies in the flat print of another shot.
///
/// The detector's corners bring them together to a few pixels. Small squares of the print are then found in the other
/// shot, first in reduced pictures, then at full size; squares under glare or hands don't match and are left out. A
/// homography is fitted to those that match, and a smooth flow to what it leaves, for paper that isn't flat. What then lies
/// on the print must show the same picture.
struct Registration: Sendable {
  struct Parameters: Sendable {
    /// The squares along the longer side.
    var squares = 26
    /// The times that the pictures of the first search are halved.
    var halvings = 2
    /// How far a square may be from where the corners say, in samples, in the reduced and in the full-size pictures.
    var reaches = (reduced: 8.0, full: 4.0)
    /// The variance of a square from which it can be found, in levels².
    var leastVariance = 6.0
    /// The correlation from which a square counts as found, in the reduced and in the full-size pictures, which are
    /// noisier.
    var leastCorrelations = (reduced: 0.85, full: 0.6)
    /// The distance from the homography at which a square has half its weight, in pixels, and beyond which it doesn't
    /// count as found.
    var outlier = (half: 0.6, most: 3.0)
    /// The rounds of the fit.
    var rounds = 8
    /// The share of each side whose squares don't count towards those that must be found, because all prints of a film have
    /// the same frame.
    var frame = 0.2
    /// The share of the squares with detail that must be found before two prints are compared, and the fewest.
    var leastFound = (share: 0.12, count: 6)

    init() {}
  }

  /// The map from the flat print to the other shot's flat print.
  let map: Homography
  let flow: Flow
  /// The root mean square distance of the squares that were found from where the map and the flow put them, in pixels.
  let error: Double

  /// nil if the shots don't show the same print.
  ///
  /// - Parameter shown: 1 for the parts of the reference and of the other print that lie in their photos; nil if all do.
  init?(
    of other: Plane<UInt8>, to reference: Plane<UInt8>, shown: (reference: CellMap, other: CellMap)? = nil,
    parameters: Parameters = Parameters()
  ) {
    var (small, smallOther) = (reference, other)
    for _ in 0..<parameters.halvings { (small, smallOther) = (small.halved(), smallOther.halved()) }
    let scale = Double(1 << parameters.halvings)
    let coarse = Self.sightings(
      of: small, in: smallOther, near: .identity, reach: parameters.reaches.reduced,
      parameters.leastCorrelations.reduced, parameters)
    guard let first = Self.fitted(coarse, size: small, parameters),
      Self.isLikely(coarse, first, small, parameters)
    else { return nil }
    let toSmall = Homography(scale: Point(1 / scale, 1 / scale), offset: Point(0, 0))
    let start = Homography(scale: Point(scale, scale), offset: Point(0, 0)).after(first).after(toSmall)
    let fine = Self.sightings(
      of: reference, in: other, near: start, reach: parameters.reaches.full,
      parameters.leastCorrelations.full, parameters)
    let map = Self.fitted(fine, size: reference, parameters) ?? start
    let found = fine.compactMap { sighting -> Flow.Measurement? in
      guard let place = sighting.place, place.distance(to: map(sighting.at)) <= parameters.outlier.most else {
        return nil
      }
      return Flow.Measurement(
        at: sighting.at, shift: place - map(sighting.at), xx: sighting.xx, xy: sighting.xy, yy: sighting.yy)
    }
    self.map = map
    flow = Flow(found, width: Double(reference.width), height: Double(reference.height))
    let flow = flow
    let laid = Self.laid(other, like: small, map: map, flow, halvings: parameters.halvings, shown)
    let comparison = PictureComparison(CellMap(small), laid.values, known: laid.known)
    guard comparison.isSame else { return nil }
    error =
      (found.reduce(0) { sum, measurement in
        let left = measurement.shift - flow(measurement.at)
        return sum + left.dot(left)
      } / Double(max(1, found.count))).squareRoot()
  }

  /// Whether enough of the picture's squares are found where the map puts them to go on. The frame doesn't count.
  private static func isLikely(
    _ sightings: [Sighting], _ map: Homography, _ plane: Plane<UInt8>, _ parameters: Parameters
  ) -> Bool {
    let (width, height) = (Double(plane.width), Double(plane.height))
    let picture = Rectangle(x: 0, y: 0, width: width, height: height).inset(by: parameters.frame * min(width, height))
    let inner = sightings.filter { picture.contains($0.at) }
    let found = inner.count { sighting in
      sighting.place.map { $0.distance(to: map(sighting.at)) <= parameters.outlier.most } ?? false
    }
    return found >= parameters.leastFound.count
      && Double(found) >= parameters.leastFound.share * Double(inner.count)
  }

  /// A map of the other shot's cells laid on this shot's.
  func laid(_ cells: CellMap) -> CellMap {
    let side = Double(FlatShot.Size.cell)
    var laid = cells
    for y in 0..<cells.height {
      for x in 0..<cells.width {
        let at = Point(side * (Double(x) + 0.5), side * (Double(y) + 0.5))
        let place = (1 / side) * (map(at) + flow(at))
        laid.values[y * cells.width + x] = cells(Float(place.x), Float(place.y))
      }
    }
    return laid
  }

  /// Another shot's flat print laid on this one, in cells of a reduced picture, and 1 for the cells that it shows.
  private static func laid(
    _ other: Plane<UInt8>, like small: Plane<UInt8>, map: Homography, _ flow: Flow, halvings: Int,
    _ shown: (reference: CellMap, other: CellMap)?
  ) -> (values: CellMap, known: CellMap) {
    let side = Double(1 << halvings)
    // Samples of half a cell are fine enough, and four of them make a cell.
    let fine = (1..<halvings).reduce(other) { plane, _ in plane.halved() }
    let source = CellMap(fine)
    let (width, height) = (small.width, small.height)
    var values = CellMap(width: width, height: height, 0)
    var known = values
    let print = Rectangle(x: 0, y: 0, width: Double(fine.width), height: Double(fine.height))
    func isShown(_ map: CellMap?, _ x: Double, _ y: Double) -> Bool {
      map.map { $0(Float(x * Double($0.width)), Float(y * Double($0.height))) == 1 } ?? true
    }
    for y in 0..<height {
      for x in 0..<width {
        let at = Point(side * (Double(x) + 0.5), side * (Double(y) + 0.5))
        let place = (2 / side) * (map(at) + flow(at))
        guard print.contains(place),
          isShown(shown?.reference, (Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height)),
          isShown(shown?.other, place.x / print.maxX, place.y / print.maxY)
        else { continue }
        var sum: Float = 0
        for (dx, dy) in [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)] {
          sum += source(Float(place.x + dx), Float(place.y + dy))
        }
        values.values[y * width + x] = sum / 4
        known.values[y * width + x] = 1
      }
    }
    return (values, known)
  }

  /// A square with detail, and where it was found.
  private struct Sighting {
    let at: Point
    let place: Point?
    let xx: Double
    let xy: Double
    let yy: Double
  }

  private static func sightings(
    of plane: Plane<UInt8>, in other: Plane<UInt8>, near map: Homography, reach: Double, _ leastCorrelation: Double,
    _ parameters: Parameters
  ) -> [Sighting] {
    let step = max(1, max(plane.width, plane.height) / parameters.squares)
    let margin = PatchMatch.radius + 2
    guard min(plane.width, plane.height) > 2 * margin else { return [] }
    var sightings: [Sighting] = []
    for y in stride(from: margin, to: plane.height - margin, by: step) {
      for x in stride(from: margin, to: plane.width - margin, by: step) {
        let square = PatchMatch(plane, x: x, y: y)
        guard square.variance >= parameters.leastVariance else { continue }
        // Places are counted from pixels' corners, samples from their middles.
        let middle = Point(0.5, 0.5)
        let at = Point(Double(x), Double(y)) + middle
        let found = square.find(in: other, near: map(at) - middle, reach: reach)
        let place = found.flatMap { $0.correlation >= leastCorrelation ? $0.place + middle : nil }
        sightings.append(Sighting(at: at, place: place, xx: square.xx, xy: square.xy, yy: square.yy))
      }
    }
    return sightings
  }

  /// The homography through the places, by iteratively reweighted least squares; nil if there are too few.
  private static func fitted(
    _ sightings: [Sighting], size: Plane<UInt8>, _ parameters: Parameters
  ) -> Homography? {
    let found = sightings.compactMap { sighting in sighting.place.map { (sighting, place: $0) } }
    guard found.count >= parameters.leastFound.count else { return nil }
    let half = max(Double(size.width), Double(size.height)) / 2
    let centre = Point(Double(size.width) / 2, Double(size.height) / 2)
    let toUnit = Homography(scale: Point(1 / half, 1 / half), offset: Point(-centre.x / half, -centre.y / half))
    guard let fromUnit = toUnit.inverse else { return nil }
    // The first round is as robust as one median of shifts can make it.
    let shifts = found.map { $0.place - $0.0.at }
    let median = Point(Self.median(shifts.map(\.x)), Self.median(shifts.map(\.y)))
    var map = Homography(scale: Point(1, 1), offset: median)
    for round in 0..<parameters.rounds {
      var equations = NormalEquations<SIMD8<Double>>(count: 8)
      let tolerance = parameters.outlier.half * (round == 0 ? half / 40 : round == 1 ? 4 : 1)
      for (sighting, place) in found {
        let off = place - map(sighting.at)
        let weight = 1 / (1 + off.dot(off) / (tolerance * tolerance))
        let (p, q) = (toUnit(sighting.at), toUnit(place))
        let alongX = SIMD8(p.x, p.y, 1, 0, 0, 0, -p.x * q.x, -p.y * q.x)
        let alongY = SIMD8(0, 0, 0, p.x, p.y, 1, -p.x * q.y, -p.y * q.y)
        let sure = Flow.certainty(sighting.xx, sighting.xy, sighting.yy)
        // An edge tells the shift across it, not along it.
        for axis in sure {
          let factors = axis.direction.x * alongX + axis.direction.y * alongY
          equations.add(
            factors, equals: axis.direction.x * q.x + axis.direction.y * q.y,
            weight: weight * weight * axis.weight)
        }
      }
      for (unknown, value) in [1.0, 0, 0, 0, 1, 0, 0, 0].enumerated() {
        equations.pull(unknown, to: value, weight: Self.stiffness * Double(found.count))
      }
      guard let h = equations.solution else { return nil }
      map = fromUnit.after(Homography(h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1)).after(toUnit)
    }
    return map
  }

  /// How strongly the homography is drawn to the identity, relative to one square: enough to keep it defined where hardly
  /// anything is found.
  private static let stiffness = 1e-5

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
