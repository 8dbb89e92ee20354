/// Where the parts of the bursts page are.
struct BurstsLayout: Equatable {
  /// The shots side by side.
  let shots: Area
  /// The shots at full size, below; nil if the screen is too low.
  let closeUps: Area?

  /// The least height of a screen that shows close-ups, in rows.
  private static let rowsForCloseUps = 30
  /// The share of the height that they take.
  private static let share = 0.6
  /// The least width of a close-up, in columns.
  private static let leastCloseUp = 40

  init(columns: Int, rows: Int) {
    // Without the title, the status and the keys.
    let body = Area(column: 0, row: 1, columns: columns, rows: max(0, rows - 3))
    guard rows >= Self.rowsForCloseUps else {
      (shots, closeUps) = (body, nil)
      return
    }
    let height = Int(Self.share * Double(body.rows))
    shots = Area(column: 0, row: body.row, columns: columns, rows: body.rows - height)
    closeUps = Area(column: 0, row: body.row + shots.rows, columns: columns, rows: height)
  }

  /// The most close-ups.
  private static let most = 3

  /// The areas of the close-ups for a burst of `count` shots, as many as fit.
  func closeUps(count: Int) -> [Area] {
    guard let closeUps, count > 0 else { return [] }
    let shown = min(count, Self.most, max(1, closeUps.columns / Self.leastCloseUp))
    return (0..<shown).map { index in
      let (start, end) = (index * closeUps.columns / shown, (index + 1) * closeUps.columns / shown)
      return Area(column: start, row: closeUps.row, columns: end - start, rows: closeUps.rows)
    }
  }
}
