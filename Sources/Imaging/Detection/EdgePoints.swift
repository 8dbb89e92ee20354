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
  public internal(set) var edges: [Edge]
  /// One more than the edge's index, by grid place; 0 where there is none.
  var places: Plane<Int32>
  /// Columns of a block: edges are looked up by row and block of columns.
  private static let block = 64
  private var blocks: Int { (width + Self.block - 1) / Self.block }
  /// How many edges come before each block of each row, and at the end all.
  private var before: [Int32] = []

  /// Calls `body` with every `step`-th edge in the blocks that some rows and columns touch.
  func visit(rows: ClosedRange<Int>, columns: ClosedRange<Int>, step: Int, _ body: (Edge) -> Void) {
    let first = max(0, min(width - 1, columns.lowerBound)) / Self.block
    let last = max(0, min(width - 1, columns.upperBound)) / Self.block
    guard !edges.isEmpty, rows.upperBound >= 0, rows.lowerBound < height else { return }
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

  /// Edges of at least `threshold` sixteenths of a level a sample. Colour differences count `colourGain` times.
  init(_ planes: ReducedPlanes, threshold: Float, colourGain: Float) {
    width = planes.width
    height = planes.height
    edges = []
    places = Plane(width: width, height: height, filledWith: 0)
    guard width >= 3, height >= 3 else { return }
    let gradient = Gradient(planes, colourGain: colourGain)
    var indices = [Int32](repeating: 0, count: width * height)
    let strength = gradient.strength.span
    let limit = threshold * threshold
    before.reserveCapacity(height * blocks + 1)
    for y in 0..<height {
      for x in 0..<width {
        if x % Self.block == 0 { before.append(Int32(edges.count)) }
        guard y > 0, y < height - 1, x > 0, x < width - 1 else { continue }
        let i = y &* width &+ x
        let s = strength[i]
        guard s >= limit else { continue }
        let gx = gradient.x[i]
        let gy = gradient.y[i]
        // Neighbours along the gradient, nearest of eight.
        let step: Int
        let ax = abs(gx)
        let ay = abs(gy)
        if ax > 2.414 * ay {
          step = 1
        } else if ay > 2.414 * ax {
          step = width
        } else if (gx > 0) == (gy > 0) {
          step = width + 1
        } else {
          step = 1 - width
        }
        let (behind, ahead) = (strength[i &- step], strength[i &+ step])
        guard s > behind, s >= ahead else { continue }
        let m = s.squareRoot()
        let (b, a) = (behind.squareRoot(), ahead.squareRoot())
        let bend = b - 2 * m + a
        let shift = bend < 0 ? max(-0.5, min(0.5, 0.5 * (b - a) / bend)) : 0
        let sx: Float = step == width ? 0 : 1
        let sy: Float = step == 1 ? 0 : (step == 1 - width ? -1 : 1)
        edges.append(
          Edge(
            x: Float(x) + 0.5 + shift * sx, y: Float(y) + 0.5 + shift * sy, nx: gx / m, ny: gy / m, strength: m,
            channel: gradient.channel[i]))
        indices[i] = Int32(edges.count)
      }
    }
    before.append(Int32(edges.count))
    places = Plane(width: width, height: height, samples: indices)
  }
}

/// The gradient of whichever channel changes most, by Sobel's masks, in sixteenths of a level a sample.
private struct Gradient {
  var x: [Float]
  var y: [Float]
  /// Squared length.
  var strength: [Float]
  var channel: [UInt8]

  init(_ planes: ReducedPlanes, colourGain: Float) {
    let count = planes.width * planes.height
    x = Array(repeating: 0, count: count)
    y = x
    strength = x
    channel = Array(repeating: 0, count: count)
    add(planes.luma, gain: 1, as: 0)
    if let blue = planes.blue { add(blue, gain: colourGain, as: 1) }
    if let red = planes.red { add(red, gain: colourGain, as: 2) }
  }

  private mutating func add(_ plane: Plane<Int16>, gain: Float, as number: UInt8) {
    let width = plane.width
    let factor = gain / 8
    for row in 1..<plane.height - 1 {
      let a = plane.row(row - 1)
      let b = plane.row(row)
      let c = plane.row(row + 1)
      for column in 1..<width - 1 {
        let (l, r) = (column &- 1, column &+ 1)
        let dx = (a[r] &- a[l]) &+ 2 &* (b[r] &- b[l]) &+ (c[r] &- c[l])
        let dy = (c[l] &- a[l]) &+ 2 &* (c[column] &- a[column]) &+ (c[r] &- a[r])
        let gx = Float(dx) * factor
        let gy = Float(dy) * factor
        let s = gx * gx + gy * gy
        let i = row &* width &+ column
        if s > strength[i] {
          strength[i] = s
          x[i] = gx
          y[i] = gy
          channel[i] = number
        }
      }
    }
  }
}
