import Foundation
import Testing

@testable import PeelWorkbench

/// Help, the key bar and a person's table of keys.
@Suite struct HelpTests {
  @Test(arguments: [Capabilities.Glyphs.blocks, .ascii])
  func helpNamesEveryKeyAndWhatItDoes(glyphs: Capabilities.Glyphs) throws {
    var desk = TestDesk()
    var lines: [String] = []
    for page in 0..<desk.model.helpPages {
      try desk.press(page == 0 ? "?" : "j")
      lines += desk.screen(glyphs: glyphs).text.split(separator: "\n").map(String.init)
    }
    for row in desk.model.pageKeymap.rows {
      let keys = Key.names(of: row.keys, unicode: glyphs != .ascii)
      #expect(lines.contains { $0.contains(keys) && $0.contains(row.help) }, "\(keys): \(row.help)")
    }
  }

  @Test func namesIncludeEveryKey() {
    for row in StandardKeys.desk.rows {
      let names = Key.names(of: row.keys, unicode: true)
      for key in row.keys {
        let name = key.name(unicode: true)
        #expect(
          names.contains(name) || name.contains("-") && names.contains(name.suffix(1)), "\(name) in \(names)")
      }
    }
  }

  @Test func noKeyIsBoundTwice() {
    for keymap in [
      StandardKeys.desk, StandardKeys.bursts, StandardKeys.filter, StandardKeys.help, StandardKeys.commands,
      StandardKeys.work, StandardKeys.keys(for: .name), StandardKeys.keys(for: .keywords),
    ] {
      let commands = keymap.rows.flatMap(\.commands)
      #expect(Set(commands.flatMap(\.keys)).count == commands.flatMap(\.keys).count)
      #expect(Set(commands.map(\.name)).count == commands.count)
    }
  }

  @Test(arguments: [40, 60, 80, 100, 200])
  func theKeyBarAlwaysShowsHelpAndQuit(columns: Int) {
    let desk = TestDesk(columns: columns, rows: 24)
    let bar = desk.line(-1, columns: columns, rows: 24)
    #expect(bar.hasSuffix("? help  q quit"))
  }

  @Test func helpThatDoesNotFitHasPages() throws {
    var desk = TestDesk(columns: 60, rows: 16)
    let pages = desk.model.helpPages
    #expect(pages > 3)
    try desk.press("?j")
    #expect(desk.line(0, columns: 60, rows: 16).contains("Keys  page 2 of \(pages)"))
    try desk.press("kk")
    #expect(desk.line(0, columns: 60, rows: 16).contains("page \(pages) of \(pages)"))
    try desk.press("<Esc>")
    #expect(desk.model.helpPage == nil)
  }

  /// Keys act on what is open, not on the photo under it.
  @Test(arguments: ["?", ":", "W"])
  func panelsKeepKeysFromThePhoto(_ key: String) throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    let sheet = desk.model.item.sheet
    try desk.press(key + "xlatfw<Left><Right><S-Left><Tab>jk")
    #expect(desk.model.item.sheet == sheet && desk.model.current == 0)
    desk.update(.mouse(Mouse(.press, column: 10, row: 10)))
    desk.update(.mouse(Mouse(.drag, column: 20, row: 12)))
    #expect(desk.model.item.sheet == sheet)
    try desk.press("<Esc>l")
    #expect(desk.model.panel == nil && desk.status.contains("101.0, 50.0"))
  }

  @Test func commandsAreFoundAndRunByName() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    try desk.press(":snap-a")
    #expect(desk.model.commands(matching: "snap-a").map(\.command.name) == ["snap-all"])
    #expect(desk.screen().text.contains("▸ snap-all"))
    try desk.press("<Enter>")
    #expect(desk.status.contains("snapped; corner 1 moved most, by 0.7 px"))
    // A word of the help finds it too, and help leads to the search.
    try desk.press("?/balance<Enter>")
    #expect(desk.status.contains("white balance frame: the frame is white"))
    try desk.press(":nonsense<Enter>")
    #expect(desk.screen().text.contains("no command matches"))
    try desk.press("<Back><Back><Back><Back><Back><Back><Back><Back>next-photo<Enter>")
    #expect(desk.model.current == 1)
  }

  @Test func theWorkUnderWayIsListed() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    try desk.press("W")
    #expect(desk.screen().text.contains("no work under way"))
    desk.isSlow = true
    try desk.press("<Esc>eW")
    #expect(desk.screen().text.contains("exporting 1 print of photo-1.jpg"))
  }

  /// What quitting waits for is listed, too.
  @Test(arguments: [
    ("<Enter>", "saving what you accepted of photo-1.jpg"), ("R<Back>x<Enter>", "renaming photo-1.jpg"),
    ("b<Enter>", "keeping frame 17 of photo-1.jpg"),
  ])
  func savesRenamesAndKeptFramesAreWork(keys: String, words: String) throws {
    let desk = TestDesk(kinds: [.livePhoto])
    var model = desk.model
    for action in try TestDesk.keys(keys).map({ Action.key($0) }) {
      for order in model.update(action) {
        if case .rankFrames(let item) = order {
          _ = model.update(.framesRanked(item: item, .success(FrameRanking(TestDesk.frames))))
        }
      }
    }
    #expect(model.workInWords.contains(words) && !model.isIdle)
    _ = model.update(.leave)
    #expect(model.message?.text.hasSuffix("press q again not to wait") == true)
  }

  @Test func aPhotoIsRenamed() throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.sure])
    try desk.press("R")
    #expect(desk.status.contains("new name: photo-1.jpg"))
    try desk.press("<Back><Back><Back><Back><Back><Back>x<Enter>")
    #expect(desk.model.item.title == "photox" && desk.status.contains("renamed photo-1.jpg to photox"))
    try desk.press("R<Esc>")
    #expect(desk.model.item.title == "photox")
    try desk.press("R<Back><Back><Back><Back><Back><Back>taken<Enter>")
    #expect(desk.model.item.title == "photox" && desk.line(-3).contains("taken is there already"))
    try desk.press("<Esc>O")
    #expect(desk.status.contains("there is no desktop"))
  }

  // MARK: colours

  @Test func aThemeSetsColours() {
    var colours = ThemeColours.dark
    #expect(colours.change(by: "# mine\nlight\n  chosen #102030 \ntrouble 0a0B0c\n").isEmpty)
    #expect(colours.chosen == Colour(16, 32, 48) && colours.trouble == Colour(10, 11, 12))
    #expect(colours.ground == ThemeColours.light.ground)
    for (line, text) in [
      ("sky 102030", "unknown colour sky"), ("text 12345", "12345 isn't a colour such as ffbe40"),
      ("text 12345g", "12345g isn't a colour such as ffbe40"),
      ("bright", "expected light, dark, or a colour's name and value"),
    ] {
      #expect(colours.change(by: "\n" + line) == [Keymaps.Mistake(line: 2, text: text)])
    }
  }

  /// Text is legible on its ground: a contrast of at least 4.5 (WCAG 2.1, 1.4.3).
  @Test(arguments: [ThemeColours.dark, .light])
  func textIsLegible(colours: ThemeColours) {
    func luminance(_ colour: Colour) -> Double {
      let channels = [colour.red, colour.green, colour.blue].map { level in
        let share = Double(level) / 255
        return share <= 0.04045 ? share / 12.92 : exp(2.4 * log((share + 0.055) / 1.055))
      }
      return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }
    let theme = Theme(colours: colours, depth: .trueColour)
    for role in Role.allCases where role != .rule {
      let paint = theme[role]
      guard case .colour(let ink) = paint.ink, case .colour(let ground) = paint.ground else { continue }
      let (a, b) = (luminance(ink), luminance(ground))
      #expect((max(a, b) + 0.05) / (min(a, b) + 0.05) >= 4.5, "\(role)")
    }
  }

  @Test func aPersonsTableChangesKeysHelpAndBar() throws {
    var keymaps = Keymaps()
    let mistakes = keymaps.change(
      by: """
        # mine
        Ctrl-s   snap-all   # as elsewhere
        s nothing

        Hash fit
        Alt-Left leave
        """)
    #expect(mistakes.isEmpty)
    #expect(keymaps.desk.action(for: .control("s")) == .desk(.snapAll))
    #expect(keymaps.desk.action(for: .character("S")) == .desk(.snapAll))
    #expect(keymaps.desk.action(for: .character("s")) == nil)
    #expect(keymaps.desk.action(for: .character("#")) == .desk(.fit))
    #expect(keymaps.bursts.action(for: .altLeft) == .program(.leave))
    let row = try #require(keymaps.desk.rows.first { $0.help.contains("snap") })
    #expect(Key.names(of: row.keys, unicode: true) == "Ctrl-S S")
  }

  @Test(arguments: [
    ("s", 1, "expected a key and a command"),
    ("s snap it", 1, "expected a key and a command"),
    ("# a comment\ns snapp", 2, "unknown command snapp"),
    ("\n\nHyper-s snap\n", 3, "unknown key Hyper-s"),
  ])
  func aMistakeIsReportedWithItsLine(_ table: String, _ line: Int, _ text: String) {
    var keymaps = Keymaps()
    #expect(keymaps.change(by: table + "\nCtrl-y undo\n") == [Keymaps.Mistake(line: line, text: text)])
    #expect(keymaps.desk.action(for: .control("y")) == .desk(.undo), "the other lines apply")
  }

  @Test func aPrintedTableCanBeReadBack() {
    var keymaps = Keymaps()
    #expect(keymaps.change(by: Keymaps().text).isEmpty)
    for row in StandardKeys.desk.rows {
      for command in row.commands {
        for key in command.keys { #expect(keymaps.desk.action(for: key) == command.action, "\(key)") }
      }
    }
  }
}
