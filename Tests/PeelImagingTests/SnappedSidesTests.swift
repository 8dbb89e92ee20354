import PeelRandomNumbers
import Testing

@testable import PeelImaging

@Suite struct SnappedSidesTests {
  private static let print = Quad(x: 300, y: 200, width: 600, height: 520)
  private static let picture = Quad(x: 330, y: 232, width: 540, height: 420)

  /// A dark picture in a white print on a grey table.
  private static let photo: Photo = {
    var random = RandomNumbers(seed: 3)
    return Photo(
      luma: Plane(width: 1200, height: 900) { y, row in
        for x in 0..<1200 {
          let place = Point(Double(x) + 0.5, Double(y) + 0.5)
          let level = picture.contains(place) ? 60 : print.contains(place) ? 230 : 110
          row.append(UInt8(level + Int(random.next() % 5)))
        }
      })
  }()

  private static func snapped(
    _ quad: Quad, _ sides: Set<Quad.Side>, _ direction: Detector.Direction
  ) -> Quad? {
    Detector().snapped(Print(quad: quad, confidence: 1, isUpright: true), sides, direction, in: photo)
  }

  @Test func allSidesGoOnToTheNextEdges() throws {
    let all = Set(Quad.Side.allCases)
    // The lower border is too wide to be crossed.
    let upper: Set<Quad.Side> = [.left, .top, .right]
    let outer = try #require(Self.snapped(Self.picture, upper, .outwards))
    let inner = try #require(Self.snapped(Self.print, upper, .inwards))
    for corner in [Quad.Corner.topLeft, .topRight] {
      #expect(outer[corner].distance(to: Self.print[corner]) < 1, "\(outer)")
      #expect(inner[corner].distance(to: Self.picture[corner]) < 1, "\(inner)")
    }
    #expect(Self.snapped(Self.print, all, .outwards) == nil)
    #expect(Self.snapped(Self.picture, all, .inwards) == nil)
  }

  @Test func oneSideGoesOnAlone() throws {
    let outer = try #require(Self.snapped(Self.picture, [.left], .outwards))
    for corner in [Quad.Corner.topLeft, .bottomLeft] {
      #expect(abs(outer[corner].x - 300) < 1 && abs(outer[corner].y - Self.picture[corner].y) < 1, "\(outer)")
    }
    #expect(outer[.topRight] == Self.picture[.topRight])
  }

  /// The sides at a corner move only together.
  @Test(arguments: Quad.Corner.allCases) func aCornerGoesOnWithBothSides(corner: Quad.Corner) throws {
    let inner = Quad(x: 330, y: 232, width: 540, height: 456)
    let photo = Photo(
      luma: Plane(width: 1200, height: 900) { y, row in
        for x in 0..<1200 {
          let place = Point(Double(x) + 0.5, Double(y) + 0.5)
          row.append(inner.contains(place) ? 60 : Self.print.contains(place) ? 230 : 110)
        }
      })
    let outer = try #require(
      Detector().snapped(Print(quad: inner, confidence: 1, isUpright: true), corner.sides, .outwards, in: photo))
    #expect(outer[corner].distance(to: Self.print[corner]) < 1, "\(outer)")
  }
}
