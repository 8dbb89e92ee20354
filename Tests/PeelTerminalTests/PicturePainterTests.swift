import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelPixels
@testable import PeelWorkbench

/// Pictures, and what a terminal shows after the bytes sent for them.
struct PicturePainterTests {
  private static let cell = PixelSize(width: 5, height: 11)
  private static let size = (columns: 40, rows: 24)
  private static let ways: [Graphics] = [
    .kitty, .placeholders, .iterm, .sixel(colours: 256, mostPictures: nil), .sixel(colours: 64, mostPictures: 14),
  ]

  private static func terminal(_ graphics: Graphics) -> PixelTerminal {
    PixelTerminal(graphics, columns: size.columns, rows: size.rows, cell: cell)
  }

  /// A colourful picture that differs in every pixel.
  private static func rendition(_ seed: Int, width: Int = 120, height: Int = 90) -> Rendition {
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        samples += [UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8((x * y + 40 * seed) % 256)]
      }
    }
    return Rendition(Picture(width: width, height: height, samples: samples))
  }

  private static func screen() -> Screen {
    Screen(columns: size.columns, rows: size.rows, paint: Paint(ground: .colour(Colour(22, 24, 29))))
  }

  private static let theme = Theme(depth: .trueColour)

  private static func show(
    _ rendition: Rendition, _ slot: PlacedPicture.Slot, in area: Area, zoom: Int = 0, focus: Point = Point(60, 45),
    _ quad: Quad?, _ graphics: Graphics, _ screen: inout Screen
  ) {
    let viewport = Viewport(
      photoWidth: rendition.width, rendition.height, in: area, zoom: zoom, focus: focus, shape: 2.2)
    var drawn: Mosaic.Drawn?
    screen.show(
      rendition, viewport, in: slot, theme[.desk],
      Capabilities(depth: .trueColour, glyphs: .blocks, graphics: graphics, cell: cell), remembering: &drawn)
    if let quad { screen.draw(OutlinePath(quad.map { viewport($0) }), .chosen, theme, over: slot) }
  }

  private static let quad = Quad(x: 20, y: 15, width: 70, height: 60)

  /// The largest difference between pixels, in levels.
  private func difference(_ a: [UInt8], _ b: [UInt8]) -> Int {
    zip(a, b).reduce(a.count == b.count ? 0 : 256) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  @Test(arguments: ways)
  func aPictureIsShownPixelByPixel(_ graphics: Graphics) throws {
    var terminal = Self.terminal(graphics)
    var screen = Self.screen()
    Self.show(
      Self.rendition(1), .photo, in: Area(column: 3, row: 2, columns: 30, rows: 18), Self.quad, graphics, &screen)
    terminal.show(screen)
    let picture = try #require(screen.pictures.first)
    let ground = picture.ground(cell: Self.cell)
    let lines = LineCanvas(of: picture, cell: Self.cell)
    let shown = terminal.pixels
    let stride = Self.size.columns * Self.cell.width
    var (sum, count, drawn) = (0, 0, 0)
    for y in 0..<lines.size.height {
      for x in 0..<lines.size.width {
        let from = y * lines.size.width + x
        let to = (picture.area.row * Self.cell.height + y) * stride + picture.area.column * Self.cell.width + x
        guard lines.pixels[from] == 0 else {
          drawn += 1
          continue
        }
        for channel in 0..<3 {
          sum += abs(Int(ground[3 * from + channel]) - Int(shown[3 * to + channel]))
          count += 1
        }
      }
    }
    #expect(drawn > 500)
    // A palette of 64 colours is four levels per channel, 85 apart.
    if case .sixel = graphics { #expect(Double(sum) / Double(count) < 18) } else { #expect(sum == 0) }
  }

  @Test(arguments: ways)
  func afterAnyScreensTheTerminalShowsWhatAFreshOneWould(_ graphics: Graphics) {
    var random = RandomNumbers(seed: 7)
    let renditions = [Self.rendition(1), Self.rendition(2), Self.rendition(3, width: 60, height: 100)]
    for isNear in graphics == .kitty ? [false, true] : [false] {
      var terminal = Self.terminal(graphics)
      terminal.isNear = isNear
      var (choice, zoom, focus, corner) = (0, 0, Point(60, 45), 0.0)
      for _ in 0..<60 {
        switch random.next() % 8 {
        case 0: choice = Int(random.next() % 3)
        case 1: zoom = Int(random.next() % 6)
        case 2: focus = Point(Double(random.next() % 120), Double(random.next() % 90))
        case 3: terminal.forget()
        case _: corner += Double(random.next() % 9) / 2 - 2
        }
        var screen = Self.screen()
        var quad = Self.quad
        quad[.topRight] = Point(90 + corner, 15 - corner)
        if random.next() % 12 > 0 {
          let isNarrow = random.next() % 4 == 0
          let area = Area(column: 2, row: 1, columns: isNarrow ? 20 : 34, rows: 20)
          Self.show(renditions[choice], .photo, in: area, zoom: zoom, focus: focus, quad, graphics, &screen)
        }
        if random.next() % 3 > 0 {
          let box = Area(column: random.next() % 2 == 0 ? 1 : 22, row: 9, columns: 14, rows: 9)
          screen.fill(box, Paint(ground: .colour(Colour(60, 10, 10))))
          Self.show(renditions[choice], .loupe, in: box.inset(by: 1), zoom: 6, focus: focus, quad, graphics, &screen)
        }
        if random.next() % 2 == 0 {
          let (column, row) = (Int(random.next() % 36), Int(random.next() % 22))
          screen.write("[1]", column: column, row: row, Self.theme[.activeCorner])
        }
        if random.next() % 8 == 0 { screen.fill(screen.area, Self.theme[.desk], with: "?") }
        terminal.show(screen)
        var fresh = Self.terminal(graphics)
        fresh.show(screen)
        #expect(difference(terminal.pixels, fresh.pixels) == 0)
        if graphics == .placeholders {
          // The terminal keeps tiles that are covered for now.
          let tiles = screen.pictures.reduce(0) { $0 + TileGrid(area: $1.area, columns: 8, rows: 4).count }
          #expect((fresh.pictures.count...max(tiles, fresh.pictures.count)).contains(terminal.pictures.count))
        } else {
          #expect(terminal.pictures.count == fresh.pictures.count)
        }
      }
    }
  }

  @Test(arguments: ways)
  func onlyWhatChangesIsSent(_ graphics: Graphics) {
    var terminal = Self.terminal(graphics)
    func shown(_ corner: Double) -> Screen {
      var screen = Self.screen()
      var quad = Self.quad
      quad[.topLeft] = Point(20 + corner, 15)
      Self.show(Self.rendition(1), .photo, in: Area(column: 0, row: 0, columns: 40, rows: 22), quad, graphics, &screen)
      return screen
    }
    terminal.show(shown(0))
    let whole = terminal.sent.count
    terminal.show(shown(0))
    #expect(terminal.sent.isEmpty)
    terminal.show(shown(1))
    #expect(!terminal.sent.isEmpty && terminal.sent.count < whole * 3 / 4)
  }

  @Test func aTextOverAPictureKeepsItsGround() {
    for graphics in Self.ways {
      var terminal = Self.terminal(graphics)
      var screen = Self.screen()
      Self.show(Self.rendition(1), .photo, in: Area(column: 0, row: 0, columns: 40, rows: 22), nil, graphics, &screen)
      screen.write("1", column: 20, row: 10, Paint(ground: .colour(Colour(255, 0, 255))))
      terminal.show(screen)
      let start = 3 * (10 * Self.cell.height * Self.size.columns * Self.cell.width + 20 * Self.cell.width)
      #expect(Array(terminal.pixels[start..<start + 3]) == [255, 0, 255])
    }
  }

  @Test func whatIsNotShownAnyMoreIsRemoved() {
    var terminal = Self.terminal(.kitty)
    var screen = Self.screen()
    Self.show(Self.rendition(1), .photo, in: Area(column: 0, row: 0, columns: 40, rows: 22), Self.quad, .kitty, &screen)
    for _ in 0..<3 {
      terminal.show(screen)
      #expect(terminal.pictures.count > 3)
      terminal.show(Self.screen())
      #expect(terminal.pictures.isEmpty)
    }
  }
}
