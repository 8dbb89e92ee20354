/// Places where the photo changes most quickly across a direction, thinned to one point along it, to a part of a
/// sample. (Canny 1986: the non-maximum suppression.)
public struct EdgePoints: Sendable {
  public struct Edge: Sendable {
    /// In samples of the grid, centres at +0.5.
    var x: Float
    var y: Float
    /// Where luma or the colour difference rises, length 1.
    var nx: Float
    var ny: Float
    /// Change over one sample, in sixteenths of a level.
    var strength: Float
    /// 0 luma, 1 blue, 2 red: which changes most.
    var channel: UInt8
    /// Of the grid place that it was found at.
    var column: UInt16
  }

  public let width: Int
  public let height: Int
  /// Row by row, from left to right.
  public internal(set) var edges: [Edge]
  /// For looking up what edge is at a place.
  private(set) var map: EdgeMap
  /// Columns of a block: edges are looked up by row and block of columns.
  private static let block = 64
  private var blocks: Int { (width + Self.block - 1) / Self.block }
  /// How many edges come before each block of each row, and at the end all.
  private var before: [Int32] = []

  /// Calls `body` with every `step`-th edge in the blocks that some rows and columns touch.
  @inline(__always)
  func visit(rows: ClosedRange<Int>, columns: ClosedRange<Int>, step: Int, _ body: (Edge) -> Void) {
    let first = max(0, min(width - 1, columns.lowerBound)) / Self.block
    let last = max(0, min(width - 1, columns.upperBound)) / Self.block
    guard !edges.isEmpty, rows.upperBound >= 0, rows.lowerBound < height else { return }
    let edges = edges.span
    var next = 0
    for row in max(0, rows.lowerBound)...min(height - 1, rows.upperBound) {
      let end = Int(before[row * blocks + last + 1])
      next = max(next, Int(before[row * blocks + first]))
      while next < end {
        body(edges[next])
        next += step
      }
    }
  }

  /// The edges of one row, as a range of their indices.
  func indices(row: Int) -> Range<Int> {
    before.isEmpty ? 0..<0 : Int(before[row * blocks])..<Int(before[(row + 1) * blocks])
  }

  /// Edges of at least `threshold` sixteenths of a level a sample. Colour differences count `colourGain` times.
  init(_ planes: ReducedPlanes, threshold: Float, colourGain: Float) {
    width = planes.width
    height = planes.height
    edges = []
    map = EdgeMap(width: width, height: height)
    guard width >= 3, height >= 3 else { return }
    before.reserveCapacity(height * blocks + 1)
    let still = GradientRow(width: width)
    var (above, here) = (still, still)
    for y in 0..<height {
      let below = y + 2 < height ? GradientRow(planes, y + 1, colourGain: colourGain, else: still) : still
      add(here, y, above: above.squares(), below: below.squares(), threshold: threshold)
      (above, here) = (here, below)
    }
    before.append(Int32(edges.count))
  }

  /// Adds the edges of one row: places that change more than their two neighbours along the gradient.
  private mutating func add(
    _ row: GradientRow, _ y: Int, above: Span<Float>, below: Span<Float>, threshold: Float
  ) {
    let crests = row.crests(above: above, below: below, threshold: threshold)
    let (xs, ys, here, channels) = (row.x(), row.y(), row.squares(), row.channels())
    for x in crests.indices {
      if x % Self.block == 0 { before.append(Int32(edges.count)) }
      guard crests[x] != 0 else { continue }
      let (gx, gy) = (xs[x], ys[x])
      let (behind, ahead): (Float, Float)
      let towards: (x: Float, y: Float)
      switch GradientRow.course(gx, gy) {
      case .across: (behind, ahead, towards) = (here[x - 1], here[x + 1], (1, 0))
      case .down: (behind, ahead, towards) = (above[x], below[x], (0, 1))
      case .falling: (behind, ahead, towards) = (above[x - 1], below[x + 1], (1, 1))
      case .rising: (behind, ahead, towards) = (below[x - 1], above[x + 1], (1, -1))
      }
      let m = here[x].squareRoot()
      let (b, a) = (behind.squareRoot(), ahead.squareRoot())
      let bend = b - 2 * m + a
      let shift = bend < 0 ? max(-0.5, min(0.5, 0.5 * (b - a) / bend)) : 0
      let edge = Edge(
        x: Float(x) + 0.5 + shift * towards.x, y: Float(y) + 0.5 + shift * towards.y, nx: gx / m, ny: gy / m,
        strength: m, channel: UInt8(channels[x]), column: UInt16(x))
      map.mark(edge, x, y)
      edges.append(edge)
    }
  }
}
