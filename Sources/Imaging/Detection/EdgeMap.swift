internal import Kernels

/// What edge there is at each place of the grid, in four bytes a place, so that a look costs one read from a small table.
struct EdgeMap: Sendable {
  /// Empty places around the grid, so that a walk that starts in it needs no look at where it is.
  private static let margin = 8
  private let stride: Int
  private let rows: Int
  /// How far the edge lies from the middle of its place, in 1/128 of a sample, and where the photo gets brighter, in 1/127;
  /// all 0 where there is none.
  private var marks: [SIMD4<Int8>]

  init(width: Int, height: Int) {
    stride = width + 2 * Self.margin
    rows = height + 2 * Self.margin
    marks = Array(repeating: .zero, count: stride * rows)
  }

  mutating func mark(_ edges: EdgeRow, row: Int) {
    let start = (row + Self.margin) * stride + Self.margin
    for (column, mark) in zip(edges.columns, edges.marks) { marks[start + Int(column)] = mark }
  }

  /// Calls `body` with how far each edge within `reach` samples of a place lies along a normal, where the edge runs
  /// across it. `reach` is at most 6, `normal` has length 1.
  @inline(__always)
  func visit(at place: Point, normal: Point, reach: Int, body: (Double) -> Void) {
    let x = place.x + Double(Self.margin)
    let y = place.y + Double(Self.margin)
    guard x >= 7, y >= 7, x < Double(stride - 7), y < Double(rows - 7) else { return }
    let marks = marks.span
    var last = -1
    // In 1/65536 of a sample, which is walked with whole numbers.
    let (across, down) = (Int(normal.x * 65536), Int(normal.y * 65536))
    var u = Int(x * 65536) &- reach &* across
    var v = Int(y * 65536) &- reach &* down
    for _ in -reach...reach {
      let column = u >> 16
      let row = v >> 16
      u &+= across
      v &+= down
      let cell = row &* stride &+ column
      let mark = marks[cell]
      guard (mark.z | mark.w) != 0, cell != last else { continue }
      last = cell
      guard abs(Double(mark.z) * normal.x + Double(mark.w) * normal.y) > 0.92 * 127 else { continue }
      body(
        (Double(column) + 0.5 + Double(mark.x) / 128 - x) * normal.x
          + (Double(row) + 0.5 + Double(mark.y) / 128 - y) * normal.y)
    }
  }
}
