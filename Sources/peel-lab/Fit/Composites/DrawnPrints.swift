import PeelImaging

/// Prints of many kinds: photos with and without a border, documents, cards, covers and bare sheets.
extension Pencil {
  enum PrintKind {
    /// Cut out of a photo.
    case real
    case photo, strip, document, receipt, card, cover, sheet
  }

  /// One of the kinds that people scan, about as often as they do.
  mutating func printKind() -> PrintKind {
    random.one(
      .real, 0.28, (.photo, 0.25), (.strip, 0.02), (.document, 0.15), (.card, 0.12), (.cover, 0.06), (.receipt, 0.05),
      (.sheet, 0.07))
  }

  mutating func print(_ kind: PrintKind) -> Canvas {
    switch kind {
    case .real: random.element(of: sources.prints) ?? photo()
    case .photo: photo()
    case .strip: strip()
    case .document: document(ratio: random.one(0.707, 2, (1.414, 1), (0.773, 1), (0.65, 1), (1, 1), (1.6, 1)))
    case .receipt: document(ratio: random.number(0.3, 0.55))
    case .card: card()
    case .cover: cover()
    case .sheet: sheet()
    }
  }

  private mutating func card() -> Canvas {
    switch random.integer(0...2) {
    case 0: playingCard()
    case 1: framedCard()
    default: identityCard()
    }
  }

  /// The proportions of a photo.
  private mutating func photoRatio() -> Double {
    random.one(
      1.0, 2, (0.707, 1), (0.667, 1), (0.75, 1), (1.414, 1), (1.5, 1), (1.333, 1), (0.82, 1), (0.628, 1))
  }

  private mutating func photo() -> Canvas {
    enum Border { case bordered, none }
    return random.one(Border.bordered, 0.8, (.none, 0.2)) == .none
      ? borderless(ratio: photoRatio()) : bordered(ratio: photoRatio())
  }

  /// A photo up to its edges, at times with a hair of white around it, where the paper was cut.
  ///
  /// - Parameter ratio: nil for that of any photo.
  mutating func borderless(ratio: Double? = nil) -> Canvas {
    let ratio = ratio ?? photoRatio()
    var canvas = canvas(ratio: ratio, grey(random.number(225, 255)))
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let hair = random.isTrue(0.15) ? random.number(0.003, 0.015) * min(width, height) : 0
    drawPicture(Rectangle(x: 0, y: 0, width: width, height: height).inset(by: hair), on: &canvas)
    return canvas
  }

  /// A photo with a border, which may be wider at the bottom.
  mutating func bordered(ratio: Double) -> Canvas {
    enum Border { case white, cream, black, coloured }
    let border = random.one(Border.white, 0.45, (.cream, 0.12), (.black, 0.1), (.coloured, 0.13))
    let base: Canvas.Colour =
      switch border {
      case .white: grey(random.number(225, 255))
      case .cream: Canvas.Colour(Float(random.number(215, 240)), Float(random.number(110, 120)), 131, 0)
      case .black: grey(random.number(5, 40))
      case .coloured: colour()
      }
    var canvas = canvas(ratio: ratio, base)
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let side = random.number(0.02, 0.09) * min(width, height)
    let bottom = random.isTrue(0.5) ? side * random.number(2.5, 4.5) : side
    drawPicture(Rectangle(x: side, y: side, width: width - 2 * side, height: height - side - bottom), on: &canvas)
    if bottom > 2 * side, random.isTrue(0.3) {
      let area = Rectangle(
        x: side + random.number(0, 0.3) * width, y: height - 0.8 * bottom, width: 0.6 * width, height: 0.6 * bottom)
      canvas.write(in: area, size: 0.35 * bottom, ink(on: base), ragged: 0.9, &random)
    }
    return canvas
  }

  /// Some pictures below one another, as from a photo booth.
  mutating func strip() -> Canvas {
    let (count, border) = (random.integer(2...5), random.number(0.03, 0.1))
    var canvas = canvas(ratio: random.number(0.6, 1.3) / Double(count), random.isTrue(0.8) ? paper() : grey(20))
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let (edge, cell) = (border * width, (height - border * width) / Double(count))
    for row in 0..<count {
      let area = Rectangle(
        x: edge, y: edge + cell * Double(row), width: width - 2 * edge, height: cell - edge)
      drawPicture(area, on: &canvas)
    }
    return canvas
  }

  private mutating func document(ratio: Double) -> Canvas {
    let paper = paper()
    var canvas = canvas(ratio: ratio, paper)
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let (margin, size) = (random.number(0.03, 0.12) * width, random.number(0.018, 0.035) * Self.side)
    enum Block { case text, title, gap, table, picture, rule, box }
    var y = margin
    while y < height - margin {
      let block = random.one(
        Block.text, 0.42, (.title, 0.15), (.gap, 0.15), (.table, 0.1), (.picture, 0.08), (.rule, 0.05), (.box, 0.05))
      let ink = ink(on: paper)
      let left = margin + (random.isTrue(0.2) ? random.number(0, 0.35) * width : 0)
      let right = width - margin - (random.isTrue(0.2) ? random.number(0, 0.35) * width : 0)
      var area = Rectangle(
        x: left, y: y, width: right - left, height: min(height - margin - y, random.number(0.05, 0.3) * height))
      switch block {
      case .text: canvas.write(in: area, size: size, ink, ragged: 0.3, &random)
      case .title:
        area = Rectangle(x: left, y: y, width: area.width, height: min(area.height, 4 * size))
        canvas.write(in: area, size: random.number(1.5, 3.2) * size, ink, ragged: 0.8, &random)
      case .gap: break
      case .table: drawTable(area, size: size, ink, on: &canvas)
      case .picture: drawPicture(area, on: &canvas)
      case .rule:
        area = Rectangle(x: left, y: y, width: area.width, height: random.number(1, 4))
        canvas.fill(area, ink)
      case .box: canvas.fill(area, colour())
      }
      y += area.height + random.number(0.3, 2) * size
    }
    return canvas
  }

  private mutating func drawTable(_ area: Rectangle, size: Double, _ ink: Canvas.Colour, on canvas: inout Canvas) {
    let (rows, columns) = (random.integer(2...9), random.integer(2...9))
    for row in 0...rows {
      let y = area.minY + area.height * Double(row) / Double(rows)
      canvas.fill(Rectangle(x: area.minX, y: y, width: area.width, height: 1), ink)
    }
    for column in 0...columns {
      let x = area.minX + area.width * Double(column) / Double(columns)
      canvas.fill(Rectangle(x: x, y: area.minY, width: 1, height: area.height), ink)
    }
    if random.isTrue(0.6) { canvas.write(in: area, size: 0.9 * size, ink, ragged: 0.6, &random) }
  }

  private mutating func sheet() -> Canvas {
    let paper = paper()
    var canvas = canvas(ratio: random.number(0.6, 1.5), paper)
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    if random.isTrue(0.5) {
      let top = random.number(0.1, 0.7) * height
      canvas.write(
        in: Rectangle(x: 0.08 * width, y: top, width: 0.84 * width, height: 0.9 * height - top),
        size: random.number(8, 24), ink(on: paper), ragged: 0.7, &random)
    }
    return canvas
  }

  private mutating func cover() -> Canvas {
    let base = colour()
    var canvas = canvas(ratio: random.number(0.63, 0.8), base)
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    if random.isTrue(0.5) {
      let inset = random.number(0, 0.2) * width
      drawPicture(
        Rectangle(
          x: inset, y: random.number(0, 0.5) * height, width: width - 2 * inset,
          height: random.number(0.3, 0.5) * height),
        on: &canvas)
    }
    if random.isTrue(0.4) {
      canvas.fill(
        Rectangle(x: 0, y: random.number(0, 0.7) * height, width: width, height: random.number(0.1, 0.3) * height),
        colour())
    }
    for _ in 0..<random.integer(1...3) {
      canvas.write(
        in: Rectangle(
          x: 0.08 * width, y: random.number(0.05, 0.8) * height, width: 0.84 * width,
          height: random.number(0.08, 0.2) * height),
        size: random.number(0.05, 0.12) * height, ink(on: base), ragged: 0.6, &random)
    }
    return canvas
  }

  /// Signs in rows and columns, and in two corners.
  private mutating func playingCard() -> Canvas {
    var canvas = canvas(ratio: random.one(0.63, 1, (0.714, 1), (0.667, 1)), grey(random.number(225, 255)))
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let red = Canvas.Colour(Float(random.number(60, 110)), 110, Float(random.number(180, 230)), 0)
    let ink = random.one(red, 0.5, (grey(20), 0.35), (colour(), 0.15))
    let (columns, rows, radius) = (random.integer(1...3), random.integer(1...4), random.number(0.04, 0.2) * width)
    let isRhombus = random.isTrue(0.5)
    for column in 1...columns {
      for row in 1...rows {
        let centre = Point(
          width * Double(column) / Double(columns + 1), height * Double(row) / Double(rows + 1))
        let area = Rectangle(
          x: centre.x - radius, y: centre.y - 1.2 * radius, width: 2 * radius, height: 2.4 * radius)
        canvas.fill(ellipseIn: area, isRhombus: isRhombus, ink)
      }
    }
    if random.isTrue(0.7) {
      for (x, y) in [(0.05, 0.03), (0.8, 0.84)] {
        canvas.write(
          in: Rectangle(x: x * width, y: y * height, width: 0.15 * width, height: 0.15 * height), size: 0.1 * height,
          ink, ragged: 0, &random)
      }
    }
    if random.isTrue(0.15) {
      drawPicture(
        Rectangle(x: 0.15 * width, y: 0.12 * height, width: 0.7 * width, height: 0.76 * height), on: &canvas)
    }
    return canvas
  }

  /// A portrait beside some lines, perhaps below a band of colour.
  private mutating func identityCard() -> Canvas {
    let base = random.isTrue(0.5) ? paper() : colour()
    var canvas = canvas(ratio: random.isTrue(0.8) ? 1.586 : 0.63, base)
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    if random.isTrue(0.3) {
      canvas.fill(Rectangle(x: 0, y: 0, width: width, height: height).inset(by: 0.02 * height), colour())
    }
    let band = random.isTrue(0.7) ? random.number(0.1, 0.3) * height : 0
    if band > 0 {
      let tint = colour()
      let area = Rectangle(x: 0, y: random.isTrue(0.8) ? 0 : height - band, width: width, height: band)
      canvas.fill(area, tint)
      canvas.write(in: area.inset(by: 0.25 * band), size: 0.3 * band, ink(on: tint), ragged: 0.5, &random)
    }
    let (portrait, isLeft) = (random.isTrue(0.75) ? random.number(0.2, 0.38) * width : 0, random.isTrue(0.7))
    let top = band + 0.06 * height
    if portrait > 0 {
      let area = Rectangle(
        x: isLeft ? 0.05 * width : 0.95 * width - portrait, y: top, width: portrait,
        height: min(1.3 * portrait, height - top - band))
      drawPicture(area, on: &canvas)
    }
    let lines = Rectangle(
      x: (isLeft ? portrait : 0) + 0.08 * width, y: top, width: 0.84 * width - portrait,
      height: 0.92 * height - top - band)
    canvas.write(in: lines, size: random.number(0.03, 0.08) * height, ink(on: base), ragged: 0.7, &random)
    return canvas
  }

  /// A title, a picture and a box of text within a border, as on collectors' cards.
  private mutating func framedCard() -> Canvas {
    let border = random.isTrue(0.5) ? grey(random.number(5, 40)) : paper()
    var canvas = canvas(ratio: random.one(0.714, 2, (0.63, 1)), border)
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let (edge, inner) = (random.number(0.02, 0.06) * width, colour())
    canvas.fill(Rectangle(x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge), inner)
    let (left, wide) = (2 * edge, width - 4 * edge)
    let (top, bottom) = (random.number(0.08, 0.14) * height, random.number(0.45, 0.62) * height)
    drawPicture(Rectangle(x: left, y: top, width: wide, height: bottom - top), on: &canvas)
    canvas.write(
      in: Rectangle(x: left, y: 1.3 * edge, width: wide, height: top - edge), size: 0.045 * height, ink(on: inner),
      ragged: 0.8, &random)
    let paper = paper()
    let box = Rectangle(x: left, y: bottom + 0.06 * height, width: wide, height: 0.88 * height - bottom)
    canvas.fill(box, paper)
    canvas.write(in: box, size: 0.035 * height, ink(on: paper), ragged: 0.3, &random)
    return canvas
  }
}
