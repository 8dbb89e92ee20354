import PeelImaging
import Testing

@testable import PeelWorkbench

/// Keys that arrive while a snap is running.
@Suite struct SnappingTests {
  /// Presses keys. Snaps are answered only after the last key.
  private func slow(_ keys: String, _ desk: TestDesk) throws -> TestDesk {
    var desk = desk
    desk.isSnapSlow = true
    try desk.press(keys)
    desk.isSnapSlow = false
    desk.answerSnaps()
    return desk
  }

  /// Presses keys. Snaps are answered at once.
  private func quick(_ keys: String, _ desk: TestDesk) throws -> TestDesk {
    var desk = desk
    try desk.press(keys)
    return desk
  }

  @Test(arguments: [
    "LsJ", "LKsl<Tab>l", "Lsu", "Lsuu", "Lsu<C-r>", "Ls<C-r>", "LsuL", "Ls<Enter>", "Ls<Enter>hs", "LSnls", "LsSs",
    "Lszl?", "LsJuu<C-r><C-r>", "Ls/2<Enter>l", "Lsl/2<Enter>l", "Ls2Lsuu", "Lse", "LsxuS", "asl", "LscsC",
    "Ls,l", "LswyY", "LsA", "Ls<Esc>", "Lsll", "Lsd", "LsnLspu",
  ])
  func aSlowSnapLeadsToTheSameState(_ keys: String) throws {
    let start = TestDesk([TestDesk.sure, TestDesk.sure, TestDesk.sure])
    let (slow, quick) = (try slow(keys, start), try quick(keys, start))
    #expect(slow.model.roll.items.map(\.sheet) == quick.model.roll.items.map(\.sheet))
    #expect(slow.model.history.done == quick.model.history.done)
    #expect(slow.model.history.undone == quick.model.history.undone)
    #expect(slow.model.current == quick.model.current && slow.model.desk.handle == quick.model.desk.handle)
    #expect(slow.disk == quick.disk)
    #expect(slow.model.message == quick.model.message)
    #expect(slow.model.desk.snapping == nil)
  }

  @Test func theLoupeTellsHowFarTheEdgeIs() throws {
    var desk = TestDesk([TestDesk.sure], columns: 160, rows: 45)
    desk.showsEdges = true
    let order = SnapOrder(item: 0, handle: .corner(.topLeft), print: TestDesk.print)
    desk.update(.fitted(order, order.edges(in: TestDesk.photo)))
    func text() -> String { desk.screen(columns: 160, rows: 45, glyphs: .blocks).text }
    #expect(
      text().contains("┌─ 1 top left · edge 0.7 px "),
      "the photo's edge is as sharp as can be, and its place a matter of rounding")
    try desk.press("<Right><Right>")
    let (edges, quad) = (try #require(desk.model.edges), try #require(desk.model.outline).quad)
    let distance = edges[.topLeft].distance(to: quad[.topLeft])
    #expect((1...2).contains(distance))
    #expect(text().contains("┌─ 1 top left · edge \(distance.tenths) px "), "\n\(text())")
    // Nothing is looked for while the loupe is closed.
    try desk.press("o<Right>")
    #expect(!desk.model.areEdgesKnown)
  }

  /// On an uneven edge, a second look would find another line, and a third one yet another.
  @Test func aSnapSettles() throws {
    var desk = TestDesk([TestDesk.sure], columns: 160, rows: 45)
    desk.isSnapSlow = true
    try desk.press("<Right><Right>s")
    let order = SnapOrder(item: 0, handle: desk.model.desk.handle, print: try #require(desk.model.outline).print)
    var edge = order.quad
    edge[.topLeft].x += 3
    desk.update(.snapped(order, edge))
    #expect(desk.model.outline?.quad == edge && desk.model.edges == edge)
    /// The last snap that was asked for.
    func asked() throws -> SnapOrder {
      try #require(desk.effects.compactMap { if case .snap(let order) = $0 { order } else { nil } }.last)
    }
    // The outline lies on an edge, so the next one is looked for: inwards, since the corner was moved inwards.
    try desk.press("s")
    #expect(try asked().direction == .inwards)
    desk.update(.snapped(try asked(), nil))
    #expect(desk.model.message?.text == "no other edge near, inwards" && desk.model.outline?.quad == edge)
    try desk.press("<Left>s")
    #expect(try asked().direction == nil)
    desk.update(.snapped(try asked(), edge))
    try desk.press("s")
    #expect(try asked().direction == .outwards)
    var outer = edge
    outer[.topLeft].x -= 60
    desk.update(.snapped(try asked(), outer))
    #expect(desk.model.message?.text == "snapped to the next edge outwards by 60.0 px", "it was asked for")
    #expect(desk.model.outline?.quad == outer)
  }

  @Test func theNewestEdgesAreShown() {
    var model = TestDesk([TestDesk.sure]).model
    let orders = (0..<2).compactMap { _ -> SnapOrder? in
      for case .fit(let order) in model.update(.nudge(x: 1, y: 0)) { return order }
      return nil
    }
    #expect(orders.count == 2, "each move asks anew, and so replaces the search before")
    _ = model.update(.fitted(orders[0], orders[0].quad))
    #expect(model.edges == nil)
    _ = model.update(.fitted(orders[1], orders[1].quad))
    #expect(model.edges == orders[1].quad && model.areEdgesKnown)
  }

  /// A second search, and where the mouse is meanwhile.
  @Test func aDragEndsWhenASearchDoes() throws {
    let two = Detection(
      verdict: .sure,
      prints: [TestDesk.print, Print(quad: Quad(x: 320, y: 60, width: 60, height: 70), confidence: 0.97)])
    var desk = TestDesk([two], columns: 100, rows: 40)
    try desk.press("c")
    #expect(desk.model.nameOfChosen == "print 2 of 2")
    let viewport = try #require(desk.model.viewport(in: desk.model.layout.photo))
    let place = viewport(Point(320, 60))
    desk.update(.mouse(Mouse(.press, column: Int(place.x), row: Int(place.y))))
    try desk.press("d")
    #expect(desk.model.nameOfChosen == "print 2 of 2", "the same print stays chosen")
    desk.update(.mouse(Mouse(.drag, column: Int(place.x) - 20, row: Int(place.y))))
    #expect(desk.model.item.sheet.prints.map(\.quad) == two.prints.map(\.quad))
  }

  /// As `S` does, but only for a move of more than an eighth of the print's size, or onto another print's side.
  @Test func aSnapThatMovesFarAsks() throws {
    let other = Print(quad: Quad(x: 310, y: 50, width: 80, height: 200), confidence: 0.97)
    var desk = TestDesk([Detection(verdict: .sure, prints: [TestDesk.print, other])])
    desk.isSnapSlow = true
    let quad = TestDesk.print.quad
    func answer(_ point: Point) throws {
      try desk.press("3s")
      var moved = quad
      moved[.bottomRight] = point
      desk.update(
        .snapped(SnapOrder(item: 0, handle: .corner(.bottomRight), print: TestDesk.print), moved))
    }
    try answer(quad[.bottomRight] + Point(30, 0))
    #expect(desk.model.message?.text == "this would move corner 3 by 30.0 px: s again does it")
    #expect(!desk.model.item.isAdjusted)
    try desk.press("s")
    #expect(
      desk.model.message?.text == "snapped by 30.0 px" && desk.model.history.done.last?.title == "snapped corner 3")
    try desk.press("u")
    let side = SnapOrder(item: 0, handle: .side(.right), print: TestDesk.print)
    try desk.press("[")
    while desk.model.desk.handle != .side(.right) { try desk.press("]") }
    try desk.press("s")
    var touching = quad
    (touching[.topRight], touching[.bottomRight]) = (Point(310, 50), Point(310, 250))
    desk.update(.snapped(side, touching))
    #expect(
      desk.model.message?.text == "this would move corner 2 by 10.0 px, onto the edge of print 2 of 2: s again does it")
  }

  /// `S S` asks for the next edges, not for far ones or another print's.
  @Test(arguments: [
    (15.0, "snapped to the next edge outwards; corner 2 moved most, by 15.0 px"),
    (10, "this would move corner 2 by 10.0 px, onto the edge of print 2 of 2: S again does it"),
    (120, "this would move corner 2 by 120.0 px: S again does it"),
  ]) func theNextEdgesOfAllSidesAreAskedForIfTheyAreFar(distance: Double, message: String) throws {
    let other = Print(quad: Quad(x: 310, y: 50, width: 80, height: 200), confidence: 0.97)
    var desk = TestDesk([Detection(verdict: .sure, prints: [TestDesk.print, other])])
    desk.isSnapSlow = true
    let quad = try #require(desk.model.outline).quad
    try desk.press("S")
    desk.update(.snapped(SnapOrder(item: 0, handle: .outline, print: TestDesk.print), quad))
    try desk.press("S")
    var moved = quad
    for corner in [Quad.Corner.topRight, .bottomRight] { moved[corner].x += distance }
    desk.update(.snapped(SnapOrder(item: 0, handle: .outline, print: TestDesk.print, direction: .outwards), moved))
    #expect(desk.model.message?.text == message)
    if desk.model.outline?.quad == quad { try desk.press("S") }
    #expect(desk.model.outline?.quad == moved)
  }

  /// On this screen, a line is about two photo pixels wide.
  @Test func snappingAllSidesAsksBeforeItMovesACornerPlacedByHand() throws {
    var desk = TestDesk([TestDesk.sure])
    let scale = try #require(desk.model.viewport(in: desk.model.layout.photo)).scale
    #expect((0.1...0.2).contains(scale))
    desk.isSnapSlow = true
    func answer(_ corner: Quad.Corner, by distance: Double) throws -> String? {
      try desk.press("S")
      let outline = try #require(desk.model.outline)
      let quad = outline.quad
      var snapped = quad
      snapped[corner] = quad[corner] + Point(distance, 0)
      desk.update(.snapped(SnapOrder(item: 0, handle: .outline, print: outline.print), snapped))
      return desk.model.message?.text
    }
    #expect(try answer(.topRight, by: 4) == "snapped; corner 2 moved most, by 4.0 px")
    try desk.press("2H")
    #expect(try answer(.topRight, by: 0.2 / scale)?.hasPrefix("snapped; corner 2") == true, "less than a line")
    try desk.press("L")
    #expect(
      try answer(.topRight, by: 4) == "this would move corner 2, which you placed, by 4.0 px: S again does it")
    #expect(desk.model.outline?.placed == [.topRight])
    try desk.press("S")
    #expect(desk.model.message?.text == "snapped; corner 2 moved most, by 4.0 px")
    try desk.press("L")
    #expect(try answer(.bottomLeft, by: 4) == "snapped; corner 4 moved most, by 4.0 px", "nobody placed that one")
    #expect(desk.model.outline?.placed == [.topRight])
  }

  @Test func nothingChangesOnTheEdge() throws {
    var desk = TestDesk([TestDesk.sure])
    let quad = TestDesk.print.quad
    let order = SnapOrder(item: 0, handle: .corner(.topLeft), print: TestDesk.print)
    desk.isSnapSlow = true
    try desk.press("s")
    desk.update(.snapped(order, quad.map { $0 + Point(0.01, 0) }))
    #expect(desk.model.message?.text == "already on the edge; s again goes to the next")
    #expect(!desk.model.item.isAdjusted)
    try desk.press("s")
    let asked = desk.effects.compactMap { if case .snap(let order) = $0 { order } else { nil } }
    #expect(asked.map(\.direction) == [nil, .outwards])
  }

  /// Undo and redo select what they move.
  @Test func redoSelectsTheCornerItMoves() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    try desk.press("4L1nu")
    #expect(desk.model.current == 0 && desk.model.desk.handle == .corner(.bottomLeft))
    try desk.press("2<C-r>")
    #expect(desk.model.desk.handle == .corner(.bottomLeft) && desk.model.message?.text == "redid: moved corner 4")
  }

  @Test func whatIsNotShownIsNotSnapped() throws {
    var desk = TestDesk([TestDesk.sure])
    try desk.press("vvs")
    #expect(desk.model.show == .print && !desk.model.item.isAdjusted)
    #expect(desk.model.message?.text == "the corners aren't shown: v shows the photo")
  }

  @Test func theViewChangesDuringASnap() throws {
    var desk = TestDesk()
    desk.isSnapSlow = true
    try desk.press("llllllllllszv")
    #expect(desk.model.desk.zoom == 2 && desk.model.show == .both)
    #expect(desk.status.contains("110.0, 50.0"))
    try desk.press("l")
    #expect(desk.status.contains("110.0, 50.0"), "held back")
    desk.answerSnaps()
    #expect(try #require(desk.model.outline?.quad[.topLeft]).distance(to: Point(101, 50)) < 1)
  }

  @Test func quittingIsHeldBackToo() throws {
    var desk = TestDesk()
    desk.isSnapSlow = true
    try desk.press("Lsqq")
    #expect(!desk.effects.contains(.leave))
    desk.answerSnaps()
    #expect(desk.effects.last == .leave)
  }

  /// A repeated search may replace the outline during the snap.
  @Test func aResultForAnOutlineThatIsGoneIsDropped() throws {
    var desk = TestDesk()
    desk.isSnapSlow = true
    try desk.press("Ls")
    let found = Quad(x: 40, y: 40, width: 50, height: 50)
    desk.model.roll[0].sheet.outlines[0].quad = found
    desk.answerSnaps()
    #expect(desk.model.outline?.quad == found)
    #expect(desk.status.contains("the outline changed; snap again"))
  }
}
