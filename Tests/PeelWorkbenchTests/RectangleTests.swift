import PeelImaging
import Testing

@testable import PeelWorkbench

/// Prints on a page from a flatbed, which are edited as rectangles.
@Suite struct RectangleTests {
  /// A rectangle that is turned by 10 degrees.
  private static let quad = {
    let (across, down) = (Point(0.984_807_753, 0.173_648_178), Point(-0.173_648_178, 0.984_807_753))
    let start = Point(120, 50)
    return Quad(start, start + 200 * across, start + 200 * across + 180 * down, start + 180 * down)
  }()

  private func desk(_ quad: Quad = quad, isPage: Bool = true) -> TestDesk {
    TestDesk(
      [Detection(verdict: .sure, prints: [Print(quad: quad, confidence: 0.97)])],
      page: isPage ? PageScale(dpi: 75) : nil)
  }

  /// The greatest difference of an angle from a right one, as a cosine.
  private func skew(_ quad: Quad) -> Double {
    let runs = Quad.Side.allCases.map { (quad[$0].to - quad[$0].from).normalized }
    return runs.indices.map { abs(runs[$0].dot(runs[($0 + 1) % 4])) }.reduce(0, max)
  }

  @Test(arguments: Quad.Corner.allCases) func aCornerMovesTheTwoSidesThatMeetThere(_ corner: Quad.Corner) throws {
    var desk = desk()
    let old = Self.quad
    try desk.press("\(corner.rawValue + 1)<Right><Right><Up>")
    let quad = try #require(desk.model.outline).quad
    #expect(quad[corner].distance(to: old[corner] + Point(2, -1)) < 1e-3)
    let opposite = Quad.Corner.allCases[(corner.rawValue + 2) % 4]
    #expect(quad[opposite] == old[opposite])
    #expect(skew(quad) < 1e-5)
    try desk.press("uuu")
    #expect(desk.model.outline?.quad == old)
  }

  @Test func aSideMovesAcrossItself() throws {
    var desk = desk(Quad(x: 100, y: 50, width: 200, height: 180))
    desk.update(.choose(.side(.right)))
    try desk.press("<Right>")
    #expect(desk.model.outline?.quad == Quad(x: 100, y: 50, width: 201, height: 180))
    let steps = desk.model.history.done.count
    try desk.press("<Down>")
    #expect(desk.model.outline?.quad == Quad(x: 100, y: 50, width: 201, height: 180))
    #expect(desk.model.history.done.count == steps)
    #expect(desk.model.message?.text.contains("6 frees the corners") == true)
  }

  @Test func theTitleStillSaysThatItIsAPage() throws {
    var desk = desk()
    try desk.press("<Right>")
    let title = desk.screen(columns: 80, rows: 24).text.split(separator: "\n").first ?? ""
    #expect(title.contains("adjusted") && title.contains("flatbed, 75 dpi"), "\(title)")
  }

  @Test func aKeyFreesTheCorners() throws {
    var desk = desk()
    try desk.press("6")
    try desk.press("3<Right><Right>")
    var free = Self.quad
    free[.bottomRight] = free[.bottomRight] + Point(2, 0)
    let quad = try #require(desk.model.outline).quad
    for corner in Quad.Corner.allCases { #expect(quad[corner].distance(to: free[corner]) < 1e-3) }
    // It makes a rectangle again, between the places of the sides.
    try desk.press("6")
    let again = try #require(desk.model.outline).quad
    #expect(skew(again) < 1e-9)
    #expect(Quad.Corner.allCases.allSatisfy { again[$0].distance(to: free[$0]) < 2 })
    try desk.press("<Right>")
    #expect(skew(try #require(desk.model.outline).quad) < 1e-5)
  }

  @Test func cornersInAPhotoAreFree() throws {
    var desk = desk(isPage: false)
    try desk.press("6")
    #expect(desk.model.history.done.isEmpty)
    try desk.press("3<Right>")
    let quad = try #require(desk.model.outline).quad
    #expect(quad[.topRight] == Self.quad[.topRight] && quad[.bottomLeft] == Self.quad[.bottomLeft])
  }

  /// The photo's print lies from (100, 50) to (300, 250).
  @Test func snappingLeavesARectangle() throws {
    let near = Quad(Point(102, 51), Point(302, 53), Point(300, 251), Point(100, 249))
    var desk = desk(near.rectangle(moving: .outline, of: near))
    try desk.press("S")
    let quad = try #require(desk.model.outline).quad
    #expect(skew(quad) < 1e-9)
    for (corner, place) in zip(Quad.Corner.allCases, Quad(x: 100, y: 50, width: 200, height: 200).corners) {
      #expect(quad[corner].distance(to: place) < 1)
    }
    try desk.press("1<Left><Left><Up>s")
    #expect(skew(try #require(desk.model.outline).quad) < 1e-5)
  }
}
