internal import CPeelKernels

/// The gradients along one row, each of the channel that changes most there: x and y, the squared length, and the
/// channel.
package struct GradientRow: Sendable {
  package private(set) var x: [Float]
  package private(set) var y: [Float]
  package private(set) var squares: [Float]
  package private(set) var channels: [Float]
  package var width: Int { x.count }

  /// A row without any change.
  package init(width: Int) {
    x = Array(repeating: 0, count: width)
    (y, squares, channels) = (x, x, x)
  }

  /// Computes Sobel's gradient of a row, times `factor`, and keeps it where it is longer than the one so far. The first
  /// and the last sample have none.
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
