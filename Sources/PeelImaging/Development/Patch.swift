/// A part of a plane laid out for interpolation.
///
/// Each element holds the samples that one step along x needs, so that a look-up is one load per row. Beyond the plane
/// its edge is repeated.
struct Patch {
  /// Ranges of columns and rows. They may reach beyond the plane.
  struct Footprint {
    var x: Range<Int>
    var y: Range<Int>
  }

  private let footprint: Footprint
  private let elements: [SIMD4<Float>]

  /// For interpolation by 4 × 4 samples: an element holds a sample's left neighbour, the sample, and two to its right.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  init<Sample: PlaneSample>(quadsOf plane: Plane<Sample>, _ footprint: Footprint) {
    let last = plane.width - 1
    self.init(footprint) { y, output in
      let row = plane.row(min(max(y, 0), plane.height - 1))
      let start = footprint.x.lowerBound
      var four = SIMD4<Float>(
        0, Float(row[min(max(start - 1, 0), last)]), Float(row[min(max(start, 0), last)]),
        Float(row[min(max(start + 1, 0), last)]))
      for x in footprint.x {
        four = SIMD4(four.y, four.z, four.w, Float(row[min(max(x + 2, 0), last)]))
        output.append(four)
      }
    }
  }

  /// For bilinear interpolation of two planes on one grid: an element holds both planes' samples and those to their
  /// right.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  init<Sample: PlaneSample>(pairsOf first: Plane<Sample>, _ second: Plane<Sample>, _ footprint: Footprint) {
    let last = first.width - 1
    self.init(footprint) { y, output in
      let a = first.row(min(max(y, 0), first.height - 1))
      let b = second.row(min(max(y, 0), first.height - 1))
      let start = min(max(footprint.x.lowerBound, 0), last)
      var left = SIMD2(Float(a[start]), Float(b[start]))
      for x in footprint.x {
        let next = min(max(x + 1, 0), last)
        let right = SIMD2(Float(a[next]), Float(b[next]))
        output.append(SIMD4(lowHalf: left, highHalf: right))
        left = right
      }
    }
  }

  private init(_ footprint: Footprint, appendRow: (_ y: Int, inout OutputSpan<SIMD4<Float>>) -> Void) {
    self.footprint = footprint
    elements = [SIMD4<Float>](capacity: footprint.x.count * footprint.y.count) { output in
      for y in footprint.y { appendRow(y, &output) }
    }
  }

  /// The index of the element that a place falls on, and how far beyond it the place lies, in 1/256.
  @inline(__always)
  private func element(at place: SampleLine.Place, bias: Int) -> (index: Int, x: Int, y: Int) {
    let x = place.x >> 16 &- (footprint.x.lowerBound &+ bias)
    let y = place.y >> 16 &- (footprint.y.lowerBound &+ bias)
    return (y &* footprint.x.count &+ x, place.x >> 8 & 255, place.y >> 8 & 255)
  }

  /// Calls `body` with the value at each place of one row of samples.
  @inline(__always)
  private func interpolate(
    along line: SampleLine, row: Int, by weights: [SIMD4<Float>], _ body: (Float) -> Void
  ) {
    let elements = elements.span
    // Extracting exactly 256 weights removes the bounds checks.
    let weights = weights.span.extracting(0..<256)
    let stride = footprint.x.count
    let bias = Int(SampleLine.Place.bias)
    line.forEachPlace(row: row) { place in
      let (k, dx, dy) = element(at: place, bias: bias)
      let down = weights[dy]
      var sum = elements[k &- stride] * down.x
      sum += elements[k] * down.y
      sum += elements[k &+ stride] * down.z
      sum += elements[k &+ 2 &* stride] * down.w
      sum *= weights[dx]
      sum += SIMD4(sum.z, sum.w, sum.x, sum.y)
      body(sum.x + sum.y)
    }
  }

  /// Calls `body` with both planes' values at each place of one row of samples.
  @inline(__always)
  private func bilinear(along line: SampleLine, row: Int, _ body: (SIMD2<Float>) -> Void) {
    let elements = elements.span
    let across = Linear.weights.span.extracting(0..<256)
    let stride = footprint.x.count
    let bias = Int(SampleLine.Place.bias)
    line.forEachPlace(row: row) { place in
      let (k, dx, dy) = element(at: place, bias: bias)
      let above = elements[k]
      var both = above + (elements[k &+ stride] - above) * (Float(dy) * (1 / 256))
      both *= across[dx]
      body(both.lowHalf + both.highHalf)
    }
  }

  /// Writes one sample per pixel of the line, from index `start`: bicubic, or a mean of bilinear samples.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  func draw<Sample: PlaneSample>(along line: SampleLine, into output: inout MutableSpan<Sample>, from start: Int) {
    if line.samples == (1, 1) {
      var target = start
      interpolate(along: line, row: 0, by: Weights.catmullRom) { value in
        output[target] = Sample(rounding: value)
        target &+= 1
      }
      return
    }
    var sums = [Float](repeating: 0, count: line.x.count * line.samples.x)
    var sumSpan = sums.mutableSpan
    for row in 0..<line.samples.y {
      var k = 0
      interpolate(along: line, row: row, by: Weights.linear) { value in
        sumSpan[k] += value
        k &+= 1
      }
    }
    let share = 1 / Float(line.samples.x * line.samples.y)
    for x in line.x.indices {
      let first = (x - line.x.lowerBound) * line.samples.x
      var sum: Float = 0
      for k in first..<first + line.samples.x { sum += sumSpan[k] }
      output[start + x - line.x.lowerBound] = Sample(rounding: sum * share)
    }
  }

  /// Writes one sample per pixel of the line to both planes, from index `start`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  func bilinear<Sample: PlaneSample>(
    along line: SampleLine, into first: inout MutableSpan<Sample>, _ second: inout MutableSpan<Sample>, from start: Int
  ) {
    if line.samples == (1, 1) {
      var target = start
      bilinear(along: line, row: 0) { pair in
        first[target] = Sample(rounding: pair.x)
        second[target] = Sample(rounding: pair.y)
        target &+= 1
      }
      return
    }
    var sums = [SIMD2<Float>](repeating: SIMD2(), count: line.x.count * line.samples.x)
    var sumSpan = sums.mutableSpan
    for row in 0..<line.samples.y {
      var k = 0
      bilinear(along: line, row: row) { pair in
        sumSpan[k] += pair
        k &+= 1
      }
    }
    let share = 1 / Float(line.samples.x * line.samples.y)
    for x in line.x.indices {
      let from = (x - line.x.lowerBound) * line.samples.x
      var sum = SIMD2<Float>()
      for k in from..<from + line.samples.x { sum += sumSpan[k] }
      first[start + x - line.x.lowerBound] = Sample(rounding: sum.x * share)
      second[start + x - line.x.lowerBound] = Sample(rounding: sum.y * share)
    }
  }
}

/// The weights of the four samples around a place, starting one before its left neighbour, for each 1/256 beyond that
/// neighbour.
private enum Weights {
  /// The cubic of Catmull and Rom.
  static let catmullRom: [SIMD4<Float>] = (0..<256).map { step in
    let t = Float(step) / 256
    return SIMD4(
      ((2 - t) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((4 - 3 * t) * t + 1) * t / 2, (t - 1) * t * t / 2)
  }

  /// Linear weights, for means of samples. The cubic's overshoot would bring back the noise that a mean removes.
  static let linear: [SIMD4<Float>] = (0..<256).map { step in
    let t = Float(step) / 256
    return SIMD4(0, 1 - t, t, 0)
  }
}

private enum Linear {
  /// The weights of two samples of two planes, left twice and then right twice, for each 1/256 beyond the left ones.
  static let weights: [SIMD4<Float>] = (0..<256).map { step in
    let t = Float(step) / 256
    return SIMD4(1 - t, 1 - t, t, t)
  }
}

/// A sample type that patches are made of and drawn to.
protocol PlaneSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {}
extension UInt8: PlaneSample {}
extension UInt16: PlaneSample {}

extension PlaneSample {
  /// The nearest level, halves to even; clamped to the type's range.
  @inline(__always)
  fileprivate init(rounding value: Float) {
    let most = Float(Self.max)
    let atLeast = 0 > value ? 0 : value
    let level = most < atLeast ? most : atLeast
    // The last bit of 2²³ is 1, so the low bits of the sum are the rounded number.
    self.init(truncatingIfNeeded: (level + 0x1p23).bitPattern)
  }
}
