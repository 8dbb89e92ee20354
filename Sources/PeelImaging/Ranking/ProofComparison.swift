/// The proofs of several shots of one print, all turned the same way, compared cell by cell.
struct ProofComparison {
  struct Limits: Sendable {
    /// The luma from which a cell is blown out.
    var blownOut: UInt8 = 248
    /// The most by which a grey cell's colour differences are off neutral.
    var colourless = 12
    /// The luma in the other shots from which a cell is bright without glare.
    var bright = 210.0
    /// The luma below which a cell is too dark to show a shadow.
    var dark = 40.0
    /// The brightness relative to the other shots below which a cell is in shadow. Shots of a burst differ by a tenth.
    var shade = 0.75
    /// The range of a whole shot's exposure relative to the others.
    var exposure = 0.8...1.25
    /// The least number of a cell's eight neighbours that must be marked like it. A cell with fewer is a speck.
    var neighbours = 3

    /// The luma of cells that are neither black nor blown out.
    var exposed: Range<UInt8> = 8..<245
    /// If fewer than one in this many cells is exposed in all shots, contrast is measured on all cells.
    var leastShared = 4
    /// The tenths of a shot's cells that may be in shadow or lit; the brightness above them tells its exposure.
    var litTenths = 9

    init() {}

    /// Whether any cell of a proof is bright enough to be glare, which its colours then tell.
    func maySeeGlare(in proof: YCC) -> Bool { proof.luma.samples.contains { $0 >= blownOut } }
  }

  private let limits: Limits
  private let proofs: [YCC]
  private let cells = FlatPrint.proofSide * FlatPrint.proofSide
  /// The mean and the standard deviation of each shot's luma.
  private let levels: [(mean: Double, deviation: Double)]

  /// - Parameter proofs: the proofs, all turned the same way.
  init(_ proofs: [YCC], limits: Limits = Limits()) {
    self.limits = limits
    self.proofs = proofs
    let luma = proofs.map(\.luma.samples)
    var shared = (0..<cells).filter { cell in luma.allSatisfy { limits.exposed.contains($0[cell]) } }
    if shared.count < cells / limits.leastShared { shared = Array(0..<cells) }
    levels = luma.map { samples in
      let mean = shared.reduce(0) { $0 + Double(samples[$1]) } / Double(shared.count)
      let squares = shared.reduce(0) { $0 + (Double(samples[$1]) - mean) * (Double(samples[$1]) - mean) }
      return (mean, max(1, (squares / Double(shared.count)).squareRoot()))
    }
  }

  /// The standard deviation of a shot's luma over the cells that no shot has black or blown out.
  func contrast(of shot: Int) -> Double { levels[shot].deviation }

  /// The share of the print under glare in a shot, 0…1.
  ///
  /// The other shots, matched in brightness and contrast, tell which bright cells belong to the print. For a single
  /// shot it is 0.
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

  /// The share of the print in shadow in a shot, 0…1: darker than most others, of which as few as possible are under glare.
  func shadow(in shot: Int) -> Double {
    guard proofs.count > 1 else { return 0 }
    let own = proofs[shot].luma.samples
    let others = proofs.indices.filter { $0 != shot }.map { proofs[$0].luma.samples }
    let usual = (0..<cells).map { cell in Self.lowerMedian(others.map { Double($0[cell]) }) }
    let lit = (0..<cells).filter { usual[$0] >= limits.dark && usual[$0] < Double(limits.blownOut) }
    let ratios = lit.map { Double(own[$0]) / usual[$0] }.sorted()
    guard !ratios.isEmpty else { return 0 }
    let exposure = min(
      max(ratios[ratios.count * limits.litTenths / 10], limits.exposure.lowerBound), limits.exposure.upperBound)
    var marked = [Bool](repeating: false, count: cells)
    for cell in lit { marked[cell] = Double(own[cell]) < limits.shade * exposure * usual[cell] }
    return share(of: marked)
  }

  private func isColourless(_ proof: YCC, _ cell: Int) -> Bool {
    guard let chroma = proof.chroma else { return true }
    return [chroma.blue, chroma.red].allSatisfy { abs(Int($0.samples[cell]) - Int(BT601.neutral)) <= limits.colourless }
  }

  /// The median, or the lower of the two middle values.
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
