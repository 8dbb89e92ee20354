internal import CPeelKernels

/// Appends a row of a plane at twice its size.
///
/// A sample is three quarters of the nearest one and a quarter of the next, across and down, as in JPEG decoders.
///
/// - Parameters:
///   - near: the plane's nearest row.
///   - far: the next row.
///   - width: the samples to append, twice those of `near` or one less.
///   - output: has room for twice the samples of `near`.
package func appendDoubled(
  _ near: Span<UInt8>, _ far: Span<UInt8>, width: Int, to output: inout OutputSpan<UInt8>
) {
  let doubled = 2 * near.count
  precondition(
    near.count == far.count && !near.isEmpty && (doubled - 1...doubled).contains(width),
    "both rows have one size, and the output has twice that")
  precondition(output.freeCapacity >= doubled, "the output has room")
  unsafe near.withUnsafeBufferPointer { near in
    unsafe far.withUnsafeBufferPointer { far in
      unsafe output.withUnsafeMutableBufferPointer { output, count in
        guard let first = output.baseAddress else { return }
        unsafe ckernel_doubled(near.baseAddress, far.baseAddress, Int32(near.count), first + count)
        count += width
      }
    }
  }
}

/// Converts luma, blue difference and red difference to red, green and blue: full-range BT.601, as in JFIF 1.02.
/// Rounding may be off by 1/32 of a level.
package func colours(
  luma: Span<UInt8>, _ blue: Span<UInt8>, _ red: Span<UInt8>
) -> (red: [UInt8], green: [UInt8], blue: [UInt8]) {
  let count = luma.count
  precondition(blue.count == count && red.count == count, "luma and chroma have one size")
  var (r, g, b) = ([UInt8].unwritten(count: count), [UInt8].unwritten(count: count), [UInt8].unwritten(count: count))
  unsafe luma.withUnsafeBufferPointer { luma in
    unsafe blue.withUnsafeBufferPointer { blue in
      unsafe red.withUnsafeBufferPointer { red in
        unsafe ckernel_colours(luma.baseAddress, blue.baseAddress, red.baseAddress, Int32(count), &r, &g, &b)
      }
    }
  }
  return (r, g, b)
}

/// Converts rows with half-size chroma to red, green and blue. Chroma is brought to full size as by `appendDoubled`,
/// without rounding to whole levels in between.
///
/// - Parameters:
///   - luma: luma of the rows.
///   - blue: half-size blue difference: the rows that lie on these pixels, and the next above and below if there are
///     any.
///   - red: red difference, likewise.
///   - width: the pixels in a row.
///   - first: the first row of pixels, counted from the first row of chroma, which covers two rows of pixels.
package func colours(
  luma: Span<UInt8>, halved blue: Span<UInt8>, _ red: Span<UInt8>, width: Int, first: Int
) -> (red: [UInt8], green: [UInt8], blue: [UInt8]) {
  let count = luma.count
  var (r, g, b) = ([UInt8].unwritten(count: count), [UInt8].unwritten(count: count), [UInt8].unwritten(count: count))
  unsafe withHalved(luma, blue, red, width: width, first: first) { source, height in
    unsafe ckernel_coloured(source, Int32(width), height, &r, &g, &b)
  }
  return (r, g, b)
}

/// A straight curve, from 0 at one level to 255 at another, to 1/64 of a level.
package struct LevelLine: Sendable, Equatable {
  /// The least and the greatest difference of the levels, because the kernel has 16 bits for the slope and for sums.
  private static let lengths = 75.0...255.5
  /// The levels that the kernel has bits for.
  private static let levels = -255.0...510
  fileprivate let kernel: CKernelLine

  /// A line; nil if the kernel can't take it, because it is too steep or too flat.
  package init?(from low: Double, to high: Double) {
    guard Self.lengths.contains(high - low), Self.levels.contains(low), Self.levels.contains(high) else { return nil }
    kernel = CKernelLine(low: Int32((64 * low).rounded()), high: Int32((64 * high).rounded()))
  }

  package static func == (a: LevelLine, b: LevelLine) -> Bool {
    a.kernel.low == b.kernel.low && a.kernel.high == b.kernel.high
  }
}

/// Converts rows with half-size chroma as `colours(luma:halved:…)` does, maps each channel by a line, and converts back
/// to luma and half-size chroma.
///
/// Chroma is the mean over 2 × 2 pixels; an odd last column or row counts double. Only the result is rounded to whole
/// levels.
///
/// - Parameters:
///   - luma: luma of the rows.
///   - blue: half-size blue difference, with the next rows above and below.
///   - red: red difference, likewise.
///   - width: the pixels in a row.
///   - first: the first row of pixels, counted from the first row of chroma; even.
///   - lines: the lines of red, green and blue.
package func finished(
  luma: Span<UInt8>, halved blue: Span<UInt8>, _ red: Span<UInt8>, width: Int, first: Int, by lines: [LevelLine]
) -> (luma: [UInt8], blue: [UInt8], red: [UInt8]) {
  precondition(lines.count == 3 && first % 2 == 0, "a line for each channel, and chroma on both rows of a pair")
  let (height, half) = (luma.count / width, (width + 1) / 2)
  let lines = lines.map(\.kernel)
  var lumas = [UInt8].unwritten(count: luma.count)
  var blues = [UInt8].unwritten(count: half * ((height + 1) / 2))
  var reds = [UInt8].unwritten(count: blues.count)
  unsafe withHalved(luma, blue, red, width: width, first: first) { source, height in
    unsafe ckernel_finished(source, Int32(width), height, lines, &lumas, &blues, &reds)
  }
  return (lumas, blues, reds)
}

/// Calls `body` with pointers to the rows and their number.
private func withHalved(
  _ luma: Span<UInt8>, _ blue: Span<UInt8>, _ red: Span<UInt8>, width: Int, first: Int,
  _ body: (CKernelHalved, _ height: Int32) -> Void
) {
  let (height, half) = (luma.count / width, (width + 1) / 2)
  let chromaRows = blue.count / half
  precondition(
    luma.count == width * height && blue.count == half * chromaRows && red.count == blue.count && first >= 0
      && (first + height + 1) / 2 <= chromaRows, "chroma lies on all rows")
  unsafe luma.withUnsafeBufferPointer { luma in
    unsafe blue.withUnsafeBufferPointer { blue in
      unsafe red.withUnsafeBufferPointer { red in
        unsafe body(
          CKernelHalved(
            luma: luma.baseAddress, blue: blue.baseAddress, red: red.baseAddress, rows: Int32(chromaRows),
            first: Int32(first)), Int32(height))
      }
    }
  }
}
