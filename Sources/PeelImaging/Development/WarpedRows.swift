internal import PeelKernels

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

  /// Red, green and blue of some rows of the scan.
  func colours(_ wanted: Range<Int>) -> ColourRows {
    let luma = luma.samples.span.extracting(place(of: wanted))
    guard let chroma else {
      let grey = Array(self.luma.samples[place(of: wanted)])
      return ColourRows(width: width, red: grey, green: grey, blue: grey)
    }
    let (blue, red) = (chroma.blue.samples.span, chroma.red.samples.span)
    if chroma.isHalved {
      let first = wanted.lowerBound - 2 * chroma.first
      return ColourRows(width: width, PeelKernels.colours(luma: luma, halved: blue, red, width: width, first: first))
    }
    let first = (wanted.lowerBound - chroma.first) * width
    let part = first..<first + luma.count
    return ColourRows(
      width: width, PeelKernels.colours(luma: luma, blue.extracting(part), red.extracting(part)))
  }

  /// Some of the rows, from an even row of the scan on, with their colours mapped by a line each, as a JPEG keeps them: luma
  /// and chroma of half the size. nil where there is no chroma of half the size.
  func finished(_ wanted: Range<Int>, by lines: [LevelLine]) -> (luma: [UInt8], blue: [UInt8], red: [UInt8])? {
    guard let chroma, chroma.isHalved else { return nil }
    return PeelKernels.finished(
      luma: luma.samples.span.extracting(place(of: wanted)), halved: chroma.blue.samples.span, chroma.red.samples.span,
      width: width, first: wanted.lowerBound - 2 * chroma.first, by: lines)
  }

  private var width: Int { luma.width }

  /// Of pixels among those of all rows.
  private func place(of wanted: Range<Int>) -> Range<Int> {
    (wanted.lowerBound - rows.lowerBound) * width..<(wanted.upperBound - rows.lowerBound) * width
  }

  /// All of them with chroma at full size.
  var planes: YCC {
    guard let chroma else { return YCC(luma: luma, chroma: nil) }
    func whole(_ plane: Plane<UInt8>) -> Plane<UInt8> {
      guard chroma.isHalved else { return plane }
      let (first, last) = (rows.lowerBound - 2 * chroma.first, rows.upperBound - 2 * chroma.first)
      return Plane(width: width, height: rows.count, samples: plane.doubled(first..<last, width: width))
    }
    return YCC(luma: luma, chroma: (whole(chroma.blue), whole(chroma.red)))
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
