import Imaging

extension Model {
  /// The screen as it should be now.
  public func screen(columns: Int, rows: Int, capabilities: Capabilities) -> Screen {
    let theme = Theme(depth: capabilities.depth)
    var view = View(
      model: self, theme: theme, capabilities: capabilities,
      layout: Layout(columns: columns, rows: rows, show: show),
      screen: Screen(columns: columns, rows: rows, paint: theme[.desk]))
    view.draw()
    return view.screen.reduced(to: capabilities.depth)
  }
}

/// Draws a model, a panel after the other.
struct View {
  let model: Model
  let theme: Theme
  let capabilities: Capabilities
  let layout: Layout
  var screen: Screen

  var unicode: Bool { capabilities.isUnicode }
  var item: Item { model.item }

  mutating func draw() {
    guard screen.columns >= Layout.leastColumns, screen.rows >= Layout.leastRows else {
      let lines = ["too small:", "make this window", "20×6 or larger"]
      for (row, line) in lines.enumerated() { write(line, column: 0, row: row, .text) }
      return
    }
    if let filmstrip = model.filmstrip {
      drawFilmstrip(filmstrip)
      drawMessage()
      drawKeys()
      if model.isHelping { drawHelp() }
      return
    }
    drawTitle()
    if let roll = layout.roll { drawRoll(in: roll) }
    if layout.photo.columns > 0 { drawPhoto(in: layout.photo) }
    if let rule = layout.rule { drawRule(rule) }
    if layout.print.columns > 0 { drawPrint(in: layout.print) }
    if let inspector = layout.inspector { drawInspector(in: inspector) }
    drawStatus()
    drawKeys()
    if model.isHelping { drawHelp() }
  }

  @discardableResult
  mutating func write(_ text: String, column: Int, row: Int, _ role: Role, limit: Int = .max) -> Int {
    screen.write(plain(text), column: column, row: row, theme[role], limit: limit, unicode: unicode)
  }

  /// Our own texts with signs that ASCII has.
  func plain(_ text: String) -> String {
    text.plain(unicode: unicode)
  }

  /// Lines of whole words in the middle of an area.
  mutating func writeCentred(_ text: String, in area: Area, _ role: Role) {
    let lines = text.wrapped(to: max(area.columns - 4, 1))
    let top = area.row + max(0, (area.rows - lines.count) / 2)
    for (index, line) in lines.prefix(area.rows).enumerated() {
      let width = line.width(unicode: unicode)
      write(line, column: area.column + max(0, (area.columns - width) / 2), row: top + index, role, limit: area.columns)
    }
  }

  mutating func drawRule(_ area: Area) {
    screen.fill(area, theme[.rule], with: unicode ? "│" : "|")
  }

  // MARK: title

  private mutating func drawTitle() {
    let row = layout.title.row
    screen.fill(layout.title, theme[.bar])
    let place = "\(model.current + 1)/\(model.roll.count)"
    let nameWidth = min(item.name.width(unicode: unicode), Self.nameColumns)
    var facts = titleFacts.map { (text: plain($0.text), role: $0.role) }
    func width() -> Int { facts.reduce(0) { $0 + 2 + $1.text.width(unicode: unicode) } }
    while 1 + nameWidth + 2 + place.count + width() + 1 > layout.title.columns, facts.count > 1 { facts.removeLast() }
    let left = layout.title.columns - 1 - width()
    let room = max(left - 3 - place.count, 1)
    let used = write(item.name.shortened(to: room, unicode: unicode), column: 1, row: row, .barName, limit: room)
    write(place, column: used + 3, row: row, .bar)
    var column = left
    for fact in facts { column += 2 + write(fact.text, column: column + 2, row: row, fact.role) }
  }

  /// Columns that the photo's name gets before facts about it are left out.
  private static let nameColumns = 20

  /// Best first: the verdict, then what the chosen outline is.
  private var titleFacts: [(text: String, role: Role)] {
    var facts: [(text: String, role: Role)] = []
    if let state = item.exported == item.sheet.prints ? "exported" : item.isAdjusted ? "adjusted" : nil,
      item.detected != nil, item.exported != nil || item.isAdjusted
    {
      facts.append((state, .bar))
    }
    switch (item.loading, item.detected?.verdict) {
    case (.failed, _): facts.insert(("failed", .nothing), at: 0)
    case (.waiting, _), (.running, _): facts.insert(("reading…", .bar), at: 0)
    case (.done, nil): facts.insert(("looking for prints…", .bar), at: 0)
    case (.done, .sure): facts.insert(("sure", .sure), at: 0)
    case (.done, .review): facts.insert(("review", .review), at: 0)
    case (.done, .some(.none)): facts.insert(("nothing found", .nothing), at: 0)
    }
    guard let outline = model.outline else { return facts }
    if let confidence = outline.confidence { facts.append((confidence.percent, .bar)) }
    if let film = outline.film { facts.append((film.name, .bar)) }
    facts.append(("\(outline.kind) \(item.sheet.chosen + 1) of \(item.sheet.outlines.count)", .bar))
    return facts
  }

  // MARK: status and keys

  private mutating func drawStatus() {
    let row = layout.status.row
    let room = layout.status.columns - 2
    var message = model.message
    if message == nil, let hint { message = Model.Message(kind: .note, text: hint) }
    let place = placeOfHandle
    let text = plain(message?.text ?? "")
    let needed = text.width(unicode: unicode)
    var column = 1
    if !place.isEmpty, needed == 0 || place.count + 3 + needed <= room {
      column += write(place, column: column, row: row, .text, limit: room) + 3
    }
    if let message {
      let role: Role = message.kind == .trouble ? .trouble : .note
      let shown = text.shortened(to: room - column + 1, unicode: unicode)
      write(shown, column: column, row: row, role, limit: room - column + 1)
      return
    }
    for fact in viewFacts {
      guard column + fact.count <= room else { break }
      column += write(fact, column: column, row: row, .quiet, limit: room - column) + 2
    }
  }

  /// The chosen corner and where it is, in photo pixels.
  private var placeOfHandle: String {
    guard let outline = model.outline else { return "" }
    let p = model.handle.focus(of: outline.quad)
    return "\(model.handle.title)  \(p.x.tenths), \(p.y.tenths)"
  }

  private var viewFacts: [String] {
    var facts: [String] = []
    if let photo = item.photo?.photo { facts.append("photo \(photo.width)×\(photo.height)") }
    if model.isFine { facts.append("steps of 0.1") }
    if model.zoom > 0 { facts.append("zoom \(1 << (model.zoom / 2))×") }
    if let outline = model.outline, outline.turn > 0 { facts.append("turned \(90 * outline.turn)°") }
    return facts.map(plain)
  }

  /// What to do next, where that is not plain.
  private var hint: String? {
    guard let detected = item.detected, !item.isAdjusted, detected.verdict == .none, item.photo != nil else {
      return nil
    }
    return item.sheet.outlines.first?.origin == .byHand
      ? "nothing found: move these corners to a print" : "nothing sure: c goes through what might be a print"
  }

  /// The message alone, where no corner is in hand.
  private mutating func drawMessage() {
    guard let message = model.message else { return }
    let room = layout.status.columns - 2
    write(
      message.text.shortened(to: room, unicode: unicode), column: 1, row: layout.status.row,
      message.kind == .trouble ? .trouble : .note, limit: room)
  }

  private mutating func drawKeys() {
    var items = model.keymap.barRows.map { row in
      let keys = row.bindings.prefix(row.bar?.keys ?? 0).map(\.key)
      return (keys: Key.names(of: keys, unicode: unicode), label: row.bar?.label ?? "")
    }
    func width() -> Int {
      items.reduce(1) { $0 + $1.keys.width(unicode: unicode) + 1 + $1.label.count + 2 } - 2
    }
    // The last two, help and leave, stay to the end.
    while width() > layout.keys.columns - 1, items.count > 2 { items.remove(at: items.count - 3) }
    var column = 1
    for item in items {
      column += write(item.keys, column: column, row: layout.keys.row, .key) + 1
      column += write(item.label, column: column, row: layout.keys.row, .keyLabel) + 2
    }
  }
}

extension Outline {
  var kind: String {
    switch origin {
    case .print: "print"
    case .candidate: isTaken ? "print" : "candidate"
    case .byHand: isTaken ? "print" : "outline"
    }
  }
}

extension Double {
  /// With one decimal.
  var tenths: String {
    guard isFinite, abs(self) < 1e9 else { return "?" }
    let tenths = Int((abs(self) * 10).rounded())
    return (self < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
  }

  /// Of a share 0…1; 100 % only for all of it.
  var percent: String {
    guard isFinite else { return "? %" }
    return "\(self >= 1 ? 100 : Swift.min(99, Int((self * 100).rounded()))) %"
  }
}

extension String {
  /// Whole words in lines of at most `columns`; longer words stay whole.
  func wrapped(to columns: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
