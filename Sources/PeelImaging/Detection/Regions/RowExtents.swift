/// The first and the last sample of a region in each row, from which its convex hull follows.
struct RowExtents {
  private let width: Int
  private var rows: [(first: Int32, last: Int32)]

  /// - Parameters:
  ///   - width: the plane's width, in samples.
  ///   - height: its height.
  init(width: Int, height: Int) {
    self.width = width
    rows = Array(repeating: (.max, .min), count: height)
  }

  mutating func add(x: Int, y: Int) {
    let x = Int32(truncatingIfNeeded: x)
    rows[y] = (min(rows[y].first, x), max(rows[y].last, x))
  }

  /// The convex hull, clockwise; nil if the region spans the plane, as a table does.
  var hull: [Point]? {
    let shown = rows.indices.filter { rows[$0].first <= rows[$0].last }
    guard let top = shown.first, let bottom = shown.last else { return nil }
    let left = shown.map { rows[$0].first }.min() ?? 0
    let right = shown.map { rows[$0].last }.max() ?? 0
    guard bottom - top < rows.count - 1 || Int(right - left) < width - 1 else { return nil }
    // Both chains run downward; the right one bends right, the left one left.
    var (lefts, rights): ([Point], [Point]) = ([], [])
    for y in shown {
      for edge in [Double(y), Double(y + 1)] {
        lefts.appendToChain(Point(Double(rows[y].first), edge), turning: 1)
        rights.appendToChain(Point(Double(rows[y].last + 1), edge), turning: -1)
      }
    }
    return rights + lefts.reversed()
  }
}

extension [Point] {
  /// Appends a point to a chain of a convex hull and removes those that are no longer part of it.
  ///
  /// - Parameter turning: -1 for a chain that runs down on the right side, 1 on the left.
  fileprivate mutating func appendToChain(_ point: Point, turning: Double) {
    while count > 1, turning * (self[count - 1] - self[count - 2]).cross(point - self[count - 1]) >= 0 { removeLast() }
    append(point)
  }
}
