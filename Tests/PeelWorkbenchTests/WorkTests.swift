import PeelImaging
import Testing

@testable import PeelWorkbench

/// The work that the model asks for, and its order.
@Suite struct WorkTests {
  private let loaded = LoadedPhoto(TestDesk.photo)

  @Test func theCurrentPhotoComesFirstAndThenItsNeighbour() {
    var model = Model(photos: ["1", "2", "3"])
    #expect(model.begin() == [.load(item: 0), .recall])
    #expect(model.update(.loaded(item: 0, loaded, kept: nil)) == [.took(item: 0), .detect(item: 0)])
    let corner = SnapOrder(item: 0, handle: .corner(.topLeft), print: TestDesk.print)
    #expect(
      model.update(.detected(item: 0, Detected(TestDesk.sure, in: TestDesk.photo))) == [
        .took(item: 0), .load(item: 1), .fit(corner),
      ])
    #expect(model.update(.loaded(item: 1, loaded, kept: nil)) == [.took(item: 1), .detect(item: 1)])
    #expect(
      model.update(.detected(item: 1, Detected(TestDesk.sure, in: TestDesk.photo))) == [
        .took(item: 1), .scout(item: 2),
      ])
    #expect(model.update(.detected(item: 2, Detected(TestDesk.sure, in: TestDesk.photo))) == [.took(item: 2)])
  }

  @Test func atMostTwoPhotosAreReadAtOnce() {
    var model = Model(photos: (0..<50).map { "\($0)" })
    #expect(model.begin() == [.load(item: 0), .recall])
    #expect(model.update(.goOn(by: 1)) == [.remember(item: 1), .load(item: 1)])
    for _ in 0..<20 { #expect(model.update(.goOn(by: 1)) == [.remember(item: model.current)]) }
    #expect(model.current == 21)
    #expect(model.update(.loaded(item: 0, loaded, kept: nil)) == [.took(item: 0), .load(item: 21)])
    #expect(model.roll[0].photo == nil, "a photo far from the current one is released")
  }

  @Test func atMostThreePhotosAreDecoded() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 9))
    for keys in ["n", "n", "n", "p", "<End>", "<Home>", "n", "n"] {
      try desk.press(keys)
      #expect(desk.model.roll.items.count { $0.photo != nil } <= 3)
      #expect(desk.model.item.photo != nil)
    }
    #expect(desk.effects.count { $0 == .detect(item: 0) } == 1, "a photo read again keeps its outlines")
    #expect(desk.effects.count { $0 == .load(item: 0) } == 2)
    #expect(desk.effects.contains(.scout(item: 7)), "photos ahead are searched")
  }

  @Test func adjustmentsOutliveTheirPhoto() throws {
    var desk = TestDesk(Array(repeating: TestDesk.sure, count: 9))
    try desk.press("llllllllll<End><Home>")
    #expect(desk.status.contains("1 top left  110.0, 50.0"))
    #expect(desk.title.contains("adjusted"))
  }

  @Test func onePreviewIsDevelopedAtATimeAndTheNewestWins() throws {
    var model = Model(photos: ["1"])
    _ = model.start()
    _ = model.update(.loaded(item: 0, loaded, kept: nil))
    _ = model.update(.detected(item: 0, Detected(TestDesk.sure, in: TestDesk.photo)))
    guard case .preview(let first) = model.update(.cycleShow).first else {
      Issue.record("no preview")
      return
    }
    for _ in 0..<5 { #expect(model.update(.nudge(x: 1, y: 0)).filter { !$0.looksForEdges } == []) }
    let next = model.update(.developed(first, .failure(Sentence("no"))))
    guard case .preview(let second) = next.first else {
      Issue.record("no second preview")
      return
    }
    #expect(next.count == 1)
    #expect(second.outline.quad[.topLeft] == Point(105, 50))
    #expect(model.update(.developed(second, .failure(Sentence("no")))) == [])
  }

  @Test func whatCouldNotBeSavedIsNotExported() {
    var model = TestDesk().model
    _ = model.update(.export)
    let effects = model.update(.kept(item: 0, .failure(Sentence("the disk is full"))))
    #expect(!effects.contains { if case .export = $0 { true } else { false } })
    #expect(model.item.state == .unsaved && !model.isExporting)
    #expect(model.message?.text == "the disk is full")
    // Saving again, and exporting then.
    let again = model.update(.export)
    #expect(again.contains { if case .keep = $0 { true } else { false } })
    #expect(model.update(.kept(item: 0, .success(nil))).contains { if case .export = $0 { true } else { false } })
  }

  @Test func aFailedExportIsReported() throws {
    var model = TestDesk().model
    let effects = model.update(.export)
    guard case .keep(item: 0, _?, _)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(!effects.contains { if case .export = $0 { true } else { false } }, "what isn't saved isn't exported")
    guard case .export(let order)? = model.update(.kept(item: 0, .success(nil))).last else {
      Issue.record("no export")
      return
    }
    #expect(model.update(.leave) == [], "a running export asks before quitting")
    _ = model.update(.exported(order, .failure(Sentence("the disk is full"))))
    #expect(model.message == Model.Message(kind: .trouble, text: "the disk is full"))
    #expect(model.roll[0].exported == nil)
  }
}

extension Order {
  fileprivate var looksForEdges: Bool { if case .fit = self { true } else { false } }
}
