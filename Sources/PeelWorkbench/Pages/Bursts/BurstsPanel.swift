import PeelImaging

/// The shots of a burst side by side, best first: each print beside its edges, and its sharpness below.
extension View {
  /// The least width of a picture, in columns.
  private static let leastPicture = 14
  /// The blank columns of a frame: on both sides of and between its pictures.
  private static let gaps = 3
  /// The lines below the pictures: score, bar, title, reason.
  private static let lines = 4

  mutating func draw(_ page: BurstsPage) {
    let places = BurstsLayout(columns: screen.columns, rows: screen.rows)
    let body = places.shots
    screen.fill(Area(column: 0, row: 0, columns: screen.columns, rows: layout.keys.row + 1), theme[.desk])
    screen.fill(layout.title, theme[.bar])
    guard let burst = model.burst else {
      write("Bursts", column: 1, row: 0, .barName)
      return drawProgress(model.jobs.progress { $0.order.isRank }, of: "looking for bursts", in: body)
    }
    let used = write("Burst", column: 1, row: 0, .barName)
    let place = "\(page.burst + 1)/\(model.bursts.count)  \(burst.shots.count) shots, sharpest first"
    write(place, column: used + 2, row: 0, .bar, limit: max(0, screen.columns - used - 3))
    let frames = frames(count: burst.shots.count, chosen: page.shot, in: body)
    for (index, frame) in frames { draw(burst.shots[index], number: index, isChosen: index == page.shot, in: frame) }
    let boxes = places.closeUps(count: burst.shots.count)
    for (index, box) in zip(page.compared(of: burst.shots.count, atMost: boxes.count), boxes) {
      drawCloseUp(of: burst.shots[index], number: index, isChosen: index == page.shot, in: box)
    }
  }

  /// Draws a shot's detail so that each sample of the screen is a pixel of the photo.
  private mutating func drawCloseUp(of shot: RankedShot, number: Int, isChosen: Bool, in box: Area) {
    screen.drawBox(box, theme[isChosen ? .key : .rule], unicode: unicode)
    let title = "\(number + 1)  \(model.roll[shot.item].title)".shortened(to: box.columns - 6, unicode: unicode)
    write(" \(title) ", column: box.column + 2, row: box.row, isChosen ? .key : .quiet)
    let inner = box.inset(by: 1)
    guard let closeUp = model.page.bursts?.closeUps[shot.closeUp] else {
      writeCentred("reading…", in: inner, .quiet)
      return
    }
    guard let closeUp else {
      writeCentred("this photo can't be read", in: inner, .trouble)
      return
    }
    let viewport = Viewport(
      around: closeUp.point, scale: 1 / Double(capabilities.samples.width), in: inner, shape: capabilities.cellShape)
    show(closeUp.rendition, viewport, in: .closeUp(number))
  }

  /// The areas of the shots that fit, with the shots' indices. The chosen shot is among them.
  private func frames(count: Int, chosen: Int, in body: Area) -> [(Int, Area)] {
    let rows = max(1, body.rows - Self.lines - 2)
    // A frame holds two pictures. A square one has twice as many columns as rows.
    let wanted = min(max((body.columns / count - Self.gaps) / 2, Self.leastPicture), 2 * rows)
    return frames(of: 2 * wanted + Self.gaps, count: count, chosen: chosen, in: body)
  }

  /// The areas of this width that fit side by side, with their indices. The chosen one is among them.
  func frames(of width: Int, count: Int, chosen: Int, in body: Area) -> [(Int, Area)] {
    let width = min(width, body.columns)
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
    let isAside = model.roll[shot.item].sheet.aside != nil
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
    let isLeftOut = model.page.bursts?.leftOut.contains(shot.item) ?? false
    let why = isLeftOut ? "left out" : isAside && shot.why.isEmpty ? "set aside" : shot.why
    // Cut at a word's end.
    let words = why.count > inner - 1 ? (why.wrapped(to: inner - 2).first ?? "") + "…" : why
    write(words, column: column, row: row, .quiet, limit: inner - 1)
  }
}
