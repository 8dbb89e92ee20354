import Imaging

/// The roll at the left and the figures at the right, where there is room for them.
extension View {
  mutating func drawRoll(in area: Area) {
    drawRule(Area(column: area.column + area.columns - 1, row: area.row, columns: 1, rows: area.rows))
    // The photo in hand stays in the middle while the roll is longer than the panel.
    let first = max(0, min(model.current - area.rows / 2, model.roll.count - area.rows))
    for (row, index) in (first..<min(first + area.rows, model.roll.count)).enumerated() {
      let item = model.roll[index]
      let state = state(of: item)
      let isCurrent = index == model.current
      let name = item.name.shortened(to: area.columns - 13, unicode: unicode)
      write(isCurrent ? (unicode ? "▸" : ">") : " ", column: area.column, row: area.row + row, .key)
      write(name, column: area.column + 2, row: area.row + row, isCurrent ? .text : .quiet)
      write(state.text, column: area.column + area.columns - 2 - state.text.count, row: area.row + row, state.role)
    }
  }

  private func state(of item: Item) -> (text: String, role: Role) {
    if case .failed = item.loading { return ("failed", .trouble) }
    if item.isSetAside { return ("set aside", .quiet) }
    if let exported = item.exported, exported == item.sheet.prints { return ("exported", .text) }
    if item.isAdjusted { return ("adjusted", .key) }
    return switch item.detected?.verdict {
    case nil: ("", .quiet)
    case .sure: (item.sheet.outlines.first?.confidence?.percent ?? "sure", .quiet)
    case .review: ("review", .key)
    case .some(.none): ("nothing", .quiet)
    }
  }

  mutating func drawInspector(in area: Area) {
    drawRule(Area(column: area.column, row: area.row, columns: 1, rows: area.rows))
    guard let outline = model.outline else { return }
    var row = area.row
    func place(_ offset: Int) -> Int { area.column + offset }
    for (name, value) in figures(of: outline) where row < area.row + area.rows {
      if !name.isEmpty || !value.isEmpty {
        write(name, column: place(2), row: row, .quiet, limit: area.columns - 2)
        write(value, column: place(13), row: row, .text, limit: area.columns - 14)
      }
      row += 1
    }
  }

  private func figures(of outline: Outline) -> [(String, String)] {
    var figures: [(String, String)] = [
      ("outline", outline.kind),
      ("confidence", outline.confidence?.percent ?? "–"),
      ("film", outline.film?.name ?? "any"),
      ("tilt", outline.tilt.map { "\($0.tenths)°" } ?? "–"),
      ("to export", item.sheet.prints.contains(outline) ? "yes" : "no"),
      ("", ""),
    ]
    for corner in Quad.Corner.allCases {
      let p = outline.quad[corner]
      let mark = model.handle.corners.contains(corner) ? "[\(corner.rawValue + 1)]" : " \(corner.rawValue + 1)"
      figures.append((mark, "\(p.x.tenths), \(p.y.tenths)"))
    }
    figures.append(("", ""))
    for side in Quad.Side.allCases { figures.append(("\(side)", "\(outline.quad.length(of: side).tenths) px")) }
    return figures
  }
}
