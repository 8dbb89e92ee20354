/// How the right picture of a stereo pair has to be turned, scaled and moved so that every point lies at the same height as
/// in the left one.
///
/// Small squares of the left picture are found in the right one, far to the sides and a little above and below: first in
/// reduced pictures by correlation, then more exactly in larger ones. Their heights alone give the similarity's turn, scale
/// and vertical shift, since what they are shifted by to the side is their depth.
package struct PairAlignment: Sendable {
  struct Parameters: Sendable {
    /// The height to which the pictures are reduced for the first search and for the last, in pixels.
    var heights = (coarse: 180, fine: 720)
    /// The squares of the first search, down the picture.
    var squares = 22
    /// How far a point may lie to the side, and above or below, as shares of the height.
    var reach = (across: 0.25, down: 0.1)
    /// The correlation from which a square counts as found in the first search, and in the last.
    var leastCorrelations = (coarse: 0.7, fine: 0.75)
    /// How far a point may lie from the similarity's height to count for it, in pixels of the first and the last search.
    var tolerances = (coarse: 1.5, fine: 2.0)
    /// How far the pictures may be turned against each other, as a slope, and how much larger one may be.
    var most = (slope: 0.12, scale: 0.15)
    /// The points that must agree: how many, and what share of those found.
    var leastAgreeing = (count: 12, share: 0.4)

    init() {}
  }

  /// The map from the right picture's pixels to the left one's, but for the shift across.
  private let similarity: (slope: Double, scale: Double, down: Double)
  /// How far each point lies to the right of where the similarity alone puts it, in the left picture's pixels, sorted.
  /// Near points lie farthest.
  private let shifts: [Double]
  /// The root mean square distance of the points' heights after the alignment, in pixels of the left picture.
  package let error: Double
  /// The number of points that the alignment rests on.
  package var points: Int { shifts.count }

  /// Aligns two pictures; nil if they don't show the same things from two places.
  package init?(left: Plane<UInt8>, right: Plane<UInt8>) { self.init(left: left, right: right, Parameters()) }

  init?(left: Plane<UInt8>, right: Plane<UInt8>, _ parameters: Parameters) {
    let height = min(parameters.heights.fine, left.height, right.height)
    guard height >= parameters.heights.coarse else { return nil }
    let fine = (left.resized(toHeight: height), right.resized(toHeight: height))
    let coarse = (
      fine.0.resized(toHeight: parameters.heights.coarse), fine.1.resized(toHeight: parameters.heights.coarse)
    )
    let scale = Double(height) / Double(parameters.heights.coarse)
    let found = Self.sightings(in: coarse.0, coarse.1, parameters)
    guard let first = HeightFit(found, parameters) else { return nil }
    let agreeing = found.filter { first.distance(of: $0) <= parameters.tolerances.coarse }
    guard agreeing.count >= parameters.leastAgreeing.count,
      Double(agreeing.count) >= parameters.leastAgreeing.share * Double(found.count)
    else { return nil }
    let refined = agreeing.compactMap { Self.refined($0, scale, in: fine.0, fine.1, parameters) }
    guard refined.count >= parameters.leastAgreeing.count,
      let fit = HeightFit(refined, startingAt: first.scaled(by: scale))
    else { return nil }
    let sound = refined.filter { fit.distance(of: $0) <= parameters.tolerances.fine }
    guard sound.count >= parameters.leastAgreeing.count else { return nil }
    let toLeft = Double(left.height) / Double(height)
    let size = Double(left.height) / Double(right.height)
    error =
      toLeft * (sound.reduce(0) { $0 + fit.distance(of: $1) * fit.distance(of: $1) } / Double(sound.count)).squareRoot()
    similarity = (fit.slope * size, fit.scale * size, fit.down * toLeft)
    shifts = sound.map { toLeft * fit.shift(of: $0) }.sorted()
  }

  /// The map from the right picture's pixels to the left one's that puts a depth into the picture plane.
  ///
  /// The nearest and the farthest points are those that a twentieth of all exceed; the subject is their median.
  func map(_ focus: StereoFocus) -> Homography {
    func shift(_ share: Double) -> Double { shifts[Int((share * Double(shifts.count - 1)).rounded())] }
    let (far, near) = (shift(Self.ends), shift(1 - Self.ends))
    let across =
      switch focus {
      case .subject: shift(0.5)
      case .near: near
      case .far: far
      case .nearness(let nearness): far + nearness * (near - far)
      }
    let (a, b) = (similarity.slope, similarity.scale)
    return Homography(b, -a, across, a, b, similarity.down, 0, 0, 1)
  }

  private static let ends = 0.05

  /// A square of the left picture, and where it was found in the right one.
  struct Sighting: Sendable {
    let left: Point
    let right: Point
  }

  // MARK: - finding

  /// The samples from the middle to the edge of a square of the first search.
  private static let radius = 6

  private static func sightings(
    in left: Plane<UInt8>, _ right: Plane<UInt8>, _ parameters: Parameters
  ) -> [Sighting] {
    let height = Double(left.height)
    let reach = (across: Int(parameters.reach.across * height), down: Int(parameters.reach.down * height))
    let step = max(1, left.height / parameters.squares)
    let margin = PatchMatch.radius + 1
    guard min(left.width, right.width) > 2 * margin + step else { return [] }
    let rows = Array(stride(from: margin, to: left.height - margin, by: step))
    // Both pictures are centred on each other.
    let offset = (right.width - left.width) / 2
    return onThreads(rows.count) { number -> [Sighting] in
      let y = rows[number]
      return stride(from: margin, to: left.width - margin, by: step).compactMap { x in
        let square = NormalisedSquare(left, x: x, y: y, radius: radius)
        guard square.variance >= leastVariance else { return nil }
        var best: (x: Int, y: Int, correlation: Float)?
        // Clamped, a range beyond the picture is its nearest column.
        let columns = (x + offset - reach.across...x + offset + reach.across)
          .clamped(to: radius...right.width - 1 - radius)
        for v in (y - reach.down...y + reach.down).clamped(to: radius...right.height - 1 - radius) {
          for u in columns {
            let correlation = square.correlation(with: right, x: u, y: v)
            if correlation > best?.correlation ?? Float(parameters.leastCorrelations.coarse) {
              best = (u, v, correlation)
            }
          }
        }
        return best.map {
          Sighting(
            left: Point(Double(x) + 0.5, Double(y) + 0.5), right: Point(Double($0.x) + 0.5, Double($0.y) + 0.5))
        }
      }
    }.flatMap { $0 }
  }

  /// The variance of a square from which it can be found, in levels².
  private static let leastVariance: Float = 60

  /// A sighting found more exactly in pictures that are `scale` times as large.
  private static func refined(
    _ sighting: Sighting, _ scale: Double, in left: Plane<UInt8>, _ right: Plane<UInt8>, _ parameters: Parameters
  ) -> Sighting? {
    let margin = PatchMatch.radius + 1
    let (x, y) = (Int(scale * sighting.left.x), Int(scale * sighting.left.y))
    guard (margin..<left.width - margin).contains(x), (margin..<left.height - margin).contains(y) else { return nil }
    let at = Point(Double(x) + 0.5, Double(y) + 0.5)
    let middle = Point(0.5, 0.5)
    let start = scale * sighting.right + (at - scale * sighting.left)
    // Places are counted from pixels' corners, samples from their middles.
    guard
      let found = PatchMatch(left, x: x, y: y).find(in: right, near: start - middle, reach: 2 * scale),
      found.correlation >= parameters.leastCorrelations.fine
    else { return nil }
    return Sighting(left: at, right: found.place + middle)
  }
}

/// The height in the left picture of points of the right one: slope · x + scale · y + down.
struct HeightFit: Sendable {
  let slope: Double
  let scale: Double
  let down: Double

  private init(slope: Double, scale: Double, down: Double) {
    (self.slope, self.scale, self.down) = (slope, scale, down)
  }

  /// The fit with which most points agree: RANSAC (Fischler and Bolles, 1981) with fixed draws.
  init?(_ sightings: [PairAlignment.Sighting], _ parameters: PairAlignment.Parameters) {
    guard sightings.count >= 3 else { return nil }
    var best: (fit: HeightFit, count: Int)?
    // Numerical Recipes' linear congruential generator.
    var state: UInt32 = 1
    func draw() -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 8) % sightings.count
    }
    for _ in 0..<Self.draws {
      let three = [draw(), draw(), draw()].map { sightings[$0] }
      guard let fit = HeightFit(three.map { ($0, weight: 1) }), abs(fit.slope) <= parameters.most.slope,
        abs(fit.scale - 1) <= parameters.most.scale
      else { continue }
      let count = sightings.count { fit.distance(of: $0) <= parameters.tolerances.coarse }
      if count > best?.count ?? 0 { best = (fit, count) }
    }
    guard let best else { return nil }
    self = best.fit
  }

  private static let draws = 1000

  /// The least-squares fit, in which points far from the last round's count little.
  init?(_ sightings: [PairAlignment.Sighting], startingAt start: HeightFit) {
    var fit = start
    for _ in 0..<Self.rounds {
      let weighted = sightings.map { sighting in
        let off = fit.distance(of: sighting) / Self.halfWeight
        return (sighting, weight: 1 / ((1 + off * off) * (1 + off * off)))
      }
      guard let next = HeightFit(weighted) else { return nil }
      fit = next
    }
    self = fit
  }

  private static let rounds = 10
  /// The distance at which a point has a quarter of its weight, in pixels.
  private static let halfWeight = 0.5

  private init?(_ sightings: [(PairAlignment.Sighting, weight: Double)]) {
    var equations = NormalEquations<SIMD8<Double>>(count: 3)
    for (sighting, weight) in sightings {
      equations.add(
        SIMD8(sighting.right.x, sighting.right.y, 1, 0, 0, 0, 0, 0), equals: sighting.left.y, weight: weight)
    }
    guard let solution = equations.solution else { return nil }
    self.init(slope: solution[0], scale: solution[1], down: solution[2])
  }

  /// The same fit in pictures of another size.
  func scaled(by factor: Double) -> HeightFit { HeightFit(slope: slope, scale: scale, down: factor * down) }

  /// How far a point is from its height in the left picture.
  func distance(of sighting: PairAlignment.Sighting) -> Double {
    abs(slope * sighting.right.x + scale * sighting.right.y + down - sighting.left.y)
  }

  /// How far a point lies to the right of where the similarity alone puts it.
  func shift(of sighting: PairAlignment.Sighting) -> Double {
    sighting.left.x - (scale * sighting.right.x - slope * sighting.right.y)
  }
}

/// A square of a picture less its mean, for finding it by normalised cross-correlation.
private struct NormalisedSquare {
  private let values: [Float]
  private let radius: Int
  let variance: Float

  init(_ plane: Plane<UInt8>, x: Int, y: Int, radius: Int) {
    var values: [Float] = []
    for v in y - radius...y + radius {
      let row = plane.row(v)
      for u in x - radius...x + radius { values.append(Float(row[u])) }
    }
    let mean = values.reduce(0, +) / Float(values.count)
    self.radius = radius
    self.values = values.map { $0 - mean }
    variance = self.values.reduce(0) { $0 + $1 * $1 } / Float(values.count)
  }

  /// The correlation with the square of another picture around a sample, −1…1.
  func correlation(with plane: Plane<UInt8>, x: Int, y: Int) -> Float {
    let values = values.span
    var (sum, squares, products): (Float, Float, Float) = (0, 0, 0)
    var k = 0
    for v in y - radius...y + radius {
      let row = plane.row(v)
      for u in x - radius...x + radius {
        let value = Float(row[u])
        sum += value
        squares += value * value
        products += value * values[k]
        k += 1
      }
    }
    let count = Float(values.count)
    let own = squares / count - (sum / count) * (sum / count)
    guard own > 1 else { return 0 }
    return products / count / (own * variance).squareRoot()
  }
}

extension Plane<UInt8> {
  /// The plane at another size: halved as often as possible, and then interpolated between neighbours.
  fileprivate func resized(toHeight height: Int) -> Plane {
    var source = self
    while source.height >= 2 * height, source.width >= 4 { source = source.halved() }
    guard source.height != height else { return source }
    let plane = source
    let step = Double(plane.height) / Double(height)
    func place(_ number: Int, _ count: Int) -> (first: Int, share: Float) {
      let place = Swift.min(Swift.max((Double(number) + 0.5) * step - 0.5, 0), Double(count - 1))
      let first = Swift.min(Int(place), Swift.max(count - 2, 0))
      return (first, Float(place - Double(first)))
    }
    let width = Swift.max(1, Int((Double(plane.width) / step).rounded()))
    return Plane(width: width, height: height) { y, output in
      let (row, down) = place(y, plane.height)
      let (upper, lower) = (plane.row(row), plane.row(Swift.min(row + 1, plane.height - 1)))
      for x in 0..<width {
        let (column, across) = place(x, plane.width)
        let next = Swift.min(column + 1, plane.width - 1)
        let above = Float(upper[column]) * (1 - across) + Float(upper[next]) * across
        let below = Float(lower[column]) * (1 - across) + Float(lower[next]) * across
        output.append(UInt8(above * (1 - down) + below * down + 0.5))
      }
    }
  }
}
