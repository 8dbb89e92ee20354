/// Four corners in clockwise order as seen, the outline of a print or of its picture.
public struct Quad: Sendable, Hashable {
  /// The names are the print's own: its top may lie anywhere in the photo.
  public enum Corner: Int, Sendable, CaseIterable { case topLeft, topRight, bottomRight, bottomLeft }
  /// A side lies between the corner of the same number and the next one.
  public enum Side: Int, Sendable, CaseIterable { case top, right, bottom, left }

  /// Always four.
  public private(set) var corners: [Point]

  public init(_ topLeft: Point, _ topRight: Point, _ bottomRight: Point, _ bottomLeft: Point) {
    corners = [topLeft, topRight, bottomRight, bottomLeft]
  }

  /// nil unless there are four corners.
  public init?(_ corners: [Point]) {
    guard corners.count == 4 else { return nil }
    self.corners = corners
  }

  /// The upright rectangle from (x, y) with the given size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height))
  }

  public subscript(corner: Corner) -> Point {
    get { corners[corner.rawValue] }
    set { corners[corner.rawValue] = newValue }
  }

  /// The two ends of a side, clockwise.
  public subscript(side: Side) -> (from: Point, to: Point) {
    (corners[side.rawValue], corners[(side.rawValue + 1) % 4])
  }

  public func map(_ transform: (Point) -> Point) -> Quad {
    Quad(transform(corners[0]), transform(corners[1]), transform(corners[2]), transform(corners[3]))
  }

  /// The same outline named from another corner: `turned(by: 1)` begins where this one's second corner is.
  public func turned(by quarters: Int) -> Quad {
    let k = ((quarters % 4) + 4) % 4
    return Quad(corners[k], corners[(k + 1) % 4], corners[(k + 2) % 4], corners[(k + 3) % 4])
  }

  /// Area in square pixels, positive when the corners run clockwise as seen.
  public var area: Double {
    0.5 * (corners[2] - corners[0]).cross(corners[3] - corners[1])
  }

  public var center: Point {
    0.25 * (corners[0] + corners[1] + corners[2] + corners[3])
  }

  public func length(of side: Side) -> Double { self[side].from.distance(to: self[side].to) }

  /// Whether the corners run clockwise and none is pushed in, so that a homography to a rectangle exists.
  public var isConvex: Bool {
    Side.allCases.allSatisfy { side in
      let (from, to) = self[side]
      return (to - from).cross(corners[(side.rawValue + 2) % 4] - to) > 0
    }
  }

  public func contains(_ p: Point) -> Bool {
    Side.allCases.allSatisfy { side in
      let (from, to) = self[side]
      return (to - from).cross(p - from) >= 0
    }
  }

  /// Whether another quad lies within this one, or at most `slack` outside its sides.
  func contains(_ other: Quad, slack: Double) -> Bool {
    Side.allCases.allSatisfy { side in
      guard let line = Line(through: self[side].from, self[side].to) else { return false }
      return other.corners.allSatisfy { line.distance(to: $0) > -slack }
    }
  }

  /// Area shared with another convex quad, in square pixels (Sutherland and Hodgman 1974).
  public func intersectionArea(_ other: Quad) -> Double {
    var polygon = corners
    for i in 0..<4 {
      let a = other.corners[i]
      let edge = other.corners[(i + 1) % 4] - a
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

  /// Shared area over covered area of two convex quads, 0…1.
  public func intersectionOverUnion(_ other: Quad) -> Double {
    let shared = intersectionArea(other)
    let union = area + other.area - shared
    return union > 0 ? min(1, shared / union) : 0
  }
}
