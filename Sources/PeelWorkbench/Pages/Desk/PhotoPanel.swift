import PeelImaging

/// The photo with its outlines, and the loupe.
extension View {
  mutating func drawPhoto(in area: Area, _ loupe: Loupe? = nil) {
    switch item.loading {
    case .waiting, .running:
      writeCentred("reading \(item.title)…", in: area, .quiet)
      return
    case .failed(let sentence):
      writeCentred(sentence.text, in: area, .trouble)
      return
    case .done(let loaded):
      guard let viewport = model.viewport(in: area) else { return }
      show(loaded.rendition, viewport, in: .photo, remembering: \.photo)
      if model.display.dims, let outline = model.outline, outline.isTaken,
        let cells = viewport.cells(width: loaded.photo.width, height: loaded.photo.height)
      {
        screen.dim(outside: path(of: outline).map { viewport($0) }, within: cells, over: .photo)
      }
      drawOutlines(viewport)
      if let loupe, let outline = model.outline { draw(loupe, of: loaded, outline) }
    }
  }

  func stroke(_ kind: Stroke.Kind, over backdrop: Screen) -> Stroke {
    Stroke(
      kind: kind, ink: theme[kind.role].ink, onLight: theme.onLight(kind.role), style: theme[kind.role].style,
      capabilities: capabilities, backdrop: backdrop)
  }

  /// Draws an outline over the picture in a slot.
  mutating func draw(
    _ outline: OutlinePath, _ kind: Stroke.Kind, over slot: PlacedPicture.Slot, _ backdrop: Screen, within area: Area
  ) {
    guard capabilities.graphics != .cells else {
      return stroke(kind, over: backdrop).draw(outline, into: &screen, within: area)
    }
    screen.draw(outline, kind, theme, over: slot)
  }

  /// An outline's sides, in photo pixels; those of a curled print are curves.
  func path(of outline: Outline) -> OutlinePath {
    guard let photo = item.photo?.photo else { return OutlinePath(outline.quad) }
    return OutlinePath(sides: outline.print.sides(in: photo))
  }

  /// Draws the outlines, the chosen one last and on top.
  private mutating func drawOutlines(_ viewport: Viewport) {
    let picture = screen
    for (index, outline) in item.sheet.outlines.enumerated().reversed()
    where index != item.sheet.chosen && model.isShown(outline) {
      draw(
        path(of: outline).map { viewport($0) }, outline.isTaken ? .print : .candidate, over: .photo, picture,
        within: viewport.area)
    }
    drawNumbers(viewport)
    guard let outline = model.outline else { return }
    let quad = outline.quad.map { viewport($0) }
    draw(
      path(of: outline).map { viewport($0) }, outline.isTaken ? .chosen : .candidate, over: .photo, picture,
      within: viewport.area)
    let chosen = stroke(.chosen, over: picture)
    for corner in Quad.Corner.allCases where !model.desk.handle.corners.contains(corner) {
      drawNumber(of: corner, of: quad, chosen, within: viewport.area)
    }
    for corner in model.desk.handle.corners { drawNumber(of: corner, of: quad, chosen, within: viewport.area) }
  }

  /// Writes the number of each of several prints in its middle, as its scan is numbered.
  private mutating func drawNumbers(_ viewport: Viewport) {
    let prints = item.sheet.outlines.enumerated().filter { $1.isTaken }
    guard prints.count > 1 else { return }
    for (number, (index, outline)) in zip(1..., prints) {
      let (text, middle) = (" \(number) ", viewport(outline.quad.centre))
      guard Self.isNear(middle) else { continue }
      let (column, row) = (Int(middle.x.rounded(.down)) - text.count / 2, Int(middle.y.rounded(.down)))
      guard viewport.area.contains(column: column, row: row),
        viewport.area.contains(column: column + text.count - 1, row: row)
      else { continue }
      write(text, column: column, row: row, index == item.sheet.chosen ? .activeCorner : .corner)
    }
  }

  /// The distance beyond which nothing is written, in cells. Much larger than any screen.
  private static let farthest = 1e6

  private static func isNear(_ p: Point) -> Bool { p.isFinite && abs(p.x) < farthest && abs(p.y) < farthest }

  /// Draws a mark on a corner and its number beside it, in brackets if the handle has that corner.
  private mutating func drawNumber(of corner: Quad.Corner, of quad: Quad, _ stroke: Stroke, within area: Area) {
    let p = quad[corner]
    guard Self.isNear(p) else { return }
    let isActive = model.desk.handle.corners.contains(corner)
    let (column, row) = (Int(p.x.rounded(.down)), Int(p.y.rounded(.down)))
    // Lines of pixels or dots end before the corner, and nothing covers it.
    if capabilities.graphics == .cells, !capabilities.hasDottedLines {
      stroke.put(cornerMark(isActive), column: column, row: row, into: &screen, within: area)
    }
    let label = isActive ? "[\(corner.rawValue + 1)]" : "\(corner.rawValue + 1)"
    let isLeft = p.x < quad.centre.x
    let labelColumn = isLeft ? column - label.count : column + 1
    let labelRow = row + (p.y < quad.centre.y ? -1 : 1)
    // The number stays within the area. It's left out if its corner is outside.
    guard area.contains(column: column, row: row) else { return }
    write(
      label, column: min(max(labelColumn, area.column), area.column + area.columns - label.count),
      row: min(max(labelRow, area.row), area.row + area.rows - 1), isActive ? .activeCorner : .corner)
  }

  func cornerMark(_ isActive: Bool) -> Character {
    switch capabilities.glyphs {
    case .ascii: isActive ? "@" : "+"
    case .halfBlocks: "┼"
    case .blocks, .sextants: isActive ? "╋" : "┼"
    }
  }

  mutating func drawBox(_ area: Area, title: String) {
    screen.drawBox(area, theme[.rule], unicode: unicode)
    write(" \(title) ", column: area.column + 2, row: area.row, .quiet, limit: max(0, area.columns - 4))
  }
}
