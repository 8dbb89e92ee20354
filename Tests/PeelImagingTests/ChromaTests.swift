import Testing

@testable import PeelImaging

@Suite struct ChromaTests {
  @Test func `doubling takes three quarters of the nearest sample and one of the next`() {
    let plane = Plane<UInt8>(width: 2, height: 2, samples: [0, 160, 80, 240])
    // Vertically: 0 and 160 at the border, then a quarter of the way to 80 and 240.
    #expect(plane.doubled(0..<2, width: 4) == [0, 40, 120, 160, 20, 60, 140, 180])
    #expect(plane.doubled(2..<4, width: 3) == [60, 100, 180, 80, 120, 200])
    #expect(Plane<UInt8>(width: 1, height: 1, filledWith: 9).doubled(0..<1, width: 1) == [9])
  }

  /// Widths around and above the number of samples that the kernel processes at once.
  @Test(arguments: [255, 256, 257, 700]) func `every sample is doubled by that rule`(_ width: Int) {
    let height = 3
    let samples = (0..<width * height).map { (k: Int) -> UInt8 in UInt8(truncatingIfNeeded: 151 * k + k / 7) }
    let plane = Plane<UInt8>(width: width, height: height, samples: samples)
    func sample(_ x: Int, _ y: Int) -> Int { Int(plane[min(max(x, 0), width - 1), min(max(y, 0), height - 1)]) }
    var right: [UInt8] = []
    for y in 0..<2 * height {
      let (top, over) = (y / 2, y / 2 + (y % 2 == 0 ? -1 : 1))
      for x in 0..<2 * width - 1 {
        let (left, beside) = (x / 2, x / 2 + (x % 2 == 0 ? -1 : 1))
        let near = 3 * sample(left, top) + sample(left, over)
        let far = 3 * sample(beside, top) + sample(beside, over)
        right.append(UInt8((3 * near + far + (x % 2 == 0 ? 8 : 7)) / 16))
      }
    }
    #expect(plane.doubled(0..<2 * height, width: 2 * width - 1) == right)
  }

  /// Compares every colour with the definition in double precision.
  @Test func `colours are right to the level`() {
    var off = 0
    for blue in stride(from: 0, through: 255, by: 5) {
      let planes = YCC(
        luma: Plane(width: 256, height: 256, samples: (0..<65_536).map { UInt8($0 % 256) }),
        chroma: (
          Plane(width: 256, height: 256, filledWith: UInt8(blue)),
          Plane(width: 256, height: 256, samples: (0..<65_536).map { UInt8($0 / 256) })
        ))
      for red in 0..<256 {
        let row = planes.drawn.colours(red..<red + 1)
        for luma in 0..<256 {
          let (y, cb, cr) = (Double(luma), Double(blue - 128), Double(red - 128))
          let right = [y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb]
          for (level, value) in zip([row.red[luma], row.green[luma], row.blue[luma]], right) {
            let error = abs(Double(level) - min(max(value, 0), 255))
            if error > 0.55 { off += 1 }
          }
        }
      }
    }
    #expect(off == 0)
  }

  /// Compares chroma drawn at half size and doubled with chroma drawn at full size. The finest detail in half-size chroma
  /// is a wave of four of its samples.
  @Test func `half-size chroma loses little`() throws {
    let (width, height) = (200, 160)
    func wave(_ phase: Double) -> Plane<UInt8> {
      Plane(
        width: width, height: height,
        samples: (0..<width * height).map { k in
          let (x, y) = (Double(k % width), Double(k / width))
          return UInt8(
            128 + 60 * (.init((x / 12 + phase).truncatingRemainder(dividingBy: 1) < 0.5 ? 1 : -1) * (y / 160)))
        })
    }
    let photo = Photo(
      luma: Plane(width: 2 * width, height: 2 * height, filledWith: 120),
      chroma: Chroma(blue: wave(0), red: wave(0.3), scale: (2, 2)))
    let quad = Quad(Point(30.5, 20.2), Point(330.7, 33.1), Point(318.8, 281.9), Point(41.4, 267.2))
    let map = try #require(Homography(rectangleOf: 300, 250, to: quad))
    var full = Warp.Sampling()
    full.halfChromaStep = 0
    let whole = Warp(photo, map: map, width: 300, height: 250, sampling: full).drawn(rows: 0..<250)
    let half = Warp(photo, map: map, width: 300, height: 250).drawn(rows: 0..<250)
    #expect(whole.chroma?.isHalved == false && half.chroma?.isHalved == true)
    let (a, b) = (try #require(whole.planes.chroma), try #require(half.planes.chroma))
    for (a, b) in [(a.blue, b.blue), (a.red, b.red)] {
      let squares = zip(a.samples, b.samples).reduce(0.0) {
        $0 + (Double($1.0) - Double($1.1)) * (Double($1.0) - Double($1.1))
      }
      #expect((squares / Double(a.samples.count)).squareRoot() < 6)
    }
  }

  @Test func `scans at less than half the photo's size keep full-size chroma`() throws {
    let photo = WarpTests.photo(width: 160, height: 140)
    let map = try #require(Homography(rectangleOf: 60, 50, to: WarpTests.quads[0]))
    #expect(Warp(photo, map: map, width: 60, height: 50).drawn(rows: 0..<50).chroma?.isHalved == false)
    let plain = WarpTests.photo(width: 160, height: 140, chromaScale: 1)
    let same = try #require(Homography(rectangleOf: 100, 80, to: WarpTests.quads[0]))
    #expect(Warp(plain, map: same, width: 100, height: 80).drawn(rows: 0..<80).chroma?.isHalved == false)
  }
}
