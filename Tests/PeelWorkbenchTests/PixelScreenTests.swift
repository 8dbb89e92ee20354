import PeelImaging
import Testing

@testable import PeelWorkbench

/// Screens on terminals that show pixels.
struct PixelScreenTests {
  private static let capabilities = Capabilities(
    depth: .trueColour, glyphs: .blocks, graphics: .kitty, cell: PixelSize(width: 9, height: 18))

  private func screen(_ desk: TestDesk, columns: Int = 120, rows: Int = 40) -> Screen {
    desk.model.screen(columns: columns, rows: rows, capabilities: Self.capabilities)
  }

  private func desk(columns: Int = 120, rows: Int = 40, _ detection: Detection = TestDesk.sure) -> TestDesk {
    TestDesk([detection], columns: columns, rows: rows)
  }

  @Test func photoAndLoupeArePicturesUnderBlankCells() throws {
    var desk = desk()
    try desk.press("i")
    let screen = screen(desk)
    #expect(screen.pictures.map(\.slot) == [.photo, .loupe, .print])
    let photo = try #require(screen.pictures.first)
    // The print's four sides and the candidate's, without the cells' lines.
    #expect(photo.lines.count == 8)
    #expect(photo.lines.count { $0.isDashed } == 4)
    for row in photo.area.row..<photo.area.row + photo.area.rows {
      for column in photo.area.column..<photo.area.column + photo.area.columns where screen[column, row].isPicture {
        #expect(screen[column, row].glyph == " ")
      }
    }
    // Corner numbers cover the picture.
    #expect(screen.text.contains("[1]"))
  }

  /// In a light terminal without colours of its own, nothing black surrounds the photo.
  @Test func theTerminalsOwnColourSurroundsPictures() throws {
    var capabilities = Self.capabilities
    (capabilities.depth, capabilities.background) = (.palette16, Colour(255, 250, 240))
    let screen = desk().model.screen(columns: 120, rows: 40, capabilities: capabilities)
    #expect(try #require(screen.pictures.first).surround == Colour(255, 250, 240))
  }

  @Test func withoutGraphicsThereAreNoPictures() {
    let screen = desk().model.screen(
      columns: 120, rows: 40, capabilities: Capabilities(depth: .trueColour, glyphs: .blocks))
    #expect(screen.pictures.isEmpty)
    #expect(screen.cells.allSatisfy { !$0.isPicture })
  }

  @Test func helpCoversPictures() throws {
    var desk = desk()
    try desk.press("?")
    #expect(screen(desk).shownPictures().allSatisfy { $0 == nil })
  }

  @Test func aPictureHasTheShapeOfItsCells() throws {
    for height in [14, 18, 21] {
      var capabilities = Self.capabilities
      capabilities.cell = PixelSize(width: 9, height: height)
      var desk = desk()
      desk.model.display.capabilities = capabilities
      let screen = desk.model.screen(columns: 120, rows: 40, capabilities: capabilities)
      let photo = try #require(screen.pictures.first)
      let scale = (
        Double(photo.area.columns * 9) / photo.region.width, Double(photo.area.rows * height) / photo.region.height
      )
      #expect(abs(scale.0 / scale.1 - 1) < 0.001)
    }
  }

  @Test func aLineLeavesTheCornerFree() throws {
    let photo = try #require(screen(desk()).pictures.first)
    let cell = PixelSize(width: 9, height: 18)
    let canvas = LineCanvas(of: photo, cell: cell)
    let line = try #require(photo.lines.last)
    func opacity(_ p: Point) -> UInt32 {
      let (x, y) = (
        (p.x - Double(photo.area.column)) * Double(cell.width), (p.y - Double(photo.area.row)) * Double(cell.height)
      )
      return canvas.pixels[Int(y) * canvas.size.width + Int(x)] >> 24
    }
    // What lies around the print is darker by two fifths.
    let shade: UInt32 = 102
    #expect([0, shade].contains(opacity(line.from)))
    #expect([0, shade].contains(opacity(line.to)))
    #expect(opacity(line.from + 0.5 * (line.to - line.from)) > shade + 30)
    let corner = Point(Double(photo.area.column) + 0.5, Double(photo.area.row) + 0.5)
    #expect(opacity(corner) == shade)
    let sides = try #require(photo.shade).sides
    #expect(opacity(0.5 * (sides[0][0] + sides[2][0])) == 0)
  }

  @Test func linesFarOutsideAreNotDrawn() {
    var picture = screen(desk()).pictures[0]
    picture.shade = nil
    for end in [Point(1e9, 3), Point(-500, -500), Point(.nan, 1), Point(.infinity, 1), Point(400, 900)] {
      picture.lines = [PixelLine(from: end, to: Point(end.x + 10, end.y), colour: Colour(255, 0, 0))]
      #expect(
        LineCanvas(of: picture, cell: PixelSize(width: 9, height: 18))
          == LineCanvas(
            PixelSize(
              width: 9 * picture.area.columns, height: 18 * picture.area.rows)))
    }
  }

  @Test(arguments: [(160, 40), (120, 40), (90, 60), (80, 24), (150, 30)])
  func theLoupeCoversNoCornerWhileThereIsRoom(columns: Int, rows: Int) throws {
    var desk = desk(columns: columns, rows: rows)
    for key in ["1", "2", "3", "4"] {
      try desk.press(key)
      let screen = screen(desk, columns: columns, rows: rows)
      guard let loupe = screen.pictures.first(where: { $0.slot == .loupe }) else { continue }
      let photo = try #require(screen.pictures.first)
      for line in photo.lines where !line.isDashed {
        let isCovered = loupe.area.contains(column: Int(line.from.x), row: Int(line.from.y))
        #expect(!isCovered)
      }
    }
  }

  /// Where the photo fills its panel, the loupe lies below the scan, which is then smaller and stays so.
  @Test(arguments: [(160, 40), (200, 50), (300, 90)])
  func theLoupeGoesBelowTheScanWherePhotosLeaveNoRoom(columns: Int, rows: Int) throws {
    var desk = desk(columns: columns, rows: rows)
    try desk.press("z")
    var scans: Set<Area> = []
    for key in ["1", "2", "3", "4"] {
      try desk.press(key)
      let screen = screen(desk, columns: columns, rows: rows)
      let areas = [PlacedPicture.Slot.photo, .print, .loupe].compactMap { slot in
        screen.pictures.first { $0.slot == slot }?.area
      }
      try #require(areas.count == 3)
      let (photo, scan, loupe) = (areas[0], areas[1], areas[2])
      #expect(loupe.column > photo.column + photo.columns && loupe.row > scan.row + scan.rows)
      #expect(loupe.columns >= 13 && loupe.rows >= 7)
      scans.insert(scan)
    }
    #expect(scans.count == 1)
    // Without the loupe, the scan has the whole panel.
    try desk.press("o")
    let scan = screen(desk, columns: columns, rows: rows).pictures.first { $0.slot == .print }
    #expect(scan.map { $0.area.rows > scans.first?.rows ?? .max } == true)
  }
}
