import Dispatch
import PeelCodecs
import PeelFiles
import PeelMessages
import PeelPlatform
import PeelScanning
import PeelTerminal
import PeelWorkbench
import Synchronization

/// A frame or photo of a live source.
struct Arrival: Sendable {
  enum Content: Sendable {
    case frame(VideoFrame)
    case photo(PhotoFile, Path)
  }

  let content: Content
  /// When its first byte arrived.
  let time: ContinuousClock.Instant
}

/// The receivers of a source's frames and events.
struct LiveOutlet: Sendable {
  let arrivals: Newest<Arrival>
  let mailbox: Mailbox<LiveEvent>
  /// The shots that are being taken, one after another.
  let shots: JobQueue

  func post(_ action: LiveAction) { mailbox.post(.action(action)) }
}

/// Reads a source on a thread of its own, from its start until it ends or is stopped.
final class FrameReader: Sendable {
  private struct State {
    var stream: VideoStream?
    var isStopped = false
    var hasFrames = false
    /// Why it ended before its first frame.
    var fault: StreamError?
  }

  private let source: LiveSource
  private let size: FrameSize?
  private let outlet: LiveOutlet
  private let state = Mutex(State())
  /// Signalled at the first frame or fault.
  private let isBegun = DispatchSemaphore(value: 0)
  /// Signalled when a folder's last photo has been shown, and taken if it was wanted: the next one may come.
  private let turn = DispatchSemaphore(value: 1)

  /// The time between two looks at a folder, in milliseconds.
  private static let look = 300

  /// Starts to read.
  ///
  /// - Parameter size: the size of a camera's frames; nil for the camera's choice.
  init(_ source: LiveSource, size: FrameSize?, outlet: LiveOutlet) {
    self.source = source
    self.size = size
    self.outlet = outlet
    onOwnThread("reading") { [self] in
      if case .folder(let folder) = source { watch(folder) } else { read() }
    }
  }

  /// Waits for the first frame, but no longer than two seconds, nor once the program is asked to end.
  ///
  /// - Throws: why there won't be one.
  func waitForFirstFrame() throws(StreamError) {
    let end = ContinuousClock.now + .seconds(2)
    while isBegun.wait(timeout: .now() + .milliseconds(Self.look)) == .timedOut {
      if Interruption.signal != nil || ContinuousClock.now > end { break }
    }
    if let fault = state.withLock({ $0.hasFrames ? nil : $0.fault }) { throw fault }
  }

  /// Makes the thread end. What it still reads is ignored.
  func stop() {
    let stream = state.withLock { state in
      state.isStopped = true
      return state.stream
    }
    stream?.stop()
  }

  /// Lets a folder's next photo come.
  func takeTurn() { turn.signal() }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func read() {
    do throws(StreamError) {
      let stream =
        try source.ffmpeg(size: size).map { ffmpeg throws(StreamError) in try VideoStream(ffmpeg) } ?? VideoStream()
      let isWanted = state.withLock { state in
        if !state.isStopped { state.stream = stream }
        return !state.isStopped
      }
      guard isWanted else { return }
      var frames = try stream.frames()
      while !isStopped {
        stream.waitForFrame()
        let time = ContinuousClock.now
        guard let frame = try stream.next(of: &frames) else { break }
        outlet.arrivals.put(Arrival(content: .frame(frame), time: time))
        let isFirst = state.withLock { state in
          defer { state.hasFrames = true }
          return !state.hasFrames
        }
        if isFirst { isBegun.signal() }
      }
      if !isStopped { outlet.post(.ended(nil)) }
    } catch {
      guard !isStopped else { return }
      state.withLock { $0.fault = error }
      isBegun.signal()
      outlet.post(.ended(Sentence(Complaint(video: source.title, error).reason)))
    }
  }

  private func watch(_ folder: Path) {
    do throws(SystemError) {
      var watch = try FolderWatch(folder)
      var photos = ArrivingPhotos()
      var isThere = true
      while !isStopped {
        do throws(SystemError) {
          for page in try watch.arrived().flatMap(pages) {
            guard let (file, path) = photos.read(page, at: .now) else { continue }
            // Photos that arrive together are shown one after another.
            while !isStopped, turn.wait(timeout: .now() + .milliseconds(Self.look)) == .timedOut {}
            guard !isStopped else { return }
            // A shot that was asked for in the meantime is of the photo before.
            outlet.shots.wait()
            outlet.arrivals.put(Arrival(content: .photo(file, path), time: .now))
          }
          if !isThere { outlet.post(.resumed) }
          isThere = true
          for action in photos.news(at: .now) { outlet.post(action) }
        } catch {
          // Its disk may come back.
          if isThere { tell(error) }
          isThere = false
        }
        usleep(UInt32(Self.look) * 1000)
      }
    } catch {
      tell(error)
    }
  }

  /// Tells that the folder can't be read.
  private func tell(_ error: SystemError) {
    outlet.post(.ended(Sentence("the folder cannot be read: \(error.reason)")))
  }
}
