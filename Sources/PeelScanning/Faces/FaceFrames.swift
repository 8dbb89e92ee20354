internal import PeelCodecs
package import PeelFiles
package import PeelImaging
package import PeelInference
package import PeelOutput

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
  /// When each still was taken, in seconds since any fixed time; nil if it doesn't tell, and for frames.
  private(set) var times: [Double?] = []
  /// What could not be read.
  package private(set) var errors: [FaceError] = []
  /// What is known about the clip.
  private(set) var facts = ClipFacts()
  /// The clip's file before it was read.
  private(set) var clipStatus: Descriptor.Status?
  /// How the clip's frames were found.
  private(set) var way = ClipFrames.Way.pass
  /// Whether as many frames came as were listed, so that each is the same whichever way it is found.
  var isCounted: Bool {
    guard facts.times != nil else { return false }
    return way == .lookups || facts.frames.map { $0 == clipFrames || clipFrames < $0 && !readsAll } ?? false
  }
  /// The clip's frames that were read, and whether all were asked for.
  private var (clipFrames, readsAll) = (0, false)

  /// A picture that was searched for faces, and how far the work is.
  package struct Look: Sendable {
    package let source: FrameSource
    package let photo: Photo
    /// The pictures searched so far.
    package let done: Int
    /// All pictures; nil if unknown.
    package let count: Int?
  }

  /// Reads an item.
  ///
  /// - Parameters:
  ///   - models: the models, which are asked for once the clip's facts are known, so that they can be loaded meanwhile.
  ///   - look: called with each picture; false ends the reading.
  package init(
    _ item: FaceItem, _ choice: FrameChoice, _ models: () throws(FaceModelsError) -> FaceModels,
    limits: DecodingLimits, isWanted: @escaping @Sendable () -> Bool = { true }, look: (Look) -> Bool = { _ in true }
  ) throws(FaceModelsError) {
    let waiting = Waiting(patience: Clip.patience, isWanted: isWanted)
    var clip: Clip?
    var fault: FaceError?
    if let file = item.clip {
      do throws(StreamError) {
        clipStatus = Descriptor.Status(of: file.file)
        facts = try ClipFacts(of: file, waiting)
        clip = file
      } catch {
        fault = .clip(file.file, error)
      }
    }
    var search = FaceSearch(try models(), threads: Cores.count)
    var isStopped = false
    var count: Int? = item.stills.count
    // The clip's frames to look at.
    var wanted: Int?
    func add(_ photo: Photo, _ source: FrameSource, _ found: [Face], time: Double? = nil) {
      sources.append(source)
      times.append(time)
      faces.append(found)
      longSides.append(Double(max(photo.width, photo.height)))
      isStopped = !look(Look(source: source, photo: photo, done: sources.count, count: count))
    }
    var isAtWork: Bool { !isStopped && Interruption.signal == nil }
    if let clip {
      do throws(StreamError) {
        // A clip that doesn't tell its length is read as it comes.
        let numbers = facts.frames.flatMap { choice.numbers(of: $0) }
        wanted = numbers?.count
        count = (numbers?.count ?? facts.frames).map { $0 + item.stills.count }
        var frames = ClipFrames(
          of: clip, numbers, facts, nil, waiting, most: facts.frames == nil ? choice.limit : .max)
        (way, readsAll) = (frames.way, numbers == nil)
        while isAtWork, let frame = try frames.next() {
          let found = search.faces(in: frame.photo, isNext: !faces.isEmpty)
          clipFrames += 1
          add(frame.photo, .clip(frame: frame.number, time: frame.time), found)
        }
        if frames.isDamaged { fault = .damaged(clip.file) }
      } catch {
        if case .damaged = error { fault = .damaged(clip.file) } else { fault = .clip(clip.file, error) }
      }
      fault = lack(in: clip, of: fault == nil && isAtWork ? wanted : nil) ?? fault
    }
    if let fault { errors.append(fault) }
    for still in item.stills where isAtWork {
      do throws(PhotoError) {
        let file = try PhotoFile(still, limits: limits)
        add(file.photo, .photo(still), search.faces(in: file.photo), time: file.exif?.time)
      } catch {
        errors.append(.photo(error))
      }
    }
  }
}

extension FaceFrames {
  /// What is missing by the facts about a clip and the number of frames that came. Whatever else is wrong follows from it.
  ///
  /// - Parameter wanted: the frames to look at; nil if that isn't known, or the reading was stopped.
  private func lack(in clip: Clip, of wanted: Int?) -> FaceError? {
    if facts.isCutOff { return .cutOff(clip.file, after: clipFrames > 0 ? facts.times?.last : nil) }
    // The frames of long clips aren't listed. Those that can't be looked up are missing.
    if way == .lookups, let wanted, clipFrames < wanted { return .damaged(clip.file) }
    return nil
  }
}

/// Why part of an item could not be read.
package enum FaceError: Error, Equatable {
  case photo(PhotoError)
  case clip(Path, StreamError)
  /// The clip's file ends too early. What comes before, so many seconds, was read; nil if no frame was.
  case cutOff(Path, after: Double?)
  /// Parts of the clip can't be decoded, so frames may show what wasn't there.
  case damaged(Path)
  /// The clip isn't the one that was ranked.
  case changed(Path)
  /// A picture could not be saved.
  case saving(OutputError)
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
