/// A file's kind, by its first bytes. File names don't matter.
enum FileKind: Equatable {
  case photo(PhotoFile.Format)
  /// Not a photo; nil for an unknown kind.
  case other(ForeignKind?)

  init(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .photo(.jpeg)
    } else if bytes.starts(with: PNGChunks.signature) {
      self = .photo(.png)
    } else if WebPChunks.begin(bytes) {
      self = .photo(.webp)
    } else if let kind = Self.boxKind(bytes) {
      self = kind
    } else if Self.hasRawSignature(bytes) {
      self = .photo(.raw)
    } else if let kind = Self.known(bytes) {
      self = .other(kind)
    } else if Self.tiffHeaders.contains(where: { bytes.starts(with: $0) }) {
      self = .photo(Self.isRaw(bytes) ? .raw : .tiff)
    } else {
      self = .other(Self.textKind(bytes).map { .other($0) })
    }
  }

  private struct Signature {
    var offset: Int
    var bytes: [UInt8]
    var kind: ForeignKind

    init(_ text: String, at offset: Int = 0, _ kind: ForeignKind) {
      self.init(Array(text.utf8), at: offset, kind)
    }

    init(_ bytes: [UInt8], at offset: Int = 0, _ kind: ForeignKind) {
      self.offset = offset
      self.bytes = bytes
      self.kind = kind
    }
  }

  /// ImageMagick's command for the first picture in a file.
  private static let magick = "convert PICTURE[0] photo.png"

  /// The beginnings of raw files that aren't TIFF files, or not quite: of Canon, Fujifilm, Panasonic, Olympus and Minolta.
  private static let rawSignatures: [(offset: Int, bytes: [UInt8])] = [
    (8, "CR\u{2}"), (0, "FUJIFILMCCD-RAW"), (0, "IIU\0"), (0, "IIRO"), (0, "IIRS"), (0, "MMOR"), (0, "\0MRM"),
  ].map { ($0, Array($1.utf8)) }

  private static func hasRawSignature(_ bytes: [UInt8]) -> Bool {
    rawSignatures.contains { bytes.dropFirst($0.offset).starts(with: $0.bytes) }
  }

  /// The first match counts.
  private static let signatures = [
    Signature("%PDF", .pdf),
    Signature("GIF8", .picture("a GIF picture", converter: magick)),
    Signature("AVI ", at: 8, .video),
    Signature([0x1A, 0x45, 0xDF, 0xA3], .video),
    Signature([0x00, 0x00, 0x01, 0xBA], .video),
    Signature("moov", at: 4, .video),
    Signature("8BPS", .picture("a Photoshop document", converter: magick)),
    Signature("BM", .picture("a BMP picture", converter: magick)),
    Signature([0xFF, 0x0A], .picture("a JPEG XL picture", converter: "djxl PICTURE photo.png")),
    Signature("JXL ", at: 4, .picture("a JPEG XL picture", converter: "djxl PICTURE photo.png")),
    Signature("jP  ", at: 4, .picture("a JPEG 2000 picture", converter: "opj_decompress -i PICTURE -o photo.png")),
    Signature([0x50, 0x4B, 0x03, 0x04], .other("a ZIP archive or an office document")),
    Signature([0x1F, 0x8B], .other("a compressed file")),
    Signature([0x7F, 0x45, 0x4C, 0x46], .other("a program")),
  ]

  private static func known(_ bytes: [UInt8]) -> ForeignKind? {
    signatures.first { bytes.dropFirst($0.offset).starts(with: $0.bytes) }?.kind
  }

  /// TIFF 6.0 and BigTIFF, in both byte orders.
  private static let tiffHeaders = ["II*\0", "MM\0*", "II+\0", "MM\0+"].map { Array($0.utf8) }

  /// Whether a TIFF file is a camera's raw file: its first directory has a DNG version, or that directory or one inside it
  /// has a sensor's samples (DNG 1.7, DNGVersion and PhotometricInterpretation).
  private static func isRaw(_ bytes: [UInt8]) -> Bool {
    guard let tiff = TIFFStructure(bytes), let first = tiff.directory(at: tiff.start) else { return false }
    // One after the other, because directories may share their bytes.
    let further = tiff.placesInside(first).prefix(16).lazy.compactMap(tiff.directory)
    // 32803 is a colour filter array, 34892 is linear raw.
    func isOfSensor(_ directory: TIFFStructure.Directory) -> Bool {
      [32803, 34892].contains(tiff.integer(directory[0x106]))
    }
    return first[0xC612] != nil || isOfSensor(first) || further.contains(where: isOfSensor)
  }

  /// Whether the bytes are only a part of the signature that all files of a kind of photos begin with.
  static func isCutOff(_ bytes: [UInt8]) -> Bool {
    if bytes.isEmpty { return false }
    let signatures = [[0xFF, 0xD8, 0xFF], PNGChunks.signature] + tiffHeaders
    if signatures.contains(where: { $0.count > bytes.count && $0.starts(with: bytes) }) { return true }
    // A TIFF file's header ends with an offset.
    if bytes.count < 8, tiffHeaders.contains(where: { bytes.starts(with: $0) }) { return true }
    // A size comes between the first and the last letters of a WebP's signature, and before those of HEIC and AVIF.
    return bytes.count < 12
      && (Array("RIFF".utf8).starts(with: bytes.prefix(4)) && Array("WEBP".utf8).starts(with: bytes.dropFirst(8))
        || bytes.prefix(3).allSatisfy { $0 == 0 } && Array("ftyp".utf8).starts(with: bytes.dropFirst(4).prefix(4)))
  }

  /// The brand of an ISO base media file (ISO/IEC 14496-12, section 4.3).
  private static func boxKind(_ bytes: [UInt8]) -> FileKind? {
    guard bytes.count >= 12, Array(bytes[4..<8]) == Array("ftyp".utf8) else { return nil }
    switch String(decoding: bytes[8..<12], as: UTF8.self) {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return .photo(.heic)
    case "avif": return .photo(.avif)
    case "avis": return .other(.picture("an animated AVIF picture", converter: "avifdec PICTURE photo.png"))
    case "crx ": return .photo(.raw)
    default: return .other(.video)
    }
  }

  /// How much of a file shows whether it is text, in bytes.
  fileprivate static let textSample = 1024

  /// Whether no text has the byte. Tabs, line ends, form feeds and the escape of terminals' colours occur in texts.
  fileprivate static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B
  }

  private static func textKind(_ bytes: [UInt8]) -> String? {
    let beginning = bytes.prefix(textSample)
    guard !beginning.contains(where: isControl) else { return nil }
    // The prefix may end inside a character, so its last three bytes don't count.
    let text = String(decoding: beginning, as: UTF8.self).lowercased()
    guard !text.dropLast(bytes.count > beginning.count ? 3 : 0).contains("\u{FFFD}") else { return nil }
    if text.contains("<svg") { return "an SVG drawing" }
    if text.contains("<!doctype html") || text.contains("<html") { return "a web page" }
    return "text"
  }
}

extension PhotoFile {
  /// Whether bytes are a list of names and not a photo or another file.
  ///
  /// - Parameter isNULSeparated: whether NUL separates names, and not a newline.
  package static func isList(_ bytes: [UInt8], isNULSeparated: Bool) -> Bool {
    switch FileKind(bytes) {
    case .photo(.jpeg), .photo(.png): false
    // Names may have any bytes.
    case .other(nil) where isNULSeparated: true
    // The other kinds begin with letters that names may have too. But few names have what all these files have.
    case .photo, .other: !(bytes.contains(0) && hasControls(bytes))
    }
  }

  /// Whether bytes are only a part of the signature that a photo's file begins with. They may be a name, too.
  package static func isCutOff(_ bytes: [UInt8]) -> Bool { FileKind.isCutOff(bytes) }

  /// Whether there is a control character besides those of texts and lists.
  private static func hasControls(_ bytes: [UInt8]) -> Bool {
    bytes.first == 0 || bytes.prefix(FileKind.textSample).contains { FileKind.isControl($0) && $0 != 0 }
  }
}
