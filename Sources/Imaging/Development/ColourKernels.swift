internal import CKernels

extension Plane<UInt8> {
  /// Rows of the plane made twice as large, `width` samples of each: three quarters of the nearest sample and one of the
  /// next, across and down, as JPEG decoders bring chroma to full size.
  func doubled(_ rows: Range<Int>, width: Int) -> [UInt8] {
    precondition((2 * self.width - 1...2 * self.width).contains(width), "the rows are twice as wide, or one less")
    // Of an odd width each row's last sample is one too many, which the next row writes over.
    return unsafe [UInt8](unsafeUninitializedCapacity: width * rows.count + 1) { output, count in
      guard var output = output.baseAddress else { return }
      for y in rows {
        let (near, far) = (row(y / 2), row(min(max(y / 2 + (y % 2 == 0 ? -1 : 1), 0), height - 1)))
        unsafe near.withUnsafeBufferPointer { near in
          unsafe far.withUnsafeBufferPointer { far in
            unsafe ckernel_doubled(near.baseAddress, far.baseAddress, Int32(near.count), output)
          }
        }
        unsafe output += width
      }
      count = width * rows.count
    }
  }
}

extension WarpedRows {
  /// Some of the rows, from an even row of the scan on, with their colours mapped by a line each, as a JPEG keeps them: luma
  /// and chroma of half the size. nil where there is no chroma of half the size.
  func finished(_ wanted: Range<Int>, by lines: [Curve.Line]) -> (luma: [UInt8], blue: [UInt8], red: [UInt8])? {
    guard let chroma, chroma.isHalved else { return nil }
    let (width, half) = (luma.width, (luma.width + 1) / 2)
    let first = wanted.lowerBound / 2 - chroma.first
    precondition(
      wanted.lowerBound % 2 == 0 && rows.contains(wanted) && lines.count == 3 && first >= 0
        && first + (wanted.count + 1) / 2 <= chroma.blue.height && chroma.blue.height == chroma.red.height
        && chroma.blue.width == half && chroma.red.width == half, "chroma lies on all rows")
    let lines = lines.map {
      CKernelLine(low: UInt16($0.low), whole: $0.whole, fraction: $0.fraction, most: $0.most)
    }
    var lumas = [UInt8].unwritten(count: width * wanted.count)
    var blues = [UInt8].unwritten(count: half * ((wanted.count + 1) / 2))
    var reds = blues
    unsafe luma.samples.withUnsafeBufferPointer { luma in
      unsafe chroma.blue.samples.withUnsafeBufferPointer { blue in
        unsafe chroma.red.samples.withUnsafeBufferPointer { red in
          guard let luma = luma.baseAddress else { return }
          let source = unsafe CKernelHalved(
            luma: luma + width * (wanted.lowerBound - rows.lowerBound), blue: blue.baseAddress, red: red.baseAddress,
            rows: Int32(chroma.blue.height), first: Int32(first))
          unsafe ckernel_finished(source, Int32(width), Int32(wanted.count), lines, &lumas, &blues, &reds)
        }
      }
    }
    return (lumas, blues, reds)
  }
}

extension [UInt8] {
  /// What it holds is not known until it has been written.
  fileprivate static func unwritten(count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { _, initialized in initialized = count }
  }
}

extension ColourRows {
  /// Of luma and chroma: ITU-R BT.601 with full range, as in JFIF 1.02, to the nearest level but for what 1/64 of a level
  /// makes.
  init(width: Int, luma: Span<UInt8>, blue: Span<UInt8>, red: Span<UInt8>) {
    let count = luma.count
    precondition(blue.count == count && red.count == count, "luma and chroma have one size")
    self.init(
      width: width, red: .unwritten(count: count), green: .unwritten(count: count), blue: .unwritten(count: count))
    unsafe luma.withUnsafeBufferPointer { luma in
      unsafe blue.withUnsafeBufferPointer { blue in
        unsafe red.withUnsafeBufferPointer { red in
          unsafe ckernel_colours(
            luma.baseAddress, blue.baseAddress, red.baseAddress, Int32(count), &self.red, &self.green, &self.blue)
        }
      }
    }
  }
}
