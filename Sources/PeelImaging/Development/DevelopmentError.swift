/// Why a quad gives no scan.
public enum DevelopmentError: Error, Hashable {
  /// A corner is pushed in, the sides cross, the corners run anticlockwise, or a corner is no number.
  case notConvex
  /// Seen so nearly edge-on that no picture is left: area over the square of the longest side, and the depth of the
  /// farthest corner over that of the nearest.
  case tooThin(flatness: Double, depth: Double)
  /// The shortest side in photo pixels is below `least`.
  case tooSmall(side: Double, least: Double)
  /// Less than `least` of the quad's area, `share`, lies in the photo.
  case outside(share: Double, least: Double)
  /// With so many millimetres trimmed from each side nothing of the print is left.
  case trimmedAway(inset: Double)
  /// The scan would have more than `most` pixels on a side, or none at all.
  case badSize(width: Double, height: Double, most: Int)
}
