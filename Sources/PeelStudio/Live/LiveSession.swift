import PeelImaging
import PeelScanning
import PeelTerminal
import PeelWorkbench
import Synchronization

/// An event while a source is watched.
enum LiveEvent: Sendable {
  case action(LiveAction)
  case frame(FollowedFrame)
  /// A shot was written, or could not be.
  case shot(Result<(shot: LiveShot, taken: TakenShot?), Sentence>)
  /// A shot to be merged was looked at, or could not be.
  case collected(CollectedShot)

  var isFrame: Bool { if case .frame = self { true } else { false } }
}

/// Watches a source, and can restart it.
final class LiveFeed: Sendable {
  let source: LiveSource
  private let size: FrameSize?
  private let outlet: LiveOutlet
  private let reader = Mutex<FrameReader?>(nil)

  init(_ source: LiveSource, size: FrameSize?, outlet: LiveOutlet) {
    self.source = source
    self.size = size
    self.outlet = outlet
  }

  deinit { stop() }

  /// Starts to read, from the start if the source has one. What was being read is stopped.
  @discardableResult
  func restart() -> FrameReader {
    stop()
    let next = FrameReader(source, size: size, outlet: outlet)
    reader.withLock { $0 = next }
    return next
  }

  func stop() {
    let last = reader.withLock { $0.take() }
    last?.stop()
  }

  /// Lets a folder's next photo come, after the shots that were asked for.
  func takeTurn() {
    guard case .folder = source, let reader = reader.withLock({ $0 }) else { return }
    outlet.shots.add { reader.takeTurn() }
  }
}

/// A watched source: a reader, a follower and a shooter, joined by streams.
///
/// The reader has a thread of its own and puts frames into a stream that keeps the newest. The follower, a value, is
/// owned by the task that takes them, and posts each frame with its prints to the terminal's thread, in place of one
/// that wasn't drawn yet. The shooter's jobs run one after another.
package final class LiveSession: Sendable {
  let mailbox = Mailbox<LiveEvent>()
  let shooter: Shooter
  let feed: LiveFeed

  private let outlet: LiveOutlet
  private let start = ContinuousClock.now
  /// The samples along a frame's longer side that the screen can show.
  private let longSide = Atomic(480)
  /// The number of frames that were followed and never drawn.
  private let undrawn = Atomic(0)

  package init(_ source: LiveSource, size: FrameSize?, stillSize: FrameSize?, writer: ShotWriter, detector: Detector) {
    outlet = LiveOutlet(arrivals: Newest(), mailbox: mailbox, shots: JobQueue("shots"))
    feed = LiveFeed(source, size: size, outlet: outlet)
    shooter = Shooter(writer: writer, detector: detector, feed: feed, stillSize: stillSize, outlet: outlet)
  }

  /// Starts to read and to follow. Waits a moment for the first frame, so that an error at the start can be reported before
  /// the screen is taken over.
  package func begin() throws(StreamError) {
    Task.detached { [self] in
      var follower = Follower(feed.source, shooter.detector, start: start)
      for await arrival in outlet.arrivals.values {
        let frame = follower.follow(
          arrival, longSide: longSide.load(ordering: .relaxed), dropped: dropped)
        let replaced = mailbox.post(.frame(frame), replacing: \.isFrame)
        undrawn.add(replaced, ordering: .relaxed)
      }
    }
    let reader = feed.restart()
    if case .folder = feed.source { return }
    do throws(StreamError) { try reader.waitForFirstFrame() } catch {
      end()
      throw error
    }
  }

  /// Stops reading. Shots that were asked for are written.
  package func end() {
    feed.stop()
    outlet.arrivals.close()
    outlet.shots.finish()
  }

  /// Ignores frames while the person does something else.
  package func pause() { outlet.arrivals.pause() }

  package func resume() { outlet.arrivals.resume() }

  /// Sets the screen's size in cells: frames need no more samples than it shows.
  func resize(columns: Int, rows: Int, _ capabilities: Capabilities) {
    let longSide = LiveModel.longSide(columns: columns, rows: rows, capabilities: capabilities)
    self.longSide.store(longSide, ordering: .relaxed)
  }

  /// Seconds since the start.
  var now: Double { (ContinuousClock.now - start).seconds }

  /// The number of frames that were never drawn.
  var dropped: Int { outlet.arrivals.dropped + undrawn.load(ordering: .relaxed) }
}
