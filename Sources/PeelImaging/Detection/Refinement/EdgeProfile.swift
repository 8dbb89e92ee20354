/// Luma and colour differences across a side, one pixel apart, summed over parallel taps. Beyond the photo, border samples
/// repeat.
struct EdgeProfile {
  private enum Parameters {
    /// The weight of a colour difference relative to luma.
    static let colourGain: Float = 1.5
    /// How much less likely the edge is at the end of the reach than in the middle.
    static let distanceCost: Float = 0.35
    /// Least slope of an edge, and the slope from which edges weigh the same, in levels a pixel.
    static let slopes: (least: Float, most: Float) = (0.25, 8)
    /// Weights of the differences at distance 1, 2 and 3, the derivative of a Gaussian of 1.5 pixels: k exp(-k² / 4.5),
    /// scaled so that a ramp of 1 gives 1.
    static let kernel = SIMD3<Float>(0.1638, 0.1682, 0.0830)
  }

  /// Samples beyond the reach on either side, for the derivative.
  private static let border = 3

  private var luma: [Int32]
  private var blue: [Int32]
  private var red: [Int32]
  private var taps = 0
  private var colourTaps = 0

  /// - Parameter reach: pixels to either side.
  init(reach: Int) {
    let count = 2 * (reach + Self.border) + 1
    luma = Array(repeating: 0, count: count)
    blue = luma
    red = luma
  }

  /// Reads the photo across a side at `centre`.
  ///
  /// - Parameters:
  ///   - along: the side's direction, in which the taps lie.
  ///   - spacing: pixels between taps.
  mutating func read(
    _ luma: Plane<UInt8>, _ chroma: Chroma, at centre: Point, normal: Point, along: Point, spacing: Double, taps: Int
  ) {
    let count = self.luma.count
    for i in 0..<count { (self.luma[i], blue[i], red[i]) = (0, 0, 0) }
    self.taps = taps
    // Chroma usually has half the resolution: half the taps suffice.
    let hasColour = chroma.blue.width > 0
    colourTaps = hasColour ? taps / 2 : 0
    let a = centre - Double(count / 2) * normal
    for tap in 0..<taps {
      let start = a + (spacing * (Double(tap) - Double(taps - 1) / 2)) * along
      Trail(start, step: normal).add(luma, to: &self.luma)
      guard hasColour, tap % 2 == 1 else { continue }
      let (kx, ky) = (1 / Double(chroma.scale.x), 1 / Double(chroma.scale.y))
      let trail = Trail(
        Point(kx * (start.x - Double(chroma.origin.x)), ky * (start.y - Double(chroma.origin.y))),
        step: Point(kx * normal.x, ky * normal.y))
      trail.add(chroma.blue, chroma.red, to: &blue, &red)
    }
  }

  /// The position where the profile changes most, in pixels from its centre, and the slope there, in levels a pixel;
  /// nil if it hardly changes.
  func steepest() -> (offset: Double, weight: Double)? {
    let radius = luma.count / 2 - Self.border
    let (light, colour) = (Self.factor(1, taps), Self.factor(Parameters.colourGain, colourTaps))
    let (luma, blue, red) = (luma.span, blue.span, red.span)
    var best = (index: 0, slope: Float(0), before: Float(0), after: Float(0))
    var highest: Float = 0
    var before: Float = 0
    for i in 0...2 * radius {
      let colours = Self.square(blue, i + 3, colour) + Self.square(red, i + 3, colour)
      let slope = (Self.square(luma, i + 3, light) + colours).squareRoot()
      if i == best.index + 1 { best.after = slope }
      let away = Float(i - radius) / Float(radius)
      let value = slope * (1 - Parameters.distanceCost * away * away)
      if value > highest { (highest, best) = (value, (i, slope, before, 0)) }
      before = slope
    }
    guard best.slope > Parameters.slopes.least else { return nil }
    var offset = Double(best.index - radius)
    if best.index > 0, best.index < 2 * radius {
      offset += Double(parabolaPeak(best.before, best.slope, best.after))
    }
    return (offset, Double(min(best.slope, Parameters.slopes.most)))
  }

  private static func factor(_ gain: Float, _ taps: Int) -> Float { gain / Float(max(1, taps * taps)) }

  /// The squared derivative at a sample.
  @inline(__always)
  private static func square(_ sums: Span<Int32>, _ i: Int, _ factor: Float) -> Float {
    let kernel = Parameters.kernel
    var d = kernel.x * Float(sums[i &+ 1] &- sums[i &- 1])
    d += kernel.y * Float(sums[i &+ 2] &- sums[i &- 2])
    d += kernel.z * Float(sums[i &+ 3] &- sums[i &- 3])
    return factor * d * d
  }
}

/// A straight path over a plane, in fixed-point steps of 1/65,536 sample.
private struct Trail {
  private static let unit = 65_536.0
  private let x: Int
  private let y: Int
  private let dx: Int
  private let dy: Int

  init(_ start: Point, step: Point) {
    x = Int(start.x * Self.unit)
    y = Int(start.y * Self.unit)
    dx = Int(step.x * Self.unit)
    dy = Int(step.y * Self.unit)
  }

  /// Whether the whole path lies in a plane.
  private func isInside(width: Int, height: Int, steps: Int) -> Bool {
    (0..<width << 16).contains(x) && (0..<width << 16).contains(x + steps * dx)
      && (0..<height << 16).contains(y) && (0..<height << 16).contains(y + steps * dy)
  }

  /// Adds the nearest sample of each step. Beyond the plane, border samples repeat.
  func add(_ plane: Plane<UInt8>, to sums: inout [Int32]) {
    // As an array, `sums` would be checked for other owners at each step, and the next sample would wait for that.
    let samples = plane.samples.span
    var sums = sums.mutableSpan
    visit(width: plane.width, height: plane.height, steps: sums.count) { i, index in
      sums[i] &+= Int32(samples[index])
    }
  }

  /// Adds the samples of two planes of one size.
  func add(_ plane: Plane<UInt8>, _ other: Plane<UInt8>, to sums: inout [Int32], _ otherSums: inout [Int32]) {
    let (samples, others) = (plane.samples.span, other.samples.span)
    var sums = sums.mutableSpan
    var otherSums = otherSums.mutableSpan
    visit(width: plane.width, height: plane.height, steps: sums.count) { i, index in
      sums[i] &+= Int32(samples[index])
      otherSums[i] &+= Int32(others[index])
    }
  }

  /// Calls `body` with each step and the index of its sample.
  @inline(__always)
  private func visit(width: Int, height: Int, steps: Int, _ body: (_ step: Int, _ index: Int) -> Void) {
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
