internal import CPeelKernels

/// The gradients of one row's samples. Each is that of the channel that changes most there.
package struct GradientRow: Sendable {
  package private(set) var x: [Float]
  package private(set) var y: [Float]
  /// The squared lengths.
  package private(set) var squares: [Float]
  /// The channels, as passed to `add`.
  package private(set) var channels: [Float]
  package var width: Int { x.count }

  /// A row whose gradients are 0.
  package init(width: Int) {
    x = Array(repeating: 0, count: width)
    (y, squares, channels) = (x, x, x)
  }

  /// Computes a row's Sobel gradients, times `factor`, and replaces each shorter gradient by the new one. The first and
  /// the last sample have none.
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
