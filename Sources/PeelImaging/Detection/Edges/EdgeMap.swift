internal import PeelKernels

/// A lookup table of edges by grid cell, four bytes a cell, so that a lookup is one read from a small table.
struct EdgeMap: Sendable {
  /// Empty cells around the grid, so that a search that starts inside needs no bounds check. At least the largest reach
  /// plus 2.
  private static let margin = 8
  /// The least cosine between an edge's gradient and a side's normal: 23°.
  private static let leastCosine = 0.92
  /// `leastCosine` in the units of a mark (1/127) times those of a `FixedPoint` (1/65,536).
  private static let leastFixedCosine = Int(leastCosine * 127 * 65_536)

  private let stride: Int
  /// One mark a cell: the edge's offset from the cell's centre across and down in 1/128 sample, then the direction in
  /// which the photo gets brighter in 1/127, a signed byte each from the lowest on. 0 if the cell has no edge.
  private var marks: [UInt32]

  init(width: Int, height: Int) {
    stride = width + 2 * Self.margin
    marks = Array(repeating: 0, count: stride * (height + 2 * Self.margin))
  }

  mutating func mark(_ edges: EdgeRow, row: Int) {
    let start = (row + Self.margin) * stride + Self.margin
    let (columns, found) = (edges.columns, edges.marks)
    var marks = marks.mutableSpan
    for i in columns.indices { marks[start + Int(columns[i])] = found[i] }
  }

  /// A position or direction in 1/65,536 of a sample.
  struct FixedPoint {
    /// The units in a sample.
    static let unit = 65_536.0

    var x: Int
    var y: Int

    init(_ p: Point) { (x, y) = (Self.nearest(p.x * Self.unit), Self.nearest(p.y * Self.unit)) }

    /// Rounds to the nearest integer. Adding 2^40 makes the value positive, so that truncation rounds down; not every
    /// CPU has an instruction for rounding.
    private static func nearest(_ value: Double) -> Int { Int(value + 0x1p40 + 0.5) - 1 << 40 }
  }

  /// Calls `body` with the distance along `normal`, in 1/65,536 sample, of each edge within `reach` samples whose
  /// gradient is within 23° of the normal's axis.
  ///
  /// - Parameters:
  ///   - position: A point in the grid, or at most one sample outside.
  ///   - normal: A direction of length 1.
  ///   - reach: 0…6 samples.
  @inline(__always)
  func visit(at position: FixedPoint, normal: FixedPoint, reach: Int, body: (Int) -> Void) {
    let marks = marks.span
    let x = position.x &+ Self.margin << 16
    let y = position.y &+ Self.margin << 16
    var u = x &- reach &* normal.x
    var v = y &- reach &* normal.y
    var last = -1
    for _ in -reach...reach {
      let (row, column) = (v >> 16, u >> 16)
      u &+= normal.x
      v &+= normal.y
      let cell = row &* stride &+ column
      let mark = marks[cell]
      func part(_ byte: UInt32) -> Int { Int(Int8(truncatingIfNeeded: mark >> (8 &* byte))) }
      // The product is 0 in a cell without an edge. Two steps may fall into one cell.
      guard abs(part(2) &* normal.x &+ part(3) &* normal.y) > Self.leastFixedCosine, cell != last else { continue }
      last = cell
      let across = column << 16 &+ 1 << 15 &+ part(0) << 9 &- x
      let down = row << 16 &+ 1 << 15 &+ part(1) << 9 &- y
      body((across &* normal.x &+ down &* normal.y &+ 1 << 15) >> 16)
    }
  }
}
