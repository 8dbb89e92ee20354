/// The even ground of a photo: how even it is at each sample, 0 where something lies on it.
struct Ground: Sendable {
  /// The part of the photo that is ground at the middle step, 0…1.
  private(set) var share: Float = 0
  /// Samples of the reduced grid along one of the ground's.
  var scale = 1.0
  private var steps: [UInt8] = []
  private var count = 1
  private var width = 0
  private var height = 0
  private var stride = 0

  /// No ground.
  init() {}

  /// - Parameters:
  ///   - steps: the number of steps at which each sample is ground, below a row that isn't read.
  ///   - count: the number of steps.
  init(_ steps: [UInt8], of count: Int, width: Int, height: Int, stride: Int) {
    (self.steps, self.count, self.width, self.height, self.stride) = (steps, count, width, height, stride)
    share = Float(steps.count { 2 * Int($0) > count }) / Float(width * height)
  }

  /// The points at which a photo is looked at, across and down.
  private static let points = 48

  /// The part of what lies outside some quads that is ground, 0…1.
  ///
  /// - Parameter quads: in samples of the reduced grid.
  func share(besides quads: [Quad]) -> Double {
    var (ground, all) = (0, 0)
    for row in 0..<Self.points {
      for column in 0..<Self.points {
        let place = Point(Double(column) + 0.5, Double(row) + 0.5)
        let p = (1 / Double(Self.points)) * Point(place.x * Double(width), place.y * Double(height))
        guard !quads.contains(where: { $0.contains(scale * p) }) else { continue }
        all += 1
        if evenness(at: p) > 0 { ground += 1 }
      }
    }
    return Double(ground) / Double(max(1, all))
  }

  /// 1 on ground as smooth as paper, 0 on none and outside the photo.
  ///
  /// - Parameter p: in the ground's samples.
  func evenness(at p: Point) -> Float {
    guard p.x >= 0, p.y >= 0, p.x < Double(width), p.y < Double(height) else { return 0 }
    return Float(steps[(Int(p.y) + 1) * stride + Int(p.x)]) / Float(count)
  }
}

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
