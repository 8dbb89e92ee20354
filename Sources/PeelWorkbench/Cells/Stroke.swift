import PeelImaging

/// Draws straight lines over a picture, with line characters.
struct Stroke {
  /// The kinds of lines. They differ in glyphs and not only in colour, for monochrome terminals.
  enum Kind: Sendable, CaseIterable {
    case chosen, print, candidate
    /// An edge of the photo beside the chosen outline.
    case edge

    var role: Role {
      switch self {
      case .chosen: .chosen
      case .print: .print
      case .candidate: .candidate
      case .edge: .done
      }
    }
  }

  var kind: Kind
  var ink: Ink
  /// The ink on light parts of the picture; nil if line characters there lie on a darkened picture instead.
  var onLight: Ink?
  var style: Style
  var capabilities: Capabilities
  /// The picture without lines. A cell's ground is its mean colour there.
  var backdrop: Screen

  /// The characters of a kind of line. If a direction has several, they run from the cell's top to its bottom, or from its
  /// left to its right.
  private struct Pen {
    var across: [Character]
    var down: [Character]
    var falling: Character
    var rising: Character
  }

  private var pen: Pen {
    switch (kind, capabilities.glyphs) {
    case (.chosen, .blocks), (.chosen, .sextants):
      Pen(across: ["▔", "━", "▁"], down: ["▏", "┃", "▕"], falling: "╲", rising: "╱")
    case (.print, .blocks), (.print, .sextants), (.edge, .blocks), (.edge, .sextants):
      Pen(across: ["─"], down: ["│"], falling: "╲", rising: "╱")
    case (.candidate, .blocks), (.candidate, .sextants): Pen(across: ["╌"], down: ["╎"], falling: "·", rising: "·")
    case (.chosen, .halfBlocks): Pen(across: ["═"], down: ["║"], falling: "\\", rising: "/")
    case (.print, .halfBlocks), (.edge, .halfBlocks): Pen(across: ["─"], down: ["│"], falling: "\\", rising: "/")
    case (.candidate, .halfBlocks): Pen(across: ["·"], down: ["·"], falling: "·", rising: "·")
    case (.chosen, .ascii): Pen(across: ["-"], down: ["|"], falling: "\\", rising: "/")
    case (.print, .ascii), (.edge, .ascii): Pen(across: [":"], down: [":"], falling: ":", rising: ":")
    case (.candidate, .ascii): Pen(across: ["."], down: ["."], falling: ".", rising: ".")
    }
  }

  /// The highest luma of a ground against which a light line is visible.
  private static let lightLuma = 105

  /// The range of slopes drawn with slanted characters, in rows per column.
  private static let slanted = 0.75...1.6

  /// Draws a line between two points, in cells. (0, 0) is the top left corner of the screen's first cell.
  func draw(from a: Point, to b: Point, into screen: inout Screen, within area: Area) {
    guard let (a, b) = Self.clipped(a, b, to: area) else { return }
    let run = b - a
    guard run.length > 0 else { return }
    let slope = run.x == 0 ? Double.infinity : abs(run.y / run.x)
    if slope < Self.slanted.lowerBound {
      let (left, right) = a.x < b.x ? (a, b) : (b, a)
      for column in Int(left.x)...Int(right.x) {
        let middle = min(max(Double(column) + 0.5, left.x), right.x)
        let y = left.y + (middle - left.x) * (right.y - left.y) / (right.x - left.x)
        put(Self.piece(pen.across, at: y), column: column, row: Int(y), into: &screen, within: area)
      }
    } else {
      let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
      let slant = (run.x < 0) == (run.y < 0) ? pen.falling : pen.rising
      for row in Int(top.y)...Int(bottom.y) {
        let middle = min(max(Double(row) + 0.5, top.y), bottom.y)
        let x = top.x + (middle - top.y) * (bottom.x - top.x) / (bottom.y - top.y)
        let glyph = Self.slanted.contains(slope) ? slant : Self.piece(pen.down, at: x)
        put(glyph, column: Int(x), row: row, into: &screen, within: area)
      }
    }
  }

  /// Draws an outline: with dots if the terminal has them, or else with line characters.
  func draw(_ outline: OutlinePath, into screen: inout Screen, within area: Area) {
    guard !capabilities.hasDottedLines else { return drawDots(outline, into: &screen, within: area) }
    for line in outline.sides.flatMap(OutlinePath.lines) {
      draw(from: line.from, to: line.to, into: &screen, within: area)
    }
  }

  func put(_ glyph: Character, column: Int, row: Int, into screen: inout Screen, within area: Area) {
    guard area.contains(column: column, row: row) else { return }
    var (ink, ground) = (ink, Ink.standard)
    switch (backdrop[column, row].paint.mean, onLight) {
    case (nil, _): ground = capabilities.depth == .monochrome ? .standard : .indexed(0)
    case (let mean?, let dark?) where mean.luma > Self.lightLuma: (ink, ground) = (dark, .colour(mean))
    case (let mean?, _): ground = .colour(mean.darkened(to: Self.lightLuma))
    }
    screen[column, row] = Cell(glyph: glyph, paint: Paint(ink: ink, ground: ground, style: style))
  }

  /// The character for a line at `place`, of which the fraction is the position within the cell.
  private static func piece(_ pieces: [Character], at place: Double) -> Character {
    let fraction = place - place.rounded(.down)
    return pieces[min(Int(fraction * Double(pieces.count)), pieces.count - 1)]
  }

  /// The part of a line within an area; nil if there is none (Liang and Barsky 1984).
  static func clipped(_ a: Point, _ b: Point, to area: Area) -> (Point, Point)? {
    guard a.isFinite, b.isFinite, area.columns > 0, area.rows > 0 else { return nil }
    let run = b - a
    let (left, top) = (Double(area.column), Double(area.row))
    let margin = 1e-6
    // Slightly less, so that the last point is in the last cell.
    let (right, bottom) = (left + Double(area.columns) - margin, top + Double(area.rows) - margin)
    var (enter, exit) = (0.0, 1.0)
    for (speed, room) in [(-run.x, a.x - left), (run.x, right - a.x), (-run.y, a.y - top), (run.y, bottom - a.y)] {
      if speed == 0 {
        if room < 0 { return nil }
      } else if speed < 0 {
        enter = max(enter, room / speed)
      } else {
        exit = min(exit, room / speed)
      }
    }
    guard enter <= exit else { return nil }
    func held(_ p: Point) -> Point { Point(min(max(p.x, left), right), min(max(p.y, top), bottom)) }
    return (held(a + enter * run), held(a + exit * run))
  }
}

extension Point {
  var isFinite: Bool { x.isFinite && y.isFinite }
}

extension Cell {
  /// The colour that covers more of the cell; nil if it has the terminal's default colours.
  var largerColour: Colour? {
    guard let ground = paint.ground.colour else { return paint.mean }
    guard let ink = paint.ink.colour, let glyph, let share = BlockFit.share(of: glyph) else { return paint.mean }
    return share > 1 / 2 ? ink : ground
  }
}

extension Paint {
  /// A cell's mean colour; nil if it has the terminal's default colours.
  var mean: Colour? {
    switch (ink.colour, ground.colour) {
    case (let ink?, let ground?): ink.mixed(with: ground, 0.5)
    case (nil, let ground): ground
    case (_, nil): nil
    }
  }
}

extension Ink {
  /// The colour; nil if it's the terminal's default or may have been changed.
  fileprivate var colour: Colour? {
    switch self {
    case .standard: nil
    case .colour(let colour): colour
    case .indexed(let number): Palette.fixed(number)
    }
  }
}

extension Colour {
  /// The colour darkened so that its luma is at most `luma`.
  fileprivate func darkened(to luma: Int) -> Colour {
    mixed(with: Colour(0, 0, 0), max(0, 1 - Double(luma) / Double(max(self.luma, 1))))
  }
}
