internal import CKernels

extension Plane<UInt8> {
  /// Rows of the plane made twice as large, `width` samples of each: three quarters of the nearest sample and one of the
  /// next, across and down, as JPEG decoders bring chroma to full size.
  func doubled(_ rows: Range<Int>, width: Int) -> [UInt8] {
    let doubled = 2 * self.width
    let samples = unsafe [UInt8](unsafeUninitializedCapacity: doubled * rows.count) { output, count in
      guard var output = output.baseAddress else { return }
      for y in rows {
        let (near, far) = (row(y / 2), row(min(max(y / 2 + (y % 2 == 0 ? -1 : 1), 0), height - 1)))
        unsafe near.withUnsafeBufferPointer { near in
          unsafe far.withUnsafeBufferPointer { far in
            unsafe ckernel_doubled(near.baseAddress, far.baseAddress, Int32(near.count), output)
          }
        }
        unsafe output += doubled
      }
      count = doubled * rows.count
    }
    if width == doubled { return samples }
    var cut: [UInt8] = []
    for k in 0..<rows.count { cut += samples[doubled * k..<doubled * k + width] }
    return cut
  }
}

extension ColourRows {
  /// Of luma and chroma: ITU-R BT.601 with full range, as in JFIF 1.02, to the nearest level but for what 1/64 of a level
  /// makes.
  init(width: Int, luma: Span<UInt8>, blue: Span<UInt8>, red: Span<UInt8>) {
    let count = luma.count
    precondition(blue.count == count && red.count == count, "luma and chroma have one size")
    var (greens, blues): ([UInt8], [UInt8]) = ([], [])
    let reds = unsafe [UInt8](unsafeUninitializedCapacity: count) { r, redCount in
      unsafe greens = [UInt8](unsafeUninitializedCapacity: count) { g, greenCount in
        unsafe blues = [UInt8](unsafeUninitializedCapacity: count) { b, blueCount in
          unsafe luma.withUnsafeBufferPointer { luma in
            unsafe blue.withUnsafeBufferPointer { blue in
              unsafe red.withUnsafeBufferPointer { red in
                unsafe ckernel_colours(
                  luma.baseAddress, blue.baseAddress, red.baseAddress, Int32(count), r.baseAddress, g.baseAddress,
                  b.baseAddress)
              }
            }
          }
          (redCount, greenCount, blueCount) = (count, count, count)
        }
      }
    }
    self.init(width: width, red: reds, green: greens, blue: blues)
  }
}
