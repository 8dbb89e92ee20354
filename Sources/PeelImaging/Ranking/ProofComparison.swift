/// The proofs of several shots of one print, all lying the same way, cell by cell.
struct ProofComparison {
  struct Limits: Sendable {
    /// Luma from which on a place is blown out.
    var blownOut: UInt8 = 248
    /// How far from grey its colour differences may be.
    var colourless = 12
    /// Luma, as the other shots have it, from which on a place is bright by itself.
    var bright = 210.0
    /// Luma of places dark enough to tell nothing of light.
    var dark = 40.0
    /// Brightness beside the other shots' below which a place lies in shadow. Shots of a burst differ by a tenth.
    var shade = 0.75
    /// How much brighter or darker a whole shot may be exposed.
    var exposure = 0.8...1.25
    /// Of a cell's eight neighbours, how many have to be like it: less is a speck.
    var neighbours = 3

    init() {}
  }

  private let limits: Limits
  private let proofs: [YCC]
  private let cells = FlatPrint.proofSide * FlatPrint.proofSide
  /// Luma of each shot by which its contrast is measured.
  private let levels: [(mean: Double, deviation: Double)]
  /// Luma that most shots have at least.
  private let usual: [Double]

  /// - Parameter proofs: turned so that all lie the same way.
  init(_ proofs: [YCC], limits: Limits = Limits()) {
    self.limits = limits
    self.proofs = proofs
    let luma = proofs.map(\.luma.samples)
    var shared = (0..<cells).filter { cell in luma.allSatisfy { (8..<245).contains($0[cell]) } }
    if shared.count < cells / 4 { shared = Array(0..<cells) }
    levels = luma.map { samples in
      let mean = shared.reduce(0) { $0 + Double(samples[$1]) } / Double(shared.count)
      let squares = shared.reduce(0) { $0 + (Double(samples[$1]) - mean) * (Double(samples[$1]) - mean) }
      return (mean, max(1, (squares / Double(shared.count)).squareRoot()))
    }
    usual = (0..<cells).map { cell in -Self.lowerMedian(luma.map { -Double($0[cell]) }) }
  }

  /// Standard deviation of a shot's luma, over the places that no shot has black or blown out.
  func contrast(of shot: Int) -> Double { levels[shot].deviation }

  /// Share of the print under glare in a shot, 0…1. The other shots, brought to this one's brightness and contrast, say
  /// which bright places belong to the print; a single shot has none to say it.
  func glare(in shot: Int) -> Double {
    guard proofs.count > 1 else { return 0 }
    let own = proofs[shot]
    let marked = (0..<cells).map { cell in
      guard own.luma.samples[cell] >= limits.blownOut, isColourless(own, cell) else { return false }
      let matched = proofs.indices.map {
        (Double(proofs[$0].luma.samples[cell]) - levels[$0].mean) / levels[$0].deviation
      }
      return Self.lowerMedian(matched) * levels[shot].deviation + levels[shot].mean < limits.bright
    }
    return share(of: marked)
  }

  /// Share of the print in shadow in a shot, 0…1.
  func shadow(in shot: Int) -> Double {
    guard proofs.count > 1 else { return 0 }
    let own = proofs[shot].luma.samples
    let lit = (0..<cells).filter { usual[$0] >= limits.dark && usual[$0] < Double(limits.blownOut) }
    let ratios = lit.map { Double(own[$0]) / usual[$0] }.sorted()
    guard !ratios.isEmpty else { return 0 }
    let exposure = min(max(ratios[ratios.count * 9 / 10], limits.exposure.lowerBound), limits.exposure.upperBound)
    var marked = [Bool](repeating: false, count: cells)
    for cell in lit { marked[cell] = Double(own[cell]) < limits.shade * exposure * usual[cell] }
    return share(of: marked)
  }

  private func isColourless(_ proof: YCC, _ cell: Int) -> Bool {
    guard let chroma = proof.chroma else { return true }
    return [chroma.blue, chroma.red].allSatisfy { abs(Int($0.samples[cell]) - 128) <= limits.colourless }
  }

  /// Of two the lower one.
  private static func lowerMedian(_ values: [Double]) -> Double { values.sorted()[(values.count - 1) / 2] }

  private func share(of marked: [Bool]) -> Double {
    let side = FlatPrint.proofSide
    let kept = (0..<cells).count { cell in
      guard marked[cell] else { return false }
      var like = -1
      for y in max(0, cell / side - 1)...min(side - 1, cell / side + 1) {
        for x in max(0, cell % side - 1)...min(side - 1, cell % side + 1) where marked[y * side + x] { like += 1 }
      }
      return like >= limits.neighbours
    }
    return Double(kept) / Double(cells)
  }
}
