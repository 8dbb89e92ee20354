internal import PeelPlatform

/// The shots of one print, sharpest first.
///
/// A shot is as sharp as it is in its worst direction. For each direction across edges, its Laplacian variance (and
/// likewise its Tenengrad) is compared with the highest of the burst, and the lowest of these shares counts. Brightness
/// and contrast are matched on the print itself, where no shot is black or blown out, and noise is subtracted
/// beforehand.
package struct Ranking: Sendable {
  /// Weights and limits.
  package struct Parameters: Sendable {
    /// The standard deviation of luma to which all shots are scaled, in levels.
    package var contrast = 50.0
    /// The addition to both sides of a share, relative to the mean energy. It keeps directions with hardly any edges from
    /// deciding.
    package var floor = 0.05
    /// The loss of score per share of the print that lies under glare or beyond the photo's edge.
    package var spoiled = 4.0
    /// The share of the print from which glare is reported.
    package var leastGlare = 0.003
    /// The share of the print from which shadow is reported.
    package var leastShadow = 0.03
    /// The share of the print from which a missing part is reported.
    package var leastMissing = 0.005
    /// The length of the print relative to the closest shot's below which it is too small.
    package var leastSize = 0.7
    /// The share of the best shot's sharpness from which no difference is visible.
    package var asSharp = 0.97
    /// The least amplitude of the Tenengrad's logarithm over direction for reporting motion blur.
    ///
    /// In synthetic brackets, 1 of 100 round blurs and half of 40 motion blurs were above both this limit and
    /// `leastSwingShare`. The other motion blurs are reported as blur.
    package var leastSwing = 0.05
    /// The least amplitude relative to the logarithm's mean loss, likewise.
    package var leastSwingShare = 0.35
    /// The relative difference beyond which two measures disagree if they order a pair of shots differently.
    package var disagreement = 0.03

    /// The parameters that `peel` uses.
    package init() {}
  }

  /// One shot and how it compares with the others.
  package struct Entry: Sendable {
    /// The shot's index among those given.
    package let shot: Int
    /// The burst's highest Laplacian variance times the geometric mean of `laplacian` and `tenengrad`, reduced for glare
    /// and missing parts.
    package let score: Double
    /// `score` relative to the best shot's, 0…1.
    package let relative: Double
    /// The share of the burst's highest Laplacian variance in this shot's worst direction, 0…1.
    package let laplacian: Double
    /// The same for the Tenengrad.
    package let tenengrad: Double
    /// Whether no other shot is clearly sharper by one measure and clearly less sharp by the other.
    package let measuresAgree: Bool
    /// The shot's shortcomings, worst first; empty for a shot as good as the best one.
    package let shortcomings: [Shortcoming]
  }

  /// The shots, best first.
  package let entries: [Entry]

  /// Ranks shots of one print; see `Burst`.
  package init(of prints: [FlatPrint], parameters: Parameters = Parameters()) {
    guard let first = prints.first else {
      entries = []
      return
    }
    let reference = Likeness(first.proof.luma)
    let turns = prints.map { reference.correlation(with: Likeness($0.proof.luma)).turns }
    let proofs = ProofComparison(zip(prints, turns).map { $0.proof.turned(by: $1) })
    let energies = prints.indices.map {
      prints[$0].edges.turned(by: turns[$0]).scaled(by: parameters.contrast / proofs.contrast(of: $0))
    }
    let laplacian = Shares(energies.map(\.laplacian), floor: parameters.floor)
    let gradient = Shares(energies.map(\.gradient), floor: parameters.floor)
    let glare = prints.indices.map(proofs.glare)
    let kept = prints.indices.map { max(0, 1 - parameters.spoiled * (glare[$0] + prints[$0].outside)) }
    let sharpness = prints.indices.map { (laplacian.least[$0] * gradient.least[$0]).squareRoot() }
    let scores = prints.indices.map { laplacian.most * sharpness[$0] * kept[$0] }
    // Equal shots stay in the order given.
    let order = prints.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
    let best = order[0]
    let closest = prints.map(\.side).reduce(0, max)
    entries = order.map { shot in
      var faults: [(weight: Double, Shortcoming)] = []
      if glare[shot] >= parameters.leastGlare { faults.append((parameters.spoiled * glare[shot], .glare(glare[shot]))) }
      let outside = prints[shot].outside
      if outside >= parameters.leastMissing { faults.append((parameters.spoiled * outside, .cutOff(outside))) }
      let loss = 1 - sharpness[shot] / sharpness[best]
      if shot != best, loss > 1 - parameters.asSharp {
        let size = prints[shot].side / closest
        let direction = gradient.direction(lostIn: shot, against: best, parameters).map {
          prints[shot].direction($0 - Double(turns[shot].degrees))
        }
        let blur = direction.map { Shortcoming.motion(direction: $0) } ?? .blur
        faults.append((loss, size < parameters.leastSize ? .small(size) : blur))
      }
      let shadow = proofs.shadow(in: shot)
      if shadow >= parameters.leastShadow { faults.append((shadow, .shadow(shadow))) }
      return Entry(
        shot: shot, score: scores[shot], relative: scores[best] > 0 ? scores[shot] / scores[best] : 1,
        laplacian: laplacian.least[shot], tenengrad: gradient.least[shot],
        measuresAgree: prints.indices.allSatisfy { other in
          let byLaplacian = laplacian.least[other] / laplacian.least[shot]
          let byGradient = gradient.least[other] / gradient.least[shot]
          let margin = 1 + parameters.disagreement
          return !(byLaplacian > margin && byGradient < 1 / margin || byLaplacian < 1 / margin && byGradient > margin)
        },
        shortcomings: faults.sorted { $0.weight > $1.weight }.map(\.1))
    }
  }
}

/// The energies of several shots by direction, relative to the highest of all.
private struct Shares {
  /// The sum of each direction's highest energy.
  let most: Double
  /// Each shot's lowest share in any direction, 0…1.
  let least: [Double]
  private let shares: [[Double]]

  init(_ energies: [[Double]], floor: Double) {
    let highest = (0..<EdgeEnergy.directions).map { k in energies.map { $0[k] }.reduce(0, max) }
    most = highest.reduce(0, +)
    let base = floor * most / Double(EdgeEnergy.directions)
    shares = energies.map { own in
      zip(own, highest).map { base > 0 ? ($0 + base) / ($1 + base) : 1 }
    }
    least = shares.map { $0.reduce(1, min) }
  }

  /// The direction in which a shot has lost much more energy than across it, in degrees; nil if no direction stands out.
  ///
  /// Fits a + b·cos 2(θ − θ₀) to the logarithm of the shot's energy relative to the best shot's.
  func direction(lostIn shot: Int, against best: Int, _ parameters: Ranking.Parameters) -> Double? {
    let left = zip(shares[shot], shares[best]).map { log($0 / $1) }
    let count = Double(left.count)
    var (cosine, sine) = (0.0, 0.0)
    for (k, value) in left.enumerated() {
      let angle = 2 * .pi * (Double(k) + 0.5) / count
      cosine += 2 / count * value * cos(angle)
      sine += 2 / count * value * sin(angle)
    }
    let swing = (cosine * cosine + sine * sine).squareRoot()
    let loss = -left.reduce(0, +) / count
    guard swing >= max(parameters.leastSwing, parameters.leastSwingShare * loss) else { return nil }
    return atan2(-sine, -cosine) * 90 / .pi
  }
}

extension YCC {
  fileprivate func turned(by turns: QuarterTurns) -> YCC {
    YCC(
      luma: luma.turned(by: turns),
      chroma: chroma.map { ($0.blue.turned(by: turns), $0.red.turned(by: turns)) })
  }
}

extension FlatPrint {
  /// The direction in the photo of a direction on the flat print, at the print's middle: degrees clockwise from x,
  /// 0..<180.
  fileprivate func direction(_ degrees: Double) -> Double {
    let (width, height) = (Double(size.width), Double(size.height))
    guard let map = Homography(rectangleOf: width, height, to: quad) else { return degrees }
    let middle = Point(width / 2, height / 2)
    let step = map(middle + Point(cos(degrees * .pi / 180), sin(degrees * .pi / 180))) - map(middle)
    return (atan2(step.y, step.x) * 180 / .pi + 360).truncatingRemainder(dividingBy: 180)
  }
}
