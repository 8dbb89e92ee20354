import PeelImaging

/// The shots of a burst side by side, best first: each print beside its edges, and its sharpness below.
extension View {
  /// The least width of a picture, in columns.
  private static let leastPicture = 14
  /// The blank columns of a frame: on both sides of and between its pictures.
  private static let gaps = 3
  /// The lines below the pictures: score, bar, title, reason.
  private static let lines = 4

  mutating func drawFilmstrip(_ strip: Filmstrip) {
    let body = Area(
      column: 0, row: 1, columns: screen.columns, rows: max(0, layout.status.row - 1))
    screen.fill(Area(column: 0, row: 0, columns: screen.columns, rows: layout.keys.row + 1), theme[.desk])
    screen.fill(layout.title, theme[.bar])
    guard let burst = model.burst else {
      write("Bursts", column: 1, row: 0, .barName)
      let count = model.roll.count
      writeCentred("comparing the prints of \(count.photos)…", in: body, .quiet)
      return
    }
    let used = write("Burst", column: 1, row: 0, .barName)
    let place = "\(strip.burst + 1)/\(model.bursts.count)  \(burst.shots.count) shots, sharpest first"
    write(place, column: used + 2, row: 0, .bar, limit: max(0, screen.columns - used - 3))
    let frames = frames(count: burst.shots.count, chosen: strip.shot, in: body)
    for (index, frame) in frames { draw(burst.shots[index], number: index, isChosen: index == strip.shot, in: frame) }
  }

  /// The areas of the shots that fit, with the shots' indices. The chosen shot is among them.
  private func frames(count: Int, chosen: Int, in body: Area) -> [(Int, Area)] {
    let rows = max(1, body.rows - Self.lines - 2)
    // A frame holds two pictures. A square one has twice as many columns as rows.
    let wanted = min(max((body.columns / count - Self.gaps) / 2, Self.leastPicture), 2 * rows)
    let width = min(2 * wanted + Self.gaps, body.columns)
    let shown = min(count, max(1, body.columns / width))
    let first = min(max(0, chosen - shown / 2), count - shown)
    let margin = (body.columns - shown * width) / 2
    return (0..<shown).map { index in
      (first + index, Area(column: margin + index * width, row: body.row, columns: width, rows: body.rows))
    }
  }

  private mutating func draw(_ shot: RankedShot, number: Int, isChosen: Bool, in frame: Area) {
    let inner = frame.columns - 2
    let width = (inner - 1) / 2
    let height = min(max(1, frame.rows - Self.lines - 2), width * 3 / 4 + 1)
    let column = frame.column + 1
    let top = frame.row + max(0, (frame.rows - height - Self.lines) / 2)
    let pictures: [(PlacedPicture.Slot, Rendition, offset: Int)] = [
      (.thumbnail(number), shot.thumbnail, 0), (.edges(number), shot.edges, width + 1),
    ]
    for (slot, picture, offset) in pictures {
      let area = Area(column: column + offset, row: top, columns: width, rows: height)
      let viewport = Viewport(
        photoWidth: picture.width, picture.height, in: area, zoom: 0, focus: Point(0, 0), shape: capabilities.cellShape)
      show(picture, viewport, in: slot)
    }
    var row = top + height
    let mark = isChosen ? (unicode ? "▸" : ">") : " "
    let isAside = model.roll[shot.item].sheet.isSetAside
    write(mark, column: frame.column, row: row, .key)
    let facts = ["\(number + 1)", shot.score.tenths, shot.relative.percent]
    let isWide = facts.reduce(4) { $0 + $1.count } <= inner
    write(
      (isWide ? facts : [facts[0], facts[2]]).joined(separator: "  "), column: column, row: row,
      isChosen ? .key : .text, limit: inner)
    row += 1
    screen.drawBar(
      shot.relative, column: column, row: row, columns: inner - 1, theme[isChosen ? .key : .text], rest: theme[.rule],
      unicode: unicode)
    row += 1
    let name = model.roll[shot.item].title.shortened(to: inner - 1, unicode: unicode)
    write(name, column: column, row: row, isAside ? .quiet : .text, limit: inner)
    row += 1
    write(isAside && shot.why.isEmpty ? "set aside" : shot.why, column: column, row: row, .quiet, limit: inner - 1)
  }
}
