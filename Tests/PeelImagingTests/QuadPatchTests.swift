import Testing

@testable import PeelImaging

@Suite struct QuadPatchTests {
  /// A white quad on grey ground, turned and tilted, with one bluish corner.
  private static let quad = Quad(Point(120, 80), Point(420, 110), Point(400, 330), Point(90, 300))

  private static func source(of quad: Quad, width: Int = 500, height: Int = 400) throws -> PatchSource {
    let map = try #require(Homography(unitSquareTo: quad)?.inverse)
    func plane(inside: UInt8, outside: UInt8, corner: UInt8) -> Plane<UInt8> {
      Plane(width: width, height: height) { y, output in
        for x in 0..<width {
          let p = map(Point(Double(x) + 0.5, Double(y) + 0.5))
          let isInside = (0..<1).contains(p.x) && (0..<1).contains(p.y)
          output.append(isInside ? (p.x < 0.5 && p.y < 0.5 ? corner : inside) : outside)
        }
      }
    }
    let luma = plane(inside: 220, outside: 90, corner: 220)
    let blue = plane(inside: 128, outside: 128, corner: 160)
    let red = plane(inside: 128, outside: 128, corner: 128)
    let photo = Photo(luma: luma, chroma: Chroma(blue: blue, red: red, scale: (1, 1), origin: (0, 0)))
    let planes = ReducedPlanes(photo, longSide: 640)
    return PatchSource(planes, ColourGrid(planes), PhotoBorder(width: Double(width), height: Double(height)))
  }

  private static func colour(_ patch: QuadPatch, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * QuadPatch.side + x) * QuadPatch.colours
    return Array(patch.levels[start..<start + QuadPatch.colours])
  }

  /// The quad takes the middle half of the patch, with its first corner at the top left.
  @Test(arguments: [1.0, 0.3, 0.1])
  func aPatchShowsTheQuadFlatWithAMargin(_ scale: Double) throws {
    let quad = Self.quad.map { scale * $0 }
    let patch = try #require(try Self.source(of: quad).patch(of: quad))
    #expect(patch.levels.count == 64 * 64 * 3)
    for (x, y) in [(4, 4), (32, 6), (58, 32), (4, 60)] { #expect(Self.colour(patch, x, y) == [90, 128, 128]) }
    for (x, y) in [(42, 22), (42, 42), (22, 42)] { #expect(Self.colour(patch, x, y) == [220, 128, 128]) }
    #expect(Self.colour(patch, 22, 22) == [220, 160, 128])
    // A quarter of the patch is margin. An edge lies within two samples of where it should.
    #expect(Self.colour(patch, 32, 13)[0] == 90)
    #expect(Self.colour(patch, 32, 18)[0] == 220)
  }

  /// Beyond the photo, a patch repeats the border. Quads out of view give no patch, or any, but no crash.
  @Test func quadsBeyondThePhotoAreRead() throws {
    let source = try Self.source(of: Self.quad)
    let outside = try #require(source.patch(of: Self.quad.map { $0 + Point(-1e7, 1e7) }))
    #expect(Set(stride(from: 0, to: outside.levels.count, by: 3).map { outside.levels[$0] }) == [90])
    #expect(source.patch(of: Quad(Point(0, 0), Point(1, 1), Point(2, 2), Point(3, 3))) == nil)
    for size in [1e-6, 1e9, 1e300] { _ = source.patch(of: Self.quad.map { size * $0 }) }
    // The horizon lies within the margin.
    _ = source.patch(of: Quad(Point(100, 100), Point(300, 100), Point(201, 101), Point(199, 101)))
  }

  /// Beyond a side on the photo's border, a patch shows what lies beyond the opposite side.
  @Test func `a print that the border cuts looks like one on the table`() throws {
    for quad in [Quad(x: 0, y: 90, width: 280, height: 190), Quad(x: 0, y: 0, width: 280, height: 190)] {
      let patch = try #require(try Self.source(of: quad).patch(of: quad))
      for (x, y) in [(4, 32), (4, 4), (60, 32), (32, 60), (32, 4)] {
        #expect(Self.colour(patch, x, y) == [90, 128, 128])
      }
      #expect(Self.colour(patch, 42, 42) == [220, 128, 128])
    }
    let across = Quad(x: 0, y: 90, width: 500, height: 190)
    #expect(try Self.source(of: across).patch(of: across) == nil)
  }

  @Test func aGreyPhotoHasGreyPatches() throws {
    let luma = Plane<UInt8>(width: 300, height: 200) { _, output in for _ in 0..<300 { output.append(77) } }
    let planes = ReducedPlanes(Photo(luma: luma), longSide: 640)
    let patch = try #require(
      PatchSource(planes, ColourGrid(planes), PhotoBorder(width: 300, height: 200))
        .patch(of: Quad(x: 50, y: 50, width: 90, height: 60)))
    #expect(
      Set(stride(from: 0, to: patch.levels.count, by: 3).map { Array(patch.levels[$0..<$0 + 3]) }) == [[77, 128, 128]])
  }
}
