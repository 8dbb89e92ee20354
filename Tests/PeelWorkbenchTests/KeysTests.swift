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
    Case(keys: "LJ", says: "1 top left  110.0, 60.0"),
    Case(keys: "3HK", says: "3 bottom right  290.0, 240.0"),
    Case(keys: "<S-Right><S-Up>", says: "1 top left  110.0, 40.0"),
    Case(keys: "<S-Left><S-Down>", says: "1 top left  90.0, 60.0"),
    Case(keys: ",lll", says: "1 top left  102.1, 50.0"),
    Case(keys: ",l,l", says: "1 top left  100.2, 50.0"),
    Case(keys: ",,l", says: "1 top left  101.0, 50.0"),
    Case(keys: ".lll", says: "1 top left  100.3, 50.0"),
    Case(keys: ".l.l", says: "1 top left  101.1, 50.0"),
    Case(keys: ".L", says: "1 top left  101.0, 50.0"),
    Case(keys: "<A-Right><A-l>", says: "1 top left  100.2, 50.0"),
    Case(keys: "as", says: "no edge near enough"),
    Case(keys: "d", says: "searched again; press u to undo"),
    Case(keys: "lld", says: "1 top left  100.0, 50.0"),
    Case(keys: "lldu", says: "1 top left  102.0, 50.0"),
    Case(keys: "w", says: "white balance: the frame is white"),
    Case(keys: "www", says: "white balance: each colour from black to white"),
    Case(keys: "+++-", says: "clip 1.2 % at each end"),
    Case(keys: "m", says: "the picture without its frame"),
    Case(keys: "mm", says: "the whole print"),
    Case(keys: "y", says: "settings copied; press Y to paste"),
    Case(keys: "Y", says: "nothing to paste"),
    Case(keys: "]j", says: "top side  200.0, 51.0"),
    Case(keys: "]]l1", says: "1 top left  100.0, 50.0"),
    Case(keys: "]]l2", says: "2 top right  301.0, 50.0"),
    Case(keys: "[<Tab>", says: "1 top left  100.0, 50.0"),
    Case(keys: "c", says: "1 top left  120.0, 70.0"),
    Case(keys: "cc", says: "1 top left  100.0, 50.0"),
    Case(keys: "C2", says: "2 top right  280.0, 70.0"),
    Case(keys: "lllu", says: "1 top left  100.0, 50.0"),
    Case(keys: "l2lu", says: "2 top right  300.0, 50.0"),
    Case(keys: "llu<C-r>", says: "1 top left  102.0, 50.0"),
    Case(keys: "u", says: "nothing to undo"),
    Case(keys: "<C-r>", says: "nothing to redo"),
    Case(keys: "lu<C-r><C-r>", says: "nothing to redo"),
    Case(keys: "a", says: "1 top left  80.0, 60.0   a new outline"),
    Case(keys: "x", says: "outline removed; press u to undo"),
    Case(keys: "t", says: "turned 90°"),
    Case(keys: "f", says: "film: Instax Wide"),
    Case(keys: "n", says: "this is the last photo"),
    Case(keys: "p", says: "this is the first photo"),
    Case(keys: "e", says: "exported photo-1-1.jpg 2100×2560 to scans"),
    Case(keys: "ae", says: "exported photo-1-1.jpg 2100×2560 to scans"),
    Case(keys: "alle", says: "exported photo-1-1.jpg 2100×2560 to scans"),
    Case(keys: "xxe", says: "no print to export"),
    Case(keys: "z", says: "zoom 2×"),
    Case(keys: "zzZ", says: "zoom 2×"),
    Case(keys: "z0", says: "photo 400×300"),
    Case(keys: "lq", says: "1 unsaved photo; press q again to quit"),
  ])
  func leadTo(_ test: Case) throws {
    var desk = Desk()
    try desk.press(test.keys)
    #expect(desk.status.contains(test.says), "\(desk.status)")
  }

  @Test(arguments: ["Ls", "LKs", "JLS", "]JS", "3HHs", "[lllllls", "2Js"])
  func movedCornersSnapBackToTheEdge(_ keys: String) throws {
    var desk = Desk()
    try desk.press(keys)
    #expect(desk.status.contains("snapped by"))
    let quad = try #require(desk.model.outline?.quad)
    // The edges lie between pixels, so the nearest sample is half a pixel away.
    for (corner, place) in zip(quad.corners, Desk.print.quad.corners) { #expect(corner.distance(to: place) < 1) }
    try desk.press("u")
    #expect(try #require(desk.model.outline?.quad) != quad)
  }

  @Test func aPauseEndsAStepOfUndo() throws {
    var desk = Desk()
    try desk.press("ll")
    desk.time += 0.2
    try desk.press("ll")
    try desk.press("u")
    #expect(desk.status.contains("102.0, 50.0"))
    try desk.press("u")
    #expect(desk.status.contains("100.0, 50.0"))
  }

  @Test func undoGoesToThePhotoItChanges() throws {
    var desk = Desk([Desk.sure, Desk.sure])
    try desk.press("lnju")
    #expect(desk.model.current == 1)
    #expect(!desk.model.item.isAdjusted)
    try desk.press("u")
    #expect(desk.model.current == 0)
    #expect(!desk.model.item.isAdjusted)
  }

  @Test(arguments: [
    (keys: "e", quads: [Desk.print.quad]),
    // A candidate replaces the print around it while it's chosen.
    (keys: "ce", quads: [Desk.picture.quad]),
    (keys: "cce", quads: [Desk.print.quad]),
    // Once accepted or moved, it stays.
    (keys: "c<Enter>Ce", quads: [Desk.picture.quad]),
    (keys: "1le", quads: [Quad(Point(101, 50), Point(300, 50), Point(300, 250), Point(100, 250))]),
  ])
  func exportWritesTheTakenPrints(_ test: (keys: String, quads: [Quad])) throws {
    var desk = Desk()
    try desk.press(test.keys)
    guard case .export(let order) = desk.effects.last else {
      Issue.record("the last effect is \(String(describing: desk.effects.last))")
      return
    }
    #expect(order.outlines.map(\.quad) == test.quads)
    #expect(order.item == 0)
  }

  @Test func quittingAsksOnceIfSomethingWouldBeLost() throws {
    var desk = Desk()
    try desk.press("q")
    #expect(desk.effects.last == .leave)

    desk = Desk()
    try desk.press("lq")
    #expect(desk.effects.last != .leave)
    try desk.press("lq")
    #expect(desk.effects.last != .leave, "any other key cancels the question")
    try desk.press("q")
    #expect(desk.effects.last == .leave)

    for keys in ["leq", "l<Enter>q"] {
      desk = Desk()
      try desk.press(keys)
      #expect(desk.effects.last == .leave, "exported and accepted prints aren't lost")
    }
  }

  @Test func aPhotoWithoutPrintsOffersARectangle() throws {
    var desk = Desk([Desk.nothing])
    #expect(desk.title.contains("nothing found"))
    #expect(desk.status.contains("nothing found: move these corners to a print"))
    #expect(desk.status.contains("1 top left  80.0, 60.0"))
    try desk.press("e")
    #expect(desk.status.contains("no print to export: move the corners to one, or press Enter"))
    try desk.press("le")
    #expect(desk.status.contains("exported photo-1-1.jpg"))
  }

  @Test func anUnreadablePhotoSaysWhyAndCanBeSkipped() throws {
    var desk = Desk([nil, Desk.sure])
    #expect(desk.title.contains("failed"))
    #expect(desk.screen().text.contains("photo-1.jpg: the file is empty; copy it once more"))
    try desk.press("vv?<Esc>lzuxtfe")
    #expect(desk.status.contains("this photo cannot be read"))
    try desk.press("n")
    #expect(desk.title.contains("photo-2.jpg"))
    #expect(desk.title.contains("sure"))
  }

  @Test func suspendAndRedrawAreEffects() throws {
    var desk = Desk()
    try desk.press("<C-z>")
    #expect(desk.effects.last == .suspend)
    desk.press([.control("l")])
    #expect(desk.effects.last == .redraw)
  }
}
