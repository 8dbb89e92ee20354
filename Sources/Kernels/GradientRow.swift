internal import CKernels

/// The gradient along one row of whichever channel changes most at a place: its parts across and down, the square of its
/// length, and the channel.
package struct GradientRow: Sendable {
  package private(set) var x: [Float]
  package private(set) var y: [Float]
  package private(set) var squares: [Float]
  package private(set) var channels: [Float]
  package var width: Int { x.count }

  /// Of a row without any change.
  package init(width: Int) {
    x = Array(repeating: 0, count: width)
    (y, squares, channels) = (x, x, x)
  }

  /// Looks at Sobel's gradient of the middle one of three rows, times `factor`: it takes the place of a shorter one. The
  /// first and the last place have none.
  package mutating func add(
    _ above: Span<Int16>, _ here: Span<Int16>, _ below: Span<Int16>, factor: Float, channel: Float
  ) {
    precondition(above.count == width && here.count == width && below.count == width, "all rows have one width")
    unsafe above.withUnsafeBufferPointer { above in
      unsafe here.withUnsafeBufferPointer { here in
        unsafe below.withUnsafeBufferPointer { below in
          unsafe ckernel_steeper(
            above.baseAddress, here.baseAddress, below.baseAddress, Int32(here.count), factor, channel, &x, &y,
            &squares, &channels)
        }
      }
    }
  }
}

/// Where a row of gradients is at least as long as a limit, and longer than its two neighbours along the gradient.
package struct Crests: Sendable {
  private var all: [UInt16]
  private var count = 0
  /// For each place of the row: squared lengths of the gradients behind and ahead of it.
  package private(set) var behind: [Float]
  package private(set) var ahead: [Float]

  package init(width: Int) {
    precondition(width <= 65_536, "columns have 16 bits")
    all = Array(repeating: 0, count: width)
    behind = Array(repeating: 0, count: width)
    ahead = behind
  }

  /// From left to right.
  package var columns: Span<UInt16> {
    @_lifetime(borrow self) get { all.span.extracting(0..<count) }
  }

  /// - Parameters:
  ///   - limit: squared.
  ///   - above: the row above, and
  ///   - below: that below.
  package mutating func find(in row: GradientRow, above: GradientRow, below: GradientRow, limit: Float) {
    let width = row.width
    precondition(above.width == width && below.width == width && all.count == width, "all rows have one width")
    count = unsafe Int(
      ckernel_crests(
        row.x, row.y, above.squares, row.squares, below.squares, Int32(width), limit, &behind, &ahead, &all))
  }
}
