internal import PeelCodecs
internal import PeelFiles
internal import PeelImaging

struct ClipFrame {
  /// From 0.
  let number: Int
  /// In seconds since the first frame.
  let time: Double
  let photo: Photo
}

/// Decodes frames of a clip, one after another.
struct ClipFrames {
  /// How frames are found.
  enum Way: Equatable, Sendable {
    /// All are decoded, and counted.
    case pass
    /// Each is looked up by its time.
    case lookups
  }

  let way: Way
  private let clip: Clip
  private let facts: ClipFacts
  /// The frames to decode, in ascending order; nil for all.
  private let numbers: [Int]?
  private let most: Int
  private let waiting: Waiting
  /// The frames that were sent, or looked up.
  private var count = 0
  /// The number of the next frame that ffmpeg sends, if it sends all.
  private var nextSent = 0
  private var pass: Pass?
  /// Whether a frame that was sent could not be decoded wholly.
  private(set) var isDamaged = false
  /// Whether colours are converted with filters that not every ffmpeg has.
  private var converts = true

  /// What ffmpeg sends.
  private struct Pass {
    let stream: VideoStream
    var frames: VideoFrames<DescriptorStream>

    init(_ ffmpeg: FFmpeg, _ waiting: Waiting) throws(StreamError) {
      stream = try VideoStream(ffmpeg, waiting)
      frames = try stream.frames()
    }

    mutating func next() throws(StreamError) -> VideoFrame? { try stream.next(of: &frames) }
  }

  /// - Parameters:
  ///   - numbers: the frames to decode; nil for all.
  ///   - way: how they are found; nil for the faster way.
  ///   - most: how many are decoded at most.
  init(
    of clip: Clip, _ numbers: [Int]?, _ facts: ClipFacts, _ way: Way? = nil,
    _ waiting: Waiting = Waiting(patience: Clip.patience),
    most: Int = .max
  ) {
    (self.clip, self.facts, self.most, self.waiting) = (clip, facts, most, waiting)
    self.numbers = numbers?.sorted()
    self.way = way ?? facts.fasterWay(to: numbers?.count)
  }

  /// The next frame; nil after the last one.
  mutating func next() throws(StreamError) -> ClipFrame? {
    switch way {
    case .lookups:
      // A frame that can't be decoded is left out.
      while let numbers, count < min(most, numbers.count) {
        let number = numbers[count]
        count += 1
        pass = nil
        if let frame = try sent(after: facts.lookup(number)) { return clipFrame(number, frame) }
      }
      return nil
    case .pass:
      guard count < min(most, numbers?.count ?? .max) else { return nil }
      while let frame = try sent(after: facts.pass(numbers)) {
        let sentNumber = nextSent
        nextSent += 1
        let isListed = numbers.map { facts.pass($0).frames != nil } ?? false
        let number = isListed ? numbers?[count] ?? sentNumber : numbers?[count] ?? count
        if !isListed, sentNumber < number { continue }
        count += 1
        return clipFrame(number, frame)
      }
      return nil
    }
  }

  /// The next frame of the pass, which is begun if there is none.
  private mutating func sent(after ffmpeg: FFmpeg) throws(StreamError) -> VideoFrame? {
    var running: Pass
    if let pass { running = pass } else { running = try begun(ffmpeg) }
    let frame = try running.next()
    isDamaged = isDamaged || running.stream.hasDamage
    pass = running
    return frame
  }

  /// Starts ffmpeg. If it lacks a filter for the colours, they stay as they are.
  private mutating func begun(_ ffmpeg: FFmpeg) throws(StreamError) -> Pass {
    var ffmpeg = ffmpeg
    ffmpeg.input = .clip(clip)
    ffmpeg.filters = facts.filters(converts: converts)
    do throws(StreamError) { return try Pass(ffmpeg, waiting) } catch {
      guard converts, facts.colour.conversion != nil, case .failed(let reason) = error, Self.lacksFilter(reason) else {
        throw error
      }
      converts = false
      ffmpeg.filters = facts.filters(converts: false)
      return try Pass(ffmpeg, waiting)
    }
  }

  /// Whether a message of ffmpeg says that it was built without a filter.
  private static func lacksFilter(_ message: String) -> Bool {
    message.contains("zscale") || message.contains("tonemap") || message.contains("ilter not found")
  }

  private func clipFrame(_ number: Int, _ frame: VideoFrame) -> ClipFrame {
    let isConverted = converts && facts.colour.conversion != nil
    let matrix = isConverted ? VideoMatrix.bt709 : facts.colour.matrix(height: frame.format.height)
    return ClipFrame(
      number: number, time: facts.time(of: number, rate: frame.format.rate), photo: frame.photo(matrix))
  }
}

extension ClipFacts {
  /// The longest clip that is always decoded from its beginning on, in seconds.
  private static let longestPass = 20.0
  /// How long a lookup takes, as the seconds of a clip that are decoded in the same time.
  private static let lookupCost = 1.0
  /// How many frames at which decoding can begin are skipped to find a frame of a file without an index, in which ffmpeg
  /// may begin later than it was told.
  private static let skippedKeys = 3
  /// How long before a frame decoding begins in such a file whose frames weren't listed, in seconds.
  private static let skippedSeconds = 12.0

  /// The faster way to so many frames; nil for all.
  fileprivate func fasterWay(to count: Int?) -> ClipFrames.Way {
    guard let duration, let count, frames != nil, duration > Self.longestPass, !mustCount,
      Double(count) * Self.lookupCost < duration
    else { return .pass }
    return .lookups
  }

  /// The time of a frame in seconds.
  func time(of number: Int, rate: Double?) -> Double {
    if let times { return times.indices.contains(number) ? times[number] : duration ?? 0 }
    if let frames, let duration { return Double(number) / Double(frames) * duration }
    return rate.map { Double(number) / $0 } ?? 0
  }

  /// How ffmpeg sends these frames, which are in ascending order; nil for all.
  fileprivate func pass(_ numbers: [Int]?) -> FFmpeg {
    var ffmpeg = FFmpeg(input: .clip(Clip(file: Path(""))))
    guard let numbers, let last = numbers.last else { return ffmpeg }
    // Frames from the first on needn't be listed.
    if last == numbers.count - 1 || numbers.count > FFmpeg.mostListed {
      ffmpeg.count = last + 1
    } else {
      ffmpeg.frames = numbers
    }
    return ffmpeg
  }

  /// How ffmpeg sends one frame of a long clip.
  fileprivate func lookup(_ number: Int) -> FFmpeg {
    var ffmpeg = FFmpeg(input: .clip(Clip(file: Path(""))), count: 1)
    // Between the frame and the one before, so that rounding doesn't matter.
    let place = (time(of: number - 1, rate: nil) + time(of: number, rate: nil)) / 2
    guard number > 0 else { return ffmpeg }
    let sinceStart = place + first - start
    if isIndexed {
      ffmpeg.start = max(0, sinceStart)
    } else {
      ffmpeg.earliest = place + first
      let earlier = keys.last { $0 <= number }.flatMap { keys.firstIndex(of: $0) }.map { $0 - Self.skippedKeys }
      let begin = earlier.map { $0 < 0 ? 0 : time(of: keys[$0], rate: nil) + first - start }
      ffmpeg.start = max(0, begin ?? sinceStart - Self.skippedSeconds)
    }
    return ffmpeg
  }

  /// What makes frames fit for a photo: square pixels, and colours as BT.709 has them.
  fileprivate func filters(converts: Bool) -> [String] {
    let shape = pixelShape == 1 ? [] : ["scale=round(iw*sar):ih", "setsar=1"]
    return shape + (converts ? colour.conversion ?? [] : [])
  }
}
