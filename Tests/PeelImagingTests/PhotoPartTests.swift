import PeelImaging
import Testing

@Suite struct PhotoPartTests {
  /// A photo of which each sample tells its place.
  private static func photo(_ width: Int, _ height: Int, scale: (x: Int, y: Int), origin: (x: Int, y: Int)) -> Photo {
    func plane(_ width: Int, _ height: Int, _ value: @escaping (Int, Int) -> Int) -> Plane<UInt8> {
      Plane(width: width, height: height) { y, row in
        for x in 0..<width { row.append(UInt8(truncatingIfNeeded: value(x, y))) }
      }
    }
    let across = (width - origin.x + scale.x - 1) / scale.x
    let down = (height - origin.y + scale.y - 1) / scale.y
    return Photo(
      luma: plane(width, height) { 7 * $0 + 31 * $1 },
      chroma: Chroma(
        blue: plane(across, down) { 3 * $0 + 11 * $1 }, red: plane(across, down) { 5 * $0 + 13 * $1 }, scale: scale,
        origin: origin))
  }

  @Test(
    arguments: [(1, 0), (2, 0), (2, -1), (4, 0), (4, -3)],
    [Point(50, 40), Point(0, 0), Point(100, 80), Point(-9, .nan)])
  func aPartHasThePhotosSamples(_ grid: (scale: Int, origin: Int), _ point: Point) throws {
    let (scale, origin) = ((x: grid.scale, y: grid.scale), (x: grid.origin, y: grid.origin))
    let photo = Self.photo(100, 80, scale: scale, origin: origin)
    let part = photo.part(around: point, width: 30, height: 20)
    #expect(abs(part.photo.width - 30) <= scale.x && abs(part.photo.height - 20) <= scale.y)
    let chroma = try #require(photo.chroma)
    let cut = try #require(part.photo.chroma)
    #expect(cut.blue.width * scale.x == part.photo.width && cut.blue.height * scale.y == part.photo.height)
    let (left, top) = (Int(point.x - part.point.x), point.y.isNaN ? 0 : Int(point.y - part.point.y))
    guard !point.y.isNaN else { return }
    for y in 0..<part.photo.height {
      for x in 0..<part.photo.width {
        #expect(part.photo.luma[x, y] == photo.luma[left + x, top + y])
        let (column, row) = ((left + x - origin.x) / scale.x, (top + y - origin.y) / scale.y)
        #expect(cut.blue[x / scale.x, y / scale.y] == chroma.blue[column, row])
        #expect(cut.red[x / scale.x, y / scale.y] == chroma.red[column, row])
      }
    }
  }

  @Test func aSmallPhotoIsWhole() {
    let photo = Self.photo(8, 6, scale: (2, 2), origin: (0, 0))
    let part = photo.part(around: Point(3, 2), width: 100, height: 100)
    #expect(part.photo.luma == photo.luma && part.point == Point(3, 2))
  }
}
