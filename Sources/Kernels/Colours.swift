internal import CKernels

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
/// level but for what 1/64 of a level makes.
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

/// A straight curve: (level − low) · whole + (level − low) · share / 32768, this to the nearest whole number, from 0 to 255.
package struct LevelLine: Sendable, Equatable {
  package let low: UInt8
  package let whole: Int16
  package let share: Int16

  package init(low: UInt8, whole: Int16, share: Int16) { (self.low, self.whole, self.share) = (low, whole, share) }
}

/// The colours of some rows of `width` pixels, each channel mapped by a line (red, green, blue), as luma and chroma of half
/// the size: means over 2 × 2 pixels, of which an odd last column or row counts twice.
///
/// - Parameters:
///   - luma: of the rows.
///   - blue: chroma of half the size, with what rows there are above and below those that lie on the pixels; and
///   - red: likewise.
///   - first: which row of chroma lies on the first two rows.
package func finished(
  luma: Span<UInt8>, _ blue: Span<UInt8>, _ red: Span<UInt8>, width: Int, first: Int, by lines: [LevelLine]
) -> (luma: [UInt8], blue: [UInt8], red: [UInt8]) {
  let (height, half) = (luma.count / width, (width + 1) / 2)
  let (chromaRows, halfHeight) = (blue.count / half, (height + 1) / 2)
  precondition(
    lines.count == 3 && luma.count == width * height && blue.count == half * chromaRows && red.count == blue.count
      && first >= 0 && first + halfHeight <= chromaRows, "chroma lies on all rows")
  let lines = lines.map { CKernelLine(low: Int16($0.low), whole: $0.whole, share: $0.share) }
  var lumas = [UInt8].unwritten(count: width * height)
  var (blues, reds) = ([UInt8].unwritten(count: half * halfHeight), [UInt8].unwritten(count: half * halfHeight))
  unsafe luma.withUnsafeBufferPointer { luma in
    unsafe blue.withUnsafeBufferPointer { blue in
      unsafe red.withUnsafeBufferPointer { red in
        let source = unsafe CKernelHalved(
          luma: luma.baseAddress, blue: blue.baseAddress, red: red.baseAddress, rows: Int32(chromaRows),
          first: Int32(first))
        unsafe ckernel_finished(source, Int32(width), Int32(height), lines, &lumas, &blues, &reds)
      }
    }
  }
  return (lumas, blues, reds)
}
