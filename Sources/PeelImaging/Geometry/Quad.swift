/// The outline of a print or of its picture: four corners in clockwise order as seen.
public struct Quad: Sendable, Hashable {
  /// The corners, named as on the print. The print's top may point anywhere in the photo.
  public enum Corner: Int, Sendable, CaseIterable {
    case topLeft, topRight, bottomRight, bottomLeft

    /// The two sides that meet at the corner.
    package var sides: Set<Side> {
      switch self {
      case .topLeft: [.left, .top]
      case .topRight: [.top, .right]
      case .bottomRight: [.right, .bottom]
      case .bottomLeft: [.bottom, .left]
      }
    }
  }
  /// The sides. Each runs from the corner with the same number to the next one.
  public enum Side: Int, Sendable, CaseIterable { case top, right, bottom, left }

  // Stored properties rather than an array, which would be allocated for each of thousands of quads.
  private var topLeft: Point
  private var topRight: Point
  private var bottomRight: Point
  private var bottomLeft: Point

  /// The quad with these corners, which must run clockwise as seen.
  public init(_ topLeft: Point, _ topRight: Point, _ bottomRight: Point, _ bottomLeft: Point) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The quad with these corners; nil unless there are four.
  package init?(_ corners: [Point]) {
    guard corners.count == 4 else { return nil }
    self.init(corners[0], corners[1], corners[2], corners[3])
  }

  /// The upright rectangle of the given size with its top left at (x, y).
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height))
  }

  /// The four corners, clockwise from the top left.
  public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// A corner by its name.
  public subscript(corner: Corner) -> Point {
    get {
      switch corner {
      case .topLeft: topLeft
      case .topRight: topRight
      case .bottomRight: bottomRight
      case .bottomLeft: bottomLeft
      }
    }
    set {
      switch corner {
      case .topLeft: topLeft = newValue
      case .topRight: topRight = newValue
      case .bottomRight: bottomRight = newValue
      case .bottomLeft: bottomLeft = newValue
      }
    }
  }

  /// The ends of a side, in clockwise order.
  public subscript(side: Side) -> (from: Point, to: Point) {
    switch side {
    case .top: (topLeft, topRight)
    case .right: (topRight, bottomRight)
    case .bottom: (bottomRight, bottomLeft)
    case .left: (bottomLeft, topLeft)
    }
  }

  /// The quad with each corner transformed.
  package func map(_ transform: (Point) -> Point) -> Quad {
    Quad(transform(topLeft), transform(topRight), transform(bottomRight), transform(bottomLeft))
  }

  func allSatisfy(_ condition: (Point) -> Bool) -> Bool {
    condition(topLeft) && condition(topRight) && condition(bottomRight) && condition(bottomLeft)
  }

  /// Whether each corner lies less than `distance` from the other quad's corner with the same name.
  func isNear(_ other: Quad, within distance: Double) -> Bool {
    topLeft.distance(to: other.topLeft) < distance && topRight.distance(to: other.topRight) < distance
      && bottomRight.distance(to: other.bottomRight) < distance && bottomLeft.distance(to: other.bottomLeft) < distance
  }

  /// The approximate size: the distance from the first corner to the third, in pixels.
  var size: Double { topLeft.distance(to: bottomRight) }

  /// The area in square pixels, positive if the corners run clockwise as seen.
  public var area: Double {
    0.5 * (bottomRight - topLeft).cross(bottomLeft - topRight)
  }

  /// The mean of the four corners.
  public var centre: Point {
    0.25 * (topLeft + topRight + bottomRight + bottomLeft)
  }

  /// The length of a side in pixels.
  public func length(of side: Side) -> Double { self[side].from.distance(to: self[side].to) }

  /// Whether top and bottom are its long sides.
  var isWide: Bool { length(of: .top) + length(of: .bottom) >= length(of: .left) + length(of: .right) }

  /// Whether the corners run clockwise and none is pushed in, so that a homography to a rectangle exists.
  public var isConvex: Bool {
    let (top, right) = (topRight - topLeft, bottomRight - topRight)
    let (bottom, left) = (bottomLeft - bottomRight, topLeft - bottomLeft)
    return top.cross(right) > 0 && right.cross(bottom) > 0 && bottom.cross(left) > 0 && left.cross(top) > 0
  }

  /// Whether a point lies in the quad, which must be convex, or on a side.
  public func contains(_ p: Point) -> Bool {
    Side.allCases.allSatisfy { side in
      let (from, to) = self[side]
      return (to - from).cross(p - from) >= 0
    }
  }

  /// Whether another quad lies within this one, or at most `slack` pixels outside its sides.
  func contains(_ other: Quad, slack: Double) -> Bool {
    Side.allCases.allSatisfy { side in
      guard let line = Line(through: self[side].from, self[side].to) else { return false }
      return other.allSatisfy { line.distance(to: $0) > -slack }
    }
  }

  /// The area shared with another convex quad, in square pixels (Sutherland and Hodgman 1974).
  package func intersectionArea(_ other: Quad) -> Double {
    var polygon = corners
    for side in Side.allCases {
      let (a, b) = other[side]
      let edge = b - a
      var clipped: [Point] = []
      for j in polygon.indices {
        let p = polygon[j]
        let q = polygon[(j + 1) % polygon.count]
        let dp = edge.cross(p - a)
        let dq = edge.cross(q - a)
        if dp >= 0 { clipped.append(p) }
        if (dp >= 0) != (dq >= 0) { clipped.append(p.mixed(with: q, dp / (dp - dq))) }
      }
      polygon = clipped
      if polygon.count < 3 { return 0 }
    }
    var twice = 0.0
    for j in polygon.indices { twice += polygon[j].cross(polygon[(j + 1) % polygon.count]) }
    return max(0, twice / 2)
  }

  /// The shared area over the covered area of two convex quads, 0…1.
  public func intersectionOverUnion(_ other: Quad) -> Double {
    let shared = intersectionArea(other)
    let union = area + other.area - shared
    return union > 0 ? min(1, shared / union) : 0
  }
}
