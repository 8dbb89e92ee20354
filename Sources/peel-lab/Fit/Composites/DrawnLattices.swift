import PeelImaging

/// Things of many rectangles that aren't prints, whatever they look like: chess boards, windows, tiles, façades, keyboards,
/// stripes, lines, panels, shelves and circuit boards.
extension Pencil {
  private enum LatticeKind { case board, panes, tiles, facade, keys, stripes, lines, panels, shelf, circuit }

  /// Draws a lattice in a perspective of its own.
  mutating func drawLattice(on canvas: inout Canvas) {
    let lattice = lattice()
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let long = max(width, height)
    let view = View(
      tilt: min(abs(random.normal(0.4)), 0.9), direction: random.number(0, 2 * Double.pi), focalLength: 1.3 * long,
      centre: Point(width * random.number(0.3, 0.7), height * random.number(0.3, 0.7)))
    let place = Layout.Place(
      print: lattice, centre: Point(0, 0), side: random.number(0.5, 1.8) * long,
      turn: random.isTrue(0.7) ? random.normal(0.1) : random.number(0, 2 * Double.pi))
    guard let quad = Quad(place.corners.corners.compactMap { view($0) }), quad.isConvex else { return }
    canvas.lay(lattice, on: quad, .flat, light: 1)
  }

  private mutating func lattice() -> Canvas {
    let kind = random.one(
      LatticeKind.board, 0.16, (.panes, 0.16), (.facade, 0.12), (.tiles, 0.1), (.keys, 0.1), (.stripes, 0.1),
      (.lines, 0.06), (.panels, 0.06), (.shelf, 0.08), (.circuit, 0.06))
    let ground = anyColour()
    var canvas = canvas(ratio: random.number(0.5, 1.8), ground)
    if kind == .facade || random.isTrue(0.2) { drawTexture(on: &canvas) }
    let (most, gap): (ClosedRange<Int>, Double) =
      switch kind {
      case .board: (4...10, 0)
      case .panes: (1...5, random.number(0.03, 0.25))
      case .tiles: (4...10, random.number(0.01, 0.06))
      case .facade: (2...6, random.number(0.3, 0.65))
      case .keys: (4...10, random.number(0.08, 0.3))
      case .stripes: (8...40, 0)
      case .lines: (3...12, 0)
      case .panels: (1...4, random.number(0.1, 0.4))
      case .shelf: (6...20, 0.02)
      case .circuit: (3...8, 0)
      }
    var (columns, rows) = (random.integer(most), random.integer(most))
    switch kind {
    case .board where random.isTrue(0.7): (columns, rows) = (8, 8)
    case .stripes: rows = 1
    case .shelf: rows = random.integer(1...3)
    default: break
    }
    let margin = random.number(0, 0.12)
    let cell = Point(
      Double(canvas.width) * (1 - 2 * margin) / Double(columns), Double(canvas.height) * (1 - 2 * margin) / Double(rows)
    )
    let gaps = Point(gap, kind == .facade ? min(0.75, gap * random.number(0.5, 1.5)) : gap)
    // What is seen through all panes, unless they have a colour.
    let view = random.isTrue(0.5) && (kind == .panes || kind == .facade) ? picture(like: canvas) : nil
    let (base, hasBars) = (anyColour(), kind == .facade && random.isTrue(0.5))
    for column in 0..<columns {
      for row in 0..<rows {
        if kind == .board && (column + row) % 2 == 1 || kind == .stripes && column % 2 == 1 { continue }
        let area = Rectangle(
          x: margin * Double(canvas.width) + cell.x * (Double(column) + gaps.x / 2),
          y: margin * Double(canvas.height) + cell.y * (Double(row) + gaps.y / 2), width: cell.x * (1 - gaps.x),
          height: cell.y * (1 - gaps.y))
        let isEven = kind == .board || kind == .stripes
        let shade = Canvas.Colour(Float(random.normal(isEven ? 2 : 7)), 0, 0, 0)
        switch kind {
        case .lines: canvas.outline(area, width: 2, base, base)
        case .panels: drawPanel(area, ground, on: &canvas)
        case .shelf: drawBook(area, on: &canvas)
        case .circuit: drawParts(area, on: &canvas)
        default:
          if let view { canvas.paste(view, area, into: area) } else { canvas.fill(area, base + shade) }
        }
        if hasBars { drawBars(area, on: &canvas) }
        if kind == .keys, random.isTrue(0.8) {
          let sign = Rectangle(
            x: area.minX + 0.25 * area.width, y: area.minY + 0.25 * area.height, width: 0.45 * area.width,
            height: 0.7 * area.height)
          canvas.write(in: sign, size: 0.35 * area.height, grey(base.x < 120 ? 200 : 20), ragged: 0, &random)
        }
      }
    }
    if kind == .board {
      for _ in 0..<random.integer(0...24) { drawPiece(cell, columns: columns, rows: rows, margin: margin, on: &canvas) }
    }
    return canvas
  }

  /// A panel of a door: its edges are lit, and inside it is what it is outside.
  private mutating func drawPanel(_ area: Rectangle, _ ground: Canvas.Colour, on canvas: inout Canvas) {
    let depth = Float(random.number(15, 60))
    let (light, dark) = (ground + Canvas.Colour(depth, 0, 0, 0), ground - Canvas.Colour(depth, 0, 0, 0))
    for _ in 0..<random.integer(1...2) {
      let inset = random.number(0, 0.12) * min(area.width, area.height)
      canvas.outline(area.inset(by: inset), width: random.number(2, 8), light, dark)
    }
  }

  /// The back of a book among others on a shelf.
  private mutating func drawBook(_ cell: Rectangle, on canvas: inout Canvas) {
    let (width, height) = (cell.width * random.number(0.6, 1), cell.height * random.number(0.65, 1))
    let book = Rectangle(x: cell.minX, y: cell.maxY - height, width: width, height: height)
    let colour = random.isTrue(0.7) ? anyColour() : paper()
    canvas.fill(book, colour)
    guard random.isTrue(0.7) else { return }
    let title = Rectangle(
      x: book.minX + 0.2 * width, y: book.minY + 0.1 * height, width: 0.6 * width, height: 0.6 * height)
    canvas.write(in: title, size: 0.3 * width, ink(on: colour), ragged: 0.2, &random)
  }

  /// Some parts of a circuit board.
  private mutating func drawParts(_ cell: Rectangle, on canvas: inout Canvas) {
    for _ in 0..<random.integer(1...5) {
      let (width, height) = (cell.width * random.number(0.05, 0.7), cell.height * random.number(0.05, 0.7))
      let part = Rectangle(
        x: cell.minX + random.number(0, cell.width - width), y: cell.minY + random.number(0, cell.height - height),
        width: width, height: height)
      let colour =
        random.isTrue(0.7) ? grey(random.isTrue(0.6) ? random.number(10, 60) : random.number(150, 240)) : colour()
      if random.isTrue(0.8) { canvas.fill(part, colour) } else { canvas.fill(ellipseIn: part, colour) }
      if random.isTrue(0.3) { canvas.write(in: part, size: 0.2 * height, ink(on: colour), ragged: 0.3, &random) }
    }
  }

  private mutating func picture(like canvas: Canvas) -> Canvas {
    var picture = canvas
    drawPicture(
      Rectangle(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height)), on: &picture)
    return picture
  }

  /// The bars of a window: one from top to bottom, and perhaps one across.
  private mutating func drawBars(_ area: Rectangle, on canvas: inout Canvas) {
    canvas.fill(Rectangle(x: area.minX + area.width / 2 - 1, y: area.minY, width: 2, height: area.height), grey(220))
    guard random.isTrue(0.5) else { return }
    canvas.fill(Rectangle(x: area.minX, y: area.minY + area.height / 2 - 1, width: area.width, height: 2), grey(220))
  }

  private mutating func drawPiece(_ cell: Point, columns: Int, rows: Int, margin: Double, on canvas: inout Canvas) {
    let (width, height) = (cell.x * random.number(0.3, 0.7), cell.y * random.number(0.4, 1.2))
    let x = margin * Double(canvas.width) + cell.x * (Double(random.integer(0...columns - 1)) + 0.5)
    let y = margin * Double(canvas.height) + cell.y * (Double(random.integer(0...rows - 1)) + random.number(0.1, 0.5))
    canvas.fill(
      ellipseIn: Rectangle(x: x - width / 2, y: y - height / 2, width: width, height: height),
      grey(random.isTrue(0.5) ? random.number(5, 60) : random.number(180, 250)))
  }
}
