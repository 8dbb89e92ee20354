/// A print's picture, for comparing it with others: the middle of its proof.
struct Likeness: Sendable {
  /// The correlation from which two prints are the same. Of 4,000 pairs of different prints none had more than 0.88; shots
  /// of one print that differ by much blur had 0.97 or more.
  static let ofOnePrint: Float = 0.92

  /// The cells left out on each side of the proof, because all prints of a film have the same frame.
  private static let frame = FlatPrint.proofSide / 5
  private let middle: Plane<UInt8>
  private let sum: Int
  /// The length of the samples as a vector, less their mean; at least 1.
  private let length: Double

  init(_ proof: Plane<UInt8>) {
    middle = proof.inset(by: Self.frame)
    sum = middle.samples.reduce(0) { $0 + Int($1) }
    let squares = middle.samples.reduce(0) { $0 + Int($1) * Int($1) }
    let mean = Double(sum) / Double(max(1, middle.samples.count))
    length = max(1, (Double(squares) - mean * Double(sum)).squareRoot())
  }

  /// The normalised cross-correlation with another print, −1…1, at the turn where it is largest.
  ///
  /// - Returns: The correlation, and the turn that makes the other print lie like this one. It is 0 unless they are clearly
  ///   the same: under glare, the highest of four low correlations tells nothing, and most shots of a print lie alike.
  func correlation(with other: Likeness) -> (value: Float, turns: QuarterTurns) { correlation(with: Turned(other)) }

  /// The same with a print that is compared with several.
  func correlation(with other: Turned) -> (value: Float, turns: QuarterTurns) {
    let product = Double(sum) * Double(other.likeness.sum) / Double(max(1, middle.samples.count))
    let values = other.samples.map { samples in
      let a = middle.samples.span
      let b = samples.span
      var sum: UInt32 = 0
      for k in a.indices { sum &+= UInt32(a[k]) &* UInt32(b[k]) }
      return Float((Double(sum) - product) / (length * other.likeness.length))
    }
    let best = values.indices.max { values[$0] < values[$1] } ?? 0
    return (values[best], values[best] >= Self.ofOnePrint ? QuarterTurns(best) : 0)
  }

  /// A print's picture in each of its four turns, which takes five times the memory.
  struct Turned: Sendable {
    let likeness: Likeness
    fileprivate let samples: [[UInt8]]

    init(_ likeness: Likeness) {
      self.likeness = likeness
      samples = QuarterTurns.allCases.map { likeness.middle.turned(by: $0).samples }
    }
  }
}
