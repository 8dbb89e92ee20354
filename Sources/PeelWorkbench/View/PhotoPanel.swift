import PeelImaging

/// The photo with its outlines, and the loupe.
extension View {
  mutating func drawPhoto(in area: Area) {
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
      drawOutlines(viewport)
      if let outline = model.outline, model.hasLoupe { drawLoupe(on: loaded, outline, beside: viewport) }
    }
  }

  private func stroke(_ kind: Stroke.Kind, over backdrop: Screen) -> Stroke {
    Stroke(
      kind: kind, ink: theme[kind.role].ink, onLight: theme.onLight(kind.role), style: theme[kind.role].style,
      capabilities: capabilities, backdrop: backdrop)
  }

  /// Draws an outline over the picture in a slot.
  private mutating func draw(
    _ quad: Quad, _ kind: Stroke.Kind, over slot: PlacedPicture.Slot, _ backdrop: Screen, within area: Area
  ) {
    guard capabilities.graphics != .cells else {
      return stroke(kind, over: backdrop).draw(quad, into: &screen, within: area)
    }
    screen.draw(quad, kind, theme, over: slot)
  }

  /// Draws the outlines, the chosen one last and on top.
  private mutating func drawOutlines(_ viewport: Viewport) {
    let prints = item.sheet.prints
    let picture = screen
    for (index, outline) in item.sheet.outlines.enumerated().reversed() where index != item.sheet.chosen {
      draw(
        outline.quad.map { viewport($0) }, prints.contains(outline) ? .print : .candidate, over: .photo, picture,
        within: viewport.area)
    }
    guard let outline = model.outline else { return }
    let quad = outline.quad.map { viewport($0) }
    draw(quad, .chosen, over: .photo, picture, within: viewport.area)
    let chosen = stroke(.chosen, over: picture)
    for corner in Quad.Corner.allCases where !model.handle.corners.contains(corner) {
      drawNumber(of: corner, of: quad, chosen, within: viewport.area)
    }
    for corner in model.handle.corners { drawNumber(of: corner, of: quad, chosen, within: viewport.area) }
  }

  /// The distance beyond which a corner isn't drawn, in cells. Much larger than any screen.
  private static let farthest = 1e6

  /// Draws a mark on a corner and its number beside it, in brackets if the handle has that corner.
  private mutating func drawNumber(of corner: Quad.Corner, of quad: Quad, _ stroke: Stroke, within area: Area) {
    let p = quad[corner]
    guard p.isFinite, abs(p.x) < Self.farthest, abs(p.y) < Self.farthest else { return }
    let isActive = model.handle.corners.contains(corner)
    let (column, row) = (Int(p.x.rounded(.down)), Int(p.y.rounded(.down)))
    // Between pixels, the lines end before the corner, and nothing covers it.
    if capabilities.graphics == .cells {
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

  private func cornerMark(_ isActive: Bool) -> Character {
    switch capabilities.glyphs {
    case .ascii: isActive ? "@" : "+"
    case .halfBlocks: "┼"
    case .blocks: isActive ? "╋" : "┼"
    }
  }

  // MARK: loupe

  /// The loupe's least scale, in columns per photo pixel.
  private static let loupeScale = 0.3
  /// The least magnification of the loupe over the photo panel; below it, the loupe is hidden.
  private static let loupeGain = 2.0

  /// The magnification of the loupe over the photo at zoom 0, if that gives more than `loupeScale`.
  private static let loupeMagnification = 4.0
  /// The loupe's range of widths and its greatest height, without the border, in cells. Odd, so that it has a middle.
  private static let loupeColumns = 13...33
  private static let loupeRows = 15
  /// The cells that must be left beside and below the loupe.
  private static let leftFree = (columns: 10, rows: 8)

  /// Draws a magnified view of the handle, in the corner of the panel farthest from it.
  private mutating func drawLoupe(on loaded: LoadedPhoto, _ outline: Outline, beside viewport: Viewport) {
    let area = viewport.area
    let columns = min(max(area.columns / 4, Self.loupeColumns.lowerBound), Self.loupeColumns.upperBound) | 1
    let rows = min(columns / 2, Self.loupeRows) | 1
    let scale = max(Self.loupeScale, Self.loupeMagnification * viewport.scale / Double(1 << (model.zoom / 2)))
    guard area.columns >= 2 * columns + Self.leftFree.columns, area.rows >= rows + Self.leftFree.rows,
      scale >= Self.loupeGain * viewport.scale
    else { return }
    let focus = model.handle.focus(of: outline.quad)
    let place = viewport(focus)
    let isLeft = place.x < Double(area.column) + Double(area.columns) / 2
    let isUpper = place.y < Double(area.row) + Double(area.rows) / 2
    let box = Area(
      column: isLeft ? area.column + area.columns - columns - 3 : area.column + 1,
      row: isUpper ? area.row + area.rows - rows - 2 : area.row, columns: columns + 2, rows: rows + 2)
    let lens = box.inset(by: 1)
    screen.fill(box, theme[.desk])
    drawBox(box, title: model.handle.title.prefix(1).description)
    let close = Viewport(around: focus, scale: scale, in: lens, shape: capabilities.cellShape)
    show(loaded.rendition, close, in: .loupe)
    let picture = screen
    draw(outline.quad.map { close($0) }, .print, over: .loupe, picture, within: lens)
    guard capabilities.graphics == .cells else { return }
    stroke(.chosen, over: picture).put(
      cornerMark(true), column: lens.column + lens.columns / 2, row: lens.row + lens.rows / 2, into: &screen,
      within: lens)
  }

  mutating func drawBox(_ area: Area, title: String) {
    screen.drawBox(area, theme[.rule], unicode: unicode)
    write(" \(title) ", column: area.column + 2, row: area.row, .quiet, limit: max(0, area.columns - 4))
  }
}
