/// A straight piece of an edge, on the reduced grid.
public struct Segment: Sendable {
  /// The ends, so that `normal` points to the right of a walk from `from` to `to` as seen.
  public var from: Point
  public var to: Point
  /// Where the photo gets brighter (or bluer, or redder), length 1.
  public var normal: Point
  /// Mean change over one sample, in sixteenths of a level.
  public var strength: Double

  public var length: Double { from.distance(to: to) }
  var direction: Point { (to - from).normalized }
}

extension EdgePoints {
  /// Groups edge points that touch and agree in direction, and cuts each group until its pieces are straight to within
  /// `tolerance` samples; pieces shorter than `minimumLength` are dropped.
  func segments(minimumLength: Double, tolerance: Double) -> [Segment] {
    var groups = linked()
    var segments: [Segment] = []
    while let group = groups.popLast() {
      guard Double(group.count) >= 0.6 * minimumLength else { continue }
      let fit = StraightFit(group.map { edges[Int($0)] })
      if fit.worst <= tolerance {
        if fit.length >= minimumLength { segments.append(fit.segment) }
      } else {
        let (left, right) = fit.cut(group, edges)
        groups.append(left)
        groups.append(right)
      }
    }
    return segments
  }

  /// Edge indices of each group.
  private func linked() -> [[Int32]] {
    var parent = Array(edges.indices.lazy.map(Int32.init))
    func root(_ i: Int32) -> Int32 {
      var i = i
      while parent[Int(i)] != i {
        parent[Int(i)] = parent[Int(parent[Int(i)])]
        i = parent[Int(i)]
      }
      return i
    }
    /// Joins two neighbours within 22° of one another; the sign may differ only where the leading channel changes.
    func join(_ i: Int, _ j: Int) {
      let (edge, other) = (edges[i], edges[j])
      let dot = edge.nx * other.nx + edge.ny * other.ny
      let cross = edge.nx * other.ny - edge.ny * other.nx
      guard abs(cross) < 0.4 * abs(dot), dot > 0 || edge.channel != other.channel else { return }
      let (p, q) = (root(Int32(i)), root(Int32(j)))
      if p != q { parent[Int(max(p, q))] = min(p, q) }
    }
    for y in 0..<height {
      let row = indices(row: y)
      let below = y + 1 < height ? indices(row: y + 1) : 0..<0
      var first = below.lowerBound
      for i in row {
        let column = edges[i].column
        if i + 1 < row.upperBound, edges[i + 1].column == column + 1 { join(i, i + 1) }
        while first < below.upperBound, edges[first].column + 1 < column { first += 1 }
        var j = first
        while j < below.upperBound, edges[j].column <= column + 1 {
          join(i, j)
          j += 1
        }
      }
    }
    var sizes = [Int32](repeating: 0, count: edges.count)
    for i in edges.indices { sizes[Int(root(Int32(i)))] += 1 }
    // A root is the first of its group, so that groups come in the order of their first edges.
    var groups: [[Int32]] = []
    var numbers = [Int32](repeating: 0, count: edges.count)
    for i in edges.indices {
      let root = Int(root(Int32(i)))
      guard sizes[root] >= 4 else { continue }
      if root == i {
        numbers[i] = Int32(groups.count)
        groups.append([])
        groups[groups.count - 1].reserveCapacity(Int(sizes[i]))
      }
      groups[Int(numbers[root])].append(Int32(i))
    }
    return groups
  }
}

/// The line through edge points by total least squares, weighted by their strength.
private struct StraightFit {
  var center: Point
  var direction: Point
  var low = Double.infinity
  var high = -Double.infinity
  var worst = 0.0
  /// Position along the line of the point farthest from it.
  var worstAlong = 0.0
  var strength = 0.0
  var normal: Point

  init(_ points: [EdgePoints.Edge]) {
    var (w, sx, sy, sxx, sxy, syy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var (nx, ny) = (0.0, 0.0)
    for p in points {
      let (x, y, m) = (Double(p.x), Double(p.y), Double(p.strength))
      w += m
      sx += m * x
      sy += m * y
      nx += m * Double(p.nx)
      ny += m * Double(p.ny)
    }
    center = Point(sx / w, sy / w)
    for p in points {
      let (x, y, m) = (Double(p.x) - center.x, Double(p.y) - center.y, Double(p.strength))
      sxx += m * x * x
      sxy += m * x * y
      syy += m * y * y
    }
    direction = Point.principalDirection(xx: sxx, xy: sxy, yy: syy)
    strength = w / Double(points.count)
    normal = direction.perpendicular
    if normal.dot(Point(nx, ny)) < 0 {
      normal = -1 * normal
      direction = -1 * direction
    }
    for p in points {
      let d = Point(Double(p.x), Double(p.y)) - center
      let along = d.dot(direction)
      low = min(low, along)
      high = max(high, along)
      let off = abs(d.dot(normal))
      if off > worst {
        worst = off
        worstAlong = along
      }
    }
  }

  var length: Double { high - low }
  var segment: Segment {
    Segment(from: center + low * direction, to: center + high * direction, normal: normal, strength: strength)
  }

  /// The group in two, cut where it strays most, but never nearer to an end than a sixth of its length.
  func cut(_ group: [Int32], _ edges: [EdgePoints.Edge]) -> ([Int32], [Int32]) {
    let at = min(max(worstAlong, low + length / 6), high - length / 6)
    var left: [Int32] = []
    var right: [Int32] = []
    for i in group {
      let edge = edges[Int(i)]
      let along = (Point(Double(edge.x), Double(edge.y)) - center).dot(direction)
      if along < at { left.append(i) } else { right.append(i) }
    }
    return (left, right)
  }
}
