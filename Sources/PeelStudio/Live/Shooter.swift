import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelPlatform
import PeelScanning
import PeelTerminal
import PeelWorkbench
import Synchronization

/// Takes shots one after another, in the order in which they are asked for.
struct Shooter: Sendable {
  let writer: ShotWriter
  let detector: Detector
  let feed: LiveFeed
  /// The size of a camera's pictures for shots; nil to use its frames.
  let stillSize: FrameSize?
  let outlet: LiveOutlet
  private let collected = CollectedShots()

  /// The number of larger pictures taken for a shot. The sharpest counts: the first ones are often dark.
  private static let stills = 6
  /// The least overlap of a print in the larger picture with its place in the frame, as intersection over union.
  private static let leastOverlap = 0.5

  /// Takes a shot and posts `.shot` when it is written.
  func shoot(_ take: Take?) {
    write { () throws(Sentence) in
      guard let take else { throw Sentence("nothing was taken: no print has kept still yet") }
      return try mapping({ (error: Complaint) in Sentence(error.atDesk) }, writer(still(for: take) ?? take))
    }
  }

  /// Merges the shots that were collected, and posts `.shot` when the scan is written. If it can't be, they are kept.
  func merge() {
    write { () throws(Sentence) in
      guard let merge = collected.merge else { throw Sentence("the shots can't be merged") }
      do throws(Complaint) {
        let shot = try writer.write(merge.reference, merging: merge.fusion.used.count > 1 ? merge : nil)
        collected.forget()
        return shot
      } catch {
        throw Sentence(error.atDesk)
      }
    }
  }

  /// Writes a shot after those that were asked for before.
  private func write(_ make: @escaping @Sendable () throws(Sentence) -> (shot: LiveShot, taken: TakenShot?)) {
    outlet.shots.add { outlet.mailbox.post(.shot(Result { () throws(Sentence) in try make() })) }
  }

  /// Takes a shot to be merged with those before, and posts `.collected` once it is known what they give together.
  func collect(_ take: Take?) {
    outlet.shots.add { outlet.mailbox.post(.collected(collectedShot(take))) }
  }

  private func collectedShot(_ take: Take?) -> CollectedShot {
    guard let take else { return .failed(Sentence("nothing was taken: the print hasn't kept still yet")) }
    switch collected.add(writer.opened(still(for: take) ?? take)) {
    case .added(let merge):
      do throws(Sentence) { return .added(try progress(of: merge)) } catch { return .failed(error) }
    case .unusable: return .failed(Sentence("the print can't be flattened in this shot"))
    case .excluded(.otherPrint): return .otherPrint
    case .excluded(.blurred): return .failed(Sentence("this shot is much less sharp than the others; it isn't merged"))
    case .excluded(.colourless): return .failed(Sentence("this shot is grey, and the others aren't; it isn't merged"))
    }
  }

  func forget() { outlet.shots.add { collected.forget() } }

  /// What the shots collected so far give.
  private func progress(of merge: ShotWriter.Merge) throws(Sentence) -> MergeProgress {
    let (reference, fusion) = (merge.reference, merge.fusion)
    do throws(DevelopmentError) {
      let (picture, isClear) = try writer.preview(
        WantedPrint(reference.prints[0]), of: reference.file.photo, merging: fusion)
      return MergeProgress(
        shots: fusion.used.count, unclear: fusion.unmended,
        mended: 1 - (fusion.used.first { $0.shot == fusion.reference }?.share ?? 1),
        rendition: Rendition(picture.marked(where: isClear)))
    } catch {
      throw Sentence(Complaint(photo: Path("the print"), error).fact)
    }
  }

  /// The same prints in a larger picture. The stream is interrupted for it, as a camera gives one stream at a time.
  ///
  /// - Returns: nil if the source has no larger picture, or the prints aren't found in it.
  private func still(for take: Take) -> Take? {
    guard let stillSize, case .camera(let path) = feed.source, case .frame(let frame, let matrix) = take.picture else {
      return nil
    }
    feed.stop()
    defer { feed.restart() }
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
            .flatMap { $0.quad.intersectionOverUnion(place) > Self.leastOverlap ? $0 : nil }
        }
        guard prints.count == take.prints.count else { continue }
        best = (Take(picture: .frame(still, matrix), prints: prints), sharpness)
      }
      if best == nil {
        outlet.post(.told(Sentence("the larger picture shows the print elsewhere: the stream's own was taken")))
      }
      return best?.take
    } catch {
      outlet.post(.told(Sentence("no larger picture: \(Complaint(video: path, error).reason)")))
      return nil
    }
  }
}

/// The shots of one print that are merged once there are enough. They are added and merged one after another.
private final class CollectedShots: Sendable {
  private let last = Mutex<ShotWriter.Merge?>(nil)

  /// The shots laid on each other; nil if there are none.
  var merge: ShotWriter.Merge? { last.withLock { $0 } }

  enum Addition {
    case added(ShotWriter.Merge)
    /// It is the first, and gives no picture.
    case unusable
    case excluded(Fusion.Exclusion)
  }

  /// Adds a shot of a single print, unless it can't be merged with those before.
  func add(_ shot: ShotWriter.Opened) -> Addition {
    let shots = (merge?.shots ?? []) + [shot]
    guard let merge = ShotWriter.Merge(shots) else { return .unusable }
    let excluded = merge.fusion.excluded
    if let own = excluded.first(where: { $0.shot == shots.count - 1 }) { return .excluded(own.exclusion) }
    // The new shot may be that of the print which most show, so that the old ones are left out.
    if excluded.contains(where: { $0.exclusion == .otherPrint }) { return .excluded(.otherPrint) }
    last.withLock { $0 = merge }
    return .added(merge)
  }

  func forget() { last.withLock { $0 = nil } }
}

extension Picture {
  /// The picture with stripes where something isn't clear.
  fileprivate func marked(where isClear: [Bool]) -> Picture {
    let (stripe, colour): (Int, [UInt8]) = (6, [255, 0, 200])
    var marked = samples
    for pixel in isClear.indices where !isClear[pixel] && (pixel % width + pixel / width) / stripe % 2 == 0 {
      for channel in 0..<3 { marked[3 * pixel + channel] = colour[channel] }
    }
    return Picture(width: width, height: height, samples: marked)
  }
}
