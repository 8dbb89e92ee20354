/// Red, green and blue of some rows of pixels, in an array each, so that loops over them become vectors.
struct ColourRows {
  let width: Int
  /// Levels row by row, without gaps.
  var red: [UInt8]
  var green: [UInt8]
  var blue: [UInt8]

  init(width: Int, red: [UInt8], green: [UInt8], blue: [UInt8]) {
    (self.width, self.red, self.green, self.blue) = (width, red, green, blue)
  }

  init(width: Int, _ channels: (red: [UInt8], green: [UInt8], blue: [UInt8])) {
    self.init(width: width, red: channels.red, green: channels.green, blue: channels.blue)
  }

  /// The range of a row's pixels in each array.
  func range(_ y: Int) -> Range<Int> { y * width..<(y + 1) * width }

  /// The luma of each pixel, full-range BT.601. Rounding may be off by 1/32 of a level.
  var luma: [UInt8] {
    let count = red.count
    let red = red.span.extracting(0..<count)
    let green = green.span.extracting(0..<count)
    let blue = blue.span.extracting(0..<count)
    // Levels are counted from the middle one, in 1/128 of a level, and rounded down.
    @inline(__always) func share(_ factor: Int32, _ level: UInt8) -> Int16 {
      Int16(truncatingIfNeeded: (Int32((Int16(level) &- 128) << 8) &* factor) >> 16)
    }
    return [UInt8](capacity: count) { output in
      for x in 0..<count {
        let sum =
          share(BT601.Fixed15.lumaOfRed, red[x]) &+ share(BT601.Fixed15.lumaOfGreen, green[x])
          &+ share(BT601.Fixed15.lumaOfBlue, blue[x])
        output.append(UInt8(truncatingIfNeeded: (sum &+ (128 << 7 + 65)) >> 7))
      }
    }
  }

  /// The rows with each channel mapped by its curve.
  func mapped(by curves: (red: Curve, green: Curve, blue: Curve)) -> ColourRows {
    ColourRows(width: width, red: curves.red(red), green: curves.green(green), blue: curves.blue(blue))
  }
}

extension ColourRows {
  /// Makes some pixels of a row white.
  mutating func whiten(_ pixels: [Range<Int>], row: Int) {
    let first = range(row).lowerBound
    for x in pixels.joined() {
      (red[first + x], green[first + x], blue[first + x]) = (255, 255, 255)
    }
  }
}

extension OutputSpan<UInt8> {
  /// Appends the rows' pixels, red, green and blue side by side.
  mutating func append(_ rows: ColourRows) {
    let count = rows.red.count
    let red = rows.red.span.extracting(0..<count)
    let green = rows.green.span.extracting(0..<count)
    let blue = rows.blue.span.extracting(0..<count)
    for x in 0..<count {
      append(red[x])
      append(green[x])
      append(blue[x])
    }
  }
}
