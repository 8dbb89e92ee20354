/// Red, green and blue of a row of pixels, each apart: so they are counted and reckoned with several at a time.
struct ColourRow {
  var red: [UInt8]
  var green: [UInt8]
  var blue: [UInt8]

  /// How bright each pixel is: luma of BT.601, rounded down.
  var luma: [UInt8] {
    let count = red.count
    let red = red.span.extracting(0..<count)
    let green = green.span.extracting(0..<count)
    let blue = blue.span.extracting(0..<count)
    return [UInt8](capacity: count) { output in
      for x in 0..<count {
        // The factors 0.299, 0.587 and 0.114 in units of 1/256.
        let sum = 77 &* UInt16(red[x]) &+ 150 &* UInt16(green[x]) &+ 29 &* UInt16(blue[x])
        output.append(UInt8(truncatingIfNeeded: sum >> 8))
      }
    }
  }

  /// With each level replaced as the curves say.
  func mapped(by curves: (red: Curve, green: Curve, blue: Curve)) -> ColourRow {
    ColourRow(red: curves.red(red), green: curves.green(green), blue: curves.blue(blue))
  }
}

extension OutputSpan<UInt8> {
  /// Appends a row's red, green and blue side by side.
  mutating func append(_ row: ColourRow) {
    let count = row.red.count
    let red = row.red.span.extracting(0..<count)
    let green = row.green.span.extracting(0..<count)
    let blue = row.blue.span.extracting(0..<count)
    for x in 0..<count {
      append(red[x])
      append(green[x])
      append(blue[x])
    }
  }
}
