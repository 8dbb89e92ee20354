import Foundation
import PeelCodecs
import PeelImaging
import Testing

/// How well prints are followed through videos with known motion.
@Suite(.serialized) struct TrackingTests {
  /// The results for the prints that were whole, frame by frame.
  private struct Score {
    private(set) var whole = 0
    private(set) var found = 0
    /// Outlines that match no print.
    private(set) var wrong = 0
    /// The numbers that each print was followed under.
    private(set) var numbers: [Int: Set<Int>] = [:]
    private var errors: [Int: [[Point]]] = [:]
    /// Frames in which a print was whole but not found.
    private(set) var missed: [Int] = []

    /// The intersection over union from which a print counts as found.
    private static let same = 0.9

    mutating func add(_ prints: [TrackedPrint], _ truth: [Quad], isWhole: (Quad) -> Bool, frame: Int) {
      wrong += prints.count { print in
        truth.allSatisfy { $0.intersectionOverUnion(print.print.quad) < 0.5 }
      }
      for (place, quad) in truth.enumerated() where isWhole(quad) {
        whole += 1
        let best = prints.max {
          $0.print.quad.intersectionOverUnion(quad) < $1.print.quad.intersectionOverUnion(quad)
        }
        guard let best, best.print.quad.intersectionOverUnion(quad) >= Self.same else {
          missed.append(frame)
          continue
        }
        found += 1
        numbers[place, default: []].insert(best.number)
        let turned = QuarterTurns.allCases.map { best.print.quad.turned(by: $0) }
        let named = turned.min {
          $0.corners[0].distance(to: quad.corners[0]) < $1.corners[0].distance(to: quad.corners[0])
        }
        errors[place, default: []].append(zip((named ?? quad).corners, quad.corners).map { $0 - $1 })
      }
    }

    var share: Double { Double(found) / Double(max(1, whole)) }

    /// The tremble: the root mean square of the corners' errors less their mean over fifteen frames, in pixels.
    var jitter: Double {
      var (sum, count) = (0.0, 0)
      for frames in errors.values {
        for k in frames.indices where k >= 7 && k + 7 < frames.count {
          for corner in 0..<4 {
            let window = frames[k - 7...k + 7].map { $0[corner] }
            let mean = (1 / 15.0) * window.reduce(Point(0, 0), +)
            let rest = frames[k][corner] - mean
            sum += rest.dot(rest)
            count += 1
          }
        }
      }
      return count > 0 ? (sum / Double(count)).squareRoot() : .infinity
    }
  }

  private func follow(
    _ clip: SyntheticClip, frames: Int, change: (_ frame: Int, inout Plane<UInt8>) -> Void = { _, _ in },
    isCounted: (_ frame: Int) -> Bool = { _ in true }
  ) throws -> Score {
    var tracker = Tracker()
    var score = Score()
    for number in 0..<frames {
      let frame = try clip.frame(number) { change(number, &$0) }
      let prints = tracker.track(frame.photo, at: frame.time)
      if isCounted(number) {
        score.add(prints, frame.prints, isWhole: { frame.isWhole($0) }, frame: number)
      }
    }
    return score
  }

  /// A hand-held phone: slow and fast movements of a few pixels.
  private static func shaken(_ t: Double) -> SyntheticClip.View {
    SyntheticClip.View(
      x: 0.006 * sin(2 * .pi * 1.1 * t) + 0.002 * sin(2 * .pi * 4.3 * t), y: 0.005 * cos(2 * .pi * 0.8 * t),
      turn: 1.5 * sin(2 * .pi * 0.5 * t), zoom: 0.9)
  }

  @Test(arguments: ["rocket-tilted", "astronaut-on-grass", "dandelions-white-on-white"])
  func `a shaken print is followed`(sample: String) throws {
    let isUpright = sample != "dandelions-white-on-white"
    let clip = try SyntheticClip(
      sample, width: isUpright ? 720 : 960, height: isUpright ? 960 : 720, noise: 2, view: Self.shaken)
    let score = try follow(clip, frames: 40)
    #expect(score.share >= 0.98, "missed \(score.missed)")
    #expect(score.jitter <= 0.5)
    #expect(score.numbers.values.allSatisfy { $0.count == 1 } && score.wrong == 0)
  }

  /// A print that doesn't move, in noise and flickering light.
  @Test func `a print at rest doesn't tremble`() throws {
    let clip = try SyntheticClip("rocket-tilted", noise: 4) { _ in SyntheticClip.View(zoom: 0.8) }
    let score = try follow(clip, frames: 40) { number, luma in
      let gain = 1 + 0.2 * sin(Double(number) * 2.1)
      luma = Plane(
        width: luma.width, height: luma.height, samples: luma.samples.map { UInt8(min(255, Double($0) * gain)) })
    }
    #expect(score.share >= 0.98 && score.jitter <= 0.3 && score.wrong == 0, "missed \(score.missed)")
  }

  /// Zoom, rotation and tilt within two seconds, as fast as a person moves.
  @Test func `a zoomed, turned and tilted print is followed`() throws {
    let clip = try SyntheticClip("cat-and-pen", width: 960, height: 720, noise: 2) { t in
      SyntheticClip.View(x: 0.02 * t, y: -0.02 * t, turn: 15 * t, zoom: 0.7 + 0.15 * t, tilt: 0.1 * t)
    }
    let score = try follow(clip, frames: 40)
    #expect(score.share >= 0.98 && score.wrong == 0, "missed \(score.missed)")
    #expect(score.numbers.values.allSatisfy { $0.count == 1 })
  }

  /// At 720 × 960, the smallest print is found in some frames only.
  @Test func `several prints keep their numbers`() throws {
    let clip = try SyntheticClip("six-on-checked-cloth", width: 810, height: 1080, noise: 2) { t in
      SyntheticClip.View(x: 0.05 * t, y: 0.03 * sin(3 * t), zoom: 1)
    }
    let score = try follow(clip, frames: 40)
    #expect(score.share >= 0.98)
    #expect(score.numbers.values.allSatisfy { $0.count == 1 })
    #expect(Set(score.numbers.values.flatMap { $0 }).count == score.numbers.count)
  }

  /// A hand comes in for half a second. 200 ms after it has gone, the print is back under its old number.
  @Test func `a print under a hand keeps its number`() throws {
    let clip = try SyntheticClip("astronaut-on-blue", noise: 2, view: Self.shaken)
    let hand = 20..<40
    let score = try follow(clip, frames: 70) { number, luma in
      guard hand.contains(number) else { return }
      let reach = Int(Double(luma.width) * min(1, Double(min(number - 19, 40 - number)) / 4))
      luma = Plane(width: luma.width, height: luma.height) { y, output in
        let row = luma.row(y)
        let isHand = (luma.height / 5..<4 * luma.height / 5).contains(y)
        for x in row.indices { output.append(isHand && x < reach ? UInt8(110 + (x + y) % 40) : row[x]) }
      }
    } isCounted: {
      !hand.contains($0)
    }
    #expect(score.numbers.values.allSatisfy { $0.count == 1 } && score.wrong == 0)
    #expect(score.missed.allSatisfy { (40..<46).contains($0) }, "missed \(score.missed)")
  }

  @Test func `an empty table has no prints`() throws {
    let grey = Photo(
      luma: Plane(width: 640, height: 480) { y, row in
        for x in 0..<640 { row.append(UInt8(90 + (x * 7 + y * 13) % 23)) }
      })
    var tracker = Tracker()
    for number in 0..<12 { #expect(tracker.track(grey, at: Double(number) / 30).isEmpty) }
  }

  /// Frames of another size, even tiny ones, start over rather than crash.
  @Test func `the frame size may change`() throws {
    let clip = try SyntheticClip("rocket-tilted") { _ in SyntheticClip.View(zoom: 0.8) }
    var tracker = Tracker()
    let frame = try clip.frame(0)
    #expect(tracker.track(frame.photo, at: 0).count == 1)
    for (index, size) in [(1, 1), (8, 8), (640, 2)].enumerated() {
      let small = Photo(luma: Plane(width: size.0, height: size.1, filledWith: 80))
      #expect(tracker.track(small, at: Double(index + 1)).isEmpty)
    }
    #expect(tracker.track(frame.photo, at: 9).count == 1)
  }
}
