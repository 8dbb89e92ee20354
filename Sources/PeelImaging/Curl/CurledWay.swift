/// The way along a curled print, whose length is that of the flat print.
struct CurledWay {
  /// Its length over the distance of its ends, 1 or more.
  let growth: Double
  /// For even steps of the length, the fraction of the distance.
  private let fractions: [Double]

  private static let steps = 256

  init(_ curl: Curl) {
    let steps = Self.steps
    var lengths = [0.0]
    for k in 1...steps { lengths.append(lengths[k - 1] + Self.length(of: curl, step: k)) }
    let whole = lengths[steps]
    growth = whole
    var k = 0
    fractions = (0...steps).map { step in
      let wanted = whole * Double(step) / Double(steps)
      while k < steps - 1, lengths[k + 1] < wanted { k += 1 }
      return (Double(k) + (wanted - lengths[k]) / (lengths[k + 1] - lengths[k])) / Double(steps)
    }
  }

  static func growth(of curl: Curl) -> Double { (1...steps).reduce(0) { $0 + length(of: curl, step: $1) } }

  private static func length(of curl: Curl, step: Int) -> Double {
    let run = 1 / Double(steps)
    let rise = curl.height(Double(step) * run) - curl.height(Double(step - 1) * run)
    return (run * run + rise * rise).squareRoot()
  }

  /// The fraction of the distance at a fraction of the length. Beyond the ends, the way goes on straight.
  func fraction(_ length: Double) -> Double {
    let at = length * Double(Self.steps)
    let k = min(max(0, at.isFinite ? Int(at.rounded(.down)) : 0), Self.steps - 1)
    return fractions[k] + (at - Double(k)) * (fractions[k + 1] - fractions[k])
  }
}
