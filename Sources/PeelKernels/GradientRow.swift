internal import CPeelKernels

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
