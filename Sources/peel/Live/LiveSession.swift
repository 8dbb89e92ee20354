import PeelCommandLine
import PeelFiles
import PeelScanning
import PeelCodecs
import Dispatch
import PeelPlatform
import PeelImaging
import Synchronization
import PeelWorkbench

/// Watches a source on threads of its own: one reads, one follows the prints, one takes shots. What comes of it is
/// fetched by the terminal's thread.
final class LiveSession: Sendable {
  let source: LiveSource
  /// The newest frame with its prints, and how long it took.
  let frames = Newest<(frame: LiveFrame, came: ContinuousClock.Instant, following: Double)>()

  private let size: FrameSize?
  private let stillSize: FrameSize?
  private let writer: ShotWriter
  private let detector: Detector
  private let clock = ContinuousClock()
  private let start = ContinuousClock.now

  private let arrived = Newest<Arrival>()
  private let steady = Mutex(SharpestFrames<Take>(count: LiveSession.lookedBack, most: LiveSession.kept))
  private let actions = Mutex<[LiveAction]>([])
  private let audience = Mutex(Audience.expected)
  private let reading = Mutex(Reading())
  private let begun = DispatchSemaphore(value: 0)
  private let lastShot = Mutex<TakenShot?>(nil)
  private let longSide = Atomic(480)
  private let shots = DispatchQueue(label: "shots")
  /// The last photo of a folder was shown, and taken where that was wanted: the next one may come.
  private let settled = DispatchSemaphore(value: 0)

  /// Steady frames that a shot chooses among, and how many of them are kept at most: a frame of 1080p has 3 MB.
  private static let lookedBack = 15
  private static let kept = 4
  /// Frames of a larger still that are taken, of which the sharpest counts: the first ones are often dark.
  private static let stills = 6
  /// Seconds without a print after which the frames of the last one no longer serve for shots.
  private static let memory = 1.0
  /// Milliseconds between two looks at a folder.
  private static let look: UInt32 = 300

  private enum Audience {
    /// The screen is about to come.
    case expected
    /// To be rung when there is something to fetch.
    case here(Bell)
    case away
  }

  private struct Arrival: Sendable {
    enum Content: Sendable {
      case frame(VideoFrame)
      case photo(PhotoFile, Path)
    }

    let content: Content
    let came: ContinuousClock.Instant
  }

  private struct Reading {
    var stream: VideoStream?
    var run = 0
    /// What went wrong before the first frame.
    var fault: StreamError?
    var hasFrames = false
  }

  init(
    _ source: LiveSource, size: FrameSize?, stillSize: FrameSize?, writer: ShotWriter, detector: Detector
  ) {
    self.source = source
    self.size = size
    self.stillSize = stillSize
    self.writer = writer
    self.detector = detector
    // There is no photo before the first.
    settled.signal()
  }

  deinit { reading.withLock { $0.stream }?.stop() }

  /// Begins, and waits a little whether frames come, so that what is wrong from the start can be said without a screen.
  func begin() throws(StreamError) {
    DispatchQueue(label: "following").async { [self] in follow() }
    restart()
    if case .folder = source { return }
    _ = begun.wait(timeout: .now() + .seconds(2))
    guard let fault = reading.withLock({ $0.hasFrames ? nil : $0.fault }) else { return }
    end()
    throw fault
  }

  func end() {
    reading.withLock { $0.run += 1 }
    reading.withLock { $0.stream }?.stop()
    arrived.close()
    // A shot that was asked for is written.
    shots.sync {}
  }

  /// Reads the source anew, from its beginning where it has one.
  func restart() {
    let (old, run) = reading.withLock { reading in
      reading.run += 1
      defer { reading.stream = nil }
      return (reading.stream, reading.run)
    }
    old?.stop()
    DispatchQueue(label: "reading").async { [self] in
      if case .folder(let folder) = source { watch(folder, run) } else { read(run) }
    }
  }

  /// Where to ring when there is something to fetch; nil while nobody looks.
  func attach(_ bell: Bell?) { audience.withLock { $0 = bell.map { .here($0) } ?? .away } }

  /// Frames need not have more samples than the screen shows.
  func draw(onScreenOf columns: Int, _ rows: Int) {
    longSide.store(LiveModel.longSide(columns: columns, rows: rows), ordering: .relaxed)
  }

  /// Seconds since the beginning.
  var now: Double { (clock.now - start).seconds }

  /// What happened beside frames.
  func happened() -> [LiveAction] {
    actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
  }

  /// Frames that were never drawn.
  var dropped: Int { arrived.dropped + frames.dropped }

  /// For the workbench.
  var shot: TakenShot? { lastShot.withLock { $0 } }

  private func post(_ action: LiveAction) {
    actions.withLock { $0.append(action) }
    ring()
  }

  private func ring() {
    audience.withLock { if case .here(let bell) = $0 { bell.ring() } }
  }

  private var isAway: Bool {
    audience.withLock { if case .away = $0 { true } else { false } }
  }

  // MARK: reading

  private func isCurrent(_ run: Int) -> Bool { reading.withLock { $0.run == run } }

  private func read(_ run: Int) {
    do throws(StreamError) {
      let stream =
        try source.ffmpeg(size: size).map { ffmpeg throws(StreamError) in try VideoStream(ffmpeg) } ?? VideoStream()
      let isWanted = reading.withLock { reading in
        guard reading.run == run else { return false }
        reading.stream = stream
        return true
      }
      guard isWanted else { return }
      var frames = try stream.frames()
      while isCurrent(run) {
        stream.waitForFrame()
        let came = clock.now
        guard let frame = try stream.next(of: &frames) else { break }
        if !isAway { arrived.put(Arrival(content: .frame(frame), came: came)) }
        if !reading.withLock({ reading in
          defer { reading.hasFrames = true }
          return reading.hasFrames
        }) {
          begun.signal()
        }
      }
      if isCurrent(run) { post(.ended(nil)) }
    } catch {
      guard isCurrent(run) else { return }
      reading.withLock { $0.fault = error }
      begun.signal()
      post(.ended(Sentence(Complaint(video: source.title, error).reason)))
    }
  }

  private func watch(_ folder: Path, _ run: Int) {
    do throws(SystemError) {
      var watch = try FolderWatch(folder)
      while isCurrent(run) {
        for path in try watch.arrived() {
          do throws(PhotoError) {
            let file = try PhotoFile(path)
            // Photos that come together are seen one after the other.
            while isCurrent(run), settled.wait(timeout: .now() + .milliseconds(Int(Self.look))) == .timedOut {}
            guard isCurrent(run) else {
              settled.signal()
              return
            }
            // A shot that was asked for in the meantime is written first.
            shots.sync {}
            arrived.put(Arrival(content: .photo(file, path), came: clock.now))
          } catch {
            let complaint = Complaint(error)
            post(.told(Sentence("\(Path(bytes: path.name).shown): \(complaint.reason)")))
          }
        }
        usleep(Self.look * 1000)
      }
    } catch {
      post(.ended(Sentence("the folder cannot be read: \(error.reason)")))
    }
  }

  // MARK: following

  private func follow() {
    // The same over all runs, so that no two prints have one number.
    var tracker = Tracker(detector)
    var photos = 0
    var (numbers, seen) = (Set<Int>(), 0.0)
    while let arrival = arrived.next() {
      let begin = clock.now
      let time = (arrival.came - start).seconds
      let prints: [TrackedPrint]
      let take: Take
      let photo: Photo
      let rendition: Rendition
      let longSide = longSide.load(ordering: .relaxed)
      let following: Double
      switch arrival.content {
      case .frame(let frame):
        prints = tracker.track(frame.planes, at: time)
        following = (clock.now - begin).seconds
        let matrix = source.matrix(of: frame.format)
        photo = frame.planes
        rendition = Rendition(frame.photo(matrix, longSide: longSide))
        take = Take(picture: .frame(frame, matrix), prints: prints.map(\.print))
      case .photo(let file, let path):
        photo = file.photo
        let found = detector.detect(in: photo).prints
        following = (clock.now - begin).seconds
        photos += 1
        // A photo keeps still, and its prints are like no others.
        prints = zip(0..., found).map {
          TrackedPrint(number: photos << 16 + $0, print: $1, speed: 0, isSteady: true)
        }
        rendition = Rendition(photo)
        take = Take(picture: .photo(file, path), prints: found)
      }
      let sharpness = prints.reduce(0) {
        $0 + photo.luma.sharpness(in: $1.print.quad) / Double(max(1, prints.count))
      }
      let now = Set(prints.map(\.number))
      steady.withLock { steady in
        // Shots are of the prints in sight.
        if now.isEmpty ? time - seen > Self.memory : now != numbers { steady.removeAll() }
        if !now.isEmpty, prints.allSatisfy(\.isSteady) { steady.add(take, sharpness: sharpness) }
      }
      if !now.isEmpty { (numbers, seen) = (now, time) }
      let frame = LiveFrame(
        rendition: rendition, width: photo.width, height: photo.height, prints: prints, sharpness: sharpness,
        time: time,
        dropped: dropped)
      frames.put((frame, arrival.came, following))
      ring()
    }
  }

  /// The newest frame was drawn, and the shot it called for was asked for.
  func settle() {
    guard case .folder = source else { return }
    shots.async { [settled] in settled.signal() }
  }

  // MARK: shots

  /// Takes the sharpest of the last steady frames; `.shot` tells what came of it.
  func shoot() {
    // What is steady now counts, not what is by the time it is written.
    let take = steady.withLock { $0.sharpest }
    shots.async { [self] in
      post(
        .shot(
          Result { () throws(Sentence) in
            guard let take else { throw Sentence("nothing was taken: no print has kept still yet") }
            do throws(Complaint) {
              let (shot, taken) = try writer(still(for: take) ?? take)
              lastShot.withLock { $0 = taken }
              return shot
            } catch {
              throw Sentence(error.atDesk)
            }
          }))
    }
  }

  /// The same prints in a larger picture, for which the stream is interrupted: a camera gives one at a time. nil where
  /// there is none, or where they are not found in it.
  private func still(for take: Take) -> Take? {
    guard let stillSize, case .camera(let path) = source, case .frame(let frame, let matrix) = take.picture else {
      return nil
    }
    reading.withLock { $0.run += 1 }
    reading.withLock { $0.stream }?.stop()
    defer { restart() }
    do throws(StreamError) {
      let stream = try VideoStream(FFmpeg(input: .camera(path), size: stillSize, count: Self.stills))
      var stills = try stream.frames()
      var best: (take: Take, sharpness: Double)?
      while let still = try stream.next(of: &stills) {
        let (x, y) = (
          Double(still.format.width) / Double(frame.format.width),
          Double(still.format.height) / Double(frame.format.height)
        )
        let places = take.prints.map { print in print.quad.map { Point(x * $0.x, y * $0.y) } }
        let sharpness = places.reduce(0) { $0 + still.planes.luma.sharpness(in: $1) }
        guard sharpness > best?.sharpness ?? 0 else { continue }
        let found = detector.detect(in: still.planes).prints
        let prints = places.compactMap { place in
          found.max { $0.quad.intersectionOverUnion(place) < $1.quad.intersectionOverUnion(place) }
            .flatMap { $0.quad.intersectionOverUnion(place) > 0.5 ? $0 : nil }
        }
        guard prints.count == take.prints.count else { continue }
        best = (Take(picture: .frame(still, matrix), prints: prints), sharpness)
      }
      if best == nil {
        post(.told(Sentence("the larger picture shows the print elsewhere: the stream's own was taken")))
      }
      return best?.take
    } catch {
      post(.told(Sentence("no larger picture: \(Complaint(video: path, error).reason)")))
      return nil
    }
  }
}
