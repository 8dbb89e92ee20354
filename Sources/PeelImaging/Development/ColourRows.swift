/// Red, green and blue of some rows of pixels, each apart: so they are counted and reckoned with several at a time.
struct ColourRows {
  let width: Int
  /// Row by row, without gaps.
  var red: [UInt8]
  var green: [UInt8]
  var blue: [UInt8]

  init(width: Int, red: [UInt8], green: [UInt8], blue: [UInt8]) {
    (self.width, self.red, self.green, self.blue) = (width, red, green, blue)
  }

  init(width: Int, _ channels: (red: [UInt8], green: [UInt8], blue: [UInt8])) {
    self.init(width: width, red: channels.red, green: channels.green, blue: channels.blue)
  }

  /// Where a row's pixels lie.
  func range(_ y: Int) -> Range<Int> { y * width..<(y + 1) * width }

  /// Luma of each pixel: full-range BT.601, to the nearest level but for what 1/32 of a level makes.
  var luma: [UInt8] {
    let count = red.count
    let red = red.span.extracting(0..<count)
    let green = green.span.extracting(0..<count)
    let blue = blue.span.extracting(0..<count)
    // From the middle level, in 1/128 of one, rounded down. The factors 0.299, 0.587 and 0.114 are in units of 1/32768.
    @inline(__always) func share(_ factor: Int32, _ level: UInt8) -> Int16 {
      Int16(truncatingIfNeeded: (Int32((Int16(level) &- 128) << 8) &* factor) >> 16)
    }
    return [UInt8](capacity: count) { output in
      for x in 0..<count {
        let sum = share(9798, red[x]) &+ share(19235, green[x]) &+ share(3735, blue[x])
        output.append(UInt8(truncatingIfNeeded: (sum &+ (128 << 7 + 65)) >> 7))
      }
    }
  }

  /// With each level replaced as the curves say.
  func mapped(by curves: (red: Curve, green: Curve, blue: Curve)) -> ColourRows {
    ColourRows(width: width, red: curves.red(red), green: curves.green(green), blue: curves.blue(blue))
  }
}

extension OutputSpan<UInt8> {
  /// Appends the rows' red, green and blue side by side.
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
