import PeelImaging

extension LiveModel {
  /// The screen to show now.
  package func screen(columns: Int, rows: Int, capabilities: Capabilities) -> Screen {
    let theme = Theme(colours: colours, depth: capabilities.depth)
    var view = LiveView(
      model: self, theme: theme, capabilities: capabilities,
      screen: Screen(columns: columns, rows: rows, paint: theme[.desk]))
    view.draw()
    return view.screen.reduced(to: capabilities.depth)
  }

  /// The number of samples along a frame's longer side that a screen can show.
  package static func longSide(columns: Int, rows: Int, capabilities: Capabilities) -> Int {
    max(columns * capabilities.samples.width, rows * capabilities.samples.height)
  }
}

/// Draws the title, the frame with its prints, the figures, the message and the key bar.
private struct LiveView {
  let model: LiveModel
  let theme: Theme
  let capabilities: Capabilities
  var screen: Screen

  private var unicode: Bool { capabilities.isUnicode }
  /// The number of rows above and below the picture.
  private static let above = 1
  private static let below = 3
  /// The width of the sharpness bar, in columns.
  private static let barColumns = 16
  /// The largest shares of the picture's width and height that the last shot covers, and its least size in cells.
  private static let shotShare = (columns: 0.34, rows: 0.6)
  private static let leastShot = (columns: 4, rows: 2)
  /// The height that the last shot may take on the smallest screens, in rows.
  private static let leastRoomRows = 4.0

  mutating func draw() {
    guard screen.columns >= Layout.leastColumns, screen.rows >= Layout.leastRows else {
      let lines = Layout.tooSmall.wrapped(to: max(screen.columns, 1))
      for (row, line) in lines.enumerated() { write(line, column: 0, row: row, .text) }
      return
    }
    let area = Area(
      column: 0, row: Self.above, columns: screen.columns, rows: screen.rows - Self.above - Self.below)
    drawTitle()
    if model.isHelping {
      drawHelp(in: area)
    } else if model.isListing {
      drawList(in: area)
    } else {
      drawPicture(in: area)
    }
    drawLines(above: screen.rows - 1)
    drawKeys(row: screen.rows - 1)
  }

  @discardableResult
  private mutating func write(_ text: String, column: Int, row: Int, _ role: Role, limit: Int = .max) -> Int {
    screen.write(text.plain(unicode: unicode), column: column, row: row, theme[role], limit: limit, unicode: unicode)
  }

  // MARK: the picture

  private mutating func drawPicture(in area: Area) {
    guard let frame = model.frame else {
      let text = model.origin.isSteady ? "waiting for the first frame…" : "waiting for photos…"
      write(text, column: max(0, (area.columns - text.count) / 2), row: area.row + area.rows / 2, .quiet)
      return
    }
    // Prints are in the frame's pixels; the picture has fewer.
    let viewport = Viewport(
      photoWidth: frame.width, frame.height, in: area, zoom: 0, focus: Point(0, 0),
      shape: capabilities.cellShape)
    let picture = Viewport(
      photoWidth: frame.rendition.width, frame.rendition.height, in: area, zoom: 0, focus: Point(0, 0),
      shape: capabilities.cellShape)
    show(frame.rendition, picture, in: .photo)
    let backdrop = screen
    let isReady = [.ready, .taken].contains(model.readiness.state)
    for print in frame.prints.reversed() {
      let kind: Stroke.Kind = isReady && print.isSteady ? .chosen : .print
      let outline = OutlinePath(print.print.quad.map { viewport($0) })
      guard capabilities.graphics == .cells else {
        screen.draw(outline, kind, theme, over: .photo)
        continue
      }
      Stroke(
        kind: kind, ink: theme[kind.role].ink, onLight: theme.onLight(kind.role), style: theme[kind.role].style,
        capabilities: capabilities, backdrop: backdrop
      ).draw(outline, into: &screen, within: area)
    }
    let prints = frame.prints.map { viewport($0.print.quad.centre) }
    if let progress = model.collection?.progress {
      draw(progress.rendition, titled: progress.shots.counted("shot"), beside: prints, in: area)
    } else if let shot = model.shownShot {
      draw(shot.rendition, titled: shot.files.first?.name ?? "", beside: prints, in: area)
    }
  }

  /// Draws a scan on the side of the picture away from the prints.
  private mutating func draw(_ rendition: Rendition, titled name: String, beside prints: [Point], in area: Area) {
    let (width, height) = (Double(max(1, rendition.width)), Double(max(1, rendition.height)))
    let room = (
      columns: Self.shotShare.columns * Double(area.columns),
      rows: max(Self.leastRoomRows, Self.shotShare.rows * Double(area.rows))
    )
    let shape = capabilities.cellShape
    let scale = min(room.columns / width, shape * room.rows / height)
    let (columns, rows) = (Int((scale * width).rounded()), Int((scale * height / shape).rounded()))
    guard columns >= Self.leastShot.columns, rows >= Self.leastShot.rows, columns + 2 <= area.columns,
      rows + 2 <= area.rows
    else { return }
    let middle = prints.reduce(0) { $0 + $1.x / Double(max(1, prints.count)) }
    let isLeft = middle > Double(area.column) + Double(area.columns) / 2
    let box = Area(
      column: isLeft ? area.column + 1 : area.column + area.columns - columns - 3,
      row: area.row + (area.rows - rows - 2) / 2, columns: columns + 2, rows: rows + 2)
    screen.fill(box, theme[.desk])
    screen.drawBox(box, theme[.chosen], unicode: unicode)
    write(
      " \(name.shortened(to: max(1, columns - 2), unicode: unicode)) ", column: box.column + 1, row: box.row, .chosen,
      limit: columns)
    let inside = box.inset(by: 1)
    let viewport = Viewport(
      photoWidth: rendition.width, rendition.height, in: inside, zoom: 0, focus: Point(0, 0),
      shape: capabilities.cellShape)
    show(rendition, viewport, in: .shot)
  }

  private mutating func show(_ rendition: Rendition, _ viewport: Viewport, in slot: PlacedPicture.Slot) {
    var drawn: Mosaic.Drawn?
    screen.show(rendition, viewport, in: slot, theme[.desk], capabilities, remembering: &drawn)
  }

  // MARK: lines of text

  /// The columns kept for the source's name. Facts are left out if they'd leave fewer.
  private static let nameColumns = 14

  private mutating func drawTitle() {
    screen.fill(Area(column: 0, row: 0, columns: screen.columns, rows: 1), theme[.bar])
    var facts: [String] = []
    if let frame = model.frame { facts.append("\(frame.width)×\(frame.height)") }
    if let rate = model.rate { facts.append("\(Int(rate.rounded())) fps") }
    if let frame = model.frame, model.origin.isSteady { facts.append("\(frame.dropped) dropped") }
    if model.merges { facts.append("merging") }
    if model.isAutomatic { facts.append("automatic") }
    if model.shots.count > 0 { facts.append(model.shots.count.counted("shot")) }
    if model.list.missed > 0 { facts.append("\(model.list.missed) not taken") }
    while facts.count > 1, facts.joined(separator: "  ").count + Self.nameColumns > screen.columns {
      facts.removeLast()
    }
    let text = facts.joined(separator: "  ")
    let room = max(1, screen.columns - text.count - 4)
    let name = model.frame?.photo.map { "\(model.origin.name)/\($0)" } ?? model.origin.name
    write(name.shortened(to: room, unicode: unicode), column: 1, row: 0, .barName, limit: room)
    write(text, column: max(1, screen.columns - text.count - 1), row: 0, .bar)
  }

  /// The columns of the sharpness bar's label and value.
  private static let sharpnessColumns = 14

  private mutating func drawFigures(row: Int) {
    var (label, role): (String, Role) =
      if model.origin.isStalled || model.origin.hasEnded {
        (model.origin.hasEnded ? "ended" : "stalled", .nothing)
      } else {
        switch model.readiness.state {
        case .searching: (model.frame == nil ? "waiting" : "searching", .nothing)
        case .holdStill: ("hold still", .review)
        case .ready: ("ready", .sure)
        case .taken: ("taken", .sure)
        }
      }
    if let collection = model.collection { (label, role) = (collection.isOtherInSight ? "other" : "move", .review) }
    var column = write(" \(label) ", column: 1, row: row, role) + 3
    guard let frame = model.frame, !frame.prints.isEmpty else { return }
    let count = frame.prints.count
    column += write(count == 1 ? "1 print" : "\(count) prints", column: column, row: row, .text) + 2
    if let film = frame.prints.first?.print.film, count == 1 {
      column += write(film.name, column: column, row: row, .quiet) + 2
    }
    guard column + Self.barColumns + Self.sharpnessColumns < screen.columns else { return }
    column += write("sharp", column: column, row: row, .quiet) + 1
    column += screen.drawBar(
      model.readiness.sharpness, column: column, row: row, columns: Self.barColumns,
      theme[model.readiness.state == .holdStill ? .text : .key], rest: theme[.rule], unicode: unicode)
    write("\(Int(frame.sharpness.rounded()))", column: column + 1, row: row, .text)
  }

  /// The most rows that a message takes.
  private static let messageRows = 4

  /// Draws the figures and, below them, the message. A long message also covers rows of the picture.
  private mutating func drawLines(above end: Int) {
    let message = message
    let room = screen.columns - 2
    let lines = message?.text.plain(unicode: unicode).folded(to: room, most: Self.messageRows, unicode: unicode) ?? [""]
    let first = end - lines.count
    screen.fill(Area(column: 0, row: first - 1, columns: screen.columns, rows: lines.count + 1), theme[.desk])
    drawFigures(row: first - 1)
    for (index, line) in lines.enumerated() {
      write(line, column: 1, row: first + index, message?.kind == .trouble ? .trouble : .note, limit: room)
    }
  }

  /// What happened, or what to do next.
  private var message: Model.Message? {
    var message = model.message
    if model.origin.isStalled {
      let wait =
        "no frame for \(Int(model.origin.silence)) s: is \(model.origin.name) still there? "
        + (model.origin.canRestart ? "r restarts, q quits" : "q quits")
      message = .init(kind: .trouble, text: wait)
    } else if message == nil, let collection = model.collection {
      message = .init(kind: .note, text: words(for: collection))
    } else if message == nil {
      let hint: String? =
        switch model.readiness.state {
        case .searching:
          model.frame.map { frame in
            frame.photo.map { "no print found in \($0)" } ?? "put a print in front of the camera"
          }
        case .holdStill: nil
        case .ready:
          model.isAutomatic
            ? "keep still: the shot is taken automatically" : model.merges ? "Space begins" : "Space takes it"
        case .taken: "Enter opens the shot" + (model.origin.isSteady ? "; put down the next print" : "")
        }
      message = hint.map { .init(kind: .note, text: $0) }
    }
    return message
  }

  /// How many shots there are, and what to do next.
  private func words(for collection: ShotCollection) -> String {
    guard let progress = collection.progress else { return "taking the first shot…" }
    if collection.isOtherInSight {
      return "another print: Space merges \(collection.shots) of the one before, Esc drops"
    }
    let known =
      progress.shots < 2
      ? ""
      : progress.hasMoved
        ? progress.unclear.map { ", \((100 * $0).tenths) % of the print under glare in all" } ?? ""
        : ", and no glare moved between them"
    let next = model.origin.isSteady ? "move the camera, then keep still" : "take another photo from elsewhere"
    return "\(collection.shots)\(known): \(next); Space merges, Esc drops"
  }

  private mutating func drawKeys(row: Int) {
    var entries = model.keymap.bar(unicode: unicode)
    if model.origin.canRestart, model.origin.hasEnded || model.origin.isStalled {
      entries.insert(KeyBar.Entry(keys: "r", label: "restart"), at: 0)
    }
    KeyBar(entries: entries).draw(in: row, of: &screen, theme, unicode: unicode)
  }

  /// Draws the list's end: what came last.
  private mutating func drawList(in area: Area) {
    let entries = model.list.entries.suffix(max(0, area.rows - 1))
    if entries.isEmpty { write("no photo came yet", column: 2, row: area.row + 1, .quiet) }
    let names = min(entries.map { $0.name.width(unicode: unicode) }.max() ?? 0, area.columns / 3)
    for (row, entry) in entries.enumerated() {
      let isTaken = if case .taken = entry.outcome { true } else { false }
      write(
        entry.name.shortened(to: names, unicode: unicode), column: 2, row: area.row + 1 + row, .text, limit: names)
      let room = max(0, area.columns - names - 5)
      write(
        entry.outcome.words.plain(unicode: unicode).shortened(to: room, unicode: unicode), column: 4 + names,
        row: area.row + 1 + row, isTaken ? .quiet : .review, limit: room)
    }
  }

  /// The columns in which help's keys and their descriptions start.
  private static let helpColumns = (keys: 2, help: 14)

  private mutating func drawHelp(in area: Area) {
    for (index, line) in model.keymap.rows.enumerated() where index < area.rows - 1 {
      let (keys, help) = Self.helpColumns
      write(Key.names(of: line.keys, unicode: unicode), column: keys, row: area.row + 1 + index, .key)
      write(line.help, column: help, row: area.row + 1 + index, .text, limit: max(0, area.columns - help - 1))
    }
  }
}
