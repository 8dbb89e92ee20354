import PeelImaging
import Testing

@testable import PeelWorkbench

private func print(_ number: Int, isSteady: Bool = true) -> TrackedPrint {
  TrackedPrint(
    number: number,
    print: Print(quad: Quad(x: 100, y: 50, width: 200, height: 200), confidence: 0.98, film: .named("instax-square")),
    speed: 0, isSteady: isSteady)
}

struct ReadinessTests {
  private struct Step {
    var prints: [TrackedPrint] = [print(1)]
    var sharpness = 100.0
    var count = 1
    var takes = false
  }

  /// The state after a sequence of frames, and the number of shots that automatic capture asked for.
  private func end(_ steps: [Step], isAutomatic: Bool = false) -> (state: Readiness.State, shots: Int) {
    var readiness = Readiness()
    var (time, shots) = (0.0, 0)
    for step in steps {
      for _ in 0..<step.count {
        if readiness.see(step.prints, sharpness: step.sharpness, at: time) {
          shots += 1
          if isAutomatic { readiness.take() }
        }
        time += 1.0 / 30
      }
      if step.takes { readiness.take() }
    }
    return (readiness.state, shots)
  }

  @Test func aPrintBecomesReadyWhenItIsStillAndSharp() {
    #expect(end([]).state == .searching)
    #expect(end([Step(prints: [])]).state == .searching)
    #expect(end([Step(prints: [print(1, isSteady: false)])]).state == .holdStill)
    #expect(end([Step(count: 2)]).state == .holdStill)
    #expect(end([Step(count: 3)]).state == .ready)
    // One of two prints moves.
    #expect(end([Step(prints: [print(1), print(2, isSteady: false)], count: 9)]).state == .holdStill)
    // The print was sharper a moment ago.
    #expect(end([Step(count: 5), Step(sharpness: 30, count: 5)]).state == .holdStill)
    #expect(end([Step(count: 5), Step(sharpness: 90, count: 5)]).state == .ready)
    // In worse light, the former sharpness is forgotten.
    #expect(end([Step(count: 5), Step(sharpness: 50, count: 200)]).state == .ready)
    #expect(end([Step(count: 5, takes: true), Step(count: 1)]).state == .taken)
    #expect(end([Step(count: 5, takes: true), Step(prints: [])]).state == .searching)
    #expect(end([Step(count: 5, takes: true), Step(prints: [print(2)], count: 5)]).state == .ready)
  }

  private func shots(_ steps: [Step]) -> Int { end(steps, isAutomatic: true).shots }

  @Test func eachPrintIsTakenOnce() {
    #expect(shots([Step(count: 19)]) == 0)
    #expect(shots([Step(count: 20)]) == 1)
    #expect(shots([Step(count: 500)]) == 1)
    // Movement starts the count of twenty frames again.
    #expect(shots([Step(count: 19), Step(prints: [print(1, isSteady: false)]), Step(count: 19)]) == 0)
    // A print hidden for a while is the same print.
    #expect(shots([Step(count: 30), Step(prints: [], count: 9), Step(count: 60)]) == 1)
    #expect(shots([Step(count: 30), Step(prints: [print(2)], count: 30)]) == 2)
    // A second print appears beside the first.
    #expect(shots([Step(count: 30), Step(prints: [print(1), print(2)], count: 30)]) == 2)
  }

  @Test func aFailedShotIsTakenAgain() {
    var readiness = Readiness()
    for frame in 0..<20 { _ = readiness.see([print(1)], sharpness: 10, at: Double(frame)) }
    readiness.take()
    #expect(readiness.state == .taken)
    readiness.fail()
    let isTaken = readiness.see([print(1)], sharpness: 10, at: 21)
    #expect(isTaken)
  }
}

struct LiveTests {
  /// A class, so that `#expect` can call its mutating methods.
  private final class LiveDesk {
    var model = LiveModel(source: "desk.mp4")
    func update(_ action: LiveAction) -> [LiveEffect] { model.update(action) }
  }

  private let desk = LiveDesk()
  private var model: LiveModel { desk.model }

  private static let rendition = Rendition(
    Photo(
      luma: Plane(width: 100, height: 75) { y, row in
        for x in 0..<100 { row.append((25..<75).contains(x) && (12..<62).contains(y) ? 240 : 30) }
      }))

  private func see(_ prints: [TrackedPrint], frames: Int, from start: Double = 0, dropped: Int = 0)
    -> [LiveEffect]
  {
    var effects: [LiveEffect] = []
    for number in 0..<frames {
      let time = start + Double(number) / 30
      effects += desk.update(
        .seen(
          LiveFrame(
            rendition: Self.rendition, width: 400, height: 300, prints: prints, sharpness: 250, time: time,
            dropped: dropped)))
      effects += desk.update(.ticked(time))
    }
    return effects
  }

  private static let shot = LiveShot(
    files: [ExportedFile(name: "desk_0001-1.jpg", folder: "scans", width: 600, height: 720)], rendition: rendition)

  private func lines(columns: Int = 80, rows: Int = 20, glyphs: Capabilities.Glyphs = .blocks) -> [String] {
    model.screen(columns: columns, rows: rows, capabilities: Capabilities(depth: .trueColour, glyphs: glyphs)).text
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The title bar, the figures, the message and the key bar.
  @Test func theScreenSaysWhatToDo() {
    #expect(lines()[17].contains("waiting"))
    _ = see([], frames: 40, dropped: 7)
    #expect(lines()[0] == " desk.mp4" + String(repeating: " ", count: 44) + "400×300  30 fps  7 dropped")
    #expect(lines()[17] == "  searching")
    #expect(lines()[18] == " put a print in front of the camera")
    #expect(lines()[19] == " Space shot  A automatic  Enter open  ? keys  q quit")
    _ = see([print(1, isSteady: false)], frames: 2, from: 2)
    #expect(lines()[17] == "  hold still   1 print  instax-square  sharp ━━━━━━━━━━━━━━━━ 250")
    _ = see([print(1)], frames: 4, from: 3)
    #expect(lines()[17].hasPrefix("  ready "))
    #expect(lines()[18] == " Space takes it")
    #expect(lines().contains { $0.contains("━━━━") })
  }

  @Test func spaceTakesAShotAndShowsIt() {
    _ = see([print(1)], frames: 5)
    #expect(desk.update(.shoot) == [.shoot])
    // Only one shot is taken at a time.
    #expect(desk.update(.shoot) == [])
    #expect(desk.update(.open) == [] && model.message?.text == "no shot yet; press Space to take one")
    #expect(desk.update(.shot(.success(Self.shot))) == [])
    #expect(lines()[18] == " saved desk_0001-1.jpg 600×720 to scans")
    #expect(lines()[0].hasSuffix("1 shot"))
    #expect(lines().contains { $0.contains("┌ desk_0001-1.jpg ─") })
    #expect(desk.update(.open) == [.open])
    _ = desk.update(.dismiss)
    #expect(!lines().contains { $0.contains("┌ desk_0001-1.jpg ─") })
    #expect(lines()[17].hasPrefix("  taken "))
    #expect(desk.update(.shot(.failure(Sentence("the disk is full")))) == [])
    #expect(lines()[18] == " the disk is full")
    #expect(model.shots.count == 1 && model.shots.files.map(\.name) == ["desk_0001-1.jpg"])
  }

  @Test func theShotIsHiddenAfterAWhile() {
    _ = see([print(1)], frames: 5)
    _ = desk.update(.shoot)
    _ = desk.update(.shot(.success(Self.shot)))
    #expect(model.shownShot == Self.shot)
    _ = see([print(1)], frames: 5, from: 5)
    #expect(model.shownShot == nil)
  }

  @Test func automaticCaptureTakesEachPrintOnce() {
    #expect(see([print(1)], frames: 40) == [])
    _ = desk.update(.toggleAutomatic)
    #expect(lines()[0].contains("automatic"))
    #expect(see([print(1)], frames: 40, from: 2) == [.shoot])
    _ = desk.update(.shot(.success(Self.shot)))
    #expect(see([print(1)], frames: 40, from: 4) == [])
    #expect(see([print(2)], frames: 40, from: 6) == [.shoot])
  }

  /// With `--merge`, shots are taken wherever the print lies elsewhere, until every part was seen clear.
  @Test func shotsAreCollectedUntilAllIsClear() {
    desk.model = LiveModel(source: "desk.mp4", merges: true)
    func still(at x: Double, prints: Int = 1, from start: Double) -> [LiveEffect] {
      var effects: [LiveEffect] = []
      for number in 0..<5 {
        let quad = Quad(x: x, y: 50, width: 200, height: 200)
        effects += desk.update(
          .seen(
            LiveFrame(
              rendition: Self.rendition, width: 400, height: 300, prints: (0..<prints).map { print($0) },
              still: Array(repeating: quad, count: prints), sharpness: 250, time: start + Double(number) / 30,
              dropped: 0)))
      }
      return effects
    }
    func progress(_ shots: Int, _ unclear: Double?, mended: Double = 0.1) -> [LiveEffect] {
      desk.update(
        .collected(.added(MergeProgress(shots: shots, unclear: unclear, mended: mended, rendition: Self.rendition))))
    }
    #expect(desk.update(.shoot) == [] && lines().contains { $0.contains("keep the print still first") })
    #expect(still(at: 100, prints: 2, from: 0) == [])
    #expect(desk.update(.shoot) == [] && lines().contains { $0.contains("merging needs one print in sight") })
    #expect(still(at: 100, from: 1) == [], "nothing is taken unasked")
    #expect(desk.update(.shoot) == [.collect])
    #expect(still(at: 130, from: 2) == [], "one shot at a time")
    #expect(desk.update(.shoot) == [], "the first shot isn't known yet")
    #expect(progress(1, nil) == [])
    #expect(still(at: 105, from: 3) == [], "the print lies where it lay")
    #expect(still(at: 130, from: 4) == [.collect])
    #expect(progress(2, 0.0312) == [])
    let hint = "2 shots, 3.1 % of the print under glare in all: move the camera"
    #expect(lines(columns: 100).contains { $0.contains(hint) })
    #expect(still(at: 160, from: 5) == [.collect])
    #expect(progress(3, 0.001) == [.merge], "every part is clear")
    #expect(desk.update(.shoot) == [], "it is being merged")
    var shot = Self.shot
    shot.merged = 3
    #expect(desk.update(.shot(.success(shot))) == [])
    #expect(model.collection == nil && model.message?.text.hasSuffix("to scans, merged from 3 shots") == true)
    #expect(desk.update(.open) == [], "the workbench would make another scan of it")
  }

  private func seeStill(at x: Double, from time: Double) -> [LiveEffect] {
    desk.update(
      .seen(
        LiveFrame(
          rendition: Self.rendition, width: 400, height: 300, prints: [print(1)],
          still: [Quad(x: x, y: 50, width: 200, height: 200)], sharpness: 250, time: time, dropped: 0)))
  }

  /// Turned on the spot, the camera moves no glare: that isn't taken for a clear print.
  @Test func glareMustHaveMoved() {
    desk.model = LiveModel(source: "desk.mp4", merges: true)
    _ = seeStill(at: 100, from: 0)
    #expect(desk.update(.shoot) == [.collect])
    func progress(mended: Double) -> [LiveEffect] {
      desk.update(
        .collected(.added(MergeProgress(shots: 2, unclear: 0, mended: mended, rendition: Self.rendition))))
    }
    #expect(progress(mended: 0) == [])
    #expect(lines(columns: 120).contains { $0.contains("2 shots, and no glare moved between them: move the camera") })
    #expect(seeStill(at: 140, from: 1) == [.collect])
    #expect(progress(mended: 0.03) == [.merge])
  }

  @Test func collectedShotsAreNotLost() {
    desk.model = LiveModel(source: "desk.mp4", merges: true)
    _ = seeStill(at: 100, from: 0)
    _ = desk.update(.shoot)
    _ = desk.update(
      .collected(.added(MergeProgress(shots: 2, unclear: 0.05, mended: 0.1, rendition: Self.rendition))))
    #expect(desk.update(.leave) == [])
    #expect(lines(columns: 100).contains { $0.contains("not merged yet: 2 shots; Space merges, q again quits") })
    #expect(desk.update(.leave) == [.leave])
    // Another key in between asks again.
    _ = desk.update(.toggleHelp)
    #expect(desk.update(.leave) == [])
    _ = desk.update(.toggleHelp)
    // A scan that can't be written is tried again.
    #expect(desk.update(.shoot) == [.merge])
    _ = desk.update(.shot(.failure(Sentence("the disk is full"))))
    #expect(model.collection != nil && desk.update(.shoot) == [.merge])
    _ = desk.update(.shot(.failure(Sentence("the disk is full"))))
    _ = desk.update(.ended(nil))
    #expect(model.message?.text == "the stream has ended; Space merges 2 shots, Esc drops them")
  }

  /// Another print isn't merged with the first. In automatic mode, the first one's shots are merged then, and the shot that
  /// ended them begins the next scan: a folder has no second photo of the same place.
  @Test(arguments: [false, true]) func anotherPrintEndsAutomaticCollecting(isAutomatic: Bool) {
    desk.model = LiveModel(source: "desk.mp4", isAutomatic: isAutomatic, merges: true)
    _ = seeStill(at: 100, from: 0)
    _ = desk.update(.shoot)
    let first = LiveAction.collected(
      .added(MergeProgress(shots: 1, unclear: nil, mended: 0, rendition: Self.rendition)))
    _ = desk.update(first)
    #expect(seeStill(at: 150, from: 1) == [.collect])
    _ = desk.update(.leave)
    let effects = desk.update(.collected(.otherPrint))
    guard isAutomatic else {
      #expect(effects == [] && model.message == nil)
      let hint = "another print: Space merges 1 shot of the one before, Esc drops"
      #expect(lines(columns: 100).contains { $0.contains(hint) })
      _ = desk.update(.shoot)
      #expect(desk.update(.shoot) == [.merge])
      return
    }
    #expect(effects == [.merge, .collect])
    _ = desk.update(.shot(.success(Self.shot)))
    #expect(model.collection?.isBusy == true && seeStill(at: 200, from: 2) == [])
    _ = desk.update(first)
    #expect(desk.update(.leave) == [] && model.message?.text.hasPrefix("not merged yet: 1 shot") == true)
    #expect(seeStill(at: 150, from: 3) == [], "there it was taken")
    #expect(seeStill(at: 200, from: 4) == [.collect])
  }

  /// If the first print's scan can't be written, its shots are kept, and the next print waits.
  @Test func shotsOfTheFirstPrintComeFirst() {
    desk.model = LiveModel(source: "desk.mp4", isAutomatic: true, merges: true)
    _ = seeStill(at: 100, from: 0)
    _ = desk.update(.shoot)
    _ = desk.update(
      .collected(.added(MergeProgress(shots: 2, unclear: 0.1, mended: 0.1, rendition: Self.rendition))))
    _ = seeStill(at: 150, from: 1)
    #expect(desk.update(.collected(.otherPrint)) == [.merge, .collect])
    _ = desk.update(.shot(.failure(Sentence("the disk is full"))))
    #expect(desk.update(.collected(.otherPrint)) == [], "that is known")
    #expect(model.collection?.progress?.shots == 2 && desk.update(.shoot) == [.merge])
  }

  /// A single shot, whose glare stays, is written only if that is asked for twice.
  @Test func aSingleShotIsAskedFor() {
    desk.model = LiveModel(source: "desk.mp4", merges: true)
    _ = seeStill(at: 100, from: 0)
    _ = desk.update(.shoot)
    let first = LiveAction.collected(
      .added(MergeProgress(shots: 1, unclear: nil, mended: 0, rendition: Self.rendition)))
    _ = desk.update(first)
    #expect(desk.update(.shoot) == [])
    #expect(model.message?.text.hasPrefix("only one shot so far, so its glare stays; Space again writes it") == true)
    _ = desk.update(.toggleHelp)
    #expect(desk.update(.shoot) == [], "another key in between asks again")
    #expect(desk.update(.shoot) == [.merge])
    #expect(desk.update(.shoot) == [], "it is being written")
  }

  /// A first shot that gives no picture leaves nothing to wait for.
  @Test func anUnusableFirstShotEndsTheCollecting() {
    desk.model = LiveModel(source: "desk.mp4", merges: true)
    _ = seeStill(at: 100, from: 0)
    _ = desk.update(.shoot)
    _ = desk.update(.collected(.failed(Sentence("the print can't be flattened in this shot"))))
    #expect(model.collection == nil && model.message?.text == "the print can't be flattened in this shot")
    #expect(desk.update(.shoot) == [.collect] && desk.update(.leave) == [])
  }

  /// The question whether to quit ends with the next shot.
  @Test func questionsEndWithTheNextShot() {
    desk.model = LiveModel(source: "desk.mp4", merges: true)
    func progress(_ shots: Int) -> LiveAction {
      .collected(.added(MergeProgress(shots: shots, unclear: 0.05, mended: 0.1, rendition: Self.rendition)))
    }
    _ = seeStill(at: 100, from: 0)
    _ = desk.update(.shoot)
    _ = desk.update(progress(2))
    #expect(desk.update(.leave) == [])
    _ = seeStill(at: 150, from: 1)
    _ = desk.update(progress(3))
    #expect(lines(columns: 100).contains { $0.contains("3 shots, 5.0 % of the print under glare in all") })
    #expect(desk.update(.leave) == [])
    #expect(desk.update(.open) == [] && model.message?.text == "3 shots to merge: Space merges, Esc drops")
  }

  @Test func theKeysTellOfMerging() {
    desk.model = LiveModel(source: "uploads", isSteadySource: false, merges: true)
    #expect(lines(columns: 100).last?.contains("Space begin") == true)
    _ = desk.update(.toggleHelp)
    #expect(lines(rows: 24).contains { $0.contains("begin to collect shots of a print; merge them") })
    _ = desk.update(.toggleHelp)
    _ = (0..<3).map { seeStill(at: 100, from: Double($0)) }
    _ = desk.update(.shoot)
    _ = desk.update(
      .collected(.added(MergeProgress(shots: 1, unclear: nil, mended: 0, rendition: Self.rendition))))
    #expect(lines(columns: 100).last?.contains("Space merge") == true)
    #expect(lines(columns: 100).last?.contains("Esc drop") == true)
    #expect(lines(columns: 100).contains { $0.contains("1 shot: take another photo from elsewhere; Space merges") })
  }

  @Test func collectedShotsAreMergedOrDroppedByAKey() {
    desk.model = LiveModel(source: "desk.mp4", merges: true)
    func see(at x: Double, from time: Double) -> [LiveEffect] {
      desk.update(
        .seen(
          LiveFrame(
            rendition: Self.rendition, width: 400, height: 300, prints: [print(1)],
            still: [Quad(x: x, y: 50, width: 200, height: 200)], sharpness: 250, time: time, dropped: 0)))
    }
    let progress = LiveAction.collected(
      .added(MergeProgress(shots: 2, unclear: 0.05, mended: 0.1, rendition: Self.rendition)))
    _ = see(at: 100, from: 0)
    #expect(desk.update(.shoot) == [.collect])
    _ = desk.update(progress)
    #expect(desk.update(.shoot) == [.merge])
    #expect(desk.update(.dismiss) == [], "what is being merged isn't dropped")
    _ = desk.update(.shot(.success(Self.shot)))
    #expect(model.message?.text.hasSuffix(", of one shot only") == true)
    #expect(desk.update(.shoot) == [.collect])
    #expect(desk.update(.dismiss) == [.forget])
    #expect(desk.update(progress) == [] && model.collection == nil)
    // However much glare there is, it ends.
    #expect(desk.update(.shoot) == [.collect])
    var effects: [LiveEffect] = []
    for number in 1...12 {
      effects += desk.update(progress)
      effects += see(at: 100 + 30 * Double(number), from: Double(number))
    }
    #expect(effects.count { $0 == .collect } == 9 && effects.count { $0 == .merge } == 1)
  }

  @Test func aStallIsShownAfterTwoSeconds() {
    _ = see([print(1)], frames: 5)
    _ = desk.update(.ticked(1.9))
    #expect(!model.origin.isStalled)
    #expect(desk.update(.restart) == [])
    _ = desk.update(.ticked(2.4))
    #expect(lines()[17].contains("stalled"))
    #expect(lines()[18] == " no frame for 2 s: is desk.mp4 still there? r restarts, q quits")
    #expect(lines()[19].hasPrefix(" r restart"))
    #expect(desk.update(.restart) == [.restart])
    _ = see([print(1)], frames: 1, from: 3)
    #expect(!model.origin.isStalled)
  }

  @Test func theEndIsShownAndShotsAreSaved() {
    _ = see([print(1)], frames: 5)
    _ = desk.update(.shoot)
    _ = desk.update(.shot(.success(Self.shot)))
    _ = desk.update(.ended(Sentence("the camera is gone")))
    #expect(lines()[18] == " the camera is gone; the shots are saved")
    _ = desk.update(.ticked(60))
    #expect(!model.origin.isStalled && lines()[18] == " the camera is gone; the shots are saved")
    #expect(desk.update(.shoot) == [.shoot])
    #expect(desk.update(.restart) == [.restart])
  }

  @Test func standardInputCannotBeRestarted() {
    desk.model = LiveModel(source: "standard input", canRestart: false)
    _ = see([print(1)], frames: 5)
    _ = desk.update(.ticked(2.4))
    #expect(lines()[18] == " no frame for 2 s: is standard input still there? q quits")
    _ = desk.update(.ended(nil))
    #expect(lines()[17].hasPrefix("  ended "))
    #expect(desk.update(.restart) == [] && !lines()[19].contains("restart"))
    // The other program may have written to this terminal.
    #expect(desk.update(.ticked(3)) == [.redraw])
    #expect(desk.update(.ticked(60)) == [])
  }

  @Test func aNoteGivesWayToWhatToDoNext() {
    _ = see([print(1)], frames: 5)
    _ = desk.update(.shoot)
    _ = desk.update(.shot(.success(Self.shot)))
    _ = see([print(1)], frames: 5, from: 3)
    #expect(lines()[18].hasPrefix(" saved"))
    _ = see([print(1)], frames: 5, from: 5)
    #expect(lines()[18] == " Enter opens the shot; put down the next print")
    _ = desk.update(.shot(.failure(Sentence("the disk is full"))))
    _ = see([print(1)], frames: 5, from: 60)
    #expect(lines()[18] == " the disk is full")
  }

  @Test func aLongMessageMovesTheFiguresUp() {
    _ = see([print(1)], frames: 5)
    let words = "ffmpeg gave up: /dev/video0: No such device; check the name, and that nothing else uses the camera"
    _ = desk.update(.ended(Sentence(words)))
    let lines = lines(columns: 40, rows: 20)
    #expect(lines[15].hasPrefix("  ended "))
    #expect(lines[16...18].map { $0.drop { $0 == " " } }.joined(separator: " ") == words)
  }

  /// Each photo of a folder is a single frame.
  @Test func aPhotoOfAFolderIsReadyAtOnceAndTakenAutomatically() {
    desk.model = LiveModel(source: "Camera", isSteadySource: false)
    #expect(see([print(1 << 16)], frames: 1) == [])
    #expect(lines()[17].hasPrefix("  ready "))
    _ = desk.update(.toggleAutomatic)
    #expect(see([print(2 << 16)], frames: 1, from: 1) == [.shoot])
    _ = desk.update(.shot(.success(Self.shot)))
    #expect(see([print(3 << 16)], frames: 1, from: 2) == [.shoot])
  }

  @Test func aSmallWindowShowsTheLeastSize() {
    #expect(lines(columns: 39, rows: 12)[0] == "this window is too small: make it 40×12")
  }

  /// The list tells what became of each photo, and a message about one holds only as long as it is true.
  @Test func aListTellsWhatWasTaken() {
    desk.model = LiveModel(source: "Camera", isSteadySource: false, isAutomatic: true)
    func see(_ name: String, _ prints: [TrackedPrint], at time: Double) -> [LiveEffect] {
      desk.update(
        .seen(
          LiveFrame(
            photo: name, rendition: Self.rendition, width: 400, height: 300, prints: prints, sharpness: 250, time: time,
            dropped: 0)))
    }
    func outcomes() -> [String] { model.list.entries.map { "\($0.name): \($0.outcome.words)" } }
    let (cut, full) = (Sentence("it is cut off"), Sentence("the disk is full"))
    _ = desk.update(.refused("a.jpg", cut))
    #expect(model.message?.text == "a.jpg: it is cut off" && outcomes() == ["a.jpg: not taken: it is cut off"])
    // Another photo's message doesn't end with it.
    _ = desk.update(.refused("b.jpg", cut))
    #expect(see("a.jpg", [print(1)], at: 1) == [.shoot])
    #expect(lines().first?.contains("Camera/a.jpg") == true && model.message?.text == "taking a.jpg…")
    _ = desk.update(.shot(.success(Self.shot)))
    #expect(outcomes() == ["a.jpg: desk_0001-1.jpg", "b.jpg: not taken: it is cut off"])
    _ = desk.update(.refused("b.jpg", cut))
    _ = desk.update(.forgotten("b.jpg"))
    #expect(model.message == nil && outcomes() == ["a.jpg: desk_0001-1.jpg"])
    #expect(see("c.jpg", [], at: 2) == [] && lines().contains { $0.contains("no print found in c.jpg") })
    #expect(see("d.jpg", [print(4)], at: 3) == [.shoot])
    _ = desk.update(.shot(.failure(full)))
    #expect(model.message?.text == "d.jpg: the disk is full")
    #expect(lines().first?.contains("2 not taken") == true)
    _ = desk.update(.toggleList)
    let text = lines()
    for line in ["a.jpg  desk_0001-1.jpg", "c.jpg  not taken: no print found", "d.jpg  not taken: the disk is full"] {
      #expect(text.contains { $0.contains(line) }, "\(line) in \(text)")
    }
    // Taken again by a key.
    #expect(desk.update(.shoot) == [.shoot])
    _ = desk.update(.shot(.success(Self.shot)))
    #expect(outcomes().last == "d.jpg: desk_0001-1.jpg")
    _ = desk.update(.dismiss)
    #expect(!model.isListing)
    // The folder's disk is pulled out, and put in again.
    _ = desk.update(.ended(Sentence("the folder cannot be read")))
    #expect(model.origin.hasEnded)
    _ = desk.update(.resumed)
    #expect(!model.origin.hasEnded && model.message == nil)
  }

  /// A folder may stay unchanged for hours.
  @Test func aFolderDoesNotStall() {
    desk.model = LiveModel(source: "Camera", isSteadySource: false)
    _ = desk.update(.ticked(3600))
    #expect(!model.origin.isStalled)
    #expect(lines().contains { $0.contains("waiting for photos…") })
  }

  @Test(arguments: [
    (Key.character(" "), LiveAction.shoot), (.character("A"), .toggleAutomatic), (.enter, .open), (.escape, .dismiss),
    (.character("q"), .leave), (.control("c"), .leave), (.control("z"), .suspend), (.character("?"), .toggleHelp),
  ])
  func keysDoWhatTheySay(key: Key, action: LiveAction) { #expect(model.action(for: key) == action) }

  @Test func helpShowsEveryKey() {
    _ = desk.update(.toggleHelp)
    for row in model.keymap.rows { #expect(lines(rows: 24).contains { $0.contains(row.help) }) }
  }

  /// Screens of any size and depth are drawn, in ASCII if need be.
  @Test(arguments: Capabilities.Depth.allCases, Capabilities.Glyphs.allCases)
  func everyTerminalIsDrawn(depth: Capabilities.Depth, glyphs: Capabilities.Glyphs) {
    _ = see([print(1)], frames: 5)
    _ = desk.update(.shoot)
    _ = desk.update(.shot(.success(Self.shot)))
    for (columns, rows) in [(120, 40), (40, 10), (20, 6), (7, 3), (1, 1), (0, 0)] {
      let screen = model.screen(columns: columns, rows: rows, capabilities: Capabilities(depth: depth, glyphs: glyphs))
      #expect(screen.columns == columns && screen.rows == rows)
      if glyphs == .ascii, depth == .monochrome { #expect(screen.text.allSatisfy { $0.isASCII }) }
    }
  }
}
