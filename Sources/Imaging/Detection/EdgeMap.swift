/// What edge there is at each place of the grid, in four bytes a place, so that a look costs one read from a small table.
struct EdgeMap: Sendable {
  /// An edge as its place holds it.
  struct Mark: BitwiseCopyable, Sendable {
    /// From the middle of the place, in 1/128 of a sample.
    fileprivate var dx: Int8
    fileprivate var dy: Int8
    /// Where the photo gets brighter, in 1/127. Both 0 where there is no edge.
    fileprivate var nx: Int8
    fileprivate var ny: Int8

    fileprivate static let none = Mark(dx: 0, dy: 0, nx: 0, ny: 0)
  }

  /// Empty places around the grid, so that a walk that starts in it needs no look at where it is.
  private static let margin = 8
  private let stride: Int
  private let rows: Int
  private var marks: [Mark]

  init(width: Int, height: Int) {
    stride = width + 2 * Self.margin
    rows = height + 2 * Self.margin
    marks = Array(repeating: .none, count: stride * rows)
  }

  mutating func mark(_ edge: EdgePoints.Edge, _ x: Int, _ y: Int) {
    // Rounded by hand: 128 more is never below zero.
    func part(_ value: Float, _ unit: Float) -> Int8 { Int8(Int(value * unit + 128.5) - 128) }
    marks[(y + Self.margin) * stride + x + Self.margin] = Mark(
      dx: part(edge.x - Float(x) - 0.5, 128), dy: part(edge.y - Float(y) - 0.5, 128), nx: part(edge.nx, 127),
      ny: part(edge.ny, 127))
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
      guard (mark.nx | mark.ny) != 0, cell != last else { continue }
      last = cell
      guard abs(Double(mark.nx) * normal.x + Double(mark.ny) * normal.y) > 0.92 * 127 else { continue }
      body(
        (Double(column) + 0.5 + Double(mark.dx) / 128 - x) * normal.x
          + (Double(row) + 0.5 + Double(mark.dy) / 128 - y) * normal.y)
    }
  }
}
