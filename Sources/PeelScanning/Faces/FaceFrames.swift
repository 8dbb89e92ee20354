internal import PeelCodecs
package import PeelFiles
internal import PeelImaging
package import PeelInference

/// Where a picture of an item comes from.
package enum FrameSource: Sendable, Hashable {
  case photo(Path)
  /// A frame of the clip, from 0, and its time in seconds.
  case clip(frame: Int, time: Double)
}

/// Which frames of a clip are looked at.
package enum FrameChoice: Sendable, Equatable {
  /// So many, evenly spread.
  case spread(Int)
  case all

  /// The frames that are looked at if nothing else is said.
  package static let usual = 12
  /// The most frames that may be asked for.
  package static let most = 10_000

  /// The numbers of the frames to read; nil for all.
  func numbers(of count: Int) -> [Int]? {
    switch self {
    case .all: nil
    case .spread(let wanted) where wanted >= count: nil
    case .spread(let wanted): (0..<wanted).map { (2 * $0 + 1) * count / (2 * wanted) }
    }
  }
}

/// The faces in the pictures of an item.
package struct FaceFrames: Sendable {
  /// In the order in which they were taken: the clip's frames, then the stills.
  package private(set) var sources: [FrameSource] = []
  package private(set) var faces: [[Face]] = []
  /// The long side of each picture, in pixels.
  package private(set) var longSides: [Double] = []
  /// What could not be read.
  package private(set) var errors: [FaceError] = []
  /// What is known about the clip.
  private(set) var facts = ClipFacts()

  /// Reads an item.
  package init(_ item: FaceItem, _ choice: FrameChoice, _ models: FaceModels, limits: DecodingLimits) {
    var search = FaceSearch(models)
    if let clip = item.clip {
      do throws(StreamError) {
        guard exists(clip.file) else { throw .video(.empty) }
        facts = try ClipFacts(of: clip)
        try read(clip, choice, &search)
      } catch {
        errors.append(.clip(clip.file, error))
      }
    }
    for still in item.stills where Interruption.signal == nil {
      do throws(PhotoError) {
        let photo = try PhotoFile(still, limits: limits).photo
        add(search.faces(in: photo), .photo(still), photo)
      } catch {
        errors.append(.photo(error))
      }
    }
  }

  private mutating func add(_ found: [Face], _ source: FrameSource, _ photo: Photo) {
    sources.append(source)
    faces.append(found)
    longSides.append(Double(max(photo.width, photo.height)))
  }

  private mutating func read(_ clip: Clip, _ choice: FrameChoice, _ search: inout FaceSearch) throws(StreamError) {
    guard let count = facts.frames else {
      // A clip that doesn't tell its length is read as it comes.
      try read(clip, clip.frames(nil), numbers: nil, choice.limit, &search)
      return
    }
    let numbers = choice.numbers(of: count)
    guard let numbers, let duration = facts.duration, facts.isLong else {
      try read(clip, clip.frames(numbers), numbers: numbers, .max, &search)
      return
    }
    for number in numbers where Interruption.signal == nil {
      try read(
        clip, clip.frame(number, Double(number) / Double(count) * duration, facts), numbers: [number], 1, &search)
    }
  }

  /// Looks for faces in the frames that ffmpeg sends, while it decodes the next ones.
  private mutating func read(
    _ clip: Clip, _ ffmpeg: FFmpeg, numbers: [Int]?, _ limit: Int, _ search: inout FaceSearch
  ) throws(StreamError) {
    let stream = try VideoStream(ffmpeg)
    var frames = try stream.frames()
    var index = 0
    while index < limit, Interruption.signal == nil, let frame = try stream.next(of: &frames) {
      let number = numbers.map { index < $0.count ? $0[index] : index } ?? index
      let photo = frame.photo(VideoMatrix(height: frame.format.height))
      let found = search.faces(in: photo, isNext: !faces.isEmpty)
      add(found, .clip(frame: number, time: facts.time(of: number, rate: frames.format.rate)), photo)
      index += 1
    }
  }
}

/// What of an item could not be read.
package enum FaceError: Error, Equatable {
  case photo(PhotoError)
  case clip(Path, StreamError)
}

extension FrameChoice {
  /// The most frames of a clip that doesn't tell how many it has.
  fileprivate var limit: Int {
    switch self {
    case .all: .max
    case .spread(let count): count
    }
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
  /// How ffmpeg sends these frames; nil for all.
  func frames(_ numbers: [Int]?) -> FFmpeg {
    var ffmpeg = FFmpeg(input: .media(name))
    ffmpeg.frames = numbers
    return ffmpeg
  }

  /// How ffmpeg sends one frame.
  func frame(_ number: Int, _ time: Double, _ facts: ClipFacts) -> FFmpeg {
    guard facts.isLong else { return frames([number]) }
    var ffmpeg = frames(nil)
    ffmpeg.start = time
    ffmpeg.count = 1
    return ffmpeg
  }
}
