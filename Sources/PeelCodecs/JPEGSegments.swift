/// The marker segments of a JPEG before its first scan: what the file says of itself beside the pixels.
struct JPEGSegments {
  struct Segment: Equatable {
    /// Second byte of the marker, such as 0xE1 for APP1.
    var marker: UInt8
    /// Where the payload lies in the file, without marker and length.
    var payload: Range<Int>
  }

  private(set) var segments: [Segment] = []
  /// Where the first scan begins, or where the bytes stop making sense.
  private(set) var end: Int
  private let bytes: [UInt8]

  private enum Marker {
    static let lone: Set<UInt8> = Set(0xD0...0xD8).union([0x01])
    static let endOfImage: UInt8 = 0xD9, startOfScan: UInt8 = 0xDA
  }

  /// Ends quietly where the bytes stop making sense: the decoder is the judge of that.
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
        segments.append(Segment(marker: marker, payload: end + 4..<next))
        end = next
      }
    }
  }

  /// The payloads of one marker that begin with `signature`, without it, in the file's order.
  func payloads(marker: UInt8, signature: [UInt8]) -> [ArraySlice<UInt8>] {
    segments.filter { $0.marker == marker }.map { bytes[$0.payload] }.filter { $0.starts(with: signature) }
      .map { $0.dropFirst(signature.count) }
  }

  /// The EXIF block, a TIFF structure.
  var exif: [UInt8]? { payloads(marker: 0xE1, signature: Self.exifSignature).first.map(Array.init) }

  /// An ICC profile's pieces, each with its number and the number of all.
  var profilePieces: [ArraySlice<UInt8>] { payloads(marker: 0xE2, signature: ColourProfile.signature) }

  /// A second picture in the file says how much brighter a bright screen may show this one (ISO 21496-1, Ultra HDR 1.1).
  var hasGainMap: Bool {
    if !payloads(marker: 0xE2, signature: Array("urn:iso:std:iso:ts:21496:-1\0".utf8)).isEmpty { return true }
    return payloads(marker: 0xE1, signature: Self.xmpSignature).contains {
      String(decoding: $0, as: UTF8.self).contains("http://ns.adobe.com/hdr-gain-map/1.0/")
    }
  }

  static let xmpSignature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let exifSignature = Array("Exif\0\0".utf8)
}
