internal import PeelKernels

/// A straight piece of an edge, on the reduced grid.
package struct Segment: Sendable {
  /// The start, chosen so that `normal` points to the right of a walk from `from` to `to` as seen.
  package var from: Point
  /// The end.
  package var to: Point
  /// Direction in which the photo gets brighter (or bluer, or redder); length 1.
  package var normal: Point
  /// Mean change over one sample, in sixteenths of a level.
  package var strength: Double

  package var length: Double { from.distance(to: to) }
  var direction: Point { (to - from).normalized }
}

extension Segment {
  /// How edge points become segments. Lengths are samples of the reduced grid.
  struct Parameters: Sendable {
    /// Shorter segments are dropped.
    var shortest = 9.0
    /// Greatest distance of an edge point from its segment.
    var straightness = 1.2
    /// Segments to keep, the longest and strongest first.
    var limit = 500
    /// The most pieces of them to add, where others end on them.
    var pieces = 200
    /// Least edge points for each sample of `shortest`, and in any segment.
    var density = 0.6
    var fewestPoints = 4
    /// Greatest tangent of the angle between neighbouring edge points of one segment: 22°.
    var linkTangent: Float = 0.4
    /// A bent group is cut at least this fraction of its length (one over it) from either end.
    var cutDivisor = 6.0
  }
}

extension EdgePoints {
  /// Groups edge points that touch and agree in direction, and cuts each group until its pieces are straight.
  func segments(_ parameters: Segment.Parameters) -> [Segment] {
    let fewest = Int((parameters.density * parameters.shortest).rounded(.up))
    var (points, groups) = linked(
      fewest: max(parameters.fewestPoints, fewest), greatestTangent: parameters.linkTangent)
    var segments: [Segment] = []
    while let group = groups.popLast() {
      guard group.count >= fewest else { continue }
      let fit = PrincipalLine(points.span.extracting(group))
      if fit.worst <= parameters.straightness {
        if fit.length >= parameters.shortest { segments.append(fit.segment) }
      } else {
        let middle = fit.cut(&points, group, divisor: parameters.cutDivisor)
        groups.append(group.lowerBound..<middle)
        groups.append(middle..<group.upperBound)
      }
    }
    return segments
  }

  /// Edge points ordered by group, and the range of each group of at least `fewest` points. Groups come in the order of
  /// their first points.
  private func linked(fewest: Int, greatestTangent: Float) -> (points: [Edge], groups: [Range<Int>]) {
    let (edgels, channels, columns) = (self.edgels.span, self.channels.span, self.columns.span)
    /// Whether two directions agree. Opposite ones do only if the leading channel changes.
    @inline(__always)
    func continues(_ i: Int, _ j: Int) -> Bool {
      let (a, b) = (edgels[i], edgels[j])
      let dot = a.nx * b.nx + a.ny * b.ny
      let cross = a.nx * b.ny - a.ny * b.nx
      return abs(cross) < greatestTangent * abs(dot) && (dot > 0 || channels[i] != channels[j])
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
    // For each root, the index at which its group's next point goes; -1 for groups that are too small.
    var next = [Int32](repeating: -1, count: count)
    var end = 0
    for i in 0..<count where roots[i] == i && sizes[i] >= fewest {
      groups.append(end..<end + Int(sizes[i]))
      next[i] = Int32(end)
      end += Int(sizes[i])
    }
    var order = [Int32](repeating: 0, count: end)
    for i in 0..<count {
      let root = Int(roots[i])
      guard next[root] >= 0 else { continue }
      order[Int(next[root])] = Int32(i)
      next[root] += 1
    }
    return (order.map { self[Int($0)] }, groups)
  }
}

/// A union-find forest: each element holds the index of a member of its set that isn't after it.
///
/// Galler and Fischer, An Improved Equivalence Algorithm (1964).
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

  /// Makes each element hold the first member of its set.
  fileprivate mutating func flatten() {
    // An element's parent comes first and so holds the root already.
    for i in indices { self[i] = self[Int(self[i])] }
  }
}

/// The line through edge points by total least squares, weighted by their strength.
///
/// Unlike `LineFit`, it measures errors across the line, since a group of points may run in any direction.
private struct PrincipalLine {
  var centre: Point
  var direction: Point
  /// The extent along the line, from `centre`.
  var low = Double.infinity
  var high = -Double.infinity
  /// The greatest distance of a point from the line.
  var worst = 0.0
  /// The position along the line of the farthest point.
  var worstAlong = 0.0
  /// The mean strength of the points.
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
    centre = Point(sx / w, sy / w)
    for i in points.indices {
      let p = points[i]
      let (x, y, m) = (Double(p.x) - centre.x, Double(p.y) - centre.y, Double(p.strength))
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
      let d = Point(Double(p.x), Double(p.y)) - centre
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
    Segment(from: centre + low * direction, to: centre + high * direction, normal: normal, strength: strength)
  }

  /// Splits a group at its farthest point and returns the index in `points` of the second part. Both parts keep their
  /// order.
  ///
  /// - Parameter divisor: the split leaves at least the group's length over this on either side.
  func cut(_ points: inout [EdgePoints.Edge], _ group: Range<Int>, divisor: Double) -> Int {
    let at = min(max(worstAlong, low + length / divisor), high - length / divisor)
    var middle = group.lowerBound
    var right: [EdgePoints.Edge] = []
    right.reserveCapacity(group.count)
    for i in group {
      let edge = points[i]
      let along = (Point(Double(edge.x), Double(edge.y)) - centre).dot(direction)
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
