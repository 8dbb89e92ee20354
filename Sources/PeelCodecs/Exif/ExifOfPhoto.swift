extension Exif {
  /// The metadata in a photo's file, which isn't decoded; nil if it has none or it is damaged.
  ///
  /// - Parameter bytes: the file, or as much of it as holds the metadata.
  package init?(inPhoto bytes: [UInt8]) {
    let block: [UInt8]?
    switch FileKind(bytes) {
    case .photo(.jpeg): block = JPEGSegments(bytes).exif
    case .photo(.heic), .photo(.avif): block = HEICDecoder().exif(of: bytes)
    case .photo(.png): block = PNGChunks(bytes).data("eXIf")
    case .photo(.webp): block = WebPChunks(bytes)[.exif].map(WebPDecoder.block)
    case .photo(.tiff), .photo(.raw):
      self.init(tiff: bytes)
      return
    case .other: return nil
    }
    guard let exif = block.flatMap({ Exif.fitting($0)?.exif }) else { return nil }
    self = exif
  }

  /// The metadata in the beginning of a photo's file; nil if more of the file is needed to tell.
  ///
  /// - Parameter bytes: at least `reach` bytes, if the file has as many.
  package static func inBeginning(_ bytes: [UInt8]) -> Exif?? {
    guard case .photo(.jpeg) = FileKind(bytes) else { return nil }
    let segments = JPEGSegments(bytes)
    let exif = Exif(inPhoto: bytes)
    // Other segments may be larger than the beginning.
    let isWhole = exif != nil || bytes.count < reach || segments.isFollowedByScan
    return isWhole ? .some(exif) : nil
  }

  /// The bytes at the beginning of most JPEGs that hold their metadata: an EXIF segment of 64 kB, and others before it.
  package static let reach = 1 << 18
}
