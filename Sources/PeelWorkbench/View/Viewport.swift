import PeelImaging

/// Which part of a photo lies where on the screen. A cell is one unit wide and two high.
struct Viewport: Equatable {
  /// Where it is drawn, in cells.
  let area: Area
  /// Cells to a photo pixel, across.
  let scale: Double
  /// The photo point in the middle of the area.
  let middle: Point

  /// Powers of the square root of two by which the photo may be enlarged over the fitting size.
  static let zooms = 0...14

  /// The whole photo at zoom 0; else enlarged around `focus`, without showing more beyond the photo than needed.
  init(photoWidth: Int, _ photoHeight: Int, in area: Area, zoom: Int, focus: Point) {
    let (width, height) = (Double(max(photoWidth, 1)), Double(max(photoHeight, 1)))
    let fit = min(Double(area.columns) / width, 2 * Double(area.rows) / height)
    let scale = max(fit, 1e-9) * Double(1 << (zoom / 2)) * (zoom % 2 == 0 ? 1 : 2.0.squareRoot())
    self.area = area
    self.scale = scale
    /// Keeps the photo's edge at the area's edge, or the photo in the middle where it is smaller.
    func held(_ place: Double, size: Double, room: Double) -> Double {
      guard room < size else { return size / 2 }
      return (0...size).contains(place) ? min(max(place, room / 2), size - room / 2) : place
    }
    middle = Point(
      held(focus.x, size: width, room: Double(area.columns) / scale),
      held(focus.y, size: height, room: 2 * Double(area.rows) / scale))
  }

  /// Around a point, `scale` cells to a photo pixel.
  init(around middle: Point, scale: Double, in area: Area) {
    self.area = area
    self.scale = scale
    self.middle = middle
  }

  /// Where a photo point lies on the screen, in cells.
  func callAsFunction(_ p: Point) -> Point {
    Point(
      Double(area.column) + Double(area.columns) / 2 + (p.x - middle.x) * scale,
      Double(area.row) + Double(area.rows) / 2 + (p.y - middle.y) * scale / 2)
  }

  /// The photo point that lies at a place of the screen, in cells.
  func photoPoint(_ place: Point) -> Point {
    Point(
      middle.x + (place.x - Double(area.column) - Double(area.columns) / 2) / scale,
      middle.y + (place.y - Double(area.row) - Double(area.rows) / 2) * 2 / scale)
  }

  var region: Region {
    let (width, height) = (Double(area.columns) / scale, 2 * Double(area.rows) / scale)
    return Region(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
  }
}
