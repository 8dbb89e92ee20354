extension YCC {
  /// Appends red, green and blue of one row, side by side (ITU-R BT.601 with full range, as in JFIF 1.02), rounded to
  /// the nearest level.
  func appendRow(_ y: Int, to output: inout OutputSpan<UInt8>) {
    let luma = luma.row(y)
    guard let chroma else {
      for x in luma.indices {
        for _ in 0..<3 { output.append(luma[x]) }
      }
      return
    }
    let blue = chroma.blue.row(y)
    let red = chroma.red.row(y)
    for x in luma.indices {
      let y = Int32(luma[x]) << 16 &+ 1 << 15
      let cb = Int32(blue[x]) &- 128
      let cr = Int32(red[x]) &- 128
      // The factors 1.402, 0.344136, 0.714136 and 1.772 in units of 1/65536.
      output.append(UInt8(clamping: (y &+ 91881 &* cr) >> 16))
      output.append(UInt8(clamping: (y &- 22554 &* cb &- 46802 &* cr) >> 16))
      output.append(UInt8(clamping: (y &+ 116130 &* cb) >> 16))
    }
  }
}
