import PeelImaging

/// Outlines of braille dots. They are thin, hide little of the picture and end before the corners.
extension Stroke {
  /// The part of each line next to a corner that is left out, in columns.
  private static let gap = 1.5
  /// The largest share of a line that is left out at each end.
  private static let largestGap = 0.25
  /// The dots from one dot of a candidate's line to the next.
  private static let candidateStep = 3

  /// Draws an outline with dots.
  func drawDots(_ outline: OutlinePath, into screen: inout Screen, within area: Area) {
    for side in outline.sides {
      for line in OutlinePath.lines(of: side) {
        let run = line.to - line.from
        let length = Point(run.x, capabilities.cellShape * run.y).length
        guard length > 0 else { continue }
        let gap = min(Self.gap / length, Self.largestGap)
        drawDots(
          from: line.isFirst ? line.from + gap * run : line.from, to: line.isLast ? line.to - gap * run : line.to,
          into: &screen, within: area)
      }
    }
  }

  /// Draws a line with dots between two points, in cells.
  private func drawDots(from a: Point, to b: Point, into screen: inout Screen, within area: Area) {
    guard let (a, b) = Self.clipped(a, b, to: area) else { return }
    let size = Point(Double(Braille.columns), Double(Braille.rows))
    let (from, to) = (Point(a.x * size.x, a.y * size.y), Point(b.x * size.x, b.y * size.y))
    let run = to - from
    let length = max(abs(run.x), abs(run.y))
    guard length > 0 else { return }
    for step in stride(from: 0, through: Int(length), by: kind == .candidate ? Self.candidateStep : 1) {
      let dot = from + Double(step) / length * run
      let (x, y) = (Int(dot.x), Int(dot.y))
      putDot(
        x: x % Braille.columns, y: y % Braille.rows, column: x / Braille.columns, row: y / Braille.rows, into: &screen,
        within: area)
    }
  }

  /// Adds a dot to a cell. The rest of the cell has the colour that covers more of it: a mean of both sides of an edge
  /// would be a band beside the line.
  private func putDot(x: Int, y: Int, column: Int, row: Int, into screen: inout Screen, within area: Area) {
    guard area.contains(column: column, row: row), let ground = backdrop[column, row].largerColour else { return }
    let paint = Paint(ink: ink(on: ground), ground: .colour(ground), style: style)
    let cell = screen[column, row]
    var dots = cell.paint == paint ? cell.glyph.flatMap { Braille($0) } ?? Braille() : Braille()
    dots.insert(x: x, y: y)
    screen[column, row] = Cell(glyph: dots.glyph, paint: paint)
  }

  /// The one of the two inks whose luma differs more from the ground's.
  private func ink(on ground: Colour) -> Ink {
    guard let onLight else { return ink }
    return abs(onLight.shown.luma - ground.luma) > abs(ink.shown.luma - ground.luma) ? onLight : ink
  }
}
