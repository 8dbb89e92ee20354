import PeelImaging
import PeelPlatform

/// A camera that looks at a plane.
struct View {
  /// The directions of the plane's axes in the camera's space.
  private let across: SIMD3<Double>
  private let along: SIMD3<Double>
  /// The focal length, which also is the distance of the plane, so that one unit in its centre is one pixel.
  private let focalLength: Double
  private let centre: Point

  /// - Parameters:
  ///   - tilt: the angle between the camera's axis and the plane's normal.
  ///   - direction: where the plane falls away, as an angle in the picture.
  init(tilt: Double, direction: Double, focalLength: Double, centre: Point) {
    // The axes are turned around the line in the plane that stays level.
    let level = SIMD3(-sin(direction), cos(direction), 0)
    func turned(_ axis: SIMD3<Double>) -> SIMD3<Double> {
      let side = (level * axis).sum()
      let rest = axis - side * level
      let sign = (rest * SIMD3(cos(direction), sin(direction), 0)).sum()
      return side * level + sign * SIMD3(cos(tilt) * cos(direction), cos(tilt) * sin(direction), sin(tilt))
    }
    (across, along) = (turned(SIMD3(1, 0, 0)), turned(SIMD3(0, 1, 0)))
    (self.focalLength, self.centre) = (focalLength, centre)
  }

  /// Where a point of the plane appears; nil if it isn't well in front of the camera.
  func callAsFunction(_ p: Point) -> Point? {
    let place = p.x * across + p.y * along + SIMD3(0, 0, focalLength)
    guard place.z > 0.2 * focalLength else { return nil }
    return centre + focalLength / place.z * Point(place.x, place.y)
  }
}
