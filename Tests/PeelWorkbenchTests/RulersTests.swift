import PeelImaging
import Testing

@testable import PeelWorkbench

/// Placing corners by letters.
@Suite struct RulersTests {
  /// The photo is 400×300; its first and last marks lie on its border.
  @Test func twoLettersPlaceEachCorner() throws {
    var desk = TestDesk()
    try desk.press("7")
    #expect(desk.status.contains("1 top left: its column's letter"))
    try desk.press("a")
    #expect(desk.status.contains("1 top left: its row's letter"))
    let rows = try #require(desk.model.rulers(in: desk.model.layout.photo)).down.marks
    let last = try #require(rows.last).letter
    try desk.press("A" + "za" + "z\(last)" + "a\(last)")
    #expect(desk.model.outline?.quad == Quad(x: 0, y: 0, width: 400, height: 300))
    #expect(desk.model.panel == nil)
    #expect(desk.model.message?.text == "all corners placed; S snaps them to the edges")
    #expect(desk.model.desk.handle == .corner(.bottomLeft))
    try desk.press("uuuu")
    #expect(desk.model.outline?.quad == TestDesk.print.quad)
  }

  /// A print that the detector missed is marked with few keys. The second S confirms that placed corners are moved.
  @Test func aMissedPrintTakesTwelveKeys() throws {
    var desk = TestDesk([TestDesk.nothing])
    let rulers = try #require(desk.model.rulers(in: desk.model.layout.photo))
    func letter(_ ruler: Ruler, _ place: Double) throws -> String {
      String(try #require(ruler.marks.min { abs($0.place - place) < abs($1.place - place) }).letter)
    }
    let corners = try TestDesk.print.quad.corners.map { try letter(rulers.across, $0.x) + letter(rulers.down, $0.y) }
    try desk.press("a7" + corners.joined() + "SS")
    let quad = try #require(desk.model.outline).quad
    for corner in Quad.Corner.allCases { #expect(quad[corner].distance(to: TestDesk.print.quad[corner]) < 1) }
  }

  @Test func placingGoesOnFromTheChosenCorner() throws {
    var desk = TestDesk()
    try desk.press("47aa")
    #expect(desk.model.outline?.quad[.bottomLeft] == Point(0, 0))
    #expect(desk.model.desk.handle == .corner(.topLeft))
    // A side has two corners: placing begins at the first of all.
    try desk.press("<Esc>]7<Esc>")
    #expect(desk.model.panel == nil)
    #expect(desk.model.desk.handle == .corner(.topLeft))
    #expect(desk.model.history.done.count == 1)
  }

  @Test func backspaceGoesBack() throws {
    var desk = TestDesk()
    try desk.press("7b<Back>aa")
    #expect(desk.model.outline?.quad[.topLeft] == Point(0, 0))
    try desk.press("<Back>ba")
    #expect(desk.model.outline?.quad[.topLeft].x ?? 0 > 8)
    #expect(desk.model.desk.handle == .corner(.topRight))
    try desk.press("<Back><Back><Back>")
    #expect(desk.model.panel == .rulers(Rulers()))
    #expect(desk.model.desk.handle == .corner(.topLeft))
  }

  @Test func otherSignsDoNothing() throws {
    var desk = TestDesk()
    try desk.press("7")
    for sign in ["é", "5", "?", " "] {
      try desk.press(sign)
      #expect(desk.model.message?.text == "the columns have the letters a to z")
    }
    try desk.press("qz")
    #expect(desk.model.message?.text.hasPrefix("the rows have the letters a to ") == true)
    desk.update(.paste("aaaa"))
    #expect(desk.model.message?.text == "pasted text is ignored")
    #expect(desk.model.outline?.quad == TestDesk.print.quad)
    #expect(desk.model.panel == .rulers(Rulers(column: "q")))
  }

  /// Zoomed in, the rulers are those of the part that is shown.
  @Test func marksAreCloserWhenZoomedIn() throws {
    var desk = TestDesk()
    try desk.press("zz7")
    let across = try #require(desk.model.rulers(in: desk.model.layout.photo)).across
    let places = across.marks.map(\.place)
    #expect(places[1] - places[0] < 16 / 2.0)
    try desk.press("ba")
    #expect(abs(try #require(desk.model.outline).quad[.topLeft].x - places[1]) < 1e-3)
  }

  /// On a page from a flatbed, the four corners make a rectangle, turned as they are.
  @Test func cornersOfAPageMakeARectangle() throws {
    var desk = TestDesk(page: PageScale(dpi: 75))
    let rulers = try #require(desk.model.rulers(in: desk.model.layout.photo))
    try desk.press("7" + "ic" + "rf" + "nr" + "eo")
    let quad = try #require(desk.model.outline).quad
    #expect(quad.isRectangle)
    for (corner, letters) in zip(Quad.Corner.allCases, ["ic", "rf", "nr", "eo"]) {
      let wanted = Point(
        try #require(rulers.across.mark(Character(String(letters.prefix(1))))).place,
        try #require(rulers.down.mark(Character(String(letters.suffix(1))))).place)
      #expect(quad[corner].distance(to: wanted) < 25)
    }
    try desk.press("uuuu6" + "7" + "ic" + "rf" + "nr" + "eo")
    #expect(desk.model.outline?.isFree == true)
    #expect(desk.model.outline?.quad[.topLeft].y == rulers.down.mark("c")?.place)
  }

  @Test func crossedCornersAreTold() throws {
    var desk = TestDesk()
    try desk.press("7" + "xe" + "be" + "bq" + "xq")
    #expect(desk.model.message?.kind == .trouble)
    #expect(desk.model.message?.text.hasPrefix("these corners are crossed") == true)
  }

  /// The loupe would cover the letters.
  @Test func theLoupeIsHidden() throws {
    var desk = TestDesk(columns: 120, rows: 40)
    #expect(desk.screen(columns: 120, rows: 40).text.contains("1 top left"))
    func hasLoupe() -> Bool { desk.screen(columns: 120, rows: 40).text.contains("─ yours") }
    desk.showsEdges = true
    try desk.press("2")
    #expect(hasLoupe())
    try desk.press("7")
    #expect(!hasLoupe())
    try desk.press("<Esc>")
    #expect(hasLoupe())
  }

  @Test func nothingIsPlacedWithoutAPrint() throws {
    var desk = TestDesk([TestDesk.nothing])
    try desk.press("7")
    #expect(desk.model.panel == nil)
    #expect(desk.model.message?.text == "no print to change; a adds one")
    desk = TestDesk()
    try desk.press("vv7")
    #expect(desk.model.panel == nil)
    #expect(desk.model.message?.text == "the corners aren't shown: v shows the photo")
  }

  /// The letters stand on the photo at all sizes, and never outside.
  @Test(arguments: [(40, 12), (80, 24), (120, 40), (200, 60)]) func lettersAreDrawn(_ columns: Int, _ rows: Int) throws
  {
    var desk = TestDesk(columns: columns, rows: rows)
    try desk.press("7")
    #expect(desk.screen(columns: columns, rows: rows).text.contains(": its column's letter"))
    let area = desk.model.layout.photo
    let rulers = try #require(desk.model.rulers(in: area))
    let viewport = try #require(desk.model.viewport(in: area))
    for (ruler, vertical) in [(rulers.across, false), (rulers.down, true)] {
      #expect(Set(ruler.marks.map(\.cell)).count == ruler.marks.count, "each letter has a cell of its own")
      for mark in ruler.marks.dropFirst().dropLast() {
        let place = viewport(vertical ? Point(0, mark.place) : Point(mark.place, 0))
        #expect(
          abs((vertical ? place.y : place.x) - Double(mark.cell) - 0.5) < 1e-3, "a corner lies where its letter is")
      }
    }
    try desk.press("a")
    #expect(desk.screen(columns: columns, rows: rows).text.contains(": its row's letter"))
  }
}
