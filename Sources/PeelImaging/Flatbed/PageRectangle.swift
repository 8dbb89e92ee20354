internal import PeelPlatform

/// A rectangle on a page: five numbers, since a flatbed has no perspective.
struct PageRectangle: Sendable, Hashable {
  var centre: Point
  /// The direction of the top side, of length 1, less than 45° from the page's own.
  var across: Point
  var halfWidth: Double
  var halfHeight: Double

  /// The direction of the right side.
  var down: Point { across.perpendicular }
  var width: Double { 2 * halfWidth }
  var height: Double { 2 * halfHeight }
  var area: Double { width * height }
  var shortSide: Double { min(width, height) }
  var longSide: Double { max(width, height) }
  /// In radians, positive clockwise as seen.
  var angle: Double { atan2(across.y, across.x) }

  init(centre: Point, across: Point, halfWidth: Double, halfHeight: Double) {
    (self.centre, self.across, self.halfWidth, self.halfHeight) = (centre, across, halfWidth, halfHeight)
  }

  /// - Parameters:
  ///   - angle: in radians.
  ///   - left: the place of the left side along `across` from the origin; so are the other sides.
  init(angle: Double, left: Double, top: Double, right: Double, bottom: Double) {
    across = Point(cos(angle), sin(angle))
    let down = across.perpendicular
    centre = 0.5 * (left + right) * across + 0.5 * (top + bottom) * down
    (halfWidth, halfHeight) = ((right - left) / 2, (bottom - top) / 2)
  }

  /// The rectangle nearest to a quad: its mean direction and its mean sides.
  init(near quad: Quad) {
    var sum = Point(0, 0)
    for side in Quad.Side.allCases {
      let (from, to) = quad[side]
      var d = to - from
      // Turned by a multiple of 90°, so that it runs right.
      for _ in 0..<(4 - side.rawValue) % 4 { d = d.perpendicular }
      sum = sum + d
    }
    let direction = sum.normalized
    var across = direction
    for _ in 0..<4 where across.x < abs(across.y) { across = across.perpendicular }
    let down = across.perpendicular
    let xs = quad.corners.map { $0.dot(across) }.sorted()
    let ys = quad.corners.map { $0.dot(down) }.sorted()
    let (left, right) = ((xs[0] + xs[1]) / 2, (xs[2] + xs[3]) / 2)
    let (top, bottom) = ((ys[0] + ys[1]) / 2, (ys[2] + ys[3]) / 2)
    self.init(
      centre: 0.5 * (left + right) * across + 0.5 * (top + bottom) * down, across: across,
      halfWidth: (right - left) / 2, halfHeight: (bottom - top) / 2)
  }

  /// The rectangle of least area around a convex polygon; nil for less than three corners. One of its sides lies on a side of
  /// the polygon (Freeman and Shapira 1975).
  init?(leastAround hull: [Point]) {
    guard hull.count > 2 else { return nil }
    var best: (area: Double, rectangle: PageRectangle)?
    for i in hull.indices {
      let d = hull[(i + 1) % hull.count] - hull[i]
      guard d.length > 1e-9 else { continue }
      var across = d.normalized
      for _ in 0..<4 where across.x < abs(across.y) { across = across.perpendicular }
      let down = across.perpendicular
      var (left, right, top, bottom) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
      for p in hull {
        let (x, y) = (p.dot(across), p.dot(down))
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
      }
      let area = (right - left) * (bottom - top)
      if area < best?.area ?? .infinity {
        best = (
          area,
          PageRectangle(
            centre: 0.5 * (left + right) * across + 0.5 * (top + bottom) * down, across: across,
            halfWidth: (right - left) / 2, halfHeight: (bottom - top) / 2)
        )
      }
    }
    guard let best else { return nil }
    self = best.rectangle
  }

  /// The corners from the one that is at the top left as seen, clockwise.
  var quad: Quad {
    let (x, y) = (halfWidth * across, halfHeight * down)
    return Quad(centre - x - y, centre + x - y, centre + x + y, centre - x + y)
  }

  /// A side's middle, the direction in which it runs clockwise, and half its length. The inside is to the right.
  subscript(side: Quad.Side) -> (middle: Point, along: Point, half: Double) {
    switch side {
    case .top: (centre - halfHeight * down, across, halfWidth)
    case .right: (centre + halfWidth * across, down, halfHeight)
    case .bottom: (centre + halfHeight * down, -1 * across, halfWidth)
    case .left: (centre - halfWidth * across, -1 * down, halfHeight)
    }
  }

  /// The rectangle with each side moved inwards, by as much as given for top, right, bottom and left.
  func moved(inwards by: SIMD4<Double>) -> PageRectangle {
    var moved = self
    moved.halfWidth -= (by[1] + by[3]) / 2
    moved.halfHeight -= (by[0] + by[2]) / 2
    moved.centre = centre + (by[3] - by[1]) / 2 * across + (by[0] - by[2]) / 2 * down
    return moved
  }

  func inset(by margin: Double) -> PageRectangle { moved(inwards: SIMD4(repeating: margin)) }

  /// The rectangle turned about its centre.
  func turned(by radians: Double) -> PageRectangle {
    var turned = self
    turned.across = Point(cos(angle + radians), sin(angle + radians))
    return turned
  }

  func scaled(by factor: Double) -> PageRectangle {
    PageRectangle(
      centre: factor * centre, across: across, halfWidth: factor * halfWidth, halfHeight: factor * halfHeight)
  }

  /// How far inside a point lies; negative outside.
  @inline(__always)
  func depth(of point: Point) -> Double {
    let d = point - centre
    return min(halfWidth - abs(d.dot(across)), halfHeight - abs(d.dot(down)))
  }
}

extension PageRectangle {
  /// The angle, in radians, below which a rectangle counts as straight: 0.02°, a third of a pixel along 1,000.
  private static let leastAngle = 0.02 * Double.pi / 180
  /// How far a corner may lie from the nearest rectangle's, in pixels. A person may free the corners.
  private static let slack = 1.0

  /// A print's quad moved by less than a pixel, so that its scan has the page's own pixels: its size is whole and, if it is
  /// straight, its edges are. A quad that is no rectangle stays as it is.
  static func onPixels(_ quad: Quad, in photo: Photo) -> Quad {
    guard quad.isConvex else { return quad }
    var rectangle = PageRectangle(near: quad)
    func corners(_ rectangle: PageRectangle) -> Quad? {
      let around = rectangle.quad
      return (0..<4).map { around.turned(by: QuarterTurns($0)) }
        .min { $0[.topLeft].distance(to: quad[.topLeft]) < $1[.topLeft].distance(to: quad[.topLeft]) }
    }
    guard let same = corners(rectangle), same.isNear(quad, within: slack) else { return quad }
    let (width, height) = (max(1, rectangle.width.rounded()), max(1, rectangle.height.rounded()))
    (rectangle.halfWidth, rectangle.halfHeight) = (width / 2, height / 2)
    if abs(rectangle.angle) < leastAngle {
      func start(_ middle: Double, _ length: Double, _ size: Int) -> Double {
        min(max((middle - length / 2).rounded(), 0), max(0, Double(size) - length))
      }
      rectangle.across = Point(1, 0)
      rectangle.centre = Point(
        start(rectangle.centre.x, width, photo.width) + width / 2,
        start(rectangle.centre.y, height, photo.height) + height / 2)
    }
    return corners(rectangle) ?? quad
  }
}
