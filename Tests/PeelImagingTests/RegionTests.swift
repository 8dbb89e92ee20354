import PeelRandomNumbers
import Testing

@testable import PeelImaging

/// Quads around regions, and the strips along a quad's sides.
struct RegionTests {
  /// A grey plane with some quads of other levels, later ones on top, and noise.
  private static func plane(
    _ width: Int, _ height: Int, noise: Int = 0, _ quads: [(quad: Quad, level: Int)]
  ) -> Plane<UInt8> {
    var random = RandomNumbers(seed: 3)
    return Plane(width: width, height: height) { y, row in
      for x in 0..<width {
        let p = Point(Double(x) + 0.5, Double(y) + 0.5)
        let level = quads.last { $0.quad.contains(p) }?.level ?? 100
        row.append(UInt8(clamping: level + (noise > 0 ? Int.random(in: -noise...noise, using: &random) : 0)))
      }
    }
  }

  private static func regions(_ luma: Plane<UInt8>) -> [RegionQuad] {
    let planes = ReducedPlanes(Photo(luma: luma), longSide: 640)
    return RegionQuads(smallestPrint: 0.08, RegionQuads.Parameters()).found(planes).regions
  }

  private static let tilted = Quad(Point(80, 60), Point(250, 90), Point(230, 200), Point(60, 170))

  /// A sheet 30 levels brighter or darker than a noisy table is found to a sample or two.
  @Test(arguments: [130, 70]) func `a sheet on a noisy table is a region`(level: Int) throws {
    let regions = Self.regions(Self.plane(320, 240, noise: 8, [(Self.tilted, level)]))
    let best = try #require(
      regions.max { $0.quad.intersectionOverUnion(Self.tilted) < $1.quad.intersectionOverUnion(Self.tilted) })
    #expect(best.quad.intersectionOverUnion(Self.tilted) > 0.96)
    #expect(best.share > 0.9)
    // The noise takes a part of the 30 levels.
    #expect((6...30).contains(best.contrast))
  }

  /// Neither the whole photo, nor a region smaller than the smallest print, nor one longer than a strip.
  @Test func `tables and specks are no regions`() {
    let speck = Quad(x: 20, y: 20, width: 8, height: 8)
    let pole = Quad(x: 100, y: 5, width: 25, height: 220)
    #expect(Self.regions(Self.plane(320, 240, [])).isEmpty)
    #expect(Self.regions(Self.plane(320, 240, [(speck, 200), (pole, 30)])).isEmpty)
  }

  /// A frame around a dark picture counts as a whole, and so does the picture.
  @Test func `a frame and its picture are regions`() {
    let picture = Quad(x: 100, y: 80, width: 90, height: 80)
    let frame = Quad(x: 80, y: 60, width: 130, height: 140)
    let regions = Self.regions(Self.plane(320, 240, [(frame, 220), (picture, 40)]))
    for quad in [picture, frame] {
      #expect(regions.contains { $0.quad.intersectionOverUnion(quad) > 0.97 })
    }
  }

  /// The corners of an octagon that is a square with its corners cut off.
  @Test func `a quad encloses a polygon`() throws {
    let cut = [
      Point(10, 0), Point(90, 0), Point(100, 10), Point(100, 90), Point(90, 100), Point(10, 100), Point(0, 90),
      Point(0, 10),
    ]
    let quad = try #require(Quad(enclosing: cut))
    #expect(quad.intersectionOverUnion(Quad(x: 0, y: 0, width: 100, height: 100)) > 0.9999)
    #expect(Quad(enclosing: Self.tilted.corners) == Self.tilted)
    #expect(Quad(enclosing: [Point(0, 0), Point(9, 0), Point(0, 9)]) == nil)
  }

  /// The strips of a white sheet on a black table: even inside and outside, with nothing across the sides.
  @Test func `strips tell a sheet from a quad that crosses one`() {
    let luma = Self.plane(640, 480, [(Quad(x: 200, y: 150, width: 240, height: 180), 220)])
    let planes = ReducedPlanes(Photo(luma: luma), longSide: 640)
    let (colours, edges) = (ColourGrid(planes), EdgePoints(planes))
    let sheet = Strips(Quad(x: 200, y: 150, width: 240, height: 180), colours, edges).values
    let across = Strips(Quad(x: 120, y: 150, width: 240, height: 180), colours, edges).values
    let count = sheet.count / 3
    // 120 levels outside, none inside.
    #expect(sheet[..<(count / 2)].allSatisfy { $0 > 1.1 } && sheet[(count / 2)..<count].allSatisfy { $0 < 0.02 })
    #expect(sheet[count..<2 * count].allSatisfy { $0 < 0.05 })
    #expect(across[count..<2 * count].allSatisfy { $0 > 0.1 })
    #expect(sheet[(2 * count)...].reduce(0, +) < across[(2 * count)...].reduce(0, +))
  }
}
