import ArgumentParser
import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning

/// Prints where the prints are in each frame of videos, as the frames are read.
struct FrameReport {
  let detector: Detector
  let isJSON: Bool
  /// Whether only errors and JSON are printed.
  let isQuiet: Bool

  /// Reads the videos. If one fails, the others are still read.
  func run(_ videos: [Path]) throws {
    Interruption.begin()
    var status = Status.review
    for video in videos {
      do throws(StreamError) {
        if try run(video), status == .review { status = .success }
      } catch {
        // Then the error is that the stream ended early.
        if let code = Interruption.exitCode { throw code }
        StandardStream.error.write(Complaint(video: video.shown, error).line)
        status = .failure
      }
      if let code = Interruption.exitCode { throw code }
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  /// - Returns: whether any frame had a print.
  private func run(_ video: Path) throws(StreamError) -> Bool {
    let stream =
      video == Path("-") ? VideoStream() : try VideoStream(FFmpeg(input: .media(FFmpeg.name(of: video))))
    var frames = try stream.frames()
    var tracker = Tracker(detector)
    var number = 0
    var isFound = false
    while Interruption.signal == nil, StandardStream.outputFailure == nil, let frame = try stream.next(of: &frames) {
      let rate = frame.format.rate
      let time = Double(number) / (rate ?? Self.assumedRate)
      let prints = tracker.track(frame.planes, at: time)
      isFound = isFound || !prints.isEmpty
      say(prints, of: video, number: number, time: rate == nil ? nil : time, frame)
      number += 1
    }
    return isFound
  }

  /// Frames per second if the stream doesn't tell.
  private static let assumedRate = 30.0

  private func say(
    _ prints: [TrackedPrint], of video: Path, number: Int, time: Double?, _ frame: VideoFrame
  ) {
    if isJSON {
      let line = JSON.object([
        "schema": .integer(1), "video": .path(video), "frame": .integer(number),
        "time": .number(time, decimals: 4), "width": .integer(frame.format.width),
        "height": .integer(frame.format.height), "prints": .array(prints.map(\.json)),
      ]).line
      StandardStream.output.write(line + "\n")
      return
    }
    if isQuiet { return }
    for print in prints {
      let words =
        [video.shown, "\(number)", "\(print.number)", print.print.confidence.rounded(to: 2) ?? "-"]
        + print.print.quad.corners.map { "\($0.x.rounded(to: 1) ?? "-"),\($0.y.rounded(to: 1) ?? "-")" }
      StandardStream.output.write(words.joined(separator: "\t") + "\n")
    }
  }
}

extension TrackedPrint {
  fileprivate var json: JSON {
    .object([
      "number": .integer(number), "corners": print.quad.json, "confidence": .number(print.confidence, decimals: 3),
      "film": .string(print.film?.name), "upright": .bool(print.isUpright), "tilt": .number(print.tilt, decimals: 1),
      "steady": .bool(isSteady),
    ])
  }
}
