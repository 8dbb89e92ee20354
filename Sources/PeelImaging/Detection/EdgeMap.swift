internal import PeelKernels

/// What edge there is at each place of the grid, in four bytes a place, so that a look costs one read from a small table.
struct EdgeMap: Sendable {
  /// Empty places around the grid, so that a walk that starts in it needs no look at where it is.
  private static let margin = 8
  private let stride: Int
  /// How far the edge lies from the middle of its place, in 1/128 of a sample, and where the photo gets brighter, in 1/127:
  /// a byte each, from the lowest on. All 0 where there is none.
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

  /// A place, or a way, in 1/65,536 of a sample.
  struct Steps {
    var x: Int
    var y: Int

    init(_ p: Point) { (x, y) = (Self.nearest(p.x * 65_536), Self.nearest(p.y * 65_536)) }

    /// To the nearest whole number, by hand, as not every machine has an instruction for it: 2^40 more is never below zero.
    private static func nearest(_ value: Double) -> Int { Int(value + 0x1p40 + 0.5) - 1 << 40 }
  }

  /// Calls `body` with how far each edge within `reach` samples of a place lies along a normal, in 1/65,536 of a sample,
  /// where the edge runs across it to 23°. `reach` is at most 6, `normal` has length 1, and the place is in the grid, or
  /// a sample beside it.
  @inline(__always)
  func visit(at place: Steps, normal: Steps, reach: Int, body: (Int) -> Void) {
    let marks = marks.span
    let x = place.x &+ Self.margin << 16
    let y = place.y &+ Self.margin << 16
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
      // Of no edge it is 0. The next look may fall on the same place.
      guard abs(part(2) &* normal.x &+ part(3) &* normal.y) > Self.leastCosine, cell != last else { continue }
      last = cell
      let across = column << 16 &+ 1 << 15 &+ part(0) << 9 &- x
      let down = row << 16 &+ 1 << 15 &+ part(1) << 9 &- y
      body((across &* normal.x &+ down &* normal.y &+ 1 << 15) >> 16)
    }
  }

  /// Of 23°, times 127 and 65,536.
  private static let leastCosine = Int(0.92 * 127 * 65_536)
}
