/// A print's picture, for comparing it with others: the middle of its proof as a vector of length 1 and mean 0, in each of
/// its four turns.
struct Likeness: Sendable {
  /// The correlation from which two prints are the same. Of 4,000 pairs of different prints none had more than 0.88; shots
  /// of one print that differ by much blur had 0.97 or more.
  static let ofOnePrint: Float = 0.92

  /// The cells left out on each side of the proof, because all prints of a film have the same frame.
  private static let frame = FlatPrint.proofSide / 5
  private let turned: [[Float]]

  init(_ proof: Plane<UInt8>) {
    let middle = proof.inset(by: Self.frame)
    turned = QuarterTurns.allCases.map { Self.normalized(middle.turned(by: $0).samples) }
  }

  /// The normalised cross-correlation with another print, −1…1, at the turn where it is largest.
  ///
  /// - Returns: The correlation, and the turn that makes the other print lie like this one.
  func correlation(with other: Likeness) -> (value: Float, turns: QuarterTurns) {
    let own = turned[0]
    let values = other.turned.map { vector in
      let a = own.span
      let b = vector.span
      var sum: Float = 0
      for k in a.indices { sum += a[k] * b[k] }
      return sum
    }
    let best = values.indices.max { values[$0] < values[$1] } ?? 0
    return (values[best], QuarterTurns(best))
  }

  private static func normalized(_ samples: [UInt8]) -> [Float] {
    let mean = Float(samples.reduce(0) { $0 + Int($1) }) / Float(max(1, samples.count))
    let centred = samples.map { Float($0) - mean }
    let length = centred.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return centred.map { $0 / max(length, 1) }
  }
}
