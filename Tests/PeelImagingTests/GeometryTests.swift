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
    // Diagonals cross where diagonals cross.
    let diagonals = (
      try #require(Line(through: Self.tilted[.topLeft], Self.tilted[.bottomRight])),
      try #require(Line(through: Self.tilted[.topRight], Self.tilted[.bottomLeft]))
    )
    let crossing = try #require(diagonals.0.crossing(diagonals.1))
    #expect(map(Point(44, 53.5)).distance(to: crossing) < 1e-9)
  }

  @Test func `after goes first through its argument`() throws {
    let map = try #require(Homography(unitSquareTo: Self.tilted))
    let twice = Homography(scale: Point(2, 3), offset: Point(5, 7))
    let p = Point(0.3, 0.8)
    #expect(map.after(twice)(p) == map(twice(p)))
    #expect(twice.after(map)(p).distance(to: twice(map(p))) < 1e-12)
    #expect(Homography.identity(p) == p)
    let inverse = try #require(map.inverse)
    #expect(map.after(inverse)(Point(70, 70)).distance(to: Point(70, 70)) < 1e-9)
  }

  @Test func `no map where three corners lie on a line`() {
    #expect(Homography(unitSquareTo: Quad(Point(0, 0), Point(5, 0), Point(10, 0), Point(0, 10))) == nil)
    #expect(Homography(unitSquareTo: Quad(Point(1, 1), Point(1, 1), Point(1, 1), Point(1, 1))) == nil)
    #expect(Homography(rectangleOf: 0, 5, to: Self.tilted) == nil)
    #expect(Homography(1, 2, 3, 2, 4, 6, 0, 0, 1).inverse == nil)
  }

  @Test func `the longest step lies at the near end`() throws {
    // The lower side is twice the upper: the print comes towards the camera.
    let map = try #require(
      Homography(rectangleOf: 100, 100, to: Quad(Point(50, 0), Point(150, 0), Point(200, 150), Point(0, 150))))
    let step = map.largestStep(width: 100, height: 100)
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
    #expect(quad.contains(quad.center) && !quad.contains(Point(0, 0)))
  }

  @Test func `lines know their sides and crossings`() throws {
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
      #expect(line.distance(to: Self.tilted.center) > 0)
    }
  }

  @Test func `rectangles turn with their whole`() {
    let picture = Rectangle(x: 4, y: 6, width: 79, height: 70)
    #expect(picture.turned(quarters: 1, within: (88, 107)) == Rectangle(x: 31, y: 4, width: 70, height: 79))
    #expect(picture.turned(quarters: 2, within: (88, 107)) == Rectangle(x: 5, y: 31, width: 79, height: 70))
    #expect(picture.turned(quarters: -1, within: (88, 107)) == Rectangle(x: 6, y: 5, width: 70, height: 79))
    var back = picture
    var size = (width: 88.0, height: 107.0)
    for _ in 0..<4 {
      back = back.turned(quarters: 1, within: size)
      size = (size.height, size.width)
    }
    #expect(back == picture)
  }
}
