import PeelImaging
import PeelPlatform

/// Where the prints of a composite lie on a table: alone, some apart, in a grid, or in a pile.
struct Layout {
  struct Place {
    var print: Canvas
    /// The print's centre on the table, its long side, and its turn in radians.
    var centre: Point
    var side: Double
    var turn: Double

    /// The corners on the table.
    var corners: Quad {
      let ratio = print.ratio
      let (width, height) = (side * min(1, ratio), side * min(1, 1 / ratio))
      return Quad(x: -width / 2, y: -height / 2, width: width, height: height).map { centre + $0.turned(by: turn) }
    }
  }

  /// From the bottom to the top.
  var places: [Place] = []
  /// Whether prints lie flush with the photo's border, which is seen from straight above then.
  var isFlush = false

  /// - Parameters:
  ///   - width: the photo's width; one unit on the table is about a pixel.
  ///   - height: the photo's height.
  init(width: Double, height: Double, _ pencil: inout Pencil) {
    let short = min(width, height)
    func turn(_ random: inout Chance) -> Double {
      guard random.isTrue(0.55) else { return random.number(0, 2 * Double.pi) }
      return random.one(0, 1, (Double.pi / 2, 1)) + random.normal(0.15)
    }
    let turn = turn(&pencil.random)
    enum Mode { case one, some, grid, pile }
    switch pencil.random.one(Mode.one, 0.45, (.some, 0.22), (.grid, 0.2), (.pile, 0.13)) {
    case .one:
      let side = pencil.random.isTrue(0.8) ? pencil.random.number(0.4, 1.35) : pencil.random.number(0.15, 0.4)
      places = [
        Place(
          print: pencil.print(pencil.printKind()),
          centre: Point(pencil.random.number(-0.12, 0.12) * width, pencil.random.number(-0.12, 0.12) * height),
          side: side * short, turn: turn)
      ]
    case .some:
      for _ in 0..<pencil.random.integer(2...5) {
        places.append(
          Place(
            print: pencil.print(pencil.printKind()),
            centre: Point(pencil.random.number(-0.42, 0.42) * width, pencil.random.number(-0.42, 0.42) * height),
            side: pencil.random.number(0.2, 0.5) * short, turn: turn + pencil.random.normal(0.3)))
      }
    case .grid: addGrid(width: width, height: height, turn: turn, &pencil)
    case .pile:
      let kind = pencil.random.one(
        Pencil.PrintKind.photo, 1, (.card, 1), (.real, 1), (.sheet, 1), (.document, 1))
      let centre = Point(pencil.random.number(-0.2, 0.2) * width, pencil.random.number(-0.2, 0.2) * height)
      for _ in 0..<pencil.random.integer(2...6) {
        let side = pencil.random.number(0.3, 0.55) * short
        let offset = Point(pencil.random.normal(0.35) * side, pencil.random.normal(0.35) * side)
        places.append(
          Place(
            print: pencil.print(kind), centre: centre + offset, side: side, turn: turn + pencil.random.normal(0.5)))
      }
    }
  }

  /// Prints of one kind and about one shape, in rows and columns.
  private mutating func addGrid(width: Double, height: Double, turn: Double, _ pencil: inout Pencil) {
    let kind = pencil.random.one(Pencil.PrintKind.photo, 2, (.card, 2), (.real, 1))
    let first = pencil.print(kind)
    let (columns, rows) = (pencil.random.integer(2...5), pencil.random.integer(1...4))
    // The sides of a print whose long side is 1.
    let (wide, high) = (min(1, first.ratio), min(1, 1 / first.ratio))
    let side =
      pencil.random.number(0.75, 0.95) * min(width / Double(columns) / wide, height / Double(rows) / high)
    let (gap, areSame) = (pencil.random.number(1.02, 1.3), pencil.random.isTrue(0.3))
    for column in 0..<columns {
      for row in 0..<rows where !pencil.random.isTrue(0.05) {
        var print = first
        // A few tries to find another one of this shape.
        for _ in 0..<(areSame ? 0 : 6) {
          let other = pencil.print(kind)
          guard abs(log(other.ratio / first.ratio)) < 0.1 else { continue }
          print = other
          break
        }
        let place = Point(
          (Double(column) - Double(columns - 1) / 2) * side * gap * wide + pencil.random.normal(0.01) * side,
          (Double(row) - Double(rows - 1) / 2) * side * gap * high + pencil.random.normal(0.01) * side)
        places.append(
          Place(print: print, centre: place.turned(by: turn), side: side, turn: turn + pencil.random.normal(0.03)))
      }
    }
  }
}

extension Point {
  /// The point turned around the origin.
  func turned(by angle: Double) -> Point {
    Point(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
  }
}
