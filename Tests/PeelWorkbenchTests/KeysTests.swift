import PeelImaging
import Testing

@testable import PeelWorkbench

/// Keys and the states they lead to.
@Suite struct KeysTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let keys: String
    let says: String
    var testDescription: String { "\(keys) → \(says)" }
  }

  @Test(arguments: [
    Case(keys: "", says: "1 top left  100.0, 50.0"),
    Case(keys: "<Tab>", says: "2 top right  300.0, 50.0"),
    Case(keys: "<Tab><Tab><Tab><Tab>", says: "1 top left  100.0, 50.0"),
    Case(keys: "<BackTab>", says: "4 bottom left  100.0, 250.0"),
    Case(keys: "3", says: "3 bottom right  300.0, 250.0"),
    Case(keys: "<Right>", says: "1 top left  101.0, 50.0"),
    Case(keys: "2<Left><Left><Down>", says: "2 top right  298.0, 51.0"),
    Case(keys: "hjkll", says: "1 top left  101.0, 50.0"),
    Case(keys: "LJ", says: "1 top left  107.1, 64.3"),
    Case(keys: "3HK", says: "3 bottom right  292.9, 235.7"),
    Case(keys: "<S-Right><S-Up>", says: "1 top left  107.1, 35.7"),
    Case(keys: "<S-Left><S-Down>", says: "1 top left  92.9, 64.3"),
    Case(keys: "zzL", says: "1 top left  101.8, 50.0"),
    Case(keys: "5lj", says: "outline  201.0, 151.0"),
    Case(keys: "5lj3", says: "3 bottom right  301.0, 251.0"),
    Case(keys: "5<Tab>", says: "1 top left  100.0, 50.0"),
    Case(keys: "5[", says: "left side  100.0, 150.0"),
    Case(keys: "U", says: "nothing was changed since the prints were found"),
    Case(keys: "lU", says: "this drops your changes to photo-1.jpg: U again does it"),
    Case(keys: "lUU", says: "1 top left  100.0, 50.0   restored as found"),
    Case(keys: "lU<Right>U", says: "this drops your changes to photo-1.jpg: U again does it"),
    Case(keys: "l<Esc>", says: "nothing to close; U drops your changes to photo-1.jpg"),
    Case(keys: ",lll", says: "1 top left  102.1, 50.0"),
    Case(keys: ",l,l", says: "1 top left  100.2, 50.0"),
    Case(keys: ",,l", says: "1 top left  101.0, 50.0"),
    Case(keys: ".lll", says: "1 top left  100.3, 50.0"),
    Case(keys: ".l.l", says: "1 top left  101.1, 50.0"),
    Case(keys: ".L", says: "1 top left  107.1, 50.0"),
    Case(keys: "<A-Right><A-l>", says: "1 top left  100.2, 50.0"),
    Case(keys: "as", says: "already on the edge"),
    Case(keys: "d", says: "found 1 print; u brings back what was there"),
    Case(keys: "lld", says: "found no other print, kept yours: 1; u brings back what was there"),
    Case(keys: "lldu", says: "1 top left  102.0, 50.0   undid: searched again"),
    Case(keys: "w", says: "white balance frame: the frame is white"),
    Case(keys: "ww", says: "white balance ends-in: each colour from black to white"),
    Case(keys: "+++-", says: "clip 1.2 % at each end"),
    Case(keys: "m", says: "the picture without its frame"),
    Case(keys: "mm", says: "the whole print"),
    Case(keys: "y", says: "nothing to copy: no setting of this print was chosen by hand"),
    Case(keys: "wy", says: "copied white balance frame; press Y to paste"),
    Case(keys: "Y", says: "nothing to paste"),
    Case(keys: "]j", says: "top side  200.0, 51.0"),
    Case(keys: "]]l1", says: "1 top left  100.0, 50.0"),
    Case(keys: "]]l2", says: "2 top right  301.0, 50.0"),
    Case(keys: "[<Tab>", says: "1 top left  100.0, 50.0"),
    Case(keys: "c", says: "no other print; i shows 1 candidate"),
    Case(keys: "i", says: "1 candidate shown; a adds the likeliest, c shows the next"),
    Case(keys: "i1", says: "1 top left  120.0, 70.0"),
    Case(keys: "ic1", says: "1 top left  100.0, 50.0"),
    Case(keys: "i2", says: "2 top right  280.0, 70.0"),
    Case(keys: "il", says: "this is a candidate; a adds it to the prints"),
    Case(keys: "iw", says: "this is a candidate; a adds it to the prints"),
    Case(keys: "ix", says: "this is a candidate: it isn't saved; a adds it to the prints"),
    Case(keys: "ia", says: "added print 1 of 1, in place of the outline found there"),
    Case(keys: "liax", says: "left out; 1 print left, u brings it back"),
    Case(keys: "lia", says: "added print 2 of 2; it overlaps another print: x leaves one out"),
    Case(keys: "ici1", says: "1 top left  100.0, 50.0"),
    Case(keys: "lllu", says: "1 top left  100.0, 50.0   undid: moved corner 1"),
    Case(keys: "l2lu", says: "2 top right  300.0, 50.0"),
    Case(keys: "llu<C-r>", says: "1 top left  102.0, 50.0   redid: moved corner 1"),
    Case(keys: "u", says: "nothing to undo"),
    Case(keys: "<C-r>", says: "nothing to redo"),
    Case(keys: "lu<C-r><C-r>", says: "nothing to redo"),
    Case(keys: "a", says: "added print 2 of 2: move its corners to the print; 7 does so by letters"),
    Case(keys: "x", says: "left out; no print left, u brings it back"),
    Case(keys: "xu", says: "undid: left out a print"),
    Case(keys: "xl", says: "no print to change; a adds one"),
    Case(keys: "ax", says: "left out; 1 print left, u brings it back"),
    Case(keys: "vvl", says: "the corners aren't shown: v shows the photo, z zooms into the scan"),
    Case(keys: "vvz", says: "zoom 2×"),
    Case(keys: "r", says: "nothing changed on disk"),
    Case(keys: "N", says: "no photo needs review"),
    Case(keys: "t", says: "turned clockwise"),
    Case(keys: "t1", says: "turned 90°"),
    Case(keys: "f", says: "film: Instax Wide"),
    Case(keys: "n", says: "this is the last photo"),
    Case(keys: "p", says: "this is the first photo"),
    Case(keys: "e", says: "exported photo-1-1.jpg 2100×2560 to scans"),
    Case(keys: "axe", says: "exported photo-1-1.jpg 2100×2560 to scans"),
    Case(keys: "ae", says: "exported 2 scans to scans"),
    Case(keys: "xxe", says: "no print to export"),
    Case(keys: "z", says: "zoom 2×"),
    Case(keys: "zzZ", says: "zoom 2×"),
    Case(keys: "z0", says: "photo 400×300"),
    Case(keys: "lq", says: "your changes would be lost; press q again to quit"),
  ])
  func leadTo(_ test: Case) throws {
    var desk = TestDesk()
    try desk.press(test.keys)
    #expect(desk.status.contains(test.says), "\(desk.status)")
  }

  /// The outline stops as a whole where it may not go farther.
  @Test func anOutlineKeepsItsShapeAtTheBorder() throws {
    var desk = TestDesk()
    let before = try #require(desk.model.outline?.quad)
    try desk.press("5" + String(repeating: "K", count: 60))
    let far = try #require(desk.model.outline?.quad)
    #expect(far[.topLeft].y == -300 && far[.bottomLeft].y - far[.topLeft].y == 200)
    try desk.press(String(repeating: "u", count: 1))
    #expect(desk.model.outline?.quad == before)
  }

  @Test(arguments: ["Ls", "LKs", "JLSS", "]jjjjjjjjjjSS", "3HHs", "[lllllls", "2Js"])
  func movedCornersSnapBackToTheEdge(_ keys: String) throws {
    var desk = TestDesk()
    try desk.press(keys)
    #expect(desk.status.contains("snapped"))
    let quad = try #require(desk.model.outline?.quad)
    // The edges lie between pixels, so the nearest sample is half a pixel away.
    for (corner, place) in zip(quad.corners, TestDesk.print.quad.corners) { #expect(corner.distance(to: place) < 1) }
    try desk.press("u")
    #expect(try #require(desk.model.outline?.quad) != quad)
  }

  /// Snapping all sides far asks first. Any other key is no answer.
  @Test func aFarSnapAsks() throws {
    var desk = TestDesk()
    try desk.press("jjjjjjjjjjllllllllllS")
    #expect(desk.status.contains("this would move corner 1 by 13.7 px: S again does it"))
    let moved = Point(110, 60)
    #expect(desk.model.outline?.quad[.topLeft] == moved)
    try desk.press("1S")
    #expect(desk.model.outline?.quad[.topLeft] == moved, "it asks again")
    try desk.press("S")
    #expect(desk.status.contains("snapped"))
    #expect(try #require(desk.model.outline).quad[.topLeft].distance(to: Point(100, 50)) < 1)
  }

  @Test func aPrintIsTakenForFlatOrCurled() throws {
    var curled = TestDesk.print
    curled.curl = Curl(.across, bow: 0.1, skew: 0)
    var desk = TestDesk([Detection(verdict: .sure, prints: [curled])], columns: 150, rows: 45)
    #expect(desk.screen(columns: 150, rows: 45).text.contains("2.5 % across"))
    try desk.press("B")
    #expect(desk.model.outline?.curl == nil)
    #expect(desk.model.message?.text.contains("flat") == true)
    try desk.press("u")
    #expect(desk.model.outline?.curl == curled.curl)
    // The photo shows a flat print, so nothing is found along its sides.
    try desk.press("BB")
    #expect(desk.model.outline?.curl == nil)
    #expect(desk.model.message?.text.contains("show no curl") == true)
  }

  @Test func aPauseEndsAStepOfUndo() throws {
    var desk = TestDesk()
    try desk.press("ll")
    desk.time += 0.2
    try desk.press("ll")
    try desk.press("u")
    #expect(desk.status.contains("102.0, 50.0"))
    try desk.press("u")
    #expect(desk.status.contains("100.0, 50.0"))
  }

  @Test func undoGoesToThePhotoItChanges() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    try desk.press("lnju")
    #expect(desk.model.current == 1)
    #expect(!desk.model.item.isAdjusted)
    try desk.press("u")
    #expect(desk.model.current == 0)
    #expect(!desk.model.item.isAdjusted)
  }

  @Test(arguments: [
    (keys: "e", quads: [TestDesk.print.quad]),
    // Highlighting a candidate chooses nothing.
    (keys: "ie", quads: [TestDesk.print.quad]),
    // Added, it replaces the outline of the same print, unless a person changed that.
    (keys: "iae", quads: [TestDesk.picture.quad]),
    (
      keys: "liae",
      quads: [Quad(Point(101, 50), Point(300, 50), Point(300, 250), Point(100, 250)), TestDesk.picture.quad]
    ),
    (keys: "1le", quads: [Quad(Point(101, 50), Point(300, 50), Point(300, 250), Point(100, 250))]),
  ])
  func exportWritesTheTakenPrints(_ test: (keys: String, quads: [Quad])) throws {
    var desk = TestDesk()
    try desk.press(test.keys)
    guard case .export(let order) = desk.effects.last else {
      Issue.record("the last effect is \(String(describing: desk.effects.last))")
      return
    }
    #expect(order.outlines.map(\.quad) == test.quads)
    #expect(order.item == 0)
  }

  @Test func quittingAsksOnceIfSomethingWouldBeLost() throws {
    var desk = TestDesk()
    try desk.press("q")
    #expect(desk.effects.last == .leave)

    desk = TestDesk()
    try desk.press("lq")
    #expect(desk.effects.last != .leave)
    try desk.press("lq")
    #expect(desk.effects.last != .leave, "any other key cancels the question")
    try desk.press("q")
    #expect(desk.effects.last == .leave)

    for keys in ["leq", "l<Enter>q"] {
      desk = TestDesk()
      try desk.press(keys)
      #expect(desk.effects.last == .leave, "exported and accepted prints aren't lost")
    }
  }

  @Test func aPhotoWithoutPrintsShowsNoOutline() throws {
    var desk = TestDesk([TestDesk.nothing])
    #expect(desk.title.contains("nothing found"))
    #expect(desk.status.contains("no print found: a adds corners to move onto one, Enter takes none"))
    #expect(desk.model.outline == nil)
    try desk.press("e")
    #expect(desk.status.contains("no print to export; a adds one"))
    try desk.press("ae")
    #expect(desk.status.contains("exported photo-1-1.jpg"))
  }

  @Test func anUnreadablePhotoSaysWhyAndCanBeSkipped() throws {
    var desk = TestDesk([nil, TestDesk.sure])
    #expect(desk.title.contains("failed"))
    #expect(desk.screen().text.contains("photo-1.jpg: the file is empty; copy it once more"))
    try desk.press("vv?<Esc>lzuxtfe")
    #expect(desk.status.contains("this photo cannot be read"))
    try desk.press("n")
    #expect(desk.title.contains("photo-2.jpg"))
    #expect(desk.title.contains("sure"))
  }

  @Test func suspendAndRedrawAreEffects() throws {
    var desk = TestDesk()
    try desk.press("<C-z>")
    #expect(desk.effects.last == .suspend)
    desk.press([.control("l")])
    #expect(desk.effects.last == .redraw)
  }

  /// Where nothing can be seen, a key changes nothing; a person can still quit.
  @Test func keysDoNothingInAWindowThatIsTooSmall() throws {
    var desk = TestDesk()
    desk.update(.resized(columns: 39, rows: 24))
    let effects = desk.effects.count
    try desk.press("lxa<Enter>e:gq")
    #expect(desk.model.outline?.quad == TestDesk.print.quad)
    #expect(desk.model.item.sheet.prints.count == 1 && desk.model.item.state != .accepted)
    #expect(desk.effects.dropFirst(effects) == [.leave])
    // Nothing that is typed keeps a person there.
    for keys in ["7", "\"", "/", "?", ":"] {
      desk = TestDesk()
      try desk.press(keys)
      desk.update(.resized(columns: 39, rows: 24))
      try desk.press("aq")
      #expect(desk.effects.last == .leave, "\(keys)")
    }
    // What quitting would lose is told there, too.
    desk = TestDesk()
    try desk.press("l")
    desk.update(.resized(columns: 39, rows: 12))
    try desk.press("q")
    #expect(desk.screen(columns: 39, rows: 12).text.contains("your changes would be lost; press q"))
  }
}
