internal import PeelFiles
internal import PeelPlatform

/// Videos of animations, made by ffmpeg.
enum AnimationVideo {
  /// How often an animation is repeated in its video.
  private static let repeats = 8
  /// The largest video in bytes.
  private static let limit = 1 << 28

  /// An MP4 video (H.264) of an animated PNG.
  static func encoded(animation: [UInt8]) throws(StreamError) -> [UInt8] {
    let folder = try TemporaryFolder()
    let (input, output) = (folder.path.appending("frames.png"), folder.path.appending("video.mp4"))
    do throws(FileError) { try writeWhole(animation, to: input, force: true) } catch {
      throw .cannotStart(reason: "no space for temporary files")
    }
    let words = [
      "-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-y", "-f", "apng", "-ignore_loop", "1",
      "-stream_loop",
      "\(repeats)", "-i", "file:" + input.text, "-vf", "scale=trunc(iw/2)*2:trunc(ih/2)*2", "-c:v", "libx264",
      "-pix_fmt",
      "yuv420p", "-crf", "18", "-movflags", "+faststart", "file:" + output.text,
    ]
    do throws(SystemError) {
      var process = try ChildProcess(FFmpeg.program, words)
      // It writes nothing to its output, and closes it when it ends.
      _ = try? process.output.bytes(limit: 1)
      guard process.end(isEnding: true) == .status(0), let video = try Descriptor(reading: output).bytes(limit: limit)
      else { throw SystemError(code: EIO) }
      return video
    } catch {
      throw error.code == ENOENT ? .noProgram : .failed(reason: error.reason)
    }
  }
}

/// A folder that is removed with everything in it when the value is destroyed.
private struct TemporaryFolder: ~Copyable {
  let path: Path

  init() throws(StreamError) {
    var name = Array("\(unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp")/peel-XXXXXX".utf8CString)
    let made = unsafe name.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
    }
    guard made else { throw .cannotStart(reason: SystemError.last.reason) }
    path = Path(bytes: name.dropLast().map { UInt8(bitPattern: $0) })
  }

  deinit {
    for name in (try? names(in: path)) ?? [] { try? remove(path.appending(name)) }
    _ = unsafe path.text.withCString { unsafe rmdir($0) }
  }
}
