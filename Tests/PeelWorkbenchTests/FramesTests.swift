import PeelImaging
import Testing

@testable import PeelWorkbench

/// The frames of Live Photos and clips.
@Suite struct FramesTests {
  /// A Live Photo, a clip and a photo; the frames that are kept show a print, too.
  private static func desk(_ kinds: [RollItem.Kind] = [.livePhoto, .clip, .photo]) -> TestDesk {
    TestDesk(Array(repeating: TestDesk.sure, count: kinds.count + 3), kinds: kinds)
  }

  private static let ranks = Order.rankFrames(item: 0)

  @Test(arguments: [("b", 0), ("b<Left>", 0), ("b<Right>", 1), ("bl<Tab>ll", 2), ("bll<BackTab>h", 0)])
  func arrowsChoose(keys: String, chosen: Int) throws {
    var desk = Self.desk()
    try desk.press(keys)
    #expect(desk.model.page.frames?.chosen == chosen && desk.model.page.frames?.item == 0)
    #expect(desk.effects.contains(Self.ranks))
  }

  @Test(arguments: ["bb", "b<Esc>"]) func framesClose(keys: String) throws {
    var desk = Self.desk()
    try desk.press(keys)
    #expect(desk.model.page.frames == nil && !desk.effects.contains(.stopFrames))
    // They are ranked once.
    try desk.press("b")
    #expect(desk.model.page.frames?.frames.count == 3)
    #expect(desk.effects.count { $0 == .rankFrames(item: 0) } == 1)
  }

  @Test func aPhotoWithoutAClipShowsBursts() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    try desk.press("b")
    #expect(desk.effects.contains(where: \.isRank) && desk.model.page.frames == nil)
    #expect(desk.status.contains("this one has no clip"))
  }

  @Test func aKeptFrameFollowsItsItem() throws {
    var desk = Self.desk()
    try desk.press("b<Enter>")
    #expect(desk.effects.contains(.keepFrame(item: 0, .frame(17, time: 0.567))))
    #expect(desk.model.roll.ids == [0, 3, 1, 2] && desk.model.current == 3)
    #expect(desk.model.roll[3].title == "frame-17.jpg" && desk.model.roll[0].sheet.isSetAside)
    #expect(desk.model.message?.text == "kept frame-17.jpg; photo-1.jpg is set aside, and u brings it back")
    #expect(desk.disk[0]?.isSetAside == true)
    // It's searched as other photos are, and the roll goes on after it.
    #expect(desk.model.roll[3].sheet.prints.count == 1)
    try desk.press("n")
    #expect(desk.model.current == 1)
    try desk.press("pp")
    #expect(desk.model.current == 3, "what is set aside is skipped")
    #expect(desk.screen(columns: 160).text.contains("set aside"))
  }

  @Test func undoBringsTheItemBack() throws {
    var desk = Self.desk()
    try desk.press("b<Enter>u")
    #expect(desk.model.current == 0 && !desk.model.roll[0].sheet.isSetAside && desk.model.roll[3].sheet.isSetAside)
    #expect(desk.disk[0] == nil && desk.disk[3]?.isSetAside == true)
    try desk.press("<C-r>")
    #expect(desk.model.roll[0].sheet.isSetAside && !desk.model.roll[3].sheet.isSetAside)
    #expect(desk.disk[3] == nil)
  }

  /// Neither accepted corners nor those that aren't accepted yet are lost.
  @Test func cornersStay() throws {
    var desk = Self.desk()
    try desk.press("<Right><Enter><Home><Down>")
    let (accepted, changed) = (desk.model.roll[0].sheet.accepted, desk.model.roll[0].sheet.prints)
    try desk.press("b<Enter>")
    #expect(desk.disk[0]?.outlines == accepted && desk.disk[0]?.isSetAside == true)
    #expect(desk.model.roll[0].sheet.prints == changed && changed != accepted)
    try desk.press("u")
    #expect(desk.model.item.sheet.prints == changed && desk.disk[0]?.outlines == accepted)
    #expect(desk.disk[0]?.isSetAside == false)
  }

  @Test func keepingTheStillSetsNothingAside() throws {
    var desk = Self.desk()
    try desk.press("bl<Enter>")
    #expect(desk.model.roll.count == 3 && desk.model.current == 0 && !desk.model.roll[0].sheet.isSetAside)
    #expect(desk.model.message?.text == "photo-1.jpg stays the photo")
    // Back from a frame that was kept.
    try desk.press("b<Enter>bl<Enter>")
    #expect(desk.model.current == 0 && desk.model.roll[3].sheet.isSetAside && !desk.model.roll[0].sheet.isSetAside)
  }

  @Test func noKeyWaitsForTheFrames() throws {
    var desk = Self.desk()
    desk.isSlow = true
    try desk.press("b")
    let ranking = try #require(desk.model.jobs.running.first { $0.order == .rankFrames(item: 0) })
    desk.update(.progressed(ranking.ticket, done: 4, of: 13))
    #expect(desk.screen().text.contains("looking for faces in photo-1.jpg: 4 of 13"))
    #expect(desk.model.workInWords.contains("looking for faces in photo-1.jpg") && !desk.model.isIdle)
    try desk.press("<Right><Enter>")
    #expect(desk.model.page.frames?.isReading == true)
    try desk.press("<Esc>n")
    #expect(desk.effects.contains(.stopFrames) && desk.model.current == 1)
    // What comes late is dropped.
    desk.update(.progressed(ranking.ticket, done: 5, of: 13))
    desk.update(.answer(ranking.ticket, .success(.framesRanked(FrameRanking(TestDesk.frames)))))
    #expect(desk.model.page.frames == nil)
    try desk.press("p")
    try desk.press("b")
    desk.update(.answer(ranking.ticket, .success(.framesRanked(FrameRanking(TestDesk.frames)))))
    #expect(desk.model.page.frames?.isReading == true)
  }

  /// Frames can be kept only of the clip that was ranked last.
  @Test func onlyTheLastFramesAreKnown() throws {
    var desk = Self.desk()
    try desk.press("b<Esc>n")
    desk.isSlow = true
    try desk.press("b<Esc>pb")
    #expect(desk.effects.contains(.rankFrames(item: 1)))
    #expect(desk.effects.count { $0 == .rankFrames(item: 0) } == 2)
  }

  @Test func faultsAreTold() throws {
    var desk = Self.desk()
    desk.isSlow = true
    try desk.press("b")
    desk.update(.framesRanked(item: 0, .failure(Sentence("ffmpeg isn't installed"))))
    #expect(desk.model.page.frames == nil && desk.status.contains("ffmpeg isn't installed"))
    try desk.press("b")
    desk.update(.framesRanked(item: 0, .success(FrameRanking(TestDesk.frames, trouble: "cut off"))))
    #expect(desk.screen().text.contains("cut off"))
    desk.update(.frameKept(item: 0, .failure(Sentence("the disk is full"))))
    #expect(desk.model.page.frames != nil && !desk.model.roll[0].sheet.isSetAside)
    #expect(desk.screen().text.contains("the disk is full"))
  }

  @Test func aChangedClipIsRankedAnew() throws {
    var desk = Self.desk()
    try desk.press("b")
    var changes = RollChanges()
    changes.changed = [0]
    desk.update(.rolled(changes))
    #expect(desk.model.page.frames == nil)
    try desk.press("b")
    #expect(desk.effects.count { $0 == .rankFrames(item: 0) } == 2)
  }

  @Test func aClipHasNoPrints() throws {
    var desk = Self.desk([.clip, .photo])
    #expect(!desk.effects.contains(.detect(item: 0)) && !desk.effects.contains(.scout(item: 0)))
    #expect(desk.model.roll[0].state == .clip && desk.title.contains("clip"))
    #expect(desk.status.contains("this is a clip: b shows its frames"))
    for key in ["<Enter>", "e", "a", "s", "i", "x", "<Right>"] {
      try desk.press(key)
      #expect(desk.model.current == 0 && desk.disk[0] == nil && desk.model.roll[0].sheet == Sheet(), "\(key)")
    }
    try desk.press("A")
    #expect(desk.disk[0] == nil && desk.disk[1] != nil)
    // Pasted settings aren't kept for it.
    try desk.press("<End>y<Home>Yq")
    #expect(desk.effects.last == .leave)
  }

  @Test func aClipIsSetAsideForItsFrame() throws {
    var desk = Self.desk([.clip, .photo])
    try desk.press("b<Enter>")
    #expect(desk.model.current == 2 && desk.model.roll[0].state == .setAside && desk.model.roll.ids == [0, 2, 1])
    try desk.press("u")
    #expect(desk.model.roll[0].state == .clip)
  }

  /// A clip whose still is copied after it.
  @Test func aClipJoinsItsStill() throws {
    var desk = Self.desk([.photo, .clip])
    var changes = RollChanges()
    (changes.paired, changes.new) = ([1: 2], [.init(2, name: "photo-2.heic", kind: .livePhoto)])
    desk.update(.rolled(changes))
    #expect(!desk.model.rowsOfRoll.contains(1))
    #expect(desk.model.roll[2].title == "photo-2.heic")
    #expect(desk.model.message?.text == "1 new photo; photo-2.jpg joined its photo")
  }

  /// While its frames are shown or ranked, its still takes its place, marks and frames.
  @Test(arguments: [true, false])
  func aClipWhoseFramesAreShownJoinsItsStill(_ isRanked: Bool) throws {
    var desk = Self.desk([.clip, .photo])
    try desk.press(" <Home>")
    desk.isSlow = !isRanked
    try desk.press("b")
    var changes = RollChanges()
    (changes.paired, changes.new) = ([0: 2], [.init(2, name: "photo-1.heic", kind: .livePhoto)])
    desk.isSlow = false
    desk.update(.rolled(changes))
    #expect(desk.model.current == 2 && desk.model.roll.marked == [2])
    #expect(desk.model.page.frames?.item == 2 && desk.model.page.frames?.frames.isEmpty == false)
    #expect(desk.effects.count { $0 == .rankFrames(item: 2) } == 1)
    // What was ranked of the clip alone, too late, isn't shown.
    let frames = desk.model.page.frames
    if !isRanked { desk.update(.framesRanked(item: 0, .success(FrameRanking([])))) }
    #expect(desk.model.page.frames == frames)
    try desk.press("<Enter><Esc>")
    #expect(desk.model.roll[2].state == .setAside && !desk.screen(columns: 160).text.contains("failed"))
  }

  @Test func scoresAreUnderEachFrame() throws {
    var desk = Self.desk()
    try desk.press("b")
    let text = desk.screen(columns: 80, rows: 40).text
    for words in [
      "Frames  photo-1.jpg  1 of 3, best first", "1  0.81  100 %", "17  0.57 s", "focus      0.98", "eyes       0.81",
      "2  0.60  74 %", "still", "eyes shut", "3  0.00  0 %", "no face",
    ] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
    // Every size has room for the chosen frame.
    for (columns, rows) in [(40, 12), (41, 13), (60, 30), (300, 90)] {
      for glyphs in Capabilities.Glyphs.allCases {
        _ = desk.screen(columns: columns, rows: rows, depth: .monochrome, glyphs: glyphs)
      }
      #expect(desk.screen(columns: columns, rows: rows).text.contains("1  0.81"))
    }
  }

  @Test func theOrderIsAPermutation() {
    var roll = Model(photos: ["a.jpg", "b.jpg"]).roll
    roll.add(RollItem(2, title: "c.jpg"), after: 0)
    roll.add(RollItem(3, title: "d.jpg"))
    roll.add(RollItem(4, title: "e.jpg"), after: 0)
    #expect(roll.ids == [0, 4, 2, 1, 3])
    #expect(roll.ids.map { roll.position(of: $0) } == [0, 1, 2, 3, 4])
    roll.current = 4
    #expect(roll.next == 2)
    roll.current = 3
    #expect(roll.next == nil)
  }

  /// Quitting waits for the frame that is being kept, and for its photo's sidecar.
  @Test func quittingWaitsForTheKeptFrame() throws {
    var desk = TestDesk(kinds: [.livePhoto, .photo])
    try desk.press("b")
    let kept = KeptFrame(item: ItemID(desk.model.roll.count), name: "frame-17.jpg")
    for result in [Result.success(kept), .failure(Sentence("the disk is full"))] {
      var model = desk.model
      _ = model.update(.command(.frames(.keep)))
      #expect(!model.update(.leave).contains(.leave))
      #expect(model.message?.text == "keeping the frame; press q again not to wait")
      var impatient = model
      #expect(impatient.update(.leave).contains(.leave))
      var effects = model.update(.frameKept(item: 0, result))
      if case .failure = result {
        #expect(!effects.contains(.leave) && model.message?.text == "the disk is full")
        continue
      }
      #expect(!effects.contains(.leave), "the photo isn't set aside yet")
      effects = model.update(.kept(item: 0, .success(nil)))
      #expect(effects.contains(.leave))
    }
  }
}
