/// How a quad lies on the ground: a print has ground along each side unless another print or the photo's border lies there,
/// and none within.
struct GroundSupport {
  /// The evenness of the ground outside the sides that aren't on the photo's border: their mean, and the least of them.
  private(set) var (outside, leastOutside): (Float, Float) = (0, 0)
  /// The same inside the sides: their mean, and the most of them.
  private(set) var (inside, mostInside): (Float, Float) = (0, 0)

  private static let positions = 16
  /// Distances from a side in the ground's samples: nearer ones lie in the blur of the edge.
  private static let (near, far) = (2.0, 3.0)
  /// The part of a side that is read: its start and length as fractions, since corners are rounded.
  private static let part = (start: 0.06, length: 0.88)

  /// Without ground.
  init() {}

  /// - Parameter quad: in samples of the reduced grid, as is the border.
  init(_ quad: Quad, on ground: Ground, _ border: PhotoBorder) {
    guard ground.share > 0 else { return }
    var (known, least) = (0, Float.infinity)
    for side in Quad.Side.allCases {
      let (from, to) = quad[side]
      let normal = (to - from).normalized.perpendicular
      let isOnBorder = border.holds(from, to)
      var (outer, inner): (Float, Float) = (0, 0)
      for k in 0..<Self.positions {
        let t = Self.part.start + Self.part.length * (Double(k) + 0.5) / Double(Self.positions)
        let p = (1 / ground.scale) * from.mixed(with: to, t)
        outer += max(ground.evenness(at: p - Self.near * normal), ground.evenness(at: p - Self.far * normal))
        inner += min(ground.evenness(at: p + Self.near * normal), ground.evenness(at: p + Self.far * normal))
      }
      inside += inner / Float(4 * Self.positions)
      mostInside = max(mostInside, inner / Float(Self.positions))
      guard !isOnBorder else { continue }
      known += 1
      outside += outer / Float(Self.positions)
      least = min(least, outer / Float(Self.positions))
    }
    outside /= Float(max(1, known))
    leastOutside = known > 0 ? least : 0
  }

  var values: [Float] { [outside, leastOutside, inside, mostInside] }
}
