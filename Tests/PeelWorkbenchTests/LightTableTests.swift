import PeelImaging
import Testing

@testable import PeelWorkbench

/// The scans of a roll side by side.
@Suite struct LightTableTests {
  /// Two prints beside each other.
  private static let two = Detection(
    verdict: .sure,
    prints: [0, 1].map {
      Print(quad: Quad(x: 20 + 190 * Double($0), y: 50, width: 150, height: 180), confidence: 0.97, isUpright: true)
    }
  )

  /// Eight photos, of which the second shows two prints and the fourth none: nine tiles in rows of four.
  private static func desk(_ columns: Int = 80, _ rows: Int = 24, isScoutSlow: Bool = false) -> TestDesk {
    var detections = [Detection?](repeating: TestDesk.sure, count: 8)
    (detections[1], detections[3]) = (two, TestDesk.nothing)
    return TestDesk(detections, columns: columns, rows: rows, isScoutSlow: isScoutSlow)
  }

  private func place(_ desk: TestDesk) -> [Int] { [desk.model.current.number, desk.model.item.sheet.chosen] }

  @Test(arguments: [
    ("g", [0, 0]), ("gl", [1, 0]), ("g<Right>l", [1, 1]), ("glll", [2, 0]), ("gj", [3, 0]), ("gjj", [7, 0]),
    ("gjjj", [7, 0]), ("gljk", [1, 0]), ("gjjh", [6, 0]), ("gh", [0, 0]), ("gk", [0, 0]), ("g<End>", [7, 0]),
    ("g<End><Home>", [0, 0]), ("g<PgDn>", [7, 0]), ("g<PgDn><PgUp>", [0, 0]),
  ])
  func keysChoose(_ keys: String, _ chosen: [Int]) throws {
    var desk = Self.desk()
    try desk.press(keys)
    #expect(desk.model.page.table != nil)
    #expect(place(desk) == chosen)
  }

  @Test func theScreenShowsEveryScan() throws {
    var desk = Self.desk(100, 40)
    try desk.press("gl")
    let text = desk.screen(columns: 100, rows: 40).text
    for name in ["▸photo-2.jpg-1", "photo-2.jpg-2", "photo-1.jpg", "photo-8.jpg", "sure 97 %", "no print"] {
      #expect(text.contains(name), "\(name) in\n\(text)")
    }
    #expect(text.contains("Scans  8 photos  8 prints"))
    #expect(!text.contains("developing"))
  }

  /// Only what comes into view is developed, once for the same prints.
  @Test func scansAreDevelopedAsTheyComeIntoView() throws {
    var desk = Self.desk(40, 12)
    func developed(_ desk: TestDesk) -> [Int] {
      desk.effects.compactMap { if case .developScans(let order) = $0 { order.item.number } else { nil } }
    }
    try desk.press("g")
    #expect(developed(desk) == [0, 1])
    try desk.press("l")
    #expect(developed(desk) == [0, 1])
    try desk.press("<End>")
    #expect(developed(desk).contains(7) && !developed(desk).contains(4))
    // Turned, the scan is another one.
    let count = developed(desk).count
    try desk.press("t")
    #expect(developed(desk).count == count + 1 && developed(desk).last == 7)
    try desk.press("g")
    #expect(desk.model.page.isDesk && developed(desk).count == count + 1)
  }

  /// Nothing is developed that only the desk shows.
  @Test func noPreviewIsMadeMeanwhile() throws {
    var desk = Self.desk(160, 50)
    try desk.press("g")
    func previews(_ desk: TestDesk) -> Int {
      desk.effects.count { if case .preview = $0 { true } else { false } }
    }
    let count = previews(desk)
    try desk.press("lll")
    #expect(previews(desk) == count)
    try desk.press("g")
    #expect(previews(desk) == count + 1)
  }

  /// What the keys do to a photo, they do here.
  @Test func photosAreDecidedAbout() throws {
    var desk = Self.desk()
    try desk.press("g<Enter>")
    #expect(desk.disk[0] != nil && desk.model.current == 1 && desk.model.page.table != nil)
    try desk.press("lx")
    #expect(desk.model.item.sheet.prints.count == 1)
    try desk.press("u")
    #expect(desk.model.item.sheet.prints.count == 2)
    try desk.press(" ")
    #expect(desk.model.roll.marked == [1])
    #expect(desk.screen().text.contains("•photo-2.jpg-1"))
    try desk.press("<Esc>")
    #expect(desk.model.page.isDesk && desk.model.roll.marked == [1])
  }

  @Test func aCaptionIsTypedOverIt() throws {
    var desk = Self.desk()
    try desk.press("g\"Lake<Enter>")
    #expect(desk.model.page.table != nil)
    #expect(desk.model.item.sheet.prints.first?.settings.caption?.text == "Lake")
  }

  @Test func thePhotoAloneIsShown() throws {
    var desk = Self.desk()
    try desk.press("glv")
    #expect(desk.screen().text.contains("photo-2.jpg  2 prints"))
    #expect(desk.model.tableTiles.map(\.outline) == [0, 1])
    try desk.press("v")
    #expect(desk.model.tableTiles.count == 9)
  }

  @Test func aFilterAppliesHere() throws {
    var desk = Self.desk()
    try desk.press("g/photo-2")
    #expect(desk.screen().text.contains("/photo-2"))
    try desk.press("<Enter>")
    #expect(desk.model.tableTiles.map(\.item) == [1, 1] && desk.model.page.table != nil)
  }

  @Test func aFilterThatMatchesNothingShowsNothing() throws {
    var desk = Self.desk()
    try desk.press("g/zzz")
    #expect(desk.model.tableTiles.isEmpty && !desk.screen().text.contains("photo-1.jpg"))
    desk.update(.mouse(Mouse(.wheelDown, column: 3, row: 3)))
    desk.update(.mouse(Mouse(.press, column: 3, row: 3)))
    #expect(desk.model.current == 0)
  }

  @Test func photosNotLookedAtAreSaid() throws {
    var desk = Self.desk(isScoutSlow: true)
    try desk.press("g")
    #expect(desk.screen().text.contains("not looked at"))
    desk.answerScouts()
    #expect(!desk.screen().text.contains("not looked at"))
  }

  @Test func aClickChooses() throws {
    var desk = Self.desk()
    try desk.press("g")
    let area = desk.model.tableLayout.area(2)
    desk.update(.mouse(Mouse(.press, column: area.column + 3, row: area.row + 2)))
    #expect(place(desk) == [1, 1])
    desk.update(.mouse(Mouse(.wheelDown, column: 3, row: 3)))
    #expect(desk.model.current == 5)
    desk.update(.mouse(Mouse(.press, column: 0, row: 0)))
    #expect(desk.model.current == 5)
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 2), (39, 11), (40, 12), (500, 200)])
  func anyScreenHasPlaces(columns: Int, rows: Int) throws {
    var desk = Self.desk()
    try desk.press("g")
    desk.update(.resized(columns: columns, rows: rows))
    try desk.press("ljhk<End><PgUp>v")
    #expect(desk.model.page.table != nil)
    let layout = desk.model.tableLayout
    #expect(layout.across > 0 && layout.down > 0 && layout.picture.columns > 0 && layout.picture.rows > 0)
  }

  /// The scans of a photo that changed on disk are developed anew, though its prints lie where they did.
  @Test func aChangedPhotoIsShownAnew() throws {
    var desk = Self.desk()
    try desk.press("g")
    func count(_ desk: TestDesk) -> Int {
      desk.effects.count { if case .developScans(let order) = $0 { order.item == 2 } else { false } }
    }
    #expect(count(desk) == 1)
    var changes = RollChanges()
    changes.changed = [2]
    desk.update(.rolled(changes))
    #expect(count(desk) == 2)
  }

  /// The scans of a long roll don't pile up.
  @Test func memoryIsBounded() {
    var known = KnownScans()
    let roll = Roll((0..<1000).map { RollItem(ItemID($0), title: "\($0)") })
    for id in roll.ids {
      let order = ScansOrder(item: id, outlines: [Outline(TestDesk.print)], longSide: 64)
      known.keep([nil], for: order, in: roll)
    }
    let kept = roll.ids.filter { known.missing(of: [Outline(TestDesk.print)], in: $0, longSide: 64).isEmpty }
    #expect(kept.count == 400 && kept.contains(0) && !kept.contains(999))
  }

  /// Scans are moved for a sheet, over photos' borders; the roll keeps its order.
  @Test(arguments: [
    ("gL", [2, 1, 3, 4]), ("gLLL", [2, 3, 4, 1]), ("gLLLLL", [2, 3, 4, 1]), ("g<End>HH", [1, 4, 2, 3]),
    ("g<S-Right><S-Left>", [1, 2, 3, 4]), ("glHlH", [1, 2, 3, 4]),
  ])
  func scansAreMovedForASheet(_ keys: String, _ order: [Int]) throws {
    var desk = TestDesk([TestDesk.sure, Self.two, TestDesk.sure], columns: 120, rows: 40)
    try desk.press("e" + "ne" + "ne<Home>" + keys + "S<Enter>")
    let scans = [(0, 1), (1, 1), (1, 2), (2, 1)].map { SheetOrder.Scan(item: ItemID($0), number: $1) }
    let made = desk.effects.compactMap { if case .makeSheet(let order) = $0 { order } else { nil } }
    #expect(made.last?.name == "sheet.pdf")
    #expect(made.last?.scans.compactMap { scans.firstIndex(of: $0) }.map { $0 + 1 } == order)
    #expect(desk.model.message?.text == "made sheet.pdf")
    #expect(desk.model.roll.ids == [0, 1, 2])
  }

  /// A photo without a print is no scan: it doesn't count, and scans are moved past it.
  @Test(arguments: [
    ("g", [0, 1, 2], nil), ("gL", [1, 2, 0], "scan 2 of 2"), ("glL", [0, 1, 2], "this photo has no print"),
    ("g<End>H", [2, 0, 1], "scan 1 of 2"),
  ])
  func photosWithoutPrintsAreNotCounted(_ keys: String, _ order: [Int], _ told: String?) throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.nothing, TestDesk.sure], columns: 120, rows: 40)
    try desk.press(keys)
    #expect(desk.model.tableTiles.map(\.item.number) == order)
    if let told { #expect(desk.model.message?.text.contains(told) == true, "\(desk.model.message?.text ?? "")") }
  }

  /// Undo takes the move back, and not what was done before it.
  @Test func movesAreUndone() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure, TestDesk.sure], columns: 120, rows: 40)
    func order() -> [Int] { desk.model.tableTiles.map(\.item.number) }
    try desk.press("<Enter><Home>gLLu")
    #expect(order() == [1, 0, 2] && desk.model.message?.text == "undid: moved a scan")
    try desk.press("u")
    #expect(order() == [0, 1, 2] && desk.model.roll[0].state == .accepted)
    try desk.press("<C-r>")
    #expect(order() == [1, 0, 2])
    try desk.press("uu")
    #expect(desk.model.roll[0].state != .accepted)
  }

  /// A sheet shows what is exported; the table says what it lacks.
  @Test func aSheetNeedsScans() throws {
    var desk = TestDesk([TestDesk.sure, Self.two], columns: 120, rows: 40)
    try desk.press("gS")
    #expect(desk.model.panel == nil && desk.model.message?.text.hasPrefix("a sheet shows scans") == true)
    try desk.press("eS")
    #expect(desk.model.panel == .entry(.sheet, "sheet.pdf"))
    desk.isSlow = true
    let orders = desk.model.update(.command(.panel(.enter)))
    #expect(
      orders == [.makeSheet(SheetOrder(scans: [SheetOrder.Scan(item: 0, number: 1)], name: "sheet.pdf", left: 2))])
    #expect(desk.model.message?.text == "making sheet.pdf of 1 scan; 2 prints that aren't exported left out")
    // What can't be made is named anew.
    let order = SheetOrder(scans: [SheetOrder.Scan(item: 0, number: 1)], name: "sheet.pdf", left: 2)
    desk.update(.sheetMade(order, .failure(Sentence("sheet.pdf exists already"))))
    #expect(desk.model.panel == .entry(.sheet, "sheet.pdf") && desk.model.message?.text == "sheet.pdf exists already")
  }

  /// Where there is room, the scans of all prints are beside the chosen one's, and only a changed one is developed anew.
  @Test func theDeskShowsAStripOfAllScans() throws {
    var desk = TestDesk([Self.two], columns: 140, rows: 50)
    let strip = try #require(desk.model.layout.strip)
    func developed() -> [[Int]] {
      desk.effects.compactMap { effect in
        guard case .developScans(let order) = effect else { return nil }
        return order.outlines.map { desk.model.item.sheet.prints.map(\.quad).firstIndex(of: $0.quad) ?? -1 }
      }
    }
    #expect(developed() == [[0, 1]])
    func text() -> String { desk.screen(columns: 140, rows: 50).text }
    #expect(text().contains("▸1") && !text().contains("▸2"))
    let second = strip.area(1)
    desk.update(.mouse(Mouse(.press, column: second.column + 1, row: second.row + 1)))
    #expect(desk.model.item.sheet.chosen == 1 && text().contains("▸2"))
    try desk.press("t")
    #expect(developed().count == 2 && developed()[1] == [1])
    // One print needs none, and neither does a small window.
    #expect(TestDesk(columns: 140, rows: 50).model.layout.strip == nil)
    for (columns, rows) in [(80, 24), (99, 60)] {
      #expect(TestDesk([Self.two], columns: columns, rows: rows).model.layout.strip == nil, "\(columns)×\(rows)")
    }
  }
}
