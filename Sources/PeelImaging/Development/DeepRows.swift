/// Some rows of a flat scan with 16 bits per sample, before its colours are corrected: full-range BT.601.
package struct DeepRows: Sendable {
  /// Luma of the rows, as wide as the scan.
  package let luma: Plane<UInt16>
  /// Chroma at full size; nil if the scan is grey.
  package let chroma: (blue: Plane<UInt16>, red: Plane<UInt16>)?

  package init(luma: Plane<UInt16>, chroma: (blue: Plane<UInt16>, red: Plane<UInt16>)?) {
    (self.luma, self.chroma) = (luma, chroma)
  }

  /// The level of a blue or red difference of a grey pixel.
  private static let neutral = 32768

  /// Red, green and blue of all pixels side by side, with each channel mapped by its curve.
  ///
  /// - Parameters:
  ///   - curves: the curves of red, green and blue.
  ///   - white: the pixels of a row that become white. Rows are counted from the first one here.
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
          let level = Int(luma[x]) << 16 + 1 << 15
          let blue = chroma.map { Int($0.blue[x, y]) - Self.neutral } ?? 0
          let red = chroma.map { Int($0.red[x, y]) - Self.neutral } ?? 0
          let green = level - BT601.Fixed16.greenTintLessBlue * blue - BT601.Fixed16.greenTintLessRed * red
          output.append(reds[Int(UInt16(clamping: (level + BT601.Fixed16.redTint * red) >> 16))])
          output.append(greens[Int(UInt16(clamping: green >> 16))])
          output.append(blues[Int(UInt16(clamping: (level + BT601.Fixed16.blueTint * blue) >> 16))])
        }
      }
    }
  }
}
