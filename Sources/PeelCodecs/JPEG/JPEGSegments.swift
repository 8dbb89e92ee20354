/// The marker segments of a JPEG before its first scan. They hold the metadata.
struct JPEGSegments {
  struct Segment: Equatable {
    /// The second byte of the marker, such as 0xE1 for APP1.
    var marker: UInt8
    /// The payload's range in the file, without marker and length.
    var payload: Range<Int>
    /// The range with marker and length.
    var range: Range<Int> { payload.lowerBound - 4..<payload.upperBound }
  }

  private(set) var segments: [Segment] = []
  /// The offset of the first scan, or of the first malformed segment.
  private(set) var end: Int
  /// Whether there are more than `most`.
  private(set) var hasTooMany = false
  let bytes: [UInt8]

  /// The second bytes of markers (ITU-T T.81, table B.1).
  enum Marker {
    static let baselineFrame: UInt8 = 0xC0
    /// The first of eight.
    static let restart: UInt8 = 0xD0
    static let endOfImage: UInt8 = 0xD9, startOfScan: UInt8 = 0xDA
    /// APP0 has the JFIF header, APP1 EXIF and XMP, APP2 the ICC profile, APP13 IPTC.
    static let app0: UInt8 = 0xE0, app1: UInt8 = 0xE1, app2: UInt8 = 0xE2, app13: UInt8 = 0xED
    /// Markers without a length: restart, start of image, and TEM.
    fileprivate static let lone: Set<UInt8> = Set(restart...0xD8).union([0x01])
  }

  /// The most segments. Each has at most 64 kB, so a profile takes up to 255 of them, and a panorama's metadata hundreds.
  static let most = 10_000

  /// What a file with more is called in messages.
  static let tooMany = "a JPEG with more than \(most) segments"

  /// Stops at the first malformed segment without an error, which is left to the decoder.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = 2
    while end + 1 < bytes.count {
      guard bytes[end] == 0xFF else { return }
      let marker = bytes[end + 1]
      if marker == 0xFF {
        end += 1
      } else if Marker.lone.contains(marker) {
        end += 2
      } else {
        guard marker != Marker.endOfImage, marker != Marker.startOfScan, end + 3 < bytes.count else { return }
        let length = Int(bytes[end + 2]) << 8 | Int(bytes[end + 3])
        let next = end + 2 + length
        guard length >= 2, next <= bytes.count else { return }
        hasTooMany = segments.count == Self.most
        if hasTooMany { return }
        segments.append(Segment(marker: marker, payload: end + 4..<next))
        end = next
      }
    }
  }

  /// Whether the first scan follows the segments, so that none is missing.
  var isFollowedByScan: Bool { bytes.dropFirst(end).starts(with: [0xFF, Marker.startOfScan]) }

  /// The payloads of a marker that begin with `signature`, without the signature, in the file's order.
  func payloads(marker: UInt8, signature: [UInt8]) -> [ArraySlice<UInt8>] {
    segments.filter { $0.marker == marker }.map { bytes[$0.payload] }.filter { $0.starts(with: signature) }
      .map { $0.dropFirst(signature.count) }
  }

  /// The EXIF block, which is a TIFF structure.
  var exif: [UInt8]? { payloads(marker: Marker.app1, signature: Self.exifSignature).first.map(Array.init) }

  /// Pixels per inch of the JFIF header; nil if it has none, or pixels aren't square (JFIF 1.02: a version of two bytes, the
  /// unit, which is 1 for the inch and 2 for the centimetre, and the densities across and down).
  var resolution: Double? {
    guard let header = payloads(marker: Marker.app0, signature: Array("JFIF\0".utf8)).first, header.count >= 7 else {
      return nil
    }
    let numbers = Array(header.prefix(7))
    let (across, down) = (Double(numbers[3]) * 256 + Double(numbers[4]), Double(numbers[5]) * 256 + Double(numbers[6]))
    guard across == down else { return nil }
    switch numbers[2] {
    case 1: return across
    case 2: return 2.54 * across
    default: return nil
    }
  }

  /// The pieces of the ICC profile, for `ColourProfile.assembled`.
  var profilePieces: [ArraySlice<UInt8>] { payloads(marker: Marker.app2, signature: ColourProfile.signature) }

  static let xmpSignature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let exifSignature = Array("Exif\0\0".utf8)
}
