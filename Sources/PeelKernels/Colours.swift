internal import CPeelKernels

/// Appends a row of a plane made twice as large, `width` samples of it: three quarters of the nearest sample and one of the
/// next, across and down, as JPEG decoders bring chroma to full size. `near` is the plane's nearest row and `far` the next.
/// `width` is twice theirs, or one less; there must be room for twice theirs.
package func appendDoubled(
  _ near: Span<UInt8>, _ far: Span<UInt8>, width: Int, to output: inout OutputSpan<UInt8>
) {
  let doubled = 2 * near.count
  precondition(near.count == far.count && !near.isEmpty && (doubled - 1...doubled).contains(width), "one size, twice")
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

/// Red, green and blue of luma and chroma, blue before red: ITU-R BT.601 with full range, as in JFIF 1.02, to the nearest
/// level but for what 1/32 of a level makes.
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

/// Red, green and blue likewise of some rows of `width` pixels with chroma of half the size, which is brought to full size
/// as by `appendDoubled`, but not to whole levels.
///
/// - Parameters:
///   - luma: of the rows.
///   - blue: chroma of half the size, with what rows there are above and below those that lie on the pixels; and
///   - red: likewise.
///   - first: which row of pixels is the first, where chroma lies on two each.
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

/// A straight curve, from 0 at `low` to 255 at `high`.
package struct LevelLine: Sendable, Equatable {
  /// Levels that it takes at least: the kernel has 16 bits for how steep it is.
  private static let shortest = 75
  package let low: UInt8
  package let high: UInt8

  /// nil where it is steeper.
  package init?(from low: UInt8, to high: UInt8) {
    guard Int(high) - Int(low) >= Self.shortest else { return nil }
    (self.low, self.high) = (low, high)
  }
}

/// The same colours from an even row on, each channel mapped by a line (red, green, blue), as luma and chroma of half the
/// size: means over 2 × 2 pixels, of which an odd last column or row counts twice. Only the result is whole levels.
package func finished(
  luma: Span<UInt8>, halved blue: Span<UInt8>, _ red: Span<UInt8>, width: Int, first: Int, by lines: [LevelLine]
) -> (luma: [UInt8], blue: [UInt8], red: [UInt8]) {
  precondition(lines.count == 3 && first % 2 == 0, "a line for each channel, and chroma on both rows of a pair")
  let (height, half) = (luma.count / width, (width + 1) / 2)
  let lines = lines.map { CKernelLine(low: Int16($0.low), high: Int16($0.high)) }
  var lumas = [UInt8].unwritten(count: luma.count)
  var blues = [UInt8].unwritten(count: half * ((height + 1) / 2))
  var reds = [UInt8].unwritten(count: blues.count)
  unsafe withHalved(luma, blue, red, width: width, first: first) { source, height in
    unsafe ckernel_finished(source, Int32(width), height, lines, &lumas, &blues, &reds)
  }
  return (lumas, blues, reds)
}

/// Lends the rows to a kernel, and says how many they are.
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
