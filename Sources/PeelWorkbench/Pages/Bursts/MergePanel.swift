import PeelImaging

/// The shot that others were laid on, the merged scan, and which part of it comes from which shot, side by side.
extension View {
  /// The most shots that are listed, and the lines between the pictures and the list.
  private static let (mostListed, gap) = (8, 1)
  /// The width of the bar of a shot's share, in columns.
  private static let shareColumns = 20

  mutating func draw(_ merging: Merging) {
    screen.fill(Area(column: 0, row: 0, columns: screen.columns, rows: layout.keys.row + 1), theme[.desk])
    screen.fill(layout.title, theme[.bar])
    let used = write("Merge", column: 1, row: 0, .barName)
    let shots = merging.order.shots.count.counted("shot")
    let body = Area(column: 0, row: 1, columns: screen.columns, rows: max(0, screen.rows - 3))
    guard let burst = merging.burst else { return writeCentred("merging \(shots)…", in: body, .quiet) }
    let title = "\(burst.used.count) of \(shots), reference \(model.roll[burst.used[0].item].title)"
    write(title, column: used + 3, row: 0, .bar, limit: max(0, screen.columns - used - 4))
    let lines = lines(of: burst)
    let listed = min(lines.count, max(0, body.rows / 3))
    draw(burst, in: Area(column: 0, row: body.row, columns: body.columns, rows: body.rows - listed - Self.gap))
    let isCut = listed < lines.count
    for (number, line) in lines.prefix(isCut ? max(0, listed - 1) : listed).enumerated() {
      draw(line, row: body.row + body.rows - listed + number)
    }
    if isCut {
      let rest = (lines.count - listed + 1).counted("more line")
      write("\(rest) on a larger screen", column: 1, row: body.row + body.rows - 1, .quiet, limit: screen.columns - 2)
    }
  }

  /// A line below the pictures: a shot with its colour and share, or a text.
  private struct Line {
    var colour: Colour?
    var share: Double?
    var text: String
    var role = Role.text
  }

  private func lines(of burst: MergedBurst) -> [Line] {
    func title(_ item: ItemID) -> String { model.roll[item].title }
    let listed = burst.used.count > Self.mostListed ? Self.mostListed - 1 : burst.used.count
    var lines = burst.used.prefix(listed).enumerated().map { number, shot in
      Line(
        colour: MergedBurst.colour(number), share: shot.share,
        text: title(shot.item) + (shot.hasOtherPrints ? "  shows other prints too" : ""))
    }
    let rest = burst.used.dropFirst(listed)
    if !rest.isEmpty {
      let share = rest.reduce(0) { $0 + $1.share }
      lines.append(Line(text: "\(rest.count.counted("other shot")): \(share.percent)"))
    }
    if let unmended = burst.unmended {
      lines.append(
        unmended < MergedBurst.hardlyAny
          ? Line(text: "every part is clear in some shot", role: .quiet)
          : Line(
            colour: MergedBurst.unclear, text: "under glare in every shot: \((100 * unmended).tenths) %", role: .quiet))
    }
    return lines
      + burst.leftOut.map { Line(text: "left out \(title($0.item)): \($0.why)", role: .quiet) }
  }

  private mutating func draw(_ line: Line, row: Int) {
    var column = 1
    if let colour = line.colour {
      let paint = Paint(ink: .colour(colour), ground: theme[.desk].ground)
      let isColoured = capabilities.depth == .trueColour || capabilities.depth == .palette256
      screen.write(
        unicode ? "██ " : "## ", column: column, row: row, isColoured ? paint : theme[.text], unicode: unicode)
      column += 3
    }
    if let share = line.share {
      let percent = share.percent
      write(String(repeating: " ", count: max(0, 5 - percent.count)) + percent, column: column, row: row, line.role)
      screen.drawBar(
        share, column: column + 6, row: row, columns: Self.shareColumns, theme[.key], rest: theme[.rule],
        unicode: unicode)
      column += 6 + Self.shareColumns + 1
    }
    write(line.text, column: column, row: row, line.role, limit: max(0, screen.columns - column - 1))
  }

  private mutating func draw(_ burst: MergedBurst, in area: Area) {
    let names = [model.roll[burst.used[0].item].title, "merged", "from which shot"]
    let count = burst.pictures.count
    for (number, (picture, name)) in zip(burst.pictures, names).enumerated() {
      let (start, end) = (number * area.columns / count, (number + 1) * area.columns / count)
      let columns = end - start - 2
      let place = Area(column: start + 1, row: area.row, columns: columns, rows: max(1, area.rows - 1))
      let viewport = Viewport(
        photoWidth: picture.width, picture.height, in: place, zoom: 0, focus: Point(0, 0),
        shape: capabilities.cellShape)
      show(picture, viewport, in: .closeUp(number))
      let shown = name.shortened(to: columns, unicode: unicode)
      write(
        shown, column: start + 1 + max(0, (columns - shown.count) / 2), row: place.row + place.rows,
        number == 1 ? .key : .text, limit: columns)
    }
  }
}
