/// Why a shot is not the best one.
public enum Shortcoming: Sendable, Hashable {
  /// About as much in every direction.
  case blur
  /// Much more in one direction, as of a moved camera: degrees clockwise from the photo's x axis, 0..<180.
  case motion(direction: Double)
  /// Blown-out, colourless places that other shots do not have: share of the print, 0…1.
  case glare(Double)
  /// Places that are darker than in other shots: share of the print, 0…1.
  case shadow(Double)
  /// Share of the print that lies beyond the photo's edge, 0…1.
  case cutOff(Double)
  /// Length of the print in this shot over that in the closest one.
  case small(Double)
}
