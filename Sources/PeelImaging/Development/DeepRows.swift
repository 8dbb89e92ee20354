/// Some rows of a flat scan with 16 bits a sample, before it has colours of its own: full-range BT.601.
struct DeepRows {
  let luma: Plane<UInt16>
  /// nil of a grey photo.
  let chroma: (blue: Plane<UInt16>, red: Plane<UInt16>)?

  /// Red, green and blue of all pixels side by side, with each level replaced as the curves say.
  ///
  /// - Parameter white: the pixels of a row, counted from the first one here, that are white whatever they show.
  func samples(_ curves: [Curve], white: (_ y: Int) -> [Range<Int>]) -> [UInt16] {
    let (reds, greens, blues) = (curves[0].deep(), curves[1].deep(), curves[2].deep())
    return [UInt16](capacity: 3 * luma.width * luma.height) { output in
      for y in 0..<luma.height {
        let luma = luma.row(y)
        let blank = white(y)
        for x in luma.indices {
          if blank.contains(where: { $0.contains(x) }) {
            for _ in 0..<3 { output.append(.max) }
            continue
          }
          // The factors 1.402, 0.344136, 0.714136 and 1.772 of JFIF 1.02 in units of 1/65536.
          let level = Int(luma[x]) << 16 + 1 << 15
          let blue = chroma.map { Int($0.blue[x, y]) - 32768 } ?? 0
          let red = chroma.map { Int($0.red[x, y]) - 32768 } ?? 0
          output.append(reds[Int(UInt16(clamping: (level + 91881 * red) >> 16))])
          output.append(greens[Int(UInt16(clamping: (level - 22554 * blue - 46802 * red) >> 16))])
          output.append(blues[Int(UInt16(clamping: (level + 116130 * blue) >> 16))])
        }
      }
    }
  }
}
