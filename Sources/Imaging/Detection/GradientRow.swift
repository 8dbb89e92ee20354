internal import CKernels

/// The gradient along one row of whichever channel changes most there, in sixteenths of a level a sample; 0 at both
/// ends.
struct GradientRow {
  private let width: Int
  /// Its part across at each place, then its part down at each, then the squares of its lengths, then the channels.
  private var parts: [Float]

  @_lifetime(borrow self)
  func x() -> Span<Float> { parts.span.extracting(0..<width) }
  @_lifetime(borrow self)
  func y() -> Span<Float> { parts.span.extracting(width..<2 * width) }
  @_lifetime(borrow self)
  func squares() -> Span<Float> { parts.span.extracting(2 * width..<3 * width) }
  /// Which changes most: 0 luma, 1 blue, 2 red.
  @_lifetime(borrow self)
  func channels() -> Span<Float> { parts.span.extracting(3 * width..<4 * width) }

  /// Of a row without any change.
  init(width: Int) {
    self.width = width
    parts = Array(repeating: 0, count: 4 * width)
  }

  /// Of a row that has neighbours above and below; where no channel changes, that of `still`.
  init(_ planes: ReducedPlanes, _ row: Int, colourGain: Float, else still: GradientRow) {
    width = planes.width
    parts = still.parts
    let channels = [(planes.luma, 1), (planes.blue, colourGain), (planes.red, colourGain)]
    for (channel, (plane, gain)) in channels.enumerated() {
      guard let plane else { continue }
      let width = width
      precondition(plane.width == width && row > 0 && row + 1 < plane.height, "all planes have the row's neighbours")
      unsafe parts.withUnsafeMutableBufferPointer { parts in
        unsafe plane.samples.withUnsafeBufferPointer { samples in
          guard let x = parts.baseAddress, let first = samples.baseAddress else { return }
          let here = unsafe first + row * width
          // Sobel's masks weigh eight samples.
          unsafe ckernel_steeper(
            here - width, here, here + width, Int32(width), gain / 8, Float(channel), x, x + width, x + 2 * width,
            x + 3 * width)
        }
      }
    }
  }

  /// Which of the eight neighbours lie along a gradient: left and right, above and below, or aslant.
  enum Course { case across, down, falling, rising }

  /// The tangent of 67.5°, where the next neighbour is nearer.
  private static let steep = 1 + Float(2).squareRoot()

  static func course(_ x: Float, _ y: Float) -> Course {
    if abs(x) > steep * abs(y) { return .across }
    if abs(y) > steep * abs(x) { return .down }
    return x * y > 0 ? .falling : .rising
  }

  /// 1 where this row changes by at least `threshold`, and more than its two neighbours along the gradient.
  ///
  /// - Parameters:
  ///   - above: squared lengths of the row above, and
  ///   - below: of that below.
  func crests(above: Span<Float>, below: Span<Float>, threshold: Float) -> [UInt8] {
    let count = width
    let limit = threshold * threshold
    let steep = Self.steep
    let (xs, ys, here) = (x(), y(), squares())
    let (above, below) = (above.extracting(0..<count), below.extracting(0..<count))
    return [UInt8](capacity: count) { output in
      output.append(0)
      // All four courses are looked at and one is taken: wide instructions, and no branch that would be guessed badly.
      for x in 1..<count - 1 {
        let (l, r) = (x &- 1, x &+ 1)
        let (gx, gy, square) = (xs[x], ys[x], here[x])
        let (left, right, up, down) = (here[l], here[r], above[x], below[x])
        let (upLeft, upRight, downLeft, downRight) = (above[l], above[r], below[l], below[r])
        let (ax, ay) = (abs(gx), abs(gy))
        var (behind, ahead) = gx * gy > 0 ? (upLeft, downRight) : (downLeft, upRight)
        (behind, ahead) = ay > steep * ax ? (up, down) : (behind, ahead)
        (behind, ahead) = ax > steep * ay ? (left, right) : (behind, ahead)
        let isCrest = (square >= limit ? 1 : 0) & (square > behind ? 1 : 0) & (square >= ahead ? 1 : 0)
        output.append(UInt8(truncatingIfNeeded: isCrest))
      }
      output.append(0)
    }
  }
}
