internal import CPeelKernels

/// The part of a plane that interpolation reads. Samples outside it are never read: places that need one are moved to
/// the nearest place that doesn't.
package struct SampleWindow: Sendable {
  fileprivate let window: CKernelWindow

  /// - Parameters:
  ///   - stride: the samples from one row to the next.
  ///   - width: the window's width in samples, below 8192.
  ///   - height: the window's height in samples, below 8192.
  ///   - origin: the sample of the window that places are counted from.
  package init(stride: Int, width: Int, height: Int, origin: (x: Int, y: Int)) {
    precondition(max(width, height) < 8192 && width <= stride, "the kernels' places have 22 bits")
    window = CKernelWindow(
      stride: Int32(stride), width: Int32(width), height: Int32(height), origin_x: Int32(origin.x),
      origin_y: Int32(origin.y))
  }

  /// Whether the window has at least `least` columns and rows and lies in a plane with this many samples.
  fileprivate func fits(_ samples: Int, least: Int) -> Bool {
    let (width, height) = (Int(window.width), Int(window.height))
    return min(width, height) >= least && (height - 1) * Int(window.stride) + width <= samples
  }
}

/// Where the pixels of a row lie, in samples, whose centres are at whole numbers: pixel k is at
/// ((x + k · xStep + k² · xSquare) / w, (y + k · yStep + k² · ySquare) / w), where w is 1 + k · bend + k² · bendSquare.
package struct PixelRow: Sendable {
  fileprivate let row: CKernelRow

  package init(
    x: Float, xStep: Float, xSquare: Float, y: Float, yStep: Float, ySquare: Float, bend: Float, bendSquare: Float
  ) {
    row = CKernelRow(
      x: x, x_step: xStep, x_square: xSquare, y: y, y_step: yStep, y_square: ySquare, bend: bend,
      bend_square: bendSquare)
  }
}

/// Bicubic interpolation (Keys 1981, a = −1/2) at the places of a row's pixels, rounded to 1/256 of a sample.
///
/// - Parameters:
///   - samples: samples that begin with the window's first.
///   - window: the window, at least 4 × 4.
///   - row: where the pixels lie.
///   - output: receives the values.
///   - range: the part of the output to write.
package func interpolateBicubic(
  _ samples: Span<UInt8>, _ window: SampleWindow, along row: PixelRow, into output: inout MutableSpan<UInt8>,
  _ range: Range<Int>
) {
  precondition(window.fits(samples.count, least: 4), "the plane has the window")
  precondition(range.lowerBound >= 0 && range.upperBound <= output.count, "the output has room")
  unsafe samples.withUnsafeBufferPointer { samples in
    unsafe output.withUnsafeMutableBufferPointer { output in
      guard let output = output.baseAddress else { return }
      unsafe ckernel_bicubic(
        samples.baseAddress, window.window, row.row, output + range.lowerBound, Int32(range.count))
    }
  }
}

/// Bilinear interpolation of two planes with the same window.
///
/// - Parameters:
///   - first: samples that begin with the window's first.
///   - second: samples of the other plane, likewise.
///   - window: the window, at least 2 × 2.
///   - row: where the pixels lie.
///   - firstOutput: receives the values of the first plane.
///   - secondOutput: receives the values of the second plane.
///   - range: the part of the outputs to write.
package func interpolateBilinear(
  _ first: Span<UInt8>, _ second: Span<UInt8>, _ window: SampleWindow, along row: PixelRow,
  into firstOutput: inout MutableSpan<UInt8>, _ secondOutput: inout MutableSpan<UInt8>, _ range: Range<Int>
) {
  precondition(window.fits(min(first.count, second.count), least: 2), "both planes have the window")
  precondition(
    range.lowerBound >= 0 && range.upperBound <= min(firstOutput.count, secondOutput.count), "the outputs have room")
  unsafe first.withUnsafeBufferPointer { first in
    unsafe second.withUnsafeBufferPointer { second in
      unsafe firstOutput.withUnsafeMutableBufferPointer { firstOutput in
        unsafe secondOutput.withUnsafeMutableBufferPointer { secondOutput in
          guard let a = firstOutput.baseAddress, let b = secondOutput.baseAddress else { return }
          unsafe ckernel_bilinear(
            first.baseAddress, second.baseAddress, window.window, row.row, a + range.lowerBound, b + range.lowerBound,
            Int32(range.count))
        }
      }
    }
  }
}
