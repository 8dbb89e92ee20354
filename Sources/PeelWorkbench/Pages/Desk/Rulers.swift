import PeelImaging

/// Placing an outline's corners by letters: that of a column, then that of a row, as on a map.
package struct Rulers: Equatable, Sendable {
  /// The letter of the column; nil if none was typed.
  var column: Character?
  /// The number of corners that are still to be placed, if the person doesn't close the rulers before.
  var left = Quad.Corner.allCases.count
}

/// The marks along one side of the visible part of a photo, one for each letter.
struct Ruler {
  struct Mark {
    let letter: Character
    /// The column or row of the screen in which the letter stands.
    let cell: Int
    /// The place that it gives a corner, in photo pixels, to a thousandth: the middle of its cell, or for the first and last
    /// letters where the visible part begins and ends.
    let place: Double
  }

  let marks: [Mark]

  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz")

  /// - Parameters:
  ///   - cells: the columns or rows that the visible part takes.
  ///   - part: the visible part, in photo pixels.
  ///   - place: the photo pixel at a place of the screen, in cells.
  fileprivate init(_ cells: Range<Int>, part: ClosedRange<Double>, place: (Double) -> Double) {
    let last = min(cells.count, Self.alphabet.count) - 1
    marks = (0...last).map { index in
      let share = last == 0 ? 0 : Double(index) / Double(last)
      let cell = cells.lowerBound + Int((share * Double(cells.count - 1)).rounded())
      let middle = min(max(place(Double(cell) + 0.5), part.lowerBound), part.upperBound)
      let exact = index == 0 ? part.lowerBound : index == last ? part.upperBound : middle
      return Mark(letter: Self.alphabet[index], cell: cell, place: (exact * 1000).rounded() / 1000)
    }
  }

  /// The mark of a letter, small or capital; nil if it isn't on the ruler.
  func mark(_ letter: Character) -> Mark? { marks.first { $0.letter == Character(letter.lowercased()) } }

  /// Its first and last letters in words.
  var words: String { "a to \(Self.alphabet[marks.count - 1])" }
}

extension Model {
  /// The rulers of the columns and of the rows; nil if the photo isn't shown.
  func rulers(in area: Area) -> (across: Ruler, down: Ruler)? {
    guard let photo = item.photo?.photo, let viewport = viewport(in: area),
      let cells = viewport.cells(width: photo.width, height: photo.height)
    else { return nil }
    let region = viewport.region
    func part(_ start: Double, _ length: Double, _ size: Int) -> ClosedRange<Double> {
      let first = min(max(start, 0), Double(size))
      return first...max(first, min(start + length, Double(size)))
    }
    return (
      Ruler(cells.column..<cells.column + cells.columns, part: part(region.x, region.width, photo.width)) {
        viewport.photoPoint(Point($0, 0)).x
      },
      Ruler(cells.row..<cells.row + cells.rows, part: part(region.y, region.height, photo.height)) {
        viewport.photoPoint(Point(0, $0)).y
      }
    )
  }

  /// Opens the rulers, to place the chosen corner and those that follow.
  mutating func openRulers() {
    guard show != .print else {
      message = note("the corners aren't shown: v shows the photo")
      return
    }
    guard item.photo != nil, canChange() else { return }
    if desk.handle.corners.count > 1 { choose(.corner(.topLeft)) }
    open(.rulers(Rulers()))
  }

  /// Takes a letter that was typed while the rulers are open.
  mutating func type(_ letter: Character, on rulers: Rulers) {
    guard let (across, down) = self.rulers(in: layout.photo) else { return }
    let ruler = rulers.column == nil ? across : down
    guard let mark = ruler.mark(letter) else {
      message = note("the \(rulers.column == nil ? "columns" : "rows") have the letters \(ruler.words)")
      return
    }
    guard let column = rulers.column else {
      panel = .rulers(Rulers(column: letter, left: rulers.left))
      return
    }
    guard var quad = outline?.quad, let corner = desk.handle.corners.first, let x = across.mark(column)?.place else {
      panel = nil
      return
    }
    // Each corner goes where it is wanted. Those of a page's print make a rectangle once all are placed.
    quad[corner] = Point(x, mark.place)
    let isLast = rulers.left == 1
    if isLast, item.photo?.photo.page != nil, outline?.isFree == false, quad.isConvex {
      quad = quad.rectangle(moving: .outline, of: quad)
    }
    lay(quad, "placed \(desk.handle.name)", moving: desk.handle, isByHand: true)
    panel = isLast ? nil : .rulers(Rulers(left: rulers.left - 1))
    guard isLast else { return choose(desk.handle.nextCorner(by: 1)) }
    message =
      quad.isConvex
      ? note("all corners placed; S snaps them to the edges")
      : trouble(
        "these corners are crossed: the first is the print's top left, the others follow clockwise; 7 begins anew")
  }

  /// Takes the column's letter back or, if none was typed, goes back to the corner before.
  mutating func erase(on rulers: Rulers) {
    let isBack = rulers.column == nil && rulers.left < Quad.Corner.allCases.count
    if isBack { choose(desk.handle.nextCorner(by: -1)) }
    panel = .rulers(Rulers(left: rulers.left + (isBack ? 1 : 0)))
  }
}

extension View {
  /// Draws the rulers along the sides of the photo, and what the person is asked for.
  mutating func draw(_ rulers: Rulers) {
    guard let (across, down) = model.rulers(in: layout.photo), let viewport = model.viewport(in: layout.photo),
      let photo = item.photo?.photo, let area = viewport.cells(width: photo.width, height: photo.height)
    else { return }
    let (bottom, right) = (area.row + area.rows - 1, area.column + area.columns - 1)
    if let column = rulers.column.flatMap(across.mark) {
      let x = viewport(Point(column.place, 0)).x
      let line = OutlinePath(sides: [[Point(x, Double(area.row)), Point(x, Double(bottom + 1))]])
      draw(line, .edge, over: .photo, screen, within: viewport.area)
      for mark in down.marks {
        for place in [area.column, column.cell, right] {
          write(String(mark.letter), column: place, row: mark.cell, .activeCorner)
        }
      }
    } else {
      for mark in across.marks {
        for row in [area.row, bottom] { write(String(mark.letter), column: mark.cell, row: row, .activeCorner) }
      }
    }
    screen.fill(layout.status, theme[.desk])
    let asked = "\(model.desk.handle.title): its \(rulers.column == nil ? "column" : "row")'s letter"
    write(asked, column: 1, row: layout.status.row, .key, limit: screen.columns - 2)
  }
}
