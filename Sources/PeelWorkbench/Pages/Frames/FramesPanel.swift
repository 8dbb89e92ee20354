import PeelImaging

/// Where the parts of a clip's frames are.
private struct FramesLayout {
  /// The frames side by side.
  let frames: Area
  /// The chosen frame, below; nil if the screen is too low.
  let large: Area?
  /// The rows of a small picture.
  let pictureRows: Int

  /// The lines below a small picture: score, bar, name, five sub-scores and the reason.
  static let lines = 9
  /// The rows of a small picture beside a large one, and the least rows of a large one.
  private static let (smallRows, leastRows) = (7, 10)

  init(columns: Int, rows: Int) {
    // Without the title, the status and the keys.
    let body = Area(column: 0, row: 1, columns: columns, rows: max(0, rows - 3))
    let height = Self.lines + Self.smallRows
    guard body.rows >= height + Self.leastRows else {
      (frames, large, pictureRows) = (body, nil, max(1, body.rows - Self.lines))
      return
    }
    frames = Area(column: 0, row: body.row, columns: columns, rows: height)
    large = Area(column: 0, row: body.row + height, columns: columns, rows: body.rows - height)
    pictureRows = Self.smallRows
  }
}

/// The frames of a clip side by side, best first: each picture with its faces, and its scores below.
extension View {
  /// The width of a frame with the blank columns beside it.
  private static let frameColumns = 18
  /// The width of the names of sub-scores.
  private static let nameColumns = 11

  /// The width of each face's score, where there are several.
  private static let scoreColumns = 3

  mutating func draw(_ page: FramesPage) {
    let places = FramesLayout(columns: screen.columns, rows: screen.rows)
    screen.fill(Area(column: 0, row: 0, columns: screen.columns, rows: layout.keys.row + 1), theme[.desk])
    screen.fill(layout.title, theme[.bar])
    let used = write("Frames", column: 1, row: 0, .barName)
    let title = model.roll[page.item].title
    let count = page.isReading ? "" : "  \(page.chosen + 1) of \(page.frames.count), best first"
    write("\(title)\(count)", column: used + 3, row: 0, .bar, limit: max(0, screen.columns - used - 4))
    if page.isReading {
      let progress = model.jobs.progress { $0.ticket == page.ranking }
      return drawProgress(progress, of: "looking for faces in \(title)", in: places.frames)
    }
    let pictures = page.frames.map { pictureRows(of: $0, columns: Self.frameColumns - 2) }
    let rows = min(places.pictureRows, pictures.max() ?? 1)
    let areas = frames(of: Self.frameColumns, count: page.frames.count, chosen: page.chosen, in: places.frames)
    for (index, area) in areas {
      draw(
        page.frames[index], number: index, isChosen: index == page.chosen, isKept: index == page.kept, rows: rows,
        in: area)
    }
    if let large = places.large, page.frames.indices.contains(page.chosen) {
      draw(page.frames[page.chosen], in: .closeUp(0), within: large.inset(by: 1))
    }
  }

  /// The rows of a picture that is so wide.
  private func pictureRows(of frame: RankedFrame, columns: Int) -> Int {
    let shape = Double(frame.rendition.height) / Double(max(1, frame.rendition.width))
    return max(1, Int((Double(columns) * shape / capabilities.cellShape).rounded(.up)))
  }

  /// Draws a picture and boxes around its faces.
  private mutating func draw(_ frame: RankedFrame, in slot: PlacedPicture.Slot, within area: Area) {
    let viewport = Viewport(
      photoWidth: frame.rendition.width, frame.rendition.height, in: area, zoom: 0, focus: Point(0, 0),
      shape: capabilities.cellShape)
    show(frame.rendition, viewport, in: slot)
    let picture = screen
    for face in frame.faces {
      draw(OutlinePath(face.box.map { viewport($0) }), .print, over: slot, picture, within: area)
    }
  }

  private mutating func draw(
    _ frame: RankedFrame, number: Int, isChosen: Bool, isKept: Bool, rows: Int, in area: Area
  ) {
    let (column, columns) = (area.column + 1, area.columns - 2)
    draw(
      frame, in: .thumbnail(number),
      within: Area(column: column, row: area.row, columns: columns, rows: min(rows, area.rows)))
    var row = area.row + rows
    write(isChosen ? (unicode ? "▸" : ">") : " ", column: area.column, row: row, .key)
    let facts = "\(number + 1)  \(frame.score.hundredths)  \(frame.relative.percent)"
    write(facts, column: column, row: row, isChosen ? .key : .text, limit: columns)
    screen.drawBar(
      frame.relative, column: column, row: row + 1, columns: columns, theme[isChosen ? .key : .text],
      rest: theme[.rule], unicode: unicode)
    let kept = isKept ? "  kept" : ""
    write(frame.source.place + kept, column: column, row: row + 2, isKept ? .key : .text, limit: columns)
    row += 3
    let faces = frame.shownFaces
    for (index, part) in (faces.first?.parts ?? []).enumerated() where row < area.row + area.rows - 1 {
      // The scores of several faces, from left to right, are in percent to find room.
      let scores =
        faces.count == 1
        ? part.score.hundredths
        : faces.map { face in
          let percent = "\(Int((min(max(face.parts[index].score, 0), 0.99) * 100).rounded()))"
          return String(repeating: " ", count: Self.scoreColumns - percent.count) + percent
        }.joined()
      let names = faces.count == 1 ? Self.nameColumns : columns - Self.scoreColumns * faces.count
      write(part.name, column: column, row: row, .quiet, limit: names)
      write(scores, column: column + names, row: row, .text, limit: columns - names)
      row += 1
    }
    write(frame.why, column: column, row: row, .quiet, limit: columns)
  }
}

extension RankedFrame.Source {
  /// The frame's number and time.
  fileprivate var place: String {
    switch self {
    case .still: "still"
    case .frame(let number, let time): "\(number)  \(time.hundredths) s"
    }
  }
}

extension Double {
  /// The value with two decimals.
  fileprivate var hundredths: String {
    guard isFinite, abs(self) < 1e9 else { return "?" }
    let hundredths = Int((abs(self) * 100).rounded())
    let rest = hundredths % 100
    return (self < 0 && hundredths > 0 ? "-" : "") + "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
