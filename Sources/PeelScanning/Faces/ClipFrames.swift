internal import PeelCodecs
internal import PeelFiles
internal import PeelImaging

/// A frame of a clip.
struct ClipFrame {
  /// From 0.
  let number: Int
  /// In seconds.
  let time: Double
  let photo: Photo
}

/// Decodes frames of a clip, one after another: in one pass or, of a long clip, by looking each up.
struct ClipFrames {
  private let clip: Clip
  private let facts: ClipFacts
  /// The frames to decode, in ascending order; nil for all.
  private let numbers: [Int]?
  private let most: Int
  private var count = 0
  private var pass: Pass?

  /// What ffmpeg sends.
  private struct Pass {
    let stream: VideoStream
    var frames: VideoFrames<DescriptorStream>

    init(_ ffmpeg: FFmpeg) throws(StreamError) {
      stream = try VideoStream(ffmpeg)
      frames = try stream.frames()
    }

    mutating func next() throws(StreamError) -> VideoFrame? { try stream.next(of: &frames) }
  }

  /// - Parameters:
  ///   - numbers: the frames to decode; nil for all.
  ///   - most: how many are decoded at most.
  init(of clip: Clip, _ numbers: [Int]?, _ facts: ClipFacts, most: Int = .max) {
    (self.clip, self.facts, self.most) = (clip, facts, most)
    self.numbers = numbers?.sorted()
  }

  /// The next frame; nil after the last one.
  mutating func next() throws(StreamError) -> ClipFrame? {
    guard count < min(most, numbers?.count ?? .max) else { return nil }
    let number = numbers?[count] ?? count
    let isLookedUp = numbers != nil && facts.frames != nil && facts.isLong
    var pass =
      if !isLookedUp, let pass { pass } else {
        try Pass(isLookedUp ? clip.frame(at: facts.time(of: number, rate: nil)) : clip.frames(numbers))
      }
    guard let frame = try pass.next() else { return nil }
    self.pass = pass
    count += 1
    return ClipFrame(
      number: number, time: facts.time(of: number, rate: frame.format.rate),
      photo: frame.photo(VideoMatrix(height: frame.format.height)))
  }
}

extension ClipFacts {
  /// The longest clip that is decoded from its beginning on, in seconds. In a longer one, each frame is looked up, which
  /// takes as long as decoding about a second.
  private static let longestPass = 20.0

  var isLong: Bool { duration.map { $0 > Self.longestPass } ?? false }

  /// The time of a frame in seconds.
  func time(of number: Int, rate: Double?) -> Double {
    if let frames, let duration { return Double(number) / Double(frames) * duration }
    return rate.map { Double(number) / $0 } ?? 0
  }
}

extension Clip {
  /// How ffmpeg sends these frames, which are in ascending order; nil for all.
  fileprivate func frames(_ numbers: [Int]?) -> FFmpeg {
    var ffmpeg = FFmpeg(input: .media(name))
    // Frames from the first on needn't be listed.
    if let numbers, numbers.last == numbers.count - 1 { ffmpeg.count = numbers.count } else { ffmpeg.frames = numbers }
    return ffmpeg
  }

  /// How ffmpeg sends one frame of a long clip.
  fileprivate func frame(at time: Double) -> FFmpeg {
    var ffmpeg = FFmpeg(input: .media(name), count: 1)
    ffmpeg.start = time
    return ffmpeg
  }
}
