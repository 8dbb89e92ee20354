import PeelImaging

/// Things of equal cells that aren't prints, whatever the cells look like: chess boards, windows, tiles, façades and
/// keyboards.
extension Pencil {
  private enum LatticeKind { case board, panes, tiles, facade, keys }

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
      LatticeKind.board, 0.25, (.panes, 0.25), (.facade, 0.2), (.tiles, 0.15), (.keys, 0.15))
    var canvas = canvas(ratio: random.number(0.5, 1.8), anyColour())
    if kind == .facade || random.isTrue(0.2) { drawTexture(on: &canvas) }
    let (most, gap): (ClosedRange<Int>, Double) =
      switch kind {
      case .board: (4...10, 0)
      case .panes: (1...5, random.number(0.03, 0.25))
      case .tiles: (4...10, random.number(0.01, 0.06))
      case .facade: (2...6, random.number(0.3, 0.65))
      case .keys: (4...10, random.number(0.08, 0.3))
      }
    var (columns, rows) = (random.integer(most), random.integer(most))
    if kind == .board, random.isTrue(0.7) { (columns, rows) = (8, 8) }
    let margin = random.number(0, 0.12)
    let cell = Point(
      Double(canvas.width) * (1 - 2 * margin) / Double(columns), Double(canvas.height) * (1 - 2 * margin) / Double(rows)
    )
    let gaps = Point(gap, kind == .facade ? min(0.75, gap * random.number(0.5, 1.5)) : gap)
    // What is seen through all panes, unless they have a colour.
    let view = random.isTrue(0.5) && (kind == .panes || kind == .facade) ? picture(like: canvas) : nil
    let (base, hasBars) = (anyColour(), kind == .facade && random.isTrue(0.5))
    for column in 0..<columns {
      for row in 0..<rows where kind != .board || (column + row) % 2 == 0 {
        let area = Rectangle(
          x: margin * Double(canvas.width) + cell.x * (Double(column) + gaps.x / 2),
          y: margin * Double(canvas.height) + cell.y * (Double(row) + gaps.y / 2), width: cell.x * (1 - gaps.x),
          height: cell.y * (1 - gaps.y))
        let shade = Canvas.Colour(Float(random.normal(kind == .board ? 2 : 7)), 0, 0, 0)
        if let view { canvas.paste(view, area, into: area) } else { canvas.fill(area, base + shade) }
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

  private mutating func anyColour() -> Canvas.Colour { random.isTrue(0.5) ? colour() : grey(random.number(5, 250)) }

  private mutating func picture(like canvas: Canvas) -> Canvas {
    var picture = canvas
    drawPicture(
      Rectangle(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height)), on: &picture)
    return picture
  }

  /// Faintly, a small part of a photo.
  private mutating func drawTexture(on canvas: inout Canvas) {
    guard let photo = random.element(of: sources.grounds) else { return }
    var texture = canvas
    let area = Rectangle(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height))
    texture.paste(photo, photo.part(ratio: canvas.ratio, size: 0.1...0.4, &random), into: area)
    let (mean, contrast) = (texture.mean, Float(random.number(0.1, 0.6)))
    canvas.change { x, y, colour in colour + contrast * (texture[x, y] - mean) }
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
