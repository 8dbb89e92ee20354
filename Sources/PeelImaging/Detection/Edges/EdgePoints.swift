internal import PeelKernels

/// Points where the gradient is largest along its own direction, to a fraction of a sample.
///
/// Non-maximum suppression after Canny, A Computational Approach to Edge Detection (1986).
package struct EdgePoints: Sendable {
  /// One edge point.
  package struct Edge: Sendable {
    /// Position in samples of the grid; centres at +0.5.
    var x: Float
    var y: Float
    /// Direction in which luma or the colour difference rises; length 1.
    var nx: Float
    var ny: Float
    /// Change over one sample, in sixteenths of a level.
    var strength: Float
    /// The channel that changes most: 0 luma, 1 blue difference, 2 red difference.
    var channel: UInt8
  }

  /// The grid's size, in samples.
  package let width: Int
  package let height: Int
  /// Position and direction of each edge, row by row from left to right.
  private(set) var edgels: [EdgeRow.Edgel] = []
  /// Change over one sample, in sixteenths of a level.
  private(set) var strengths: [Float] = []
  /// The grid column of each edge.
  private(set) var columns: [UInt16] = []
  /// The channel of each edge, as in `Edge.channel`.
  private(set) var channels: [UInt8] = []
  /// The edges by grid cell.
  private(set) var map: EdgeMap
  /// The columns in a block. Edges are indexed by row and block.
  private static let block = 64
  private var blocks: Int { (width + Self.block - 1) / Self.block }
  /// The number of edges before each block of each row; the last element is the total.
  private var before: [Int32] = []

  package var count: Int { edgels.count }

  package subscript(_ i: Int) -> Edge {
    let edgel = edgels[i]
    return Edge(x: edgel.x, y: edgel.y, nx: edgel.nx, ny: edgel.ny, strength: strengths[i], channel: channels[i])
  }

  /// The indices of every `step`-th edge in the blocks that the given rows and columns touch.
  func indices(rows: ClosedRange<Int>, columns: ClosedRange<Int>, step: Int) -> [Int32] {
    let first = max(0, min(width - 1, columns.lowerBound)) / Self.block
    let last = max(0, min(width - 1, columns.upperBound)) / Self.block
    guard count > 0, rows.upperBound >= 0, rows.lowerBound < height else { return [] }
    let (top, bottom) = (max(0, rows.lowerBound), min(height - 1, rows.upperBound))
    let most = Int(before[bottom * blocks + last + 1]) - Int(before[top * blocks + first])
    return [Int32](capacity: most / step + 1) { output in
      var next = 0
      for row in top...bottom {
        let end = Int(before[row * blocks + last + 1])
        next = max(next, Int(before[row * blocks + first]))
        while next < end {
          output.append(Int32(truncatingIfNeeded: next))
          next += step
        }
      }
    }
  }

  /// The indices of one row's edges.
  func indices(row: Int) -> Range<Int> {
    before.isEmpty ? 0..<0 : Int(before[row * blocks])..<Int(before[(row + 1) * blocks])
  }

  /// How edge points are found.
  struct Parameters: Sendable {
    /// Least change over one sample, in sixteenths of a level; above 0.
    var threshold: Float = 14
    /// The weight of a colour difference relative to luma; above 0.
    var colourGain: Float = 1.5
    /// Expected edges for each grid sample, for reserving memory; photos seldom have more.
    var expectedDensity = 1.0 / 3
  }

  /// Finds the edges of reduced planes. Grids of less than 3 × 3 samples have none.
  init(_ planes: ReducedPlanes, _ parameters: Parameters = Parameters()) {
    width = planes.width
    height = planes.height
    map = EdgeMap(width: width, height: height)
    guard width >= 3, height >= 3 else { return }
    before.reserveCapacity(height * blocks + 1)
    // Unused capacity is never touched, so it costs no memory.
    let many = Int(Double(width * height) * parameters.expectedDensity)
    edgels.reserveCapacity(many)
    strengths.reserveCapacity(many)
    columns.reserveCapacity(many)
    channels.reserveCapacity(many)
    let still = GradientRow(width: width)
    var (above, here) = (still, still)
    var row = EdgeRow(width: width)
    for y in 0..<height {
      let below = y + 2 < height ? GradientRow(planes, y + 1, colourGain: parameters.colourGain, else: still) : still
      row.find(in: here, number: y, above: above, below: below, limit: parameters.threshold * parameters.threshold)
      map.mark(row, row: y)
      add(row)
      (above, here) = (here, below)
    }
    before.append(Int32(count))
  }

  private mutating func add(_ row: EdgeRow) {
    var blocksBegun = 0
    for (i, column) in zip(count..., row.columns) {
      while blocksBegun * Self.block <= column {
        before.append(Int32(i))
        blocksBegun += 1
      }
    }
    edgels.append(contentsOf: row.edgels)
    strengths.append(contentsOf: row.strengths)
    columns.append(contentsOf: row.columns)
    channels.append(contentsOf: row.channels)
    while blocksBegun < blocks {
      before.append(Int32(count))
      blocksBegun += 1
    }
  }
}
