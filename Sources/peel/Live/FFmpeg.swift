/// How ffmpeg is asked for frames.
struct FFmpeg: Equatable {
  enum Input: Equatable {
    /// A video device, by its path.
    case camera(String)
    /// A video file, or an address that ffmpeg knows.
    case media(String)
  }

  var input: Input
  /// Of a camera's frames; nil for what the camera likes best.
  var size: FrameSize?
  /// A file at the speed at which it was taken, rather than as fast as it can be read.
  var isPaced = false
  /// Frames after which it ends; nil for all.
  var count: Int?

  static let program = "ffmpeg"

  var arguments: [String] {
    var words = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "error"]
    switch input {
    case .camera(let path):
      words += ["-f", "v4l2", "-input_format", "mjpeg"]
      if let size { words += ["-video_size", "\(size.width)x\(size.height)"] }
      // Frames are wanted as soon as they are there.
      words += ["-fflags", "nobuffer", "-i", path]
    case .media(let name):
      if isPaced { words.append("-re") }
      words += ["-i", name]
    }
    words += ["-map", "0:v:0", "-fps_mode", "passthrough"]
    if let count { words += ["-frames:v", "\(count)"] }
    return words + ["-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", "-"]
  }

  /// A file's name as ffmpeg takes it: else what stands before a colon would be a protocol.
  static func name(of file: Path) -> String { exists(file) ? "file:" + file.text : file.text }

  /// How it is had, where it is missing.
  static let advice = "install it: sudo apt-get install ffmpeg"
}

/// Pixels of a camera's picture, written as 1920x1080.
struct FrameSize: Equatable, Sendable {
  let width: Int
  let height: Int

  init?(_ text: String) {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], (64...16_384).contains(width),
      (64...16_384).contains(height)
    else { return nil }
    self.width = width
    self.height = height
  }
}
