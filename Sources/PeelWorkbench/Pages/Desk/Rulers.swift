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
  /// The first and the last mark, in photo pixels.
  private let (from, to): (Double, Double)
  /// The number of marks.
  private let count: Int

  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz")

  /// - Parameter cells: how many cells of the screen it has. Each mark has one of its own.
  fileprivate init(from: Double, to: Double, cells: Int) {
    (self.from, self.to, count) = (from, to, min(max(cells, 1), Self.alphabet.count))
  }

  private func place(_ index: Int) -> Double { from + (to - from) * Double(index) / Double(max(count - 1, 1)) }

  /// The letters and their places, in photo pixels.
  var marks: [(letter: Character, place: Double)] { (0..<count).map { (Self.alphabet[$0], place($0)) } }

  /// The place of a letter, small or capital, in photo pixels; nil if it isn't on the ruler.
  func place(of letter: Character) -> Double? {
    marks.first { $0.letter == Character(letter.lowercased()) }?.place
  }

  /// Its first and last letters in words.
  var words: String { "a to \(Self.alphabet[count - 1])" }
}

extension Model {
  /// The rulers of the columns and of the rows; nil if the photo isn't shown.
  func rulers(in area: Area) -> (across: Ruler, down: Ruler)? {
    guard let photo = item.photo?.photo, let viewport = viewport(in: area),
      let cells = viewport.cells(width: photo.width, height: photo.height)
    else { return nil }
    let region = viewport.region
    func ruler(_ start: Double, _ length: Double, _ size: Int, _ cells: Int) -> Ruler {
      Ruler(from: max(start, 0), to: min(start + length, Double(size)), cells: cells)
    }
    return (
      ruler(region.x, region.width, photo.width, cells.columns),
      ruler(region.y, region.height, photo.height, cells.rows)
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
    guard let place = ruler.place(of: letter) else {
      message = note("the \(rulers.column == nil ? "columns" : "rows") have the letters \(ruler.words)")
      return
    }
    guard let column = rulers.column else {
      panel = .rulers(Rulers(column: letter, left: rulers.left))
      return
    }
    guard let quad = outline?.quad, let corner = desk.handle.corners.first, let x = across.place(of: column) else {
      panel = nil
      return
    }
    move(by: Point(x, place) - quad[corner])
    let isLast = rulers.left == 1
    panel = isLast ? nil : .rulers(Rulers(left: rulers.left - 1))
    if isLast {
      message = note("all corners placed; S snaps them to the edges")
    } else {
      choose(desk.handle.nextCorner(by: 1))
    }
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
    func cell(_ place: Double, _ first: Int, _ count: Int) -> Int {
      min(max(Int(place.rounded(.down)), first), first + count - 1)
    }
    func column(_ x: Double) -> Int { cell(viewport(Point(x, 0)).x, area.column, area.columns) }
    func row(_ y: Double) -> Int { cell(viewport(Point(0, y)).y, area.row, area.rows) }
    if rulers.column == nil {
      for (letter, x) in across.marks {
        for edge in [area.row, area.row + area.rows - 1] {
          write(String(letter), column: column(x), row: edge, .activeCorner)
        }
      }
    } else if let letter = rulers.column, let x = across.place(of: letter) {
      let top = viewport.photoPoint(Point(0, Double(area.row))).y
      let bottom = viewport.photoPoint(Point(0, Double(area.row + area.rows))).y
      let line = OutlinePath(sides: [[viewport(Point(x, top)), viewport(Point(x, bottom))]])
      draw(line, .edge, over: .photo, screen, within: viewport.area)
      for (letter, y) in down.marks {
        for place in [area.column, column(x), area.column + area.columns - 1] {
          write(String(letter), column: place, row: row(y), .activeCorner)
        }
      }
    }
    screen.fill(layout.status, theme[.desk])
    let asked = "\(model.desk.handle.title): its \(rulers.column == nil ? "column" : "row")'s letter"
    write(asked, column: 1, row: layout.status.row, .key, limit: screen.columns - 2)
  }
}
