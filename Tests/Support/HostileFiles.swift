/// A file that takes over the library that decodes it: see `Tests/HostileLibraries/hostile.c`.
package enum Hostile: String, CaseIterable {
  case webp = "libwebp"
  case heif = "libheif"
  case tiff = "libtiff"
  case raw = "LibRaw"
  case pdf = "libqpdf"

  /// What precedes the orders to the library: as much as it takes to get there.
  private static let mark = Array("HOSTILE".utf8)

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Numbers(UInt32(8 + content.count).byteSwapped).bytes + Array(type.utf8) + content
  }

  /// - Parameter orders: `K`, or `S` and the bytes to send.
  package func file(_ orders: [UInt8]) -> [UInt8] {
    let orders = Self.mark + orders
    switch self {
    case .webp:
      let chunk =
        Array("VP8 ".utf8) + Numbers(UInt32(orders.count)).bytes + orders + (orders.count % 2 == 0 ? [] : [0])
      return Array("RIFF".utf8) + Numbers(UInt32(4 + chunk.count)).bytes + Array("WEBP".utf8) + chunk
    case .heif:
      let boxes = Self.box("pitm", [0, 0, 0, 0, 0, 1]) + Self.box("iprp", [])
      return Self.box("ftyp", Array("heic".utf8)) + Self.box("meta", [0, 0, 0, 0] + boxes)
        + Self.box("free", orders)
    case .tiff: return Array("II*\0\u{8}\0\0\0\0\0\0\0\0\0".utf8) + orders
    case .raw: return Array("IIRO\u{8}\0\0\0\0\0\0\0\0\0".utf8) + orders
    case .pdf: return Array("%PDF-1.5\n".utf8) + orders
    }
  }

  /// What peel's own code would send of a picture of 16 × 16 pixels.
  package var picture: Numbers {
    let pixels = 16 * 16
    let report = Numbers(0, count: 50)
    return switch self {
    case .webp: Numbers(16, 16, 0) + Numbers(0x8080_80FF, count: pixels)
    case .heif:
      Numbers(0) + report + Numbers(0, 16, 16, 0, 0, 0, 0) + Numbers(0, count: 6)
        + Numbers(0) + report + Numbers(16, 16, 8) + Numbers(0, count: 9) + Numbers(0, count: 6)
        + Numbers(0x8080_8080, count: pixels / 4)
    case .tiff:
      // Grey, 8 bits, one sample, opaque.
      Numbers(0) + report + Numbers(0, 16, 16, 0, 8, 1, 0, 4096, 0, 1, 1, 0, 0, 0, 0)
        + Numbers(0) + report + Numbers(16) + Numbers(0x8080_8080, count: pixels / 4)
    case .raw: Numbers(0, 16, 16, 16, 16) + Numbers(0, 16, 16, 3, 0) + Numbers(0x8080_8080, count: pixels * 3 / 4)
    case .pdf:
      // A page of 16 × 16 points whose content draws the picture A, and its name's answer.
      Numbers(0, 0, 0, 0) + Numbers(doubles: 16, 16, 1) + Numbers(24, 0, 1, 0)
        + Numbers(Array("16 0 0 16 0 0 cm /A Do  ".utf8)) + Numbers(0, 0, 16, 16, 0, 8, 1, 0, 0, 0, 0, 0)
        + Numbers(UInt32(pixels), 0) + Numbers(0x8080_8080, count: pixels / 4)
    }
  }
}

/// Numbers as the machine stores them.
package struct Numbers {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }
  package init(_ words: UInt32...) {
    bytes = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }
  package init(_ word: UInt32, count: Int) { bytes = (0..<count).flatMap { _ in Numbers(word).bytes } }
  package init(doubles: Double...) {
    bytes = doubles.flatMap { Numbers(UInt32(truncatingIfNeeded: $0.bitPattern), UInt32($0.bitPattern >> 32)).bytes }
  }

  package static func + (a: Numbers, b: Numbers) -> Numbers { Numbers(a.bytes + b.bytes) }

  package subscript(word index: Int) -> UInt32 {
    get { bytes[4 * index..<4 * index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    set { bytes.replaceSubrange(4 * index..<4 * index + 4, with: Numbers(newValue).bytes) }
  }
}
