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
      keys: "i", columns: 60, rows: 16, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1    sure 98 %  instax-square  print 1 of 1
                    ▊                                  ▎
                    ▊     [1]                  2       ▎
                    ▊        ▎⠈⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉▇⢀        ▎
                    ▊        ⡇  ⠈ ⠁⠈ ⠁⠈ ⠁⠈ ⠁⢀ ⢸        ▎
                    ▊        ⡇ ⠂            ⠠ ⢸        ▎
                    ▊        ⡇ ⡁            ⠐ ⢸        ▎
                    ▊        ⡇ ⠄            ⢈ ⢸        ▎
                    ▊        ⡇ ⠂            ⠠ ⢸        ▎
                    ▊        ⡇ ⡁            ⠐ ⢸        ▎
                    ▊        ⡇  ⠠ ⠄⠠ ⠄⠠ ⠄⠠ ⠄  ⢸        ▎
                    ▊        ⠁▁⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⡀▊        ▎
                    ▊       4                  3       ▎
                    ▊                                  ▎
         1 candidate shown; c highlights each, a adds it
         Enter accept  eE export  u undo  ? help  q quit
        """),
    Case(
      keys: "i", columns: 60, rows: 16, depth: .palette16, glyphs: .halfBlocks,
      screen: """
         photo-1.jpg  1/1    sure 98 %  instax-square  print 1 of 1
                      ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀
                     ▀ ▀ ▀[1]▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ 2 ▀ ▀ ▀
                      ▀ ▀ ▀ ▀┼════════════════┼▀ ▀  ▀ ▀
                     ▀ ▀ ▀  ▀║ ··············▀║ ▀ ▀ ▀
                      ▀  ▀ ▀ ║▀·▀▀▀▀▀▀▀▀▀▀▀▀·▀║▀ ▀ ▀ ▀▀
                     ▀ ▀ ▀ ▀ ║ ·▀▀▀▀▀▀▀▀▀▀▀▀·▀║ ▀ ▀ ▀
                      ▀ ▀ ▀ ▀║ ·▀ ▀▀ ▀▀ ▀▀ ▀· ║ ▀  ▀ ▀
                     ▀ ▀ ▀ ▀ ║▀·▀▀▀▀▀▀▀▀▀▀▀▀· ║ ▀ ▀ ▀ ▀
                      ▀ ▀ ▀ ▀║ ·▀▀ ▀▀ ▀▀ ▀▀ ·▀║▀ ▀ ▀ ▀
                     ▀ ▀  ▀  ║ ··············▀║ ▀ ▀ ▀ ▀
                      ▀ ▀ ▀ ▀┼════════════════┼▀ ▀ ▀ ▀
                     ▀ ▀ ▀ ▀4▀▀ ▀▀ ▀▀ ▀▀ ▀▀ ▀▀ 3  ▀ ▀ ▀
                      ▀ ▀ ▀ ▀  ▀ ▀ ▀ ▀ ▀ ▀ ▀  ▀ ▀ ▀  ▀
         1 candidate shown; c highlights each, a adds it
         Enter accept  eE export  u undo  ? help  q quit
        """),
    Case(
      keys: "i", columns: 60, rows: 16, depth: .palette256, glyphs: .ascii,
      screen: """
         photo-1.jpg  1/1    sure 98 %  instax-square  print 1 of 1

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

         1 candidate shown; c highlights each, a adds it
         Enter accept  eE export  u undo  ? help  q quit
        """),
    Case(
      keys: "", columns: 60, rows: 16, depth: .monochrome, glyphs: .ascii,
      screen: """
         photo-1.jpg  1/1    sure 98 %  instax-square  print 1 of 1

                          [1]                  2
                             @----------------+
                             |@@@@@@@@@@@@@@@@|
                             |@@@@@@@@@@@@@@@@|
                             |@@@@@@@@@@@@@@@@|
                             |@@@@@@@@@@@@@@@@|
                             |@@@@@@@@@@@@@@@@|
                             |@@@@@@@@@@@@@@@@|
                             |@@@@@@@@@@@@@@@@|
                             +----------------+
                            4                  3

         1 top left  100.0, 50.0   photo 400x300
         Enter accept  eE export  u undo  ? help  q quit
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
                      ▄⠠⠤⠤⠤⠤⠤⠤⠤⠤⠤▄
                      ⡆           ⡆
                      ⡇           ⡇
                      ⡇           ⡇
                      ⡇           ⡇
                      ⡇           ⡇
                      ▄⠠⠤⠤⠤⠤⠤⠤⠤⠤⠤▄
                     4             3
         1 top left  100.0, 50.0
         Enter accept  ? help  q quit
        """),
    Case(
      keys: "", columns: 80, rows: 24, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1                        sure 98 %  instax-square  print 1 of 1


                               [1]                             2
                                  ▄⠠⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤▄
                                  ⡆                           ⡆
                                  ⡇                           ⡇
                                  ⡇                           ⡇
                                  ⡇                           ⡇
                                  ⡇                           ⡇     ┌─ 1 ─────────────┐
                                  ⡇                           ⡇     │                 │
                                  ⡇                           ⡇     │                 │
                                  ⡇                           ⡇     │                 │
                                  ⡇                           ⡇     │                 │
                                  ⡇                           ⡇     │                 │
                                  ⡇                           ⡇     │        ▗▄⠤⠤⠤⠤⠤⠤⠤│
                                  ⡇                           ⡇     │        ⢰        │
                                  ⡇                           ⡇     │        ⢸        │
                                  ▄⠠⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤▄      │        ⢸        │
                                 4                             3    │        ⢸        │
                                                                    │        ⢸        │
                                                                    └─────────────────┘
         1 top left  100.0, 50.0   photo 400×300
         Enter accept  eE export  u undo  Tab corner  ←↓↑→ move  s snap  ? help  q quit
        """),
    Case(
      keys: "v", columns: 60, rows: 16, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1    sure 98 %  instax-square  print 1 of 1
        ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇│
             [1]                  2       │
                ▌▆⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠂▌        │
                ⢸                ⢸        │
                ⢸                ⢸        │
                ⢸                ⢸        │
                ⢸                ⢸        │
                ⢸                ⢸        │
                ⢸                ⢸        │
                ⢸                ⢸        │
                ⠈▂⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⡀⠈        │
               4                  3       │
        ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁│
         1 top left  100.0, 50.0   photo 400×300
         Enter accept  eE export  u undo  ? help  q quit
        """),
    Case(
      keys: "vv", columns: 60, rows: 16, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1    sure 98 %  instax-square  print 1 of 1
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
         Enter accept  eE export  u undo  ? help  q quit
        """),
    Case(
      keys: "3z", columns: 60, rows: 16, depth: .trueColour, glyphs: .blocks,
      screen: """
         photo-1.jpg  1/1    sure 98 %  instax-square  print 1 of 1
               ⢸                                  ⢸
               ⢸                                  ⢸
               ⢸                                  ⢸
               ⢸                                  ⢸
               ⢸                                  ⢸
               ⢸                                  ⢸
               ⢸                                  ⢸
               ⢸                                  ⢸
                ▃⠠⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠄▘
              4                                    [3]



         3 bottom right  300.0, 250.0   zoom 2×  photo 400×300
         Enter accept  eE export  u undo  ? help  q quit
        """),
    Case(
      keys: "?", columns: 80, rows: 24, depth: .trueColour, glyphs: .blocks,
      screen: """
         Keys  page 1 of 2

         Corners                                Scan
          u Ctrl-R         undo, redo            f                next film
          Tab Shift-Tab    next, previous        t                turn clockwise
          1234             choose a corner       B                curled or flat
          []               choose a side         m                print or picture
          ←↓↑→ hjkl        move by 1 pixel       w                next white balance
          Shift-←↓↑→ HJKL  move by 10 pixels     +-=              clip more, less
          Alt-←↓↑→/hjkl    move by 0.1 pixels    T                date of the print
          ,.               0.1 px once, always   "#               caption; keywords
          sS               snap; snap all sides  F                undo fading on, off
                                                 yY               copy, paste settings
         Prints
          cC               next, previous print Photos
          a                add a print           Enter            accept, go to next
          x                leave this print out  eE               export; all accepted
          i                candidates on, off    np PgDn PgUp     next, previous photo
          d                search again          NP               next to review, back
                                                 r                reload from disk
                                                 Home End         first, last photo


         jk page  / find and run  Esc close
        """),
    Case(
      keys: "?", columns: 60, rows: 16, depth: .trueColour, glyphs: .ascii,
      screen: """
         Keys  page 1 of 5
         Corners
          u Ctrl-R         undo, redo
          Tab Shift-Tab    next, previous
          1234             choose a corner
          []               choose a side
          arrows hjkl      move by 1 pixel
          Shift-arrow HJKL move by 10 pixels
          Alt-arrow/hjkl   move by 0.1 pixels
          ,.               0.1 px once, always
          sS               snap; snap all sides
         Prints
          cC               next, previous print
          a                add a print

         jk page  / find and run  Esc close
        """),
  ])
  func showTheCurrentPhoto(_ test: Case) throws {
    var desk = TestDesk(columns: test.columns, rows: test.rows)
    try desk.press(test.keys)
    let screen = desk.screen(columns: test.columns, rows: test.rows, depth: test.depth, glyphs: test.glyphs)
    #expect(screen.text == test.screen, "\n\(screen.text)")
  }
}
