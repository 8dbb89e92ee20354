import PeelRandomNumbers
import Testing

@testable import PeelImaging

/// The parts that a `Tracker` is made of.
struct FollowingTests {
  /// A carpet's pattern of blots, shifted.
  private func carpet(x: Int = 0, y: Int = 0, gain: Double = 1) -> Plane<Int16> {
    Plane(width: 160, height: 120) { row, output in
      for column in 0..<160 {
        let (u, v) = (Double(column - x), Double(row - y))
        let wave = Double((Int(u + 400) / 7 * 31 + Int(v + 400) / 5 * 17) % 23) * 8
        output.append(Int16(16 * gain * (30 + wave)))
      }
    }
  }

  @Test(arguments: [(0, 0, 1.0), (3, -2, 1.0), (-5, 4, 1.0), (6, 6, 0.7), (-2, 1, 1.1)])
  func `shifts are found`(x: Int, y: Int, gain: Double) throws {
    let shift = Shift(from: carpet(), to: carpet(x: x, y: y, gain: gain))
    let box = Rectangle(around: Quad(x: 40, y: 30, width: 60, height: 50))
    let found = try #require(shift(box, around: Point(0, 0), reach: 6))
    #expect(abs(found.x - Double(x)) < 0.3 && abs(found.y - Double(y)) < 0.3)
    let guessed = try #require(shift(box, around: Point(Double(x) + 2, Double(y) - 2), reach: 3))
    #expect(abs(guessed.x - Double(x)) < 0.3 && abs(guessed.y - Double(y)) < 0.3)
  }

  @Test(arguments: [
    Quad(x: 500, y: 0, width: 60, height: 50), Quad(x: -90, y: -80, width: 60, height: 50),
    Quad(x: 20, y: 20, width: 1, height: 1), Quad(x: .infinity, y: 0, width: 1, height: 1),
  ])
  func `too little to compare gives no shift`(quad: Quad) {
    #expect(Shift(from: carpet(), to: carpet())(Rectangle(around: quad), around: Point(0, 0), reach: 4) == nil)
  }

  /// A different picture for every seed, in a frame.
  private func plane(seed: UInt64, gain: Double = 1) -> Plane<Int16> {
    var random = RandomNumbers(seed: seed)
    let blots = (0..<64).map { _ in Double.random(in: 0...200, using: &random) }
    return Plane(width: 120, height: 120) { y, output in
      for x in 0..<120 {
        let isFrame = !(30..<90).contains(x) || !(30..<90).contains(y)
        output.append(Int16(16 * gain * (isFrame ? 220 : blots[(y - 30) / 8 * 8 + (x - 30) / 8])))
      }
    }
  }

  private let print = Quad(x: 20, y: 20, width: 80, height: 80)

  @Test func `a print is recognised by its look`() throws {
    let look = try #require(Look(print, in: plane(seed: 1)))
    for (seed, gain) in [(1, 0.6), (1, 1.1)] {
      let again = try #require(Look(print, in: plane(seed: UInt64(seed), gain: gain)))
      #expect(look.likeness(to: again) > 0.99)
    }
    for seed in 2..<12 {
      let other = try #require(Look(print, in: plane(seed: UInt64(seed))))
      #expect(look.likeness(to: other) < 0.6)
    }
    let blank = try #require(Look(print, in: Plane(width: 120, height: 120, filledWith: 900)))
    #expect(blank.likeness(to: blank) == 1 && blank.likeness(to: look) == 0)
    #expect(Look(Quad(x: 90, y: 20, width: 80, height: 80), in: plane(seed: 1)) == nil)
  }

  @Test(arguments: QuarterTurns.allCases) func `looks turn with their quads`(turns: QuarterTurns) throws {
    let plane = plane(seed: 4)
    let look = try #require(Look(print, in: plane))
    let turned = try #require(Look(print.turned(by: turns), in: plane))
    #expect(look.turned(by: turns).likeness(to: turned) > 0.999)
    if turns != 0 { #expect(look.likeness(to: turned) < 0.7) }
  }

  @Test func `a similarity includes rotation, scale and shift`() {
    let quad = Quad(Point(10, 20), Point(110, 25), Point(100, 130), Point(5, 120))
    let moved = quad.map { Point(30 + 1.2 * (0.8 * $0.x - 0.6 * $0.y), 7 + 1.2 * (0.6 * $0.x + 0.8 * $0.y)) }
    let same = Similarity(from: quad, to: moved)
    for (p, q) in zip(quad.corners, moved.corners) { #expect(same(p).distance(to: q) < 1e-9) }
  }

  @Test func `the sharpest of the last frames is kept`() {
    var random = RandomNumbers(seed: 9)
    for most in [3, 15] {
      var frames = SharpestFrames<Int>(count: 15, most: most)
      #expect(frames.sharpest == nil)
      var all: [Double] = []
      var exact = 0
      for number in 0..<400 {
        let sharpness = Double.random(in: 0...100, using: &random)
        all.append(sharpness)
        frames.add(number, sharpness: sharpness)
        let last = max(0, number - 14)...number
        let best = last.max { all[$0] < all[$1] }
        if frames.sharpest == best { exact += 1 }
        #expect(frames.sharpest.map { last.contains($0) } ?? false)
      }
      // A few frames are almost always enough.
      #expect(exact >= (most == 15 ? 400 : 320))
      frames.removeAll()
      #expect(frames.sharpest == nil)
    }
  }

  @Test func `frames that only get softer are thinned out`() {
    var frames = SharpestFrames<Int>(count: 15, most: 4)
    for number in 0..<40 { frames.add(number, sharpness: 100 - Double(number)) }
    #expect(frames.sharpest.map { (25..<40).contains($0) } ?? false)
  }

  /// Blur reduces the sharpness; lamps and the print's surroundings don't change it.
  @Test func `only the print counts for its sharpness`() {
    let shot = SyntheticShot(seed: 3)
    let sharp = shot.luma.sharpness(in: shot.quad)
    #expect(sharp > 100)
    #expect(shot.blurred(1.5).luma.sharpness(in: shot.quad) < 0.5 * sharp)
    #expect(abs(shot.brighter(0.7).luma.sharpness(in: shot.quad) / sharp - 1) < 0.1)
    let turned = shot.turned(1)
    #expect(abs(turned.luma.sharpness(in: turned.quad) / sharp - 1) < 0.01)
    #expect(shot.luma.sharpness(in: Quad(x: 2000, y: 0, width: 50, height: 50)) == 0)
    #expect(shot.luma.sharpness(in: Quad(x: .nan, y: 0, width: 50, height: 50)) == 0)
    #expect(
      Plane<UInt8>(width: 50, height: 50, filledWith: 9).sharpness(in: Quad(x: 0, y: 0, width: 50, height: 50)) == 0)
  }

  @Test func `a print is settled on the frame's edges`() {
    let shot = SyntheticShot(seed: 5)
    let off = shot.quad.map { $0 + Point(2.5, -2) }
    let settled = shot.photo.settled(Print(quad: off, confidence: 0.9), reach: 4)
    #expect(zip(settled.quad.corners, shot.quad.corners).allSatisfy { $0.distance(to: $1) < 1 })
    #expect(settled.confidence == 0.9)
  }
}
