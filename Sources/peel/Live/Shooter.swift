import PeelCommandLine
import PeelScanning
import PeelCodecs
import PeelImaging
import PeelTerminal
import PeelWorkbench

/// Takes shots one after another, in the order in which they are asked for.
struct Shooter: Sendable {
  let writer: ShotWriter
  let detector: Detector
  let feed: LiveFeed
  /// The size of a camera's pictures for shots; nil to use its frames.
  let stillSize: FrameSize?
  let outlet: LiveOutlet

  /// The number of larger pictures taken for a shot. The sharpest counts: the first ones are often dark.
  private static let stills = 6
  /// The least overlap of a print in the larger picture with its place in the frame, as intersection over union.
  private static let leastOverlap = 0.5

  /// Takes a shot and posts `.shot` when it is written.
  func shoot(_ take: Take?) {
    outlet.shots.add {
      outlet.mailbox.post(
        .shot(
          Result { () throws(Sentence) in
            guard let take else { throw Sentence("nothing was taken: no print has kept still yet") }
            do throws(Complaint) { return try writer(still(for: take) ?? take) } catch {
              throw Sentence(error.atDesk)
            }
          }))
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
