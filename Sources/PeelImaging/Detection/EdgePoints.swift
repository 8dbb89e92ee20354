internal import PeelKernels

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
  }

  public let width: Int
  public let height: Int
  /// Row by row, from left to right.
  private(set) var courses: [EdgeRow.Edgel] = []
  private(set) var strengths: [Float] = []
  /// Of the grid places that they were found at.
  private(set) var columns: [UInt16] = []
  private(set) var channels: [UInt8] = []
  /// For looking up what edge is at a place.
  private(set) var map: EdgeMap
  /// Columns of a block: edges are looked up by row and block of columns.
  private static let block = 64
  private var blocks: Int { (width + Self.block - 1) / Self.block }
  /// How many edges come before each block of each row, and at the end all.
  private var before: [Int32] = []

  public var count: Int { courses.count }

  public subscript(_ i: Int) -> Edge {
    let course = courses[i]
    return Edge(x: course.x, y: course.y, nx: course.nx, ny: course.ny, strength: strengths[i], channel: channels[i])
  }

  /// The indices of every `step`-th edge in the blocks that some rows and columns touch.
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

  /// The edges of one row, as a range of their indices.
  func indices(row: Int) -> Range<Int> {
    before.isEmpty ? 0..<0 : Int(before[row * blocks])..<Int(before[(row + 1) * blocks])
  }

  /// Edges of at least `threshold` sixteenths of a level a sample. Colour differences count `colourGain` times.
  init(_ planes: ReducedPlanes, threshold: Float, colourGain: Float) {
    width = planes.width
    height = planes.height
    map = EdgeMap(width: width, height: height)
    guard width >= 3, height >= 3 else { return }
    before.reserveCapacity(height * blocks + 1)
    // Seldom more, and what is not used is never touched.
    let many = width * height / 3
    courses.reserveCapacity(many)
    strengths.reserveCapacity(many)
    columns.reserveCapacity(many)
    channels.reserveCapacity(many)
    let still = GradientRow(width: width)
    var (above, here) = (still, still)
    var row = EdgeRow(width: width)
    for y in 0..<height {
      let below = y + 2 < height ? GradientRow(planes, y + 1, colourGain: colourGain, else: still) : still
      row.find(in: here, number: y, above: above, below: below, limit: threshold * threshold)
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
    courses.append(contentsOf: row.edgels)
    strengths.append(contentsOf: row.strengths)
    columns.append(contentsOf: row.columns)
    channels.append(contentsOf: row.channels)
    while blocksBegun < blocks {
      before.append(Int32(count))
      blocksBegun += 1
    }
  }
}
