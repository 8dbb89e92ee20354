import PeelImaging
import PeelWorkbench

/// A PNG file of 8-bit red, green and blue, made quickly rather than small.
struct PNGFile {
  let bytes: [UInt8]

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// 8 bits per sample, red, green and blue, deflated, usual filters, not interlaced.
  private static let format: [UInt8] = [8, 2, 0, 0, 0]
  /// The filter that stores differences from the pixel on the left.
  private static let left: UInt8 = 1

  /// The bytes of rows from which on they are deflated in parts, on several threads.
  private static let leastPart = 1 << 16

  /// - Parameter pixels: red, green and blue of each pixel, row by row.
  init(_ pixels: [UInt8], _ size: PixelSize) {
    let stride = 3 * size.width
    let height = max(1, Self.leastPart / max(1, stride))
    let tops = size.height < 2 * height ? [0] : Array(Swift.stride(from: 0, to: size.height, by: height))
    let parts = onThreads(tops.count) { index in
      Self.filtered(pixels, tops[index]..<(index + 1 < tops.count ? tops[index + 1] : size.height), stride: stride)
    }
    bytes =
      Self.signature
      + Self.chunk("IHDR", UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes + Self.format)
      + Self.chunk("IDAT", Deflated(parts, .nothing).bytes) + Self.chunk("IEND", [])
  }

  /// Rows, each as its differences from the pixel on the left.
  private static func filtered(_ pixels: [UInt8], _ rows: Range<Int>, stride: Int) -> [UInt8] {
    let samples = pixels.span
    return [UInt8](capacity: (stride + 1) * rows.count) { filtered in
      for y in rows {
        filtered.append(left)
        let row = samples.extracting(y * stride..<(y + 1) * stride)
        for x in 0..<min(3, stride) { filtered.append(row[x]) }
        for x in 3..<max(3, stride) { filtered.append(row[x] &- row[x &- 3]) }
      }
    }
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return UInt32(data.count).bigEndianBytes + body + body.crc.bigEndianBytes
  }
}
