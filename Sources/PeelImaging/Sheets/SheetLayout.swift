/// Where the scans of a sheet are, and the text below them. All scans have the same scale, so that their sizes compare.
package struct SheetLayout: Sendable {
  /// A scan on a page. Lengths are in millimetres from the page's top left.
  package struct Cell: Sendable, Hashable {
    /// The scan's index.
    package let scan: Int
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double
    /// The text below the scan.
    package let lines: [String]

    /// The baseline of a line of the text.
    package func baseline(_ line: Int, _ lettering: Lettering) -> Double {
      y + height + SheetLayout.textGap + lettering.height * Double(line) + lettering.size
    }
  }

  /// How text is measured, in millimetres.
  package struct Lettering: Sendable {
    /// The size of the letters.
    package let size: Double
    /// The distance from line to line.
    package let height: Double
    /// The width of a letter, in sizes.
    package let width: @Sendable (Character) -> Double

    package init(size: Double, height: Double, width: @escaping @Sendable (Character) -> Double) {
      self.size = size
      self.height = height
      self.width = width
    }
  }

  package let page: PageSize
  package let columns: Int
  /// The size on the page over the real size, at most 1.
  package let scale: Double
  /// The scans of each page.
  package let pages: [[Cell]]

  /// The empty border of a page, in millimetres: what most printers need.
  package static let margin = 10.0
  /// The distance between scans, in millimetres.
  package static let gap = 6.0
  /// The distance from a scan to its text, in millimetres.
  package static let textGap = 1.5
  private static let mostCaptionLines = 3
  /// The narrowest column in millimetres.
  package static let narrowest = 8.0

  /// The most columns that a page has room for.
  package static func mostColumns(on page: PageSize) -> Int {
    max(Int((page.width - 2 * margin + gap) / (narrowest + gap)), 1)
  }

  /// Lays out scans in rows, from the top left.
  ///
  /// - Parameter columns: the number of scans in a row, at least 1.
  package init(_ scans: [SheetScan], on page: PageSize, columns: Int, _ lettering: Lettering) {
    self.page = page
    self.columns = columns
    let sizes = SheetScan.sizes(of: scans)
    let room = (width: page.width - 2 * Self.margin, height: page.height - 2 * Self.margin)
    let column = (room.width - Self.gap * Double(columns - 1)) / Double(columns)
    let texts = scans.map { Self.lines(of: $0, width: column, lettering) }
    let textHeight = Self.textGap + lettering.height * Double(texts.map(\.count).max() ?? 0)
    let widest = sizes.map(\.width).max() ?? 1
    let tallest = sizes.map(\.height).max() ?? 1
    let scale = min(1, column / widest, max(room.height - textHeight, lettering.height) / tallest)
    self.scale = scale
    // The block of scans is in the middle of the page, although columns are wider than what is in them.
    let used = stride(from: 0, to: columns, by: 1).map { place in
      Double(place) * (column + Self.gap)
        + (stride(from: place, to: scans.count, by: columns).map { sizes[$0].width * scale }.max() ?? 0)
    }
    let left = Self.margin + max(room.width - (used.max() ?? 0), 0) / 2
    var pages: [[Cell]] = []
    var bottom = Double.infinity
    for start in stride(from: 0, to: scans.count, by: columns) {
      let row = start..<min(start + columns, scans.count)
      let tallest = row.map { sizes[$0].height * scale }.max() ?? 0
      let height = tallest + Self.textGap + lettering.height * Double(row.map { texts[$0].count }.max() ?? 0)
      if bottom + height > page.height - Self.margin + Self.rounding {
        pages.append([])
        bottom = Self.margin
      }
      for scan in row {
        let size = (width: sizes[scan].width * scale, height: sizes[scan].height * scale)
        let x = left + Double(scan - start) * (column + Self.gap)
        pages[pages.count - 1].append(
          Cell(
            scan: scan, x: x, y: bottom + tallest - size.height, width: size.width, height: size.height,
            lines: texts[scan]))
      }
      bottom += height + Self.gap
    }
    // A page by itself is in the middle from top to bottom, too.
    let free = pages.count == 1 ? max(page.height - Self.margin - (bottom - Self.gap), 0) / 2 : 0
    self.pages = pages.map { cells in
      cells.map { cell in
        Cell(
          scan: cell.scan, x: cell.x, y: cell.y + free, width: cell.width, height: cell.height, lines: cell.lines)
      }
    }
  }

  /// What sums of millimetres may be wrong by.
  private static let rounding = 1e-6

  private static func lines(of scan: SheetScan, width: Double, _ lettering: Lettering) -> [String] {
    let heading = [scan.title, scan.date].compactMap { $0.map { cut($0, to: width, lettering) } }
    return heading + (scan.caption.map { wrapped($0, width: width, lettering) } ?? [])
  }

  /// The text in lines of at most the width. What doesn't fit in the last line is cut off.
  private static func wrapped(_ text: String, width: Double, _ lettering: Lettering) -> [String] {
    var lines: [String] = []
    var rest = text.split(separator: " ")[...]
    while let first = rest.popFirst() {
      var line = String(first)
      if lines.count == mostCaptionLines - 1 {
        return lines + [cut(([first] + rest).joined(separator: " "), to: width, lettering)]
      }
      while let next = rest.first, lettering.width(of: line + " " + next) <= width {
        line += " " + next
        rest.removeFirst()
      }
      lines.append(cut(line, to: width, lettering))
    }
    return lines
  }

  /// The text, or as much of it as fits with three dots behind.
  private static func cut(_ text: String, to width: Double, _ lettering: Lettering) -> String {
    if lettering.width(of: text) <= width { return text }
    var kept = ""
    var left = width - lettering.width(of: "...")
    for character in text {
      left -= lettering.width(character) * lettering.size
      if left < 0 { break }
      kept.append(character)
    }
    return kept + "..."
  }
}

extension SheetLayout.Lettering {
  func width(of text: String) -> Double { text.reduce(0) { $0 + width($1) } * size }
}
