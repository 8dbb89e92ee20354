internal import PeelFiles
internal import PeelPlatform

/// Videos of animations, made by ffmpeg.
enum AnimationVideo {
  /// How often an animation is repeated in its video.
  private static let repeats = 8
  /// The time between two looks at whether the program is asked to end, in milliseconds.
  private static let interval: Int32 = 100
  /// The largest video in bytes.
  private static let limit = 1 << 28

  /// An MP4 video (H.264) that shows pictures in turn.
  ///
  /// - Parameters:
  ///   - stills: the pictures as PNG files.
  ///   - delay: how long each is shown, in milliseconds.
  static func encoded(_ stills: [[UInt8]], delay: Int) throws(StreamError) -> [UInt8] {
    let wanted = CurrentProcess.environment("TMPDIR")
    // ffmpeg's arguments are text, which some paths aren't.
    let place = wanted.flatMap { Path($0.text) == $0 ? $0 : nil } ?? Path("/tmp")
    try? clearLeftovers(in: place)
    let folder = try mapping(
      { (error: SystemError) in StreamError.cannotStart(reason: error.reason) },
      TemporaryFolder(in: place, isPrivate: true))
    let video = folder.path.appending("video.mp4")
    do throws(FileError) {
      for (number, still) in stills.enumerated() {
        try writeWhole(still, to: folder.path.appending("\(number).png"), force: true)
      }
    } catch {
      throw .cannotStart(reason: "the temporary files cannot be written")
    }
    let words = [
      "-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-loop", "1", "-framerate", "1000/\(delay)", "-i",
      // %d stands for a picture's number, %% for a per cent sign.
      "file:" + folder.path.text.replacing("%", with: "%%") + "/%d.png",
      "-frames:v", "\(repeats * stills.count)", "-vf",
      "scale=trunc(iw/2)*2:trunc(ih/2)*2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18", "-movflags",
      "+faststart", "file:" + video.text,
    ]
    do throws(SystemError) {
      var process = try ChildProcess(FFmpeg.program, words)
      // It writes nothing to its output, and closes it when it ends.
      while !waitForInput(process.output.number, milliseconds: interval) {
        if Interruption.signal != nil { throw SystemError(code: EINTR) }
      }
      let status = process.end(isEnding: true)
      guard status == .status(0), let bytes = try Descriptor(reading: video).bytes(limit: limit) else {
        throw SystemError(code: EIO)
      }
      return bytes
    } catch {
      if Interruption.signal != nil { throw .interrupted }
      throw error.code == ENOENT ? .noProgram : .failed(reason: error.reason)
    }
  }
}
