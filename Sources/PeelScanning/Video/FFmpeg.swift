package import PeelFiles

/// The arguments with which ffmpeg sends frames.
package struct FFmpeg: Equatable {
  /// What ffmpeg reads.
  package enum Input: Equatable {
    /// A video device, by its path.
    case camera(String)
    /// A video file, or an address that ffmpeg can open.
    case media(String)
    /// A video file, or a part of a file.
    case clip(Clip)
  }

  package var input: Input
  /// The size of a camera's frames; nil for the camera's default.
  package var size: FrameSize?
  /// Reads a file at the speed at which it was taken rather than as fast as possible.
  package var isPaced = false
  /// The number of frames after which ffmpeg ends; nil for all.
  package var count: Int?
  /// Where in a file to begin, in seconds; nil for its beginning.
  package var start: Double?
  /// The numbers of the frames to send, from 0, in order, at most `mostListed`; nil for all.
  package var frames: [Int]?
  /// The file's own time of the first frame to send, in seconds; nil for the first that is found.
  var earliest: Double?
  /// What is done with the frames that are sent, as ffmpeg's filters.
  var filters: [String] = []

  /// The most frames that can be listed: ffmpeg refuses longer sums.
  static let mostListed = 100

  package init(input: Input, size: FrameSize? = nil, isPaced: Bool = false, count: Int? = nil) {
    self.input = input
    self.size = size
    self.isPaced = isPaced
    self.count = count
  }

  /// The program's name.
  static let program = "ffmpeg"

  /// The command line, without the program's name.
  package var arguments: [String] { words.map { String(decoding: $0, as: UTF8.self) } }

  /// The command line, whose words may be any bytes.
  var words: [[UInt8]] {
    var options: [String] = []
    var format: [[UInt8]] = []
    let name: [UInt8]
    switch input {
    case .camera(let path):
      options += ["-f", "v4l2", "-input_format", "mjpeg"]
      if let size { options += ["-video_size", "\(size.width)x\(size.height)"] }
      // Frames are wanted as soon as they come.
      options += ["-fflags", "nobuffer"]
      name = Array(path.utf8)
    case .media(let file): name = Array(file.utf8)
    case .clip(let clip): (format, name) = (clip.format, clip.name)
    }
    if isPaced { options.append("-re") }
    if let start { options += ["-ss", start.rounded(to: 6) ?? "0"] }
    if earliest != nil { options.append("-copyts") }
    options = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "error"] + options
    return options.map { Array($0.utf8) } + format + [Array("-i".utf8), name] + output.map { Array($0.utf8) }
  }

  /// The words after the input.
  private var output: [String] {
    var words = ["-map", "0:v:0", "-fps_mode", "passthrough"]
    var filters: [String] = []
    if let frames { filters.append("select=" + frames.map { "eq(n\\,\($0))" }.joined(separator: "+")) }
    if let earliest { filters.append("select=gte(t\\,\(earliest.rounded(to: 6) ?? "0"))") }
    filters += self.filters
    if !filters.isEmpty { words += ["-vf", filters.joined(separator: ",")] }
    if let frames { words += ["-frames:v", "\(frames.count)"] }
    if let count { words += ["-frames:v", "\(count)"] }
    return words + ["-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", "-"]
  }

  /// The name by which ffmpeg opens a file. Without the prefix, what precedes a colon in a name would be a protocol.
  package static func name(of file: Path) -> String { exists(file) ? "file:" + file.text : file.text }
}

/// The size of a camera's picture in pixels, written as 1920x1080.
package struct FrameSize: Equatable, Sendable {
  package let width: Int
  package let height: Int

  /// The sides that are accepted, in pixels.
  private static let sides = 64...16_384

  /// Reads text such as `1920x1080`.
  package init?(_ text: String) {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], Self.sides.contains(width),
      Self.sides.contains(height)
    else { return nil }
    self.width = width
    self.height = height
  }
}
