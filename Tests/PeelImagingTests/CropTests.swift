import Testing

@testable import PeelImaging

/// The trimming, the fill and the way up of scans.
@Suite struct CropTests {
  private typealias Drawn = DeveloperTests

  // MARK: Inset

  /// 88 mm are 352 pixels at this size: four per millimetre.
  @Test(arguments: [(0.0, 352, 428), (0.5, 348, 424), (6, 304, 380)])
  func `millimetres go from each side of the print`(inset: Double, width: Int, height: Int) throws {
    var developer = Developer()
    (developer.inset, developer.whiteBalance) = (inset, .none)
    let photo = Photo(
      luma: Plane(width: 400, height: 480) { y, output in
        for x in 0..<400 { output.append(UInt8((x + y) % 251)) }
      })
    let quad = Quad(x: 20, y: 30, width: 352, height: 428)
    let scan = try developer(photo, quad, film: Drawn.polaroid)
    #expect((scan.width, scan.height) == (width, height))
    #expect(abs((scan.ppi ?? 0) - 101.6) < 1e-6)
    // The photo's own pixels, this far in from the side.
    let margin = Int(4 * inset)
    for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (100, 77)] {
      #expect(scan.picture.samples[3 * (y * width + x)] == photo.luma[20 + margin + x, 30 + margin + y])
    }
  }

  @Test func `the picture is trimmed too, to an exact size`() throws {
    var developer = Developer()
    (developer.crop, developer.ppi, developer.inset) = (.picture, 254, 1.5)
    let scan = try developer(Drawn.plain, Drawn.quad, film: Drawn.polaroid)
    #expect(scan.crop == .picture)
    #expect((scan.width, scan.height) == (760, 760))
    #expect(abs((scan.ppi ?? 0) / 254 - 1) < 0.02)
  }

  @Test func `levels come from all of a trimmed print`() throws {
    var developer = Developer()
    let whole = try developer(Drawn.plain, Drawn.quad, film: Drawn.polaroid)
    developer.inset = 8
    #expect(try developer(Drawn.plain, Drawn.quad, film: Drawn.polaroid).before == whole.before)
  }

  @Test func `without a film there are no millimetres`() throws {
    var developer = Developer()
    let whole = try developer(Drawn.plain, Drawn.quad)
    developer.inset = 5
    #expect(try developer(Drawn.plain, Drawn.quad).picture == whole.picture)
  }

  @Test(arguments: [44, 53.5, 1000]) func `a print is not trimmed away`(inset: Double) {
    var developer = Developer()
    developer.inset = inset
    #expect(throws: DevelopmentError.trimmedAway(inset: inset)) {
      try developer(Drawn.plain, Drawn.quad, film: Drawn.polaroid)
    }
  }

  // MARK: Fill

  /// The left 70 of 210 columns lie beyond the photo, however the scan is turned.
  @Test(arguments: [Fill.edge, .white], 0..<4) func `the part beyond the photo is filled`(fill: Fill, turn: Int) throws
  {
    var developer = Developer()
    (developer.fill, developer.whiteBalance, developer.turn) = (fill, .none, QuarterTurns(turn))
    let photo = Photo(luma: Plane(width: 300, height: 300, filledWith: 90))
    let scan = try developer(photo, Quad(x: -70, y: 40, width: 210, height: 150))
    #expect(abs(scan.outside - 1.0 / 3) < 1e-12)
    for y in 0..<scan.height {
      for x in 0..<scan.width {
        let isBeyond =
          switch turn {
          case 0: x < 70
          case 1: y < 70
          case 2: x >= 140
          case _: y >= 140
          }
        #expect(scan.picture.samples[3 * (y * scan.width + x)] == (isBeyond && fill == .white ? 255 : 90))
      }
    }
  }

  /// The photo's edge is bright; if its repeats counted, they would set the white point.
  @Test(arguments: Fill.allCases) func `the part beyond the photo sets no levels`(fill: Fill) throws {
    let photo = Photo(
      luma: Plane(width: 300, height: 300) { _, output in
        for x in 0..<300 { output.append(x == 0 ? 250 : x < 100 ? 60 : 160) }
      })
    var developer = Developer()
    developer.fill = fill
    let scan = try developer(photo, Quad(x: -100, y: 50, width: 300, height: 200))
    #expect(scan.before[0].total < 300 * 200 * 2 / 3)
    #expect(Levels(endsIn: scan.before[0], clip: 1) == Levels(low: 60, high: 160))
  }

  /// Compared with a test of each pixel's centre.
  @Test(arguments: [
    Quad(Point(-60, 40), Point(230, 55), Point(240, 395), Point(-72, 415)),
    Quad(Point(100, -50), Point(500, 100), Point(350, 520), Point(-40, 300)),
    Quad(Point(20, 20), Point(380, 20), Point(380, 380), Point(20, 380)),
  ])
  func `coverage is what the map says`(quad: Quad) throws {
    let map = try #require(Homography(rectangleOf: 120, 90, to: quad))
    let coverage = Coverage(of: ScanMap(map), width: 120, height: 90, photo: (420, 460))
    var beyond = 0
    for y in 0..<90 {
      let inside = coverage.pixels(row: y)
      for x in 0..<120 {
        let p = map(Point(Double(x) + 0.5, Double(y) + 0.5))
        let isInside = p.x >= 0 && p.x <= 420 && p.y >= 0 && p.y <= 460
        #expect(isInside == inside.contains { $0.contains(x) })
        if !isInside { beyond += 1 }
      }
    }
    #expect(abs(coverage.outside - Double(beyond) / (120 * 90)) < 0.01)
  }

  // MARK: Way up

  @Test(arguments: QuarterTurns.allCases) func `the picture's position shows the way up`(turn: QuarterTurns) throws {
    var developer = Developer()
    developer.setsUpright = true
    let upright = try developer(Drawn.plain, Drawn.quad, film: Drawn.polaroid, isUpright: true)
    #expect(upright.wayUp == .given)
    let turned = try developer(Drawn.plain, Drawn.quad.turned(by: turn), film: Drawn.polaroid)
    #expect(turned.wayUp == .found(turn))
    #expect((turned.width, turned.height) == (upright.width, upright.height))
    let differences = zip(turned.picture.samples, upright.picture.samples).map { abs(Int($0) - Int($1)) }
    // Places are rounded from the other side.
    #expect((differences.max() ?? 255) <= 4)
  }

  @Test func `without evidence the way up stays unknown`() throws {
    var developer = Developer()
    developer.setsUpright = true
    // No film; no picture in the frame; a picture in the middle.
    #expect(try developer(Drawn.plain, Drawn.quad).wayUp == .unknown)
    let blank = Photo(luma: Plane(width: 300, height: 300, filledWith: 200))
    let quad = Quad(x: 50, y: 50, width: 176, height: 214)
    #expect(try developer(blank, quad, film: Drawn.polaroid).wayUp == .unknown)
    let middle = FilmFormat(
      name: "", title: "", width: 88, height: 107, picture: .init(width: 79, height: 91, left: 4.5, top: 8))
    #expect(try developer(Drawn.photo(film: middle), Drawn.quad, film: middle).wayUp == .unknown)
    // The way up isn't asked for.
    developer.setsUpright = false
    #expect(try developer(Drawn.plain, Drawn.quad.turned(by: 2), film: Drawn.polaroid).wayUp == .unknown)
  }

  @Test func `what the picture shows tells the way up if the frame doesn't`() throws {
    var developer = Developer()
    developer.setsUpright = true
    developer.turnsByContent = { $0.width < $0.height ? 1 : nil }
    let lying = try developer(Drawn.plain, Drawn.quad)
    #expect(lying.wayUp == .shown(1) && lying.width > lying.height)
    // The turn that was asked for is added.
    developer.turn = 1
    let turned = try developer(Drawn.plain, Drawn.quad)
    #expect(turned.wayUp == .shown(1) && turned.width < turned.height)
    #expect(try developer(Drawn.plain, Drawn.quad.turned(by: 1)).wayUp == .unknown)
    // The frame, or the caller, knows better.
    #expect(try developer(Drawn.plain, Drawn.quad.turned(by: 2), film: Drawn.polaroid).wayUp == .found(2))
    #expect(try developer(Drawn.plain, Drawn.quad, isUpright: true).wayUp == .given)
    developer.setsUpright = false
    #expect(try developer(Drawn.plain, Drawn.quad).wayUp == .unknown)
  }

  /// 103 × 102 mm: with a corner off by a pixel the print seems to lie on its side.
  @Test func `a nearly square film that is upright stays upright`() throws {
    let film = try #require(FilmFormat.named("polaroid-spectra"))
    let quad = Quad(x: 20, y: 20, width: 300, height: 302)
    let scan = try Developer()(Drawn.plain, quad, film: film, isUpright: true)
    #expect(abs(Double(scan.width) / Double(scan.height) - 103.0 / 102) < 0.003)
    // A film with another shape still does.
    let portrait = try Developer()(
      Drawn.plain, Quad(x: 20, y: 20, width: 300, height: 365), film: FilmFormat.named("instax-wide"), isUpright: true)
    #expect(portrait.width < portrait.height && portrait.wayUp == .unknown)
  }

  // MARK: Cropped photos

  @Test func `a cropped photo's vanishing points are not trusted`() throws {
    let quad = PoseTests.view(ratio: 0.8224, focalLength: 4500, tilt: (0.8, 0.6))
    let whole = try #require(Pose(quad: quad, photoSize: PoseTests.size, focalLength: nil))
    let cropped = try #require(Pose(quad: quad, photoSize: PoseTests.size, focalLength: nil, isCropped: true))
    #expect(whole.source == .vanishingPoints && cropped.source == .usualLens)
    #expect(cropped.focalLength == nil && cropped.tilt == nil)
    var photo = Photo(luma: Plane(width: 4000, height: 3000, filledWith: 90))
    photo.isCropped = true
    #expect(try Developer()(photo, quad).pose.source == .usualLens)
  }
}
