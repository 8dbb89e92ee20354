import PeelWorkbench
import Testing

@testable import PeelTerminal

/// Screens and the bytes that show them.
struct CellPainterTests {
  /// Readable control strings: `@` moves the cursor, `.` resets, `!` clears, and so on.
  private static var strings: ControlStrings {
    var strings = ControlStrings()
    strings.clear = Array("!".utf8)
    strings.reset = Array(".".utf8)
    strings.styles = [(.bold, Array("*".utf8)), (.reverse, Array("%".utf8))]
    strings.move = { column, row in Array("@\(column),\(row) ".utf8) }
    strings.ink = { Array("i\($0) ".utf8) }
    strings.ground = { Array("g\($0) ".utf8) }
    return strings
  }

  private func sent(_ last: Screen?, _ next: Screen, _ strings: ControlStrings = strings) -> String {
    var painter = CellPainter(strings)
    return String(decoding: painter.bytes(from: last, to: next), as: UTF8.self)
  }

  private func screen(_ lines: String..., paint: Paint = Paint()) -> Screen {
    var screen = Screen(columns: 4, rows: lines.count, paint: paint)
    for (row, line) in lines.enumerated() { screen.write(line, column: 0, row: row, paint) }
    return screen
  }

  @Test func theFirstScreenIsSentWhole() {
    #expect(sent(nil, screen("abc", "d")) == ".!@0,0 .abc @0,1 d   ")
  }

  @Test func onlyWhatDiffersIsSent() {
    #expect(sent(screen("abcd", "efgh"), screen("abcd", "efgh")) == "")
    #expect(sent(screen("abcd", "efgh"), screen("abXd", "YZgh")) == "@2,0 .X@0,1 YZ")
  }

  @Test func paintIsSetOnceForARun() {
    var next = screen("abcd")
    let red = Paint(ink: .indexed(1), ground: .colour(Colour(9, 8, 7)), style: .bold)
    next.write("xy", column: 1, row: 0, red)
    #expect(sent(screen("    "), next) == "@0,0 .a.*i1 \u{1B}[48;2;9;8;7mxy.d")
  }

  /// No sequence resets a single colour on all terminals, so everything is reset.
  @Test func losingAColourResets() {
    var next = Screen(columns: 2, rows: 1)
    next[0, 0] = Cell(glyph: "a", paint: Paint(ink: .indexed(1), ground: .indexed(2)))
    next[1, 0] = Cell(glyph: "b", paint: Paint(ground: .indexed(2)))
    #expect(sent(Screen(columns: 2, rows: 1), next) == "@0,0 .i1 g2 a.g2 b")
  }

  @Test func wideGlyphsMoveByTwo() {
    var next = Screen(columns: 4, rows: 1)
    next.write("漢x", column: 0, row: 0, Paint())
    #expect(sent(Screen(columns: 4, rows: 1), next) == "@0,0 .漢x")
    next = Screen(columns: 2, rows: 2)
    next.write("漢", column: 0, row: 0, Paint())
    next.write("y", column: 0, row: 1, Paint())
    #expect(sent(Screen(columns: 2, rows: 2), next) == "@0,0 .漢@0,1 y")
  }

  @Test func theLastCellIsLeftOutIfItScrolls() {
    var strings = Self.strings
    strings.scrollsAtLastCell = true
    #expect(sent(nil, screen("abcd", "efgh"), strings) == ".!@0,0 .abcd@0,1 efg")
  }

  @Test func paddingIsRemoved() {
    #expect(ControlStrings.withoutPadding("\u{1B}[H$<5>x$<2*/>$") == Array("\u{1B}[Hx$".utf8))
  }
}
