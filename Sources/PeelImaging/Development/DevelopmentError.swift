/// Why an outline gives no scan.
public enum DevelopmentError: Error, Hashable {
  /// A corner points inwards, the sides cross, the corners run counterclockwise, or a coordinate isn't a number.
  case notConvex
  /// The print is seen almost edge-on. `flatness` is its area over the square of its longest side, `depth` the distance
  /// of its farthest corner over that of its nearest.
  case tooThin(flatness: Double, depth: Double)
  /// The shortest side, in photo pixels, is below `least`.
  case tooSmall(side: Double, least: Double)
  /// The share of the outline's area that lies in the photo is below `least`.
  case outside(share: Double, least: Double)
  /// Trimming `inset` millimetres from each side leaves nothing of the print.
  case trimmedAway(inset: Double)
  /// The scan would have more than `most` pixels on a side, too many pixels in all, or none.
  case badSize(width: Double, height: Double, most: Int)
}
