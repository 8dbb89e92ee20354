internal import Kernels

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
    // Seldom more, and what is not used is never touched.
    edges.reserveCapacity(width * height / 4)
    let still = GradientRow(width: width)
    var (above, here) = (still, still)
    var crests = Crests(width: width)
    for y in 0..<height {
      let below = y + 2 < height ? GradientRow(planes, y + 1, colourGain: colourGain, else: still) : still
      crests.find(in: here, above: above, below: below, limit: threshold * threshold)
      add(crests, of: here, y)
      (above, here) = (here, below)
    }
    before.append(Int32(edges.count))
  }

  /// Adds the edges of one row.
  private mutating func add(_ crests: Crests, of row: GradientRow, _ y: Int) {
    let (xs, ys, squares, channels) = (row.x.span, row.y.span, row.squares.span, row.channels.span)
    let columns = crests.columns
    let (behind, ahead) = (crests.behind.span, crests.ahead.span)
    var blocksBegun = 0
    for k in columns.indices {
      let column = columns[k]
      let x = Int(column)
      while blocksBegun * Self.block <= x {
        before.append(Int32(edges.count))
        blocksBegun += 1
      }
      let (gx, gy) = (xs[x], ys[x])
      // Lengths here, behind and ahead, side by side.
      let lengths = SIMD4(squares[x], behind[x], ahead[x], 1).squareRoot()
      let (m, b, a) = (lengths.x, lengths.y, lengths.z)
      let bend = b - 2 * m + a
      let quotients = SIMD4(gx, gy, 0.5 * (b - a), 0) / SIMD4(m, m, bend, 1)
      let shift = bend < 0 ? max(-0.5, min(0.5, quotients.z)) : 0
      let towards = GradientRow.course(gx, gy)
      let edge = Edge(
        x: Float(x) + 0.5 + shift * towards.x, y: Float(y) + 0.5 + shift * towards.y, nx: quotients.x, ny: quotients.y,
        strength: m, channel: UInt8(channels[x]), column: column)
      map.mark(edge, x, y)
      edges.append(edge)
    }
    while blocksBegun < blocks {
      before.append(Int32(edges.count))
      blocksBegun += 1
    }
  }
}
