/// The position of a maximum between samples, from the sample and its two neighbours.
///
/// The result is where the parabola through three values, one step apart, is highest, relative to the middle value. For a
/// minimum, pass the negated values.
///
/// - Returns: -0.5…0.5 steps; 0 if the values form no maximum or aren't finite.
func parabolaPeak<Value: BinaryFloatingPoint>(_ before: Value, _ middle: Value, _ after: Value) -> Value {
  let bend = before - 2 * middle + after
  guard bend.isFinite, bend < 0 else { return 0 }
  return max(-0.5, min(0.5, 0.5 * (before - after) / bend))
}
