/// Luma and chroma of a finished picture or of some of its rows, as a JPEG stores them: full-range BT.601.
///
/// The planes are filled row by row.
package struct FinishedPlanes: Sendable {
  private let size: (width: Int, height: Int)
  private let chromaScale: (x: Int, y: Int)
  private var lumaSamples: [UInt8] = []
  private var blue: [UInt8] = []
  private var red: [UInt8] = []

  init(width: Int, height: Int, chromaScale: (x: Int, y: Int)) {
    precondition((1...2).contains(chromaScale.x) && (1...2).contains(chromaScale.y), "chroma is whole or halved")
    size = (width, height)
    self.chromaScale = chromaScale
    lumaSamples.reserveCapacity(width * height)
    let (columns, rows) = chromaSize
    blue.reserveCapacity(columns * rows)
    red.reserveCapacity(columns * rows)
  }

  /// The planes of some rows of a picture.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - rows: the rows, in pixels from its top.
  ///   - chromaScale: the pixels per chroma sample, 1 or 2.
  package init(of picture: Picture, rows: Range<Int>, chromaScale: (x: Int, y: Int)) {
    self.init(width: picture.width, height: rows.count, chromaScale: chromaScale)
    let colours = ColourRows(of: picture, rows)
    append(colours, luma: colours.luma)
  }

  /// Luma of all rows so far, as wide as the picture.
  package var luma: Plane<UInt8> { Plane(width: size.width, height: size.height, samples: lumaSamples) }

  /// Chroma, averaged over the pixels that each sample covers. The last column and row are repeated beyond the picture.
  package var chroma: Chroma {
    let (columns, rows) = chromaSize
    return Chroma(
      blue: Plane(width: columns, height: rows, samples: blue), red: Plane(width: columns, height: rows, samples: red),
      scale: chromaScale)
  }

  private var chromaSize: (columns: Int, rows: Int) {
    ((size.width + chromaScale.x - 1) / chromaScale.x, (size.height + chromaScale.y - 1) / chromaScale.y)
  }

  /// Appends rows that are already luma and half-size chroma. Only the last call may append an odd number of rows.
  mutating func append(_ rows: (luma: [UInt8], blue: [UInt8], red: [UInt8])) {
    if lumaSamples.isEmpty {
      (lumaSamples, blue, red) = rows
    } else {
      lumaSamples += rows.luma
      blue += rows.blue
      red += rows.red
    }
  }

  /// Appends rows. Only the last call may append an odd number of rows.
  ///
  /// - Parameters:
  ///   - rows: the rows' colours.
  ///   - luma: the rows' luma.
  mutating func append(_ rows: ColourRows, luma: [UInt8]) {
    lumaSamples += luma
    let reds = rows.red.fourfoldMeans(width: size.width, chromaScale)
    let greens = rows.green.fourfoldMeans(width: size.width, chromaScale)
    let blues = rows.blue.fourfoldMeans(width: size.width, chromaScale)
    blue += half(of: blues, less: reds, BT601.Fixed15.blueLessRed, greens)
    red += half(of: reds, less: blues, BT601.Fixed15.redLessBlue, greens)
  }

  /// Half of a channel, less `factor` of another and less the rest of a half of the third, around the neutral level.
  ///
  /// The channels are four times their level; `factor` is in 1/32768.
  private func half(of channel: [Int16], less other: [Int16], _ factor: Int32, _ third: [Int16]) -> [UInt8] {
    let count = channel.count
    let channel = channel.span.extracting(0..<count)
    let other = other.span.extracting(0..<count)
    let third = third.span.extracting(0..<count)
    // In 1/64 of a level, which just fits 16 bits.
    @inline(__always) func share(_ factor: Int32, _ sum: Int16) -> Int16 {
      Int16(truncatingIfNeeded: (Int32(sum << 5) &* factor) >> 16)
    }
    let half = BT601.Fixed15.half
    return [UInt8](capacity: count) { output in
      for x in 0..<count {
        let less = share(factor, other[x]) &+ share(half &- factor, third[x])
        output.append(UInt8(clamping: (128 << 6 &+ 32 &+ share(half, channel[x]) &- less) >> 6))
      }
    }
  }
}

extension [UInt8] {
  /// Four times the means over boxes of `scale` samples. An odd last column or row counts double.
  ///
  /// - Parameters:
  ///   - width: the samples in a row.
  ///   - scale: the samples in a box, 1 or 2 across and down.
  fileprivate func fourfoldMeans(width: Int, _ scale: (x: Int, y: Int)) -> [Int16] {
    let (rows, pairs) = (count / width, width / 2)
    let samples = span
    return [Int16](capacity: (rows + scale.y - 1) / scale.y * ((width + scale.x - 1) / scale.x)) { output in
      for y in stride(from: 0, to: rows, by: scale.y) {
        let below = Swift.min(y + scale.y - 1, rows - 1)
        let upper = samples.extracting(y * width..<(y + 1) * width)
        let lower = samples.extracting(below * width..<(below + 1) * width)
        if scale.x == 1 {
          for x in 0..<width { output.append((Int16(upper[x]) &+ Int16(lower[x])) << 1) }
          continue
        }
        let sums = [Int16](capacity: 2 * pairs) { sums in
          for x in 0..<2 * pairs { sums.append(Int16(upper[x]) &+ Int16(lower[x])) }
        }
        let columns = sums.span.extracting(0..<2 * pairs)
        for x in 0..<pairs { output.append(columns[2 &* x] &+ columns[2 &* x &+ 1]) }
        if width % 2 == 1 { output.append((Int16(upper[width - 1]) + Int16(lower[width - 1])) << 1) }
      }
    }
  }
}

extension ColourRows {
  /// The colours of some rows of a picture.
  fileprivate init(of picture: Picture, _ rows: Range<Int>) {
    let pixels = picture.width * rows.count
    let first = 3 * picture.width * rows.lowerBound
    let samples = picture.samples.span.extracting(first..<first + 3 * pixels)
    func channel(_ k: Int) -> [UInt8] {
      [UInt8](capacity: pixels) { output in for x in 0..<pixels { output.append(samples[3 * x + k]) } }
    }
    self.init(width: picture.width, red: channel(0), green: channel(1), blue: channel(2))
  }
}
