/// Why a shot isn't the best one.
package enum Shortcoming: Sendable, Hashable {
  /// Blur, about the same in every direction.
  case blur
  /// Blur that is much stronger in one direction, as from a moved camera: degrees clockwise from the photo's x axis,
  /// 0..<180.
  case motion(direction: Double)
  /// Glare: the share of the print, 0…1, that is blown out and colourless here but not in other shots.
  case glare(Double)
  /// Shadow: the share of the print, 0…1, that is darker than in other shots.
  case shadow(Double)
  /// The share of the print, 0…1, that lies beyond the photo's edge.
  case cutOff(Double)
  /// The print's length in this shot relative to that in the closest one.
  case small(Double)
}
