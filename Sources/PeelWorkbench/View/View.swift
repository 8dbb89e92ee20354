import PeelImaging

extension Model {
  /// The screen to show now.
  package func screen(columns: Int, rows: Int, capabilities: Capabilities) -> Screen {
    var pictures = DrawnPictures()
    return screen(columns: columns, rows: rows, capabilities: capabilities, remembering: &pictures)
  }

  /// The screen to show now. Pictures that didn't change since the last screen aren't drawn again.
  package func screen(
    columns: Int, rows: Int, capabilities: Capabilities, remembering pictures: inout DrawnPictures
  ) -> Screen {
    let theme = Theme(colours: display.colours, depth: capabilities.depth)
    var view = View(
      model: self, theme: theme, capabilities: capabilities,
      layout: layout(columns: columns, rows: rows, shape: capabilities.cellShape),
      screen: Screen(columns: columns, rows: rows, paint: theme[.desk]), pictures: pictures)
    view.draw()
    pictures = view.pictures
    return view.screen.reduced(to: capabilities.depth)
  }
}

/// The photo and the print as last drawn.
package struct DrawnPictures: Sendable {
  var photo: Mosaic.Drawn?
  var print: Mosaic.Drawn?

  package init() {}
}

/// Draws a model's screen, one panel after another.
struct View {
  let model: Model
  let theme: Theme
  let capabilities: Capabilities
  let layout: Layout
  var screen: Screen
  var pictures = DrawnPictures()

  var unicode: Bool { capabilities.isUnicode }
  var item: RollItem { model.item }

  mutating func draw() {
    guard screen.columns >= Layout.leastColumns, screen.rows >= Layout.leastRows else {
      // Whoever quits is told what that would lose.
      let question = model.question == nil ? nil : model.message?.text
      writeCentred(question ?? Layout.tooSmall, in: screen.area, .text)
      return
    }
    switch model.page {
    case .desk: drawDesk()
    case .bursts(let page): if let merging = page.merging { draw(merging) } else { draw(page) }
    case .depth(let page): draw(page)
    case .frames(let page): draw(page)
    case .table(let page): draw(page)
    }
    if model.page.isDesk || model.isFiltering { drawStatus() } else { drawMessage() }
    drawKeys()
    drawPanel()
  }

  private mutating func drawDesk() {
    screen.setTitle("\(item.title) – peel")
    drawTitle()
    let loupe = loupe
    if layout.photo.columns > 0 { drawPhoto(in: layout.photo, loupe) }
    if let rule = layout.rule { drawRule(rule) }
    if layout.print.columns > 0 { drawPrint(in: loupe.map { layout.print.apart(from: $0.box) } ?? layout.print) }
    if let strip = layout.strip, loupe.map({ strip.area.apart(from: $0.box) == strip.area }) ?? true { draw(strip) }
    if let inspector = layout.inspector { drawInspector(in: inspector) }
    if let roll = layout.roll { drawRoll(in: roll) }
  }

  /// Shows what a viewport shows of a picture: by pixels if the terminal can, or else with glyphs.
  ///
  /// - Parameter kept: where the glyphs are kept that were drawn last; nil to draw them each time.
  mutating func show(
    _ rendition: Rendition, _ viewport: Viewport, in slot: PlacedPicture.Slot,
    remembering kept: WritableKeyPath<DrawnPictures, Mosaic.Drawn?>? = nil
  ) {
    var drawn = kept.flatMap { pictures[keyPath: $0] }
    screen.show(rendition, viewport, in: slot, theme[.desk], capabilities, remembering: &drawn)
    if let kept { pictures[keyPath: kept] = drawn }
  }

  @discardableResult
  mutating func write(_ text: String, column: Int, row: Int, _ role: Role, limit: Int = .max) -> Int {
    screen.write(plain(text), column: column, row: row, theme[role], limit: limit, unicode: unicode)
  }

  /// The text with its non-ASCII signs replaced if the terminal lacks Unicode.
  func plain(_ text: String) -> String { text.plain(unicode: unicode) }

  /// Writes wrapped text in the middle of an area.
  mutating func writeCentred(_ text: String, in area: Area, _ role: Role) {
    let lines = text.wrapped(to: max(area.columns - 4, 1))
    let top = area.row + max(0, (area.rows - lines.count) / 2)
    for (index, line) in lines.prefix(area.rows).enumerated() {
      let width = line.width(unicode: unicode)
      write(line, column: area.column + max(0, (area.columns - width) / 2), row: top + index, role, limit: area.columns)
    }
  }

  /// The width of the progress bar of a page, in columns.
  private static let progressColumns = 30

  /// Draws how far work is that a page waits for.
  mutating func drawProgress(_ progress: Job.Progress?, of work: String, in area: Area) {
    guard let progress else { return writeCentred("\(work)…", in: area, .quiet) }
    let number = progress.done.grouped + (progress.count.map { " of \($0.grouped)" } ?? "")
    writeCentred("\(work): \(number)", in: area, .quiet)
    guard let count = progress.count, count > 0 else { return }
    let columns = min(Self.progressColumns, area.columns)
    screen.drawBar(
      Double(progress.done) / Double(count), column: area.column + (area.columns - columns) / 2,
      row: area.row + area.rows / 2 + 1, columns: columns, theme[.key], rest: theme[.rule], unicode: unicode)
  }

  mutating func drawRule(_ area: Area) {
    screen.fill(area, theme[.rule], with: unicode ? "│" : "|")
  }
}

extension Int {
  /// The number with its thousands grouped: `2,000`.
  var grouped: String {
    let digits = String(magnitude)
    let groups = stride(from: digits.count, to: 0, by: -3).map { digits.prefix($0).suffix(3) }.reversed()
    return (self < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// The number of things in words: `1 print`, `2 prints`.
  package func counted(_ thing: String) -> String { self == 1 ? "1 \(thing)" : "\(grouped) \(thing)s" }

  /// The number of photos in words: `1 photo`, `2 photos`.
  var photos: String { counted("photo") }
}

extension Double {
  /// The share, 0…1, in percent. Shares below 1 are at most 99 %.
  var percent: String {
    guard isFinite else { return "? %" }
    return "\(self >= 1 ? 100 : Swift.min(99, Int((self * 100).rounded()))) %"
  }
}

extension String {
  /// The text wrapped to at most `most` lines. If it's longer, the last line is shortened in the middle.
  func folded(to columns: Int, most: Int, unicode: Bool) -> [String] {
    guard width(unicode: unicode) > columns else { return [self] }
    var lines = wrapped(to: max(columns, 1))
    if lines.count > most { lines = lines.prefix(most - 1) + [lines.dropFirst(most - 1).joined(separator: " ")] }
    return lines.map { $0.shortened(to: columns, unicode: unicode) }
  }

  /// The text wrapped to lines of at most `columns` characters. Words aren't split, even if they're longer.
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
