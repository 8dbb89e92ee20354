import PeelImaging

/// A mapping between a photo and an area of the screen.
struct Viewport: Equatable {
  /// The area of the screen.
  let area: Area
  /// Columns per photo pixel.
  let scale: Double
  /// The photo point in the middle of the area.
  let middle: Point
  /// How many times as high as wide a cell is.
  let shape: Double

  /// The zoom levels: magnifications as powers of the square root of two; at 0 the whole photo fits.
  static let zooms = 0...14

  /// The magnification of a zoom level.
  static func magnification(_ zoom: Int) -> Double {
    Double(1 << (zoom / 2)) * (zoom % 2 == 0 ? 1 : 2.0.squareRoot())
  }

  /// The least scale, so that an empty area doesn't divide by zero.
  private static let leastScale = 1e-9

  /// Shows the whole photo at zoom 0, and otherwise the part around `focus`, moved so that little beyond the photo is
  /// shown.
  init(
    photoWidth: Int, _ photoHeight: Int, in area: Area, zoom: Int, focus: Point,
    shape: Double = Capabilities.usualCellShape
  ) {
    let (width, height) = (Double(max(photoWidth, 1)), Double(max(photoHeight, 1)))
    let fit = min(Double(area.columns) / width, shape * Double(area.rows) / height)
    let scale = max(fit, Self.leastScale) * Self.magnification(zoom)
    self.area = area
    self.scale = scale
    self.shape = shape
    /// Moves the view so that it ends at the photo's edge. Centres a photo smaller than the area.
    func held(_ place: Double, size: Double, room: Double) -> Double {
      guard room < size else { return size / 2 }
      return (0...size).contains(place) ? min(max(place, room / 2), size - room / 2) : place
    }
    middle = Point(
      held(focus.x, size: width, room: Double(area.columns) / scale),
      held(focus.y, size: height, room: shape * Double(area.rows) / scale))
  }

  /// Shows the part of the photo around a point, with `scale` columns per photo pixel.
  init(around middle: Point, scale: Double, in area: Area, shape: Double = Capabilities.usualCellShape) {
    self.area = area
    self.shape = shape
    self.scale = scale
    self.middle = middle
  }

  /// The place of a photo point on the screen, in cells.
  func callAsFunction(_ p: Point) -> Point {
    Point(
      Double(area.column) + Double(area.columns) / 2 + (p.x - middle.x) * scale,
      Double(area.row) + Double(area.rows) / 2 + (p.y - middle.y) * scale / shape)
  }

  /// The photo point at a place of the screen, in cells.
  func photoPoint(_ place: Point) -> Point {
    Point(
      middle.x + (place.x - Double(area.column) - Double(area.columns) / 2) / scale,
      middle.y + (place.y - Double(area.row) - Double(area.rows) / 2) * shape / scale)
  }

  /// The cells that a photo of this size touches; nil if there are none.
  func cells(width: Int, height: Int) -> Area? {
    let (from, to) = (self(Point(0, 0)), self(Point(Double(width), Double(height))))
    guard from.isFinite, to.isFinite else { return nil }
    func cells(_ from: Double, _ to: Double, from first: Int, count: Int) -> Range<Int> {
      let (first, last) = (Double(first), Double(first + count))
      let start = min(max(from.rounded(.down), first), last)
      return Int(start)..<Int(min(max(to.rounded(.up), start), last))
    }
    let columns = cells(from.x, to.x, from: area.column, count: area.columns)
    let rows = cells(from.y, to.y, from: area.row, count: area.rows)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    return Area(column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }

  /// The part of the photo shown.
  var region: Region {
    let (width, height) = (Double(area.columns) / scale, shape * Double(area.rows) / scale)
    return Region(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
  }
}
