/// How a print curls about one axis, as instant prints do: a cylinder over the plane through its corners.
///
/// Along `direction`, at the fraction t of the way from one side to the opposite one, the print stands
/// t (1 − t) (bow + skew (2 t − 1)) above that plane, in lengths of that way.
public struct Curl: Sendable, Hashable, Codable {
  /// The way along which the height changes. The sides that run this way are curved; the other two stay straight.
  public enum Direction: String, Sendable, CaseIterable, Codable {
    /// From the left side to the right one: top and bottom are curved.
    case across
    /// From the top to the bottom: left and right are curved.
    case down
  }

  /// The sides that are curved.
  public var direction: Direction
  /// Four times the height in the middle; negative if the middle lies lower than the corners.
  public var bow: Double
  /// How much higher the second half is than the first; 0 for a parabola.
  public var skew: Double

  /// The greatest height either way: beyond a tenth of the way, a print is no longer a sheet on a table.
  public static let greatest = 0.1

  /// A curl with these numbers.
  public init(_ direction: Direction, bow: Double, skew: Double) {
    (self.direction, self.bow, self.skew) = (direction, bow, skew)
  }

  /// Whether its height is at most `greatest`.
  package var isOfSheet: Bool {
    // The greatest height doesn't tell of what isn't a number.
    greatestHeight <= Self.greatest * (1 + 1e-9) && abs(bow) + abs(skew) < .infinity
  }

  /// The height at a fraction t of the way.
  package func height(_ t: Double) -> Double { t * (1 - t) * (bow + skew * (2 * t - 1)) }

  /// The greatest height either way.
  package var greatestHeight: Double { (1..<64).map { abs(height(Double($0) / 64)) }.reduce(0, max) }

  /// The curl of the same print if its quad is `turned(by: turns)`.
  package func turned(by turns: QuarterTurns) -> Curl {
    let isReversed =
      switch turns.quarters {
      case 0: false
      case 1: direction == .across
      case 2: true
      case _: direction == .down
      }
    let direction = turns.swapsSides == (self.direction == .across) ? Direction.down : .across
    return Curl(direction, bow: bow, skew: isReversed ? -skew : skew)
  }
}
