import Testing

@testable import PeelImaging

/// Two pictures of a stereo pair, laid beside each other.
@Suite struct PairAlignmentTests {
  /// A picture without end: smooth noise on three scales.
  private static func level(_ x: Double, _ y: Double, seed: UInt32) -> Double {
    func corner(_ x: Int, _ y: Int) -> Double {
      var hash = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1 ^ UInt32(truncatingIfNeeded: y) &* 0x85EB_CA77 ^ seed
      hash = (hash ^ hash >> 15) &* 0x2C1B_3C6D
      hash = (hash ^ hash >> 12) &* 0x297A_2D39
      return Double((hash ^ hash >> 15) & 255)
    }
    func noise(_ x: Double, _ y: Double) -> Double {
      let (column, row) = (x.rounded(.down), y.rounded(.down))
      func eased(_ t: Double) -> Double { t * t * (3 - 2 * t) }
      let (u, v) = (eased(x - column), eased(y - row))
      let (i, j) = (Int(column), Int(row))
      let above = corner(i, j) * (1 - u) + corner(i + 1, j) * u
      let below = corner(i, j + 1) * (1 - u) + corner(i + 1, j + 1) * u
      return above * (1 - v) + below * v
    }
    return 0.5 * noise(x / 40, y / 40) + 0.3 * noise(x / 14, y / 14) + 0.2 * noise(x / 6, y / 6)
  }

  private static func plane(_ width: Int, _ height: Int, _ level: (Double, Double) -> Double) -> Plane<UInt8> {
    Plane(
      width: width, height: height,
      samples: (0..<height).flatMap { y in
        (0..<width).map { x in UInt8(level(Double(x) + 0.5, Double(y) + 0.5)) }
      })
  }

  /// How far points of a row lie to the left in the right picture: three distances.
  private static func disparity(_ y: Double) -> Double { y < 140 ? 4 : y < 280 ? 12 : 24 }

  private static let left = plane(520, 420) { level($0, $1, seed: 1) }
  /// From the left picture, without depth, to the right one: turned by 1.5°, 1.08 times as large, moved down.
  private static let toRight = Homography(1.0796, -0.02827, 9, 0.02827, 1.0796, 14, 0, 0, 1)

  private static func right(seed: UInt32 = 1) throws -> Plane<UInt8> {
    let toLeft = try #require(toRight.inverse)
    return plane(560, 470) { x, y in
      let place = toLeft(Point(x, y))
      return level(place.x + disparity(place.y), place.y, seed: seed)
    }
  }

  @Test func pointsComeToLieAtOneHeight() throws {
    let alignment = try #require(PairAlignment(left: Self.left, right: try Self.right()))
    #expect(alignment.points >= 100)
    #expect(alignment.error < 0.3, "\(alignment.error)")
    let map = alignment.map(.subject)
    for y in [60.0, 200, 350] {
      for x in [80.0, 260, 440] {
        let laid = map(Self.toRight(Point(x - Self.disparity(y), y)))
        #expect(abs(laid.y - y) < 0.3, "\(x), \(y): \(laid.y - y)")
      }
    }
  }

  /// The depth in the picture plane lies at the same place in both pictures.
  @Test(arguments: [
    (StereoFocus.far, 60.0), (.subject, 200), (.near, 350), (.nearness(0), 60), (.nearness(1), 350),
  ])
  func theFocusLiesInThePicturePlane(_ focus: StereoFocus, _ y: Double) throws {
    let alignment = try #require(PairAlignment(left: Self.left, right: try Self.right()))
    let laid = alignment.map(focus)(Self.toRight(Point(260 - Self.disparity(y), y)))
    #expect(abs(laid.x - 260) < 0.7, "\(laid.x - 260)")
  }

  @Test func mountedPicturesHaveOneSizeAndShowTheSame() throws {
    func picture(_ plane: Plane<UInt8>) -> Picture {
      Picture(width: plane.width, height: plane.height, samples: plane.samples.flatMap { [$0, $0, $0] })
    }
    let right = try Self.right()
    let alignment = try #require(PairAlignment(left: Self.left, right: right))
    let one = try #require(alignment.mounted(picture(Self.left), picture(right), focus: .far))
    let two = try #require(alignment.mounted(picture(Self.left), picture(right), focus: .far, threads: 3))
    #expect(one.left == two.left && one.right == two.right, "the number of threads doesn't matter")
    #expect((one.left.width, one.left.height) == (one.right.width, one.right.height))
    #expect(one.left.width > 450 && one.left.height > 380)
    // The farthest part, above, is the same in both.
    let rows = 3 * 40 * one.left.width..<3 * 100 * one.left.width
    let differences = zip(one.left.samples[rows], one.right.samples[rows]).map { abs(Double($0) - Double($1)) }
    #expect(differences.reduce(0, +) / Double(differences.count) < 3)
  }

  @Test func whatIsNoPairIsRefused() throws {
    #expect(PairAlignment(left: Self.left, right: try Self.right(seed: 2)) == nil, "other things")
    let flat = Self.plane(520, 420) { _, _ in 128 }
    #expect(PairAlignment(left: flat, right: flat) == nil, "nothing to find")
    let small = Self.plane(100, 100) { Self.level($0, $1, seed: 1) }
    #expect(PairAlignment(left: small, right: small) == nil, "too small")
    let narrow = Self.plane(20, 420) { Self.level($0, $1, seed: 1) }
    #expect(PairAlignment(left: narrow, right: narrow) == nil, "too narrow")
    let portrait = Self.plane(160, 420) { Self.level($0, $1, seed: 2) }
    #expect(PairAlignment(left: Self.left, right: portrait) == nil, "much narrower")
    #expect(PairAlignment(left: portrait, right: Self.left) == nil, "much wider")
    let hills = Self.plane(520, 420) { x, y in 128 + 100 * (x / 520) }
    #expect(PairAlignment(left: hills, right: hills) == nil, "no detail")
  }
}
