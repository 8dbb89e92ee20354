import PeelImaging
import Testing

@testable import PeelWorkbench

/// The view of bursts.
@Suite struct BurstsTests {
  private static let five = TestDesk(Array(repeating: TestDesk.sure, count: 5))

  struct Case: CustomTestStringConvertible, Sendable {
    let keys: String
    /// The expected burst and shot; nil if the bursts is closed.
    let strip: BurstsPage?
    let photo: ItemID
    let aside: [ItemID]
    var testDescription: String { keys }
  }

  private static func at(_ burst: Int, _ shot: Int) -> BurstsPage { BurstsPage(burst: burst, shot: shot) }

  @Test(arguments: [
    Case(keys: "b", strip: at(0, 0), photo: 0, aside: []),
    Case(keys: "bb", strip: nil, photo: 0, aside: []),
    Case(keys: "b<Esc>", strip: nil, photo: 0, aside: []),
    Case(keys: "b<Right>", strip: at(0, 1), photo: 0, aside: []),
    Case(keys: "b<Right><Right><Right>", strip: at(0, 2), photo: 0, aside: []),
    Case(keys: "bl<Left><Left>", strip: at(0, 0), photo: 0, aside: []),
    Case(keys: "b<Tab><Tab><BackTab>", strip: at(0, 1), photo: 0, aside: []),
    Case(keys: "b<Down>", strip: at(1, 0), photo: 0, aside: []),
    Case(keys: "b<Right><Down><Up>", strip: at(0, 0), photo: 0, aside: []),
    Case(keys: "b<Down><Down>", strip: at(1, 0), photo: 0, aside: []),
    Case(keys: "<End>b", strip: at(1, 0), photo: 4, aside: []),
    Case(keys: "b<Enter>", strip: nil, photo: 2, aside: [0, 1]),
    Case(keys: "bl<Enter>", strip: nil, photo: 0, aside: [1, 2]),
    // Choose another shot later.
    Case(keys: "b<Enter>bll<Enter>", strip: nil, photo: 1, aside: [0, 2]),
    Case(keys: "b<Enter>bj<Enter>", strip: nil, photo: 3, aside: [0, 1, 4]),
    // Shots set aside are skipped by n and p, but Home and End go to them.
    Case(keys: "b<Enter>n", strip: nil, photo: 3, aside: [0, 1]),
    Case(keys: "b<Enter>p", strip: nil, photo: 2, aside: [0, 1]),
    Case(keys: "bl<Enter><Enter>", strip: nil, photo: 3, aside: [1, 2]),
    Case(keys: "b<Enter><Home>", strip: nil, photo: 0, aside: [0, 1]),
    // The photo's keys do nothing here.
    Case(keys: "bcatf", strip: at(0, 0), photo: 0, aside: []),
  ])
  func keysLeadTo(_ test: Case) throws {
    var desk = Self.five
    try desk.press(test.keys)
    #expect(desk.model.page.bursts == test.strip)
    #expect(desk.model.current == test.photo)
    #expect(desk.model.roll.ids.filter { desk.model.roll[$0].sheet.isSetAside } == test.aside)
    #expect(!desk.model.item.isAdjusted)
    #expect(desk.effects.count(where: \.isRank) == 1, "shots are compared once")
  }

  @Test func takingAShotSetsAsideTheOthers() throws {
    var desk = Self.five
    try desk.press("b<Enter>")
    #expect(desk.status.contains("; 2 other shots set aside"))
    try desk.press("bj<Enter>")
    #expect(desk.status.contains("; 1 other shot set aside"))
    try desk.press("pppp")
    #expect(desk.status.contains("this is the first photo that isn't set aside"))
    #expect(desk.screen(columns: 160).text.contains("set aside"))
  }

  @Test func keysDoNotWaitForTheComparison() throws {
    var desk = Self.five
    desk.isSlow = true
    try desk.press("b")
    #expect(desk.screen().text.contains("looking for bursts…"))
    let job = try #require(desk.model.jobs.running.first { $0.order.isRank })
    desk.update(.progressed(job.ticket, done: 3, of: 5))
    #expect(desk.screen().text.contains("looking for bursts: 3 of 5"))
    #expect(desk.model.workInWords.contains("looking for bursts in 5 photos"))
    try desk.press("<Right><Enter><Down>")
    #expect(desk.model.page.bursts == BurstsPage())
    // Once closed, the bursts doesn't open when the comparison is done. It isn't started a second time.
    try desk.press("<Esc>n")
    desk.update(.ranked(desk.bursts))
    #expect(desk.model.page.bursts == nil && desk.model.current == 1)
    try desk.press("b")
    #expect(desk.model.page.bursts == BurstsPage())
    #expect(desk.effects.count(where: \.isRank) == 1)
  }

  /// What a person changes doesn't count until it is accepted, which the sidecar tells.
  @Test func whatWasFoundIsNotSearchedAgain() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.nothing, TestDesk.sure, TestDesk.sure], isScoutSlow: true)
    try desk.press("x")
    #expect(desk.model.item.sheet.prints.isEmpty)
    #expect(desk.model.searchedPhotos.map(\.item) == [0, 1])
    #expect(desk.model.searchedPhotos.map { $0.outlines?.map(\.quad) } == [[TestDesk.print.quad], []])
    try desk.press("b")
    #expect(desk.effects.contains(.rank(desk.model.searchedPhotos)))
  }

  @Test func aDeletedShotIsNotTaken() throws {
    var desk = Self.five
    try desk.press("b")
    var changes = RollChanges()
    changes.gone = [2]
    desk.update(.rolled(changes))
    try desk.press("<Enter>")
    #expect(desk.model.page.bursts != nil && !desk.model.roll.items.contains { $0.sheet.isSetAside })
    #expect(desk.screen().text.contains("photo-3.jpg was deleted or moved away: take another shot"))
  }

  /// Items 0 to 2 are the burst shown, 3 and 4 another one.
  @Test(arguments: [2, 4] as [ItemID]) func aReplacedShotClosesTheBursts(photo: ItemID) throws {
    var desk = Self.five
    try desk.press("b")
    #expect(desk.model.burst?.shots.map(\.item) == [2, 0, 1])
    var changes = RollChanges()
    changes.changed = [photo]
    desk.update(.rolled(changes))
    #expect(desk.model.page.bursts == nil)
    #expect(desk.model.message?.text == "photo-\(photo.number + 1).jpg changed on disk")
    let before = desk.effects.count(where: \.isRank)
    try desk.press("b")
    #expect(desk.effects.count(where: \.isRank) == before + 1)
  }

  @Test func scansOfOtherShotsAreTold() throws {
    var desk = Self.five
    try desk.press("nepb<Enter>")
    let text = try #require(desk.model.message?.text)
    #expect(text.hasSuffix("2 other shots set aside; Enter accepts this one; the scans of photo-2.jpg stay"), "\(text)")
  }

  @Test func aShotThatIsTakenMustBeAccepted() throws {
    var desk = Self.five
    try desk.press("b<Enter>")
    #expect(desk.model.message?.text.hasSuffix("set aside; Enter accepts this one") == true)
    let taken = desk.model.current
    try desk.press("<Enter>")
    while desk.model.current != taken { desk.update(.goOn(by: desk.model.current.number < taken.number ? 1 : -1)) }
    try desk.press("b<Enter>")
    #expect(desk.model.current == taken)
    #expect(desk.model.message?.text.contains("Enter") == false)
  }

  @Test func exportingAShotTakesItBack() throws {
    var desk = Self.five
    try desk.press("b<Enter>")
    let aside = try #require(desk.model.roll.items.first { $0.sheet.isSetAside }).id
    desk.update(.goToFirst)
    while desk.model.current != aside { desk.update(.goOn(by: desk.model.current.number < aside.number ? 1 : -1)) }
    try desk.press("e")
    #expect(!desk.model.roll[aside].sheet.isSetAside)
  }

  /// Chosen shot, number of close-ups that fit, and the shots they show.
  @Test(arguments: [
    (0, 3, [0, 1, 2]), (2, 3, [0, 2, 3]), (4, 3, [0, 3, 4]), (2, 2, [0, 2]), (3, 1, [3]), (0, 0, []),
  ])
  func theChosenShotIsComparedWithTheBest(shot: Int, most: Int, compared: [Int]) {
    #expect(BurstsPage(shot: shot).compared(of: 5, atMost: most) == compared)
  }

  @Test func aHighScreenShowsShotsAtFullSize() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 5), columns: 120, rows: 40)
    try desk.press("b")
    let orders = desk.bursts[0].shots.map(\.closeUp)
    func ordered() -> [CloseUpOrder] {
      desk.effects.compactMap { if case .closeUp(let order) = $0 { order } else { nil } }
    }
    #expect(ordered() == orders, "one after the other")
    let lines = desk.screen(columns: 120, rows: 40).text.split(separator: "\n")
    #expect(lines.contains { $0.contains("┌─ 1  photo-3.jpg ─") && $0.contains("┌─ 2  photo-1.jpg ─") })
    try desk.press("<Right><Left>")
    #expect(ordered() == orders, "each is read once")
    try desk.press("<Down>")
    #expect(ordered() == orders + desk.bursts[1].shots.map(\.closeUp))
    desk.update(.resized(columns: 120, rows: 24))
    try desk.press("<Up>")
    #expect(ordered().count == 5, "a low screen shows none")
  }

  @Test func aCloseUpThatArrivesLateIsDropped() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 5), columns: 120, rows: 40)
    try desk.press("b<Down>")
    let order = desk.bursts[0].shots[0].closeUp
    desk.update(.enlarged(order, CloseUp(of: TestDesk.photo, around: order.point)))
    #expect(desk.model.page.bursts?.closeUps[order] == nil)
  }

  @Test func aPhotoThatCannotBeReadIsNotAskedForAgain() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 5), columns: 120, rows: 40)
    desk.isSlow = true
    try desk.press("b")
    desk.update(.ranked(desk.bursts))
    func ordered() -> [CloseUpOrder] {
      desk.effects.compactMap { if case .closeUp(let order) = $0 { order } else { nil } }
    }
    for _ in 0..<3 { desk.update(.enlarged(try #require(ordered().last), nil)) }
    #expect(ordered() == desk.bursts[0].shots.map(\.closeUp))
    #expect(desk.screen(columns: 120, rows: 40).text.contains("this photo can't be read"))
  }

  @Test func aRollWithoutBurstsSaysSo() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.nothing])
    try desk.press("b")
    #expect(desk.status.contains("no bursts: no two photos show the same print"))
    try desk.press("l")
    #expect(desk.status.contains("101.0, 50.0"), "the photo's keys are back")
  }

  @Test func helpAndKeyBarAreThoseOfTheBursts() throws {
    var desk = Self.five
    try desk.press("b")
    #expect(desk.line(-1) == " ←→ shot  Enter take  m merge  x leave out  ↑↓ burst  Esc back  ? help  q quit")
    try desk.press("?")
    let lines = desk.screen().text.split(separator: "\n")
    for row in StandardKeys.bursts.rows { #expect(lines.contains { $0.contains(row.help) }, "\(row.help)") }
    #expect(!lines.contains { $0.contains("Corners") })
    try desk.press("<Esc>")
    #expect(desk.model.page.bursts != nil && desk.model.helpPage == nil)
  }

  struct Look: CustomTestStringConvertible, Sendable {
    let keys: String
    let columns: Int
    let rows: Int
    let glyphs: Capabilities.Glyphs
    let screen: String
    var testDescription: String { "\"\(keys)\" on \(columns)×\(rows) in \(glyphs)" }
  }

  @Test(arguments: [
    Look(
      keys: "bl", columns: 100, rows: 16, glyphs: .ascii,
      screen: """
         Burst 1/2  3 shots, sharpest first

             ############   ............    ############   ............    ############   ............
             ############   ............    ############   ............    ############   ............
             ############   ............    ############   ............    ############   ............
             ############   ............    ############   ............    ############   ............
             ############   ............    ############   ............    ############   ............
             ############   ............    ############   ............    ############   ............
             ############   ............    ############   ............    ############   ............
            1  800.0  100 %               >2  576.0  72 %                 3  160.0  20 %
            ============================   ====================--------   ======----------------------
            photo-3.jpg                    photo-1.jpg                    photo-2.jpg
                                           blur                           motion blur sideways


         Left Right shot  Enter take  m merge  x leave out  Up Down burst  Esc back  ? help  q quit
        """),
    Look(
      keys: "bll", columns: 40, rows: 12, glyphs: .blocks,
      screen: """
         Burst 1/2  3 shots, sharpest first

              ▌    ▌ ▌    ▌  ▌    ▌ ▌    ▌
              ▌    ▌ ▌    ▌  ▌    ▌ ▌    ▌
              ▌    ▌ ▌    ▌  ▌    ▌ ▌    ▌
              2  72 %       ▸3  20 %
              ━━━━━━━━━───   ━━──────────
              photo-1.jpg    photo-2.jpg
              blur           motion blur…


         ←→ shot  Enter take  ? help  q quit
        """),
  ])
  func shotsLieSideBySide(_ look: Look) throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 5), columns: look.columns, rows: look.rows)
    try desk.press(look.keys)
    let screen = desk.screen(
      columns: look.columns, rows: look.rows, depth: look.glyphs == .ascii ? .monochrome : .trueColour,
      glyphs: look.glyphs)
    #expect(screen.text == look.screen, "\n\(screen.text)")
  }

  /// The chosen shot is shown in windows of any size.
  @Test(arguments: [40, 47, 64, 80, 120, 200], [12, 17, 24, 50])
  func theChosenShotIsShown(columns: Int, rows: Int) throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 5), columns: columns, rows: rows)
    try desk.press("b")
    for shot in 0..<3 {
      let text = desk.screen(columns: columns, rows: rows).text
      #expect(text.contains("▸\(shot + 1)  "), "\(text)")
      try desk.press("<Right>")
    }
  }
}
