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

  /// The tangent of 67.5°, where the next neighbour is nearer.
  private static let steep = 1 + Float(2).squareRoot()

  /// To the neighbour ahead along a gradient, of the eight around.
  @inline(__always)
  static func course(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    let isAcross = abs(x) > steep * abs(y)
    let isDown = abs(y) > steep * abs(x)
    return (isDown ? 0 : 1, isAcross ? 0 : isDown || x * y > 0 ? 1 : -1)
  }

  /// Where a row changes by at least `threshold`, and more than its two neighbours along the gradient.
  struct Crests {
    /// Of those places, from left to right.
    private var all: [UInt16]
    private var count = 0
    /// For each place of the row: squared lengths of the gradients behind and ahead of it.
    fileprivate(set) var behind: [Float]
    fileprivate(set) var ahead: [Float]

    init(width: Int) {
      all = Array(repeating: 0, count: width)
      behind = Array(repeating: 0, count: width)
      ahead = behind
    }

    var columns: Span<UInt16> {
      @_lifetime(borrow self) get { all.span.extracting(0..<count) }
    }

    /// - Parameters:
    ///   - above: squared lengths of the row above, and
    ///   - below: of that below.
    mutating func find(in row: GradientRow, above: Span<Float>, below: Span<Float>, threshold: Float) {
      let width = row.width
      precondition(
        above.count == width && below.count == width && all.count == width && width <= 65_536, "rows have one width")
      unsafe row.parts.withUnsafeBufferPointer { parts in
        unsafe above.withUnsafeBufferPointer { above in
          unsafe below.withUnsafeBufferPointer { below in
            guard let x = parts.baseAddress else { return }
            count = unsafe Int(
              ckernel_crests(
                x, x + width, above.baseAddress, x + 2 * width, below.baseAddress, Int32(width), threshold * threshold,
                &behind, &ahead, &all))
          }
        }
      }
    }
  }
}
