import PeelImaging

/// A drag of a corner or a side.
struct Grip: Equatable, Sendable {
  /// The point that the view stays centred on, in photo pixels.
  var view: Point
  /// The vector from the mouse to the corner or to the side's middle, in photo pixels.
  var offset: Point
}

/// The mouse: clicks choose, drags move, the wheel zooms.
extension Model {
  /// The largest distance of a click from the corner it grabs, in columns and rows.
  private static let grasp = (columns: 3.0, rows: 1.5)

  /// The largest distance of a click from the side it grabs, in cells.
  private static let sideGrasp = 1.0

  /// The mapping between the current photo and an area of the screen; nil if the photo isn't decoded.
  func viewport(in area: Area) -> Viewport? {
    guard let photo = item.photo?.photo, area.columns > 0 else { return nil }
    let focus = desk.grip?.view ?? outline.map { desk.handle.focus(of: $0.quad) } ?? Point(0, 0)
    return Viewport(
      photoWidth: photo.width, photo.height, in: area, zoom: desk.zoom, focus: focus,
      shape: display.capabilities.cellShape)
  }

  mutating func point(_ mouse: Mouse) {
    if page.table != nil { return pointAtTable(mouse) }
    guard panel == nil, page.isDesk, !display.isTooSmall
    else { return }
    let layout = layout
    switch mouse.kind {
    case .wheelUp: zoom(by: 1)
    case .wheelDown: zoom(by: -1)
    case .release: endDrag()
    case .drag: if let grip = desk.grip { drag(grip, to: mouse, in: layout) }
    case .press:
      if let area = layout.roll, area.contains(column: mouse.column, row: mouse.row) {
        let index = firstOfRoll(in: area) + mouse.row - area.row
        let rows = rowsOfRoll
        if rows.indices.contains(index) { go(to: rows[index]) }
      } else if let strip = layout.strip, strip.area.contains(column: mouse.column, row: mouse.row) {
        press(strip, column: mouse.column, row: mouse.row)
      } else if layout.photo.contains(column: mouse.column, row: mouse.row), let viewport = viewport(in: layout.photo) {
        press(at: Point(Double(mouse.column) + 0.5, Double(mouse.row) + 0.5), viewport)
      }
    }
  }

  /// Zooms the photo, or the scan if that alone is shown.
  mutating func zoom(by step: Int) {
    func zoomed(_ zoom: Int) -> Int { min(max(zoom + step, Viewport.zooms.lowerBound), Viewport.zooms.upperBound) }
    if show == .print { desk.scanZoom = zoomed(desk.scanZoom) } else { desk.zoom = zoomed(desk.zoom) }
  }

  /// A step across the scan, as a share of the part shown.
  private static let panStep = 0.125

  /// Moves the scan's visible part by steps.
  mutating func pan(_ x: Double, _ y: Double) {
    let visible = Self.panStep / Viewport.magnification(desk.scanZoom)
    desk.scanFocus = Point(
      min(max(desk.scanFocus.x + x * visible, 0), 1), min(max(desk.scanFocus.y + y * visible, 0), 1))
  }

  private mutating func endDrag() {
    desk.grip = nil
    history.close()
  }

  /// Grabs the corner or side near a place of the screen, or else chooses the smallest outline around it.
  private mutating func press(at place: Point, _ viewport: Viewport) {
    if let outline {
      let near = Quad.Corner.allCases.filter { corner in
        let p = viewport(outline.quad[corner])
        return abs(p.x - place.x) <= Self.grasp.columns && abs(p.y - place.y) <= Self.grasp.rows
      }.min { viewport(outline.quad[$0]).distance(to: place) < viewport(outline.quad[$1]).distance(to: place) }
      if let near { return grab(.corner(near), of: outline, at: viewport.photoPoint(place)) }
      let side = Quad.Side.allCases.first { side in
        let (from, to) = (viewport(outline.quad[side].from), viewport(outline.quad[side].to))
        let run = to - from
        guard run.length > 0 else { return false }
        let share = (place - from).dot(run) / run.dot(run)
        return (0...1).contains(share) && from.mixed(with: to, share).distance(to: place) < Self.sideGrasp
      }
      if let side { return grab(.side(side), of: outline, at: viewport.photoPoint(place)) }
    }
    let photoPoint = viewport.photoPoint(place)
    let outlines = item.sheet.outlines
    let around = shownOutlines.filter { outlines[$0].quad.isConvex && outlines[$0].quad.contains(photoPoint) }
    if let index = around.min(by: { outlines[$0].quad.area < outlines[$1].quad.area }) { highlight(index) }
  }

  /// Grabs a handle. The view doesn't move until the button is released.
  private mutating func grab(_ handle: Handle, of outline: Outline, at place: Point) {
    desk.grip = Grip(view: desk.handle.focus(of: outline.quad), offset: handle.focus(of: outline.quad) - place)
    choose(handle)
  }

  private mutating func drag(_ grip: Grip, to mouse: Mouse, in layout: Layout) {
    guard let outline, let viewport = viewport(in: layout.photo) else { return }
    let place = Point(Double(mouse.column) + 0.5, Double(mouse.row) + 0.5)
    let run = viewport.photoPoint(place) + grip.offset - desk.handle.focus(of: outline.quad)
    history.reopen(desk.handle, at: time)
    lay(moved(outline.quad, by: run), "moved \(desk.handle.name)", moving: desk.handle, isByHand: true)
  }
}
