/// Where a photo's file holds its coded picture: all that decides the pixels, and none of the metadata. Programs that tag,
/// rate or geotag photos leave it as it is.
///
/// - Returns: nil if the picture can't be told from the rest, as in TIFF and WebP files.
package func codedPicture(in file: [UInt8]) -> [Range<Int>]? {
  let ranges: [Range<Int>]? =
    switch FileKind(file) {
    case .photo(.jpeg): JPEGSegments(file).codedPicture
    case .photo(.png): PNGChunks(file, keepsRepeated: true).codedPicture
    case .photo(.heic), .photo(.avif): HEIFStructure(file)?.codedPicture
    case .photo(.tiff), .photo(.webp), .photo(.raw), .other: nil
    }
  return ranges.flatMap { $0.isEmpty ? nil : $0 }
}

extension JPEGSegments {
  /// The frame, the tables, and the scans, with those of the pictures that follow.
  fileprivate var codedPicture: [Range<Int>]? {
    if hasTooMany || end >= bytes.count { return nil }
    let tables = segments.filter { $0.marker < Marker.app0 }.map(\.payload)
    // The last end of an image is that of the file's last picture. It is near the end of the file.
    var last = bytes.count
    while last > end + 2, bytes[last - 2] != 0xFF || bytes[last - 1] != Marker.endOfImage { last -= 1 }
    return tables + [end..<(last > end + 2 ? last : bytes.count)]
  }
}

extension PNGChunks {
  /// The types of the chunks that decide the pixels.
  private static let pictureTypes: Set<String> = ["IHDR", "PLTE", "tRNS", "IDAT"]

  fileprivate var codedPicture: [Range<Int>]? {
    hasTooMany ? nil : chunks.filter { Self.pictureTypes.contains($0.type) }.map(\.data)
  }
}

extension HEIFStructure {
  /// The most tiles whose places are looked up.
  private static let mostTiles = 2000

  /// The primary picture's data, and that of its tiles.
  fileprivate var codedPicture: [Range<Int>]? { sharesData ? nil : pictures?.flatMap(\.self) }

  /// The places of the primary picture's data, and those of each tile's; nil if there are too many.
  private var pictures: [[Range<Int>]]? { tiles.map { ([primary] + $0).compactMap(extents) } }

  /// The primary picture's tiles; nil if there are too many.
  private var tiles: [Int]? {
    let tiles = references.filter { $0.type == "dimg" && $0.from == primary }.flatMap(\.to)
    return tiles.count > Self.mostTiles ? nil : tiles
  }

  /// Whether the data of the primary picture, of one of its tiles, or of its transparency ends in zeros.
  var endsInZeros: Bool {
    guard let tiles else { return false }
    // What says where tiles go isn't coded.
    let coded = (tiles.isEmpty ? [primary] : tiles) + [auxiliary("alpha")].compactMap(\.self)
    return coded.compactMap(extents).contains { extents in
      let end = extents.reversed().lazy.flatMap { bytes[$0].reversed() }.prefix(leastZeros)
      return Array(end).endsInZeros
    }
  }
}
