/// An upright rectangle, in pixels.
///
/// Both its edges and its size are stored: deriving one from the other would round.
package struct Rectangle: Sendable, Hashable {
  package let minX: Double
  package let minY: Double
  package let maxX: Double
  package let maxY: Double
  package let width: Double
  package let height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (minX, minY, maxX, maxY) = (x, y, x + width, y + height)
    (self.width, self.height) = (width, height)
  }

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    (width, height) = (maxX - minX, maxY - minY)
  }

  /// The smallest rectangle that contains some points; at the origin if there are none.
  package init(around points: [Point]) {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    self.init(minX: xs.min() ?? 0, minY: ys.min() ?? 0, maxX: xs.max() ?? 0, maxY: ys.max() ?? 0)
  }

  /// The smallest rectangle that contains a quad.
  package init(around quad: Quad) {
    let xs = (quad[.topLeft].x, quad[.topRight].x, quad[.bottomRight].x, quad[.bottomLeft].x)
    let ys = (quad[.topLeft].y, quad[.topRight].y, quad[.bottomRight].y, quad[.bottomLeft].y)
    self.init(
      minX: min(xs.0, xs.1, xs.2, xs.3), minY: min(ys.0, ys.1, ys.2, ys.3), maxX: max(xs.0, xs.1, xs.2, xs.3),
      maxY: max(ys.0, ys.1, ys.2, ys.3))
  }

  /// The area in square pixels.
  var area: Double { width * height }

  /// The rectangle with each side moved inwards by `margin`.
  package func inset(by margin: Double) -> Rectangle {
    Rectangle(x: minX + margin, y: minY + margin, width: width - 2 * margin, height: height - 2 * margin)
  }

  /// The rectangle with each side moved outwards by `margin`.
  func outset(by margin: Double) -> Rectangle {
    Rectangle(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }

  /// The rectangle with whole edges.
  var rounded: Rectangle {
    let (x, y) = (minX.rounded(), minY.rounded())
    return Rectangle(x: x, y: y, width: max(1, width.rounded()), height: max(1, height.rounded()))
  }

  package func scaled(by factor: Double) -> Rectangle {
    Rectangle(x: factor * minX, y: factor * minY, width: factor * width, height: factor * height)
  }

  /// Whether a point lies inside, or on the left or top side.
  func contains(_ p: Point) -> Bool { p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY }

  /// The shared area over the covered area, 0…1.
  package func intersectionOverUnion(_ other: Rectangle) -> Double {
    let width = min(maxX, other.maxX) - max(minX, other.minX)
    let height = min(maxY, other.maxY) - max(minY, other.minY)
    guard width > 0, height > 0 else { return 0 }
    return width * height / (area + other.area - width * height)
  }
}
