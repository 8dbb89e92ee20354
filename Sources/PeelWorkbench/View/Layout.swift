/// Where on the screen each part lies.
struct Layout: Equatable {
  /// The first row: which photo, and what is known of it.
  let title: Area
  /// The photos to go through; nil where there is no room.
  private(set) var roll: Area?
  let photo: Area
  let print: Area
  /// The column between photo and print; nil unless both are shown.
  let rule: Area?
  /// Figures of the chosen outline; nil where there is no room.
  private(set) var inspector: Area?
  /// The last but one row: the corner, and messages.
  let status: Area
  /// The last row.
  let keys: Area

  static let leastColumns = 40
  static let leastRows = 12
  static let tooSmall = "this window is too small: make it \(leastColumns)×\(leastRows) or larger"
  /// At least and at most, and the share of the width between.
  private static let rollColumns = 28...44
  private static let rollShare = 0.2
  private static let inspectorColumns = 32
  /// From these on the panels at the sides are shown.
  private static let columnsForInspector = 100
  private static let columnsForRoll = 150
  /// Share of the width that a print gets at most beside its photo.
  private static let printShare = 0.42

  /// - Parameter isFiltering: the roll is needed, even where it hides the photo.
  init(columns: Int, rows: Int, show: Model.Show, isFiltering: Bool = false) {
    title = Area(column: 0, row: 0, columns: columns, rows: 1)
    status = Area(column: 0, row: rows - 2, columns: columns, rows: 1)
    keys = Area(column: 0, row: rows - 1, columns: columns, rows: 1)
    var body = Area(column: 0, row: 1, columns: columns, rows: rows - 3)
    if columns >= Self.columnsForRoll || isFiltering {
      let width = Int(Self.rollShare * Double(columns))
      let roll = Area(
        column: 0, row: body.row, columns: min(max(width, Self.rollColumns.lowerBound), Self.rollColumns.upperBound),
        rows: body.rows)
      self.roll = roll
      body.column += roll.columns
      body.columns -= roll.columns
    }
    if columns >= Self.columnsForInspector {
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
      // A square of a print is as wide as two of its rows.
      let width = min(Int(Double(body.columns) * Self.printShare), 2 * body.rows)
      photo = Area(column: body.column, row: body.row, columns: body.columns - width - 1, rows: body.rows)
      rule = Area(column: body.column + photo.columns, row: body.row, columns: 1, rows: body.rows)
      print = Area(column: body.column + photo.columns + 1, row: body.row, columns: width, rows: body.rows)
    }
  }
}
