import PeelImaging

/// A photo with depth: one way to show it, and the settings below.
extension View {
  mutating func draw(_ view: DepthPage) {
    screen.fill(Area(column: 0, row: 0, columns: screen.columns, rows: layout.keys.row + 1), theme[.desk])
    screen.fill(layout.title, theme[.bar])
    let title = model.roll[view.order.item].title
    screen.setTitle("\(title) – peel")
    let used = write("Depth", column: 1, row: 0, .barName)
    write(title, column: used + 3, row: 0, .bar, limit: max(0, screen.columns - used - 4))
    let body = Area(column: 0, row: 1, columns: screen.columns, rows: max(0, screen.rows - 3))
    guard let picture = view.shown else {
      return writeCentred(view.trouble ?? "reading the depth of \(title)…", in: body, .quiet)
    }
    drawTabs(of: view, row: body.row)
    let rest = Area(column: 1, row: body.row + 1, columns: body.columns - 2, rows: max(1, body.rows - 2))
    let viewport = Viewport(
      photoWidth: picture.width, picture.height, in: rest, zoom: 0, focus: Point(0, 0), shape: capabilities.cellShape)
    show(picture, viewport, in: .closeUp(0))
    write(
      facts(of: view).joined(separator: "   "), column: 1, row: body.row + body.rows - 1, .quiet, limit: rest.columns)
  }

  /// Writes the names of the ways to show the photo, or only the chosen one's if there is no room for all.
  private mutating func drawTabs(of view: DepthPage, row: Int) {
    let names = view.shows.map(\.rawValue)
    let isRoom = names.reduce(0) { $0 + $1.count + 3 } <= screen.columns
    var column = 1
    for show in isRoom ? view.shows : [view.order.show] {
      let isChosen = show == view.order.show
      if isChosen { write(unicode ? "▸" : ">", column: column, row: row, .key) }
      column += 1
      column += write(show.rawValue, column: column, row: row, isChosen ? .key : .quiet) + 2
    }
  }

  private func facts(of view: DepthPage) -> [String] {
    guard let pictures = view.made?.pictures else { return [] }
    let order = view.order
    if view.isOutdated { return ["it \(model.wordsForChange(of: order.item)); Esc goes back"] }
    var facts: [String] = []
    if let map = pictures.map { facts.append("map \(map.width)×\(map.height)") }
    guard order.show != .map else { return facts }
    if !pictures.isPair { facts.append("depth \((Double(order.shift) / 10).tenths) %") }
    switch (order.focus, pictures.focus) {
    case (let focus?, _): facts.append("plane at \(focus) %")
    case (nil, let focus?): facts.append("plane at \(focus) %, the subject")
    case (nil, nil): facts.append("plane as taken")
    }
    if order.isSwapped { facts.append("eyes exchanged") }
    if order.show == .sideBySide { facts.append(order.isSwapped ? "for crossed eyes" : "for parallel eyes") }
    return facts
  }
}
