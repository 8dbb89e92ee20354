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
  ///   - steps: at how many steps each sample is ground. The first row isn't read.
  ///   - count: the number of steps.
  ///   - stride: the samples from the start of a row to that of the next.
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
