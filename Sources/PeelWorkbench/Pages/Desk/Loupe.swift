import PeelImaging

/// A magnified view of the handle.
struct Loupe {
  /// Where it is, with its border.
  let box: Area
  /// Columns per photo pixel.
  let scale: Double
  /// What it shows in its middle, in photo pixels.
  let focus: Point
}

/// The loupe's place and content.
extension View {
  /// The loupe's least scale, in columns per photo pixel.
  private static let loupeScale = 0.3
  /// The least magnification of the loupe over the photo panel; below it, the loupe is hidden.
  private static let loupeGain = 2.0

  /// The magnification of the loupe over the photo at zoom 0, if that gives more than `loupeScale`.
  private static let loupeMagnification = 4.0
  /// The loupe's range of widths and its greatest height, without the border, in cells. Odd, so that it has a middle.
  private static let loupeColumns = 13...33
  private static let loupeRows = 15
  /// The sizes to try where it covers nothing of the photo, the largest first.
  private static let largeLoupes = sizes(columns: 21...49, rows: 9...25)
  /// The same where there is no room below the scan either.
  private static let smallLoupes = sizes(columns: 13...17, rows: 7...25)
  /// The sizes to try where it covers some of the photo, but no print.
  private static let overPhoto = sizes(columns: loupeColumns, rows: 5...loupeRows)
  /// The share of the scan's panel that the loupe takes below the scan, and the least rows of that panel.
  private static let (shareOfPrint, leastPrintRows) = (1.0 / 3, 20)
  /// The widest box beside the scan, and its fewest rows.
  private static let (widestBesideScan, leastBesideRows) = (51, 7)
  /// The cells that must be left beside and below the loupe.
  private static let leftFree = (columns: 10, rows: 8)

  private static func sizes(columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> [(columns: Int, rows: Int)] {
    stride(from: columns.upperBound, through: columns.lowerBound, by: -4).flatMap { columns in
      stride(from: rows.upperBound, through: rows.lowerBound, by: -2).map { (columns: columns, rows: $0) }
    }.sorted { $0.columns * $0.rows > $1.columns * $1.rows }
  }

  /// The loupe where it covers least: beside the photo, below the scan, or else where it covers no corner and little of
  /// the prints. nil if it isn't shown.
  var loupe: Loupe? {
    guard model.desk.hasLoupe || model.desk.grip != nil, !model.hasRulers, let outline = model.outline,
      let viewport = model.viewport(in: layout.photo)
    else { return nil }
    let scale = max(Self.loupeScale, Self.loupeMagnification * viewport.scale / Double(1 << (model.desk.zoom / 2)))
    let focus = model.desk.handle.focus(of: outline.quad)
    guard scale >= Self.loupeGain * viewport.scale, let box = loupeBox(in: viewport, farFrom: viewport(focus)) else {
      return nil
    }
    return Loupe(box: box, scale: scale, focus: focus)
  }

  mutating func draw(_ loupe: Loupe, of loaded: LoadedPhoto, _ outline: Outline) {
    let lens = loupe.box.inset(by: 1)
    screen.fill(loupe.box, theme[.desk])
    drawBox(loupe.box, title: titleOfLoupe(outline, columns: loupe.box.columns))
    let close = Viewport(around: loupe.focus, scale: loupe.scale, in: lens, shape: capabilities.cellShape)
    show(loaded.rendition, close, in: .loupe)
    let picture = screen
    if let edges = model.edges {
      var onEdges = outline
      onEdges.quad = edges
      draw(path(of: onEdges).map { close($0) }, .edge, over: .loupe, picture, within: lens)
    }
    draw(path(of: outline).map { close($0) }, .print, over: .loupe, picture, within: lens)
    drawLegend(of: loupe)
    if capabilities.graphics == .cells, !capabilities.hasDottedLines {
      stroke(.chosen, over: picture).put(
        cornerMark(true), column: lens.column + lens.columns / 2, row: lens.row + lens.rows / 2, into: &screen,
        within: lens)
    } else {
      let focus = close(loupe.focus)
      let arm = (across: 1.5, down: 1.5 / capabilities.cellShape)
      for (x, y) in [(arm.across, 0), (0, arm.down)] {
        let line = [focus - Point(x, y), focus + Point(x, y)]
        draw(OutlinePath(sides: [line]), .chosen, over: .loupe, picture, within: lens)
      }
    }
  }

  /// The handle, and its distance from the edge: in as many words as there is room for.
  private func titleOfLoupe(_ outline: Outline, columns: Int) -> String {
    let name = model.desk.handle.title
    guard model.areEdgesKnown, !outline.isCandidate else { return name }
    var words = ["no edge near", "no edge"]
    if let edges = model.edges {
      let distance = model.desk.handle.corners.map { edges[$0].distance(to: outline.quad[$0]) }.reduce(0, max)
      let away = "\(distance.tenths) px"
      words =
        distance < Model.leastShownMove ? ["on the edge", "on edge"] : ["edge \(away) away", "edge \(away)", away]
    }
    let dot = unicode ? "·" : "-"
    let titles = words.map { "\(name) \(dot) \($0)" } + words.suffix(1).map { "\(name.prefix(1)): \($0)" }
    return titles.first { $0.count + Self.titleMargin <= columns } ?? name
  }

  /// Says on the lower border which line is which.
  private mutating func drawLegend(of loupe: Loupe) {
    guard model.edges != nil else { return }
    let (box, line) = (loupe.box, unicode ? "─" : "-")
    let parts: [(text: String, role: Role)] = [(" \(line) yours ", .print), ("\(line) edge ", .done)]
    guard parts.reduce(Self.titleMargin, { $0 + $1.text.count }) <= box.columns else { return }
    var column = box.column + 2
    for part in parts { column += write(part.text, column: column, row: box.row + box.rows - 1, part.role) }
  }

  /// The columns of a box that its title leaves free.
  private static let titleMargin = 5

  /// The loupe with its border; nil if there is no room.
  private func loupeBox(in viewport: Viewport, farFrom handle: Point) -> Area? {
    let area = viewport.area
    let columns = min(max(area.columns / 4, Self.loupeColumns.lowerBound), Self.loupeColumns.upperBound) | 1
    let rows = min(columns / 2, Self.loupeRows) | 1
    let outlines = item.sheet.prints + (model.outline.map { [$0] } ?? [])
    let quads = outlines.map { outline in outline.quad.map { viewport($0) } }
    if let box = boxBesidePhoto(Self.largeLoupes, viewport, farFrom: handle) ?? boxBesideScan
      ?? boxBesidePhoto(Self.smallLoupes, viewport, farFrom: handle)
    {
      return box
    }
    guard area.columns >= 2 * columns + Self.leftFree.columns, area.rows >= rows + Self.leftFree.rows else {
      return nil
    }
    for size in Self.overPhoto where size.columns <= columns && size.rows <= rows {
      let boxes = Self.places(in: area, columns: size.columns + 2, rows: size.rows + 2, farFrom: handle)
      if let box = boxes.first(where: { Self.cover(of: quads, by: $0) == 0 }) { return box }
    }
    // The first one of those that cover equally much.
    return Self.places(in: area, columns: columns + 2, rows: rows + 2, farFrom: handle).min { a, b in
      Self.cover(of: quads, by: a) < Self.cover(of: quads, by: b)
    }
  }

  /// A box beside the photo, where a flat or a narrow one may be larger than one of the usual shape.
  private func boxBesidePhoto(
    _ sizes: [(columns: Int, rows: Int)], _ viewport: Viewport, farFrom handle: Point
  ) -> Area? {
    for size in sizes {
      let boxes = Self.places(in: viewport.area, columns: size.columns + 2, rows: size.rows + 2, farFrom: handle)
      if let box = boxes.first(where: { isBesidePhoto($0, viewport) }) { return box }
    }
    return nil
  }

  /// A box at the lower end of the scan's panel, or at the right end of one below the photo. Where it is doesn't depend on
  /// the handle, so that the scan keeps its size while a corner moves.
  private var boxBesideScan: Area? {
    let panel = layout.print
    if layout.isPrintBelow {
      let columns = min(Int(Self.shareOfPrint * Double(panel.columns)), Self.widestBesideScan) | 1
      guard panel.rows >= Self.leastBesideRows, columns >= Self.loupeColumns.lowerBound + 2 else { return nil }
      return Area(
        column: panel.column + panel.columns - columns - 1, row: panel.row, columns: columns, rows: panel.rows)
    }
    guard panel.rows >= Self.leastPrintRows, panel.columns >= Self.loupeColumns.lowerBound + 2 else { return nil }
    let columns = (min(panel.columns - 2, Self.loupeColumns.upperBound + 2) - 1) | 1
    let rows = (Int(Self.shareOfPrint * Double(panel.rows)) - 1) | 1
    return Area(
      column: panel.column + (panel.columns - columns) / 2, row: panel.row + panel.rows - rows, columns: columns,
      rows: rows)
  }

  /// Whether a box and the photo don't overlap.
  private func isBesidePhoto(_ box: Area, _ viewport: Viewport) -> Bool {
    let area = viewport.area
    guard box.columns <= area.columns, box.rows <= area.rows, let photo = item.photo?.photo else { return false }
    let (from, to) = (viewport(Point(0, 0)), viewport(Point(Double(photo.width), Double(photo.height))))
    return Double(box.column + box.columns) <= from.x || Double(box.column) >= to.x
      || Double(box.row + box.rows) <= from.y || Double(box.row) >= to.y
  }

  /// Boxes in the corners of an area, the one farthest from a place first, and then in the middle of its sides.
  private static func places(in area: Area, columns: Int, rows: Int, farFrom place: Point) -> [Area] {
    let (left, right) = (area.column + 1, area.column + area.columns - columns - 1)
    let (top, bottom) = (area.row, area.row + area.rows - rows)
    let isLeft = place.x < Double(area.column) + Double(area.columns) / 2
    let isUpper = place.y < Double(area.row) + Double(area.rows) / 2
    let (far, near) = (isLeft ? right : left, isLeft ? left : right)
    let (away, close) = (isUpper ? bottom : top, isUpper ? top : bottom)
    let (middle, centre) = ((left + right) / 2, (top + bottom) / 2)
    let places = [
      (far, away), (far, close), (near, away), (near, close), (far, centre), (middle, away), (near, centre),
      (middle, close),
    ]
    return places.map { column, row in
      Area(column: column, row: row, columns: columns, rows: rows)
    }
  }

  /// How much worse a covered corner is than a covered cell of a print.
  private static let costOfCorner = 1000

  /// The cells beside a corner, on each side, in which its number may stand.
  private static let number = (columns: 4.0, rows: 2.0)

  /// How much of the prints a box covers.
  private static func cover(of quads: [Quad], by box: Area) -> Int {
    quads.reduce(0) { cost, quad in
      let corners = Quad.Corner.allCases.count { corner in
        let p = quad[corner]
        return p.x >= Double(box.column) - number.columns && p.x <= Double(box.column + box.columns) + number.columns
          && p.y >= Double(box.row) - number.rows && p.y <= Double(box.row + box.rows) + number.rows
      }
      // The print's sides stay free, too.
      let cells = (box.row - 1..<box.row + box.rows + 1).reduce(0) { sum, row in
        sum
          + (box.column - 1..<box.column + box.columns + 1).count { column in
            quad.contains(Point(Double(column) + 0.5, Double(row) + 0.5))
          }
      }
      return cost + costOfCorner * corners + cells
    }
  }
}
