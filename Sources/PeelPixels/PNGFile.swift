import PeelWorkbench

/// A PNG file of 8-bit red, green and blue, made quickly rather than small.
struct PNGFile {
  let bytes: [UInt8]

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// 8 bits per sample, red, green and blue, deflated, usual filters, not interlaced.
  private static let format: [UInt8] = [8, 2, 0, 0, 0]
  /// The filter that stores differences from the pixel on the left.
  private static let left: UInt8 = 1

  /// - Parameter pixels: red, green and blue of each pixel, row by row.
  init(_ pixels: [UInt8], _ size: PixelSize) {
    let stride = 3 * size.width
    var rows: [UInt8] = []
    rows.reserveCapacity((stride + 1) * size.height)
    let samples = pixels.span
    for y in 0..<size.height {
      rows.append(Self.left)
      for x in 0..<stride {
        let index = y &* stride &+ x
        rows.append(x < 3 ? samples[index] : samples[index] &- samples[index &- 3])
      }
    }
    bytes =
      Self.signature + Self.chunk("IHDR", Self.bigEndian(size.width) + Self.bigEndian(size.height) + Self.format)
      + Self.chunk("IDAT", rows.deflated()) + Self.chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(body.crc))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
