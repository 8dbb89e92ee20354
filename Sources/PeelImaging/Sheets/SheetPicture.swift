/// A sheet of one page as a picture.
package struct SheetPicture: Sendable {
  private let layout: SheetLayout
  /// Pixels per millimetre.
  private let density: Double
  private var canvas: Canvas

  /// The ground, and the text, which is dark grey.
  private static let paper = Canvas.Colour.white, ink = Canvas.Colour(red: 48, green: 48, blue: 48)

  package static let lettering = SheetLayout.Lettering(size: 2.8, height: 3.8) { StrokeFace.advance(of: $0) }

  /// An empty page.
  ///
  /// - Parameter ppi: pixels per inch of the page.
  package init(_ layout: SheetLayout, ppi: Double) {
    self.layout = layout
    density = ppi / Self.millimetresPerInch
    canvas = Canvas(
      width: Int((layout.page.width * density).rounded()), height: Int((layout.page.height * density).rounded()),
      colour: Self.paper)
  }

  private static let millimetresPerInch = 25.4

  /// Draws a scan at its place, and the text below it.
  package mutating func draw(_ scan: Picture, in cell: SheetLayout.Cell) {
    let (width, height) = (max(pixels(cell.width), 1), max(pixels(cell.height), 1))
    let shown = scan.scaled(width: width, height: height)
    let (left, top) = (pixels(cell.x), pixels(cell.y))
    for y in 0..<height {
      for x in 0..<width {
        let i = 3 * (y * width + x)
        let colour = Canvas.Colour(red: shown.samples[i], green: shown.samples[i + 1], blue: shown.samples[i + 2])
        canvas.blend(left + x, top + y, colour, 1)
      }
    }
    for (number, line) in cell.lines.enumerated() {
      canvas.write(
        line, left: density * cell.x, baseline: density * cell.baseline(number, Self.lettering),
        size: density * Self.lettering.size, Self.ink)
    }
  }

  private func pixels(_ millimetres: Double) -> Int { Int((millimetres * density).rounded()) }

  /// The page.
  package var picture: Picture { canvas.picture }

  /// Whether every letter of a text can be drawn. The others leave a space.
  package static func canDraw(_ text: String) -> Bool { text.allSatisfy(StrokeFace.has) }
}
