/// A weighted least-squares fit of a line, offset = level + slope · t, that takes its points one by one.
///
/// Errors are measured along the offset. For points without a preferred axis, see `Segment`'s total least squares.
struct LineFit {
  /// Below this value of `determinant`, the points lie at one `t` and the slope is close to 0.
  private static let leastDeterminant = 1e-9

  // Sums of weight · t^n, and of weight · t^n · offset.
  private(set) var (sum, sumT, sumTT) = (0.0, 0.0, 0.0)
  private(set) var (sumOffset, sumTOffset) = (0.0, 0.0)

  @inline(__always)
  mutating func add(_ t: Double, _ offset: Double, weight: Double) {
    let weighted = weight * t
    sum += weight
    sumT += weighted
    sumTT += weighted * t
    sumOffset += weight * offset
    sumTOffset += weighted * offset
  }

  /// The determinant of the normal equations: the squared total weight times the variance of `t`.
  var determinant: Double { sum * sumTT - sumT * sumT }

  /// The fitted line. Requires at least one point of positive weight.
  var line: (level: Double, slope: Double) {
    let slope = (sum * sumTOffset - sumT * sumOffset) / max(determinant, Self.leastDeterminant)
    return ((sumOffset - slope * sumT) / sum, slope)
  }
}

/// A weighted least-squares fit of a parabola, offset = level + slope · t + bend · t², that takes its points one by one.
struct ParabolaFit {
  /// Below this absolute value of a determinant, its equations are taken for unsolvable.
  private static let leastDeterminant = 1e-9

  private(set) var count = 0
  private var line = LineFit()
  // Sums of weight · t^3, weight · t^4 and weight · t^2 · offset.
  private var (sumTTT, sumTTTT, sumTTOffset) = (0.0, 0.0, 0.0)

  @inline(__always)
  mutating func add(_ t: Double, _ offset: Double, weight: Double) {
    count += 1
    line.add(t, offset, weight: weight)
    let squared = weight * t * t
    let cubed = squared * t
    sumTTT += cubed
    sumTTTT += cubed * t
    sumTTOffset += squared * offset
  }

  /// Solves the normal equations by Cramer's rule.
  ///
  /// - Parameter isQuadratic: whether to fit a parabola; if false, or if the points don't determine one, the result is the
  ///   line with the least squared error, and if they don't determine that either, the mean offset.
  func solved(isQuadratic: Bool) -> (level: Double, slope: Double, bend: Double) {
    let (s0, s1, s2, s3, s4) = (line.sum, line.sumT, line.sumTT, sumTTT, sumTTTT)
    let (v0, v1, v2) = (line.sumOffset, line.sumTOffset, sumTTOffset)
    let d = line.determinant
    guard d > Self.leastDeterminant else { return (v0 / max(s0, Self.leastDeterminant), 0, 0) }
    // Not `line.line`: substituting the slope rounds differently, and corners would move in their last digits.
    let straight = ((s2 * v0 - s1 * v1) / d, (s0 * v1 - s1 * v0) / d, 0.0)
    guard isQuadratic else { return straight }
    let det = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s3 * s2) + s2 * (s1 * s3 - s2 * s2)
    guard abs(det) > Self.leastDeterminant else { return straight }
    let level = v0 * (s2 * s4 - s3 * s3) - s1 * (v1 * s4 - s3 * v2) + s2 * (v1 * s3 - s2 * v2)
    let slope = s0 * (v1 * s4 - v2 * s3) - v0 * (s1 * s4 - s3 * s2) + s2 * (s1 * v2 - v1 * s2)
    let bend = s0 * (s2 * v2 - s3 * v1) - s1 * (s1 * v2 - s2 * v1) + v0 * (s1 * s3 - s2 * s2)
    return (level / det, slope / det, bend / det)
  }
}
