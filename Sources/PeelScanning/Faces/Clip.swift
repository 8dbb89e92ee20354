internal import PeelCodecs
package import PeelFiles

/// A video, or the part of a motion photo that is one.
package struct Clip: Sendable, Hashable {
  package let file: Path
  /// The bytes of the file that are the video; nil for all.
  var part: Range<Int>?

  /// The same clip in a file that was renamed.
  func renamed(from old: Path, to new: Path) -> Clip { file == old ? Clip(file: new, part: part) : self }

  /// The name by which ffmpeg opens it. Without `file:`, what precedes a colon in a name would be a protocol.
  var name: [UInt8] {
    guard let part else { return Array("file:".utf8) + file.bytes }
    return Array("subfile,,start,\(part.lowerBound),end,\(part.upperBound),,:file:".utf8) + file.bytes
  }

  /// The containers of clips, as ffmpeg names them. Other formats may be lists, which lead to other files.
  private static let containers = [
    "mov", "matroska", "avi", "mpegts", "mpeg", "mpegvideo", "m4v", "h264", "hevc", "asf", "flv", "live_flv", "ogg",
    "mxf", "dv",
  ]

  /// The format, for ffmpeg and ffprobe. That of a part is told: of a file named like a picture they would take `%d` and `*`
  /// in its name for a series of pictures.
  var format: [[UInt8]] {
    let words = part == nil ? ["-format_whitelist", Self.containers.joined(separator: ",")] : ["-f", "mov"]
    return words.map { Array($0.utf8) }
  }

  /// Throws unless the clip is a file that can be read: ffmpeg would wait for a pipe.
  func check() throws(StreamError) {
    let opened = try mapping(StreamError.file, Descriptor.file(at: file))
    if (try? opened.status().size) == 0 { throw .failed(reason: "it is empty") }
  }

  /// How long ffmpeg and ffprobe may say nothing about a clip. Those on slow network drives answer within seconds.
  static let patience = Duration.seconds(30)
}
