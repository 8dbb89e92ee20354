import Testing

@testable import PeelTerminal
@testable import PeelWorkbench

@Suite struct WindowTitleTests {
  @Test func aTitleIsSetWhereTheTerminalHasOne() {
    let title = WindowTitle(terminal: "xterm-256color")
    #expect(String(decoding: title.set("a.jpg"), as: UTF8.self) == "\u{1B}]2;a.jpg\u{1B}\\")
    #expect(String(decoding: title.keep + title.restore, as: UTF8.self) == "\u{1B}[22;2t\u{1B}[23;2t")
    let none = WindowTitle(terminal: "linux")
    #expect(none.set("a.jpg").isEmpty && none.keep.isEmpty && none.restore.isEmpty)
  }

  @Test func aTitleIsShortAndWhole() {
    let bytes = WindowTitle(terminal: "kitty").set(String(repeating: "é", count: 500))
    #expect(bytes.count <= 200 + 6)
    #expect(String(validating: bytes, as: UTF8.self) != nil)
  }

  /// A name can't end the title and command the terminal.
  @Test func aTitleIsHarmless() {
    var screen = Screen(columns: 1, rows: 1)
    screen.setTitle("a\u{7}\u{1B}]0;x\u{9B}2J\u{202E}\n.jpg")
    let isSafe = screen.title.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    #expect(isSafe && !screen.title.contains("\u{202E}"))
  }
}
