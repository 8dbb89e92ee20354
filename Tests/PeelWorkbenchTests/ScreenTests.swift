import PeelImaging
import Testing

@testable import PeelWorkbench

@Suite struct ScreenTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let keys: String
    let columns: Int
    let rows: Int
    let depth: Capabilities.Depth
    let glyphs: Capabilities.Glyphs
    let screen: String
    var testDescription: String { "\"\(keys)\" on \(columns)×\(rows) in \(glyphs), \(depth)" }
  }

  @Test(arguments: [
    Case(
      keys: "", columns: 60, rows: 16, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1  sure 98 %  instax-square  outline 1 of 2
                    ▊                                  ▎
                    ▊     [1]                  2       ▎
                    ▊        ╋▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔┼        ▎
                    ▊        ▏ ╎╌╌╌╌╌╌╌╌╌╌╌╌╎ ▕        ▎
                    ▊        ▏ ╎            ╎ ▕        ▎
                    ▊        ▏ ╎            ╎ ▕        ▎
                    ▊        ▏ ╎            ╎ ▕        ▎
                    ▊        ▏ ╎            ╎ ▕        ▎
                    ▊        ▏ ╎            ╎ ▕        ▎
                    ▊        ▏ ╎╌╌╌╌╌╌╌╌╌╌╌╌╌ ▕        ▎
                    ▊        ┼▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁┼        ▎
                    ▊       4                  3       ▎
                    ▊                                  ▎
         1 top left  100.0, 50.0   photo 400×300
         Tab corner  ←↓↑→ move  s snap  ? keys  q leave
        """),
    Case(
      keys: "", columns: 60, rows: 16, depth: .palette16, glyphs: .halfBlocks,
      screen: """
         photo-1.jpg  1/1  sure 98 %  instax-square  outline 1 of 2
                      ▀   ▀   ▀   ▀   ▀   ▀   ▀   ▀   ▀
                        ▀ [1]   ▀   ▀   ▀   ▀  2▀   ▀
                      ▀   ▀  ┼════════════════┼   ▀   ▀
                        ▀   ▀║▀··············▀║ ▀   ▀
                      ▀   ▀  ║▀·▀▀▀▀▀▀▀▀▀▀▀▀·▀║   ▀   ▀
                        ▀   ▀║▀·▀▀▀▀▀▀▀▀▀▀▀▀·▀║ ▀   ▀
                      ▀   ▀  ║▀·▀▀▀▀▀▀▀▀▀▀▀▀·▀║   ▀   ▀
                        ▀   ▀║▀·▀▀▀▀▀▀▀▀▀▀▀▀·▀║ ▀   ▀
                      ▀   ▀  ║▀·▀▀▀▀▀▀▀▀▀▀▀▀·▀║   ▀   ▀
                        ▀   ▀║▀··············▀║ ▀   ▀
                      ▀   ▀  ┼════════════════┼   ▀   ▀
                        ▀   4   ▀   ▀   ▀   ▀  3▀   ▀
                      ▀   ▀   ▀   ▀   ▀   ▀   ▀   ▀   ▀
         1 top left  100.0, 50.0   photo 400×300
         Tab corner  ←↓↑→ move  s snap  ? keys  q leave
        """),
    Case(
      keys: "", columns: 60, rows: 16, depth: .palette256, glyphs: .ascii,
      screen: """
         photo-1.jpg  1/1  sure 98 %  instax-square  outline 1 of 2

                          [1]                  2
                             @----------------+
                             | .............. |
                             | .            . |
                             | .            . |
                             | .            . |
                             | .            . |
                             | .            . |
                             | .............. |
                             +----------------+
                            4                  3

         1 top left  100.0, 50.0   photo 400x300
         Tab corner  arrows move  s snap  ? keys  q leave
        """),
    Case(
      keys: "", columns: 60, rows: 16, depth: .monochrome, glyphs: .ascii,
      screen: """
         photo-1.jpg  1/1  sure 98 %  instax-square  outline 1 of 2

                          [1]                  2
                             @----------------+
                             |@..............@|
                             |@.@@@@@@@@@@@@.@|
                             |@.@@@@@@@@@@@@.@|
                             |@.@@@@@@@@@@@@.@|
                             |@.@@@@@@@@@@@@.@|
                             |@.@@@@@@@@@@@@.@|
                             |@..............@|
                             +----------------+
                            4                  3

         1 top left  100.0, 50.0   photo 400x300
         Tab corner  arrows move  s snap  ? keys  q leave
        """),
    Case(
      keys: "", columns: 39, rows: 12, depth: .trueColour, glyphs: .blocks,
      screen: """





           this window is too small: make it
                    40×12 or larger





        """),
    Case(
      keys: "", columns: 40, rows: 12, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1             sure 98 %
                   [1]             2
                      ╋━━━━━━━━━━━┼
                      ▏╎╌╌╌╌╌╌╌╌╎ ▏
                      ▏╎        ╎ ▏
                      ▏╎        ╎ ▏
                      ▏╎        ╎ ▏
                      ▏╎╌╌╌╌╌╌╌╌╌ ▏
                      ┼━━━━━━━━━━━┼
                     4             3
         1 top left  100.0, 50.0
         Tab corner  ←↓↑→ move  ? keys  q leave
        """),
    Case(
      keys: "", columns: 80, rows: 24, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1                      sure 98 %  instax-square  outline 1 of 2


                               [1]                             2
                                  ╋━━━━━━━━━━━━━━━━━━━━━━━━━━━┼
                                  ▏ ╎╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╎  ▏
                                  ▏ ╎                      ╎  ▏
                                  ▏ ╎                      ╎  ▏
                                  ▏ ╎                      ╎  ▏
                                  ▏ ╎                      ╎  ▏ ┌─ 1 ─────────────────┐
                                  ▏ ╎                      ╎  ▏ │                     │
                                  ▏ ╎                      ╎  ▏ │                     │
                                  ▏ ╎                      ╎  ▏ │                     │
                                  ▏ ╎                      ╎  ▏ │                     │
                                  ▏ ╎                      ╎  ▏ │                     │
                                  ▏ ╎                      ╎  ▏ │          ╋──────────│
                                  ▏ ╎╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌  ▏ │          │          │
                                  ▏                           ▏ │          │          │
                                  ┼━━━━━━━━━━━━━━━━━━━━━━━━━━━┼ │          │          │
                                 4                             3│          │          │
                                                                │          │          │
                                                                └─────────────────────┘
         1 top left  100.0, 50.0   photo 400×300
         Tab corner  ←↓↑→ move  s snap  Enter accept  n next  v print  ? keys  q leave
        """),
    Case(
      keys: "v", columns: 60, rows: 16, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1  sure 98 %  instax-square  outline 1 of 2
        ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇│
             [1]                  2       │
                ╋▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔┼        │
                ┃ ╎╌╌╌╌╌╌╌╌╌╌╌╌╎ ┃        │
                ┃ ╎            ╎ ┃        │
                ┃ ╎            ╎ ┃        │
                ┃ ╎            ╎ ┃        │
                ┃ ╎            ╎ ┃        │
                ┃ ╎            ╎ ┃        │
                ┃ ╎╌╌╌╌╌╌╌╌╌╌╌╌╌ ┃        │
                ┼▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁┼        │
               4                  3       │
        ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁│
         1 top left  100.0, 50.0   photo 400×300
         Tab corner  ←↓↑→ move  s snap  ? keys  q leave
        """),
    Case(
      keys: "vv", columns: 60, rows: 16, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1  sure 98 %  instax-square  outline 1 of 2
                           ▌                    ▌
                           ▌                    ▌
                           ▌                    ▌
                           ▌                    ▌
                           ▌                    ▌
                           ▌                    ▌
                           ▌                    ▌
                           ▌                    ▌
                           ▌                    ▌
                           ▌                    ▌
                           ▌                    ▌
                           ▌                    ▌
                           ▌                    ▌
         1 top left  100.0, 50.0   photo 400×300
         Tab corner  ←↓↑→ move  s snap  ? keys  q leave
        """),
    Case(
      keys: "3z", columns: 60, rows: 16, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1  sure 98 %  instax-square  outline 1 of 2
               ▕   ╎                           ╎  ┃
               ▕   ╎                           ╎  ┃
               ▕   ╎                           ╎  ┃
               ▕   ╎                           ╎  ┃
               ▕   ╎                           ╎  ┃
               ▕   ╎                           ╎  ┃
               ▕   ╎╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌  ┃
               ▕                                  ┃
               ┼▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁╋
              4                                    [3]



         3 bottom right  300.0, 250.0   zoom 2×  photo 400×300
         Tab corner  ←↓↑→ move  s snap  ? keys  q leave
        """),
    Case(
      keys: "?", columns: 80, rows: 24, depth: .trueColour, glyphs: .blocks,
      screen: """
         Keys  Esc closes this
         Corners                                 yY               copy, paste settings
          Tab Shift-Tab    next, previous one   Photos
          1234             choose a corner       Enter Space      accept, go to next
          []               choose a side         np PgDn PgUp     next, previous photo
          ←↓↑→ hjkl        move by one pixel     eE               export; all accepted
          Shift-←↓↑→ HJKL  move by ten           Home End         first, last photo
          Alt-←↓↑→/hjkl    move by a tenth       Esc              back to accepted
          ,.               next step, all: 0.1   A                accept the sure ones
          sS               snap to edge; all     /                filter name or state
          u Ctrl-R         undo, redo            b                bursts, best first
         Outlines                               View
          cC               next, previous one    v                photo, both, print
          a                add an outline        zZ               closer, and back
          x                remove this outline   0                the whole photo
          d                look for prints anew  o                loupe on, off
         Scan                                   Program
          f                name the film         ?                these keys
          t                turn by a quarter     Ctrl-L           draw anew
          m                print or picture      Ctrl-Z           stop; fg comes back
          w                white balance         q Ctrl-C         leave
          +-=              clip more, less

         Tab corner  ←↓↑→ move  s snap  Enter accept  n next  v print  ? keys  q leave
        """),
    Case(
      keys: "?", columns: 60, rows: 16, depth: .trueColour, glyphs: .ascii,
      screen: """
         Keys  1/4  ? shows more, Esc closes
         Corners
          Tab Shift-Tab    next, previous one
          1234             choose a corner
          []               choose a side
          arrows hjkl      move by one pixel
          Shift-arrow HJKL move by ten
          Alt-arrow/hjkl   move by a tenth
          ,.               next step, all: 0.1
          sS               snap to edge; all
          u Ctrl-R         undo, redo
         Outlines
          cC               next, previous one
          a                add an outline

         Tab corner  arrows move  s snap  ? keys  q leave
        """),
  ])
  func showThePhotoInHand(_ test: Case) throws {
    var desk = Desk(columns: test.columns, rows: test.rows)
    try desk.press(test.keys)
    let screen = desk.screen(columns: test.columns, rows: test.rows, depth: test.depth, glyphs: test.glyphs)
    #expect(screen.text == test.screen, "\n\(screen.text)")
  }
}
