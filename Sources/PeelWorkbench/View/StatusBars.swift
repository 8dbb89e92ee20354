import PeelImaging

/// The title bar, the status bar and the key bar.
extension View {
  // MARK: title

  mutating func drawTitle() {
    let row = layout.title.row
    screen.fill(layout.title, theme[.bar])
    let (number, count) = model.numberOfCurrent
    let place = "\(number)/\(count)"
    let nameWidth = min(item.place.width(unicode: unicode), Self.nameColumns)
    var facts = titleFacts.map { (text: plain($0.text), role: $0.role) }
    func width() -> Int { facts.reduce(0) { $0 + 2 + $1.text.width(unicode: unicode) } }
    while 1 + nameWidth + 2 + place.count + width() + 1 > layout.title.columns, facts.count > 1 { facts.removeLast() }
    let left = layout.title.columns - 1 - width()
    let room = max(left - 3 - place.count, 1)
    let used = write(item.place.shortened(to: room, unicode: unicode), column: 1, row: row, .barName, limit: room)
    write(place, column: used + 3, row: row, .bar)
    var column = left
    for fact in facts { column += 2 + write(fact.text, column: column + 2, row: row, fact.role) }
  }

  /// The columns kept for the item's title. Facts are left out if they'd leave fewer.
  private static let nameColumns = 20

  /// The facts in the title bar, most important first: the verdict, then the chosen outline.
  private var titleFacts: [(text: String, role: Role)] {
    var facts: [(text: String, role: Role)] = []
    switch (item.loading, item.detected?.verdict) {
    case (.failed, _): facts.append(("failed", .nothing))
    case (.waiting, _), (.running, _): facts.append(("reading…", .bar))
    case (.done, nil): facts.append(("looking for prints…", .bar))
    case (.done, .sure): facts.append((item.state.words, .sure))
    case (.done, .review): facts.append((item.state.words, .review))
    case (.done, .some(.none)): facts.append(("nothing found", .nothing))
    }
    if item.isClip, item.photo != nil { facts = [(item.state.words, .bar)] }
    // A person's decision replaces the detector's verdict.
    if item.isDecided { facts = [(item.state.words, item.state == .adjusted ? .review : .sure)] }
    if item.isGone || item.lost != nil { facts = [(item.state.words, .nothing)] }
    if item.kind == .livePhoto, item.photo != nil { facts.append(("with a clip", .bar)) }
    if item.hasDepth, item.photo != nil { facts.append(("with depth", .bar)) }
    if let page = item.photo?.photo.page { facts.append((page.words, .bar)) }
    facts += item.reasonsForReview.map { ($0, .review) }
    if !model.roll.marked.isEmpty { facts.append(("\(model.roll.marked.count.grouped) marked", .review)) }
    guard let outline = model.outline else { return facts }
    if let film = outline.settings.film { facts.append((film.name, .bar)) }
    facts.append((model.nameOfChosen, .bar))
    // The verdict has the least sure print's confidence. This outline's is shown if it differs.
    if !item.isDecided, let own = outline.confidence?.percent, !facts[0].text.hasSuffix(own) {
      facts.append(("this one \(own)", .bar))
    }
    return facts
  }

  // MARK: status

  mutating func drawStatus() {
    let row = layout.status.row
    let bar = exportBar.isEmpty ? searchBar : exportBar
    let room = layout.status.columns - 2 - (bar.isEmpty ? 0 : bar.count + 2)
    if !bar.isEmpty {
      write(bar, column: layout.status.columns - 1 - bar.count, row: row, exportBar.isEmpty ? .quiet : .key)
    }
    if let filter = model.roll.filter, filter.isTyping {
      let used = 1 + write("/\(filter.text)", column: 1, row: row, .key, limit: room)
      screen[used, row] = Cell(glyph: unicode ? "▏" : "_", paint: theme[.key])
      let (matches, all) = model.matches
      let count = "\(matches.grouped) of \(all.grouped)\(model.wordsForUnsearched)"
      write(count, column: used + 3, row: row, .quiet, limit: max(0, room - used - 3))
      return
    }
    var message = model.message
    if message == nil, let hint { message = Model.Message(kind: .note, text: hint) }
    let place = placeOfHandle
    let text = plain(message?.text ?? "")
    let needed = text.width(unicode: unicode)
    var column = 1
    if !place.isEmpty, needed == 0 || place.count + 3 + needed <= room {
      column += write(place, column: column, row: row, .text, limit: room) + 3
    }
    if let message { return draw(message, column: column, columns: room - column + 1) }
    for fact in viewFacts {
      guard column + fact.count <= room else { break }
      column += write(fact, column: column, row: row, .quiet, limit: room - column) + 2
    }
  }

  /// The most rows that a message takes.
  private static let messageRows = 4

  /// Draws a message in the status bar, or ending at another row. A long one also covers the rows above.
  private mutating func draw(_ message: Model.Message, column: Int, columns: Int, endingAt last: Int? = nil) {
    let lines = plain(message.text).folded(to: columns, most: Self.messageRows, unicode: unicode)
    for (index, line) in lines.enumerated() {
      let row = (last ?? layout.status.row) + 1 + index - lines.count
      if row < layout.status.row {
        screen.fill(Area(column: 0, row: row, columns: screen.columns, rows: 1), theme[.desk])
      }
      write(line, column: column, row: row, message.kind == .trouble ? .trouble : .note, limit: columns)
    }
  }

  /// The width of the export's progress bar, in columns.
  private static let exportColumns = 10

  /// The progress of an export; empty unless it has several items.
  private var exportBar: String {
    let exporting = model.exporting
    let count = exporting.done + exporting.waiting.count + (model.runningExport == nil ? 0 : 1)
    guard model.isExporting, count > 1 else { return "" }
    let full = exporting.done * Self.exportColumns / count
    let (ink, rest) = unicode ? ("━", "─") : ("=", "-")
    let bar = String(repeating: ink, count: full) + String(repeating: rest, count: Self.exportColumns - full)
    return "exporting \(bar) \(exporting.done)/\(count)"
  }

  /// The progress of searching the roll; empty once all is searched.
  private var searchBar: String {
    let all = model.photosThere
    let unsearched = model.roll.items.count(where: \.isUnsearched)
    return unsearched == 0 || all == 1 ? "" : "searched \((all - unsearched).grouped) of \(all.grouped)"
  }

  /// The handle and its place, in photo pixels.
  private var placeOfHandle: String {
    guard let outline = model.outline else { return "" }
    let p = model.desk.handle.focus(of: outline.quad)
    return "\(model.desk.handle.title)  \(p.x.tenths), \(p.y.tenths)"
  }

  private var viewFacts: [String] {
    var facts: [String] = []
    switch model.desk.pace {
    case .whole: break
    case .tenthOnce: facts.append("next step 0.1")
    case .tenth: facts.append("steps of 0.1")
    }
    if let settings = model.outline?.settings {
      if settings.turn > 0 { facts.append("turned \(90 * settings.turn)°") }
      if model.crop == .picture { facts.append("picture only") }
    }
    let zoom = model.show == .print ? model.desk.scanZoom : model.desk.zoom
    if zoom > 0 {
      let magnification = Viewport.magnification(zoom)
      facts.append("zoom \(zoom % 2 == 0 ? "\(Int(magnification))" : magnification.tenths)×")
    }
    if let photo = item.photo?.photo { facts.append("photo \(photo.width)×\(photo.height)") }
    if let filter = model.roll.filter { facts.append("filter /\(filter.shownText)") }
    return facts.map(plain)
  }

  /// What to do if no sure print was found; nil otherwise.
  private var hint: String? {
    if item.isClip, item.photo != nil { return RollItem.wordsForClip }
    guard let detected = item.detected, !item.isAdjusted, detected.verdict == .none, item.photo != nil else {
      return nil
    }
    if model.desk.showsCandidates || !item.sheet.prints.isEmpty { return nil }
    let candidates = item.sheet.candidates.count
    return candidates == 0
      ? "no print found: a adds corners to move onto one, Enter takes none"
      : "no print found: i shows \(candidates.counted("candidate")), a adds the likeliest"
  }

  /// Draws only the message, without the handle's place.
  mutating func drawMessage(endingAt last: Int? = nil) {
    if let message = model.message { draw(message, column: 1, columns: layout.status.columns - 2, endingAt: last) }
  }

  // MARK: keys

  mutating func drawKeys() {
    var entries = model.keymap.bar(unicode: unicode)
    if item.hasDepth, model.page.isDesk, model.panel == nil,
      let key = model.keymap.keys(for: .desk(.showDepth)).first
    {
      entries.insert(KeyBar.Entry(keys: Key.names(of: [key], unicode: unicode), label: "depth"), at: 1)
    }
    KeyBar(entries: entries).draw(in: layout.keys.row, of: &screen, theme, unicode: unicode)
  }
}
