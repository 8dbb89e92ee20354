import PeelRandomNumbers
import Testing

@testable import PeelImaging

/// Outlines at and beyond the limits of a scan, and deep photos.
@Suite struct OutlineLimitsTests {
  @Test func `impossible quads are rejected with the reason`() {
    let photo = DeveloperTests.plain
    func error(_ quad: Quad, _ change: (inout Developer) -> Void = { _ in }) -> DevelopmentError? {
      var developer = Developer()
      change(&developer)
      do {
        _ = try developer(photo, quad, film: DeveloperTests.polaroid)
        return nil
      } catch {
        return error
      }
    }
    // A corner that points inwards, crossed sides, a counterclockwise quad, a coordinate that isn't a number.
    #expect(error(Quad(Point(0, 0), Point(100, 0), Point(30, 30), Point(0, 100))) == .notConvex)
    #expect(error(Quad(Point(0, 0), Point(100, 100), Point(100, 0), Point(0, 100))) == .notConvex)
    #expect(error(Quad(Point(0, 0), Point(0, 100), Point(100, 100), Point(100, 0))) == .notConvex)
    #expect(error(Quad(Point(0, .nan), Point(100, 0), Point(100, 100), Point(0, 100))) == .notConvex)
    #expect(error(Quad(x: 10, y: 10, width: 300, height: 2)) == .tooThin(flatness: 2.0 / 300, depth: 1))
    guard case .tooThin(_, let depth)? = error(Quad(Point(100, 10), Point(110, 10), Point(400, 400), Point(10, 400)))
    else {
      Issue.record("a print seen edge-on")
      return
    }
    #expect(depth > 30)
    #expect(error(Quad(x: 10, y: 10, width: 6, height: 7)) == .tooSmall(side: 6, least: 8))
    #expect(error(Quad(x: 500, y: 10, width: 88, height: 107)) == .outside(share: 0, least: 0.05))
    #expect(error(DeveloperTests.quad) { $0.ppi = 1e9 } != nil)
    #expect(error(DeveloperTests.quad) { $0.ppi = .nan } != nil)
    #expect(error(DeveloperTests.quad) { $0.ppi = -3 } != nil)
    #expect(error(DeveloperTests.quad) { $0.longSide = 0 } != nil)
    #expect(error(Quad(x: 0, y: 0, width: 1e300, height: 1e300)) != nil)
  }

  @Test func `parts beyond the photo repeat its edge and are reported`() throws {
    let photo = DeveloperTests.plain
    var developer = Developer()
    developer.whiteBalance = .none
    let scan = try developer(photo, Quad(x: -105, y: 100, width: 210, height: 210))
    #expect(abs(scan.outside - 0.5) < 1e-9)
    for y in 0..<210 {
      let k = 3 * y * scan.width
      #expect(Array(scan.picture.samples[k..<k + 3]) == Array(scan.picture.samples[k + 300..<k + 303]))
    }
    #expect(try developer(photo, Quad(x: 0, y: 0, width: 420, height: 460)).outside == 0)
    let tilted = try developer(photo, Quad(Point(-60, 40), Point(230, 55), Point(240, 395), Point(-72, 415)))
    #expect(tilted.outside > 0.15 && tilted.outside < 0.3)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>) func `no quad crashes`(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let photo = Photo(luma: Plane(width: 40, height: 30, filledWith: 90))
    for _ in 0..<20 {
      let reach = [1, 50, 300, 1e4][Int.random(in: 0..<4, using: &random)]
      let corners = (0..<4).map { _ in
        Point(Double.random(in: -reach...reach, using: &random), Double.random(in: -reach...reach, using: &random))
      }
      guard let quad = Quad(corners) else { continue }
      var developer = Developer()
      developer.longSide = 60
      developer.crop = Bool.random(using: &random) ? .picture : .print
      developer.whiteBalance = WhiteBalance.allCases.randomElement(using: &random) ?? .none
      let scan = try? developer(photo, quad, film: FilmFormat.all.randomElement(using: &random))
      if let scan { #expect(max(scan.width, scan.height) <= 60) }
    }
  }

  @Test(arguments: [(1, 1), (1, 50), (50, 1), (3, 3)]) func `photos of a few pixels don't crash`(
    width: Int, height: Int
  ) {
    let photo = Photo(luma: Plane(width: width, height: height, filledWith: 90))
    let whole = Quad(x: 0, y: 0, width: Double(width), height: Double(height))
    #expect(throws: DevelopmentError.self) { try Developer()(photo, whole) }
    let beyond = try? Developer()(photo, Quad(x: -4, y: -4, width: 10, height: 10))
    #expect(beyond?.picture.samples.allSatisfy { $0 == 90 } ?? true)
  }

  /// A photo with 16 bits gives the same scan as its 8 bits, only finer.
  @Test(arguments: [WhiteBalance.endsIn, .frame, .none], [Fill.edge, .white])
  func `deep scans are the same, with finer levels`(_ balance: WhiteBalance, _ fill: Fill) throws {
    var photo = DeveloperTests.plain
    let chroma = try #require(photo.chroma)
    func deep(_ plane: Plane<UInt8>, around middle: Int = 0) -> Plane<UInt16> {
      Plane(
        width: plane.width, height: plane.height,
        samples: plane.samples.enumerated().map { UInt16(clamping: (Int($1) - middle) * 257 + middle * 256 + $0 % 100) }
      )
    }
    photo.deep = DeepPlanes(
      luma: deep(photo.luma), chroma: (deep(chroma.blue, around: 128), deep(chroma.red, around: 128)))
    var developer = Developer()
    developer.whiteBalance = balance
    developer.fill = fill
    // A part of it lies beyond the photo.
    let scan = try developer(photo, Quad(Point(-20, 40), Point(350, 55), Point(360, 395), Point(-10, 415)))
    let samples = try #require(scan.deepSamples)
    let differences = zip(samples, scan.picture.samples).map { abs(Double($0) / 257 - Double($1)) }
    #expect(differences.reduce(0, max) <= 4)
    #expect(differences.reduce(0, +) / Double(differences.count) < 0.8)
    #expect(Set(samples).count > 2000)
    photo.deep = nil
    #expect(try developer(photo, DeveloperTests.quad).deepSamples == nil)
  }
}
