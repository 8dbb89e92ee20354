/// What a file is, told by how it begins, whatever its name says.
enum FileKind: Equatable {
  case photo(FileFormat)
  /// In plain words, such as "a PDF document"; nil when nothing is recognised.
  case other(String?)

  init(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .photo(.jpeg)
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .photo(.png)
    } else {
      self = .other(Self.boxKind(bytes) ?? Self.known(bytes) ?? Self.textKind(bytes))
    }
  }

  private struct Signature {
    var offset: Int
    var bytes: [UInt8]
    var name: String

    init(_ text: String, at offset: Int = 0, _ name: String) {
      self.init(Array(text.utf8), at: offset, name)
    }

    init(_ bytes: [UInt8], at offset: Int = 0, _ name: String) {
      self.offset = offset
      self.bytes = bytes
      self.name = name
    }
  }

  /// The first that fits counts: raw files of cameras are TIFF files too.
  private static let signatures = [
    Signature("CR\u{2}", at: 8, "a camera's raw file"),
    Signature("FUJIFILMCCD-RAW", "a camera's raw file"),
    Signature("IIU\0", "a camera's raw file"),
    Signature("IIRO", "a camera's raw file"),
    Signature("IIRS", "a camera's raw file"),
    Signature("\0MRM", "a camera's raw file"),
    Signature("II*\0", "a TIFF picture or a camera's raw file"),
    Signature("MM\0*", "a TIFF picture or a camera's raw file"),
    Signature("%PDF", "a PDF document"),
    Signature("GIF8", "a GIF picture"),
    Signature("WEBP", at: 8, "a WebP picture"),
    Signature("AVI ", at: 8, "a video"),
    Signature([0x1A, 0x45, 0xDF, 0xA3], "a video"),
    Signature([0x00, 0x00, 0x01, 0xBA], "a video"),
    Signature("moov", at: 4, "a video"),
    Signature("8BPS", "a Photoshop document"),
    Signature("BM", "a BMP picture"),
    Signature([0xFF, 0x0A], "a JPEG XL picture"),
    Signature("JXL ", at: 4, "a JPEG XL picture"),
    Signature("jP  ", at: 4, "a JPEG 2000 picture"),
    Signature([0x50, 0x4B, 0x03, 0x04], "a ZIP archive or an office document"),
    Signature([0x1F, 0x8B], "a compressed file"),
    Signature([0x7F, 0x45, 0x4C, 0x46], "a program"),
  ]

  private static func known(_ bytes: [UInt8]) -> String? {
    signatures.first { bytes.dropFirst($0.offset).starts(with: $0.bytes) }?.name
  }

  /// The brand of an ISO base media file (ISO/IEC 14496-12, section 4.3).
  private static func boxKind(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 12, Array(bytes[4..<8]) == Array("ftyp".utf8) else { return nil }
    switch String(decoding: bytes[8..<12], as: UTF8.self) {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return "a HEIC photo"
    case "avif", "avis": return "an AVIF picture"
    case "crx ": return "a camera's raw file"
    default: return "a video"
    }
  }

  private static func textKind(_ bytes: [UInt8]) -> String? {
    let beginning = bytes.prefix(1024)
    guard !beginning.contains(where: { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1B }) else { return nil }
    // A character may be cut by the prefix: the last three bytes do not count.
    let text = String(decoding: beginning, as: UTF8.self).lowercased()
    guard !text.dropLast(bytes.count > beginning.count ? 3 : 0).contains("\u{FFFD}") else { return nil }
    if text.contains("<svg") { return "an SVG drawing" }
    if text.contains("<!doctype html") || text.contains("<html") { return "a web page" }
    return "text"
  }
}
