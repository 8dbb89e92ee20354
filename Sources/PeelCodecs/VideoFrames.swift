public import PeelImaging

/// Bytes that come one after the other.
public protocol ByteStream {
  /// The next `count` bytes; fewer only where they end.
  mutating func bytes(_ count: Int) -> [UInt8]
}

/// One picture of a video, with its planes as they lie in the stream.
public struct VideoFrame: Sendable, Equatable {
  public let format: VideoFormat
  /// With the stream's own range and matrix, which is good enough to look for prints in.
  public let planes: Photo
}

/// Takes a YUV4MPEG2 stream apart, frame by frame. A new header within it, as streams laid end to end have, may change
/// the size.
public struct VideoFrames<Source: ByteStream> {
  public private(set) var format: VideoFormat
  private var source: Source

  /// Bytes of a line at most. Those of ffmpeg have about 80.
  private static var longestLine: Int { 1024 }
  private static var frame: [UInt8] { Array("FRAME".utf8) }

  /// Reads the header.
  public init(_ source: Source) throws(VideoError) {
    self.source = source
    let start = self.source.bytes(VideoFormat.magic.count)
    if start.isEmpty { throw .empty }
    guard start == VideoFormat.magic else { throw .notVideo }
    format = try VideoFormat(line: start + Self.rest(of: &self.source))
  }

  /// nil where the stream ends between frames.
  public mutating func next() throws(VideoError) -> VideoFrame? {
    var start = source.bytes(Self.frame.count)
    if start.isEmpty { return nil }
    if start == Array(VideoFormat.magic[..<Self.frame.count]) {
      format = try VideoFormat(line: start + Self.rest(of: &source))
      start = source.bytes(Self.frame.count)
      if start.isEmpty { return nil }
    }
    guard start.count == Self.frame.count else { throw .cutOff }
    guard start == Self.frame else { throw .damaged("a frame does not begin where it should") }
    _ = try Self.rest(of: &source)
    let luma = try plane(format.width, format.height)
    guard let size = format.chromaSize, let scale = format.sampling.scale else {
      return VideoFrame(format: format, planes: Photo(luma: luma))
    }
    let blue = try plane(size.width, size.height)
    let red = try plane(size.width, size.height)
    return VideoFrame(format: format, planes: Photo(luma: luma, chroma: Chroma(blue: blue, red: red, scale: scale)))
  }

  private mutating func plane(_ width: Int, _ height: Int) throws(VideoError) -> Plane<UInt8> {
    let samples = source.bytes(width * height)
    guard samples.count == width * height else { throw .cutOff }
    return Plane(width: width, height: height, samples: samples)
  }

  /// Up to the end of the line, which is taken too.
  private static func rest(of source: inout Source) throws(VideoError) -> [UInt8] {
    var line: [UInt8] = []
    while let byte = source.bytes(1).first {
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
      guard line.count < longestLine else { throw .damaged("a line of it has no end") }
    }
    throw .cutOff
  }
}
