import PeelImaging
import Testing

@testable import PeelWorkbench

/// Which outlines are prints, and that nothing but a person changes it.
@Suite struct ChoosingTests {
  private static func print(_ x: Double, _ y: Double, _ side: Double = 80, confidence: Double = 0.9) -> Print {
    Print(quad: Quad(x: x, y: y, width: side, height: side), confidence: confidence)
  }

  /// Six prints of 80 × 80 pixels in two rows, and candidates: a large one around two of them, and one where no print is.
  private static let six = Detection(
    verdict: .review,
    prints: [(10, 10), (110, 10), (210, 10), (10, 110), (110, 110), (210, 110)].map { print($0.0, $0.1) },
    candidates: [
      Candidate(quad: Quad(x: 10, y: 10, width: 180, height: 80), confidence: 0.3),
      Candidate(quad: Quad(x: 300, y: 200, width: 80, height: 80), confidence: 0.2),
    ])

  private func quads(_ desk: TestDesk) -> [Quad] { desk.model.item.sheet.prints.map(\.quad) }

  /// Moving a corner far over the other prints keeps them all.
  @Test func aNewOutlineBeginsAtItsTopLeft() {
    let turned = Outline(quad: Quad(x: 20, y: 30, width: 80, height: 60).turned(by: 1), origin: .print, isTaken: true)
    let fresh = Outline.fresh(beside: [turned], inPhotoOf: 400, 300)
    let corners = fresh.quad.corners
    #expect(corners.allSatisfy { $0.x + $0.y >= corners[0].x + corners[0].y })
    #expect(!fresh.isUpright)
  }

  /// A candidate that is hardly one isn't added unseen beside prints.
  @Test(arguments: [
    (0.2, "added print 7 of 7, the likeliest candidate (20 %)"), (0.01, "added print 7 of 7: move its"),
  ])
  func onlyALikelyCandidateIsAddedUnseen(_ confidence: Double, _ message: String) throws {
    var detection = Self.six
    detection.candidates[1].confidence = confidence
    var desk = TestDesk([detection])
    try desk.press("a")
    #expect(desk.model.message?.text.hasPrefix(message) == true, "\(desk.status)")
    #expect((desk.model.outline?.origin == .byHand) == (confidence < 0.05))
  }

  @Test func editingAPrintDropsNoOther() throws {
    var desk = TestDesk([Self.six])
    try desk.press("3LLLLLLLLLLLLLLLLLLJJJJJJJJJJJJJJJJ<Enter>")
    #expect(quads(desk).count == 6)
    #expect(try #require(desk.disk[0]).outlines.count == 6)
  }

  /// A new outline takes the best candidate that is no print yet; then it has the prints' size and lies beside them.
  @Test func aNewOutlineLiesWhereThereIsRoom() throws {
    var desk = TestDesk([Self.six])
    let found = quads(desk)
    try desk.press("a")
    #expect(quads(desk) == found + [Self.six.candidates[1].quad])
    #expect(desk.status.contains("added print 7 of 7"))
    // Left out, it isn't suggested again.
    try desk.press("xa")
    let fresh = try #require(desk.model.outline).quad
    #expect(fresh != Self.six.candidates[1].quad && fresh.area == 6400)
    #expect(found.allSatisfy { $0.intersectionArea(fresh) == 0 })
    #expect(fresh.corners.allSatisfy { (0...400).contains($0.x) && (0...300).contains($0.y) })
    try desk.press("<Enter>")
    #expect(try #require(desk.disk[0]).outlines.map(\.quad) == found + [fresh])
  }

  /// Where there is no room, the outline overlaps the prints least.
  @Test func aNewOutlineFitsIntoAFullPhoto() throws {
    let large = Detection(verdict: .review, prints: [Self.print(0, 0, 290)])
    var desk = TestDesk([large])
    try desk.press("a")
    let fresh = try #require(desk.model.outline).quad
    #expect(fresh.area == 290 * 290)
    #expect(fresh.corners.allSatisfy { (0...400).contains($0.x) && (0...300).contains($0.y) })
    #expect(quads(desk).count == 2)
  }

  /// Going through candidates changes neither what is accepted nor what is exported, and is no step of undo.
  @Test(arguments: ["c", "ic", "iccccccc", "iCCC", "icccci"])
  func lookingIsNotChoosing(_ keys: String) throws {
    var desk = TestDesk([Self.six])
    let found = quads(desk)
    try desk.press(keys)
    #expect(quads(desk) == found)
    #expect(!desk.model.item.isAdjusted)
    try desk.press("u")
    #expect(desk.status.contains("nothing to undo"))
    try desk.press("<Enter>")
    #expect(try #require(desk.disk[0]).outlines.map(\.quad) == found)
  }

  /// A candidate around two prints replaces neither of them.
  @Test func aCandidateAroundTwoPrintsKeepsThem() throws {
    var desk = TestDesk([Self.six])
    try desk.press("i")
    #expect(desk.title.contains("candidate 1 of 2"))
    try desk.press("a")
    #expect(quads(desk).count == 7)
    #expect(desk.status.contains("added print 7 of 7; it overlaps another print: x leaves one out"))
  }

  /// Candidates are hidden until they are asked for, and on every other photo.
  @Test func candidatesAreHidden() throws {
    var desk = TestDesk([Self.six, Self.six])
    #expect(!desk.screen(depth: .monochrome).text.contains("╌"))
    try desk.press("i")
    #expect(desk.screen(depth: .monochrome).text.contains("╌"))
    try desk.press("np")
    #expect(!desk.screen(depth: .monochrome).text.contains("╌"))
  }

  /// Hiding the candidates while one is chosen chooses a print, so that arrows never move what isn't shown.
  @Test func hiddenCandidatesAreNotChosen() throws {
    var desk = TestDesk([Self.six])
    try desk.press("ii")
    #expect(desk.title.contains("print 1 of 6"))
    desk = TestDesk([Detection(verdict: .none, prints: [], candidates: Self.six.candidates)])
    #expect(desk.model.outline == nil)
    #expect(desk.status.contains("no print found: i shows 2 candidates, a adds the likeliest"))
    let sheet = desk.model.item.sheet
    try desk.press("lj<Right>sStfmw")
    #expect(desk.model.item.sheet == sheet)
    try desk.press("a")
    #expect(quads(desk) == [Self.six.candidates[0].quad])
  }

  /// Searching again keeps what a person changed, made or accepted, and what overlaps that stays out.
  @Test func searchingAgainKeepsAPersonsPrints() throws {
    var desk = TestDesk([Self.six])
    try desk.press("LLxca<Tab>d")
    let before = quads(desk)
    #expect(before.count == 7)
    desk = TestDesk([Self.six])
    try desk.press("LL")
    let moved = try #require(desk.model.outline).quad
    try desk.press("d")
    #expect(quads(desk).contains(moved) && quads(desk).count == 6)
    try desk.press("<Enter>")
    #expect(try #require(desk.disk[0]).outlines.count == 6)
  }

  /// A quit is no surprise: each kind of change is asked about once.
  @Test(arguments: ["x", "a", "l", "t", "f", "w", "m", "+", "ica", "nYp"])
  func quittingAsksAboutEveryChange(_ keys: String) throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    if keys.contains("Y") { try desk.press("yw") }
    try desk.press(keys + "q")
    #expect(desk.effects.last != .leave)
    #expect(desk.status.contains("would be lost"))
    try desk.press("q")
    #expect(desk.effects.last == .leave)
  }

  // MARK: marks

  /// Each press takes the next value, though the photo shown isn't one that changes.
  @Test func settingsOfMarkedPhotosGoOn() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 3))
    try desk.press(" w")
    #expect(desk.status.contains("white balance frame"))
    try desk.press("w")
    #expect(desk.status.contains("white balance ends-in"))
    try desk.press("++")
    #expect(desk.status.contains("clip 1.2 %"))
    try desk.press("m")
    #expect(desk.status.contains("the picture without its frame"))
    try desk.press("m")
    #expect(desk.status.contains("the whole print"))
  }

  @Test func settingsApplyToAllMarkedPhotos() throws {
    var desk = TestDesk(Array(repeating: Self.six, count: 5))
    try desk.press(" ")
    #expect(
      desk.model.message?.text
        == "1 photo marked; f, t, m, w, T, \", #, F, +, - and Y change them all, Enter accepts, e exports, Esc unmarks")
    try desk.press(" n n")
    #expect(desk.model.roll.marked == [0, 1, 3])
    #expect(desk.status.contains("this is the last photo"))
    try desk.press("w")
    #expect(desk.status.contains("white balance frame: the frame is white, for 3 marked photos"))
    for (photo, item) in desk.model.roll.items.enumerated() {
      let isMarked = [0, 1, 3].contains(photo)
      #expect(item.sheet.prints.allSatisfy { ($0.settings.whiteBalance == .frame) == isMarked })
    }
    try desk.press("u<Home> <Esc>")
    #expect(desk.model.roll.items.allSatisfy { !$0.isAdjusted } && desk.model.roll.marked.isEmpty)
    try desk.press("<Home> <End>M")
    #expect(desk.model.roll.marked == [0, 1, 2, 3, 4])
  }

  @Test func allMarkedPhotosGetTheTypedDate() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 3), columns: 150)
    try desk.press("T1984-7<Enter>")
    #expect(desk.line(-3, columns: 150).contains("1984-7 isn't a date; type a year, 1984-07 or 1984-07-21"))
    #expect(desk.model.outline?.settings.taken == nil)
    try desk.press("<Back>07<Enter>")
    #expect(desk.model.outline?.settings.taken == PartialDate("1984-07"))
    #expect(desk.screen(columns: 150).text.contains("taken        1984-07"))
    try desk.press("n  <Home>T")
    for _ in 0..<7 { try desk.press("<Back>") }
    try desk.press("1962<Enter>")
    #expect(desk.model.roll.items.map { $0.sheet.outlines[0].settings.taken?.text } == ["1984-07", "1962", "1962"])
    #expect(desk.status.contains("taken 1962, for 2 marked photos"))
    try desk.press("u")
    #expect(desk.status.contains("undid: dated the prints of 2 photos"))
    // No text takes the date away.
    try desk.press("<Esc>T")
    for _ in 0..<7 { try desk.press("<Back>") }
    try desk.press("<Enter>")
    #expect(desk.model.outline?.settings.taken == nil && desk.status.contains("no date of its own"))
  }

  /// Where the photo that is shown has no print, a change goes on from the marked ones.
  @Test func marksGoOnWhereThePhotoShownHasNoPrint() throws {
    var desk = TestDesk([TestDesk.nothing, TestDesk.sure, TestDesk.sure], columns: 120)
    try desk.press("   <Home>")
    #expect(desk.model.roll.marked.count == 3 && desk.model.outline == nil)
    try desk.press("w")
    #expect(
      desk.line(-2, columns: 120).contains("for 2 marked photos; 1 not looked at yet, unreadable or without a print"))
    let first = desk.model.roll[1].sheet.outlines.first?.settings.whiteBalance
    try desk.press("w")
    #expect(desk.model.roll[1].sheet.outlines.first?.settings.whiteBalance != first)
  }

  /// Captions, keywords and the restoration are settings like the others: typed or chosen, for all marked photos, undone
  /// together, and unsaved work until they are accepted.
  @Test func allMarkedPhotosGetWordsAndTheRestoration() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 3), columns: 150)
    try desk.press("  <Home>\"Oma am See <Enter>#Sommer, See,Sommer<Enter>F")
    #expect(desk.status.contains("the fading is undone, for 2 marked photos"))
    let all = desk.model.roll.items.map { $0.sheet.outlines[0].settings }
    #expect(all.map { $0.caption?.text } == ["Oma am See", "Oma am See", nil])
    #expect(all.map { $0.keywords?.map(\.text) } == [["Sommer", "See"], ["Sommer", "See"], nil])
    #expect(all.map(\.restoresFading) == [true, true, nil])
    #expect(desk.model.finalDrafts.isEmpty, "only versions that are known are kept")
    #expect(desk.model.roll.items.map(\.hasUnacceptedChanges) == [true, true, false])
    let screen = desk.screen(columns: 150, rows: 40).text
    for words in ["caption      Oma am See", "keywords     Sommer, See", "fading       undone"] {
      #expect(screen.contains(words), "\(words) in \(screen)")
    }
    try desk.press("u")
    #expect(desk.status.contains("undid: changed the restoration of 2 photos"))
    try desk.press("u")
    #expect(desk.status.contains("undid: gave keywords to the prints of 2 photos"))
    try desk.press("u")
    #expect(desk.status.contains("undid: captioned the prints of 2 photos"))
    #expect(desk.model.roll.items.allSatisfy { !$0.hasUnacceptedChanges })
    // They are copied and pasted as the others are, and no text takes them away.
    try desk.press("<Esc>\"Hof<Enter>yYY")
    #expect(desk.model.roll.items.map { $0.sheet.outlines[0].settings.caption?.text } == ["Hof", "Hof", "Hof"])
    try desk.press("\"<C-u><Enter>")
    #expect(desk.model.outline?.settings.caption == nil && desk.status.contains("no caption of its own"))
  }

  @Test func wordsThatCannotBeStoredStayInTheLine() throws {
    var desk = TestDesk([TestDesk.sure], columns: 120)
    try desk.press("\"")
    desk.update(.paste(String(repeating: "x", count: 3000)))
    #expect(desk.model.panel?.text?.count == Caption.mostBytes, "as much of a paste as is stored")
    try desk.press("yz<Enter>")
    #expect(desk.line(-3, columns: 120).contains("this is no caption: it has 2002 bytes; at most 2000 are stored"))
    #expect(desk.line(-2, columns: 120).contains("caption: …xxx") && desk.line(-2, columns: 120).contains("xxyz▏"))
    try desk.press("<C-u><Enter>#\(String(repeating: "k", count: 65))<Enter>")
    #expect(desk.line(-3, columns: 120).contains("not a keyword: it has 65 bytes; at most 64 are stored"))
  }

  /// What doesn't depend on the prints reaches those of photos that weren't looked at yet; a turn doesn't, and says so.
  @Test func settingsReachMarkedPhotosThatAreNotSearchedYet() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 5), columns: 120, isScoutSlow: true)
    try desk.press(" <End>M<Home>")
    #expect(desk.model.roll.marked.count == 5 && desk.model.roll[2].isUnsearched)
    try desk.press("wT1984<Enter>t")
    #expect(desk.line(-2, columns: 120).contains("turned clockwise, for 3 marked photos; 2 not looked at yet"))
    desk.answerScouts()
    let settings = desk.model.roll.items.compactMap { $0.sheet.outlines.first?.settings }
    #expect(settings.map(\.whiteBalance) == Array(repeating: .frame, count: 5))
    #expect(settings.map { $0.taken?.text } == Array(repeating: "1984", count: 5))
    #expect(settings.map(\.turn) == [1, 1, 0, 0, 1])
    try desk.press("uuu")
    #expect(desk.model.roll.items.allSatisfy { !$0.hasUnacceptedChanges })
  }

  /// The keys of a date never command anything, however early they are typed.
  @Test func aDateCanBeTypedBeforeThePrintsAreFound() throws {
    var model = Model(photos: ["a.jpg", "b.jpg"])
    _ = model.start()
    for key in try TestDesk.keys("T1984-07<Enter>") { _ = model.update(.key(key)) }
    #expect(model.message?.text == "taken 1984-07, for the prints still to be found")
    _ = model.update(.loaded(item: 0, LoadedPhoto(TestDesk.photo, version: nil, hasClip: false), kept: nil))
    _ = model.update(.detected(item: 0, Detected(TestDesk.sure, in: TestDesk.photo)))
    let settings = try #require(model.outline?.settings)
    #expect(settings.taken == PartialDate("1984-07") && settings.clip == nil)
    #expect(model.item.sheet.accepted == nil && model.item.hasUnacceptedChanges)
  }

  // MARK: crossed corners

  @Test(arguments: ["<Enter>", "e"]) func crossedCornersAreNotAccepted(_ key: String) throws {
    let two = Detection(
      verdict: .sure,
      prints: [
        Print(quad: Quad(x: 10, y: 50, width: 100, height: 100), confidence: 0.9),
        Print(quad: Quad(x: 200, y: 50, width: 100, height: 100), confidence: 0.9),
      ])
    var desk = TestDesk([two, TestDesk.sure], columns: 120)
    try desk.press("1" + String(repeating: "l", count: 120) + "c" + key)
    #expect(desk.model.current == 0 && desk.disk[0] == nil)
    #expect(
      desk.line(-2, columns: 120).contains(
        "not accepted: the corners of print 1 of 2 are crossed; move them, or leave it out with x"))
    #expect(desk.model.outline?.quad.isConvex == false, "it is the chosen one")
    try desk.press("x" + key)
    #expect(desk.disk[0]?.outlines.count == 1)
  }
}
