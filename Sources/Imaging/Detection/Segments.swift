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
    let places = places.samples.span
    for y in 1..<max(1, height - 1) {
      for x in 1..<max(1, width - 1) {
        let here = places[y * width + x]
        guard here > 0 else { continue }
        let edge = edges[Int(here) - 1]
        for offset in [1, width - 1, width, width + 1] {
          let there = places[y * width + x + offset]
          guard there > 0 else { continue }
          let other = edges[Int(there) - 1]
          let dot = edge.nx * other.nx + edge.ny * other.ny
          let cross = edge.nx * other.ny - edge.ny * other.nx
          // Within 22° of one another; the sign may differ only where the leading channel changes.
          guard abs(cross) < 0.4 * abs(dot), dot > 0 || edge.channel != other.channel else { continue }
          let (p, q) = (root(here - 1), root(there - 1))
          if p != q { parent[Int(max(p, q))] = min(p, q) }
        }
      }
    }
    var members: [Int32: [Int32]] = [:]
    var sizes = [Int32](repeating: 0, count: edges.count)
    for i in edges.indices { sizes[Int(root(Int32(i)))] += 1 }
    for i in edges.indices {
      let r = root(Int32(i))
      if sizes[Int(r)] >= 4 { members[r, default: []].append(Int32(i)) }
    }
    return members.sorted { $0.key < $1.key }.map(\.value)
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
