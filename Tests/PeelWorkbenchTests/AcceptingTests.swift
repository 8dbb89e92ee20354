import PeelImaging
import Testing

@testable import PeelWorkbench

/// Accepting, exporting, pasting, filtering, and the mouse.
@Suite struct AcceptingTests {
  private static let review = Detection(verdict: .review, prints: [TestDesk.print])

  /// The prints saved, oldest first; nil where they were removed.
  private func kept(_ desk: TestDesk) -> [Kept?] {
    desk.effects.compactMap { effect -> Kept?? in
      if case .keep(_, let kept, _) = effect { kept } else { nil }
    }
  }

  @Test func quittingTellsThatPhotosWait() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure, TestDesk.sure], isScoutSlow: true)
    try desk.press("Aq")
    #expect(!desk.effects.contains(.leave))
    #expect(desk.model.message?.text == "the sure photos aren't accepted yet; press q again to quit")
  }

  @Test func acceptedPrintsAreSavedAtOnce() throws {
    var desk = TestDesk()
    try desk.press("lw<Enter>")
    let kept = try #require(kept(desk).last ?? nil)
    #expect((kept.width, kept.height) == (400, 300))
    #expect(kept.outlines.map(\.quad) == [Quad(Point(101, 50), Point(300, 50), Point(300, 250), Point(100, 250))])
    #expect(kept.outlines[0].settings.whiteBalance == .frame)
    #expect(desk.model.item.state == .accepted)
    try desk.press("l")
    #expect(desk.model.item.state == .adjusted)
    #expect(desk.disk[0] == kept, "only accepted prints are saved")
    try desk.press("UU")
    #expect(desk.status.contains("101.0, 50.0   restored as accepted"))
    #expect(desk.model.item.state == .accepted)
    try desk.press("uuu")
    #expect(desk.disk[0] == nil, "undo removes what was saved")
    try desk.press("<C-r>")
    #expect(desk.disk[0] == kept)
  }

  @Test func revertingRestoresTheFoundPrintsIfNoneWereAccepted() throws {
    var desk = TestDesk()
    try desk.press("llxUU")
    #expect(desk.model.item.sheet.outlines == desk.model.item.detected?.sheet.outlines)
    try desk.press("u")
    #expect(desk.model.item.sheet.prints.isEmpty, "it can be undone")
  }

  @Test func enterGoesToTheNextPhoto() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure, nil, Self.review, TestDesk.sure, TestDesk.nothing])
    try desk.press("<Enter>")
    #expect(desk.model.current == 1)
    #expect(desk.status.contains("accepted 1 print of photo-1.jpg"))
    #expect(desk.disk.keys.map(\.number).sorted() == [0])
    try desk.press("N")
    #expect(desk.model.current == 3)
    try desk.press("N")
    #expect(desk.model.current == 5)
    try desk.press("P<Enter>")
    #expect(desk.model.current == 4)
    try desk.press("N<Enter>")
    #expect(
      try #require(desk.model.message).text
        == "accepted photo-6.jpg without a print; this is the last photo, and no photo needs review")
    #expect(desk.disk.keys.map(\.number).sorted() == [0, 3, 5])
    try desk.press("A")
    #expect(desk.status.contains("accepted 2 photos; no photo needs review"))
    #expect(desk.disk.keys.map(\.number).sorted() == [0, 1, 3, 4, 5])
    try desk.press("u")
    #expect(desk.disk.keys.map(\.number).sorted() == [0, 3, 5])
    #expect(desk.status.contains("undid: accepted 2 photos"))
  }

  /// Past the last photo that needs review, the search goes on at the first.
  @Test func theNextPhotoToReviewMayBeBefore() throws {
    var desk = TestDesk([Self.review, TestDesk.sure, Self.review, TestDesk.sure])
    try desk.press("<End>N")
    #expect(desk.model.current == 0)
    #expect(desk.status.contains("continued at the first photo"))
    try desk.press("<Enter>P")
    #expect(desk.model.current == 2)
    try desk.press("<Enter>N")
    #expect(desk.model.current == 3)
    #expect(desk.status.contains("no photo needs review"))
  }

  @Test func theNextSessionRestoresPrintsAndPlace() throws {
    var desk = TestDesk(Array(repeating: Self.review, count: 4))
    try desk.press("lllllllllljjjjjjjjjj<Enter>")
    #expect(desk.effects.contains(.remember(item: 1)))
    var next = TestDesk(Array(repeating: Self.review, count: 4), disk: desk.disk)
    #expect(next.status.contains("1 top left  110.0, 60.0"))
    #expect(next.model.roll[0].state == .accepted)
    #expect(!next.effects.contains(.detect(item: 0)), "accepted prints aren't searched for again")
    try next.press("E")
    let outlines = try #require(desk.disk[0]).outlines
    #expect(next.effects.contains(.export(ExportOrder(item: 0, outlines: outlines))))
  }

  @Test func savedPrintsOfAnotherPhotoAreIgnored() throws {
    var desk = TestDesk(
      Array(repeating: Self.review, count: 3),
      disk: [0: Kept([Outline(TestDesk.print)], width: 99, height: 99)])
    #expect(desk.model.item.state == .review(0.984))
    try desk.press("l<Enter>")
    #expect(desk.disk[0]?.width == TestDesk.width)
  }

  @Test func nothingIsAcceptedBeforeItIsSearched() {
    var model = Model(photos: ["a.jpg", "b.jpg"])
    _ = model.start()
    _ = model.update(.accept)
    #expect(model.current == 0 && model.message?.text == "still looking for prints; accept again in a moment")
    #expect(model.roll[0].sheet.accepted == nil)
  }

  @Test func theVerdictIsThatOfTheLeastSurePrint() throws {
    let doubtful = Print(quad: Quad(x: 10, y: 10, width: 60, height: 60), confidence: 0.58)
    var desk = TestDesk([Detection(verdict: .review, prints: [TestDesk.print, doubtful])])
    #expect(desk.title.hasSuffix("review 58 %  instax-square  print 1 of 2  this one 98 %"))
    try desk.press("c")
    #expect(desk.title.hasSuffix("review 58 %  print 2 of 2"))
    try desk.press("l")
    #expect(desk.title.hasSuffix("adjusted  print 2 of 2"))
  }

  @Test func aWarningIsShownOnceItsPhotoIsCurrent() throws {
    var desk = TestDesk([TestDesk.sure, Self.review])
    desk.update(.loaded(item: 1, LoadedPhoto(TestDesk.photo, warnings: ["b.jpg.peel is damaged"]), kept: nil))
    #expect(!desk.status.contains("b.jpg.peel"))
    try desk.press("<Enter>")
    #expect(desk.status.contains("b.jpg.peel is damaged"))
  }

  /// The whole roll is searched, and accepting the sure photos waits for it.
  @Test func surePhotosAreAcceptedOnceAllAreSearched() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 30))
    #expect(desk.model.roll.items.allSatisfy { $0.detected != nil })
    #expect(!desk.status.contains("searched"))
    desk = TestDesk(Array(repeating: TestDesk.sure, count: 30), isScoutSlow: true)
    #expect(desk.status.hasSuffix("searched 2 of 30"))
    try desk.press("A")
    #expect(
      try #require(desk.model.message).text.contains(
        "accepting the sure photos when all are looked at; A again accepts now, Esc cancels"))
    #expect(desk.disk.isEmpty)
    try desk.press("<Esc>")
    desk.answerScouts()
    #expect(desk.disk.isEmpty, "Esc cancelled it")

    desk = TestDesk(Array(repeating: TestDesk.sure, count: 30), isScoutSlow: true)
    try desk.press("A")
    desk.answerScouts()
    #expect(desk.disk.count == 30)
    #expect(desk.status.contains("accepted 30 photos; no photo needs review"))

    desk = TestDesk(Array(repeating: TestDesk.sure, count: 30), isScoutSlow: true)
    try desk.press("AA")
    #expect(desk.disk.count == 2)
    #expect(
      try #require(desk.model.message).text.contains(
        "accepted 2 photos; no photo needs review; 28 not looked at yet"))
  }

  /// The prints of the next photo are known before it is shown.
  @Test func whatIsNotShownIsNotReviewed() throws {
    var desk = TestDesk([Self.review, TestDesk.sure])
    desk.model.roll[0].loading = .running
    try desk.press("<Enter>")
    #expect(desk.model.message?.text == "photo-1.jpg isn't shown yet; accept again in a moment")
    #expect(desk.disk.isEmpty && desk.model.current == 0)
    desk.model.roll[0].loading = TestDesk([Self.review]).model.roll[0].loading
    try desk.press("<Enter>")
    #expect(desk.disk.count == 1 && desk.model.current == 1)
    desk.model.roll[1].loading = .running
    try desk.press("<Enter>")
    #expect(desk.disk.count == 2, "a sure one needs no look")
  }

  /// Photos that match a state only once they're searched join the filter.
  @Test func aFilterForAStateSaysWhatItHasNotSeen() throws {
    var desk = TestDesk(Array(repeating: Self.review, count: 9), isScoutSlow: true)
    try desk.press("/review")
    #expect(desk.status.contains("9 of 9; 7 not looked at yet"))
    try desk.press("<Enter>")
    desk.answerScouts()
    #expect(desk.model.roll.filter?.items.map(\.number) == Array(0..<9))
  }

  /// Changed settings leave a photo sure; moved corners don't.
  @Test func settingsLeaveSurePhotosSure() throws {
    var desk = TestDesk([TestDesk.sure, Self.review, TestDesk.sure, TestDesk.sure, TestDesk.sure])
    try desk.press("wyYY<End>l<Home>A")
    #expect(desk.status.contains("accepted 3 photos; 2 photos need review (N)"))
    #expect(desk.model.roll.items.map(\.state) == [.accepted, .adjusted, .accepted, .accepted, .adjusted])
    #expect(desk.disk[3]?.outlines.first?.settings.whiteBalance == .frame)
    // Corners accepted before stay sure.
    try desk.press("w")
    #expect(desk.model.item.state == .adjusted)
    try desk.press("A")
    #expect(desk.model.item.state == .accepted)
  }

  @Test func aLongMessageIsShownWhole() {
    var desk = TestDesk(columns: 40, rows: 12)
    let words = "adjustments are kept in /state/peel, as a.jpg.peel cannot be written: read-only file system"
    desk.update(.kept(item: 0, .success(Sentence(words))))
    let lines = (-4 ... -2).map { desk.line($0, columns: 40, rows: 12).drop { $0 == " " } }
    #expect(lines.joined(separator: " ") == words)
    desk.update(.kept(item: 0, .success(Sentence(String(repeating: words + " ", count: 9)))))
    #expect(desk.line(-2, columns: 40, rows: 12).contains("…"))
    #expect(desk.line(0, columns: 40, rows: 12).contains("photo-1.jpg"))
  }

  @Test func aFailureToSaveIsShownAndDelaysQuitting() throws {
    var desk = TestDesk()
    try desk.press("l<Enter>")
    desk.update(.kept(item: 0, .failure(Sentence("the adjustments are not on disk: the disk is full"))))
    #expect(desk.status.contains("the disk is full"))
    try desk.press("q")
    #expect(desk.status.contains("accepted prints of 1 photo could not be saved; press q again to quit"))
    #expect(kept(desk).count == 1)
    try desk.press("<Enter>")
    #expect(kept(desk).count == 2, "Enter tries again")
    desk.update(.kept(item: 0, .success(Sentence("adjustments are kept in /state"))))
    #expect(desk.status.contains("kept in /state"))
    try desk.press("q")
    #expect(desk.effects.last == .leave)
  }

  // MARK: export

  @Test func acceptedPhotosAreExportedInTheBackground() throws {
    var desk = TestDesk(Array(repeating: Self.review, count: 3))
    desk.isSlow = true
    try desk.press("E")
    #expect(
      try #require(desk.model.message).text.contains("no accepted prints to export; Enter accepts those of a photo"))
    try desk.press("l<Enter><Enter>E")
    func orders() -> [ExportOrder] {
      desk.effects.compactMap { if case .export(let order) = $0 { order } else { nil } }
    }
    #expect(orders().map(\.item) == [0], "one at a time")
    #expect(desk.status.hasSuffix("exporting ────────── 0/2"))
    desk.update(
      .exported(
        orders()[0], .success(ExportedScans([ExportedFile(name: "a-1.jpg", folder: "out", width: 1, height: 1)]))))
    #expect(orders().map(\.item) == [0, 1])
    #expect(desk.status.hasSuffix("exporting ━━━━━───── 1/2"))
    try desk.press("l")
    #expect(desk.model.outline?.quad[.topLeft] == Point(101, 50))
    desk.update(.exported(orders()[1], .failure(Sentence("the disk is full"))))
    let words = "1 scan from 1 photo exported, 1 failed: the disk is full; left out: 1 not accepted"
    #expect(desk.model.message?.text == words)
    #expect(desk.model.roll.items.map(\.state) == [.exported, .accepted, .adjusted])
    try desk.press("E")
    #expect(orders().map(\.item) == [0, 1, 1], "a failed export is tried again")
  }

  @Test func everyPhotoWhoseExportFailedIsNamed() throws {
    var desk = TestDesk(Array(repeating: Self.review, count: 3))
    desk.isSlow = true
    try desk.press("<Enter><Enter>E")
    for reason in ["the disk is full", "b changed on disk"] {
      guard case .export(let order) = desk.effects.last(where: { if case .export = $0 { true } else { false } }) else {
        break
      }
      desk.update(.exported(order, .failure(Sentence(reason))))
    }
    let names = desk.model.roll.items.prefix(2).map(\.title).joined(separator: ", ")
    #expect(
      desk.model.message?.text == "nothing exported, 2 failed (\(names)): b changed on disk; left out: 1 not accepted")
  }

  /// An export accepts, so that `peel scan` writes the same. Without the acceptance, the photo isn't done.
  @Test func anExportAccepts() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    try desk.press("le")
    #expect(desk.disk[0]?.outlines == desk.model.item.sheet.prints)
    #expect(desk.model.item.state == .exported)
    try desk.press("u")
    #expect(desk.disk[0] == nil && desk.model.item.state == .adjusted)
    try desk.press("q")
    #expect(desk.effects.last != .leave)
  }

  /// Quitting waits for what is being saved, and asks if that fails.
  @Test func quittingWaitsForSaves() throws {
    var model = TestDesk([TestDesk.sure, TestDesk.sure]).model
    _ = model.update(.nudge(x: 1, y: 0))
    _ = model.update(.accept)
    #expect(!model.update(.leave).contains(.leave))
    #expect(!model.update(.kept(item: 0, .failure(Sentence("the disk is full")))).contains(.leave))
    #expect(model.message?.text == "accepted prints of 1 photo could not be saved; press q again to quit")
    #expect(model.roll[0].state == .unsaved)
    #expect(model.update(.leave).contains(.leave))

    model = TestDesk([TestDesk.sure, TestDesk.sure]).model
    _ = model.update(.accept)
    #expect(!model.update(.leave).contains(.leave))
    #expect(model.update(.kept(item: 0, .success(nil))).contains(.leave))

    model = TestDesk([TestDesk.sure, TestDesk.sure]).model
    _ = model.update(.accept)
    _ = model.update(.leave)
    #expect(model.update(.leave).contains(.leave), "a second time, nothing is waited for")
  }

  @Test func neverMoreThanThreePhotosAreDecodedEvenWhileExporting() throws {
    var desk = TestDesk(Array(repeating: Self.review, count: 30))
    desk.isSlow = true
    try desk.press("<Enter>n<Enter>E")
    for keys in ["n", "p", "p", "<End>", "<Home>"] {
      try desk.press(keys)
      #expect(
        desk.model.roll.items.count { $0.photo != nil } + desk.model.jobs.orders.count { $0.itemOfReading != nil } <= 2,
        "one more is decoded for the export"
      )
      #expect(desk.model.item.photo != nil)
    }
  }

  // MARK: settings

  @Test func onlyMarkedPhotosAreAccepted() throws {
    var desk = TestDesk([TestDesk.sure, Self.review, TestDesk.sure, TestDesk.sure])
    try desk.press("  A")
    #expect(desk.model.roll.items.map { $0.sheet.accepted != nil } == [true, false, false, false])
    #expect(desk.model.message?.text.hasPrefix("accepted 1 marked photo; ") == true)
    try desk.press("<Esc>A")
    #expect(desk.model.roll.items.map { $0.sheet.accepted != nil } == [true, false, true, true])
  }

  /// Words for all marked photos say nothing of their outlines, but a person who moves one has looked at it.
  @Test func wordsLeaveMarkedPhotosToReview() throws {
    var desk = TestDesk([TestDesk.sure, Self.review, Self.review])
    try desk.press("<Home> <End>M\"Hof<Enter>")
    #expect(desk.model.roll.items.allSatisfy { $0.isAdjusted })
    try desk.press("<Left><Enter>")
    #expect(desk.model.message?.text.hasPrefix("1 of 3 marked photos to review") == true)
    #expect(desk.model.roll.items.allSatisfy { $0.sheet.accepted == nil })
    try desk.press("<Enter>")
    #expect(desk.model.roll.items.allSatisfy { $0.sheet.accepted != nil })
  }

  /// Escape ends what was begun last, and drops no work.
  @Test func escapeEndsOneThingAtATime() throws {
    var desk = TestDesk([TestDesk.sure])
    try desk.press("<Right>i<Esc>")
    #expect(!desk.model.desk.showsCandidates && desk.model.item.isAdjusted)
    try desk.press("<Esc><Esc>")
    #expect(desk.model.item.isAdjusted)
    desk = TestDesk(Array(repeating: TestDesk.sure, count: 9), isScoutSlow: true)
    try desk.press("A/photo<Enter><Esc>")
    #expect(desk.model.roll.filter == nil && desk.model.roll.acceptingSure != nil)
    try desk.press("<Esc>")
    #expect(desk.model.roll.acceptingSure == nil)
    try desk.press("/photo<Enter>A<Esc>")
    #expect(desk.model.roll.filter != nil && desk.model.roll.acceptingSure == nil)
  }

  /// Another program's sidecar is replaced only if the person accepts again.
  @Test func onlyAcceptingInsists() throws {
    func saves(_ effects: [Order]) -> [Bool] {
      effects.compactMap { if case .keep(_, _, let insists) = $0 { insists } else { nil } }
    }
    var model = TestDesk([TestDesk.sure, TestDesk.sure]).model
    #expect(saves(model.update(.accept)) == [false])
    _ = model.update(.kept(item: 0, .failure(Sentence("another program changed its sidecar"))))
    _ = model.update(.goOn(by: -1))
    #expect(saves(model.update(.nudge(x: 1, y: 0)) + model.update(.turn)) == [])
    #expect(model.item.lost != nil)
    #expect(saves(model.update(.undo) + model.update(.undo) + model.update(.undo)) == [false])
    _ = model.update(.kept(item: 0, .failure(Sentence("another program changed its sidecar"))))
    #expect(saves(model.update(.accept)) == [true])
    // What is on disk is looked at even if nothing changed.
    _ = model.update(.kept(item: 0, .success(nil)))
    _ = model.update(.goOn(by: -1))
    #expect(saves(model.update(.accept)) == [false])
    // Marked photos are saved again, too.
    _ = model.update(.kept(item: 0, .failure(Sentence("another program changed its sidecar"))))
    _ = model.update(.goOn(by: -1))
    _ = model.update(.mark)
    _ = model.update(.mark)
    #expect(saves(model.update(.accept)) == [], "one needs review")
    #expect(saves(model.update(.accept)) == [true, false])
    #expect(model.roll[0].lost == nil)
  }

  @Test func scansOfWhatIsNoLongerAcceptedAreNamed() throws {
    var desk = TestDesk([TestDesk.sure])
    try desk.press("euE")
    #expect(
      desk.model.message?.text
        .contains("; scans of photo-1.jpg no longer accepted are still there") == true, "\(desk.status)")
  }

  @Test func theClipHasALimit() throws {
    var desk = TestDesk()
    try desk.press(String(repeating: "-", count: 10))
    #expect(desk.status.contains("clip 0.0 % at each end") && !desk.status.contains("limit"))
    try desk.press("-")
    #expect(desk.status.contains("clip 0.0 % at each end is the limit"))
  }

  @Test func settingsArePastedToThisPhotoAndThenToAllThatFollow() throws {
    var desk = TestDesk(Array(repeating: Self.review, count: 20), isScoutSlow: true)
    try desk.press("w++mtyn")
    try desk.press("Y")
    let settings = try #require(desk.model.outline?.settings)
    #expect(
      settings == PrintSettings(film: .named("instax-square"), turn: 1, crop: .picture, whiteBalance: .frame, clip: 1.2)
    )
    #expect(try #require(desk.model.message).text.contains("press Y again to paste to the next 18 photos"))
    try desk.press("Y")
    #expect(desk.model.roll.items.dropFirst(2).allSatisfy { $0.state == .adjusted })
    try desk.press("<End>")
    #expect(desk.model.outline?.settings == settings)
    #expect(desk.model.roll[10].sheet.isAwaited, "it hasn't been searched yet")
    try desk.press("u")
    #expect(desk.model.current == 1)
    try desk.press("<End>")
    #expect(desk.model.outline?.settings == PrintSettings(film: .named("instax-square")))
    #expect(desk.model.item.state == .review(0.984))
  }

  /// The film that was found with a print is that print's own.
  @Test func onlyChosenSettingsArePasted() throws {
    func found(_ film: String) -> Detection {
      Detection(
        verdict: .sure,
        prints: [Print(quad: TestDesk.print.quad, confidence: 0.97, film: FilmFormat.all.first { $0.name == film })])
    }
    var desk = TestDesk([found("polaroid-go"), found("instax-mini"), found("instax-mini")], isScoutSlow: true)
    try desk.press("yw")
    #expect(desk.model.desk.copied == nil)
    try desk.press("<Right>ynY")
    #expect(desk.model.outline?.settings == PrintSettings(film: .named("instax-mini"), whiteBalance: .frame))
    #expect(
      desk.model.message?.text.hasPrefix("pasted white balance frame to 1 print; press Y again to paste") == true)
    // A film that was chosen is pasted, too. Two pastes before the prints are found count both.
    try desk.press("Ypfynf")
    try desk.press("pynYY")
    desk.answerScouts()
    let film = try #require(desk.model.roll[0].sheet.outlines.first?.settings.film)
    #expect(film.name != "polaroid-go" && desk.model.roll[2].sheet.outlines.first?.settings.film == film)
    #expect(desk.model.roll[2].sheet.outlines.first?.settings.whiteBalance == .frame)
    #expect(desk.model.history.done.last?.title == "pasted film \(film.name), white balance frame")
  }

  /// A person may choose a film that was found, or none where none was found.
  @Test func anyFilmIsCopiedIfItWasChosen() throws {
    let unknown = Detection(verdict: .sure, prints: [Print(quad: TestDesk.print.quad, confidence: 0.97)])
    var desk = TestDesk([unknown, TestDesk.sure])
    try desk.press("y")
    #expect(desk.model.desk.copied == nil)
    try desk.press(String(repeating: "f", count: FilmFormat.all.count + 1))
    #expect(desk.model.outline?.settings.film == nil && !desk.model.item.isAdjusted)
    try desk.press("y")
    #expect(desk.model.message?.text == "copied film any; press Y to paste")
    try desk.press("nY")
    #expect(desk.model.outline?.settings.film == nil && desk.model.item.isAdjusted)
    // What was pasted can be copied on.
    try desk.press("y")
    #expect(desk.model.message?.text == "copied film any; press Y to paste")
  }

  @Test func whatWasCopiedBeforeIsNotPasted() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    try desk.press("wyny")
    #expect(
      desk.model.message?.text
        == "nothing to copy: no setting of this print was chosen by hand; what was copied before is dropped")
    try desk.press("Y")
    #expect(desk.model.message?.text == "nothing to paste; press y to copy a print's settings")
    #expect(!desk.model.item.isAdjusted)
  }

  // MARK: filter

  @Test func theRollIsFilteredByNameAndState() throws {
    var desk = TestDesk(
      [TestDesk.sure, nil, Self.review, TestDesk.sure], names: ["beach-1.jpg", "beach-2.jpg", "cat.jpg", "beach-3.jpg"])
    try desk.press("/be")
    #expect(desk.status.contains("/be") && desk.status.contains("3 of 4"))
    #expect(desk.line(3).contains("beach-3.jpg"))
    try desk.press("<Enter>nn")
    #expect(desk.model.current == 3)
    try desk.press("n")
    #expect(desk.status.contains("this is the last photo"))
    try desk.press("/rev")
    #expect(desk.model.current == 2)
    try desk.press("<Back><Back><Back>fail")
    #expect(desk.model.current == 1)
    try desk.press("<Esc>")
    #expect(desk.status.contains("all 4 photos"))
    try desk.press("/zzz<Enter>")
    #expect(desk.status.contains("no photo matches"))
    #expect(desk.model.roll.filter == nil)
  }

  // MARK: mouse

  /// The cell of a photo point.
  private func place(_ x: Double, _ y: Double, _ desk: TestDesk) throws -> (column: Int, row: Int) {
    let viewport = try #require(desk.model.viewport(in: desk.model.layout.photo))
    let p = viewport(Point(x, y))
    return (Int(p.x), Int(p.y))
  }

  @Test(arguments: [0, 2])
  func aDragIsOneUndoStep(zoom: Int) throws {
    var desk = TestDesk()
    for _ in 0..<zoom { desk.update(.mouse(Mouse(.wheelUp, column: 40, row: 10))) }
    let from = try place(100, 50, desk)
    desk.update(.mouse(Mouse(.press, column: from.column, row: from.row)))
    #expect(desk.model.desk.handle == .corner(.topLeft))
    let to = try place(140, 90, desk)
    for column in from.column...to.column {
      desk.time += 0.5
      desk.update(.mouse(Mouse(.drag, column: column, row: to.row)))
    }
    desk.update(.mouse(Mouse(.release, column: to.column, row: to.row)))
    let corner = try #require(desk.model.outline?.quad[.topLeft])
    #expect(corner.distance(to: Point(140, 90)) < 12)
    desk.update(.mouse(Mouse(.drag, column: 0, row: 0)))
    #expect(desk.model.outline?.quad[.topLeft] == corner, "the button was released")
    try desk.press("u")
    #expect(desk.status.contains("100.0, 50.0"))
  }

  @Test func aClickChoosesACornerASideAnOutlineOrAPhoto() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure], columns: 200, rows: 60)
    func click(_ column: Int, _ row: Int) {
      desk.update(.mouse(Mouse(.press, column: column, row: row)))
      desk.update(.mouse(Mouse(.release, column: column, row: row)))
    }
    let corner = try place(300, 250, desk)
    click(corner.column, corner.row)
    #expect(desk.model.desk.handle == .corner(.bottomRight))
    let side = try place(200, 250, desk)
    click(side.column, side.row)
    #expect(desk.model.desk.handle == .side(.bottom))
    let middle = try place(200, 150, desk)
    click(middle.column, middle.row)
    #expect(desk.model.outline?.quad == TestDesk.print.quad, "candidates are hidden")
    try desk.press("i")
    click(middle.column, middle.row)
    #expect(desk.model.outline?.quad == TestDesk.picture.quad)
    #expect(desk.model.item.sheet.prints.map(\.quad) == [TestDesk.print.quad])
    click(5, 2)
    #expect(desk.model.current == 1)
  }

  /// Once a print was developed without a sign of which side is up, N and a filter find it, until a person turns it, or
  /// accepts it as it lies.
  @Test(arguments: [("n", [0, 1]), ("g<Esc>", [0, 1, 2])])
  func whatMayLieOnItsSideIsFound(_ keys: String, _ lying: [ItemID]) throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 3), columns: 120, rows: 30)
    try desk.press("N")
    #expect(desk.status.contains("no photo needs review"))
    desk.wayUp = .unknown
    try desk.press(keys + "<Home>/may lie<Enter>")
    #expect(desk.model.roll.filter?.items == lying)
    try desk.press("<Esc><Home>N")
    #expect(desk.model.current == 1)
    #expect(desk.line(0, columns: 120, rows: 30).contains("sure 98 %  may lie on its side"))
    try desk.press("t")
    #expect(desk.model.item.reasonsForReview.isEmpty)
    try desk.press("u<Enter><Home>")
    #expect(!desk.model.roll[1].needsReview)
  }

  /// Prints that nothing tells the way up of are developed once all are searched, each photo once.
  @Test func theWayUpIsLookedForInTheBackground() throws {
    var lying = TestDesk.sure
    lying.prints[0].isUpright = false
    var desk = TestDesk([TestDesk.sure, lying, lying, TestDesk.sure], isScoutSlow: true)
    desk.wayUp = .unknown
    func developed() -> [Int] {
      desk.effects.compactMap { if case .developScans(let order) = $0 { order.item.number } else { nil } }
    }
    #expect(developed().isEmpty, "before all are searched")
    desk.answerScouts()
    #expect(developed() == [1, 2])
    try desk.press("N")
    #expect(desk.model.current == 1 && desk.title.contains("may lie on its side"))
    try desk.press("nnpp")
    #expect(developed() == [1, 2])
  }

  /// A photo was changed on disk after its prints were accepted, and then its new prints were changed, but weren't accepted.
  @Test func aDraftComesBackBesideAnOldSidecar() throws {
    var old = Kept([Outline(TestDesk.print)], width: TestDesk.width, height: TestDesk.height)
    var draft = old
    old.isOutdated = true
    draft.outlines[0].settings.turn = 1
    draft.version = PhotoVersion(digest: 7)
    var recalled = Recalled(kept: [2: old], drafts: [2: .prints(draft)])
    recalled.versions = [2: PhotoVersion(digest: 7)]
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 3), isScoutSlow: true)
    desk.update(.recalled(recalled))
    #expect(desk.model.roll[2].sheet.prints.map(\.settings.turn) == [1])
    #expect(desk.model.roll[2].state == .adjusted)
  }

  /// Whether prints were accepted since their scans were made is known from the session before.
  @Test func whatChangedSinceAnEarlierExportIsFound() throws {
    let kept = Kept([Outline(TestDesk.print)], width: TestDesk.width, height: TestDesk.height)
    var recalled = Recalled(kept: [2: kept, 3: kept])
    recalled.exported = [2: kept.outlines, 3: []]
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 4), columns: 120, isScoutSlow: true)
    desk.update(.recalled(recalled))
    #expect(desk.model.roll.items.dropFirst(2).map(\.state) == [.exported, .accepted])
    try desk.press("N")
    #expect(desk.model.current == 3)
    try desk.press("<Home>/changed<Enter>")
    #expect(desk.model.roll.filter?.items == [3])
    try desk.press("<Esc>q")
    #expect(desk.effects.last == .leave, "it isn't this session's to ask about")
    try desk.press("E")
    #expect(desk.model.roll[3].state == .exported)
  }
}
