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

/// The gradient along one row of whichever channel changes most there, in sixteenths of a level a sample; 0 at both
/// ends.
private struct GradientRow {
  private let width: Int
  /// Its part across at each place, then its part down at each, then the squares of its lengths, then the channels.
  private var parts: [Float]

  @_lifetime(borrow self)
  func x() -> Span<Float> { parts.span.extracting(0..<width) }
  @_lifetime(borrow self)
  func y() -> Span<Float> { parts.span.extracting(width..<2 * width) }
  @_lifetime(borrow self)
  func squares() -> Span<Float> { parts.span.extracting(2 * width..<3 * width) }
  /// Which changes most: 0 luma, 1 blue, 2 red.
  @_lifetime(borrow self)
  func channels() -> Span<Float> { parts.span.extracting(3 * width..<4 * width) }

  /// Of a row without any change.
  init(width: Int) {
    self.width = width
    parts = Array(repeating: 0, count: 4 * width)
  }

  /// Of a row that has neighbours above and below; where no channel changes, that of `still`.
  init(_ planes: ReducedPlanes, _ row: Int, colourGain: Float, else still: GradientRow) {
    width = planes.width
    parts = still.parts
    let channels = [(planes.luma, 1), (planes.blue, colourGain), (planes.red, colourGain)]
    for (channel, (plane, gain)) in channels.enumerated() {
      guard let plane else { continue }
      parts = Slopes(plane, row: row, gain: gain).over(self, as: Float(channel))
    }
  }

  /// Which of the eight neighbours lie along a gradient: left and right, above and below, or aslant.
  enum Course { case across, down, falling, rising }

  /// The tangent of 67.5°, where the next neighbour is nearer.
  private static let steep = 1 + Float(2).squareRoot()

  static func course(_ x: Float, _ y: Float) -> Course {
    if abs(x) > steep * abs(y) { return .across }
    if abs(y) > steep * abs(x) { return .down }
    return x * y > 0 ? .falling : .rising
  }

  /// 1 where this row changes by at least `threshold`, and more than its two neighbours along the gradient.
  ///
  /// - Parameters:
  ///   - above: squared lengths of the row above, and
  ///   - below: of that below.
  func crests(above: Span<Float>, below: Span<Float>, threshold: Float) -> [UInt8] {
    let count = width
    let limit = threshold * threshold
    let steep = Self.steep
    let (xs, ys, here) = (x(), y(), squares())
    let (above, below) = (above.extracting(0..<count), below.extracting(0..<count))
    return [UInt8](capacity: count) { output in
      output.append(0)
      // All four courses are looked at and one is taken: wide instructions, and no branch that would be guessed badly.
      for x in 1..<count - 1 {
        let (l, r) = (x &- 1, x &+ 1)
        let (gx, gy, square) = (xs[x], ys[x], here[x])
        let (left, right, up, down) = (here[l], here[r], above[x], below[x])
        let (upLeft, upRight, downLeft, downRight) = (above[l], above[r], below[l], below[r])
        let (ax, ay) = (abs(gx), abs(gy))
        var (behind, ahead) = gx * gy > 0 ? (upLeft, downRight) : (downLeft, upRight)
        (behind, ahead) = ay > steep * ax ? (up, down) : (behind, ahead)
        (behind, ahead) = ax > steep * ay ? (left, right) : (behind, ahead)
        let isCrest = (square >= limit ? 1 : 0) & (square > behind ? 1 : 0) & (square >= ahead ? 1 : 0)
        output.append(UInt8(truncatingIfNeeded: isCrest))
      }
      output.append(0)
    }
  }
}

/// One channel's gradient along a row by Sobel's masks.
private struct Slopes {
  private let width: Int
  /// Across at each place, then down at each.
  private let slopes: [Int16]
  private let factor: Float

  init(_ plane: Plane<Int16>, row y: Int, gain: Float) {
    width = plane.width
    factor = gain / 8
    let a = plane.row(y - 1)
    let b = plane.row(y)
    let c = plane.row(y + 1)
    let last = plane.width - 1
    slopes = [Int16](capacity: 2 * plane.width) { output in
      output.append(0)
      for x in 1..<last {
        let (l, r) = (x &- 1, x &+ 1)
        output.append((a[r] &- a[l]) &+ 2 &* (b[r] &- b[l]) &+ (c[r] &- c[l]))
      }
      output.append(0)
      output.append(0)
      for x in 1..<last {
        let (l, r) = (x &- 1, x &+ 1)
        output.append((c[l] &- a[l]) &+ 2 &* (c[x] &- a[x]) &+ (c[r] &- a[r]))
      }
      output.append(0)
    }
  }

  /// The parts of a row's gradient, but of this channel's wherever it is longer.
  func over(_ row: GradientRow, as channel: Float) -> [Float] {
    let (xs, ys, squares, channels) = (row.x(), row.y(), row.squares(), row.channels())
    let (across, down) = (slopes.span.extracting(0..<width), slopes.span.extracting(width..<2 * width))
    // All made before one is chosen: a choice between ready numbers is a wide instruction, not a branch.
    func parts(_ x: Int) -> (x: Float, y: Float, square: Float) {
      let (dx, dy) = (factor * Float(across[x]), factor * Float(down[x]))
      return (dx, dy, dx * dx + dy * dy)
    }
    return [Float](capacity: 4 * width) { output in
      for x in 0..<width {
        let own = parts(x)
        let other = xs[x]
        output.append(own.square > squares[x] ? own.x : other)
      }
      for x in 0..<width {
        let own = parts(x)
        let other = ys[x]
        output.append(own.square > squares[x] ? own.y : other)
      }
      for x in 0..<width {
        let own = parts(x)
        let other = squares[x]
        output.append(own.square > other ? own.square : other)
      }
      for x in 0..<width {
        let own = parts(x)
        let other = channels[x]
        output.append(own.square > squares[x] ? channel : other)
      }
    }
  }
}
