import PeelImaging
import PeelPlatform

/// Borderless prints, as they lie in most boxes of photos.
extension Layout {
  private enum Arrangement { case one, some, grid, touching, strip, flush, whole }

  /// - Parameters:
  ///   - width: the photo's width; one unit on the table is about a pixel.
  ///   - height: the photo's height.
  init(ofBorderless width: Double, height: Double, _ pencil: inout Pencil) {
    let short = min(width, height)
    let turn = pencil.random.isTrue(0.6) ? pencil.random.normal(0.1) : pencil.random.number(0, 2 * Double.pi)
    let mode = pencil.random.one(
      Arrangement.one, 0.22, (.some, 0.15), (.grid, 0.18), (.touching, 0.16), (.strip, 0.1), (.flush, 0.15),
      (.whole, 0.04))
    switch mode {
    case .one:
      places = [
        Place(
          print: pencil.borderless(),
          centre: Point(pencil.random.number(-0.1, 0.1) * width, pencil.random.number(-0.1, 0.1) * height),
          side: pencil.random.number(0.35, 0.95) * short, turn: turn)
      ]
    case .some:
      let columns = pencil.random.integer(2...3)
      let rows = pencil.random.integer(1...2)
      let side = pencil.random.number(0.6, 0.85) * min(width / Double(columns), height / Double(rows))
      for column in 0..<columns {
        for row in 0..<rows {
          let place = Point(
            (Double(column) - Double(columns - 1) / 2) * width / Double(columns) + pencil.random.normal(0.04) * side,
            (Double(row) - Double(rows - 1) / 2) * height / Double(rows) + pencil.random.normal(0.04) * side)
          places.append(
            Place(print: pencil.borderless(), centre: place, side: side, turn: pencil.random.normal(0.15)))
        }
      }
    case .grid, .touching:
      let isApart = mode == .grid
      addRows(
        columns: pencil.random.integer(isApart ? 2...6 : 1...4), rows: pencil.random.integer(isApart ? 2...5 : 1...3),
        gap: isApart ? pencil.random.number(1.02, 1.25) : pencil.random.number(1, 1.006),
        turn: isApart ? pencil.random.normal(0.05) : turn, looseness: isApart ? 0.01 : 0.001, width: width,
        height: height, &pencil)
    case .strip:
      for k in 0..<pencil.random.integer(1...2) {
        places.append(
          Place(
            print: pencil.strip(), centre: Point((Double(k) - 0.3) * 0.35 * width, pencil.random.normal(0.03) * height),
            side: pencil.random.number(0.5, 0.95) * short, turn: turn))
      }
    case .flush:
      isFlush = true
      addFlush(width: width, height: height, &pencil)
    case .whole:
      isFlush = true
      places = [
        Place(print: pencil.bordered(ratio: width / height), centre: Point(0, 0), side: max(width, height), turn: 0)
      ]
    }
  }

  /// Prints of one shape in rows and columns.
  ///
  /// - Parameters:
  ///   - gap: the distance of two centres, in prints.
  ///   - looseness: how far prints lie from where they should, in prints; a third of their turns in radians.
  private mutating func addRows(
    columns: Int, rows: Int, gap: Double, turn: Double, looseness: Double, width: Double, height: Double,
    _ pencil: inout Pencil
  ) {
    let ratio = pencil.borderless().ratio
    let (wide, high) = (min(1, ratio), min(1, 1 / ratio))
    let side =
      pencil.random.number(0.7, 0.97) * min(width / Double(columns) / wide, height / Double(rows) / high) / gap
    for column in 0..<columns {
      for row in 0..<rows where !pencil.random.isTrue(0.03) {
        let place = Point(
          (Double(column) - Double(columns - 1) / 2) * side * gap * wide + pencil.random.normal(looseness) * side,
          (Double(row) - Double(rows - 1) / 2) * side * gap * high + pencil.random.normal(looseness) * side)
        places.append(
          Place(
            print: pencil.borderless(ratio: ratio), centre: place.turned(by: turn), side: side,
            turn: turn + pencil.random.normal(3 * looseness)))
      }
    }
  }

  /// A print on one, two or three sides of the photo's border, with or without a border of its own.
  private mutating func addFlush(width: Double, height: Double, _ pencil: inout Pencil) {
    var (wide, high) = (pencil.random.number(0.3, 0.75) * width, pencil.random.number(0.3, 0.75) * height)
    var centre = Point(pencil.random.number(-0.1, 0.1) * width, pencil.random.number(-0.1, 0.1) * height)
    let (isBeside, isAbove) = pencil.random.one((true, true), 0.5, ((true, false), 0.25), ((false, true), 0.25))
    if pencil.random.isTrue(0.15) { if isBeside { high = height } else { wide = width } }
    if isBeside || wide == width { centre.x = (wide - width) / 2 * (pencil.random.isTrue(0.5) ? 1 : -1) }
    if isAbove || high == height { centre.y = (high - height) / 2 * (pencil.random.isTrue(0.5) ? 1 : -1) }
    let ratio = wide / high
    let print = pencil.random.isTrue(0.7) ? pencil.borderless(ratio: ratio) : pencil.bordered(ratio: ratio)
    places = [Place(print: print, centre: centre, side: max(wide, high), turn: 0)]
  }
}
