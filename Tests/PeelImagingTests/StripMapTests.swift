import Testing

@testable import PeelImaging

@Suite struct StripMapTests {
  /// Arched in either coordinate, and one whose rows leave the photo and enter it again.
  private static let maps = [
    StripMap(
      Homography(0.9, 0.1, -1, -0.15, 1.1, 20, 0.0006, 0.0004, 1), .x, square: SIMD3(0.004, -0.003, 0.00002)),
    StripMap(
      Homography(0.9, 0.1, -4, -0.15, 1.1, 20, 0.0006, 0.0004, 1), .y, square: SIMD3(0.004, -0.003, 0.00002)),
    StripMap(Homography(-0.3, 0.1, 2, 0.2, 1.1, 20, 0.0006, 0.0004, 1), .x, square: SIMD3(0.006, 0.001, -0.00002)),
  ]
  private static let strip = Quad(x: 0, y: 0, width: 80, height: 60)

  private static func pixels() -> [Point] {
    (0..<60).flatMap { y in (0..<80).map { Point(Double($0) + 0.5, Double(y) + 0.5) } }
  }

  @Test(arguments: maps) func `a box holds the strip, and little more`(map: StripMap) {
    let box = map.box(of: Self.strip)
    let places = Rectangle(
      around: (0...600).flatMap { y in
        (0...800).map { map(Point(Double($0) / 10, Double(y) / 10)) }
      })
    #expect(box.minX <= places.minX + 1e-9 && box.maxX >= places.maxX - 1e-9)
    #expect(box.minY <= places.minY + 1e-9 && box.maxY >= places.maxY - 1e-9)
    #expect(box.area < 1.4 * places.area)
  }

  @Test(arguments: maps) func `maps applied before and after`(map: StripMap) {
    let after = Homography(1, 0.2, 3, -0.1, 2, 1, 0.001, 0.002, 1)
    let whole = map.scaled(by: (2, 3)).followed(by: after)
    #expect(whole(Point(5, 7)).distance(to: after(map(Point(10, 21)))) < 1e-9)
  }

  @Test(arguments: maps) func `a row's pixels are where the map says`(map: StripMap) {
    for pixel in Self.pixels() where pixel.x > 40 {
      let start = Point(40.5, pixel.y)
      let (tangent, square, k) = (map.tangent(at: start), map.rowSquare, pixel.x - start.x)
      let w = tangent.g * pixel.x + tangent.h * pixel.y + tangent.i + square.z * k * k
      let x = (tangent.a * pixel.x + tangent.b * pixel.y + tangent.c + square.x * k * k) / w
      #expect(abs(x - map(pixel).x) < 1e-9)
    }
  }

  @Test(arguments: maps) func `pixels in the photo are those whose centres the map puts there`(map: StripMap) {
    let photo = (width: 60.0, height: 70.0)
    let edges = map.edges(of: photo, over: Self.strip)
    let inside = Self.pixels().filter { map($0).x >= 0 && map($0).x <= 60 && map($0).y >= 0 && map($0).y <= 70 }
    #expect(Self.pixels().filter { pixel in edges.allSatisfy { $0.isInside(pixel) } } == inside)
    for y in 0..<60 {
      let row = inside.filter { $0.y == Double(y) + 0.5 }.map(\.x)
      let crossings = edges.flatMap { $0.crossings(row: Double(y) + 0.5) }
      for (x, next) in zip(row, row.dropFirst()) where next > x + 1 {
        #expect(crossings.contains { $0 > x && $0 < x + 1 } && crossings.contains { $0 > next - 1 && $0 < next })
      }
    }
  }

  @Test func `a row leaves the photo and enters it again`() {
    let crossings = Self.maps[2].edges(of: (60, 70), over: Self.strip).flatMap { $0.crossings(row: 0.5) }
    #expect(crossings.filter { $0 > 0 && $0 < 80 }.count == 2)
  }
}
