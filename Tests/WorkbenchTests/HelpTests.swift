import Testing

@testable import Workbench

/// Keys, help and key bar come from one table.
@Suite struct HelpTests {
  @Test(arguments: [Capabilities.Glyphs.blocks, .ascii])
  func helpNamesEveryKeyAndWhatItDoes(glyphs: Capabilities.Glyphs) throws {
    var desk = Desk()
    try desk.press("?")
    let lines = desk.screen(glyphs: glyphs).text.split(separator: "\n").map(String.init)
    for row in desk.model.keymap.rows {
      let keys = Key.names(of: row.bindings.map(\.key), unicode: glyphs != .ascii)
      #expect(lines.contains { $0.contains(keys) && $0.contains(row.help) }, "\(keys): \(row.help)")
    }
  }

  @Test func everyNameOfAKeyIsAmongTheNames() {
    for row in Keymap.standard.rows {
      let names = Key.names(of: row.bindings.map(\.key), unicode: true)
      for (key, _) in row.bindings {
        let name = key.name(unicode: true)
        #expect(
          names.contains(name) || name.hasPrefix("Shift-") && names.contains(name.suffix(1)), "\(name) in \(names)")
      }
    }
  }

  @Test func noKeyIsBoundTwice() {
    let keys = Keymap.standard.rows.flatMap { $0.bindings.map(\.key) }
    #expect(Set(keys).count == keys.count)
  }

  @Test(arguments: [20, 40, 60, 80, 100, 200])
  func theKeyBarAlwaysSaysHowToGetHelpAndLeave(columns: Int) {
    let desk = Desk(columns: columns, rows: 24)
    let bar = desk.line(-1, columns: columns, rows: 24)
    #expect(bar.hasSuffix("? keys  q leave"))
  }

  @Test func aWindowTooSmallForHelpSaysSo() throws {
    var desk = Desk(columns: 60, rows: 16)
    try desk.press("?")
    #expect(desk.screen(columns: 60, rows: 16).text.contains("a larger window shows more"))
  }
}
