import PeelRandomNumbers
import Testing

@testable import PeelImaging

/// Prints that curl come out flat.
struct CurlTests {
  /// Seen from 30° beside the normal.
  private static let quad = Quad(Point(165, 120), Point(595, 150), Point(620, 505), Point(140, 550))
  private static let size = (width: 800, height: 650)
  private static let focalLength = 750.0

  private static let curls = [
    Curl(.across, bow: 0.12, skew: 0), Curl(.across, bow: -0.09, skew: 0.05), Curl(.down, bow: 0.15, skew: -0.06),
    Curl(.down, bow: -0.1, skew: 0),
  ]

  private static func pose(_ quad: Quad) throws -> Pose {
    try #require(Pose(quad: quad, photoSize: size, focalLength: focalLength))
  }

  private static func sheet(_ curl: Curl, _ quad: Quad = quad) throws -> CurledSheet {
    try #require(
      CurledSheet(
        quad, curl, ratio: try pose(quad).ratio, focalLength: focalLength,
        centre: Point(Double(size.width) / 2, Double(size.height) / 2)))
  }

  /// The photo's point at a place of the flat print.
  private static func point(_ sheet: CurledSheet, _ flat: Point) -> Point {
    let way = CurledWay(sheet.curl)
    return sheet.raised(
      sheet.curl.direction == .across
        ? Point(way.fraction(flat.x), flat.y) : Point(flat.x, way.fraction(flat.y)))
  }

  @Test(arguments: curls) func `corners and straight sides stay where they are`(curl: Curl) throws {
    let sheet = try Self.sheet(curl)
    for (place, corner) in zip([Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)], Self.quad.corners) {
      #expect(Self.point(sheet, place).distance(to: corner) < 1e-6)
    }
    let way = CurledWay(curl)
    #expect(way.growth > 1.0005)
    // Even steps on the print are even steps along its curved way.
    let steps = (0...100).map { way.fraction(Double($0) / 100) }
    let lengths = zip(steps, steps.dropFirst()).map { a, b in
      let rise = curl.height(b) - curl.height(a)
      return ((b - a) * (b - a) + rise * rise).squareRoot()
    }
    for length in lengths { #expect(abs(length - way.growth / 100) < 1e-5) }
  }

  @Test(arguments: curls) func `a turned quad has the turned curl`(curl: Curl) throws {
    let sheet = try Self.sheet(curl)
    for turns in QuarterTurns.allCases {
      let turned = try Self.sheet(curl.turned(by: turns), Self.quad.turned(by: turns))
      for place in [Point(0.2, 0.3), Point(0.5, 0.9), Point(0.7, 0.1)] {
        // The place as the turned print names it.
        let named =
          switch turns.quarters {
          case 0: place
          case 1: Point(place.y, 1 - place.x)
          case 2: Point(1 - place.x, 1 - place.y)
          case _: Point(1 - place.y, place.x)
          }
        #expect(Self.point(turned, named).distance(to: Self.point(sheet, place)) < 0.01)
      }
    }
  }

  @Test(arguments: curls) func `each part of a scan's map is off by 1⁄200 of a pixel at most`(curl: Curl) throws {
    let shape = try PrintShape(
      Self.quad, in: Self.photo(nil), film: nil, isUpright: true, curl: curl, limits: Developer.Limits())
    let sheet = try #require(shape.sheet)
    for turns in QuarterTurns.allCases {
      let part = Rectangle(x: 50, y: 80, width: 500, height: 350)
      let grid = PrintGrid(whole: (600, 500), part: part, size: (1000, 700), turns: turns)
      let map = try grid.map(to: shape)
      #expect((2...12).contains(map.parts.count))
      for y in stride(from: 0.5, to: Double(grid.height), by: 60) {
        for x in stride(from: 0.5, to: Double(grid.width), by: 60) {
          let along = map.axis == .x ? x : y
          let own = try #require(map.parts.first { along < $0.end })
          // The place in the part before it is turned.
          let p =
            switch turns.quarters {
            case 0: Point(x / 1000, y / 700)
            case 1: Point(y / 1000, 1 - x / 700)
            case 2: Point(1 - x / 1000, 1 - y / 700)
            case _: Point(1 - y / 1000, x / 700)
            }
          let flat = Point((50 + 500 * p.x) / 600, (80 + 350 * p.y) / 500)
          #expect(own.map(Point(x, y)).distance(to: Self.point(sheet, flat)) < 1.0 / 200)
        }
      }
    }
  }

  /// White with a dark border line, and a grid in the picture: the sides and the lines within are to be straight.
  private static func level(_ p: Point) -> Double {
    guard p.x > 0, p.y > 0, p.x < 1, p.y < 1 else { return 70 }
    guard p.x > 0.08, p.y > 0.08, p.x < 0.92, p.y < 0.8 else { return 225 }
    let cell = (Int(p.x * 12) + Int(p.y * 10)) % 2
    return cell == 0 ? 60 : 150
  }

  /// The print in a photo, curled as given; nil for flat.
  private static func photo(_ sheet: CurledSheet?) -> Photo {
    var random = RandomNumbers(seed: 7)
    guard let back = Homography(unitSquareTo: quad)?.inverse else {
      return Photo(luma: Plane(width: 8, height: 8, filledWith: 0))
    }
    let lengths = sheet.map { sheet in (0...400).map { CurledWay(sheet.curl).fraction(Double($0) / 400) } } ?? []
    /// The flat print's place at the photo's point.
    func place(_ p: Point) -> Point {
      guard let sheet else { return back(p) }
      var m = back(p)
      for _ in 0..<6 { m = back(p - (sheet.raised(m) - sheet.plane(m))) }
      func length(_ t: Double) -> Double {
        guard t > 0, t < 1 else { return t }
        let k = max(0, (lengths.firstIndex { $0 > t } ?? 400) - 1)
        return (Double(k) + (t - lengths[k]) / (lengths[k + 1] - lengths[k])) / 400
      }
      return sheet.curl.direction == .across ? Point(length(m.x), m.y) : Point(m.x, length(m.y))
    }
    return Photo(
      luma: Plane(width: size.width, height: size.height) { y, row in
        for x in 0..<size.width {
          var sum = 0.0
          for k in [0.25, 0.75] { sum += level(place(Point(Double(x) + k, Double(y) + k))) }
          row.append(UInt8(min(255, max(0, sum / 2 + Double.random(in: -2...2, using: &random)))))
        }
      }, focalLength: focalLength)
  }

  @Test(arguments: curls) func `a curled print is found and comes out straight`(curl: Curl) throws {
    let photo = Self.photo(try Self.sheet(curl))
    let print = try #require(Detector().detect(in: photo).prints.first)
    let turns = try #require(
      QuarterTurns.allCases.first { turns in
        print.quad.turned(by: turns).isNear(Self.quad, within: 12)
      })
    let found = try #require(print.curl).turned(by: turns)
    #expect(found.direction == curl.direction)
    #expect(abs(found.bow - curl.bow) < 0.012)
    #expect(abs(found.skew - curl.skew) < 0.02)
    #expect(print.quad.turned(by: turns).isNear(Self.quad, within: 1))
    var developer = Developer()
    developer.whiteBalance = .none
    func difference(_ curl: Curl?) throws -> Double {
      let scan = try developer(photo, print.quad.turned(by: turns), isUpright: true, curl: curl)
      let (picture, width) = (scan.picture, scan.picture.width)
      var sum = 0.0
      for y in 0..<picture.height {
        for x in 0..<width {
          let level = Self.level(Point((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(picture.height)))
          sum += abs(Double(picture.samples[3 * (y * width + x)]) - level)
        }
      }
      return sum / Double(width * picture.height)
    }
    let (curled, flat) = (try difference(found), try difference(nil))
    #expect(curled < 6)
    #expect(curled < 0.5 * flat)
  }

  @Test func `a flat print is flat`() throws {
    let print = try #require(Detector().detect(in: Self.photo(nil)).prints.first)
    #expect(print.curl == nil)
  }

  /// A lens that bends all four sides outward, or inward, curls nothing.
  @Test(arguments: [-0.05, -0.02, 0.02, 0.03, 0.06, 0.1]) func `what a lens bends is no curl`(bend: Double) throws {
    let photo = Self.photo(nil)
    let (centre, radius) = (Point(400, 325), 400.0)
    let bent = Photo(
      luma: Plane(width: photo.width, height: photo.height) { y, row in
        for x in 0..<photo.width {
          let d = Point(Double(x) + 0.5, Double(y) + 0.5) - centre
          let p = centre + (1 + bend * d.dot(d) / (radius * radius)) * d
          row.append(photo.luma[min(photo.width - 1, max(0, Int(p.x))), min(photo.height - 1, max(0, Int(p.y)))])
        }
      }, focalLength: Self.focalLength)
    let print = try #require(Detector().detect(in: bent).prints.first)
    #expect(print.curl == nil)
  }

  @Test func `curls are looked for only if they are wanted`() throws {
    var detector = Detector()
    detector.parameters.findsCurl = false
    let print = try #require(detector.detect(in: Self.photo(try Self.sheet(Self.curls[0]))).prints.first)
    #expect(print.curl == nil)
  }

  /// A print that bends up in one half and down in the other.
  @Test func `an S is fitted from its corners`() throws {
    let curl = Curl(.across, bow: 0.01, skew: 0.16)
    let found = try #require(
      Detector().curl(of: Print(quad: Self.quad, confidence: 1, isUpright: true), in: Self.photo(try Self.sheet(curl))))
    #expect(found.direction == .across)
    #expect(abs(found.bow - curl.bow) < 0.02)
    #expect(abs(found.skew - curl.skew) < 0.03)
  }

  /// Each half of the print is bent about another axis.
  @Test func `a print that is bent otherwise needs review`() throws {
    let photo = Self.photo(nil)
    let bent = Photo(
      luma: Plane(width: photo.width, height: photo.height) { y, row in
        for x in 0..<photo.width {
          // The top bows up and the bottom, too, but thrice as far; left and right bow outward.
          let (u, v) = (Double(x - 150) / 460, Double(y - 130) / 400)
          let p = Point(
            Double(x) + 50 * (u - 0.5) * v * (1 - v), Double(y) + (30 + 60 * v) * u * (1 - u) * (v < 0.5 ? 1 : -1))
          row.append(photo.luma[min(photo.width - 1, max(0, Int(p.x))), min(photo.height - 1, max(0, Int(p.y)))])
        }
      }, focalLength: Self.focalLength)
    let detection = Detector().detect(in: bent)
    let print = try #require(detection.prints.first)
    #expect(print.curl == nil)
    #expect(print.isBent)
    #expect(print.confidence < Detection.sureConfidence)
    #expect(detection.verdict == .review)
  }

  @Test(arguments: curls) func `a corner moved by hand keeps the curl`(curl: Curl) throws {
    let photo = Self.photo(try Self.sheet(curl))
    var print = Print(quad: Self.quad, confidence: 1, isUpright: true)
    print.quad[.topLeft] = print.quad[.topLeft] + Point(2, -2)
    let found = try #require(Detector().curl(of: print, in: photo))
    #expect(found.direction == curl.direction)
    #expect(abs(found.bow - curl.bow) < 0.012)
    #expect(abs(found.skew - curl.skew) < 0.02)
  }

  @Test(arguments: curls + [Curl(.across, bow: 0.01, skew: 0.16)])
  func `a curled print is snapped to its curved sides`(curl: Curl) throws {
    let photo = Self.photo(try Self.sheet(curl))
    var print = Print(quad: Self.quad, confidence: 1, isUpright: true, curl: curl)
    for corner in Quad.Corner.allCases { print.quad[corner] = print.quad[corner] + Point(4, -3) }
    let snapped = try #require(Detector().snapped(print, Set(Quad.Side.allCases), in: photo))
    #expect(snapped.isNear(Self.quad, within: 1))
    let one = try #require(Detector().snapped(print, [.top], in: photo))
    #expect(one[.bottomLeft].distance(to: print.quad[.bottomLeft]) < 1e-6)
    #expect(one[.topLeft].distance(to: Self.quad[.topLeft]) < 6)
  }

  /// So far away that the curl finds no edges, and only sides that may be arched do.
  @Test(arguments: curls) func `a corner far away is snapped back`(curl: Curl) throws {
    let photo = Self.photo(try Self.sheet(curl))
    var print = Print(quad: Self.quad, confidence: 1, isUpright: true, curl: curl)
    print.quad[.topLeft] = print.quad[.topLeft] + Point(0, 14)
    let snapped = try #require(Detector().snapped(print, Set(Quad.Side.allCases), in: photo))
    #expect(snapped.isNear(Self.quad, within: 1.5))
  }

  @Test(arguments: curls) func `a followed print settles on its curved sides`(curl: Curl) throws {
    let photo = Self.photo(try Self.sheet(curl))
    let quad = Self.quad.map { $0 + Point(2, -1.5) }
    let settled = photo.settled(Print(quad: quad, confidence: 1, isUpright: true, curl: curl), reach: 4)
    #expect(settled.quad.isNear(Self.quad, within: 1))
    #expect(abs((settled.curl?.bow ?? 9) - curl.bow) < 0.012)
  }

  /// By the photo's focal length the print is so near that it would rise up to the camera.
  @Test func `a print that would reach the camera gives no picture`() throws {
    let near = Quad(Point(309, 127), Point(1433, -187), Point(779, 602), Point(346, 499))
    var photo = Self.photo(nil)
    photo.focalLength = 56
    func shape(_ curl: Curl?) throws -> PrintShape {
      try PrintShape(near, in: photo, film: nil, isUpright: true, curl: curl, limits: Developer.Limits())
    }
    #expect(try shape(nil).sheet == nil)
    #expect(try shape(Curl(.across, bow: 0.05, skew: 0)).sheet != nil)
    #expect(throws: DevelopmentError.self) { try shape(Curl(.across, bow: 0.4, skew: 0)) }
  }

  @Test func `a curl is at most a tenth high`() {
    for curl in [Curl(.across, bow: 0.4, skew: 0), Curl(.down, bow: -0.3, skew: 0.3), Curl(.down, bow: 0, skew: 0.9)] {
      #expect(curl.isOfSheet)
    }
    for curl in [
      Curl(.across, bow: 0.4, skew: -0.4), Curl(.down, bow: 0.41, skew: 0), Curl(.across, bow: .nan, skew: 0),
      Curl(.across, bow: 0, skew: -.infinity),
    ] { #expect(!curl.isOfSheet) }
  }

  @Test(arguments: curls) func `an outline follows the curved sides`(curl: Curl) throws {
    let photo = Self.photo(nil)
    let print = Print(quad: Self.quad, confidence: 1, isUpright: true, curl: curl)
    let sheet = try Self.sheet(curl)
    for (side, points) in zip(Quad.Side.allCases, print.sides(in: photo)) {
      let isCurved = (side == .top || side == .bottom) == (curl.direction == .across)
      #expect(points.count == (isCurved ? 17 : 2))
      #expect(points.first?.distance(to: Self.quad[side].from) ?? 9 < 1e-6)
      #expect(points.last?.distance(to: Self.quad[side].to) ?? 9 < 1e-6)
      if isCurved { #expect(points[8].distance(to: sheet.point(on: side, 0.5)) < 1e-6) }
    }
    var flat = print
    flat.curl = nil
    #expect(flat.sides(in: photo).map(\.count) == [2, 2, 2, 2])
  }
}
