internal import PeelKernels

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
    let fewest = Int((0.6 * minimumLength).rounded(.up))
    var (points, groups) = linked(fewest: max(4, fewest))
    var segments: [Segment] = []
    while let group = groups.popLast() {
      guard group.count >= fewest else { continue }
      let fit = StraightFit(points.span.extracting(group))
      if fit.worst <= tolerance {
        if fit.length >= minimumLength { segments.append(fit.segment) }
      } else {
        let middle = fit.cut(&points, group)
        groups.append(group.lowerBound..<middle)
        groups.append(middle..<group.upperBound)
      }
    }
    return segments
  }

  /// Edge points group by group, and where each group lies: those of at least `fewest` points, in the order of their
  /// first ones.
  private func linked(fewest: Int) -> (points: [Edge], groups: [Range<Int>]) {
    let (courses, channels, columns) = (self.courses.span, self.channels.span, self.columns.span)
    /// Whether they lie within 22° of one another; the sign may differ only where the leading channel changes.
    @inline(__always)
    func continues(_ i: Int, _ j: Int) -> Bool {
      let (a, b) = (courses[i], courses[j])
      let dot = a.nx * b.nx + a.ny * b.ny
      let cross = a.nx * b.ny - a.ny * b.nx
      return abs(cross) < 0.4 * abs(dot) && (dot > 0 || channels[i] != channels[j])
    }
    var roots = Array(0..<Int32(count))
    var links = roots.mutableSpan
    for y in 0..<height {
      let row = indices(row: y)
      let below = y + 1 < height ? indices(row: y + 1) : 0..<0
      var first = below.lowerBound
      for i in row {
        let column = Int(columns[i])
        if i + 1 < row.upperBound, Int(columns[i + 1]) == column + 1, continues(i, i + 1) { links.join(i, i + 1) }
        while first < below.upperBound, Int(columns[first]) + 1 < column { first += 1 }
        var j = first
        while j < below.upperBound, Int(columns[j]) <= column + 1 {
          if continues(i, j) { links.join(i, j) }
          j += 1
        }
      }
    }
    links.flatten()
    var sizes = [Int32](repeating: 0, count: count)
    for root in roots { sizes[Int(root)] += 1 }
    var groups: [Range<Int>] = []
    // Of a root: where its group's next point goes; of groups that are too small nowhere.
    var places = [Int32](repeating: -1, count: count)
    var end = 0
    for i in 0..<count where roots[i] == i && sizes[i] >= fewest {
      groups.append(end..<end + Int(sizes[i]))
      places[i] = Int32(end)
      end += Int(sizes[i])
    }
    var order = [Int32](repeating: 0, count: end)
    for i in 0..<count {
      let root = Int(roots[i])
      guard places[root] >= 0 else { continue }
      order[Int(places[root])] = Int32(i)
      places[root] += 1
    }
    return (order.map { self[Int($0)] }, groups)
  }
}

/// Which of numbered things hang together: of each it holds one of its group that is not after it. (Galler and Fischer
/// 1964, An Improved Equivalence Algorithm.)
extension MutableSpan<Int32> {
  fileprivate mutating func root(_ i: Int) -> Int {
    var i = i
    while true {
      let parent = Int(self[i])
      if parent == i { return i }
      let next = self[parent]
      self[i] = next
      i = Int(next)
    }
  }

  @inline(__always)
  fileprivate mutating func join(_ i: Int, _ j: Int) {
    guard self[i] != self[j] else { return }
    let (p, q) = (root(i), root(j))
    if p != q { self[Swift.max(p, q)] = Int32(truncatingIfNeeded: Swift.min(p, q)) }
  }

  /// Makes each hold the first of its group.
  fileprivate mutating func flatten() {
    // What one holds comes before it, and so holds the first already.
    for i in indices { self[i] = self[Int(self[i])] }
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

  init(_ points: Span<EdgePoints.Edge>) {
    var (w, sx, sy, sxx, sxy, syy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var (nx, ny) = (0.0, 0.0)
    for i in points.indices {
      let p = points[i]
      let (x, y, m) = (Double(p.x), Double(p.y), Double(p.strength))
      w += m
      sx += m * x
      sy += m * y
      nx += m * Double(p.nx)
      ny += m * Double(p.ny)
    }
    center = Point(sx / w, sy / w)
    for i in points.indices {
      let p = points[i]
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
    for i in points.indices {
      let p = points[i]
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

  /// Parts a group in two where it strays most, but never nearer to an end than a sixth of its length, and says where
  /// in `points` the second part begins. Both keep their order.
  func cut(_ points: inout [EdgePoints.Edge], _ group: Range<Int>) -> Int {
    let at = min(max(worstAlong, low + length / 6), high - length / 6)
    var middle = group.lowerBound
    var right: [EdgePoints.Edge] = []
    right.reserveCapacity(group.count)
    for i in group {
      let edge = points[i]
      let along = (Point(Double(edge.x), Double(edge.y)) - center).dot(direction)
      if along < at {
        points[middle] = edge
        middle += 1
      } else {
        right.append(edge)
      }
    }
    points.replaceSubrange(middle..<group.upperBound, with: right)
    return middle
  }
}
