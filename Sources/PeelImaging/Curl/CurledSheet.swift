internal import PeelPlatform

/// A curled print before the camera.
///
/// The map H from the unit square to the corners, the proportions and the focal length give the pose of the plane through
/// the corners: up to a factor, K⁻¹H = (r₁ r₂ t) with r₁ and r₂ at right angles and of equal length in equal units (Zhang,
/// A Flexible New Technique for Camera Calibration, 2000). The print rises from it along r₃ = r₁ × r₂, so that a point at
/// the height z lies in the photo at H (u, v, 1)ᵀ + z K r₃, both divided by the last coordinate.
package struct CurledSheet: Sendable {
  package let curl: Curl
  /// From the unit square to the quad.
  let plane: Homography
  /// What a height of one length of the curved way adds to the plane's image, before the division.
  let lift: SIMD3<Double>

  /// - Parameters:
  ///   - quad: the corners in photo pixels.
  ///   - ratio: the width over the height of the rectangle between the corners.
  ///   - focalLength: in photo pixels.
  ///   - centre: where the camera's axis meets the photo.
  /// - Returns: nil if the quad is no view of a rectangle from one side.
  init?(_ quad: Quad, _ curl: Curl, ratio: Double, focalLength: Double, centre: Point) {
    guard let map = Homography(unitSquareTo: quad), ratio > 0, focalLength > 0 else { return nil }
    func direction(_ x: Double, _ y: Double, _ w: Double) -> SIMD3<Double> {
      SIMD3((x - centre.x * w) / focalLength, (y - centre.y * w) / focalLength, w)
    }
    let across = direction(map.a, map.d, map.g)
    let down = ratio * direction(map.b, map.e, map.h)
    let normal = SIMD3(
      across.y * down.z - across.z * down.y, across.z * down.x - across.x * down.z,
      across.x * down.y - across.y * down.x)
    let (size, length) = ((Self.length(across) + Self.length(down)) / 2, Self.length(normal))
    guard length > 0, normal.z != 0 else { return nil }
    // Towards the camera, as long as the print is wide.
    let up = (normal.z < 0 ? 1 : -1) * size / length * normal
    let way = curl.direction == .across ? 1 : 1 / ratio
    self.curl = curl
    plane = map
    lift =
      way * SIMD3(focalLength * up.x + centre.x * up.z, focalLength * up.y + centre.y * up.z, up.z)
  }

  /// The sheet in a photo, with what is known of its pose.
  ///
  /// - Parameter isFlatRatio: whether the pose's ratio is that of the flat print, as a film's is, rather than that of the
  ///   rectangle between the corners.
  init?(_ quad: Quad, _ curl: Curl, _ pose: Pose, photoSize: (width: Int, height: Int), isFlatRatio: Bool) {
    let centre = Point(Double(photoSize.width) / 2, Double(photoSize.height) / 2)
    let focalLength = pose.focalLength ?? Pose.Assumptions().usualFocalLength * 2 * centre.length
    let growth = isFlatRatio ? CurledWay.growth(of: curl) : 1
    self.init(
      quad, curl, ratio: curl.direction == .across ? pose.ratio / growth : pose.ratio * growth,
      focalLength: focalLength, centre: centre)
  }

  private static func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }

  /// How much farther from the camera its farthest part is than its nearest: a factor. Infinite if a part lies behind the
  /// camera.
  var depth: Double {
    let depths = (0...Self.depthSteps).flatMap { step in
      let t = Double(step) / Double(Self.depthSteps)
      return [0.0, 1].map { side in
        let p = curl.direction == .across ? Point(t, side) : Point(side, t)
        return plane.g * p.x + plane.h * p.y + plane.i + height(t) * lift.z
      }
    }
    let nearest = depths.reduce(.infinity, min)
    return nearest > 0 ? depths.reduce(0, max) / nearest : .infinity
  }

  private static let depthSteps = 32

  /// The height at a fraction of the distance.
  func height(_ t: Double) -> Double { t > 0 && t < 1 ? curl.height(t) : 0 }

  /// The photo's point above a place of the plane through the corners, a point of the unit square.
  func raised(_ p: Point) -> Point {
    let z = height(curl.direction == .across ? p.x : p.y)
    let w = plane.g * p.x + plane.h * p.y + plane.i + z * lift.z
    return Point(
      (plane.a * p.x + plane.b * p.y + plane.c + z * lift.x) / w,
      (plane.d * p.x + plane.e * p.y + plane.f + z * lift.y) / w)
  }
}

extension CurledSheet {
  /// The photo's point at the fraction t of a side, clockwise.
  func point(on side: Quad.Side, _ t: Double) -> Point {
    switch side {
    case .top: raised(Point(t, 0))
    case .right: raised(Point(1, t))
    case .bottom: raised(Point(1 - t, 1))
    case .left: raised(Point(0, 1 - t))
    }
  }

  /// How far a point of the photo lies inside a side, in pixels.
  ///
  /// - Parameter ends: the side's ends, from which it is measured for many points.
  func distance(of p: Point, from side: Quad.Side, _ ends: (from: Point, to: Point)) -> Double {
    let (from, to) = ends
    var t = (p - from).dot(to - from) / max(1e-9, (to - from).dot(to - from))
    var (here, along) = (from, to - from)
    // The nearest point, by two of Newton's steps.
    for _ in 0..<2 {
      let (low, high) = (t - 0.01, t + 0.01)
      here = point(on: side, t)
      along = 50 * (point(on: side, high) - point(on: side, low))
      t += (p - here).dot(along) / max(1e-9, along.dot(along))
    }
    return along.normalized.cross(p - here)
  }
}
