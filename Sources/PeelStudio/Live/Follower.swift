import PeelCodecs
import PeelFiles
import PeelImaging
import PeelScanning
import PeelWorkbench

/// A frame with the prints in it, on its way to the screen.
struct FollowedFrame: Sendable {
  var frame: LiveFrame
  /// When its first byte arrived.
  let arrival: ContinuousClock.Instant
  /// How long finding its prints took, in seconds.
  let following: Double
  /// The frame that a shot would be made from now; nil until the prints keep still.
  let sharpest: Take?
}

/// Follows the prints of a live source from frame to frame.
struct Follower: Sendable {
  private let detector: Detector
  private let source: LiveSource
  private let start: ContinuousClock.Instant
  // One tracker for all runs of the source, so that no two prints share a number.
  private var tracker: Tracker
  private var photos = 0
  private var steady = SharpestFrames<Take>(count: Self.lookedBack, most: Self.kept)
  /// The prints last seen, and when, in seconds.
  private var numbers: Set<Int> = []
  private var lastSeen = 0.0

  /// The number of steady frames that a shot chooses among, and the most that are kept. A frame of 1080p takes 3 MB.
  private static let lookedBack = 15
  private static let kept = 4
  /// The time without a print after which the last print's frames are forgotten, in seconds.
  private static let memory = 1.0

  /// - Parameter start: the instant that times are counted from.
  init(_ source: LiveSource, _ detector: Detector, start: ContinuousClock.Instant) {
    self.source = source
    self.detector = detector
    self.start = start
    tracker = Tracker(detector)
  }

  /// Finds the prints of the next frame or photo.
  ///
  /// - Parameters:
  ///   - longSide: the samples along the longer side that the screen can show.
  ///   - dropped: the number of frames that were never drawn.
  mutating func follow(_ arrival: Arrival, longSide: Int, dropped: Int) -> FollowedFrame {
    let begin = ContinuousClock.now
    let time = (arrival.time - start).seconds
    let prints: [TrackedPrint]
    let take: Take
    let photo: Photo
    let rendition: Rendition
    let following: Double
    var name: String?
    switch arrival.content {
    case .frame(let frame):
      prints = tracker.track(frame.planes, at: time)
      following = (ContinuousClock.now - begin).seconds
      let matrix = source.matrix(of: frame.format)
      photo = frame.planes
      rendition = Rendition(frame.photo(matrix, longSide: longSide))
      take = Take(picture: .frame(frame, matrix), prints: prints.map(\.print))
    case .photo(var file, let path):
      photo = file.photo
      let detection = detector.detect(in: photo)
      let found = detection.prints
      file.photo.page = detection.page
      following = (ContinuousClock.now - begin).seconds
      photos += 1
      // A photo keeps still, and its prints are none of the photos before.
      prints = zip(0..., found).map {
        TrackedPrint(number: photos << 16 + $0, print: $1, speed: 0, isSteady: true)
      }
      rendition = Rendition(photo)
      take = Take(picture: .photo(file, path), prints: found)
      name = path.shownName
    }
    let sharpness = prints.reduce(0) {
      $0 + photo.luma.sharpness(in: $1.print.quad) / Double(max(1, prints.count))
    }
    keep(take, of: prints, sharpness: sharpness, at: time)
    let frame = LiveFrame(
      photo: name, rendition: rendition, width: photo.width, height: photo.height, prints: prints,
      still: steady.sharpest?.prints.map(\.quad) ?? [], sharpness: sharpness, time: time, dropped: dropped)
    return FollowedFrame(frame: frame, arrival: arrival.time, following: following, sharpest: steady.sharpest)
  }

  /// Remembers a take if its prints keep still. Shots are of the prints in sight.
  private mutating func keep(_ take: Take, of prints: [TrackedPrint], sharpness: Double, at time: Double) {
    let now = Set(prints.map(\.number))
    if now.isEmpty ? time - lastSeen > Self.memory : now != numbers { steady.removeAll() }
    guard !now.isEmpty else { return }
    if prints.allSatisfy(\.isSteady) { steady.add(take, sharpness: sharpness) }
    (numbers, lastSeen) = (now, time)
  }
}
