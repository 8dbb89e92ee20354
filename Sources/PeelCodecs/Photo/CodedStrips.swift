package import PeelImaging

/// A JPEG that is encoded in strips, on any threads, and then joined. Restart markers separate the strips (ITU-T T.81,
/// E.1.4).
///
/// The strips depend only on the picture's size and subsampling, so the file is always the same.
package struct CodedStrips: Sendable {
  private let encoder: JPEGEncoder
  private let segments: [JPEGEncoder.Segment]
  private let height: Int
  /// The height of all strips except the last, which may have fewer rows.
  private let stripHeight: Int

  /// The highest strip in rows. Its samples stay in the cache together with the rows they are made from.
  private static let mostRows = 128

  /// - Throws: `tooLarge` for a picture without pixels or with a side longer than 65,500 pixels.
  init(
    _ encoder: JPEGEncoder, width: Int, height: Int, segments: [JPEGEncoder.Segment]
  ) throws(CodecError) {
    let sides = 1...JPEGEncoder.longestSide
    guard sides.contains(width), sides.contains(height) else { throw .tooLarge(width: width, height: height) }
    let block = (x: 8 * encoder.chromaScale.x, y: 8 * encoder.chromaScale.y)
    // The number of blocks between restart markers has 16 bits.
    let blocksAcross = (width + block.x - 1) / block.x
    let blocksDown = max(1, min(Self.mostRows / block.y, Int(UInt16.max) / blocksAcross))
    var encoder = encoder
    encoder.restartRows = blocksDown
    self.encoder = encoder
    self.segments = segments
    self.height = height
    stripHeight = blocksDown * block.y
  }

  /// The picture's rows in each strip, from top to bottom.
  package var rows: [Range<Int>] {
    stride(from: 0, to: height, by: stripHeight).map { $0..<min($0 + stripHeight, height) }
  }

  /// Picture pixels per chroma sample: (2, 2) or (1, 1).
  package var chromaScale: (x: Int, y: Int) { encoder.chromaScale }

  /// Encodes one strip.
  ///
  /// - Parameter strip: the planes of the rows in one of `rows`, with chroma of `chromaScale`.
  /// - Returns: a JPEG of the strip, for `joined(_:)`.
  /// - Throws: `outOfMemory`.
  package func coded(_ strip: FinishedPlanes) throws(CodecError) -> [UInt8] {
    try encoder(strip.luma, strip.chroma)
  }

  /// Joins the encoded strips, in the order of `rows`, to the picture's file with its metadata.
  package func joined(_ strips: [[UInt8]]) -> [UInt8] {
    guard let first = strips.first else { return [] }
    var file = JPEGEncoder.file(first.dropLast(2), with: segments)
    if let frame = JPEGSegments(file).segments.first(where: { $0.marker == JPEGSegments.Marker.baselineFrame }) {
      // The frame's height follows its sample precision, which is one byte.
      let place = frame.payload.lowerBound + 1
      file.replaceSubrange(place..<place + 2, with: JPEGEncoder.bigEndian(height))
    }
    file.reserveCapacity(strips.reduce(file.count) { $0 + $1.count })
    for (number, strip) in strips.dropFirst().enumerated() {
      // The scan's header has a length field like a segment's.
      let scan = JPEGSegments(strip).end
      let header = 2 + Int(strip[scan + 2]) << 8 + Int(strip[scan + 3])
      file += [0xFF, JPEGSegments.Marker.restart + UInt8(number % 8)]
      file += strip[(scan + header)..<(strip.count - 2)]
    }
    file += [0xFF, JPEGSegments.Marker.endOfImage]
    return file
  }
}
