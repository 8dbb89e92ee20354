import Testing

@testable import PeelImaging

@Suite struct FusionTests {
  private static let print = GlossyPrint(seed: 1)
  private static let shots = print.shots()

  /// The first shot as it would be without glare.
  private static let ideal = Result { try print.clear(0) }

  private static func fusion(_ shots: [PrintShot], threads: Int = 1) throws -> Fusion {
    try #require(Fusion(of: shots, threads: threads))
  }

  @Test func glareIsFilledFromShotsWithoutIt() throws {
    let fusion = try Self.fusion(Self.shots)
    #expect(fusion.reference == 0)
    #expect(fusion.used.map(\.shot) == [0, 1, 2])
    #expect(fusion.excluded.isEmpty)
    #expect(abs(fusion.used.reduce(0) { $0 + $1.share } - 1) < 0.001)
    let (scan, ideal) = (try fusion.scan(), try Self.ideal.get())
    let alone = try Self.fusion([Self.shots[0]]).scan()
    #expect(similarity(alone, ideal, x: 0.2...0.4, y: 0.2...0.36) < 16)
    #expect(similarity(scan, ideal, x: 0.2...0.4, y: 0.2...0.36) > 28)
    #expect(similarity(scan, ideal, x: 0.55...0.95, y: 0.05...0.95) > 40)
    #expect(scan.sharpness >= 0.95 * ideal.sharpness)
  }

  @Test func twoShotsAreEnoughIfTheirGlareDoesNotOverlap() throws {
    let fusion = try Self.fusion(Array(Self.shots[..<2]))
    let (scan, ideal) = (try fusion.scan(), try Self.print.clear(fusion.reference))
    #expect(fusion.used.allSatisfy { $0.share > 0.01 })
    #expect(similarity(scan, ideal, x: 0.1...0.9, y: 0.1...0.6) > 26)
  }

  @Test func oneShotIsPassedThrough() throws {
    let fusion = try Self.fusion([Self.shots[1]])
    var developer = Developer()
    developer.whiteBalance = .none
    let plain = try developer(Self.shots[1].photo, Self.shots[1].quad, isUpright: true)
    #expect(fusion.used.map(\.share) == [1])
    #expect(try fusion.scan().picture == plain.picture)
  }

  @Test(arguments: [
    GlossyPrint.Spot.shadow(x: 0.35, y: 0.4, radius: 0.2, left: 0.6), .hand(x: 0.3, y: 0.4, radius: 0.2),
  ])
  func shadowsAndHandsDoNotEnter(_ spot: GlossyPrint.Spot) throws {
    // The second shot is the darkest where it covers the first one's glare.
    let fusion = try Self.fusion(Self.print.shots(extra: [[], [spot], []]))
    let (scan, ideal) = (try fusion.scan(), try Self.ideal.get())
    #expect(fusion.reference == 0)
    // Beside the first one's glare, where two shots show the print.
    #expect(similarity(scan, ideal, x: 0.2...0.4, y: 0.42...0.48) > 30)
  }

  @Test func wrongCornersAreCorrectedByThePrintsDetail() throws {
    var shots = Self.shots
    let off = [Point(2, -1.5), Point(-1.5, 2), Point(1, 2.5), Point(-2, -1)]
    for shot in 1...2 {
      let corners = zip(shots[shot].quad.corners, off).map { $0 + $1 }
      shots[shot].quad = try #require(Quad(corners))
    }
    let fusion = try Self.fusion(shots)
    #expect(fusion.layers.count == 2)
    for (layer, quad) in zip(fusion.layers, GlossyPrint.quads[1...]) {
      let inner = Quad(x: 0.2, y: 0.2, width: 0.6, height: 0.6)
      let found = try #require(Homography(unitSquareTo: layer.quad))
      let truth = try #require(Homography(unitSquareTo: quad))
      for (a, b) in zip(found(inner).corners, truth(inner).corners) { #expect(a.distance(to: b) < 0.15) }
    }
  }

  @Test func turnedShotsAreUsed() throws {
    var shots = Self.shots
    let luma = shots[1].photo.luma
    shots[1].photo.luma = luma.turned(by: 1)
    shots[1].photo.chroma = shots[1].photo.chroma.map {
      Chroma(blue: $0.blue.turned(by: 1), red: $0.red.turned(by: 1), scale: $0.scale)
    }
    // As seen, so the outline begins at another corner of the print.
    shots[1].quad = shots[1].quad.map { Point(Double(luma.height) - $0.y, $0.x) }.turned(by: 3)
    let fusion = try Self.fusion(shots)
    #expect(fusion.excluded.isEmpty)
    #expect(similarity(try fusion.scan(), try Self.ideal.get(), x: 0.2...0.4, y: 0.2...0.36) > 28)
  }

  @Test func otherPrintsAreLeftOut() throws {
    let other = GlossyPrint(seed: 2).shot(GlossyPrint.quads[2])
    let fusion = try Self.fusion([other] + Self.shots)
    #expect(fusion.excluded.map(\.shot) == [0])
    #expect(fusion.excluded.map(\.exclusion) == [.otherPrint])
    #expect(fusion.reference == 1)
  }

  @Test func darkShotsAreNoReference() throws {
    // The second shot has no glare, but little light.
    let dark = Self.print.shot(GlossyPrint.quads[1], gains: SIMD3(0.06, 0.06, 0.06))
    let fusion = try Self.fusion([Self.shots[0], dark, Self.shots[2]])
    #expect(fusion.reference != 1)
    #expect(fusion.excluded.isEmpty)
  }

  @Test func handsOverTheFrameDoNotEnter() throws {
    // The frame has no detail that a hand could hide.
    let finger = Self.print.shot(
      GlossyPrint.quads[1], spots: [.hand(x: 0.5, y: 1.1, radius: 0.1), .glare(x: 0.6, y: 0.6, radius: 0.18)])
    let fusion = try Self.fusion(Self.shots + [finger])
    try #require(fusion.reference < 3)
    let ideal = try Self.print.clear(fusion.reference)
    #expect(similarity(try fusion.scan(), ideal, x: 0.35...0.65, y: 0.82...0.97) > 36)
  }

  @Test func hardShadowsOverTheFrameDoNotEnter() throws {
    let shadow = GlossyPrint.Spot.shadow(x: 0.5, y: 1.1, radius: 0.1, left: 0.4)
    let fusion = try Self.fusion(Self.print.shots(extra: [[], [shadow], []]))
    try #require(fusion.reference != 1)
    let ideal = try Self.print.clear(fusion.reference)
    #expect(similarity(try fusion.scan(), ideal, x: 0.35...0.65, y: 0.82...0.97) > 36)
  }

  @Test func blurredShotsAreLeftOut() throws {
    var shots = Self.shots
    for _ in 0..<4 {
      let luma = shots[1].photo.luma
      shots[1].photo.luma = Plane(width: luma.width, height: luma.height) { y, row in
        for x in 0..<luma.width {
          var sum = 0
          for j in -2...2 {
            for i in -2...2 {
              sum += Int(luma[min(max(x + i, 0), luma.width - 1), min(max(y + j, 0), luma.height - 1)])
            }
          }
          row.append(UInt8(sum / 25))
        }
      }
    }
    let fusion = try Self.fusion(shots)
    #expect(fusion.used.map(\.shot) == [0, 2])
  }

  @Test func partsBeyondAShotComeFromOthers() throws {
    var shots = Self.shots
    // The first shot's left side lies outside its photo.
    let cut = 150
    let whole = shots[0].photo
    shots[0].photo.luma = whole.luma.withoutLeft(cut)
    shots[0].photo.chroma = whole.chroma.map {
      Chroma(blue: $0.blue.withoutLeft(cut / 2), red: $0.red.withoutLeft(cut / 2), scale: $0.scale)
    }
    shots[0].quad = shots[0].quad.map { Point($0.x - Double(cut), $0.y) }
    let fusion = try Self.fusion(shots)
    #expect(fusion.reference != 0)
    #expect(fusion.used.map(\.shot) == [0, 1, 2])
    #expect(try fusion.scan().outside == 0)
  }

  @Test func glareInEveryShotIsTold() throws {
    let spots = [(0.42, 0.4), (0.5, 0.46), (0.46, 0.52)]
    let shots = (0..<3).map {
      Self.print.shot(
        GlossyPrint.quads[$0], gains: SIMD3(0.8, 0.8, 0.8) * [1, 0.9, 0.8][$0],
        spots: [.glare(x: spots[$0].0, y: spots[$0].1, radius: 0.17, light: [0.6, 0.45, 0.3][$0])])
    }
    let print = GlossyPrint.size
    let isLit = { (x: Double, y: Double) in
      spots.allSatisfy { Point(x, y).distance(to: Point($0.0, $0.1)) < 0.155 }
    }
    let width = 200
    let height = Int(Double(width) * print.height / print.width)
    let lit = (0..<width * height).count {
      isLit(Double($0 % width) / Double(width), Double($0 / width) / Double(width))
    }
    let share = Double(lit) / Double(width * height)
    let unmended = try #require(try Self.fusion(shots).unmended)
    #expect((0.6 * share...1.4 * share).contains(unmended), "\(unmended) of \(share)")
    #expect(try #require(try Self.fusion(Self.shots).unmended) < 0.002)
    #expect(try Self.fusion([Self.shots[0]]).unmended == nil)
  }

  /// All shots are straightened as the reference is: other shots fill its glare where the curl puts it.
  @Test func curledPrintsAreMergedAlongTheirCurl() throws {
    let curl = Curl(.across, bow: 0.2, skew: 0.1)
    let fusion = try Self.fusion(Self.shots)
    try #require(fusion.reference == 0)
    let clear = Self.print.shot(GlossyPrint.quads[0], gains: SIMD3(0.8, 0.8, 0.8))
    var developer = Developer()
    developer.whiteBalance = .none
    let ideal = try developer(clear.photo, clear.quad, isUpright: true, curl: curl)
    func scan(_ curl: Curl?) throws -> Scan {
      let development = try developer.prepare(try fusion.print(film: nil, isUpright: true, curl: curl))
      return development.scan(of: [development.strip(rows: 0..<development.height)])
    }
    let (curled, flat) = (try scan(curl), try scan(nil))
    #expect(similarity(curled, ideal, x: 0.2...0.4, y: 0.2...0.36) > 28)
    #expect(similarity(curled, ideal, x: 0.55...0.95, y: 0.05...0.95) > 40)
    #expect(curled.picture != flat.picture)
  }

  @Test func rowsAreTheSameInAnySplitAndOnAnyThreads() throws {
    let fusion = try Self.fusion(Self.shots)
    let parallel = try Self.fusion(Self.shots, threads: 3)
    #expect(fusion.used.map(\.share) == parallel.used.map(\.share))
    var developer = Developer()
    developer.whiteBalance = .none
    let development = try developer.prepare(try fusion.print(film: nil, isUpright: true))
    let whole = RowSourceTests.scan(development, cuts: [])
    #expect(whole.picture == RowSourceTests.scan(development, cuts: [38, 100, 300]).picture)
    #expect(whole.picture == (try parallel.scan()).picture)
  }
}

extension Plane {
  fileprivate func withoutLeft(_ columns: Int) -> Plane {
    Plane(width: width - columns, height: height) { y, output in
      let row = row(y)
      for x in columns..<width { output.append(row[x]) }
    }
  }
}
