internal import PeelKernels

/// Some rows of a flat scan before its colours are corrected: full-range BT.601.
package struct DrawnRows: Sendable {
  /// The rows' numbers in the scan.
  package let rows: Range<Int>
  /// Luma of the rows, as wide as the scan.
  package let luma: Plane<UInt8>
  /// nil if the scan is grey.
  package let chroma: Chroma?

  /// Chroma of the rows, at full or at half size.
  ///
  /// At half size the planes hold the chroma rows that lie on these rows of pixels, and one more above and below unless
  /// the scan ends there.
  package struct Chroma: Sendable {
    package let blue: Plane<UInt8>
    package let red: Plane<UInt8>
    /// The number of the first row, among the chroma rows of the whole scan.
    package let first: Int
    /// Whether a sample covers 2 × 2 pixels of the scan.
    package let isHalved: Bool

    package init(blue: Plane<UInt8>, red: Plane<UInt8>, first: Int, isHalved: Bool) {
      (self.blue, self.red, self.first, self.isHalved) = (blue, red, first, isHalved)
    }
  }

  package init(rows: Range<Int>, luma: Plane<UInt8>, chroma: Chroma?) {
    precondition(rows.count == luma.height, "luma has these rows")
    (self.rows, self.luma, self.chroma) = (rows, luma, chroma)
  }

  /// The rows of the half-size chroma that some rows of a scan of the given height need.
  package static func halvedChromaRows(for rows: Range<Int>, height: Int) -> Range<Int> {
    max(0, rows.lowerBound / 2 - 1)..<min((height + 1) / 2, rows.upperBound / 2 + 1)
  }

  /// Red, green and blue of some of the rows.
  func colours(_ wanted: Range<Int>) -> ColourRows {
    let luma = luma.samples.span.extracting(samples(of: wanted))
    guard let chroma else {
      let grey = Array(self.luma.samples[samples(of: wanted)])
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

  /// Some of the rows with each channel mapped by a line, as luma and half-size chroma; nil unless chroma has half size.
  ///
  /// - Parameters:
  ///   - wanted: the rows, from an even row of the scan on.
  ///   - lines: the lines of red, green and blue.
  func finished(_ wanted: Range<Int>, by lines: [LevelLine]) -> (luma: [UInt8], blue: [UInt8], red: [UInt8])? {
    guard let chroma, chroma.isHalved else { return nil }
    return PeelKernels.finished(
      luma: luma.samples.span.extracting(samples(of: wanted)), halved: chroma.blue.samples.span,
      chroma.red.samples.span,
      width: width, first: wanted.lowerBound - 2 * chroma.first, by: lines)
  }

  private var width: Int { luma.width }

  /// The range of some rows' samples among those of all rows.
  private func samples(of wanted: Range<Int>) -> Range<Int> {
    (wanted.lowerBound - rows.lowerBound) * width..<(wanted.upperBound - rows.lowerBound) * width
  }

  /// All the rows with chroma at full size.
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
  /// Rows of the plane at twice its size, each with `width` samples.
  ///
  /// A sample is three quarters of the nearest one and a quarter of the next, across and down, as in JPEG decoders.
  func doubled(_ rows: Range<Int>, width: Int) -> [UInt8] {
    // A row of odd width is written with one sample more.
    [UInt8](capacity: width * rows.count + 1) { output in
      for y in rows {
        let next = min(max(y / 2 + (y % 2 == 0 ? -1 : 1), 0), height - 1)
        appendDoubled(row(y / 2), row(next), width: width, to: &output)
      }
    }
  }
}
