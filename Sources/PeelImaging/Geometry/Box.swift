/// An upright rectangle: the quickest way to tell that two quads lie apart.
struct Box: Sendable, Hashable {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  init(around quad: Quad) {
    let xs = (quad[.topLeft].x, quad[.topRight].x, quad[.bottomRight].x, quad[.bottomLeft].x)
    let ys = (quad[.topLeft].y, quad[.topRight].y, quad[.bottomRight].y, quad[.bottomLeft].y)
    minX = min(xs.0, xs.1, xs.2, xs.3)
    maxX = max(xs.0, xs.1, xs.2, xs.3)
    minY = min(ys.0, ys.1, ys.2, ys.3)
    maxY = max(ys.0, ys.1, ys.2, ys.3)
  }

  var area: Double { (maxX - minX) * (maxY - minY) }

  func intersectionOverUnion(_ other: Box) -> Double {
    let width = min(maxX, other.maxX) - max(minX, other.minX)
    let height = min(maxY, other.maxY) - max(minY, other.minY)
    guard width > 0, height > 0 else { return 0 }
    return width * height / (area + other.area - width * height)
  }
}
