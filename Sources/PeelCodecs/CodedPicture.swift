/// Where a photo's file holds its coded picture: all that decides the pixels, and none of the metadata. Programs that tag,
/// rate or geotag photos leave it as it is.
///
/// - Returns: nil if the picture can't be told from the rest, as in TIFF files.
package func codedPicture(in file: [UInt8]) -> [Range<Int>]? {
  let ranges: [Range<Int>]? =
    switch FileKind(file) {
    case .photo(.jpeg): JPEGSegments(file).codedPicture
    case .photo(.png): PNGChunks(file, keepsRepeated: true).codedPicture
    case .photo(.heic): HEIFStructure(file)?.codedPicture
    case .photo(.tiff), .other: nil
    }
  return ranges.flatMap { $0.isEmpty ? nil : $0 }
}

extension JPEGSegments {
  /// The frame, the tables, and the scans up to the end of the image.
  fileprivate var codedPicture: [Range<Int>]? {
    if hasTooMany || end >= bytes.count { return nil }
    let tables = segments.filter { $0.marker < Marker.app0 }.map(\.payload)
    var last = end
    while last + 1 < bytes.count, bytes[last] != 0xFF || bytes[last + 1] != Marker.endOfImage { last += 1 }
    return tables + [end..<last]
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
  fileprivate var codedPicture: [Range<Int>]? {
    let tiles = references.filter { $0.type == "dimg" && $0.from == primary }.flatMap(\.to)
    if tiles.count > Self.mostTiles { return nil }
    return ([primary] + tiles).compactMap { beginning(of: $0) }.map { $0.position..<$0.end }
  }
}
