import PeelImaging
import Testing

@testable import PeelWorkbench

/// Merging the shots of a burst in the bursts. Items 2, 0 and 1 are the first burst, 3 and 4 the second.
@Suite struct MergingTests {
  private static let five = TestDesk(Array(repeating: TestDesk.sure, count: 5))

  private static func aside(_ desk: TestDesk) -> [ItemID] {
    desk.model.roll.ids.filter { desk.model.roll[$0].sheet.isSetAside }
  }

  /// A desk whose first burst was merged, and which answers nothing more.
  ///
  /// - Parameter burst: what came of an order.
  private static func merged(
    _ burst: (MergeOrder) -> MergedBurst = TestDesk.merged
  ) throws -> (desk: TestDesk, order: MergeOrder) {
    var desk = five
    try desk.press("b")
    desk.isSlow = true
    try desk.press("m")
    let order = try #require(orders(desk).last)
    desk.update(.merged(order, .success(burst(order))))
    return (desk, order)
  }

  private static func orders(_ desk: TestDesk) -> [MergeOrder] {
    desk.effects.compactMap { if case .merge(let order) = $0 { order } else { nil } }
  }

  /// Enter exports, and sets the shots aside. Undo brings them back.
  @Test func theMergedScanTakesThePlaceOfItsShots() throws {
    var desk = Self.five
    try desk.press("bjm")
    #expect(Self.orders(desk).map { $0.shots.map(\.item) } == [[3, 4]])
    #expect(desk.model.page.bursts?.merging?.burst?.used.map(\.item) == [3, 4])
    #expect(Self.aside(desk).isEmpty, "looking changes nothing")
    try desk.press("<Enter>")
    #expect(Self.aside(desk) == [3, 4])
    #expect(desk.status.contains("exported merged-1.jpg to scans, 1.2 % under glare; 2 shots set aside"))
    // Another Enter writes nothing again, and accepts no photo.
    try desk.press("<Enter><Enter>")
    #expect(desk.status.contains("the merged scan is exported; Esc goes back to the photos"))
    #expect(desk.effects.count { if case .exportMerged = $0 { true } else { false } } == 1)
    #expect(desk.model.roll.items.allSatisfy { $0.sheet.accepted == nil })
    try desk.press("<Esc>")
    #expect(
      desk.model.page.bursts?.merging == nil && desk.model.page.bursts == nil && !desk.model.item.sheet.isSetAside)
    try desk.press("u")
    #expect(Self.aside(desk).isEmpty && desk.status.contains("undid: merged 2 shots"))
  }

  /// A photo keeps its other prints if a shot of one of them is merged.
  @Test func photosOfOtherPrintsStay() throws {
    var desk = Self.five
    try desk.press("bm<Enter>")
    #expect(Self.aside(desk) == [0, 2])
    let lines = desk.screen(columns: 120).text
    #expect(lines.contains("scans, 1.2 % under glare; 2 shots set aside, 1 with other prints not"))
  }

  /// A copy of a shot shows the same print under the same glare.
  @Test func copiesAreSetAsideToo() throws {
    var (desk, _) = try Self.merged { order in
      let rest = MergedBurst.LeftOut(item: order.shots[2].item, why: "it is a copy", isCopy: true)
      let merged = TestDesk.merged(MergeOrder(shots: Array(order.shots.prefix(2))))
      return MergedBurst(pictures: merged.pictures, used: merged.used, leftOut: [rest])
    }
    desk.isSlow = false
    try desk.press("<Enter>")
    #expect(Self.aside(desk) == [0, 1, 2])
    #expect(desk.status.contains("to scans; 3 shots set aside"))
  }

  @Test func mergingWaitsForTheBursts() throws {
    var desk = Self.five
    desk.isSlow = true
    try desk.press("bm")
    #expect(Self.orders(desk).isEmpty)
    #expect(desk.status.contains("the shots are merged once the burst is found"))
    desk.update(.ranked(desk.bursts))
    #expect(Self.orders(desk).map { $0.shots.map(\.item) } == [[0, 1, 2]] && desk.model.message == nil)
    // Who leaves meanwhile doesn't want it any more.
    var other = Self.five
    other.isSlow = true
    try other.press("bm<Esc>b")
    other.update(.ranked(other.bursts))
    #expect(Self.orders(other).isEmpty && other.model.page.bursts != nil)
  }

  /// A scan that was made of one of the shots before isn't the merged one.
  @Test func scansOfSingleShotsAreTold() throws {
    var desk = Self.five
    try desk.press("nepbm<Enter>")
    let text = desk.screen(columns: 160).text
    #expect(text.contains("with other prints not; the scans of photo-2.jpg stay"), "\(text)")
  }

  @Test func aMergeOfAnEarlierSessionIsTold() throws {
    var kept = Kept([Outline(try #require(TestDesk.sure.prints.first))], width: TestDesk.width, height: TestDesk.height)
    let shots = ["b.jpg", "c.jpg"].map { SetAside.Merge.Shot(name: $0, version: PhotoVersion(digest: 1)) }
    kept.aside = .merged(SetAside.Merge(place: 0, shots: shots))
    let text = TestDesk(disk: [0: kept]).screen(columns: 200, rows: 60).text
    #expect(text.contains("merged with 2") && text.contains("this shot alone"), "\(text)")
  }

  /// A small screen says how many lines it lacks.
  @Test func theListOfASmallScreenIsCutOpenly() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 5), columns: 40, rows: 12)
    try desk.press("bm")
    let text = desk.screen(columns: 40, rows: 12).text
    #expect(text.contains("2 more lines on a larger screen") && text.contains("photo-1.jpg"), "\(text)")
  }

  @Test func shotsCanBeLeftOut() throws {
    var desk = Self.five
    try desk.press("blx")
    #expect(desk.status.contains("m merges the shots without photo-1.jpg"))
    #expect(desk.screen(columns: 120).text.contains("left out"))
    try desk.press("m")
    #expect(Self.orders(desk).map { $0.shots.map(\.item) } == [[1, 2]])
    try desk.press("<Esc>x")
    #expect(desk.status.contains("m merges photo-1.jpg with the others again"))
    try desk.press("m")
    #expect(Self.orders(desk).last?.shots.map(\.item) == [0, 1, 2])
    // One shot alone isn't merged. Another burst begins with all.
    try desk.press("<Esc>xlxm")
    #expect(Self.orders(desk).count == 2 && desk.status.contains("merging needs two shots"))
    try desk.press("jkm")
    #expect(Self.orders(desk).count == 3)
  }

  /// Corners that a person moved and didn't accept count. What is saved is read with the photo.
  @Test func movedCornersCount() throws {
    var desk = Self.five
    try desk.press("llbm")
    let shots = try #require(Self.orders(desk).last).shots
    #expect(shots.map { $0.outlines != nil } == [true, false, false])
    #expect(shots[0].outlines?[0].quad[.topLeft] == Point(102, 50))
    try desk.press("<Esc><Esc><Enter>pbm")
    #expect(Self.orders(desk).last?.shots.allSatisfy { $0.outlines == nil } == true)
  }

  /// The corners that made the merged scan stay with the shot that is set aside.
  @Test func movedCornersAreKept() throws {
    var desk = Self.five
    try desk.press("llbm<Enter>")
    #expect(desk.model.roll[0].sheet.isSetAside && !desk.model.roll[0].isAdjusted)
    #expect(desk.disk[0]?.outlines.first?.quad[.topLeft] == Point(102, 50))
    #expect(desk.disk[2]?.isSetAside == true && desk.disk[2]?.outlines.isEmpty == true)
  }

  /// Enter in a view that is out of date doesn't act on the photo below.
  @Test func aShotThatChangesIsNotExported() throws {
    var desk = Self.five
    try desk.press("bm")
    var changes = RollChanges()
    changes.changed = [1]
    desk.update(.rolled(changes))
    #expect(desk.model.page.bursts?.merging != nil)
    try desk.press("<Enter>")
    #expect(desk.status.contains("a shot changed on disk; go back with Esc, and merge the burst again"))
    #expect(!desk.effects.contains { if case .exportMerged = $0 { true } else { false } })
    #expect(desk.model.roll.items.allSatisfy { $0.sheet.accepted == nil })
    try desk.press("<Esc>")
    #expect(desk.model.page.bursts?.merging == nil && desk.model.page.bursts == nil)
  }

  /// A shot that was deleted before the scan was written has no sidecar to note anything in.
  @Test func aDeletedShotIsNotSetAside() throws {
    var (desk, order) = try Self.merged()
    try desk.press("<Enter>")
    var changes = RollChanges()
    changes.gone = [2]
    desk.update(.rolled(changes))
    desk.update(.mergedExported(order, .success(ExportedScans([]))))
    #expect(Self.aside(desk) == [0])
    #expect(!desk.effects.contains { if case .keep(item: 2, _, _) = $0 { true } else { false } })
  }

  @Test func crossedCornersAreNotMerged() throws {
    var desk = Self.five
    desk.update(.choose(.corner(.topLeft)))
    for _ in 0..<250 { desk.update(.nudge(x: 1, y: 0)) }
    try desk.press("bm")
    #expect(Self.orders(desk).isEmpty)
    #expect(desk.model.message?.text.contains("photo-1.jpg has a print with crossed corners") == true)
  }

  @Test func keysDoNotWait() throws {
    var desk = Self.five
    try desk.press("b")
    desk.isSlow = true
    try desk.press("m")
    let order = try #require(Self.orders(desk).last)
    #expect(desk.screen().text.contains("merging 3 shots…"))
    #expect(desk.model.workInWords.contains("merging 3 shots") && !desk.model.isIdle)
    try desk.press("<Enter>")
    #expect(!desk.effects.contains { if case .exportMerged = $0 { true } else { false } })
    // What comes after it was closed is dropped.
    try desk.press("<Esc>")
    #expect(desk.effects.contains(.forgetMerge))
    desk.update(.merged(order, .success(TestDesk.merged(order))))
    #expect(desk.model.page.bursts?.merging == nil && desk.model.page.bursts != nil)
    #expect(desk.effects.count { $0 == .forgetMerge } == 2, "its photos don't stay in memory")
    try desk.press("m")
    let second = try #require(Self.orders(desk).last)
    desk.update(.merged(second, .success(TestDesk.merged(second))))
    try desk.press("<Enter><Enter><Esc><Esc>")
    #expect(desk.effects.count { if case .exportMerged(second, _) = $0 { true } else { false } } == 1)
    // Quitting waits for the file.
    try desk.press("q")
    #expect(desk.status.contains("exporting the merged scan; press q again not to wait"))
    #expect(!desk.effects.contains(.leave))
    desk.update(.mergedExported(second, .success(ExportedScans([]))))
    #expect(Self.aside(desk) == [0, 2])
  }

  @Test func failuresLeaveTheShots() throws {
    var desk = Self.five
    try desk.press("b")
    desk.isSlow = true
    try desk.press("m")
    desk.update(.merged(try #require(Self.orders(desk).last), .failure(Sentence("b.jpg changed"))))
    #expect(
      desk.model.page.bursts?.merging == nil && desk.model.page.bursts != nil && desk.status.contains("b.jpg changed"))
    try desk.press("m")
    let order = try #require(Self.orders(desk).last)
    desk.update(.merged(order, .success(TestDesk.merged(order))))
    try desk.press("<Enter>")
    desk.update(.mergedExported(order, .failure(Sentence("the disk is full"))))
    #expect(Self.aside(desk).isEmpty && desk.status.contains("the disk is full"))
    #expect(desk.model.page.bursts?.merging != nil, "Enter tries again")
  }

  @Test func aSingleUsableShotIsNotExported() throws {
    var desk = Self.five
    try desk.press("b")
    desk.isSlow = true
    try desk.press("m")
    let order = try #require(Self.orders(desk).last)
    let flat = TestDesk.merged(order).pictures
    desk.update(
      .merged(
        order,
        .success(
          MergedBurst(pictures: flat, used: [.init(item: 2, share: 1)], leftOut: [.init(item: 0, why: "no print")]))))
    #expect(desk.status.contains("only photo-3.jpg can be used"))
    #expect(desk.screen().text.contains("left out photo-1.jpg: no print"))
    try desk.press("<Enter>")
    #expect(!desk.effects.contains { if case .exportMerged = $0 { true } else { false } })
  }

  @Test func theViewShowsWhatComesFromWhere() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 5), columns: 120, rows: 40)
    try desk.press("bm")
    let screen = desk.screen(columns: 120, rows: 40).text
    for text in [
      "Merge  3 of 3 shots, reference photo-1.jpg", "merged", "from which shot", "63 %", "25 %",
      "photo-2.jpg  shows other prints too", "under glare in every shot: 1.2 %", "Enter export", "Esc back",
    ] { #expect(screen.contains(text), "\(text)\n\(screen)") }
  }
}
