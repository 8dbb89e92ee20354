/// A quad laid on the photo's own edges, to a part of a pixel.
struct RefinedQuad: Sendable {
  /// In photo pixels.
  var quad: Quad
  /// For each side: share of its stations that lie within the photo and are not hidden.
  var visible: [Double]
  /// For each side: share of those that lie on the fitted course.
  var support: [Double]
  /// For each side: mean distance of those from it, in pixels.
  var residual: [Double]
}

/// A side of a refined quad with what its stations saw, for looking at. Lengths are photo pixels.
struct SeenSide {
  /// Places on the fitted course where an edge was seen, and how far inside of it.
  var stations: [(place: Point, residual: Double)]
  /// Mean distance of the stations that keep to the course.
  var residual: Double
}

/// Fits each side to edge points of the full-size photo: stations along the side, at each the steepest place of a
/// profile across it, a robust course through them, and where the courses of neighbouring sides cross, the corner.
/// A course may bend a little, as lenses and curled prints do; corners themselves are never looked at, since they are
/// rounded and worn.
struct Refinement: Sendable {
  /// One look at the sides.
  struct Pass {
    /// How far off a side may be, in pixels.
    var reach: Double
    /// Stations along a side.
    var stations: Int
    /// Taps side by side that are averaged at a station.
    var taps: Int
    var bend: Bend
  }

  /// What a pass takes a side for.
  enum Bend {
    /// A straight line.
    case none
    /// A line that lenses bend a little, that is a parabola through what lies near the best line; or the arch of a
    /// curled print, where more of the side keeps to it.
    case arch
  }

  /// From the reduced grid, `scale` pixels a sample, to about a pixel: enough to judge by.
  static func rough(scale: Double) -> [Pass] {
    let reach = 1.5 * scale + 2
    return [
      Pass(reach: reach, stations: 18, taps: 2, bend: .none),
      Pass(reach: max(3, 0.4 * reach), stations: 28, taps: 4, bend: .arch),
    ]
  }

  /// From the rough quad to a part of a pixel.
  static func fine(scale: Double) -> [Pass] {
    let reach = 1.5 * scale + 2
    return [
      Pass(reach: reach, stations: 18, taps: 2, bend: .arch),
      Pass(reach: max(3, 0.4 * reach), stations: 28, taps: 4, bend: .arch),
      Pass(reach: max(2.5, 0.3 * reach), stations: 64, taps: 6, bend: .arch),
    ]
  }

  /// The ends of a side that are skipped, as shares of it: corners are rounded.
  var skipped = 0.05
  private let luma: Plane<UInt8>
  /// Empty where the photo is grey.
  private let chroma: Chroma

  init(_ photo: Photo) {
    luma = photo.luma
    let none = Plane<UInt8>(width: 0, height: 0) { _, _ in }
    chroma = photo.chroma ?? Chroma(blue: none, red: none, scale: (1, 1), origin: (0, 0))
  }

  /// One side's course: offsets from its chord, along the inward normal, as a parabola over -1…1.
  private struct Course {
    var from: Point
    var to: Point
    let normal: Point
    var level = 0.0
    var slope = 0.0
    var bend = 0.0
    /// As shares of the stations, and of the visible ones.
    var visible = 0.0
    var support = 0.0
    var residual = 0.0
    /// What it was fitted to, as offsets from an arch that bends by `searched`.
    var sightings: [Sighting] = []
    var searched = 0.0

    init(from: Point, to: Point) {
      self.from = from
      self.to = to
      normal = (to - from).normalized.perpendicular
    }

    func offset(_ t: Double) -> Double { level + slope * t + bend * t * t }
    func point(_ t: Double) -> Point { from.mixed(with: to, (t + 1) / 2) + offset(t) * normal }
    /// The straight line that touches the course at `t`.
    func tangent(_ t: Double) -> Line? {
      let step = 0.5 * (to - from) + (slope + 2 * bend * t) * normal
      return Line(through: point(t), point(t) + step)
    }
  }

  /// Where an edge crosses a station, and how steep it is.
  private struct Sighting {
    var t: Double
    var offset: Double
    var weight: Double
  }

  /// nil where the sides no longer make a convex quad near the given one.
  func refined(_ quad: Quad, _ passes: [Pass], beneath covers: Covers = .none) -> RefinedQuad? {
    guard let (quad, courses) = laid(quad, passes, beneath: covers) else { return nil }
    return RefinedQuad(
      quad: quad, visible: courses.map(\.visible), support: courses.map(\.support), residual: courses.map(\.residual))
  }

  /// Each side of the same, as the last pass saw it.
  func sides(_ quad: Quad, _ passes: [Pass]) -> [SeenSide]? {
    laid(quad, passes, beneath: .none)?.courses.map { course in
      let stations = course.sightings.map { sighting in
        let t = sighting.t
        let offset = sighting.offset + course.searched * (t * t - 1)
        return (course.point(t), offset - course.offset(t))
      }
      return SeenSide(stations: stations, residual: course.residual)
    }
  }

  private func laid(_ quad: Quad, _ passes: [Pass], beneath covers: Covers) -> (quad: Quad, courses: [Course])? {
    var quad = quad
    var courses: [Course] = []
    for pass in passes {
      let bends = courses.isEmpty ? [0, 0, 0, 0] : courses.map(\.bend)
      courses = Quad.Side.allCases.map {
        course(quad[$0].from, quad[$0].to, bend: bends[$0.rawValue], pass, beneath: covers)
      }
      let corners = (0..<4).map { k -> Point? in
        guard let before = courses[(k + 3) % 4].tangent(1), let after = courses[k].tangent(-1) else { return nil }
        return before.crossing(after)
      }
      guard let next = Quad(corners.compactMap { $0 }), next.isConvex else { return nil }
      guard next.isNear(quad, within: 0.08 * quad.size + 2 * pass.reach) else { return nil }
      quad = next
    }
    return (quad, courses)
  }

  /// `bend` is the side's own as the pass before saw it: the search runs along that arch.
  private func course(
    _ from: Point, _ to: Point, bend: Double, _ pass: Pass, beneath covers: Covers
  ) -> Course {
    var course = Course(from: from, to: to)
    let normal = course.normal
    let length = from.distance(to: to)
    let along = (to - from).normalized
    let radius = Int(pass.reach.rounded(.up))
    let spacing = max(1, (1 - 2 * skipped) * length / Double(pass.stations) / Double(pass.taps))
    var sightings: [Sighting] = []
    sightings.reserveCapacity(pass.stations)
    // Three more samples on either side, for the derivative.
    var profile = Profile(count: 2 * radius + 7)
    for k in 0..<pass.stations {
      let t = -1 + 2 * (skipped + (1 - 2 * skipped) * (Double(k) + 0.5) / Double(pass.stations))
      let center = from.mixed(with: to, (t + 1) / 2) + bend * (t * t - 1) * normal
      guard center.x >= 0, center.y >= 0, center.x <= Double(luma.width), center.y <= Double(luma.height),
        !covers.hide(center)
      else { continue }
      course.visible += 1 / Double(pass.stations)
      look(at: center, normal: normal, along: along, spacing: spacing, taps: pass.taps, into: &profile)
      if let edge = Self.steepest(&profile) {
        sightings.append(Sighting(t: t, offset: edge.offset, weight: edge.weight))
      }
    }
    guard sightings.count >= 6 else { return course }
    fit(sightings, to: &course, pass)
    course.level -= bend
    course.bend += bend
    course.searched = bend
    course.sightings = sightings
    return course
  }

  /// Luma and colour differences across a side, a pixel apart, summed over taps side by side; beyond the photo, those of
  /// its border.
  private struct Profile {
    var luma: [Int32]
    var blue: [Int32]
    var red: [Int32]
    var taps = 0
    var colourTaps = 0
    /// How quickly they change, over all channels, but for the first and the last three.
    var slopes: [Float]
    var count: Int { luma.count }

    init(count: Int) {
      luma = Array(repeating: 0, count: count)
      blue = luma
      red = luma
      slopes = Array(repeating: 0, count: count - 6)
    }
  }

  private func look(
    at center: Point, normal: Point, along: Point, spacing: Double, taps: Int, into profile: inout Profile
  ) {
    let count = profile.count
    for i in 0..<count { (profile.luma[i], profile.blue[i], profile.red[i]) = (0, 0, 0) }
    profile.taps = taps
    // Colour has a quarter of the samples: half the taps will do.
    let hasColour = chroma.blue.width > 0
    profile.colourTaps = hasColour ? taps / 2 : 0
    let a = center - Double(count / 2) * normal
    for tap in 0..<taps {
      let start = a + (spacing * (Double(tap) - Double(taps - 1) / 2)) * along
      Trail(start, step: normal).add(luma, to: &profile.luma)
      guard hasColour, tap % 2 == 1 else { continue }
      let (kx, ky) = (1 / Double(chroma.scale.x), 1 / Double(chroma.scale.y))
      let trail = Trail(
        Point(kx * (start.x - Double(chroma.origin.x)), ky * (start.y - Double(chroma.origin.y))),
        step: Point(kx * normal.x, ky * normal.y))
      trail.add(chroma.blue, chroma.red, to: &profile.blue, &profile.red)
    }
  }

  /// Where a profile changes most quickly, and how much, in levels a pixel: derivative of a Gaussian of 1.5 pixels,
  /// over all channels.
  private static func steepest(_ profile: inout Profile) -> (offset: Double, weight: Double)? {
    let count = profile.count
    let radius = (count - 7) / 2
    let (light, colour) = (factor(1, profile.taps), factor(1.5, profile.colourTaps))
    for i in profile.slopes.indices {
      let colours = square(profile.blue, i + 3, colour) + square(profile.red, i + 3, colour)
      profile.slopes[i] = (square(profile.luma, i + 3, light) + colours).squareRoot()
    }
    let slopes = profile.slopes.span
    var best = 0
    var highest: Float = 0
    for i in slopes.indices {
      // Nearer to where the search put the side is a little likelier.
      let away = Float(i - radius) / Float(radius)
      let value = slopes[i] * (1 - 0.35 * away * away)
      if value > highest { (highest, best) = (value, i) }
    }
    guard slopes[best] > 0.25 else { return nil }
    var offset = Double(best - radius)
    if best > 0, best < slopes.count - 1 {
      offset += Double(parabolaPeak(slopes[best - 1], slopes[best], slopes[best + 1]))
    }
    return (offset, Double(min(slopes[best], 8)))
  }

  private static func factor(_ gain: Float, _ taps: Int) -> Float { gain / Float(max(1, taps * taps)) }

  @inline(__always)
  private static func square(_ sums: [Int32], _ i: Int, _ factor: Float) -> Float {
    var d = kernel.x * Float(sums[i &+ 1] &- sums[i &- 1])
    d += kernel.y * Float(sums[i &+ 2] &- sums[i &- 2])
    d += kernel.z * Float(sums[i &+ 3] &- sums[i &- 3])
    return factor * d * d
  }

  /// Weights of the difference at distance 1, 2, 3: k exp(-k² / 4.5), scaled so that a ramp of 1 gives 1.
  private static let kernel = SIMD3<Float>(0.1638, 0.1682, 0.0830)

  /// A course through most of the points: the best of lines through pairs, then least squares on what lies near it.
  private func fit(
    _ points: [Sighting], to course: inout Course, _ pass: Pass
  ) {
    let near = max(1, 0.12 * pass.reach)
    let n = points.count
    var best = (level: 0.0, slope: 0.0, others: n + 1)
    for i in stride(from: 0, to: n, by: 2) {
      for j in stride(from: i + n / 4, to: n, by: 3) {
        let (p, q) = (points[i], points[j])
        let slope = (q.offset - p.offset) / (q.t - p.t)
        let level = p.offset - slope * p.t
        // Counted is what lies off it, and no longer than it may still be the best.
        var others = 0
        for o in points where !(abs(o.offset - level - slope * o.t) < near) {
          others += 1
          if others >= best.others { break }
        }
        if others < best.others { best = (level, slope, others) }
      }
    }
    course.level = best.level
    course.slope = best.slope
    settle(points, on: &course, tolerance: 1.5 * near, rounds: 4, pass)
    guard pass.bend == .arch, course.support < 0.9 else { return }
    // A side that bends more than the line's neighbourhood is wide: all points, then those near the arch they make.
    var arch = course
    settle(points, on: &arch, tolerance: 0.6 * pass.reach, rounds: 8, pass)
    if arch.support > course.support + 0.1, abs(arch.bend) < 0.03 * course.from.distance(to: course.to) {
      course = arch
    }
  }

  /// Least squares on the points within `tolerance` of the course, which narrows to what they keep to.
  private func settle(
    _ points: [Sighting], on course: inout Course, tolerance: Double, rounds: Int, _ pass: Pass
  ) {
    var tolerance = tolerance
    for round in 0..<rounds {
      let before = course
      var fit = ParabolaFit()
      for p in points where abs(p.offset - before.offset(p.t)) < tolerance { fit.add(p.t, p.offset, weight: p.weight) }
      guard fit.count >= 5 else { return }
      let bends = pass.bend != .none && round >= 1 && fit.count >= pass.stations / 2
      (course.level, course.slope, course.bend) = fit.solved(isQuadratic: bends)
      var spread = 0.0
      for p in points where abs(p.offset - before.offset(p.t)) < tolerance {
        spread += abs(p.offset - course.offset(p.t))
      }
      spread /= Double(fit.count)
      course.residual = spread
      course.support = Double(fit.count) / (course.visible * Double(pass.stations))
      tolerance = max(0.6, min(tolerance, 3 * spread))
    }
  }
}

/// A straight walk over a plane in steps of fixed point, to 1/65,536 of a sample.
private struct Trail {
  private let x: Int
  private let y: Int
  private let dx: Int
  private let dy: Int

  init(_ start: Point, step: Point) {
    x = Int(start.x * 65_536)
    y = Int(start.y * 65_536)
    dx = Int(step.x * 65_536)
    dy = Int(step.y * 65_536)
  }

  /// Whether all of so many steps lie in a plane.
  private func isInside(width: Int, height: Int, steps: Int) -> Bool {
    (0..<width << 16).contains(x) && (0..<width << 16).contains(x + steps * dx)
      && (0..<height << 16).contains(y) && (0..<height << 16).contains(y + steps * dy)
  }

  /// Adds the nearest sample of each step; beyond the plane, the nearest of its border.
  func add(_ plane: Plane<UInt8>, to sums: inout [Int32]) {
    let samples = plane.samples.span
    visit(width: plane.width, height: plane.height, steps: sums.count) { i, place in
      sums[i] &+= Int32(samples[place])
    }
  }

  /// The same of two planes of one size.
  func add(_ plane: Plane<UInt8>, _ other: Plane<UInt8>, to sums: inout [Int32], _ otherSums: inout [Int32]) {
    let (samples, others) = (plane.samples.span, other.samples.span)
    visit(width: plane.width, height: plane.height, steps: sums.count) { i, place in
      sums[i] &+= Int32(samples[place])
      otherSums[i] &+= Int32(others[place])
    }
  }

  /// Calls `body` with each step and the index of its sample.
  @inline(__always)
  private func visit(width: Int, height: Int, steps: Int, _ body: (_ step: Int, _ place: Int) -> Void) {
    var (x, y) = (x, y)
    if isInside(width: width, height: height, steps: steps - 1) {
      for i in 0..<steps {
        body(i, y >> 16 &* width &+ x >> 16)
        x &+= dx
        y &+= dy
      }
    } else {
      for i in 0..<steps {
        let column = max(0, min(width &- 1, x >> 16))
        let row = max(0, min(height &- 1, y >> 16))
        body(i, row &* width &+ column)
        x &+= dx
        y &+= dy
      }
    }
  }
}
