import Testing

@testable import PeelImaging

@Suite struct GeometryTests {
  static let tilted = Quad(Point(30, 20), Point(140, 33), Point(128, 131), Point(21, 117))

  @Test func `corners map to corners and back`() throws {
    let map = try #require(Homography(rectangleOf: 88, 107, to: Self.tilted))
    let back = try #require(map.inverse)
    for (from, to) in zip(Quad(x: 0, y: 0, width: 88, height: 107).corners, Self.tilted.corners) {
      #expect(map(from).distance(to: to) < 1e-9)
      #expect(back(to).distance(to: from) < 1e-9)
    }
    // Diagonals map to diagonals, and so do their crossings.
    let diagonals = (
      try #require(Line(through: Self.tilted[.topLeft], Self.tilted[.bottomRight])),
      try #require(Line(through: Self.tilted[.topRight], Self.tilted[.bottomLeft]))
    )
    let crossing = try #require(diagonals.0.crossing(diagonals.1))
    #expect(map(Point(44, 53.5)).distance(to: crossing) < 1e-9)
  }

  @Test func `after applies its argument first`() throws {
    let map = try #require(Homography(unitSquareTo: Self.tilted))
    let twice = Homography(scale: Point(2, 3), offset: Point(5, 7))
    let p = Point(0.3, 0.8)
    #expect(map.after(twice)(p) == map(twice(p)))
    #expect(twice.after(map)(p).distance(to: twice(map(p))) < 1e-12)
    #expect(Homography.identity(p) == p)
    let inverse = try #require(map.inverse)
    #expect(map.after(inverse)(Point(70, 70)).distance(to: Point(70, 70)) < 1e-9)
  }

  @Test func `no map exists if three corners lie on a line`() {
    #expect(Homography(unitSquareTo: Quad(Point(0, 0), Point(5, 0), Point(10, 0), Point(0, 10))) == nil)
    #expect(Homography(unitSquareTo: Quad(Point(1, 1), Point(1, 1), Point(1, 1), Point(1, 1))) == nil)
    #expect(Homography(rectangleOf: 0, 5, to: Self.tilted) == nil)
    #expect(Homography(1, 2, 3, 2, 4, 6, 0, 0, 1).inverse == nil)
  }

  @Test func `the longest step lies at the near end`() throws {
    // The lower side is twice as long as the upper: the print comes towards the camera.
    let map = try #require(
      Homography(rectangleOf: 100, 100, to: Quad(Point(50, 0), Point(150, 0), Point(200, 150), Point(0, 150))))
    let step = ScanMap(map).largestStep(width: 100, height: 100)
    #expect(abs(step.x - 2) < 1e-9)
    let bit = (map(Point(0, 100)) - map(Point(0, 99.999))).length / 0.001
    #expect(abs(step.y - bit) < 1e-3)
  }

  @Test(
    arguments: [(Quad, Double, Bool)]([
      (Quad(x: 0, y: 0, width: 10, height: 20), 200, true),
      (Quad(Point(0, 0), Point(0, 20), Point(10, 20), Point(10, 0)), -200, false),
      (Quad(Point(0, 0), Point(10, 10), Point(10, 0), Point(0, 10)), 0, false),
      (Quad(Point(0, 0), Point(10, 0), Point(2, 2), Point(0, 10)), 20, false),
    ]))
  func `area and convexity`(quad: Quad, area: Double, isConvex: Bool) {
    #expect(quad.area == area)
    #expect(quad.isConvex == isConvex)
  }

  @Test(
    arguments: [(Quad, Double)]([
      (Quad(x: 5, y: 5, width: 10, height: 10), 25.0 / 175),
      (Quad(x: 0, y: 0, width: 10, height: 10), 1),
      (Quad(x: 10, y: 0, width: 10, height: 10), 0),
      (Quad(x: 2, y: 2, width: 5, height: 5), 0.25),
      // A diamond around the square: it covers twice the area.
      (Quad(Point(5, -5), Point(15, 5), Point(5, 15), Point(-5, 5)), 0.5),
      (Quad(x: 0, y: 0, width: 10, height: 10).turned(by: 3), 1),
    ]))
  func `shared area over covered area`(other: Quad, expected: Double) {
    let square = Quad(x: 0, y: 0, width: 10, height: 10)
    #expect(abs(square.intersectionOverUnion(other) - expected) < 1e-12)
    #expect(abs(other.intersectionOverUnion(square) - expected) < 1e-12)
  }

  @Test func `turning renames the corners`() {
    let quad = Self.tilted
    #expect(quad.turned(by: 1)[.topLeft] == quad[.topRight])
    #expect(quad.turned(by: -1)[.topLeft] == quad[.bottomLeft])
    #expect(quad.turned(by: 4) == quad)
    #expect(quad.turned(by: 1).length(of: .top) == quad.length(of: .right))
    #expect(Quad([Point(0, 0)]) == nil)
    #expect(quad.contains(quad.centre) && !quad.contains(Point(0, 0)))
  }

  @Test func `lines have sides and crossings`() throws {
    let horizontal = try #require(Line(through: Point(0, 3), Point(10, 3)))
    let vertical = try #require(Line(through: Point(4, 0), Point(4, 9)))
    #expect(horizontal.distance(to: Point(5, 8)) == 5)
    #expect(horizontal.distance(to: Point(-5, 1)) == -2)
    #expect(horizontal.crossing(vertical) == Point(4, 3))
    #expect(vertical.crossing(horizontal) == Point(4, 3))
    #expect(horizontal.crossing(try #require(Line(through: Point(0, 9), Point(1, 9)))) == nil)
    #expect(Line(through: Point(2, 2), Point(2, 2)) == nil)
    // The inside of a clockwise quad is on each side's positive side.
    for side in Quad.Side.allCases {
      let line = try #require(Line(through: Self.tilted[side].from, Self.tilted[side].to))
      #expect(line.distance(to: Self.tilted.centre) > 0)
    }
  }

  @Test func `rectangles turn with their picture`() {
    let picture = Rectangle(x: 4, y: 6, width: 79, height: 70)
    #expect(picture.turned(by: 1, within: (88, 107)) == Rectangle(x: 31, y: 4, width: 70, height: 79))
    #expect(picture.turned(by: 2, within: (88, 107)) == Rectangle(x: 5, y: 31, width: 79, height: 70))
    #expect(picture.turned(by: -1, within: (88, 107)) == Rectangle(x: 6, y: 5, width: 70, height: 79))
    var back = picture
    var size = (width: 88.0, height: 107.0)
    for _ in 0..<4 {
      back = back.turned(by: 1, within: size)
      size = (size.height, size.width)
    }
    #expect(back == picture)
  }

  @Test(arguments: [(0, 0), (3, 3), (4, 0), (-1, 3), (-6, 2), (9, 1)])
  func `quarter turns wrap around`(number: Int, quarters: Int) {
    let turns = QuarterTurns(number)
    #expect(turns.quarters == quarters && turns.degrees == 90 * quarters)
    #expect(turns + -turns == 0)
    #expect(turns.swapsSides == (quarters == 1 || quarters == 3))
  }

  @Test(arguments: QuarterTurns.allCases) func `planes, rectangles and maps turn alike`(turns: QuarterTurns) {
    let plane = Plane<UInt8>(width: 3, height: 2, samples: [1, 2, 3, 4, 5, 6])
    let turned = plane.turned(by: turns)
    #expect((turned.width, turned.height) == (turns.swapsSides ? (2, 3) : (3, 2)))
    #expect(turned.turned(by: -turns) == plane)
    let back = Homography.identity.turned(by: turns, width: 3, height: 2)
    for y in 0..<turned.height {
      for x in 0..<turned.width {
        let p = back(Point(Double(x) + 0.5, Double(y) + 0.5))
        #expect(turned[x, y] == plane[Int(p.x), Int(p.y)])
        let pixel = Rectangle(x: p.x - 0.5, y: p.y - 0.5, width: 1, height: 1)
        #expect(pixel.turned(by: turns, within: (3, 2)) == Rectangle(x: Double(x), y: Double(y), width: 1, height: 1))
      }
    }
  }

  @Test func `rectangles keep their edges exactly`() {
    let quad = Quad(Point(0.1, 0.7), Point(5, 0.2), Point(4.9, 7.3), Point(0.3, 6.1))
    let box = Rectangle(around: quad)
    #expect((box.minX, box.minY, box.maxX, box.maxY) == (0.1, 0.2, 5, 7.3))
    #expect(box.outset(by: 1) == Rectangle(minX: 0.1 - 1, minY: 0.2 - 1, maxX: 6, maxY: 7.3 + 1))
    #expect(box.intersectionOverUnion(box) == 1)
    #expect(box.intersectionOverUnion(Rectangle(x: 9, y: 0, width: 4, height: 4)) == 0)
  }
}
