import PeelImaging

extension Model {
  /// The items that the roll lists, including those set aside. Deleted photos aren't listed unless they were accepted.
  var rowsOfRoll: [ItemID] { listed.filter { isInRoll(roll[$0]) } }

  private func isInRoll(_ item: RollItem) -> Bool {
    !item.isGone || item.id == current || item.sheet.accepted != nil
  }

  /// The current item's number among the listed ones, from 1, and their number, both without the filter.
  var numberOfCurrent: (number: Int, count: Int) {
    (roll.items.prefix(roll.position(of: current) + 1).count(where: isInRoll), roll.items.count(where: isInRoll))
  }

  /// The first of `rowsOfRoll` that the panel shows. In a long roll, the current item is in the middle.
  func firstOfRoll(in area: Area) -> Int {
    let rows = rowsOfRoll
    let here = rows.firstIndex { !roll.isListed($0, before: current) } ?? rows.count - 1
    return max(0, min(here - area.rows / 2, rows.count - area.rows))
  }
}

/// The roll on the left and the figures on the right, if there is room.
extension View {
  mutating func drawRoll(in area: Area) {
    screen.fill(area, theme[.desk])
    drawRule(Area(column: area.column + area.columns - 1, row: area.row, columns: 1, rows: area.rows))
    let rows = model.rowsOfRoll
    let first = model.firstOfRoll(in: area)
    for (row, id) in rows[first..<min(first + area.rows, rows.count)].enumerated() {
      let item = model.roll[id]
      let isCurrent = id == model.current
      let words = item.state.words
      let right = area.column + area.columns - 2
      let neighbours = [first + row - 1, first + row + 1].filter(rows.indices.contains).map {
        model.roll[rows[$0]].place
      }
      let mark = item.mark.map { $0.count + 1 } ?? 0
      let name = item.place.shortened(
        to: right - words.count - 1 - mark - (area.column + 2), unicode: unicode, besides: neighbours)
      write(isCurrent ? (unicode ? "▸" : ">") : " ", column: area.column, row: area.row + row, .key)
      if model.roll.marked.contains(id) {
        write(unicode ? "•" : "*", column: area.column + 1, row: area.row + row, .key)
      }
      write(name, column: area.column + 2, row: area.row + row, isCurrent ? .key : .text)
      if let text = item.mark {
        write(text, column: right - words.count - mark, row: area.row + row, .quiet)
      }
      write(words, column: right - words.count, row: area.row + row, role(of: item.state))
    }
  }

  func role(of state: RollItem.State) -> Role {
    switch state {
    case .toDo, .nothing, .setAside, .inMerge, .clip: .quiet
    case .sure: .print
    case .review, .adjusted: .key
    case .accepted, .exported, .merged: .done
    case .failed, .gone, .unsaved: .trouble
    }
  }

  // MARK: inspector

  /// The column of the values, from the panel's text margin.
  private static let valueColumn = 13

  mutating func drawInspector(in area: Area) {
    drawRule(Area(column: area.column, row: area.row, columns: 1, rows: area.rows))
    guard let outline = model.outline else { return }
    let inner = Area(column: area.column + 2, row: area.row, columns: area.columns - 3, rows: area.rows)
    var row = inner.row
    for group in figures(of: outline) {
      if row > inner.row { row += 1 }
      for (name, value) in group where row < inner.row + inner.rows {
        write(name, column: inner.column, row: row, .quiet, limit: inner.columns)
        let room = inner.columns - Self.valueColumn
        write(
          plain(value).shortened(to: room, unicode: unicode), column: inner.column + Self.valueColumn, row: row, .text,
          limit: room)
        row += 1
      }
    }
    if let preview { drawHistograms(preview, in: inner, from: row + 1) }
  }

  /// The current item's preview, which is shown until a newer one is developed.
  private var preview: Preview? {
    guard model.desk.proof.shown?.item == model.current, case .success(let preview)? = model.desk.proof.result else {
      return nil
    }
    return preview
  }

  private func wordsForExport(of outline: Outline) -> String {
    if outline.isCandidate { return "no; a adds it" }
    if !outline.isTaken { return "not moved yet" }
    return switch item.sheet.aside {
    case nil: "yes"
    case .otherShot: "no, set aside"
    case .merged(let merge): "merged with \(merge.shots.count.grouped)"
    case .inMerge(let name): "in \(name)"
    }
  }

  private func words(forWayUpOf outline: Outline) -> String {
    if outline.settings.turn > 0 { return "turned \(90 * outline.settings.turn)°" }
    if outline.isUpright { return "upright" }
    return switch preview?.wayUp {
    case .given, .found(0): "upright"
    case .shown(0): "upright (faces)"
    case .found(let turns): "\(turns.degrees)° (frame)"
    case .shown(let turns): "\(turns.degrees)° (faces)"
    case .unknown, nil: "unknown"
    }
  }

  private func figures(of outline: Outline) -> [[(String, String)]] {
    let (settings, pose) = (outline.settings, preview?.pose)
    let measure = model.desk.proof.measured?.item == model.current ? model.desk.proof.measure : nil
    let isPictureMissing = model.crop == .picture && preview.map { $0.crop == .print } ?? false
    let film = settings.film
    typealias Figures = [(String, String)]
    let ofOutline: Figures = [
      ("outline", model.nameOfChosen),
      ("detector", outline.confidence.map { "\($0.percent) sure" } ?? "–"),
      ("gets a scan", wordsForExport(of: outline)),
    ]
    var ofPrint: Figures = [
      ("film", film?.name ?? "any"),
      ("paper", film.map { "\($0.width.short) × \($0.height.short) mm" } ?? "–"),
      ("ratio", pose.map { "\($0.ratio.rounded3)  \($0.source.words)" } ?? "–"),
      ("tilt", pose?.tilt.map { "\($0.tenths)°" } ?? "–"),
    ]
    let curl = outline.curl?.words ?? (outline.isBent ? "curled; not straightened" : nil)
    if let curl { ofPrint.append(("curl", curl)) }
    if let page = item.photo?.photo.page { ofPrint.append(("page", page.words)) }
    var ofScan: Figures = [
      ("scan", measure.map { "\($0.width) × \($0.height)" } ?? "…"),
      ("density", measure.map { $0.ppi.map { "\(Int($0.rounded())) ppi" } ?? "–" } ?? "…"),
      ("sharpness", measure?.sharpness.tenths ?? "…"),
      ("shows", isPictureMissing ? "no frame found" : model.crop.words),
      ("way up", words(forWayUpOf: outline)),
      ("white", model.whiteBalance.rawValue),
      ("clip", "\(model.clip.tenths) %"),
    ]
    // A merge takes a second or more; `b` and `m` show it.
    if case .merged = item.sheet.aside { ofScan.append(("shown", "this shot alone")) }
    if let taken = settings.taken { ofScan.append(("taken", taken.text)) }
    if let caption = settings.caption { ofScan.append(("caption", caption.text)) }
    if let keywords = settings.keywords { ofScan.append(("keywords", keywords.map(\.text).joined(separator: ", "))) }
    if let restores = settings.restoresFading { ofScan.append(("fading", restores ? "undone" : "left")) }
    let ofCorners: Figures = Quad.Corner.allCases.map { corner in
      let p = outline.quad[corner]
      let mark = model.desk.handle.corners.contains(corner) ? "[\(corner.rawValue + 1)]" : " \(corner.rawValue + 1)"
      return (mark, "\(p.x.tenths), \(p.y.tenths)")
    }
    return [ofOutline, ofPrint, ofScan, ofCorners]
  }

  // MARK: histograms

  private static let channels: [Role] = [.red, .green, .blue]
  private static let histogramRows = 6

  /// Draws the histograms of the three channels over each other, before and after side by side, below `row`.
  private mutating func drawHistograms(_ preview: Preview, in area: Area, from row: Int) {
    let height = min(area.row + area.rows - row - 1, Self.histogramRows)
    guard height >= 2 else { return }
    let width = (area.columns - 1) / 2
    for (title, histograms, column) in [
      ("before", preview.before, area.column), ("after", preview.after, area.column + width + 1),
    ] {
      write(title, column: column, row: row, .quiet)
      drawBars(
        histograms.map { $0.shares(width) }, in: Area(column: column, row: row + 1, columns: width, rows: height))
    }
  }

  private static let eighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let letters: [Character] = [" ", ".", ":", "#"]

  /// Draws a bar of each channel in each column, over each other: where several reach, in their mean colour.
  ///
  /// - Parameter shares: the bars' heights of red, green and blue, 0…1.
  private mutating func drawBars(_ shares: [[Double]], in area: Area) {
    let steps: [Character] =
      switch capabilities.glyphs {
      case .ascii: Self.letters
      case .halfBlocks: [" ", "▄", "█"]
      case .blocks, .sextants: Self.eighths
      }
    let full = steps.count - 1
    for column in 0..<area.columns {
      // A bar whose share isn't 0 is never empty.
      let levels = shares.map { bars in
        bars[column] > 0 ? max(1, Int((bars[column] * Double(area.rows * full)).rounded())) : 0
      }
      for row in 0..<area.rows {
        let inCell = levels.map { min(max($0 - (area.rows - 1 - row) * full, 0), full) }
        let top = inCell.max() ?? 0
        let isFloor = row == area.rows - 1 && top == 0
        screen[area.column + column, area.row + row] = Cell(
          glyph: isFloor ? (unicode ? "▁" : "_") : steps[top],
          paint: isFloor
            ? theme[.rule] : theme.mean(of: zip(Self.channels, inCell).filter { $1 > 0 && 2 * $1 >= top }.map(\.0)))
      }
    }
  }
}

extension Histogram {
  /// The counts in `parts` equal ranges of the levels, 0…1. 1 is the highest count apart from the first and the last,
  /// where clipped levels pile up.
  func shares(_ parts: Int) -> [Double] {
    let sums = (0..<parts).map { part in counts[part * 256 / parts..<(part + 1) * 256 / parts].reduce(0, +) }
    let highest = sums.dropFirst().dropLast().max() ?? 0
    return sums.map { highest == 0 ? ($0 > 0 ? 1 : 0) : min(1, Double($0) / Double(highest)) }
  }
}

extension Pose.Source {
  /// The source in one word.
  fileprivate var words: String {
    switch self {
    case .film: "film"
    case .focalLength: "lens"
    case .vanishingPoints: "angles"
    case .sides: "sides"
    case .flatbed: "flatbed"
    case .usualLens: "guess"
    }
  }
}

extension Double {
  /// The value with three decimals; `?` if it's negative.
  fileprivate var rounded3: String {
    guard isFinite, self >= 0, self < 1e6 else { return "?" }
    let thousandths = Int((self * 1000).rounded())
    return "\(thousandths / 1000)." + String(String(1000 + thousandths % 1000).dropFirst())
  }

  /// The value without decimals if it's whole.
  fileprivate var short: String { self == rounded() ? "\(Int(self))" : tenths }
}
