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
         photo-1.jpg  1/1               sure 98 %  candidate 1 of 1
                    ▊                                  ▎
                    ▊                                  ▎
                    ▊       [1]⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉2⢀        ▎
                    ▊        ⡇  ⠈ ⠁⠈ ⠁⠈ ⠁⠈ ⠁⢀ ⢸        ▎
                    ▊        ⡇ ⠂            ⠠ ⢸        ▎
                    ▊        ⡇ ⡁            ⠐ ⢸        ▎
                    ▊        ⡇ ⠄            ⢈ ⢸        ▎
                    ▊        ⡇ ⠂            ⠠ ⢸        ▎
                    ▊        ⡇ ⡁            ⠐ ⢸        ▎
                    ▊        ⡇  ⠠ ⠄⠠ ⠄⠠ ⠄⠠ ⠄  ⢸        ▎
                    ▊        ⠁4⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀3▊        ▎
                    ▊                                  ▎
                    ▊                                  ▎
         1 candidate shown; a adds the likeliest, c shows the next
         Enter accept  e export  u undo  Tab corner  ? help  q quit
        """),
    Case(
      keys: "i", columns: 60, rows: 16, depth: .palette16, glyphs: .halfBlocks,
      screen: """
         photo-1.jpg  1/1               sure 98 %  candidate 1 of 1
                      ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀
                     ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀ ▀
                      ▀ ▀ ▀ [1]──────────────2│▀ ▀  ▀ ▀
                     ▀ ▀ ▀  ▀│ ┼············┼▀│ ▀ ▀ ▀
                      ▀  ▀ ▀ │▀·▀▀▀▀▀▀▀▀▀▀▀▀·▀│▀ ▀ ▀ ▀▀
                     ▀ ▀ ▀ ▀ │ ·▀▀▀▀▀▀▀▀▀▀▀▀·▀│ ▀ ▀ ▀
                      ▀ ▀ ▀ ▀│ ·▀ ▀▀ ▀▀ ▀▀ ▀· │ ▀  ▀ ▀
                     ▀ ▀ ▀ ▀ │▀·▀▀▀▀▀▀▀▀▀▀▀▀· │ ▀ ▀ ▀ ▀
                      ▀ ▀ ▀ ▀│ ·▀▀ ▀▀ ▀▀ ▀▀ ·▀│▀ ▀ ▀ ▀
                     ▀ ▀  ▀  │ ┼············┼▀│ ▀ ▀ ▀ ▀
                      ▀ ▀ ▀ ▀│4──────────────3─▀ ▀ ▀ ▀
                     ▀ ▀ ▀ ▀ ▀▀ ▀▀ ▀▀ ▀▀ ▀▀ ▀▀ ▀  ▀ ▀ ▀
                      ▀ ▀ ▀ ▀  ▀ ▀ ▀ ▀ ▀ ▀ ▀  ▀ ▀ ▀  ▀
         1 candidate shown; a adds the likeliest, c shows the next
         Enter accept  e export  u undo  Tab corner  ? help  q quit
        """),
    Case(
      keys: "i", columns: 60, rows: 16, depth: .palette256, glyphs: .ascii,
      screen: """
         photo-1.jpg  1/1               sure 98 %  candidate 1 of 1


                            [1]::::::::::::::2:
                             : @............+ :
                             : .            . :
                             : .            . :
                             : .            . :
                             : .            . :
                             : .            . :
                             : +............+ :
                             :4::::::::::::::3:


         1 candidate shown; a adds the likeliest, c shows the next
         Enter accept  e export  u undo  Tab corner  ? help  q quit
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
         Enter accept  e export  u undo  Tab corner  ? help  q quit
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
         Enter accept  e export  ? help  q quit
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
                                  ⡇                           ⡇     ┌─ 1 top left ────┐
                                  ⡇                           ⡇     │                 │
                                  ⡇                           ⡇     │                 │
                                  ⡇                           ⡇     │                 │
                                  ⡇                           ⡇     │                 │
                                  ⡇                           ⡇     │                 │
                                  ⡇                           ⡇     │       ⠠⢼⠄⠤⠤⠤⠤⠤⠤⠤│
                                  ⡇                           ⡇     │        ⢰        │
                                  ⡇                           ⡇     │        ⢸        │
                                  ▄⠠⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤▄      │        ⢸        │
                                 4                             3    │        ⢸        │
                                                                    │        ⢸        │
                                                                    └─────────────────┘
         1 top left  100.0, 50.0   photo 400×300
         Enter accept  e export  u undo  Tab corner  ←↓↑→ move  s snap  ? help  q quit
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
         Enter accept  e export  u undo  Tab corner  ? help  q quit
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
         Enter accept  e export  u undo  Tab corner  ? help  q quit
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
         Enter accept  e export  u undo  Tab corner  ? help  q quit
        """),
    Case(
      keys: "?", columns: 80, rows: 24, depth: .trueColour, glyphs: .blocks,
      screen: """
         Keys  page 1 of 2

         Corners                                Prints
          u Ctrl-R         undo, redo            cC               next, previous print
          Tab Shift-Tab    next, previous        a                add a print
          1234             choose a corner       x                leave this print out
          5                choose all corners    i                candidates on, off
          6                rectangle or free     d                search again
          7                place by letters      U                drop changes
          []               choose a side
          ←↓↑→ hjkl        move by 1 pixel      Scan
          Shift-←↓↑→ HJKL  move by a cell        f                next film
          Alt-←↓↑→/hjkl    move by 0.1 pixels    t                turn clockwise
          ,.               0.1 px once, always   B                curled or flat
          sS               snap; snap all sides  m                print or picture
                                                 w                next white balance
                                                 +-=              clip more, less
                                                 T                date of the print
                                                 "#               caption; keywords
                                                 F                undo fading on, off
                                                 yY               copy, paste settings


         jk page  / find and run  Esc close
        """),
    Case(
      keys: "?", columns: 60, rows: 16, depth: .trueColour, glyphs: .ascii,
      screen: """
         Keys  page 1 of 6
         Corners
          u Ctrl-R         undo, redo
          Tab Shift-Tab    next, previous
          1234             choose a corner
          5                choose all corners
          6                rectangle or free
          7                place by letters
          []               choose a side
          arrows hjkl      move by 1 pixel
          Shift-arrow HJKL move by a cell
          Alt-arrow/hjkl   move by 0.1 pixels
          ,.               0.1 px once, always
          sS               snap; snap all sides

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
