import PeelImaging
import Testing

@testable import PeelWorkbench

/// The roll, and the panels that wide screens show beside the photo.
@Suite struct RollTests {
  struct Roll: CustomTestStringConvertible, Sendable {
    let detections: [Detection?]
    let columns: Int
    let rows: Int
    let glyphs: Capabilities.Glyphs
    let screen: String
    var testDescription: String { "\(detections.count) photos on \(columns)×\(rows) in \(glyphs)" }
  }

  @Test(arguments: [
    Roll(
      detections: [nil], columns: 60, rows: 12, glyphs: .ascii,
      screen: """
         a.jpg  1/1                                          failed




             photo-1.jpg: the file is empty; copy it once more





         Enter accept  e export  u undo  Tab corner  ? help  q quit
        """),
    Roll(
      detections: [TestDesk.sure, nil, TestDesk.nothing], columns: 160, rows: 40, glyphs: .blocks,
      screen: """
         a.jpg  1/3                                                                                                              sure 98 %  instax-square  print 1 of 1
        ▸ a.jpg              sure 98 % │                                                       │                                        │ outline      print 1 of 1
          IMG_20240101_120000_… failed │                                                       │ ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ │ detector     98 % sure
          写真.jpg            no print │                                                       │                                        │ gets a scan  yes
                                       │                                                       │                                        │
                                       │                                                       │                                        │ film         instax-square
                                       │                                                       │                                        │ paper        72 × 86 mm
                                       │                                                       │                                        │ ratio        1.000  sides
                                       │                                                       │                                        │ tilt         0.0°
                                       │▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇│                                        │
                                       │                                                       │                                        │ scan         2100 × 2560
                                       │          [1]                             2            │                                        │ density      610 ppi
                                       │             ▊▃⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤▃▎             │                                        │ sharpness    123.4
                                       │             ⢰                           ⡆             │                                        │ shows        the whole print
                                       │             ⢸                           ⡇             │                                        │ way up       upright
                                       │             ⢸                           ⡇             │                                        │ white        auto
                                       │             ⢸                           ⡇             │                                        │ clip         1.0 %
                                       │             ⢸                           ⡇             │                                        │
                                       │             ⢸                           ⡇             │                                        │ [1]          100.0, 50.0
                                       │             ⢸                           ⡇             │                                        │  2           300.0, 50.0
                                       │             ⢸                           ⡇             │                                        │  3           300.0, 250.0
                                       │             ⢸                           ⡇             │                                        │  4           100.0, 250.0
                                       │             ⢸                           ⡇             │                                        │
                                       │             ⢸                           ⡇             │                                        │ before         after
                                       │             ⢸                           ⡇             │                                        │     ▅▅█▅           ▅▅█▅
                                       │             ⠸                           ⠇             │ ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁ │    ▁████▃         ▁████▃
                                       │             ▊▅⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒▅▎             │                                        │    ██████         ██████
                                       │            4                             3            │  ┌─ 1 top left ────────────────────┐   │    ██████         ██████
                                       │                                                       │  │                                 │   │    ██████         ██████
                                       │▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁│  │                                 │   │ ▁▁▁██████▁▁▁▁▁ ▁▁▁██████▁▁▁▁▁
                                       │                                                       │  │                                 │   │
                                       │                                                       │  │                                 │   │
                                       │                                                       │  │               ⠠⢼⠄⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤│   │
                                       │                                                       │  │                ⢰                │   │
                                       │                                                       │  │                ⢸                │   │
                                       │                                                       │  │                ⢸                │   │
                                       │                                                       │  │                ⢸                │   │
                                       │                                                       │  └─────────────────────────────────┘   │
         1 top left  100.0, 50.0   photo 400×300
         Enter accept  e export  u undo  Tab corner  ←↓↑→ move  s snap  np photo  N review  c print  a add  x leave out  i candidates  v scan  f film  ? help  q quit
        """),
    Roll(
      detections: [TestDesk.sure], columns: 110, rows: 30, glyphs: .ascii,
      screen: """
         a.jpg  1/1                                                            sure 98 %  instax-square  print 1 of 1
        > a.jpg          sure 98 % |                                               |
                                   |                                               |
                                   |                                               |
                                   |                                               |
                                   |                                               |
                                   |                                               |
                                   |        [1]                         2          |
                                   |           @-----------------------+           |
                                   |           |                       |           |
                                   |           |                       |           |
                                   |           |                       |           |
                                   |           |                       |           |
                                   |           |                       |           |
                                   |           |                       |           |
                                   |           |                       |           |
                                   |           |                       |           |
                                   |           |                       |           |
                                   |           |                       |           |
                                   |           |                       |           | +- 1 top left ----------------+
                                   |           +-----------------------+           | |                             |
                                   |          4                         3          | |                             |
                                   |                                               | |                             |
                                   |                                               | |              @::::::::::::::|
                                   |                                               | |              :              |
                                   |                                               | |              :              |
                                   |                                               | |              :              |
                                   |                                               | +-----------------------------+
         1 top left  100.0, 50.0   photo 400x300
         Enter accept  e export  u undo  Tab corner  arrows move  s snap  np photo  N review  c print  ? help  q quit
        """),
  ])
  func showTheRoll(_ test: Roll) {
    let names = ["a.jpg", "IMG_20240101_120000_edited_and_cropped.jpg", "写真.jpg"]
    let desk = TestDesk(
      test.detections, names: Array(names.prefix(test.detections.count)), columns: test.columns, rows: test.rows)
    let screen = desk.screen(columns: test.columns, rows: test.rows, glyphs: test.glyphs)
    #expect(screen.text == test.screen, "\n\(screen.text)")
  }

  @Test func aRenamedPhotoGetsItsNameBack() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    try desk.press("R<Back><Back><Back><Back><Back><Back><Back><Back><Back><Back><Back>new.jpg<Enter>")
    #expect(desk.model.roll[0].title == "new.jpg")
    try desk.press("nu")
    #expect(desk.model.current == 0)
    #expect(desk.model.roll[0].title == "photo-1.jpg")
    #expect(desk.model.message?.text == "undid: renamed photo-1.jpg to new.jpg")
    try desk.press("<C-r>")
    #expect(desk.model.roll[0].title == "new.jpg")
  }

  /// If the old name is taken meanwhile, the photo keeps the new one, and undo goes on with what was done before.
  @Test func aNameThatIsTakenIsNotUndone() throws {
    var desk = TestDesk([TestDesk.sure], names: ["taken"])
    try desk.press("<Right>R<Back><Back><Back><Back><Back>new.jpg<Enter>u")
    #expect(desk.model.roll[0].title == "new.jpg")
    #expect(desk.model.message?.text == "taken is there already")
    try desk.press("u")
    #expect(desk.model.message?.text == "undid: moved corner 1")
  }

  @Test func aRefusedNameLeavesEarlierRenamesToUndo() throws {
    var desk = TestDesk([TestDesk.sure])
    try desk.press("<Right>R<C-u>zoo.jpg<Enter>R<C-u>taken<Enter>")
    #expect(desk.model.roll[0].title == "zoo.jpg" && desk.model.message?.text == "taken is there already")
    try desk.press("<Esc>u")
    #expect(desk.model.roll[0].title == "photo-1.jpg")
    #expect(desk.model.message?.text == "undid: renamed photo-1.jpg to zoo.jpg")
    try desk.press("u")
    #expect(desk.model.message?.text == "undid: moved corner 1")
  }

  /// A second name that is asked for before the file system has answered, which adds endings and refuses the first.
  @Test func eachAnswerBelongsToItsRename() throws {
    var model = TestDesk([TestDesk.sure]).model
    func ask(_ name: String) {
      _ = model.update(.askName)
      _ = model.update(.eraseAll)
      for letter in name { _ = model.update(.type(letter)) }
      _ = model.update(.enter)
    }
    for name in ["a", "b", "c"] { ask(name) }
    _ = model.update(.renamed(item: 0, .success("a.jpg")))
    _ = model.update(.renamed(item: 0, .failure(Sentence("b is there already"))))
    let effects = model.update(.renamed(item: 0, .success("c.jpg")))
    #expect(effects.contains(.remember(item: 0)), "the photo is found again next time")
    #expect(model.history.done.map(\.title) == ["renamed photo-1.jpg to a.jpg", "renamed a.jpg to c.jpg"])
    #expect(model.update(.undo).contains { $0.renames("a.jpg") })
  }

  /// Undo right after a rename, before the file system has answered.
  @Test func anUndoComesAfterTheRename() throws {
    var model = TestDesk([TestDesk.sure]).model
    _ = model.update(.accept)
    _ = model.update(.askName)
    _ = model.update(.eraseAll)
    for letter in "b.jpg" { _ = model.update(.type(letter)) }
    let renaming = model.update(.enter)
    #expect(renaming.contains { $0.renames("b.jpg", isAgain: false) })
    let undoing = model.update(.undo)
    #expect(undoing.contains { $0.renames("photo-1.jpg") })
    _ = model.update(.renamed(item: 0, .success("b.jpg")))
    _ = model.update(.renamed(item: 0, .success("photo-1.jpg")))
    #expect(model.item.title == "photo-1.jpg" && model.item.sheet.accepted != nil)
    #expect(model.message?.text == "undid: renamed photo-1.jpg to b.jpg")
    #expect(model.update(.redo).contains { $0.renames("b.jpg") })
  }

  /// A scan holds its photo's name, so an export and a rename wait for each other.
  @Test func anExportHasTheNewName() throws {
    func isExport(_ effect: Order) -> Bool { if case .export = effect { true } else { false } }
    var model = TestDesk([TestDesk.sure]).model
    _ = model.update(.askName)
    _ = model.update(.type("x"))
    _ = model.update(.enter)
    #expect(!model.update(.export).contains(where: isExport))
    #expect(!model.update(.kept(item: 0, .success(nil))).contains(where: isExport))
    #expect(model.update(.renamed(item: 0, .success("x.jpg"))).contains(where: isExport))
    _ = model.update(.askName)
    _ = model.update(.type("y"))
    #expect(!model.update(.enter).contains { if case .rename = $0 { true } else { false } })
    #expect(model.message?.text == "x.jpg is being exported; rename it when that is done")
  }

  /// What is typed after a refusal goes on with the name.
  @Test func aRefusedRenameKeepsItsPromptOpen() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    try desk.press("R<C-u>taken<Enter>")
    #expect(desk.model.message?.text == "taken is there already")
    #expect(desk.model.panel == .entry(.name, "taken"))
    try desk.press("-A<Enter>")
    #expect(desk.model.roll[0].title == "taken-A" && desk.model.panel == nil && desk.disk.isEmpty)
    // Not for a person who has gone elsewhere.
    var model = desk.model
    _ = model.update(.askName)
    _ = model.update(.type("2"))
    _ = model.update(.enter)
    _ = model.update(.goOn(by: 1))
    _ = model.update(.renamed(item: 0, .failure(Sentence("taken-A2 is there already"))))
    #expect(model.panel == nil && model.message?.kind == .trouble)
  }

  /// Deleted photos aren't counted.
  @Test func photosAreCountedWithoutDeletedOnes() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure, TestDesk.sure])
    var changes = RollChanges()
    changes.gone = [2]
    desk.update(.rolled(changes))
    try desk.press("/photo<Enter>")
    #expect(desk.model.message?.text == "2 of 2 photos match photo; Esc shows all")
    try desk.press("<Esc>")
    #expect(desk.model.message?.text == "all 2 photos")
    try desk.press("<Enter>E")
    #expect(desk.model.message?.text.hasSuffix("; left out: 1 not accepted") == true)
    try desk.press("/deleted<Enter>")
    #expect(desk.model.message?.text == "1 of 3 photos match deleted; Esc shows all")
  }

  @Test(arguments: ["/photo-3<Esc>", "/photo-3zz<Enter>", "/photo-3<C-u><Back>"])
  func aCancelledFilterGoesBack(keys: String) throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure, TestDesk.sure])
    try desk.press("n")
    try desk.press(keys)
    #expect(desk.model.roll.filter == nil)
    #expect(desk.model.current == 1)
  }

  @Test(arguments: [
    ("IMG_7943.HEIC", ["IMG_7944.HEIC"], "IMG_7943…"), ("pr0398-natassja-jade6.jpg", ["pr0391-x.jpg"], "pr0398-nat…"),
    ("IMG-20230501-WA0012.jpg", ["IMG-20230502-WA0012.jpg"], "…501-WA0012"),
    ("holiday-in-1984-by-the-sea.jpg", ["holiday-in-1985-by-the-sea.jpg"], "…4-by-the-…"),
    ("写真写真写真-1.jpg", ["写真写真写真-2.jpg"], "…写真写真-1"),
    ("a-very-long-name.jpg", ["cat.jpg"], "a-very-lon…"), ("desk-number-1.jpg", ["desk-number-1.png"], "desk-…1.jpg"),
    ("short.jpg", ["short.png"], "short.jpg"), ("", [], ""),
  ])
  func namesInAListDiffer(_ name: String, _ neighbours: [String], _ shown: String) {
    #expect(name.shortened(to: 11, unicode: true, besides: neighbours) == shown)
    for columns in 0..<30 {
      #expect(name.shortened(to: columns, unicode: true, besides: neighbours).width(unicode: true) <= columns)
    }
  }

  @Test func photosOfOneNameHaveTheirFolders() throws {
    var roll = Model(photos: ["desk.jpg", "cat.jpg", "desk.jpg", "desk.jpg"]).roll
    roll.tellApart(by: ["a/x", "a/x", "b/y", "c"])
    #expect(roll.items.map(\.place) == ["x/desk.jpg", "cat.jpg", "y/desk.jpg", "c/desk.jpg"])
    roll.tellApart(by: ["a/x", "a/x", "b/x", "c"])
    #expect(roll.items.map(\.place) == ["a/x/desk.jpg", "cat.jpg", "b/x/desk.jpg", "c/desk.jpg"])
  }

  @Test func deletedPhotosAreNotCounted() {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure, TestDesk.sure])
    desk.update(.goToLast)
    var changes = RollChanges()
    changes.gone = [0]
    desk.update(.rolled(changes))
    #expect(desk.screen(columns: 80, rows: 24, glyphs: .ascii).text.contains(" photo-3.jpg  2/2 "))
  }
}

extension Order {
  fileprivate func renames(_ name: String, isAgain: Bool = true) -> Bool {
    if case .rename(let order) = self { order.name == name && order.isAgain == isAgain } else { false }
  }
}
