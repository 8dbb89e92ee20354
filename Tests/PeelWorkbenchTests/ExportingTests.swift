import PeelImaging
import Testing

@testable import PeelWorkbench

/// What is accepted while an export is under way.
@Suite struct ExportingTests {
  /// The orders to export, oldest first.
  private func orders(_ desk: TestDesk) -> [ExportOrder] {
    desk.effects.compactMap { if case .export(let order) = $0 { order } else { nil } }
  }

  /// A desk that exports three accepted photos, of which it has begun the first, and shows the last.
  private func exportingDesk() throws -> TestDesk {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure, TestDesk.sure])
    for item in 0..<3 { desk.versions[ItemID(item)] = PhotoVersion(digest: UInt64(item + 1)) }
    var changes = RollChanges()
    changes.changed = [0, 1, 2]
    desk.update(.rolled(changes))
    desk.isSlow = true
    try desk.press("<Enter><Enter><Enter>E")
    #expect(orders(desk).map(\.item) == [0] && desk.model.current == 2)
    return desk
  }

  /// Answers the export that is running, and those that follow, up to `count`.
  private func export(_ count: Int, _ desk: inout TestDesk, leftovers: [String] = []) throws {
    for _ in 0..<count {
      let order = try #require(desk.model.runningExport)
      let files = order.outlines.indices.map { print in
        ExportedFile(name: "photo-\(order.item.number + 1)-\(print + 1).jpg", folder: "out", width: 210, height: 256)
      }
      desk.update(.exported(order, .success(ExportedScans(files, leftovers: leftovers))))
    }
  }

  @Test func whatIsAcceptedAnewWhileItWaitsIsExported() throws {
    var desk = try exportingDesk()
    try desk.press("llllllllll<Enter>")
    try export(3, &desk)
    #expect(orders(desk).map(\.item) == [0, 1, 2])
    #expect(orders(desk).last?.outlines == desk.disk[2]?.outlines)
    #expect(orders(desk).last?.outlines.first?.quad[.topLeft] == Point(110, 50))
    #expect(desk.model.roll.items.map(\.state) == [.exported, .exported, .exported])
    #expect(desk.model.message?.text == "exported 3 scans from 3 photos to out")
    try desk.press("q")
    #expect(desk.effects.last == .leave)
  }

  /// Scans of prints that are left out now are told, also if several photos were exported.
  @Test func oldScansThatAreStillThereAreTold() throws {
    var desk = try exportingDesk()
    try export(1, &desk, leftovers: ["a-2.jpg"])
    try export(2, &desk)
    #expect(
      desk.model.message?.text == "exported 3 scans from 3 photos to out; old scans still there: a-2.jpg")
    desk = try exportingDesk()
    try export(2, &desk, leftovers: ["a-2.jpg", "a-3.jpg"])
    try export(1, &desk)
    #expect(desk.model.message?.text.hasSuffix("; old scans still there: a-2.jpg and 3 more") == true)
  }

  @Test(arguments: ["u", "x<Enter>"])
  func whatIsTakenBackWhileItWaitsIsNotExported(_ keys: String) throws {
    var desk = try exportingDesk()
    try desk.press(keys)
    try export(2, &desk)
    #expect(orders(desk).map(\.item) == [0, 1] && !desk.model.isExporting)
    let why = keys == "u" ? "not accepted" : "without a print"
    #expect(desk.model.message?.text == "exported 2 scans from 2 photos to out; left out: 1 \(why)")
    // Redone in time, it's exported.
    desk = try exportingDesk()
    try desk.press(keys == "u" ? "u<C-r>" : "x<Enter>u")
    try export(3, &desk)
    #expect(orders(desk).map(\.item) == [0, 1, 2])
  }

  @Test func whatIsSetAsideOrDeletedWhileItWaitsIsNotExported() throws {
    var desk = try exportingDesk()
    desk.update(.ranked(desk.bursts))
    try desk.press("b")
    let page = try #require(desk.model.page.bursts)
    let shot = try #require(desk.bursts[page.burst].shots.firstIndex { $0.item == 0 })
    desk.model.page.bursts?.shot = shot
    var changes = RollChanges()
    try desk.press("<Enter>")
    #expect(desk.model.roll.items.map(\.sheet.isSetAside) == [false, true, true])
    try export(1, &desk)
    #expect(orders(desk).map(\.item) == [0] && !desk.model.isExporting)
    desk = try exportingDesk()
    changes.gone = [1]
    desk.update(.rolled(changes))
    try export(2, &desk)
    #expect(orders(desk).map(\.item) == [0, 2])
  }

  /// The photo is read again before its turn comes.
  @Test(arguments: [1, 2] as [ItemID])
  func anotherSessionsPrintsAreExported(item: ItemID) throws {
    var desk = try exportingDesk()
    desk.update(.goToFirst)
    desk.disk[item]?.outlines[0].settings.turn = 1
    var changes = RollChanges()
    changes.decided = [item]
    desk.update(.rolled(changes))
    try export(3, &desk)
    #expect(Set(orders(desk).map(\.item)) == [0, 1, 2] && !desk.model.isExporting)
    #expect(orders(desk).first { $0.item == item }?.outlines.map(\.settings.turn) == [1])
    #expect(desk.model.roll.items.map(\.state) == [.exported, .exported, .exported])
  }

  /// The scan that was being made is of what was accepted before.
  @Test func whatIsAcceptedAnewDuringItsExportIsTold() throws {
    var desk = try exportingDesk()
    try export(2, &desk)
    try desk.press("L<Enter>")
    try export(1, &desk)
    let words = "photo-3.jpg was changed since; E exports it again"
    #expect(desk.model.message?.text == "exported 2 scans from 2 photos to out; \(words)")
    #expect(desk.model.roll.items.map(\.state) == [.exported, .exported, .accepted])
    try desk.press("q")
    #expect(!desk.effects.contains(.leave))
    #expect(
      desk.model.message?.text
        == "photo-3.jpg was changed since it was exported; E exports it again; press q again to quit")
    try desk.press("E")
    try export(1, &desk)
    #expect(orders(desk).last?.outlines == desk.disk[2]?.outlines)
    try desk.press("q")
    #expect(desk.effects.last == .leave)
  }

  /// Scans are missing until the export is tried again, whatever else is exported meanwhile.
  @Test func `quitting tells of exports that failed`() throws {
    var desk = try exportingDesk()
    desk.update(.exported(try #require(desk.model.runningExport), .failure(Sentence("the disk is full"))))
    try export(2, &desk)
    try desk.press("L<Enter>")
    try desk.press("q")
    #expect(!desk.effects.contains(.leave))
    #expect(desk.model.message?.text.hasPrefix("the export of photo-1.jpg failed; E tries again") == true)
    try desk.press("E")
    while desk.model.isExporting { try export(1, &desk) }
    try desk.press("q")
    #expect(desk.effects.last == .leave)
  }

  /// What is unsaved doesn't hide that other scans are out of date, and neither does another name.
  @Test func quittingTellsAllReasons() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 3), names: ["a.jpg", "b.jpg", "c.jpg"], columns: 120)
    try desk.press("enL<Home>RX<Enter>")
    #expect(desk.model.roll[0].title == "a.jpgX")
    try desk.press("L<Enter><Home>q")
    #expect(
      desk.model.message?.text
        == "your changes to b.jpg would be lost; a.jpgX was changed since it was exported; E exports it again; press q again to quit"
    )
    #expect(!desk.effects.contains(.leave))
  }

  /// A name alone doesn't make scans wrong. They hold the old one, so an export makes them anew.
  @Test func renamedPhotosAreExportedAnew() throws {
    var desk = TestDesk([TestDesk.sure], names: ["a.jpg"])
    try desk.press("eRX<Enter>")
    #expect(desk.model.item.state == .accepted && !desk.model.item.hasOutdatedScans)
    try desk.press("u")
    #expect(desk.model.item.state == .exported)
  }

  /// What is typed stays in sight when an export ends.
  @Test func messagesLeaveThePromptInSight() throws {
    var desk = try exportingDesk()
    try desk.press("T19")
    try export(3, &desk)
    let text = desk.model.message?.text ?? ""
    #expect(text.hasPrefix("exported 3 scans"))
    #expect(desk.status.contains("taken (1984, 1984-07 or 1984-07-21): 19"))
    #expect(desk.line(-3).contains("exported 3 scans"))
  }

  @Test func aSingleExportTellsToo() throws {
    var desk = TestDesk()
    desk.isSlow = true
    try desk.press("eL<Enter>")
    try export(1, &desk)
    #expect(desk.model.message?.text == "photo-1.jpg was changed since; E exports it again")
    #expect(desk.model.item.state == .accepted)
    desk = TestDesk()
    desk.isSlow = true
    try desk.press("eu")
    try export(1, &desk)
    #expect(desk.model.message?.text == "scans of photo-1.jpg no longer accepted are still there")
  }

  /// Another program's sidecar that comes after the export leaves old scans.
  @Test func quittingTellsOfScansOlderThanTheSidecar() throws {
    var desk = try exportingDesk()
    try export(3, &desk)
    desk.disk[2]?.outlines[0].settings.turn = 1
    var changes = RollChanges()
    changes.decided = [2]
    desk.update(.rolled(changes))
    #expect(desk.model.message?.text.hasSuffix("; u brings yours back; E exports it again") == true)
    try desk.press("q")
    #expect(!desk.effects.contains(.leave))
  }
}
