internal import Kernels

/// Some rows of a flat scan before it has colours of its own: full-range BT.601.
struct WarpedRows: Sendable {
  /// Of the scan.
  let rows: Range<Int>
  let luma: Plane<UInt8>
  /// nil of a grey photo.
  let chroma: Chroma?

  struct Chroma: Sendable {
    let blue: Plane<UInt8>
    let red: Plane<UInt8>
    /// What row of the scan's chroma theirs are counted from.
    let first: Int
    /// Whether a sample covers 2 × 2 pixels of the scan.
    let isHalved: Bool
  }

  /// Blue and red difference of some rows of the scan; nil of a grey photo.
  private func chroma(_ rows: Range<Int>) -> (blue: [UInt8], red: [UInt8])? {
    guard let chroma else { return nil }
    func part(_ plane: Plane<UInt8>) -> [UInt8] {
      if chroma.isHalved {
        let first = 2 * chroma.first
        return plane.doubled(rows.lowerBound - first..<rows.upperBound - first, width: luma.width)
      }
      let first = (rows.lowerBound - chroma.first) * luma.width
      return Array(plane.samples[first..<first + rows.count * luma.width])
    }
    return (part(chroma.blue), part(chroma.red))
  }

  /// Red, green and blue of some rows of the scan.
  func colours(_ wanted: Range<Int>) -> ColourRows {
    let first = (wanted.lowerBound - rows.lowerBound) * luma.width
    let part = first..<first + wanted.count * luma.width
    guard let chroma = chroma(wanted) else {
      let grey = Array(luma.samples[part])
      return ColourRows(width: luma.width, red: grey, green: grey, blue: grey)
    }
    return ColourRows(
      width: luma.width, luma: luma.samples.span.extracting(part), blue: chroma.blue.span, red: chroma.red.span)
  }

  /// All of them with chroma at full size.
  var planes: YCC {
    guard let (blue, red) = chroma(rows) else { return YCC(luma: luma, chroma: nil) }
    return YCC(
      luma: luma,
      chroma: (
        Plane(width: luma.width, height: rows.count, samples: blue),
        Plane(width: luma.width, height: rows.count, samples: red)
      ))
  }
}

extension WarpedRows {
  /// Some of the rows, from an even row of the scan on, with their colours mapped by a line each, as a JPEG keeps them: luma
  /// and chroma of half the size. nil where there is no chroma of half the size.
  func finished(_ wanted: Range<Int>, by lines: [LevelLine]) -> (luma: [UInt8], blue: [UInt8], red: [UInt8])? {
    guard let chroma, chroma.isHalved else { return nil }
    precondition(wanted.lowerBound % 2 == 0, "a row of chroma lies on both rows of a pair")
    let part = (wanted.lowerBound - rows.lowerBound) * luma.width..<(wanted.upperBound - rows.lowerBound) * luma.width
    return Kernels.finished(
      luma: luma.samples.span.extracting(part), chroma.blue.samples.span, chroma.red.samples.span, width: luma.width,
      first: wanted.lowerBound / 2 - chroma.first, by: lines)
  }
}

extension Plane<UInt8> {
  /// Rows of the plane made twice as large, `width` samples of each: three quarters of the nearest sample and one of the
  /// next, across and down, as JPEG decoders bring chroma to full size.
  func doubled(_ rows: Range<Int>, width: Int) -> [UInt8] {
    // With room for the last one of a row of odd width.
    [UInt8](capacity: width * rows.count + 1) { output in
      for y in rows {
        let next = min(max(y / 2 + (y % 2 == 0 ? -1 : 1), 0), height - 1)
        appendDoubled(row(y / 2), row(next), width: width, to: &output)
      }
    }
  }
}
