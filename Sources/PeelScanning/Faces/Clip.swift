internal import PeelCodecs
package import PeelFiles
internal import PeelPlatform

/// A video, or the part of a motion photo that is one.
package struct Clip: Sendable, Hashable {
  package let file: Path
  /// The bytes of the file that are the video; nil for all.
  var part: Range<Int>?

  package init(file: Path, part: Range<Int>? = nil) {
    self.file = file
    self.part = part
  }

  /// The name by which ffmpeg opens it.
  var name: String {
    guard let part else { return FFmpeg.name(of: file) }
    return "subfile,,start,\(part.lowerBound),end,\(part.upperBound),,:\(file.text)"
  }
}

/// What ffprobe, which comes with ffmpeg, tells about a clip.
struct ClipFacts: Equatable {
  /// The length in seconds; nil if unknown.
  var duration: Double?
  /// The number of frames; nil if unknown.
  var frames: Int?
  /// What a Live Photo's clip shares with its still.
  var identifier: String?

  private static let program = "ffprobe"
  /// The most bytes of an answer. Usual ones have 200.
  private static let limit = 1 << 16
  private static let interval: Int32 = 100

  init(duration: Double? = nil, frames: Int? = nil, identifier: String? = nil) {
    self.duration = duration
    self.frames = frames
    self.identifier = identifier
  }

  /// Asks about a clip.
  init(of clip: Clip) throws(StreamError) {
    let words = [
      "-v", "error", "-select_streams", "v:0", "-show_entries",
      "stream=codec_type,nb_frames,duration,avg_frame_rate:format=duration:format_tags=com.apple.quicktime.content.identifier",
      "-of",
      "default=noprint_wrappers=1", clip.name,
    ]
    var answer: [UInt8] = []
    var fault: String?
    do throws(SystemError) {
      var process = try ChildProcess(Self.program, words)
      let messages = MessageLines(process.messages.number)
      while !waitForInput(process.output.number, milliseconds: Self.interval) {
        if Interruption.signal != nil { throw SystemError(code: EINTR) }
      }
      answer = try process.output.bytes(limit: Self.limit) ?? []
      if process.end(isEnding: true) != .status(0) { fault = messages.last ?? "ffprobe failed" }
    } catch {
      throw error.code == ENOENT ? .noProgram : .failed(reason: error.reason)
    }
    if let fault { throw .failed(reason: fault) }
    let text = String(decoding: answer, as: UTF8.self)
    guard text.contains("codec_type=video") else { throw .video(.empty) }
    self.init(text)
  }

  /// Reads lines such as `nb_frames=57`.
  init(_ answer: String) {
    var rate: Double?
    for line in answer.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let (name, value) = (line[..<equals], line[line.index(after: equals)...])
      switch name {
      // The stream's duration comes first, the container's is a stand-in.
      case "duration": duration = duration ?? Double(value).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
      case "nb_frames": frames = Int(value).flatMap { $0 > 0 ? $0 : nil }
      case "avg_frame_rate":
        let parts = value.split(separator: "/").compactMap { Double($0) }
        rate = parts.count == 2 && parts[0] > 0 && parts[1] > 0 ? parts[0] / parts[1] : nil
      case "TAG:com.apple.quicktime.content.identifier": identifier = String(value)
      case _: break
      }
    }
    if frames == nil, let duration, let rate, duration * rate < Double(Self.mostFrames) {
      frames = Int((duration * rate).rounded())
    }
  }

  /// The most frames that are counted on: a day at 100 a second.
  private static let mostFrames = 100 * 86_400
}
