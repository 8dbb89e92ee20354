/// What a page of a PDF document tells about its picture, which becomes a file of its own.
struct PictureFacts {
  var width: Int
  var height: Int
  /// Per pixel: 1 for grey or a palette's numbers, 3 for red, green and blue, 4 for inks.
  var samples: Int
  /// Per sample, high bits first.
  var bits: Int
  /// Pixels per inch.
  var horizontal: Double
  var vertical: Double
  /// By how many quarters of a turn it is shown clockwise.
  var turns: Int
  /// Red, green and blue of each number; empty if there is none.
  var palette: [UInt8]
  /// The ICC profile; empty if there is none.
  var profile: [UInt8]

  /// The EXIF orientation.
  private var orientation: UInt16 { [1, 6, 3, 8][turns & 3] }

  /// A JPEG with the page's density and turn as EXIF data, in place of its own, which no viewer of documents heeds; and with
  /// the profile, if it has none.
  func jpeg(_ data: [UInt8]) -> [UInt8] {
    guard data.starts(with: Self.start) else { return data }
    var directory = Directory(offset: UInt32(Self.headerSize))
    directory.add(274, orientation)
    addDensity(to: &directory)
    let exif = JPEGSegments.exifSignature + Self.header(offset: directory.offset) + directory.bytes
    var file = Self.start + Self.segment(JPEGSegments.Marker.app1, exif)
    if !profile.isEmpty, JPEGSegments(data).profilePieces.isEmpty, let pieces = ColourProfile.pieces(profile) {
      for piece in pieces { file += Self.segment(JPEGSegments.Marker.app2, piece) }
    }
    return file + Self.withoutEXIF(data).dropFirst(Self.start.count)
  }

  /// A JPEG without the segments of EXIF data before its picture.
  private static func withoutEXIF(_ data: [UInt8]) -> [UInt8] {
    var (kept, place) = (start, start.count)
    while place + 4 <= data.count, data[place] == 0xFF, data[place + 1] != 0xDA {
      let end = place + 2 + Int(data[place + 2]) << 8 + Int(data[place + 3])
      guard end > place + 3, end <= data.count else { break }
      let isEXIF =
        data[place + 1] == JPEGSegments.Marker.app1 && data[(place + 4)..<end].starts(with: JPEGSegments.exifSignature)
      if !isEXIF { kept += data[place..<end] }
      place = end
    }
    return kept + data[place...]
  }

  private static let start: [UInt8] = [0xFF, 0xD8]

  private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + bigEndian(UInt16(payload.count + 2)) + payload
  }

  /// A TIFF of one uncompressed strip. Its bytes are in the order of PDF, high bytes first.
  func tiff(_ data: [UInt8]) -> [UInt8] {
    var directory = Directory(offset: UInt32(Self.headerSize + data.count))
    directory.add(256, UInt32(width))
    directory.add(257, UInt32(height))
    directory.add(258, Array(repeating: UInt16(bits), count: samples))
    directory.add(259, UInt16(1))
    // Black is 0, red green and blue, numbers of a palette, and inks.
    directory.add(262, UInt16(!palette.isEmpty ? 3 : samples == 1 ? 1 : samples == 3 ? 2 : 5))
    directory.add(273, UInt32(Self.headerSize))
    directory.add(274, orientation)
    directory.add(277, UInt16(samples))
    directory.add(278, UInt32(height))
    directory.add(279, UInt32(data.count))
    addDensity(to: &directory)
    if !palette.isEmpty { directory.add(320, colourMap) }
    if !profile.isEmpty { directory.add(34675, profile) }
    return Self.header(offset: directory.offset) + data + directory.bytes
  }

  /// All reds, then all greens and blues, with 16 bits each.
  private var colourMap: [UInt16] {
    (0..<3).flatMap { channel in
      (0..<1 << bits).map { number in
        let place = 3 * number + channel
        return place < palette.count ? 257 * UInt16(palette[place]) : 0
      }
    }
  }

  private func addDensity(to directory: inout Directory) {
    directory.add(282, rational: horizontal)
    directory.add(283, rational: vertical)
    // Inches.
    directory.add(296, UInt16(2))
  }

  private static let headerSize = 8

  /// - Parameter offset: where the directory lies.
  private static func header(offset: UInt32) -> [UInt8] { Array("MM\0*".utf8) + bigEndian(offset) }

  fileprivate static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

/// A directory of a TIFF file, whose tags are added in order (TIFF 6.0, section 2).
private struct Directory {
  /// Where it lies in the file.
  let offset: UInt32
  private var tags: [(tag: UInt16, type: UInt16, count: Int, value: [UInt8])] = []

  init(offset: UInt32) { self.offset = offset }

  mutating func add(_ tag: UInt16, _ value: UInt16) { add(tag, [value]) }
  mutating func add(_ tag: UInt16, _ value: UInt32) { tags.append((tag, 4, 1, PictureFacts.bigEndian(value))) }
  mutating func add(_ tag: UInt16, _ values: [UInt16]) {
    tags.append((tag, 3, values.count, values.flatMap(PictureFacts.bigEndian)))
  }
  /// Bytes without a meaning.
  mutating func add(_ tag: UInt16, _ bytes: [UInt8]) { tags.append((tag, 7, bytes.count, bytes)) }
  /// A number in hundredths.
  mutating func add(_ tag: UInt16, rational: Double) {
    let hundredths = UInt32(min(max((100 * rational).rounded(), 0), Double(UInt32.max)))
    tags.append((tag, 5, 1, PictureFacts.bigEndian(hundredths) + PictureFacts.bigEndian(UInt32(100))))
  }

  var bytes: [UInt8] {
    var table = PictureFacts.bigEndian(UInt16(tags.count))
    var values: [UInt8] = []
    let start = Int(offset) + 2 + 12 * tags.count + 4
    for (tag, type, count, value) in tags {
      table += PictureFacts.bigEndian(tag) + PictureFacts.bigEndian(type) + PictureFacts.bigEndian(UInt32(count))
      if value.count <= 4 {
        table += value + Array(repeating: 0, count: 4 - value.count)
      } else {
        table += PictureFacts.bigEndian(UInt32(start + values.count))
        values += value + (value.count % 2 == 1 ? [0] : [])
      }
    }
    return table + [0, 0, 0, 0] + values
  }
}
