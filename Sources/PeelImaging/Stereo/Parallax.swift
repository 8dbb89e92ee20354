/// How far the parts of a photo move for each eye.
package struct Parallax: Sendable, Equatable {
  /// The distance between the nearest and the farthest parts' shifts from eye to eye, in percent of the photo's width.
  package var shift = 1.0
  /// The nearness that lies in the picture plane, 0…1: what is nearer comes out of it.
  package var focus = 0.0

  /// A parallax with a shift in percent of the photo's width.
  package init(shift: Double = 1, focus: Double = 0) {
    self.shift = shift
    self.focus = focus
  }

  /// How far the nearest parts move against the farthest for one eye, in pixels to the right.
  func gain(_ eye: Eye, width: Int) -> Double { (eye == .left ? 1 : -1) * shift / 200 * Double(width) }
}

/// One of a person's eyes.
package enum Eye: String, Sendable, CaseIterable {
  /// The left eye, which sees near things farther to the right.
  case left
  /// The right eye, which sees near things farther to the left.
  case right
}

/// Which depth lies in the picture plane.
package enum StereoFocus: Sendable, Equatable {
  /// The main subject: the people in the photo, or what is near in its middle.
  case subject
  /// The nearest part.
  case near
  /// The farthest part.
  case far
  /// A nearness, 0…1.
  case nearness(Double)

  /// The nearness in the picture plane, 0…1.
  package func nearness(in map: DepthMap) -> Double {
    switch self {
    case .near: 1
    case .far: 0
    case .nearness(let nearness): nearness
    case .subject: map.subject
    }
  }
}

extension DepthMap {
  /// The part of the middle's samples that are farther than the subject's surface, 0…1.
  private static let background = 0.75

  /// The nearness of the main subject, 0…1: the median within the matte, or a high quantile of the middle, which is half
  /// the map across and down.
  fileprivate var subject: Double {
    var levels: [UInt16] = []
    if let matte {
      for y in 0..<nearness.height {
        for x in 0..<nearness.width
        where matte[x * matte.width / nearness.width, y * matte.height / nearness.height] > 127 {
          levels.append(nearness[x, y])
        }
      }
    }
    let isMatted = !levels.isEmpty
    if !isMatted {
      for y in nearness.height / 4..<max(nearness.height * 3 / 4, 1) {
        for x in nearness.width / 4..<max(nearness.width * 3 / 4, 1) { levels.append(nearness[x, y]) }
      }
    }
    levels.sort()
    let place = (isMatted ? 0.5 : Self.background) * Double(levels.count - 1)
    return Double(levels[Int(place)]) / 65535
  }
}
