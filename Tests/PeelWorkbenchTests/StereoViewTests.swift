import PeelImaging
import Testing

@testable import PeelWorkbench

/// The view of a photo with depth.
@Suite struct StereoViewTests {
  private static func orders(_ desk: TestDesk) -> [StereoOrder] {
    desk.effects.compactMap { if case .makeStereo(let order) = $0 { order } else { nil } }
  }

  @Test func theRollMarksPhotosWithDepth() {
    let desk = TestDesk([TestDesk.sure, TestDesk.sure, TestDesk.sure], columns: 200, withDepth: [0, 2])
    let lines = desk.screen(columns: 200).text.split(separator: "\n").map { String($0) }
    // The third was only searched.
    #expect(
      ["-1.jpg", "-2.jpg", "-3.jpg"].map { name in
        lines.dropFirst().contains { $0.contains(name) && $0.contains("3-D") }
      } == [true, false, true])
    #expect(desk.line(0, columns: 200).contains("with depth"))
  }

  @Test func everyWayIsShownInTurn() throws {
    var desk = TestDesk(withDepth: [0])
    try desk.press("D")
    #expect(desk.screen().text.contains("▸depth map"))
    try desk.press("<Tab><Tab><Tab><Tab><Tab>")
    #expect(Self.orders(desk).map(\.show) == [.map, .anaglyph, .wobble, .sideBySide, .card, .map])
    try desk.press("<BackTab>")
    #expect(desk.model.page.depth?.order.show == .card)
    #expect(desk.line(-3).contains("map 768×576   depth 1.0 %   plane at 40 %, the subject"))
    try desk.press("<Esc>")
    #expect(desk.model.page.depth == nil && desk.effects.last == .forgetStereo)
    #expect(desk.title.contains("photo-1.jpg"))
  }

  @Test func depthAndPlaneAreChosen() throws {
    var desk = TestDesk(withDepth: [0])
    try desk.press("D<Tab><Right><S-Right>")
    #expect(desk.model.page.depth?.made?.order.shift == 16)
    try desk.press("<Up>x")
    #expect(desk.line(-3).contains("depth 1.6 %   plane at 45 %   eyes exchanged"))
    // Neither leaves its range.
    for _ in 0..<20 { try desk.press("<S-Left><Down>") }
    #expect(desk.model.page.depth?.made?.order.shift == 0 && desk.model.page.depth?.made?.order.focus == 0)
    for _ in 0..<60 { try desk.press("<S-Right><Up>") }
    #expect(desk.model.page.depth?.made?.order.shift == 200 && desk.model.page.depth?.made?.order.focus == 100)
    try desk.press("0")
    var usual = StereoOrder(item: 0)
    usual.show = .anaglyph
    #expect(desk.model.page.depth?.made?.order == usual)
  }

  /// Keys are never ahead of more than one request.
  @Test func picturesAreMadeOneAtATime() throws {
    var desk = TestDesk(withDepth: [0])
    try desk.press("D<Tab>")
    desk.isSlow = true
    try desk.press("<Right><Right><Right>")
    #expect(Self.orders(desk).map(\.shift) == [10, 10, 11])
    desk.isSlow = false
    desk.update(.stereoMade(Self.orders(desk)[2], .success(TestDesk.stereo(Self.orders(desk)[2]))))
    #expect(Self.orders(desk).map(\.shift) == [10, 10, 11, 13])
    #expect(desk.model.isIdle)
  }

  /// What is made for a view that was closed isn't shown in the next one, even of the same photo, which may have changed.
  @Test(arguments: [("D<Esc>nD", [0, 1]), ("D<Esc>D", [0, 0])])
  func aLateAnswerBelongsToItsView(_ keys: String, _ items: [ItemID]) throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure], withDepth: [0, 1])
    desk.isSlow = true
    try desk.press(keys)
    #expect(Self.orders(desk).map(\.item) == [0], "one at a time")
    let late = Self.orders(desk)[0]
    desk.isSlow = false
    desk.update(.stereoMade(late, .success(TestDesk.stereo(late))))
    #expect(Self.orders(desk).map(\.item) == items && Self.orders(desk).map(\.opening) == [1, 2])
    #expect(desk.model.page.depth?.made?.order.opening == 2)
  }

  @Test func theEyesChangeThreeTimesASecond() throws {
    var desk = TestDesk(withDepth: [0])
    try desk.press("D<Tab>")
    #expect(!desk.model.isWobbling)
    try desk.press("<Tab>")
    #expect(desk.model.isWobbling)
    var eyes: [Bool] = []
    for _ in 0..<30 {
      desk.time += 0.1
      desk.update(.ticked)
      eyes.append(desk.model.page.depth?.isRight ?? false)
    }
    let changes = zip(eyes, eyes.dropFirst()).count { $0 != $1 }
    #expect((8...10).contains(changes), "\(changes) in three seconds")
    try desk.press("<Esc>")
    #expect(!desk.model.isWobbling)
  }

  @Test func spatialPhotosHaveNoMap() throws {
    var desk = TestDesk(withDepth: [0])
    desk.isPair = true
    try desk.press("D")
    #expect(desk.model.page.depth?.made?.order.show == .anaglyph)
    #expect(!desk.screen().text.contains("depth map"))
    try desk.press("<Right>")
    #expect(desk.status.contains("photo-1.jpg is a spatial photo, whose depth is in its two pictures"))
    #expect(desk.model.page.depth?.order.shift == 10)
    try desk.press("<Up>")
    #expect(desk.line(-3).contains("plane at 55 %"))
  }

  @Test func whatIsShownIsExported() throws {
    var desk = TestDesk(withDepth: [0])
    try desk.press("D<Tab><Enter>")
    #expect(desk.effects.contains { if case .exportStereo(let order) = $0 { order.show == .anaglyph } else { false } })
    #expect(desk.status.contains("exported photo-1-anaglyph.jpg to scans"))
    #expect(desk.model.page.depth != nil, "the person goes on looking")
    // Quitting waits for the file.
    desk.isSlow = true
    try desk.press("<Enter>q")
    #expect(desk.status.contains("exporting the anaglyph; press q again not to wait"))
    #expect(desk.effects.last != .leave)
    let order = try #require(desk.model.page.depth?.order)
    desk.update(.stereoExported(order, .failure(Sentence("the disk is full"))))
    #expect(desk.effects.last != .leave && desk.status.contains("the disk is full"))
    try desk.press("<Enter>q")
    desk.update(.stereoExported(order, .success(ExportedStereo(name: "a.jpg", folder: "scans", change: .replaced))))
    #expect(desk.effects.last == .leave)
  }

  /// Why there is nothing to show stays until the person leaves the view: Enter would accept the photo's prints elsewhere.
  @Test func whatCannotBeShownIsSaid() throws {
    var desk = TestDesk([nil, TestDesk.sure], kinds: [.photo, .photo], withDepth: [0, 1])
    try desk.press("D<Enter>")
    #expect(desk.screen(columns: 100).text.contains("photo-1.jpg: the file is empty; copy it once more"))
    #expect(desk.status.contains("the file is empty"))
    desk.isDepthDamaged = true
    try desk.press("<Esc>nD<Enter><Tab><Enter>")
    #expect(desk.screen().text.contains("damaged") && desk.model.page.depth != nil)
    #expect(!desk.effects.contains { if case .exportStereo = $0 { true } else { false } })
    #expect(desk.model.roll[1].sheet.accepted == nil)
    var clip = TestDesk(kinds: [.clip])
    try clip.press("D")
    #expect(clip.model.page.depth == nil && clip.status.contains("this is a clip"))
  }

  @Test func aPhotoWithoutDepthSaysSo() throws {
    var desk = TestDesk()
    try desk.press("D")
    #expect(desk.model.page.isDesk && desk.status.contains("photo-1.jpg has no depth map"))
  }

  /// A view of a photo that is still being read waits for it.
  @Test func aPhotoThatIsReadIsShownOrSaysWhyNot() throws {
    func opened() throws -> Model {
      var model = Model(photos: ["photo-1.jpg"])
      _ = model.start()
      #expect(try TestDesk.keys("D").flatMap { model.update(.key($0)) }.isEmpty && model.page.depth != nil)
      _ = try TestDesk.keys("<Enter>").flatMap { model.update(.key($0)) }
      #expect(model.message?.text == "the depth of photo-1.jpg is still being read")
      return model
    }
    var model = try opened()
    let effects = model.update(.loaded(item: 0, LoadedPhoto(TestDesk.photo, hasDepth: true), kept: nil))
    #expect(effects.contains(.makeStereo(StereoOrder(item: 0))))
    model = try opened()
    _ = model.update(.failed(item: 0, Sentence("it is cut off")))
    #expect(model.page.depth?.trouble == "it is cut off")
  }

  /// The view stays, so that keys that are meant for it don't move corners or accept prints.
  @Test func aPhotoThatChangesOnDiskIsNotExported() throws {
    for isGone in [false, true] {
      var desk = TestDesk([TestDesk.sure, TestDesk.sure], withDepth: [0, 1])
      try desk.press("D<Tab>")
      var changes = RollChanges()
      if isGone { changes.gone = [1] } else { changes.changed = [1] }
      desk.update(.rolled(changes))
      #expect(desk.model.page.depth?.isOutdated == false, "another photo changed")
      if isGone { changes.gone = [0] } else { changes.changed = [0] }
      desk.update(.rolled(changes))
      let quads = desk.model.item.sheet.prints.map(\.quad)
      try desk.press("<Right><Tab><Enter>")
      let change = isGone ? "was deleted or moved away" : "changed on disk"
      #expect(desk.status.contains("photo-1.jpg \(change); Esc goes back"))
      #expect(desk.line(-3).contains("it \(change); Esc goes back"))
      #expect(!desk.effects.contains { if case .exportStereo = $0 { true } else { false } })
      #expect(desk.model.item.sheet.prints.map(\.quad) == quads && desk.model.item.sheet.accepted == nil)
      try desk.press("<Esc>")
      #expect(desk.model.page.depth == nil)
    }
  }

  /// A photo keeps its settings for the session, and all have the last view.
  @Test func settingsAreKept() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure, TestDesk.sure], withDepth: [0, 2])
    try desk.press("D<Tab><Right>x")
    try desk.press("n")
    #expect(desk.model.current == 2, "the next photo with depth")
    var fresh = StereoOrder(item: 2, opening: 2)
    fresh.show = .anaglyph
    #expect(desk.model.page.depth?.made?.order == fresh)
    try desk.press("n")
    #expect(desk.status.contains("no photo after this one has depth") && desk.model.current == 2)
    try desk.press("<Tab>p")
    #expect(desk.model.current == 0)
    #expect(desk.model.page.depth?.made?.order.shift == 11 && desk.model.page.depth?.made?.order.isSwapped == true)
    #expect(desk.model.page.depth?.made?.order.show == .wobble)
  }

  @Test func theMapItselfDoesNotChange() throws {
    var desk = TestDesk(withDepth: [0])
    try desk.press("D<Right><Up>x")
    #expect(desk.model.page.depth?.order == StereoOrder(item: 0))
    #expect(desk.status.contains("this is the depth map; Tab shows the pictures that are made from it"))
  }

  @Test func photosWithDepthAreFound() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure, TestDesk.sure], withDepth: [0, 2])
    #expect(desk.line(-1, columns: 100).contains("D depth"))
    try desk.press("/3-d<Enter>")
    #expect(desk.model.roll.filter?.items == [0, 2])
  }

  @Test func itFitsSmallScreens() throws {
    var desk = TestDesk(columns: 40, rows: 12, withDepth: [0])
    try desk.press("D<Tab>")
    let text = desk.screen(columns: 40, rows: 12).text
    #expect(text.contains("▸anaglyph") && !text.contains("card"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 40 })
  }
}
