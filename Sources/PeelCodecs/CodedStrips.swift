public import PeelImaging

/// A JPEG in strips that can be coded apart, on any threads: between two of them stands a restart marker (ITU-T T.81,
/// E.1.4). A picture has the same strips however they are come by, so that its file is the same.
public struct CodedStrips: Sendable {
  private let encoder: JPEGEncoder
  private let segments: [JPEGEncoder.Segment]
  private let height: Int
  /// Of all strips but the last, which may be lower.
  private let rowsOfOne: Int

  /// - Throws: `tooLarge` for a picture without pixels or with a side longer than 65,500.
  init(
    _ encoder: JPEGEncoder, width: Int, height: Int, segments: [JPEGEncoder.Segment]
  ) throws(CodecError) {
    let sides = 1...JPEGEncoder.longestSide
    guard sides.contains(width), sides.contains(height) else { throw .tooLarge(width: width, height: height) }
    let block = (x: 8 * encoder.chromaScale.x, y: 8 * encoder.chromaScale.y)
    // As many as stay in the cache beside their source, and no more blocks than the 16 bits of a restart interval count.
    let blocksAcross = (width + block.x - 1) / block.x
    let blocksDown = max(1, min(128 / block.y, Int(UInt16.max) / blocksAcross))
    var encoder = encoder
    encoder.restartRows = blocksDown
    self.encoder = encoder
    self.segments = segments
    self.height = height
    rowsOfOne = blocksDown * block.y
  }

  /// The picture's rows in each strip, in order.
  public var rows: [Range<Int>] {
    stride(from: 0, to: height, by: rowsOfOne).map { $0..<min($0 + rowsOfOne, height) }
  }

  /// Picture pixels to a chroma sample.
  public var chromaScale: (x: Int, y: Int) { encoder.chromaScale }

  /// A file of a strip's rows alone, whose chroma has the scale wanted.
  ///
  /// - Throws: `outOfMemory`.
  public func coded(_ rows: FinishedPlanes) throws(CodecError) -> [UInt8] {
    try encoder(rows.luma, rows.chroma)
  }

  /// One file of the files of all strips, in order.
  public func joined(_ strips: [[UInt8]]) -> [UInt8] {
    guard let first = strips.first else { return [] }
    var file = JPEGEncoder.file(first.dropLast(2), with: segments)
    if let frame = JPEGSegments(file).segments.first(where: { $0.marker == 0xC0 }) {
      // Behind the sample precision, one byte.
      let place = frame.payload.lowerBound + 1
      file.replaceSubrange(place..<place + 2, with: JPEGEncoder.bigEndian(height))
    }
    file.reserveCapacity(strips.reduce(file.count) { $0 + $1.count })
    for (number, strip) in strips.dropFirst().enumerated() {
      // The scan begins with a header like any segment's.
      let scan = JPEGSegments(strip).end
      let header = 2 + Int(strip[scan + 2]) << 8 + Int(strip[scan + 3])
      file += [0xFF, 0xD0 + UInt8(number % 8)]
      file += strip[(scan + header)..<(strip.count - 2)]
    }
    // The end of the image.
    file += [0xFF, 0xD9]
    return file
  }
}
