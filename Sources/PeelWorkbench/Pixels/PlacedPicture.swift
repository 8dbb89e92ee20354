import PeelImaging

/// A part of a picture, shown by pixels in an area of the screen.
package struct PlacedPicture: Equatable, Sendable {
  /// What a picture is for. A screen has at most one picture per slot.
  package enum Slot: Hashable, Sendable {
    case photo, print, loupe, shot
    /// A shot of a burst, by its rank, and its edges.
    case thumbnail(Int)
    case edges(Int)
    /// The same shot's detail.
    case closeUp(Int)
  }

  package let slot: Slot
  package let rendition: Rendition
  /// The part shown, in the rendition's pixels. It's stretched over the whole area.
  package let region: Region
  package let area: Area
  /// The colour beyond the picture's edge.
  package let surround: Colour
  /// The outline outside which the picture is darker, in cells of the screen; nil if it isn't.
  package var shade: OutlinePath?
  /// The lines over the picture, the last one on top.
  package var lines: [PixelLine] = []

  /// Shows what a viewport shows of a picture, in the cells that the picture touches; nil if there are none.
  init?(_ slot: Slot, _ rendition: Rendition, _ viewport: Viewport, surround: Colour) {
    guard let area = viewport.cells(width: rendition.width, height: rendition.height) else { return nil }
    self.slot = slot
    self.rendition = rendition
    self.surround = surround
    self.area = area
    let start = viewport.photoPoint(Point(Double(area.column), Double(area.row)))
    let end = viewport.photoPoint(Point(Double(area.column + area.columns), Double(area.row + area.rows)))
    region = Region(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
  }

  package static let lineColours = Stroke.Kind.allCases.map { Theme(depth: .trueColour).line($0) } + [Colour(0, 0, 0)]

  /// Whether both show the same pixels in the same place, lines apart.
  package func hasSameGround(as other: PlacedPicture) -> Bool {
    area == other.area && region == other.region && surround == other.surround && rendition == other.rendition
  }
}

extension Cell {
  /// A cell that shows what a picture has there.
  static let picture = Cell(paint: Paint(style: .picture))

  /// Whether the cell shows a picture rather than its glyph.
  package var isPicture: Bool { paint.style.contains(.picture) }
}

extension Screen {
  /// Shows a picture over the cells of its area. What's written later covers the picture.
  mutating func place(_ picture: PlacedPicture) {
    pictures.removeAll { $0.slot == picture.slot }
    pictures.append(picture)
    for row in picture.area.row..<picture.area.row + picture.area.rows {
      for column in picture.area.column..<picture.area.column + picture.area.columns {
        self[column, row] = .picture
      }
    }
  }

  /// Shows what a viewport shows of a picture: by pixels if the terminal can, or else with glyphs.
  ///
  /// - Parameter drawn: the glyphs that were drawn last, which are used again if nothing has changed.
  mutating func show(
    _ rendition: Rendition, _ viewport: Viewport, in slot: PlacedPicture.Slot, _ surround: Paint,
    _ capabilities: Capabilities, remembering drawn: inout Mosaic.Drawn?
  ) {
    guard capabilities.graphics != .cells else {
      return Mosaic(capabilities: capabilities, surround: surround).draw(
        rendition, viewport.region, into: &self, at: viewport.area, remembering: &drawn)
    }
    fill(viewport.area, surround)
    let colour = capabilities.colour(of: surround.ground)
    if let picture = PlacedPicture(slot, rendition, viewport, surround: colour) { place(picture) }
  }

  /// Draws an outline over the picture in a slot, in cells of the screen. Its corners stay visible.
  mutating func draw(_ outline: OutlinePath, _ kind: Stroke.Kind, _ theme: Theme, over slot: PlacedPicture.Slot) {
    guard let index = pictures.firstIndex(where: { $0.slot == slot }) else { return }
    for line in outline.sides.flatMap(OutlinePath.lines) {
      pictures[index].lines.append(
        PixelLine(
          from: line.from, to: line.to, colour: theme.line(kind), isDashed: kind == .candidate,
          sparesFrom: line.isFirst, sparesTo: line.isLast))
    }
  }

  /// The picture that each cell shows, as an index of `pictures`, row by row; nil where a cell shows its glyph.
  package func shownPictures() -> [Int?] {
    guard !pictures.isEmpty else { return Array(repeating: nil, count: cells.count) }
    var shown: [Int?] = Array(repeating: nil, count: cells.count)
    for (index, picture) in pictures.enumerated() {
      for row in picture.area.row..<picture.area.row + picture.area.rows {
        for column in picture.area.column..<picture.area.column + picture.area.columns
        where area.contains(column: column, row: row) && cells[row * columns + column].isPicture {
          shown[row * columns + column] = index
        }
      }
    }
    return shown
  }
}
