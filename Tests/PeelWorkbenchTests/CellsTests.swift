import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelWorkbench

@Suite struct CellsTests {
  // MARK: colours

  struct Nearest: Sendable {
    let colour: Colour
    let number: UInt8
  }

  @Test(arguments: [
    Nearest(colour: Colour(0, 0, 0), number: 16), Nearest(colour: Colour(255, 255, 255), number: 231),
    Nearest(colour: Colour(255, 0, 0), number: 196), Nearest(colour: Colour(95, 135, 175), number: 67),
    Nearest(colour: Colour(8, 8, 8), number: 232), Nearest(colour: Colour(128, 128, 128), number: 244),
    Nearest(colour: Colour(22, 24, 29), number: 234),
  ])
  func theNearestOf256(_ test: Nearest) {
    #expect(Palette.nearestOf256(test.colour) == test.number)
  }

  /// The difference by which the chosen grey may be farther than the nearest, in units of `Colour.distance(to:)`.
  private static let greyTolerance = 400

  /// No colour of the palette is nearer than the one chosen.
  @Test func noneOfThe256IsNearer() {
    var dice = RandomNumbers(seed: 7)
    let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
    var palette: [Colour] = []
    for red in steps { for green in steps { for blue in steps { palette.append(Colour(red, green, blue)) } } }
    for grey in stride(from: UInt8(8), through: 238, by: 10) { palette.append(Colour(grey, grey, grey)) }
    for _ in 0..<1000 {
      let bytes = (0..<3).map { _ in UInt8.random(in: 0...255, using: &dice) }
      let colour = Colour(bytes[0], bytes[1], bytes[2])
      let taken = palette[Int(Palette.nearestOf256(colour)) - 16]
      let best = palette.map { $0.distance(to: colour) }.min() ?? 0
      // Among the greys only luma decides, which may miss the nearest by a little.
      #expect(taken.distance(to: colour) <= best + Self.greyTolerance, "\(colour): \(taken)")
    }
  }

  @Test(arguments: Capabilities.Depth.allCases)
  func aScreenHasOnlyTheColoursOfItsTerminal(depth: Capabilities.Depth) throws {
    var desk = TestDesk([TestDesk.sure, TestDesk.nothing, nil])
    for keys in ["", "v", "n", "?", "?n"] {
      try desk.press(keys)
      for glyphs in Capabilities.Glyphs.allCases {
        for cell in desk.screen(columns: 160, rows: 40, depth: depth, glyphs: glyphs).cells {
          for ink in [cell.paint.ink, cell.paint.ground] { #expect(ink.fits(depth), "\(ink)") }
          if glyphs == .ascii { #expect(cell.glyph.map { $0.isASCII } ?? false) }
        }
      }
    }
  }

  /// In monochrome, the chosen outline, other prints and candidates differ by their glyphs.
  @Test(arguments: Capabilities.Glyphs.allCases)
  func outlinesDifferInMoreThanColour(glyphs: Capabilities.Glyphs) {
    let capabilities = Capabilities(depth: .monochrome, glyphs: glyphs)
    var looks: Set<String> = []
    for kind in [Stroke.Kind.chosen, .print, .candidate] {
      var screen = Screen(columns: 12, rows: 6)
      let stroke = Stroke(kind: kind, ink: .standard, style: [], capabilities: capabilities, backdrop: screen)
      stroke.draw(OutlinePath(Quad(x: 1.5, y: 1.5, width: 8, height: 3)), into: &screen, within: screen.area)
      looks.insert(screen.text)
    }
    #expect(looks.count == 3)
  }

  // MARK: lines

  struct Line: CustomTestStringConvertible, Sendable {
    let from: (Double, Double)
    let to: (Double, Double)
    let screen: String
    var testDescription: String { "\(from)–\(to)" }
  }

  @Test(arguments: [
    Line(
      from: (0.5, 1.5), to: (7.5, 1.5),
      screen: """

        --------

        """),
    Line(
      from: (-50, 1.5), to: (50, 1.5),
      screen: """

        --------

        """),
    Line(
      from: (2.5, -9), to: (2.5, 9),
      screen: """
          |
          |
          |
        """),
    Line(
      from: (1, 0), to: (4, 3),
      screen: """
         \\
          \\
           \\
        """),
    Line(
      from: (1, 3), to: (4, 0),
      screen: """
           /
          /
         /
        """),
    Line(
      from: (0, 0.2), to: (8, 2.8),
      screen: """
        --
          ----
              --
        """),
    Line(from: (-5, -5), to: (-1, 9), screen: "\n\n"),
    Line(from: (.infinity, 0), to: (1, 1), screen: "\n\n"),
    Line(from: (.nan, .nan), to: (1, 1), screen: "\n\n"),
  ])
  func aLineInCells(_ line: Line) {
    var screen = Screen(columns: 8, rows: 3)
    let stroke = Stroke(
      kind: .chosen, ink: .standard, style: [], capabilities: Capabilities(depth: .monochrome, glyphs: .ascii),
      backdrop: screen)
    stroke.draw(
      from: Point(line.from.0, line.from.1), to: Point(line.to.0, line.to.1), into: &screen, within: screen.area)
    #expect(screen.text == line.screen, "\n\(screen.text)")
  }

  /// A line of dots leaves the corners and the colours beside it as they are in the picture.
  @Test(arguments: [Stroke.Kind.chosen, .print, .candidate], [20, 128, 235] as [UInt8])
  func dottedLinesHideLittle(kind: Stroke.Kind, level: UInt8) throws {
    let capabilities = Capabilities(depth: .trueColour, glyphs: .blocks)
    let picture = picture(Photo(luma: Plane(width: 80, height: 80, filledWith: level)), columns: 40, rows: 20)
    var screen = picture
    let theme = Theme(depth: .trueColour)
    let stroke = Stroke(
      kind: kind, ink: theme[kind.role].ink, onLight: theme.onLight(kind.role), style: [], capabilities: capabilities,
      backdrop: picture)
    let quad = Quad(x: 5.5, y: 4.5, width: 24, height: 10)
    stroke.draw(OutlinePath(quad), into: &screen, within: screen.area)
    #expect(screen != picture)
    for (cell, old) in zip(screen.cells, picture.cells) where cell != old {
      #expect(cell.paint.ground == old.paint.ground)
      #expect(abs(cell.paint.ink.shown.luma - Int(level)) > 40)
      #expect(cell.glyph.flatMap { Braille($0) } != nil)
    }
    for corner in Quad.Corner.allCases {
      let (column, row) = (Int(quad[corner].x), Int(quad[corner].y))
      #expect(screen[column, row] == picture[column, row])
    }
  }

  @Test(arguments: [Capabilities.Depth.trueColour, .palette256])
  func whatLiesAroundAnOutlineIsDarker(depth: Capabilities.Depth) throws {
    let luma = Plane<UInt8>(width: 80, height: 80, filledWith: 200)
    let picture = picture(Photo(luma: luma), columns: 40, rows: 20).reduced(to: depth)
    var screen = picture
    // A curved side counts as it is drawn.
    let outline = OutlinePath(sides: [
      [Point(10, 5), Point(20, 2), Point(30, 5)], [Point(30, 5), Point(30, 15)], [Point(30, 15), Point(10, 15)],
      [Point(10, 15), Point(10, 5)],
    ])
    screen.dim(outside: outline, within: screen.area, over: .photo)
    for (column, row, isInside) in [(20, 3, true), (12, 3, false), (20, 10, true), (5, 10, false), (35, 19, false)] {
      let (old, new) = (picture[column, row].paint.ground.shown.luma, screen[column, row].paint.ground.shown.luma)
      #expect(isInside ? new == old : abs(Double(new) - 0.6 * Double(old)) < 12, "\(column) \(row): \(old) \(new)")
    }
  }

  /// Below the dots of a line along an edge is the colour of one side, not of both.
  @Test func dottedLinesMixNoSides() throws {
    let capabilities = Capabilities(depth: .trueColour, glyphs: .blocks)
    let luma = Plane(width: 80, height: 80, samples: (0..<6400).map { UInt8($0 % 80 < 31 ? 20 : 220) })
    let picture = picture(Photo(luma: luma), columns: 40, rows: 20)
    var screen = picture
    let theme = Theme(depth: .trueColour)
    let stroke = Stroke(
      kind: .print, ink: theme[.print].ink, onLight: theme.onLight(.print), style: [], capabilities: capabilities,
      backdrop: picture)
    stroke.draw(OutlinePath(Quad(x: 15.5, y: 2, width: 20, height: 16)), into: &screen, within: screen.area)
    let edge = screen.cells.indices.filter { $0 % screen.columns == 15 && screen.cells[$0] != picture.cells[$0] }
    #expect(edge.count > 10)
    for index in edge {
      let luma = screen.cells[index].paint.ground.shown.luma
      #expect(luma < 40 || luma > 200, "\(luma)")
    }
  }

  // MARK: pictures

  struct Block: Sendable {
    let x: Int
    let y: Int
    let glyph: Character
  }

  /// A photo of 8 × 8 pixels in one cell.
  @Test(arguments: [
    Block(x: 8, y: 4, glyph: "▄"), Block(x: 8, y: 6, glyph: "▂"), Block(x: 8, y: 7, glyph: "▁"),
    Block(x: 8, y: 1, glyph: "▇"), Block(x: 4, y: 8, glyph: "▌"), Block(x: 2, y: 8, glyph: "▎"),
    Block(x: 6, y: 8, glyph: "▊"), Block(x: 4, y: 4, glyph: "▘"),
  ])
  func theBlockThatFits(_ test: Block) {
    // Light below y and left of x, or light in the upper left where both are within.
    let isCorner = test.x < 8 && test.y < 8
    let photo = Photo(
      luma: Plane(width: 8, height: 8) { y, row in
        for x in 0..<8 {
          let isLight = isCorner ? x < test.x && y < test.y : test.y < 8 ? y >= test.y : x < test.x
          row.append(isLight ? 200 : 40)
        }
      })
    let screen = picture(photo, columns: 1, rows: 1)
    let (light, dark) = (Ink.colour(Colour(200, 200, 200)), Ink.colour(Colour(40, 40, 40)))
    let cell = screen[0, 0]
    #expect(cell == Cell(glyph: test.glyph, paint: Paint(ink: light, ground: dark)))
  }

  /// The mean of all boxes is the picture's mean, whatever their number.
  @Test(arguments: [1, 2, 3, 7, 16, 64, 100])
  func averagesKeepTheMean(count: Int) {
    var dice = RandomNumbers(seed: 11)
    let bytes = (0..<256 * 192).map { _ in UInt8.random(in: 0...255, using: &dice) }
    let mean = Float(bytes.reduce(0) { $0 + Int($1) }) / Float(bytes.count)
    let rendition = Rendition(Photo(luma: Plane(width: 256, height: 192, samples: bytes)))
    let boxes = rendition.averages(
      over: Region(x: 0, y: 0, width: 256, height: 192), columns: count, rows: count)
    #expect(abs(boxes.reduce(0) { $0 + $1.x } / Float(boxes.count) - mean) < 0.6)
  }

  /// Half-size chroma whose first sample starts outside the photo, as in turned photos.
  @Test func colourLiesWhereItBelongs() {
    let chroma = Chroma(
      blue: Plane(width: 2, height: 1, samples: [128, 128]), red: Plane(width: 2, height: 1, samples: [255, 0]),
      scale: (2, 2), origin: (-1, 0))
    let rendition = Rendition(Photo(luma: Plane(width: 3, height: 1, filledWith: 100), chroma: chroma))
    let colours = rendition.averages(over: Region(x: 0, y: 0, width: 3, height: 1), columns: 3, rows: 1)
    #expect(colours[0].x > 250)
    #expect(colours[1].x == 0 && colours[2].x == 0)
  }

  @Test func beyondThePhotoIsTheDesk() {
    let photo = Photo(luma: Plane(width: 4, height: 4, filledWith: 255))
    var screen = Screen(columns: 4, rows: 2)
    let mosaic = Mosaic(capabilities: Capabilities(depth: .monochrome, glyphs: .blocks), surround: Paint(style: .dim))
    mosaic.draw(Rendition(photo), Region(x: -4, y: 0, width: 8, height: 8), into: &screen, at: screen.area)
    #expect(
      screen.text == """
          ██

        """)
    #expect(screen[0, 0].paint.style == .dim)
  }

  private static let fewColours: [Capabilities.Depth] = [.palette256, .palette16, .palette8]

  /// With few colours, an area of one colour has that colour on the whole.
  @Test(arguments: fewColours, [Capabilities.Glyphs.halfBlocks, .blocks, .sextants])
  func fewColoursKeepTheMean(depth: Capabilities.Depth, glyphs: Capabilities.Glyphs) {
    for level: UInt8 in [20, 77, 115, 150, 220] {
      let photo = Photo(luma: Plane(width: 64, height: 64, filledWith: level))
      let cells = picture(photo, columns: 32, rows: 16, Capabilities(depth: depth, glyphs: glyphs)).cells
      let lumas = cells.map { Double($0.paint.ground.shown.luma + $0.upper.shown.luma) / 2 }
      #expect(abs(lumas.reduce(0, +) / Double(lumas.count) - Double(level)) < 4, "\(level)")
    }
  }

  /// The share of dots that are light is the picture's tone, whether light ones are drawn or dark ones.
  @Test(arguments: [51, 102, 153, 204] as [UInt8])
  func dotsKeepTheMean(level: UInt8) {
    let photo = Photo(
      luma: Plane(width: 64, height: 64) { _, row in for x in 0..<64 { row.append(x < 4 ? 0 : x < 8 ? 255 : level) } })
    let screen = picture(photo, columns: 32, rows: 16, Capabilities(depth: .monochrome, glyphs: .blocks))
    var lit = 0
    for row in 0..<16 {
      for column in 4..<32 {
        let cell = screen[column, row]
        let dots = cell.glyph == " " ? 0 : cell.glyph?.unicodeScalars.first.map { $0.value & 0xFF } ?? 0
        lit += cell.paint.style.contains(.reverse) ? 8 - dots.nonzeroBitCount : dots.nonzeroBitCount
      }
    }
    #expect(abs(Double(lit) / Double(8 * 16 * 28) - Double(level) / 255) < 0.02)
  }

  struct Sextant: Sendable {
    let rows: [String]
    let glyph: Character
  }

  @Test(arguments: [
    Sextant(rows: ["#.", "..", ".."], glyph: "\u{1FB00}"), Sextant(rows: [".#", "..", ".."], glyph: "\u{1FB01}"),
    Sextant(rows: ["..", "##", ".."], glyph: "\u{1FB0B}"), Sextant(rows: ["##", "#.", "#."], glyph: "\u{1FB15}"),
    Sextant(rows: ["##", "##", "#."], glyph: "\u{1FB1D}"), Sextant(rows: ["#.", "#.", "#."], glyph: "▌"),
  ])
  func theSextantThatFits(_ test: Sextant) {
    let photo = Photo(
      luma: Plane(width: 8, height: 24) { y, row in
        for x in 0..<8 { row.append(Array(test.rows[y / 8])[x / 4] == "#" ? 200 : 40) }
      })
    let cell = picture(photo, columns: 1, rows: 1, Capabilities(depth: .trueColour, glyphs: .sextants))[0, 0]
    #expect(cell.glyph == test.glyph)
    #expect(cell.paint.ink.shown.luma > cell.paint.ground.shown.luma)
  }

  private func picture(
    _ photo: Photo, columns: Int, rows: Int,
    _ capabilities: Capabilities = Capabilities(depth: .trueColour, glyphs: .blocks)
  ) -> Screen {
    var screen = Screen(columns: columns, rows: rows)
    let region = Region(x: 0, y: 0, width: Double(photo.width), height: Double(photo.height))
    Mosaic(capabilities: capabilities, surround: Paint())
      .draw(Rendition(photo), region, into: &screen, at: screen.area)
    return screen
  }

  // MARK: letters

  struct Letters: Sendable {
    let text: String
    let unicode: Bool
    let shown: String
    let columns: Int
  }

  @Test(arguments: [
    Letters(text: "desk.jpg", unicode: true, shown: "desk.jpg", columns: 8),
    Letters(text: "a\u{1B}[2Jb\n", unicode: true, shown: "a?[2Jb?", columns: 7),
    Letters(text: "写真", unicode: true, shown: "写真", columns: 4),
    Letters(text: "写真é", unicode: false, shown: "???", columns: 3),
    Letters(text: "e\u{301}", unicode: true, shown: "e\u{301}", columns: 1),
    Letters(text: "\u{202E}gpj", unicode: true, shown: "?gpj", columns: 4),
    Letters(text: "👨‍👩‍👧", unicode: true, shown: "?", columns: 1),
  ])
  func lettersAreSafe(_ test: Letters) {
    var screen = Screen(columns: 20, rows: 1)
    #expect(screen.write(test.text, column: 0, row: 0, Paint(), unicode: test.unicode) == test.columns)
    #expect(screen.text == test.shown)
  }

  struct Short: Sendable {
    let text: String
    let columns: Int
    let short: String
  }

  @Test func aWideLetterIsNotCutInTwo() {
    var screen = Screen(columns: 3, rows: 1)
    #expect(screen.write("写真", column: 0, row: 0, Paint()) == 2)
    #expect(screen.text == "写")
  }

  @Test(arguments: [
    Short(text: "IMG_20240101.jpg", columns: 16, short: "IMG_20240101.jpg"),
    Short(text: "IMG_20240101.jpg", columns: 9, short: "IMG_….jpg"),
    Short(text: "IMG_20240101.jpg", columns: 1, short: "…"), Short(text: "IMG_20240101.jpg", columns: 0, short: ""),
    Short(text: "写真写真.jpg", columns: 8, short: "写真…jpg"),
  ])
  func longNamesAreCutInTheMiddle(_ test: Short) {
    let short = test.text.shortened(to: test.columns, unicode: true)
    #expect(short == test.short)
    #expect(short.width(unicode: true) <= test.columns)
  }
}

extension Cell {
  /// The ink of the upper half of a cell in halves, of which the ground is the lower one, or the reverse.
  fileprivate var upper: Ink { glyph == " " ? paint.ground : paint.ink }
}

extension Ink {
  fileprivate func fits(_ depth: Capabilities.Depth) -> Bool {
    switch (self, depth) {
    case (.standard, _): true
    case (.colour, .trueColour): true
    case (.indexed(let number), .palette16): number < 16
    case (.indexed(let number), .palette8): number < 8
    case (.indexed, .palette256): true
    case (.indexed, .trueColour), (.indexed, .monochrome), (.colour, _): false
    }
  }
}
