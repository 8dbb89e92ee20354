internal import PeelImaging

/// A JPEG that other programs can show as it is, and what they must know about it.
package struct ScanJPEG: Sendable {
  /// How a JPEG stores colours.
  package enum Colours: Sendable {
    case grey
    case colour
    /// Inks, of which 255 is none.
    case inks
  }

  /// The file.
  package let bytes: [UInt8]
  /// The width in pixels, as stored.
  package let width: Int
  /// The height in pixels, as stored.
  package let height: Int
  package let colours: Colours
  /// How the stored pixels must be turned to be upright.
  package let orientation: Orientation
  /// The ICC profile; nil for sRGB.
  package let profile: [UInt8]?
  package let record: ScanRecord

  /// The upright picture's width over its height.
  package var ratio: Double {
    let ratio = Double(width) / Double(height)
    return orientation.swapsSides ? 1 / ratio : ratio
  }

  /// Frames that PDF readers decode: baseline, extended and progressive, with Huffman coding (ISO 32000-1, 7.4.8).
  private static let knownFrames: Set<UInt8> = [0xC0, 0xC1, 0xC2]

  /// Reads a file's segments; nil if it isn't a JPEG that every program shows, or if it ends too early.
  package init?(_ bytes: [UInt8]) {
    guard FileKind(bytes) == .photo(.jpeg), Self.isWhole(bytes) else { return nil }
    let segments = JPEGSegments(bytes)
    guard let frame = segments.segments.first(where: { Self.knownFrames.contains($0.marker) })?.payload,
      frame.count >= 6, bytes[frame.lowerBound] == 8
    else { return nil }
    func number(_ place: Int) -> Int {
      Int(bytes[frame.lowerBound + place]) << 8 | Int(bytes[frame.lowerBound + place + 1])
    }
    (height, width) = (number(1), number(3))
    guard width > 0, height > 0 else { return nil }
    switch bytes[frame.lowerBound + 5] {
    case 1: colours = .grey
    case 3: colours = .colour
    case 4: colours = .inks
    default: return nil
    }
    orientation = segments.exif.flatMap { Exif(block: $0) }?.orientation ?? .upright
    let pieces = segments.profilePieces
    profile = pieces.isEmpty ? nil : ColourProfile.assembled(pieces)
    record = ScanRecord(jpeg: segments)
    self.bytes = bytes
  }

  /// The bytes at the end among which the end marker is looked for. Phones append clips, which are followed by it too.
  private static let tail = 4096

  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    let tail = Array(bytes.suffix(Self.tail))
    return tail.index(of: [0xFF, JPEGSegments.Marker.endOfImage], from: 0) != nil
  }

  /// Codes a decoded file as a JPEG of the same colours.
  ///
  /// - Parameters:
  ///   - file: the decoded file.
  ///   - bytes: its bytes.
  package init(_ file: PhotoFile, _ bytes: [UInt8]) throws(CodecError) {
    let picture = file.photo.picture()
    self.bytes = try ScanFile(of: file).encoded(picture)
    (width, height) = (picture.width, picture.height)
    (colours, orientation, profile) = (.colour, .upright, file.profile)
    record = ScanRecord(file, bytes)
  }
}

extension Orientation {
  /// Whether the upright picture's width is the stored picture's height.
  package var isOnItsSide: Bool { swapsSides }

  /// Where the corner at the stored picture's bottom left lies in the upright one, and the directions of the stored
  /// picture's lower and left sides. x goes right and y up; the picture's sides are 1 long.
  package var unitMap: (corner: (x: Int, y: Int), across: (x: Int, y: Int), up: (x: Int, y: Int)) {
    switch self {
    case .upright: ((0, 0), (1, 0), (0, 1))
    case .mirrored: ((1, 0), (-1, 0), (0, 1))
    case .rotated180: ((1, 1), (-1, 0), (0, -1))
    case .flipped: ((0, 1), (1, 0), (0, -1))
    case .transposed: ((1, 1), (0, -1), (-1, 0))
    case .rotated90: ((0, 1), (0, -1), (1, 0))
    case .transversed: ((0, 0), (0, 1), (1, 0))
    case .rotated270: ((1, 0), (0, 1), (-1, 0))
    }
  }
}
