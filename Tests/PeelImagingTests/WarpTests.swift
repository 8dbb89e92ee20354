import PeelRandomNumbers
import Testing

@testable import PeelImaging

@Suite struct WarpTests {
  /// Smooth coloured noise, so that neighbouring samples tell where a sample was taken.
  static func photo(width: Int, height: Int, chromaScale: Int? = 2, seed: UInt64 = 1) -> Photo {
    var random = RandomNumbers(seed: seed)
    func plane(_ width: Int, _ height: Int, step: Int) -> Plane<UInt8> {
      let (w, h) = (width / step + 2, height / step + 2)
      let knots = (0..<w * h).map { _ in Double.random(in: 0...255, using: &random) }
      return Plane(
        width: width, height: height,
        samples: (0..<width * height).map { k in
          let (x, y) = (Double(k % width) / Double(step), Double(k / width) / Double(step))
          let (i, j) = (Int(x), Int(y))
          let (dx, dy) = (x - Double(i), y - Double(j))
          let upper = knots[j * w + i] * (1 - dx) + knots[j * w + i + 1] * dx
          let lower = knots[(j + 1) * w + i] * (1 - dx) + knots[(j + 1) * w + i + 1] * dx
          return UInt8(upper * (1 - dy) + lower * dy)
        })
    }
    let luma = plane(width, height, step: 3)
    guard let scale = chromaScale else { return Photo(luma: luma) }
    let size = ((width + scale - 1) / scale, (height + scale - 1) / scale)
    let chroma = Chroma(
      blue: plane(size.0, size.1, step: 4), red: plane(size.0, size.1, step: 4), scale: (scale, scale))
    return Photo(luma: luma, chroma: chroma)
  }

  /// The cubic of Catmull and Rom as Keys writes it, a = −1/2.
  static func cubic(_ distance: Double) -> Double {
    let d = abs(distance)
    if d < 1 { return 1.5 * d * d * d - 2.5 * d * d + 1 }
    if d < 2 { return -0.5 * d * d * d + 2.5 * d * d - 4 * d + 2 }
    return 0
  }

  /// The warp computed by its definition: sixteen samples around each place, in double precision, one place per pixel.
  static func naive(_ photo: Photo, _ map: Homography, width: Int, height: Int) -> [Double] {
    let plane = photo.luma
    return (0..<width * height).map { k in
      let p = map(Point(Double(k % width) + 0.5, Double(k / width) + 0.5)) - Point(0.5, 0.5)
      let (x0, y0) = (Int(p.x.rounded(.down)), Int(p.y.rounded(.down)))
      var sum = 0.0
      for y in y0 - 1...y0 + 2 {
        for x in x0 - 1...x0 + 2 {
          let sample = plane[min(max(x, 0), plane.width - 1), min(max(y, 0), plane.height - 1)]
          sum += Double(sample) * cubic(p.x - Double(x)) * cubic(p.y - Double(y))
        }
      }
      return min(max(sum, 0), 255)
    }
  }

  static let quads: [Quad] = [
    Quad(x: 12, y: 9, width: 100, height: 80),
    Quad(Point(30.3, 20.7), Point(140.2, 33.1), Point(128.8, 131.9), Point(21.4, 117.2)),
    Quad(Point(140.2, 33.1), Point(128.8, 131.9), Point(21.4, 117.2), Point(30.3, 20.7)),
    // Partly beyond the photo.
    Quad(Point(-20, -12), Point(120, 10), Point(100, 90), Point(10, 110)),
    Quad(Point(100, 60), Point(190, 70), Point(185, 160), Point(90, 150)),
  ]

  @Test(arguments: quads.indices) func `luma agrees with the definition`(index: Int) throws {
    let photo = Self.photo(width: 160, height: 140)
    let (width, height) = (110, 95)
    let map = try #require(Homography(rectangleOf: Double(width), Double(height), to: Self.quads[index]))
    var sampling = Warp.Sampling()
    (sampling.middleStep, sampling.largestStep) = (100, 100)
    let warp = Warp(photo, map: map, width: width, height: height, sampling: sampling)
    let expected = Self.naive(photo, map, width: width, height: height)
    let errors = zip(warp.drawn(rows: 0..<height).luma.samples, expected).map { abs(Double($0) - $1) }
    // Places are rounded to 1/256 of a pixel and levels to whole numbers.
    #expect(errors.max() ?? 9 < 1.5)
    #expect(errors.reduce(0, +) / Double(errors.count) < 0.3)
  }

  @Test func `an upright quad around the whole photo gives the photo`() throws {
    let photo = Self.photo(width: 61, height: 47, chromaScale: 1)
    let planes = Warp(photo, map: .identity, width: 61, height: 47).drawn(rows: 0..<47).planes
    #expect(planes.luma == photo.luma)
    #expect(planes.chroma?.blue == photo.chroma?.blue)
    #expect(planes.chroma?.red == photo.chroma?.red)
  }

  /// An even ramp has the same value at a point, however many samples describe it.
  @Test(arguments: [(1, 0), (2, 0), (2, -1), (4, 0), (4, -3)])
  func `chroma lies where its scale and origin place it`(scale: Int, origin: Int) throws {
    let (width, height) = (80, 60)
    func ramp(_ slope: Double) -> Plane<UInt8> {
      let count = (width - origin + scale - 1) / scale
      return Plane(
        width: count, height: (height - origin + scale - 1) / scale,
        samples: (0..<count * ((height - origin + scale - 1) / scale)).map { k in
          UInt8(min(max((slope * (Double(origin) + (Double(k % count) + 0.5) * Double(scale))).rounded(), 0), 255))
        })
    }
    let photo = Photo(
      luma: Plane(width: width, height: height, filledWith: 100),
      chroma: Chroma(blue: ramp(2), red: ramp(3), scale: (scale, scale), origin: (origin, origin)))
    let planes = Warp(photo, map: .identity, width: width, height: height).drawn(rows: 20..<21).planes
    let chroma = try #require(planes.chroma)
    for x in 8..<64 {
      #expect(abs(Double(chroma.blue[x, 0]) - 2 * (Double(x) + 0.5)) <= 1)
      #expect(abs(Double(chroma.red[x, 0]) - 3 * (Double(x) + 0.5)) <= 1)
    }
  }

  @Test(arguments: quads.indices, [1.0, 0.31, 0.12]) func `any split gives the same rows`(index: Int, scale: Double)
    throws
  {
    let photo = Self.photo(width: 160, height: 140, chromaScale: index % 2 == 0 ? 2 : nil)
    let (width, height) = (Int(110 * scale), Int(95 * scale))
    let map = try #require(Homography(rectangleOf: Double(width), Double(height), to: Self.quads[index]))
    let warp = Warp(photo, map: map, width: width, height: height)
    let whole = warp.drawn(rows: 0..<height).planes
    for cuts in [[0, 1, height], [0, height / 3, height / 2, height]] {
      var luma: [UInt8] = []
      var red: [UInt8] = []
      for (from, to) in zip(cuts, cuts.dropFirst()) {
        let planes = warp.drawn(rows: from..<to).planes
        luma += planes.luma.samples
        red += planes.chroma?.red.samples ?? []
      }
      #expect(luma == whole.luma.samples)
      #expect(red == whole.chroma?.red.samples ?? [])
    }
  }

  /// Lines as fine as the photo's pixels must become even grey rather than waves.
  @Test(arguments: [1.15, 1.4, 2.0, 3.3, 5, 9.7, 20]) func `fine stripes shrink to grey`(factor: Double) throws {
    let stripes = Plane(
      width: 400, height: 400, samples: (0..<400 * 400).map { ($0 % 400 + $0 / 400) % 2 == 0 ? UInt8(0) : 255 })
    let size = Int(360 / factor)
    let map = try #require(
      Homography(rectangleOf: Double(size), Double(size), to: Quad(x: 20, y: 20, width: 360, height: 360)))
    let scan = Warp(Photo(luma: stripes), map: map, width: size, height: size).drawn(rows: 0..<size).luma
    let samples = scan.samples.map(Double.init)
    let mean = samples.reduce(0, +) / Double(samples.count)
    let deviation = (samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(samples.count)).squareRoot()
    #expect(abs(mean - 127.5) < 2)
    // Without averaging it would be above 60.
    #expect(deviation < 20)
  }

  /// Shrinking by a whole number gives the mean over blocks, rounded.
  @Test(arguments: [2, 3, 4, 8]) func `shrinking is the mean over each pixel's area`(factor: Int) throws {
    let photo = Self.photo(width: 240, height: 240, chromaScale: nil)
    let size = 240 / factor
    let map = try #require(
      Homography(rectangleOf: Double(size), Double(size), to: Quad(x: 0, y: 0, width: 240, height: 240)))
    let scan = Warp(photo, map: map, width: size, height: size).drawn(rows: 0..<size).luma
    var squares = 0.0
    for y in 1..<size - 1 {
      for x in 1..<size - 1 {
        var sum = 0
        for j in 0..<factor { for i in 0..<factor { sum += Int(photo.luma[x * factor + i, y * factor + j]) } }
        let error = Double(scan[x, y]) - Double(sum) / Double(factor * factor)
        squares += error * error
      }
    }
    #expect((squares / Double((size - 2) * (size - 2))).squareRoot() < 0.6)
  }

  @Test func `halving takes means, and an odd edge counts double`() {
    let plane = Plane<UInt8>(width: 3, height: 3, samples: [10, 20, 30, 30, 40, 50, 1, 2, 3])
    #expect(plane.halved() == Plane(width: 2, height: 2, samples: [25, 40, 2, 3]))
    #expect(Plane<UInt8>(width: 1, height: 1, filledWith: 9).halved() == Plane(width: 1, height: 1, filledWith: 9))
  }

  @Test(arguments: [
    (128, 128, 100, [100, 100, 100]), (128, 255, 100, [255, 9, 100]), (255, 128, 100, [100, 56, 255]),
    (0, 0, 255, [76, 255, 28]), (128, 128, 0, [0, 0, 0]), (255, 255, 255, [255, 121, 255]),
  ])
  func `colours agree with examples`(blue: UInt8, red: UInt8, luma: UInt8, expected: [UInt8]) {
    let planes = YCC(
      luma: Plane(width: 1, height: 1, filledWith: luma),
      chroma: (Plane(width: 1, height: 1, filledWith: blue), Plane(width: 1, height: 1, filledWith: red)))
    let row = planes.drawn.colours(0..<1)
    #expect(row.red + row.green + row.blue == expected)
  }

  @Test func `sharpness is the Laplacian's variance`() {
    // One bright sample in the middle of 5 × 5: 8 · 10 there, −10 around it, nine values.
    var plane = Plane<UInt8>(width: 5, height: 5, filledWith: 50)
    #expect(plane.sharpness() == 0)
    plane[2, 2] = 60
    // (80² + 8 · 10²) / 9, with a mean of 0.
    #expect(plane.sharpness() == 800)
    #expect(Plane<UInt8>(width: 2, height: 9, filledWith: 1).sharpness() == 0)
  }

  /// Rows longer than the kernel's block, with the largest possible values.
  @Test func `sharpness of a long row of extremes`() {
    let width = 1300
    let samples = (0..<3 * width).map { ($0 % width + $0 / width) % 2 == 0 ? UInt8(255) : 0 }
    let plane = Plane(width: width, height: 3, samples: samples)
    var values: [Double] = []
    for x in 1..<width - 1 {
      var sum = 9 * Int(plane[x, 1])
      for j in 0..<3 { for i in -1...1 { sum -= Int(plane[x + i, j]) } }
      values.append(Double(sum))
    }
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    #expect(abs(plane.sharpness() / variance - 1) < 1e-9)
  }
}
