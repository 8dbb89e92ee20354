/// The chunks of a WebP file (RFC 9649, section 2), bounds-checked. Only the first of each type that matters is kept.
struct WebPChunks {
  private let bytes: [UInt8]
  private var ranges: [Kind: Range<Int>] = [:]
  /// Whether the file ends before its last chunk does.
  private(set) var isCutOff = false

  /// The types of chunks that matter.
  enum Kind: String, CaseIterable {
    case header = "VP8X"
    case lossy = "VP8 "
    case lossless = "VP8L"
    case frame = "ANMF"
    case profile = "ICCP"
    case exif = "EXIF"
    case xmp = "XMP "
  }

  /// The bytes before the first chunk: "RIFF", the size of the rest, "WEBP".
  private static let start = 12
  /// The type and the size of a chunk.
  private static let chunkHeader = 8
  /// The most chunks. Photos have up to seven.
  private static let most = 10_000

  /// Whether bytes begin like a WebP file.
  static func begin(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let end = Self.number(bytes, at: 4).map { 8 + $0 } ?? 0
    isCutOff = end > bytes.count
    var place = Self.start
    for _ in 0..<Self.most {
      guard place < end, let size = Self.number(bytes, at: place + 4) else { return }
      let data = place + Self.chunkHeader..<place + Self.chunkHeader + size
      guard data.upperBound <= bytes.count else {
        isCutOff = true
        return
      }
      let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      if let kind = Kind(rawValue: name), ranges[kind] == nil { ranges[kind] = data }
      // Chunks have even sizes.
      place = data.upperBound + size & 1
    }
  }

  /// A chunk's data; nil if the file doesn't have it.
  subscript(kind: Kind) -> ArraySlice<UInt8>? { ranges[kind].map { bytes[$0] } }

  private static func number(_ bytes: [UInt8], at place: Int) -> Int? {
    guard place + 4 <= bytes.count else { return nil }
    return bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The file of a picture with metadata.
  ///
  /// - Parameters:
  ///   - picture: a file that has only the picture.
  ///   - width: the picture's width in pixels.
  ///   - height: the picture's height in pixels.
  static func file(
    _ picture: [UInt8], width: Int, height: Int, profile: [UInt8]?, exif: [UInt8]?, xmp: [UInt8]?
  ) -> [UInt8] {
    guard profile != nil || exif != nil || xmp != nil else { return picture }
    var flags: UInt8 = 0
    for (data, flag) in [(profile, Flag.profile), (exif, Flag.exif), (xmp, Flag.xmp)] where data != nil {
      flags |= flag
    }
    let header = [flags, 0, 0, 0] + littleEndian(width - 1, 3) + littleEndian(height - 1, 3)
    var body = Array("WEBP".utf8) + chunk(.header, header)
    if let profile { body += chunk(.profile, profile) }
    body += picture[start...]
    if let exif { body += chunk(.exif, exif) }
    if let xmp { body += chunk(.xmp, xmp) }
    return Array("RIFF".utf8) + littleEndian(body.count, 4) + body
  }

  /// The flags in the header.
  enum Flag {
    static let profile: UInt8 = 0x20, exif: UInt8 = 0x08, xmp: UInt8 = 0x04, animation: UInt8 = 0x02
  }

  private static func chunk(_ kind: Kind, _ data: [UInt8]) -> [UInt8] {
    Array(kind.rawValue.utf8) + littleEndian(data.count, 4) + data + (data.count.isMultiple(of: 2) ? [] : [0])
  }

  private static func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
