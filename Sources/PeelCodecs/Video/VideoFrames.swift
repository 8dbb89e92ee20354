package import PeelImaging

/// A source of bytes.
package protocol ByteStream {
  /// Reads the next `count` bytes. Returns fewer only at the end.
  mutating func bytes(_ count: Int) -> [UInt8]
}

/// A frame of a video, as stored.
package struct VideoFrame: Sendable, Equatable {
  package let format: VideoFormat
  /// The planes, still in the stream's range and matrix. Detection doesn't need a conversion.
  package let planes: Photo
}

/// Reads the frames of a YUV4MPEG2 stream. A header between frames, as in concatenated streams, may change the format.
package struct VideoFrames<Source: ByteStream> {
  /// The format of the last frame read, or of the first before any was.
  package private(set) var format: VideoFormat
  private var source: Source

  /// The longest line in bytes. ffmpeg writes about 80.
  private static var longestLine: Int { 1024 }
  private static var frame: [UInt8] { Array("FRAME".utf8) }

  /// Reads the header.
  ///
  /// - Throws: a `VideoError` if the source isn't a stream that can be read.
  package init(_ source: Source) throws(VideoError) {
    self.source = source
    let start = self.source.bytes(VideoFormat.magic.count)
    if start.isEmpty { throw .empty }
    guard start == VideoFormat.magic else { throw .notVideo }
    format = try VideoFormat(line: start + Self.rest(of: &self.source))
  }

  /// Reads the next frame; nil at the end of the stream.
  ///
  /// - Throws: a `VideoError` if the frame is damaged or incomplete.
  package mutating func next() throws(VideoError) -> VideoFrame? {
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

  /// Reads the rest of a line, without its line break.
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
