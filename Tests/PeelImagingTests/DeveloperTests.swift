import PeelRandomNumbers
import Testing

@testable import PeelImaging

@Suite struct DeveloperTests {
  typealias RGB = (r: Double, g: Double, b: Double)

  static let white: RGB = (235, 233, 230)
  static let table: RGB = (60, 45, 35)
  static let polaroid = FilmFormat.all[0]
  /// A tilted print, 300 photo pixels wide.
  static let quad = Quad(Point(60, 40), Point(350, 55), Point(360, 395), Point(48, 415))

  /// A photo of one print on a table: a frame around a picture of patches, the brightest at its top left.
  static func photo(
    _ quad: Quad = quad, frame: RGB = white, table: RGB = table, film: FilmFormat = polaroid,
    cast: RGB = (1, 1, 1), width: Int = 420, height: Int = 460
  ) -> Photo {
    var random = RandomNumbers(seed: 4)
    let patches: [RGB] = (0..<36).map { k in
      if k == 0 { return (190, 185, 180) }
      return (
        .random(in: 10...190, using: &random), .random(in: 10...150, using: &random),
        .random(in: 5...120, using: &random)
      )
    }
    let back = Homography(rectangleOf: film.width, film.height, to: quad)?.inverse ?? .identity
    var planes: [[UInt8]] = [[], [], []]
    for k in 0..<width * height {
      let p = Point(Double(k % width) + 0.5, Double(k / width) + 0.5)
      let mm = back(p)
      var colour = table
      if quad.contains(p) {
        colour = frame
        if film.pictureOutline.contains(mm) {
          let x = (mm.x - film.picture.left) / film.picture.width
          let y = (mm.y - film.picture.top) / film.picture.height
          colour = patches[min(Int(x * 6), 5) + 6 * min(Int(y * 6), 5)]
        }
      }
      let (r, g, b) = (min(colour.r * cast.r, 255), min(colour.g * cast.g, 255), min(colour.b * cast.b, 255))
      let y = 0.299 * r + 0.587 * g + 0.114 * b
      for (plane, value) in zip(0..., [y, 128 + (b - y) / 1.772, 128 + (r - y) / 1.402]) {
        planes[plane].append(UInt8(min(max(value.rounded(), 0), 255)))
      }
    }
    return Photo(
      luma: Plane(width: width, height: height, samples: planes[0]),
      chroma: Chroma(
        blue: Plane(width: width, height: height, samples: planes[1]),
        red: Plane(width: width, height: height, samples: planes[2]), scale: (1, 1)),
      focalLength: 400)
  }

  /// Neutral light, white frame.
  static let plain = photo()

  static func pixel(_ scan: Scan, _ x: Double, _ y: Double) -> [Int] {
    let k = 3 * (Int(y * Double(scan.height)) * scan.width + Int(x * Double(scan.width)))
    return scan.picture.samples[k..<k + 3].map(Int.init)
  }

  static func channel(_ channel: Int, of picture: Picture) -> [UInt8] {
    stride(from: channel, to: picture.samples.count, by: 3).map { picture.samples[$0] }
  }

  // MARK: Size

  @Test func `the best resolved side sets the size and the film the shape`() throws {
    let scan = try Developer()(Self.plain, Self.quad, film: Self.polaroid)
    let sides = Quad.Side.allCases.map(Self.quad.length)
    #expect(abs(Double(scan.width) - max(sides[0], sides[2], max(sides[1], sides[3]) * 88 / 107)) <= 1)
    #expect(abs(Double(scan.width) / Double(scan.height) - 88.0 / 107) < 0.003)
    #expect(abs((scan.ppi ?? 0) - Double(scan.width) / 88 * 25.4) < 0.01)
    #expect(scan.outside == 0)
    #expect(scan.pose.source == .film)
  }

  @Test(arguments: [(300.0, 1039, 1264), (100, 346, 421), (72.5, 251, 305)])
  func `a film has an exact size at a given ppi`(ppi: Double, width: Int, height: Int) throws {
    var developer = Developer()
    developer.ppi = ppi
    let scan = try developer(Self.plain, Self.quad, film: Self.polaroid)
    #expect((scan.width, scan.height) == (width, height))
    #expect(abs((scan.ppi ?? 0) / ppi - 1) < 0.002)
    developer.crop = .picture
    let picture = try developer(Self.plain, Self.quad, film: Self.polaroid)
    let side = Int((79 / 25.4 * ppi).rounded())
    #expect(picture.crop == .picture)
    #expect((picture.width, picture.height) == (side, side))
  }

  @Test func `previews are capped and never enlarged`() throws {
    var developer = Developer()
    developer.longSide = 100
    let small = try developer(Self.plain, Self.quad, film: Self.polaroid)
    #expect(max(small.width, small.height) == 100)
    developer.longSide = 10_000
    let full = try developer(Self.plain, Self.quad, film: Self.polaroid)
    #expect(full.picture == (try Developer()(Self.plain, Self.quad, film: Self.polaroid)).picture)
  }

  @Test func `without a film the pose gives the shape`() throws {
    let scan = try Developer()(Self.plain, Self.quad)
    let pose = try #require(Pose(quad: Self.quad, photoSize: (420, 460), focalLength: 400))
    #expect(abs(Double(scan.width) / Double(scan.height) / pose.ratio - 1) < 0.005)
    #expect(scan.ppi == nil && scan.pose.source == .focalLength)
  }

  // MARK: Direction

  @Test(arguments: [0, 1, 2, 3, -1, 5]) func `turning a scan turns its pixels`(turn: Int) throws {
    var developer = Developer()
    let upright = try developer(Self.plain, Self.quad, film: Self.polaroid)
    developer.turn = QuarterTurns(turn)
    let turned = try developer(Self.plain, Self.quad, film: Self.polaroid)
    let isOdd = turn % 2 != 0
    #expect(turned.width == (isOdd ? upright.height : upright.width))
    for (a, b) in zip(turned.after, upright.after) { #expect(abs((a.mean ?? 0) - (b.mean ?? 255)) < 0.2) }
    let (w, h) = (upright.width, upright.height)
    let greens = (upright: Self.channel(1, of: upright.picture), turned: Self.channel(1, of: turned.picture))
    var largest = 0
    for y in 0..<turned.height {
      for x in 0..<turned.width {
        let (u, v) =
          switch (turn + 8) % 4 {
          case 1: (y, h - 1 - x)
          case 2: (w - 1 - x, h - 1 - y)
          case 3: (w - 1 - y, x)
          case _: (x, y)
          }
        largest = max(largest, abs(Int(greens.turned[y * turned.width + x]) - Int(greens.upright[v * w + u])))
      }
    }
    // Places are rounded from the other side.
    #expect(largest <= 3)
  }

  // MARK: Crop

  @Test(arguments: 0..<4) func `the picture is found whichever way the print lies`(turn: Int) throws {
    var developer = Developer()
    developer.crop = .picture
    developer.whiteBalance = .none
    let scan = try developer(Self.plain, Self.quad.turned(by: QuarterTurns(turn)), film: Self.polaroid)
    #expect(scan.crop == .picture)
    // The frame is brighter than the picture, so any of it left at an edge would show.
    let brightest = (0..<100).map { step in
      let at = (Double(step) + 0.5) / 100
      let places = [(at, 0.012), (at, 0.988), (0.012, at), (0.988, at)]
      return places.map { Self.pixel(scan, $0.0, $0.1)[1] }.reduce(0, max)
    }.max()
    #expect((brightest ?? 255) < 210)
    #expect(abs(Double(scan.width) / Double(scan.height) - 1) < 0.02)
  }

  @Test func `the picture is found without a film`() throws {
    var developer = Developer()
    developer.crop = .picture
    let scan = try developer(Self.plain, Self.quad)
    #expect(scan.crop == .picture)
    #expect(abs(Double(scan.width) / Double(scan.height) - 1) < 0.03)
  }

  /// A bright square in the middle of a picture has stronger edges than any frame.
  @Test func `a picture without a border is shown whole`() throws {
    func photo(_ isTextured: Bool) -> Photo {
      Photo(
        luma: Plane(width: 300, height: 300) { y, output in
          for x in 0..<300 {
            let isInner = (80..<220).contains(x) && (80..<220).contains(y)
            output.append(isInner ? 110 : isTextured ? UInt8(30 + (x / 7 * 53 + y / 9 * 31) % 190) : 235)
          }
        })
    }
    var developer = Developer()
    developer.crop = .picture
    let quad = Quad(x: 50, y: 50, width: 200, height: 200)
    #expect(try developer(photo(true), quad).crop == .print)
    #expect(try developer(photo(false), quad).crop == .picture)
  }

  @Test func `a print without a picture is shown whole, and the scan reports it`() throws {
    var developer = Developer()
    developer.crop = .picture
    let blank = Photo(luma: Plane(width: 300, height: 300, filledWith: 200))
    let quad = Quad(x: 50, y: 50, width: 176, height: 214)
    let scan = try developer(blank, quad, film: Self.polaroid)
    #expect(scan.crop == .print)
    #expect((scan.width, scan.height) == (176, 214))
  }

  @Test func `levels come from the whole print with any crop`() throws {
    var developer = Developer()
    let whole = try developer(Self.plain, Self.quad, film: Self.polaroid)
    developer.crop = .picture
    let picture = try developer(Self.plain, Self.quad, film: Self.polaroid)
    #expect(picture.before == whole.before)
    #expect(picture.after == whole.after)
  }

  // MARK: Colour

  /// Compared with a stretch computed by sorting the inner part of the untouched scan.
  @Test func `each channel is stretched over the inset print`() throws {
    var developer = Developer()
    developer.clip = 2.5
    let scan = try developer(Self.plain, Self.quad, film: Self.polaroid)
    developer.whiteBalance = .none
    let raw = try developer(Self.plain, Self.quad, film: Self.polaroid)
    let (mx, my) = (Int((0.025 * Double(raw.width)).rounded()), Int((0.025 * Double(raw.height)).rounded()))
    for channel in 0..<3 {
      var inner: [UInt8] = []
      for y in my..<raw.height - my {
        for x in mx..<raw.width - mx { inner.append(raw.picture.samples[3 * (y * raw.width + x) + channel]) }
      }
      #expect(raw.before[channel] == Histogram(of: inner))
      #expect(scan.after[channel] == Histogram(of: LevelsTests.naiveStretch(inner, clip: 2.5)))
      let levels = Levels(endsIn: Histogram(of: inner), clip: 2.5)
      let expected = Self.channel(channel, of: raw.picture).map { levels.curve[Int($0)] }
      #expect(Self.channel(channel, of: scan.picture) == expected)
    }
  }

  @Test func `a strip of dark table sets no black point`() throws {
    // Everything on the print is bright; the outline is 1 % too wide all around.
    let pale = Photo(
      luma: Plane(
        width: 300, height: 300,
        samples: (0..<90_000).map { k in
          let (x, y) = (k % 300, k / 300)
          guard (52..<248).contains(x) && (52..<248).contains(y) else { return 5 }
          return x < 150 ? 120 : 220
        }))
    let scan = try Developer()(pale, Quad(x: 50, y: 50, width: 200, height: 200))
    #expect(Levels(endsIn: scan.before[0], clip: 1) == Levels(low: 120, high: 220))
  }

  @Test func `none leaves pixels untouched`() throws {
    var developer = Developer()
    developer.whiteBalance = .none
    let photo = Self.plain
    let scan = try developer(photo, Quad(x: 0, y: 0, width: 420, height: 460))
    var lumas: [UInt8] = []
    for k in stride(from: 0, to: scan.picture.samples.count, by: 3) {
      let (r, g, b) = (
        Double(scan.picture.samples[k]), Double(scan.picture.samples[k + 1]), Double(scan.picture.samples[k + 2])
      )
      lumas.append(UInt8((0.299 * r + 0.587 * g + 0.114 * b).rounded()))
    }
    #expect((scan.width, scan.height) == (420, 460))
    #expect(zip(lumas, photo.luma.samples).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(scan.before == scan.after)
  }

  @Test(arguments: [(1.0, 0.85, 0.55), (0.75, 0.9, 1.0), (0.9, 1.0, 0.88)])
  func `a white frame under coloured light comes out neutral`(r: Double, g: Double, b: Double) throws {
    var developer = Developer()
    developer.whiteBalance = .frame
    let scan = try developer(Self.photo(cast: (r, g, b)), Self.quad, film: Self.polaroid)
    #expect(scan.frame?.kind == .white)
    for place in [(0.025, 0.5), (0.975, 0.5), (0.5, 0.9), (0.5, 0.025)] {
      let colour = Self.pixel(scan, place.0, place.1)
      #expect((colour.max() ?? 0) - (colour.min() ?? 0) <= 3, "\(colour)")
    }
  }

  @Test(
    arguments: [(RGB, Frame.Kind)]([
      ((25, 24, 26), .black), ((210, 70, 110), .coloured), ((120, 90, 220), .coloured),
    ]))
  func `other frames are not turned white`(frame: RGB, kind: Frame.Kind) throws {
    var developer = Developer()
    developer.whiteBalance = .frame
    let scan = try developer(Self.photo(frame: frame), Self.quad, film: Self.polaroid)
    #expect(scan.frame?.kind == kind)
    let expected = [frame.r, frame.g, frame.b].map { $0 / max(frame.r, frame.g, frame.b) }
    let colour = Self.pixel(scan, 0.5, 0.9)
    if kind == .black {
      #expect((colour.max() ?? 255) < 60)
    } else {
      let largest = Double(colour.max() ?? 1)
      #expect(zip(colour, expected).allSatisfy { abs(Double($0) / largest - $1) < 0.2 }, "\(colour)")
    }
  }

  @Test func `grey photos stay grey`() throws {
    var photo = Self.plain
    photo.chroma = nil
    for balance in WhiteBalance.allCases {
      var developer = Developer()
      developer.whiteBalance = balance
      let picture = try developer(photo, Self.quad, film: Self.polaroid).picture
      let red = Self.channel(0, of: picture)
      #expect(Self.channel(1, of: picture) == red && Self.channel(2, of: picture) == red)
    }
  }

  // MARK: Strips

  @Test(arguments: [Crop.print, .picture]) func `any strips make the same scan`(crop: Crop) throws {
    var developer = Developer()
    developer.crop = crop
    let development = try developer.prepare(Self.plain, Self.quad, film: Self.polaroid)
    let whole = development.scan(of: [development.strip(rows: 0..<development.height)])
    let cuts = [0, 7, development.height / 2, development.height - 1, development.height]
    let strips = zip(cuts, cuts.dropFirst()).reversed().map { development.strip(rows: $0..<$1) }
    let joined = development.scan(of: strips.reversed())
    #expect(joined.picture == whole.picture)
    #expect(joined.before == whole.before && joined.after == whole.after)
    #expect(joined.sharpness == whole.sharpness)
  }
}
