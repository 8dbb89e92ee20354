import Imaging
import Testing

@testable import Workbench

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
         photo-1.jpg  1/1   sure  98 %  instax-square  print 1 of 2
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
         Tab corner  ←↓↑→ move  c other  v print  ? keys  q leave
        """),
    Case(
      keys: "", columns: 60, rows: 16, depth: .palette16, glyphs: .halfBlocks,
      screen: """
         photo-1.jpg  1/1   sure  98 %  instax-square  print 1 of 2
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
         Tab corner  ←↓↑→ move  c other  v print  ? keys  q leave
        """),
    Case(
      keys: "", columns: 60, rows: 16, depth: .palette256, glyphs: .ascii,
      screen: """
         photo-1.jpg  1/1   sure  98 %  instax-square  print 1 of 2

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
         Tab corner  arrows move  c other  v print  ? keys  q leave
        """),
    Case(
      keys: "", columns: 60, rows: 16, depth: .monochrome, glyphs: .ascii,
      screen: """
         photo-1.jpg  1/1   sure  98 %  instax-square  print 1 of 2

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
         Tab corner  arrows move  c other  v print  ? keys  q leave
        """),
    Case(
      keys: "", columns: 20, rows: 6, depth: .trueColour, glyphs: .blocks,
      screen: """
         pho…jpg  1/1  sure
             [1]╋━━━┼2
               ▊▏  ╎▏
               4┼━━━┼3
         1 top left  100.0,
         ? keys  q leave
        """),
    Case(
      keys: "", columns: 40, rows: 12, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1            sure  98 %
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
         photo-1.jpg  1/1                       sure  98 %  instax-square  print 1 of 2


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
         Tab corner  ←↓↑→ move  c other  v print  e export  np photo  ? keys  q leave
        """),
    Case(
      keys: "v", columns: 60, rows: 16, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1   sure  98 %  instax-square  print 1 of 2
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
         Tab corner  ←↓↑→ move  c other  v print  ? keys  q leave
        """),
    Case(
      keys: "vv", columns: 60, rows: 16, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1   sure  98 %  instax-square  print 1 of 2
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
         Tab corner  ←↓↑→ move  c other  v print  ? keys  q leave
        """),
    Case(
      keys: "3z", columns: 60, rows: 16, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1   sure  98 %  instax-square  print 1 of 2
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



         3 bottom right  300.0, 250.0   photo 400×300  zoom 2×
         Tab corner  ←↓↑→ move  c other  v print  ? keys  q leave
        """),
    Case(
      keys: "?", columns: 80, rows: 24, depth: .trueColour, glyphs: .blocks,
      screen: """
         Keys  ? or Esc closes this
         Corners                                View
          Tab Shift-Tab    next, previous corner v                photo, both, print
          1234             choose a corner       zZ+-=            closer, and back
          []               choose a side         0                the whole photo
          ←↓↑→ hjkl        move by one pixel     o                loupe on, off
          HJKL Shift-←↓↑→  move by ten          Program
          ,                steps of a tenth      ?                these keys
          u Ctrl-R         undo, redo            Esc              close help
         Outlines                                Ctrl-L           draw anew
          cC               next, previous one    Ctrl-Z           stop; fg comes back
          a                add an outline        q Ctrl-C         leave
          x                remove this outline
          t                turn by a quarter
          f                name the film
         Photos
          e                export the prints
          np PgDn PgUp     next, previous photo
          Home End         first, last photo
          Enter Space      take it, and go on
          b                bursts, best first


         Tab corner  ←↓↑→ move  c other  v print  e export  np photo  ? keys  q leave
        """),
    Case(
      keys: "?", columns: 60, rows: 16, depth: .trueColour, glyphs: .ascii,
      screen: """
         Keys  ? or Esc closes this
         Corners                       u Ctrl-R         undo, redo
          Tab Shift-Tab    next,      Outlines
                           previous    cC               next,
                           corner                       previous
          1234             choose a                     one
                           corner      a                add an
          []               choose a                     outline
                           side        x                remove this
          arrows hjkl      move by one                  outline
                           pixel       t                turn by a
          HJKL Shift-arrowsmove by ten                  quarter
          ,                steps of a  f                name the
         a larger window shows more                     film

         Tab corner  arrows move  c other  v print  ? keys  q leave
        """),
  ])
  func showThePhotoInHand(_ test: Case) throws {
    var desk = Desk(columns: test.columns, rows: test.rows)
    try desk.press(test.keys)
    let screen = desk.screen(columns: test.columns, rows: test.rows, depth: test.depth, glyphs: test.glyphs)
    #expect(screen.text == test.screen, "\n\(screen.text)")
  }

  @Test func aPhotoThatCannotBeReadSaysWhy() {
    let screen = Desk([nil]).screen(columns: 60, rows: 8, glyphs: .ascii)
    #expect(
      screen.text == """
         photo-1.jpg  1/1                                    failed


             photo-1.jpg: the file is empty; copy it once more



         Tab corner  arrows move  c other  v print  ? keys  q leave
        """)
  }

  @Test func wideScreensShowRollAndFigures() {
    let desk = Desk(
      [Desk.sure, nil, Desk.nothing], names: ["a.jpg", "IMG_20240101_120000.jpg", "写真.jpg"], columns: 150, rows: 14)
    #expect(
      desk.screen(columns: 150, rows: 14).text == """
         a.jpg  1/3                                                                                                   sure  98 %  instax-square  print 1 of 2
        ▸ a.jpg               98 % │                                ▎   [1]                2     ▊                                │ outline    print
          IMG_202…000.jpg   failed │                                ▎      ╋▁▁▁▁▁▁▁▁▁▁▁▁▁▁┼      ▊                                │ confidence 98 %
          写真.jpg                 │                                ▎      ▕ ╎╌╌╌╌╌╌╌╌╌╌╎ ▏      ▊                                │ film       instax-square
                                   │                                ▎      ▕ ╎          ╎ ▏      ▊                                │ tilt       –
                                   │                                ▎      ▕ ╎          ╎ ▏      ▊                                │ to export  yes
                                   │                                ▎      ▕ ╎          ╎ ▏      ▊                                │
                                   │                                ▎      ▕ ╎          ╎ ▏      ▊                                │ [1]        100.0, 50.0
                                   │                                ▎      ▕ ╎          ╎ ▏      ▊                                │  2         300.0, 50.0
                                   │                                ▎      ▕ ╎╌╌╌╌╌╌╌╌╌╌╌ ▏      ▊                                │  3         300.0, 250.0
                                   │                                ▎      ┼▔▔▔▔▔▔▔▔▔▔▔▔▔▔┼      ▊                                │  4         100.0, 250.0
                                   │                                ▎     4                3     ▊                                │
         1 top left  100.0, 50.0   photo 400×300
         Tab corner  ←↓↑→ move  c other  v print  e export  np photo  HJKL by 10  u undo  z zoom  ? keys  q leave
        """)
  }
}
