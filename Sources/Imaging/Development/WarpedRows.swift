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

  /// Blue and red difference of one row of the scan; nil of a grey photo.
  private func chroma(_ y: Int) -> (blue: [UInt8], red: [UInt8])? {
    guard let chroma else { return nil }
    if chroma.isHalved {
      func row(_ plane: Plane<UInt8>) -> [UInt8] {
        plane.doubledRow(y - 2 * chroma.first, width: luma.width)
      }
      return (row(chroma.blue), row(chroma.red))
    }
    let range = (y - chroma.first) * luma.width..<(y - chroma.first + 1) * luma.width
    return (Array(chroma.blue.samples[range]), Array(chroma.red.samples[range]))
  }

  /// Red, green and blue of one row of the scan (ITU-R BT.601 with full range, as in JFIF 1.02), to the nearest level but
  /// for what 1/64 of a level makes.
  func colours(_ y: Int) -> ColourRow {
    let count = luma.width
    let luma = luma.row(y - rows.lowerBound).extracting(0..<count)
    guard let chroma = chroma(y) else {
      let grey = [UInt8](capacity: count) { output in for x in 0..<count { output.append(luma[x]) } }
      return ColourRow(red: grey, green: grey, blue: grey)
    }
    let blue = chroma.blue.span.extracting(0..<count)
    let red = chroma.red.span.extracting(0..<count)
    // In 1/64 of a level, which 16 bits just hold: 255 + 1.772 · 128 are 482 levels. The factors 0.402, 0.344136,
    // 0.714136 and 0.772 are in units of 1/16384.
    @inline(__always) func share(_ factor: Int32, _ difference: Int16) -> Int16 {
      Int16(truncatingIfNeeded: (Int32(difference << 8) &* factor) >> 16)
    }
    @inline(__always) func level(_ value: Int16) -> UInt8 { UInt8(clamping: (value &+ 32) >> 6) }
    return ColourRow(
      red: [UInt8](capacity: count) { output in
        for x in 0..<count {
          let difference = Int16(red[x]) &- 128
          output.append(level(Int16(luma[x]) << 6 &+ difference << 6 &+ share(6586, difference)))
        }
      },
      green: [UInt8](capacity: count) { output in
        for x in 0..<count {
          let sum = share(5638, Int16(blue[x]) &- 128) &+ share(11700, Int16(red[x]) &- 128)
          output.append(level(Int16(luma[x]) << 6 &- sum))
        }
      },
      blue: [UInt8](capacity: count) { output in
        for x in 0..<count {
          let difference = Int16(blue[x]) &- 128
          output.append(level(Int16(luma[x]) << 6 &+ difference << 6 &+ share(12648, difference)))
        }
      })
  }

  /// All of them with chroma at full size.
  var planes: YCC {
    guard chroma != nil else { return YCC(luma: luma, chroma: nil) }
    var blue: [UInt8] = []
    var red: [UInt8] = []
    for y in rows {
      guard let row = chroma(y) else { continue }
      blue += row.blue
      red += row.red
    }
    return YCC(
      luma: luma,
      chroma: (
        Plane(width: luma.width, height: rows.count, samples: blue),
        Plane(width: luma.width, height: rows.count, samples: red)
      ))
  }
}

extension Plane<UInt8> {
  /// A row of the plane made twice as large, `width` samples of it: three quarters of the nearest sample and one of the
  /// next, across and down, as JPEG decoders bring chroma to full size.
  func doubledRow(_ y: Int, width: Int) -> [UInt8] {
    let count = self.width
    let near = row(y / 2).extracting(0..<count)
    let far = row(Swift.min(Swift.max(y / 2 + (y % 2 == 0 ? -1 : 1), 0), height - 1)).extracting(0..<count)
    let sums = [UInt16](capacity: count + 2) { sums in
      sums.append(3 * UInt16(near[0]) + UInt16(far[0]))
      for x in 0..<count { sums.append(3 &* UInt16(near[x]) &+ UInt16(far[x])) }
      sums.append(3 * UInt16(near[count - 1]) + UInt16(far[count - 1]))
    }
    func half(_ neighbour: Int, round: UInt16) -> [UInt8] {
      let middle = sums.span.extracting(1..<count + 1)
      let side = sums.span.extracting(1 + neighbour..<count + 1 + neighbour)
      return [UInt8](capacity: count) { output in
        for x in 0..<count { output.append(UInt8(truncatingIfNeeded: (3 &* middle[x] &+ side[x] &+ round) >> 4)) }
      }
    }
    let (left, right) = (half(-1, round: 8), half(1, round: 7))
    let (lefts, rights) = (left.span.extracting(0..<count), right.span.extracting(0..<count))
    var row = [UInt8](capacity: 2 * count) { output in
      for x in 0..<count {
        output.append(lefts[x])
        output.append(rights[x])
      }
    }
    row.removeLast(2 * count - width)
    return row
  }
}
