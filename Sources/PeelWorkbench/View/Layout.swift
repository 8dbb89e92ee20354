import PeelImaging

/// Where each part of the screen is.
struct Layout: Equatable {
  /// The first row, with the item's title and state.
  let title: Area
  /// The roll; nil if the screen is too narrow.
  private(set) var roll: Area?
  let photo: Area
  private(set) var print: Area
  /// The scans of all prints of the photo; nil if there is one only, or too little room.
  private(set) var strip: StripLayout?
  /// The column between photo and print; nil unless both are shown side by side.
  let rule: Area?
  /// The chosen outline's figures; nil if the screen is too narrow, unless a person asked for them.
  private(set) var inspector: Area?
  /// Whether the print is shown below its photo.
  var isPrintBelow: Bool { print.columns > 0 && print.row > photo.row }
  /// The second to last row, with the handle's place and messages.
  let status: Area
  /// The last row, with the key bar.
  let keys: Area

  /// The smallest screen that is drawn, in cells.
  static let leastColumns = 40
  static let leastRows = 12
  static let tooSmall = "this window is too small: make it \(leastColumns)×\(leastRows) or larger"
  /// The range of the roll's width, in columns, and its share of the screen's width within that range.
  private static let rollColumns = 28...44
  private static let rollShare = 0.2
  /// The figures' width, in columns.
  private static let inspectorColumns = 32
  /// The least width of a screen that shows the figures unless asked otherwise, in columns.
  static let columnsForInspector = 140
  /// The least width of a screen that shows the roll, and photo and scan together unless asked otherwise, in columns.
  static let columnsForAll = 100
  /// The largest share of the width that a print beside its photo takes, and of the height if it's below.
  private static let printShare = 0.42

  /// - Parameters:
  ///   - isFiltering: whether a filter is typed. The roll is then shown on narrow screens too.
  ///   - hasFigures: whether the figures are shown.
  ///   - prints: the number of prints in the photo.
  ///   - shape: the photo's and the scan's widths over their heights, in cells.
  init(
    columns: Int, rows: Int, show: Desk.Show, isFiltering: Bool = false, hasFigures: Bool? = nil, prints: Int = 1,
    shape: (photo: Double, print: Double) = (2, 2)
  ) {
    title = Area(column: 0, row: 0, columns: columns, rows: 1)
    status = Area(column: 0, row: rows - 2, columns: columns, rows: 1)
    keys = Area(column: 0, row: rows - 1, columns: columns, rows: 1)
    var body = Area(column: 0, row: 1, columns: columns, rows: rows - 3)
    if columns >= Self.columnsForAll || isFiltering {
      let width = Int(Self.rollShare * Double(columns))
      let roll = Area(
        column: 0, row: body.row, columns: min(max(width, Self.rollColumns.lowerBound), Self.rollColumns.upperBound),
        rows: body.rows)
      self.roll = roll
      body.column += roll.columns
      body.columns -= roll.columns
    }
    if hasFigures ?? (columns >= Self.columnsForInspector), body.columns >= 2 * Self.inspectorColumns {
      body.columns -= Self.inspectorColumns
      inspector = Area(
        column: body.column + body.columns, row: body.row, columns: Self.inspectorColumns, rows: body.rows)
    }
    switch show {
    case .photo:
      photo = body
      print = Area(column: body.column, row: body.row, columns: 0, rows: 0)
      rule = nil
    case .print:
      photo = Area(column: body.column, row: body.row, columns: 0, rows: 0)
      print = body
      rule = nil
    case .both:
      // A square has twice as many columns as rows.
      let width = min(Int(Double(body.columns) * Self.printShare), 2 * body.rows)
      let left = Area(column: body.column, row: body.row, columns: body.columns - width - 1, rows: body.rows)
      let right = Area(column: body.column + left.columns + 1, row: body.row, columns: width, rows: body.rows)
      let height = Int(Double(body.rows) * Self.printShare)
      let upper = Area(column: body.column, row: body.row, columns: body.columns, rows: body.rows - height - 1)
      let lower = Area(column: body.column, row: body.row + upper.rows + 1, columns: body.columns, rows: height)
      // Whichever leaves less empty ground.
      if upper.filled(by: shape.photo) + lower.filled(by: shape.print)
        > left.filled(by: shape.photo) + right.filled(by: shape.print)
      {
        (photo, print, rule) = (upper, lower, nil)
      } else {
        (photo, print) = (left, right)
        rule = Area(column: left.column + left.columns, row: body.row, columns: 1, rows: body.rows)
      }
      if columns >= Self.columnsForAll, let (print, strip) = Self.divided(print, for: prints, shape: shape.print) {
        (self.print, self.strip) = (print, strip)
      }
    }
  }
}

extension Area {
  /// The cells that a picture takes which is as large as the area allows.
  ///
  /// - Parameter shape: its width over its height, in cells.
  fileprivate func filled(by shape: Double) -> Double {
    let rows = min(Double(rows), Double(columns) / shape)
    return rows * rows * shape
  }
}

extension Model {
  /// The layout of the last screen.
  var layout: Layout {
    layout(columns: display.columns, rows: display.rows, shape: display.capabilities.cellShape)
  }

  /// - Parameter shape: a cell's height over its width.
  func layout(columns: Int, rows: Int, shape: Double) -> Layout {
    let photo = item.photo.map { Double($0.photo.width) / Double($0.photo.height) } ?? 1
    // There is no scan without an outline.
    let show = outline == nil && desk.chosenShow == nil ? .photo : show
    return Layout(
      columns: columns, rows: rows, show: show, isFiltering: isFiltering, hasFigures: desk.showsFigures,
      prints: item.sheet.prints.count,
      shape: (shape * photo, shape * (outline?.quad.shape ?? 1)))
  }
}

extension Quad {
  /// The width over the height of its scan, more or less. It is known before the scan is developed, so that nothing moves
  /// when that is done.
  fileprivate var shape: Double {
    let (width, height) = (length(of: .top) + length(of: .bottom), length(of: .left) + length(of: .right))
    return height > 0 ? min(max(width / height, 0.2), 5) : 1
  }
}
