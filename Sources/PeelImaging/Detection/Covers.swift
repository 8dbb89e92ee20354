/// Prints that lie on others: beneath them nothing is seen, and what is hidden speaks neither for a print nor against it.
struct Covers: Sendable {
  static let none = Covers([])

  private let quads: [Quad]
  private let outlines: [Outline]
  private let margin: Double

  /// The four sides' lines, side by side.
  private struct Outline {
    var normalX: SIMD4<Double>
    var normalY: SIMD4<Double>
    var offset: SIMD4<Double>

    /// `margin` is how far beyond the quad it reaches.
    init(_ quad: Quad, margin: Double) {
      let (a, b, c, d) = (quad[.topLeft], quad[.topRight], quad[.bottomRight], quad[.bottomLeft])
      let normals = [b - a, c - b, d - c, a - d].map(\.normalized.perpendicular)
      normalX = SIMD4(normals[0].x, normals[1].x, normals[2].x, normals[3].x)
      normalY = SIMD4(normals[0].y, normals[1].y, normals[2].y, normals[3].y)
      offset = SIMD4(a.x, b.x, c.x, d.x) * normalX + SIMD4(a.y, b.y, c.y, d.y) * normalY - margin
    }

    func contains(_ p: Point) -> Bool { all(normalX * p.x + normalY * p.y .>= offset) }
  }

  /// Convex quads, each with a `margin` around it in which its own edge drowns what else there is.
  init(_ quads: [Quad], margin: Double = 0) {
    self.quads = quads
    self.margin = margin
    outlines = quads.map { Outline($0, margin: margin) }
  }

  var isEmpty: Bool { outlines.isEmpty }

  @inline(__always)
  func hide(_ p: Point) -> Bool {
    for outline in outlines where outline.contains(p) { return true }
    return false
  }

  /// The first ones, and those that are wanted `from` that number on.
  func filter(from first: Int, _ isWanted: (Quad) -> Bool) -> Covers {
    guard quads.count > first else { return self }
    return Covers(Array(quads.prefix(first)) + quads.dropFirst(first).filter(isWanted), margin: margin)
  }

  /// The same where everything is `factor` times as large.
  func scaled(by factor: Double) -> Covers {
    Covers(quads.map { $0.map { factor * $0 } }, margin: factor * margin)
  }
}
