import PeelImaging
import Testing

@testable import PeelWorkbench

/// The scans of a roll side by side.
@Suite struct LightTableTests {
  /// Two prints beside each other.
  private static let two = Detection(
    verdict: .sure,
    prints: [0, 1].map { Print(quad: Quad(x: 20 + 190 * Double($0), y: 50, width: 150, height: 180), confidence: 0.97) }
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
    var desk = Self.desk(columns, rows)
    try desk.press("gljhk<End><PgUp>v")
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
      known.keep(KnownScans.Scans(order: order, pictures: [nil]), near: roll)
    }
    #expect(known.scans.count == 400 && known[0] != nil && known[999] == nil)
  }
}
