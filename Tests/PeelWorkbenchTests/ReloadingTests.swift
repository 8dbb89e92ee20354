import PeelImaging
import Testing

@testable import PeelWorkbench

/// Photos that change on disk while they are looked at.
@Suite struct ReloadingTests {
  private static let review = Detection(verdict: .review, prints: [TestDesk.print])

  private func changes(
    changed: [ItemID] = [], gone: [ItemID] = [], back: [ItemID] = [], new: [RollChanges.NewItem] = []
  ) -> Action {
    var changes = RollChanges()
    (changes.changed, changes.gone, changes.back, changes.new) = (changed, gone, back, new)
    return .rolled(changes)
  }

  /// The corners of the old photo aren't those of the new one. Undo brings them back.
  @Test func aReplacedPhotoIsSearchedAgain() throws {
    var desk = TestDesk([Self.review, Self.review])
    try desk.press("LL<Enter>p")
    let accepted = try #require(desk.disk[0])
    desk.update(changes(changed: [0]))
    #expect(desk.model.item.sheet.prints.map(\.quad) == [TestDesk.print.quad])
    #expect(desk.model.item.sheet.accepted == nil)
    #expect(desk.model.message?.kind == .trouble)
    #expect(try #require(desk.model.message).text.contains("photo-1.jpg changed on disk"))
    #expect(desk.disk[0] == accepted, "what was accepted is replaced only by a person")
    try desk.press("E")
    #expect(!desk.effects.contains { if case .export = $0 { true } else { false } })
    try desk.press("u")
    #expect(desk.model.item.sheet.prints == accepted.outlines)
    #expect(desk.model.item.sheet.accepted == nil, "they are of another photo")
  }

  /// A photo without decisions is searched without a fuss, also in the background.
  @Test func aDragEndsWhenThePhotoIsReplaced() throws {
    var desk = TestDesk([TestDesk.sure], columns: 100, rows: 40)
    desk.versions[0] = PhotoVersion(digest: 2)
    let viewport = try #require(desk.model.viewport(in: desk.model.layout.photo))
    let corner = viewport(Point(100, 50))
    let (column, row) = (Int(corner.x), Int(corner.y))
    desk.update(.mouse(Mouse(.press, column: column, row: row)))
    desk.update(.mouse(Mouse(.drag, column: column + 3, row: row)))
    let dragged = desk.model.outline?.quad
    #expect(dragged != TestDesk.print.quad)
    var changes = RollChanges()
    changes.changed = [0]
    desk.update(.rolled(changes))
    desk.update(.mouse(Mouse(.drag, column: column + 6, row: row)))
    #expect(desk.model.outline?.quad == TestDesk.print.quad)
  }

  /// Neither an undo of an older step accepts the old corners of a replaced photo.
  @Test func noUndoAcceptsForAReplacedPhoto() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    desk.versions[0] = PhotoVersion(digest: 1)
    desk.update(.goOn(by: 1))
    desk.update(.goOn(by: -1))
    try desk.press("<Enter>p<Right>")
    desk.versions[0] = PhotoVersion(digest: 2)
    var changes = RollChanges()
    changes.changed = [0]
    desk.update(.rolled(changes))
    for _ in 0..<4 {
      try desk.press("u")
      #expect(desk.model.roll[0].sheet.accepted == nil)
    }
    try desk.press("<C-r><C-r><C-r><C-r>")
    #expect(desk.model.roll[0].sheet.accepted == nil)
  }

  /// A change on disk that comes while the photo is searched again, by hand.
  @Test func aChangeDuringASecondSearchIsNotSwallowed() throws {
    var model = TestDesk([TestDesk.sure]).model
    _ = model.update(.accept)
    _ = model.update(.kept(item: 0, .success(nil)))
    let effects = model.update(.detectAgain)
    #expect(effects.contains(.detect(item: 0)))
    var changes = RollChanges()
    changes.changed = [0]
    _ = model.update(.rolled(changes))
    let after = model.update(.detected(item: 0, Detected(TestDesk.sure, in: TestDesk.photo)))
    #expect(after.contains(.load(item: 0)))
    let loaded = LoadedPhoto(TestDesk.photo, version: PhotoVersion(digest: 2))
    _ = model.update(.loaded(item: 0, loaded, kept: nil))
    _ = model.update(.detected(item: 0, Detected(TestDesk.sure, in: TestDesk.photo)))
    #expect(model.roll[0].sheet.accepted == nil && model.roll[0].former == nil)
    #expect(model.message?.text.contains("changed on disk") == true)
  }

  @Test func aRemovedSidecarIsNoChangedPhoto() throws {
    var desk = TestDesk([TestDesk.sure])
    desk.versions[0] = PhotoVersion(digest: 1)
    var changes = RollChanges()
    changes.changed = [0]
    desk.update(.rolled(changes))
    try desk.press("<Right><Enter>")
    changes = RollChanges()
    changes.decided = [0]
    desk.disk[0] = nil
    desk.update(.rolled(changes))
    #expect(desk.model.message?.text.hasPrefix("the sidecar of photo-1.jpg is gone") == true)
    #expect(desk.model.message?.text.hasSuffix("check and accept them, and u brings back the former ones") == true)
    try desk.press("u")
    #expect(desk.model.message?.text == "undid: searched photo-1.jpg again")
  }

  @Test func aNewPhotoHasNotChanged() {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure], isScoutSlow: true)
    var changes = RollChanges()
    changes.new = [.init(2, name: "new.jpg")]
    desk.update(.rolled(changes))
    changes = RollChanges()
    changes.changed = [2]
    desk.update(.rolled(changes))
    #expect(desk.model.message?.text == "1 new photo")
  }

  @Test func exportsOfEarlierSessionsAreKnown() throws {
    var desk = TestDesk([TestDesk.sure])
    try desk.press("<Enter>")
    var changes = RollChanges()
    changes.exported = [0: try #require(desk.model.item.sheet.accepted)]
    desk.update(.rescanned(changes))
    #expect(desk.model.item.state == .exported)
    #expect(desk.model.message?.text == "nothing changed on disk")
    changes = RollChanges()
    changes.unexported = [0]
    desk.update(.rolled(changes))
    #expect(desk.model.item.state == .accepted)
  }

  @Test func anUntouchedPhotoIsSearchedAgain() throws {
    var desk = TestDesk(Array(repeating: Self.review, count: 9))
    let searches = desk.effects.count { $0 == .scout(item: 7) }
    desk.update(changes(changed: [7]))
    #expect(desk.effects.count { $0 == .scout(item: 7) } == searches + 1)
    #expect(desk.model.roll[7].state == .review(0.984))
    #expect(desk.model.message?.text == "photo-8.jpg changed on disk")
  }

  /// A photo searched in the background is saved with the version that was searched.
  @Test func aSearchBringsItsVersion() throws {
    var model = Model(photos: ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
    _ = model.start()
    func detected(_ digest: UInt64) -> Detected {
      var detected = Detected(TestDesk.sure, in: TestDesk.photo)
      detected.version = PhotoVersion(digest: digest)
      return detected
    }
    for photo in 0..<4 { _ = model.update(.detected(item: ItemID(photo), detected(1))) }
    var changed = RollChanges()
    changed.changed = [3]
    _ = model.update(.rolled(changed))
    _ = model.update(.detected(item: 3, detected(2)))
    let kept = model.update(.acceptSure).compactMap { effect -> Kept? in
      if case .keep(item: 3, let kept, _) = effect { kept } else { nil }
    }
    #expect(kept.map(\.version) == [PhotoVersion(digest: 2)])
  }

  /// A change while a photo is read or searched makes the result useless.
  @Test func aChangeDuringASearchSearchesAgain() throws {
    var model = Model(photos: ["a.jpg"])
    #expect(model.begin() == [.load(item: 0), .recall])
    var changed = RollChanges()
    changed.changed = [0]
    _ = model.update(.rolled(changed))
    let loaded = LoadedPhoto(TestDesk.photo)
    #expect(model.update(.loaded(item: 0, loaded, kept: nil)) == [.load(item: 0)])
    #expect(model.update(.loaded(item: 0, loaded, kept: nil)) == [.took(item: 0), .detect(item: 0)])
    _ = model.update(.rolled(changed))
    #expect(model.update(.detected(item: 0, Detected(Self.review, in: TestDesk.photo))) == [.load(item: 0)])
    #expect(model.item.detected == nil)
  }

  /// A photo that turns out to have other content when it's read again is searched again.
  @Test func aVersionThatDiffersIsNoticed() throws {
    var model = Model(photos: ["a.jpg"])
    _ = model.start()
    let first = PhotoVersion(digest: 1)
    _ = model.update(.loaded(item: 0, LoadedPhoto(TestDesk.photo, version: first), kept: nil))
    _ = model.update(.detected(item: 0, Detected(Self.review, in: TestDesk.photo)))
    _ = model.update(.nudge(x: 1, y: 0))
    let effects = model.update(.accept)
    guard case .keep(item: 0, let kept?, _)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(kept.version == first)
    // What is read while that is being saved may be older.
    #expect(model.update(.loaded(item: 0, LoadedPhoto(TestDesk.photo, version: first), kept: nil)) == [.load(item: 0)])
    _ = model.update(.kept(item: 0, .success(nil)))
    let second = LoadedPhoto(TestDesk.photo, version: PhotoVersion(digest: 2))
    #expect(model.update(.loaded(item: 0, second, kept: nil)) == [.load(item: 0)])
    #expect(model.update(.loaded(item: 0, second, kept: nil)) == [.took(item: 0), .detect(item: 0)])
    #expect(model.update(.export).isEmpty)
    _ = model.update(.detected(item: 0, Detected(Self.review, in: TestDesk.photo)))
    #expect(model.item.sheet.accepted == nil && model.item.sheet.prints.map(\.quad) == [TestDesk.print.quad])
  }

  @Test func aDeletedPhotoIsNeitherAcceptedNorExported() throws {
    var desk = TestDesk(Array(repeating: Self.review, count: 3))
    try desk.press("l")
    desk.update(changes(gone: [0, 2]))
    #expect(desk.title.contains("deleted"))
    #expect(desk.status.contains("2 photos deleted or moved away"))
    try desk.press("<Enter>")
    #expect(desk.status.contains("photo-1.jpg was deleted or moved away: nothing was accepted"))
    try desk.press("e")
    #expect(desk.status.contains("nothing to export"))
    #expect(desk.disk.isEmpty)
    try desk.press("n")
    #expect(desk.model.current == 1)
    try desk.press("n")
    #expect(desk.status.contains("this is the last photo"), "deleted photos are passed over")
    // Back as it was, it has its corners.
    desk.update(changes(back: [0]))
    try desk.press("p")
    #expect(desk.status.contains("101.0, 50.0"))
    try desk.press("<Enter>")
    #expect(desk.disk[0] != nil)
  }

  @Test func newPhotosJoinTheRoll() throws {
    var desk = TestDesk([Self.review, Self.review, TestDesk.sure, TestDesk.sure], names: ["a.jpg", "b.jpg"])
    desk.update(changes(new: [.init(2, name: "c.jpg"), .init(3, name: "d.jpg")]))
    #expect(desk.model.roll.items.map(\.title) == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
    #expect(desk.model.message?.text == "2 new photos")
    #expect(desk.model.roll[3].state == .sure(0.984), "they are searched too")
    try desk.press("<End>")
    #expect(desk.title.contains("d.jpg  4/4"))
  }

  @Test func aPhotoThatCouldNotBeReadIsReadAgain() throws {
    var desk = TestDesk([nil, TestDesk.sure])
    let reads = desk.effects.count { $0 == .load(item: 0) }
    try desk.press("r")
    #expect(desk.effects.count { $0 == .load(item: 0) } == reads + 1)
    #expect(desk.effects.contains(.rescan(.person)))
  }

  /// What was saved of a photo before it changed is back on disk after an undo, also while it's searched or read again.
  @Test func undoDuringASearchRestoresTheFormerSidecar() throws {
    var old = Kept([Outline(TestDesk.print)], width: TestDesk.width, height: TestDesk.height)
    old.isOutdated = true
    var desk = TestDesk([TestDesk.sure, TestDesk.sure], disk: [0: old])
    #expect(desk.model.item.state == .review(0.984))
    try desk.press("L<Enter>p")
    #expect(desk.disk[0]?.isOutdated == false)
    for action in [Action.command(.desk(.detectAgain)), decided(0)] {
      var model = desk.model
      _ = model.update(action)
      #expect(model.item.detected == nil)
      #expect(model.update(.undo).contains(.keep(item: 0, old, insists: false)))
    }
  }

  /// Settings pasted before the prints are found are kept as well, and pasted anew.
  @Test func pastedSettingsComeBack() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 6), isScoutSlow: true)
    for photo in 0..<6 { desk.versions[ItemID(photo)] = PhotoVersion(digest: UInt64(photo)) }
    try desk.press("tyYY")
    let left = desk.model.finalDrafts
    #expect(desk.model.roll[5].sheet.isAwaited)
    var next = TestDesk(Array(repeating: TestDesk.sure, count: 6), isScoutSlow: true)
    next.update(.recalled(Recalled(drafts: left.compactMapValues { $0 })))
    #expect(next.model.roll[5].state == .adjusted)
    // Interrupted again before the photo is looked at.
    #expect(next.model.finalDrafts[5] == left[5])
    next.answerScouts()
    #expect(next.model.roll[5].sheet.prints.map(\.settings.turn) == [1])
    try next.press("<End><Enter>")
    #expect(next.model.finalDrafts[5] == nil, "they are settled, and saved")
  }

  /// What came back is accepted only after a look at it.
  @Test func changesThatCameBackAreNotSure() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure, TestDesk.sure], isScoutSlow: true)
    desk.update(
      .recalled(Recalled(drafts: [2: .settings(ChosenSettings(PrintSettings(turn: 1), keys: [.turn]))])))
    desk.answerScouts()
    try desk.press("A")
    #expect(desk.model.roll.items.map(\.state) == [.accepted, .accepted, .adjusted])
    #expect(desk.model.message?.text == "accepted 2 photos; 1 photo needs review (N)")
    try desk.press("<End><Home>A")
    #expect(desk.model.roll[2].state == .accepted)
  }

  // MARK: set aside

  /// What is set aside in a burst is saved, and back in the next session.
  @Test func whatIsSetAsideIsSaved() throws {
    var desk = TestDesk(Array(repeating: Self.review, count: 5))
    try desk.press("n<Enter><Home>b<Enter>")
    #expect(Set(desk.disk.filter { $0.value.isSetAside }.map(\.key)) == [0, 1])
    #expect(desk.disk[1]?.outlines.count == 1, "the prints accepted before are kept")
    #expect(desk.disk[2] == nil)
    var next = TestDesk(Array(repeating: Self.review, count: 5), disk: desk.disk)
    #expect(next.model.roll.items.map(\.sheet.isSetAside) == [true, true, false, false, false])
    try next.press("E")
    #expect(!next.effects.contains { if case .export = $0 { true } else { false } })
    try desk.press("u")
    #expect(desk.disk.mapValues(\.isSetAside) == [1: false])
  }

  private func decided(_ items: ItemID...) -> Action {
    var changes = RollChanges()
    changes.decided = items
    return .rolled(changes)
  }

  /// A photo whose content is known, with an accepted print.
  private func acceptedDesk() throws -> TestDesk {
    var desk = TestDesk([TestDesk.sure])
    desk.versions[0] = PhotoVersion(digest: 7)
    desk.update(changes(changed: [0]))
    try desk.press("L<Enter>")
    #expect(desk.disk[0]?.version == PhotoVersion(digest: 7))
    return desk
  }

  @Test func anotherProgramsSidecarIsTakenInOnTheScreen() throws {
    var desk = try acceptedDesk()
    let own = try #require(desk.disk[0]).outlines
    desk.disk[0]?.outlines[0].settings.turn = 1
    desk.update(decided(0))
    #expect(desk.model.item.sheet.accepted?.map(\.settings.turn) == [1] && !desk.model.item.isAdjusted)
    #expect(desk.model.message?.text.contains("another program changed the sidecar of photo-1.jpg") == true)
    try desk.press("u")
    #expect(desk.model.item.sheet.prints == own && desk.model.item.isAdjusted)
    #expect(desk.disk[0]?.outlines.map(\.settings.turn) == [1], "undo takes nothing back that another program saved")
    try desk.press("<Enter>")
    #expect(desk.disk[0]?.outlines == own)
  }

  /// A look at the disk while a sidecar is saved has the photo read again.
  @Test func readingTheSameSidecarAgainChangesNothing() throws {
    var desk = try acceptedDesk()
    try desk.press("Lu")
    let sheet = desk.model.item.sheet
    desk.update(decided(0))
    #expect(desk.model.item.sheet == sheet)
    try desk.press("<C-r>")
    #expect(desk.model.item.isAdjusted, "redo is still there")
  }

  /// No event tells of every change, as in folders on other machines.
  @Test func readingAPhotoAgainShowsAnotherProgramsPrints() throws {
    var desk = try acceptedDesk()
    let own = try #require(desk.disk[0]).outlines
    desk.disk[0]?.outlines[0].settings.turn = 1
    let kept = try #require(desk.disk[0])
    let loaded = LoadedPhoto(TestDesk.photo, version: desk.versions[0])
    desk.update(.loaded(item: 0, loaded, kept: kept))
    #expect(desk.model.item.sheet.accepted?.map(\.settings.turn) == [1])
    #expect(desk.model.message?.text.contains("another program changed the sidecar of photo-1.jpg") == true)
    try desk.press("u")
    #expect(desk.model.item.sheet.prints == own && desk.model.item.isAdjusted)
    #expect(desk.disk[0]?.outlines.map(\.settings.turn) == [1], "undo takes nothing back that another program saved")
    try desk.press("<Enter>")
    #expect(desk.disk[0]?.outlines == own)
  }

  /// A photo is read while its sidecar is being saved: what was read of it is the one from before.
  @Test(arguments: [false, true])
  func whatWasReadDuringASaveDoesNotCount(hasChanged: Bool) throws {
    let desk = try acceptedDesk()
    var old = try #require(desk.disk[0])
    old.outlines[0].settings.turn = 3
    var model = desk.model
    if hasChanged {
      #expect(model.update(decided(0)).contains(.load(item: 0)))
    } else {
      // As if it was read again after others.
      model.roll[0].loading = .running
      _ = model.jobs.start(.load(item: 0))
    }
    let effects = model.update(.key(.character("u")))
    #expect(effects.contains { if case .keep(0, _, _) = $0 { true } else { false } })
    _ = model.update(.kept(item: 0, .success(nil)))
    let loaded = LoadedPhoto(TestDesk.photo, version: desk.versions[0])
    let next = model.update(.loaded(item: 0, loaded, kept: old))
    #expect(next.contains(.load(item: 0)) == hasChanged, "it is read again")
    #expect(!next.contains(.took(item: 0)))
    #expect(model.item.sheet.accepted == nil && model.item.sheet.prints.map(\.settings.turn) != [3])
  }

  /// A person who was told decides which of both stays.
  @Test func afterARefusedSaveReadingAgainTakesNothingIn() throws {
    var desk = try acceptedDesk()
    desk.update(.kept(item: 0, .failure(Sentence("another program changed its sidecar"))))
    let prints = desk.model.item.sheet.prints
    var kept = try #require(desk.disk[0])
    kept.outlines[0].settings.turn = 1
    let effects = desk.model.update(
      .loaded(item: 0, LoadedPhoto(TestDesk.photo, version: desk.versions[0]), kept: kept))
    #expect(!effects.contains(.took(item: 0)), "it would count as known, and be replaced")
    #expect(desk.model.item.sheet.prints == prints && desk.model.item.state == .unsaved)
    // If the session ends now, the next one has what was accepted here.
    var expected = Kept(prints, width: TestDesk.width, height: TestDesk.height)
    expected.version = PhotoVersion(digest: 7)
    #expect(desk.model.finalDrafts[0] == .prints(expected))
  }

  @Test func readingAPhotoAgainKeepsItSetAside() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 3))
    for photo in 0..<3 { desk.versions[ItemID(photo)] = PhotoVersion(digest: UInt64(photo)) }
    desk.update(changes(changed: [0, 1, 2]))
    try desk.press("b<Enter>")
    #expect(desk.model.roll.items.map(\.sheet.isSetAside) == [true, true, false])
    desk.update(decided(0, 1, 2))
    #expect(desk.model.roll.items.map(\.sheet.isSetAside) == [true, true, false])
    // Another program may undo it, and do it.
    desk.disk[1] = nil
    desk.update(decided(0, 1, 2))
    #expect(desk.model.roll.items.map(\.sheet.isSetAside) == [true, false, false])
    desk.disk[1] = desk.disk[0]
    desk.update(decided(1))
    #expect(desk.model.roll.items.map(\.sheet.isSetAside) == [true, true, false])
  }

  /// A photo that changed between two sessions has the prints that were accepted, to be looked at, as in `peel scan`.
  @Test func printsOfAPhotoThatChangedSinceAreReviewed() throws {
    var outline = Outline(TestDesk.print)
    outline.quad = outline.quad.map { $0 + Point(6, 0) }
    outline.settings.turn = 1
    var kept = Kept([outline], width: TestDesk.width, height: TestDesk.height)
    kept.isOutdated = true
    var desk = TestDesk([TestDesk.sure, TestDesk.sure], disk: [1: kept])
    #expect(desk.model.roll[1].sheet.prints == [outline] && desk.model.roll[1].state == .review(0.984))
    try desk.press("A")
    #expect(desk.disk[1] == kept, "it isn't sure")
    try desk.press("n")
    #expect(desk.model.current == 1 && desk.title.contains("changed since it was accepted"))
    #expect(desk.model.item.sheet.prints == [outline])
    try desk.press("<Enter>")
    #expect(desk.disk[1]?.outlines == [outline] && desk.disk[1]?.isOutdated == false)
    try desk.press("u")
    #expect(desk.disk[1] == kept, "what was saved before is back")
    // A search is another step.
    try desk.press("d")
    #expect(desk.model.item.sheet.prints.map(\.quad) == [TestDesk.print.quad])
    try desk.press("<Enter>uu")
    #expect(desk.disk[1] == kept && desk.model.item.sheet.prints == [outline])
  }

  @Test func theOldCornersOfAReplacedPhotoMustBeAcceptedAgain() throws {
    var desk = try acceptedDesk()
    let corners = try #require(desk.disk[0]).outlines.map(\.quad)
    desk.versions[0] = PhotoVersion(digest: 8)
    desk.update(changes(changed: [0]))
    #expect(desk.model.item.sheet.prints.map(\.quad) != corners)
    try desk.press("u")
    #expect(desk.model.item.sheet.prints.map(\.quad) == corners && desk.model.item.sheet.accepted == nil)
  }
}
