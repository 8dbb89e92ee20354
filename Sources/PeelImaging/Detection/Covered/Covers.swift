/// Prints that lie on other prints. Whatever they hide is left out of the evidence for those.
struct Covers: Sendable {
  static let none = Covers([])

  private let quads: [Quad]
  private let regions: [Region]
  private let margin: Double

  /// The inside of a quad: the half-planes of its four sides, as vectors.
  private struct Region {
    var normalX: SIMD4<Double>
    var normalY: SIMD4<Double>
    var offset: SIMD4<Double>

    /// - Parameter margin: how far the region extends beyond the quad.
    init(_ quad: Quad, margin: Double) {
      let (a, b, c, d) = (quad[.topLeft], quad[.topRight], quad[.bottomRight], quad[.bottomLeft])
      let normals = [b - a, c - b, d - c, a - d].map(\.normalized.perpendicular)
      normalX = SIMD4(normals[0].x, normals[1].x, normals[2].x, normals[3].x)
      normalY = SIMD4(normals[0].y, normals[1].y, normals[2].y, normals[3].y)
      offset = SIMD4(a.x, b.x, c.x, d.x) * normalX + SIMD4(a.y, b.y, c.y, d.y) * normalY - margin
    }

    func contains(_ p: Point) -> Bool { all(normalX * p.x + normalY * p.y .>= offset) }
  }

  /// - Parameters:
  ///   - quads: convex quads, the uppermost first.
  ///   - margin: the width around each quad within which its own edge hides other edges.
  init(_ quads: [Quad], margin: Double = 0) {
    self.quads = quads
    self.margin = margin
    regions = quads.map { Region($0, margin: margin) }
  }

  var isEmpty: Bool { regions.isEmpty }

  /// Whether a point lies beneath one of the quads.
  @inline(__always)
  func hide(_ p: Point) -> Bool {
    for region in regions where region.contains(p) { return true }
    return false
  }

  /// The first quads, and of those from index `first` on, the ones that satisfy a condition.
  func filter(from first: Int, _ isWanted: (Quad) -> Bool) -> Covers {
    guard quads.count > first else { return self }
    return Covers(Array(quads.prefix(first)) + quads.dropFirst(first).filter(isWanted), margin: margin)
  }

  /// The same covers with all coordinates multiplied by `factor`.
  func scaled(by factor: Double) -> Covers {
    Covers(quads.map { $0.map { factor * $0 } }, margin: factor * margin)
  }
}
