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
         Tab corner  ←↓↑→ move  s snap  ? keys  q quit
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
         Tab corner  ←↓↑→ move  s snap  ? keys  q quit
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
         Tab corner  arrows move  s snap  ? keys  q quit
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
         Tab corner  arrows move  s snap  ? keys  q quit
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
         Tab corner  ←↓↑→ move  ? keys  q quit
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
         Tab corner  ←↓↑→ move  s snap  Enter accept  n next  v print  ? keys  q quit
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
         Tab corner  ←↓↑→ move  s snap  ? keys  q quit
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
         Tab corner  ←↓↑→ move  s snap  ? keys  q quit
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
         Tab corner  ←↓↑→ move  s snap  ? keys  q quit
        """),
    Case(
      keys: "?", columns: 80, rows: 24, depth: .trueColour, glyphs: .blocks,
      screen: """
         Keys  Esc closes
         Corners                                 yY               copy, paste settings
          Tab Shift-Tab    next, previous       Photos
          1234             choose a corner       Enter Space      accept, go to next
          []               choose a side         np PgDn PgUp     next, previous photo
          ←↓↑→ hjkl        move by 1 pixel       eE               export; all accepted
          Shift-←↓↑→ HJKL  move by 10 pixels     Home End         first, last photo
          Alt-←↓↑→/hjkl    move by 0.1 pixels    Esc              restore as accepted
          ,.               0.1 px once, always   A                accept sure photos
          sS               snap; snap all sides  /                filter name or state
          u Ctrl-R         undo, redo            b                bursts, best first
         Outlines                               View
          cC               next, previous        v                photo, both, print
          a                add an outline        zZ               zoom in, out
          x                remove this outline   0                the whole photo
          d                search for prints     o                loupe on, off
         Scan                                   Program
          f                choose the film       ?                these keys
          t                turn clockwise        Ctrl-L           redraw
          m                print or picture      Ctrl-Z           suspend; fg resumes
          w                white balance         q Ctrl-C         quit
          +-=              clip more, less

         Tab corner  ←↓↑→ move  s snap  Enter accept  n next  v print  ? keys  q quit
        """),
    Case(
      keys: "?", columns: 60, rows: 16, depth: .trueColour, glyphs: .ascii,
      screen: """
         Keys  1/4  ? shows more, Esc closes
         Corners
          Tab Shift-Tab    next, previous
          1234             choose a corner
          []               choose a side
          arrows hjkl      move by 1 pixel
          Shift-arrow HJKL move by 10 pixels
          Alt-arrow/hjkl   move by 0.1 pixels
          ,.               0.1 px once, always
          sS               snap; snap all sides
          u Ctrl-R         undo, redo
         Outlines
          cC               next, previous
          a                add an outline

         Tab corner  arrows move  s snap  ? keys  q quit
        """),
  ])
  func showTheCurrentPhoto(_ test: Case) throws {
    var desk = Desk(columns: test.columns, rows: test.rows)
    try desk.press(test.keys)
    let screen = desk.screen(columns: test.columns, rows: test.rows, depth: test.depth, glyphs: test.glyphs)
    #expect(screen.text == test.screen, "\n\(screen.text)")
  }
}
