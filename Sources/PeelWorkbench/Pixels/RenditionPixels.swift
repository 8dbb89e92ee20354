import PeelImaging

extension PlacedPicture {
  /// The picture's pixels without its lines, row by row: red, green and blue of each.
  package func ground(cell: PixelSize) -> [UInt8] {
    rendition.pixels(
      of: region, PixelSize(width: area.columns * cell.width, height: area.rows * cell.height), surround: surround)
  }
}

extension Rendition {
  /// The colours of a coarse version, for choosing a palette.
  package func colours() -> [Colour] {
    let all = Region(x: 0, y: 0, width: Double(width), height: Double(height))
    return averages(over: all, columns: Self.coarse, rows: Self.coarse).filter { $0.w > 0 }.map { Colour($0) }
  }

  /// The colours along each side of the coarse version.
  private static let coarse = 56

  /// A region stretched to a size: red, green and blue of each pixel, row by row.
  ///
  /// Several samples per pixel are averaged, and fewer interpolated. Chroma has half the resolution, as in most photos.
  func pixels(of region: Region, _ size: PixelSize, surround: Colour) -> [UInt8] {
    // An even number of rows per strip, as two rows share their chroma.
    let step = max((size.height / Self.strips + 1) & ~1, 2)
    let tops = Array(stride(from: 0, to: size.height, by: step))
    return onThreads(tops.count) { index in
      let height = min(step, size.height - tops[index])
      let scale = region.height / Double(max(size.height, 1))
      let part = Region(
        x: region.x, y: region.y + scale * Double(tops[index]), width: region.width, height: scale * Double(height))
      return strip(of: part, PixelSize(width: size.width, height: height), surround: surround)
    }.flatMap { $0 }
  }

  /// The parts that a picture is divided into, to use several cores.
  private static let strips = 8

  private func strip(of region: Region, _ size: PixelSize, surround: Colour) -> [UInt8] {
    var scaled = ScaledColours(of: self, region, size, interpolates: true)
    return unsafe [UInt8](unsafeUninitializedCapacity: 3 * size.width * size.height) { buffer, count in
      count = 3 * size.width * size.height
      for y in 0..<size.height {
        var row = unsafe RenditionRow(
          UnsafeMutableBufferPointer(rebasing: buffer[3 * y * size.width..<3 * (y + 1) * size.width]))
        let shown = scaled.rows.contains(y) ? scaled.columns : 0..<0
        unsafe row.fill(surround, 0..<shown.lowerBound)
        unsafe row.fill(surround, shown.upperBound..<size.width)
        guard !shown.isEmpty else { continue }
        scaled.move(to: y)
        unsafe row.copy(scaled.colours, shown)
      }
    }
  }
}

/// A row of pixels to fill: red, green and blue of each.
@unsafe private struct RenditionRow {
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { unsafe self.bytes = bytes }

  mutating func fill(_ colour: Colour, _ pixels: Range<Int>) {
    for x in pixels { unsafe put(x, colour.red, colour.green, colour.blue) }
  }

  /// Colours of 0…255.
  mutating func copy(_ colours: [SIMD4<Float>], _ pixels: Range<Int>) {
    for x in pixels {
      let colour = colours[x]
      unsafe put(x, UInt8(nearest: colour.x), UInt8(nearest: colour.y), UInt8(nearest: colour.z))
    }
  }

  private func put(_ x: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    unsafe bytes[3 &* x] = red
    unsafe bytes[3 &* x &+ 1] = green
    unsafe bytes[3 &* x &+ 2] = blue
  }
}

extension UInt8 {
  /// The level nearest to a value of 0…255.
  fileprivate init(nearest value: Float) {
    // So large a number has no fraction: adding it rounds, and the lowest bits are the level.
    self.init(truncatingIfNeeded: (value + Float(1 << 23)).bitPattern)
  }
}
