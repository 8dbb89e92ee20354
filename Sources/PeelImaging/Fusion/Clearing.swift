/// Which shot each place of a print is taken from, and in which light, found from the shots' cells.
struct Clearing: Sendable {
  /// The shot that the others are matched to.
  let reference: Int
  let mask: ShotMask
  /// What makes each shot's light like the reference's.
  let lights: [LightField]
  /// 1 for the cells that are under glare in every shot, otherwise 0.
  let unmended: CellMap

  /// - Parameters:
  ///   - shots: the shots, laid on each other.
  ///   - sharpness: how sharp each is, as a share of the sharpest.
  init(_ shots: [FlatShot], sharpness: [Double], parameters: Fusion.Parameters, threads: Int) {
    let rounds = ClearingRounds(shots, sharpness: sharpness, parameters: parameters, threads: threads)
    let outcomes = LightField.Evidence.allCases.map(rounds.outcome)
    // In the right light, most cells of most shots agree.
    let best = outcomes.dropFirst().reduce(outcomes[0]) { $1.agreement > $0.agreement ? $1 : $0 }
    (reference, lights) = (best.reference, best.lights)
    mask = ShotMask(best.search, clipped: rounds.clipped, reference: best.reference, threads: threads)
    unmended = best.search.unmended.with(rounds.inner, *)
  }
}

/// The rounds in which the light of shots and their glare are found from each other.
///
/// Light is matched on what is clear in two shots, and glare is found in matched light. What the first light is fitted to
/// may mislead the rounds: levels, where veils are wide, and detail, where there is little.
private struct ClearingRounds {
  let shots: [FlatShot]
  let sharpness: [Double]
  let parameters: Fusion.Parameters
  let threads: Int
  /// 1 for the cells that may not show the table, otherwise 0.
  let inner: CellMap
  /// 1 for the cells of each shot that may be clipped, and for those that are clipped in it and not in every shot.
  let bright: [CellMap]
  let clipped: [CellMap]
  /// The median level of each shot.
  let levels: [Double]

  init(_ shots: [FlatShot], sharpness: [Double], parameters: Fusion.Parameters, threads: Int) {
    (self.shots, self.sharpness, self.parameters, self.threads) = (shots, sharpness, parameters, threads)
    let (columns, rows) = (shots[0].size.columns, shots[0].size.rows)
    var inner = CellMap(width: columns, height: rows, 1)
    let margin = max(2, Int(parameters.margin * Double(max(columns, rows))))
    for y in 0..<rows {
      for x in 0..<columns where min(x, y, columns - 1 - x, rows - 1 - y) < margin { inner.values[y * columns + x] = 0 }
    }
    self.inner = inner
    let limit = GlareSearch.Parameters().clipped
    let bright = shots.map { shot in
      shot.colours[0].with(shot.colours[1], max).with(shot.colours[2], max).map { $0 >= limit ? Float(1) : 0 }
    }
    // Where every shot is clipped, the print is white.
    let white = bright.dropFirst().reduce(bright[0]) { $0.with($1, min) }
    self.bright = bright
    clipped = bright.map { $0.with(white, -) }
    levels = shots.map { Double($0.colours[1].median(where: $0.known)) }
  }

  struct Outcome {
    var reference: Int
    var lights: [LightField]
    var search: GlareSearch
    /// The mean share of the print on which a shot has nothing above the clearest one.
    var agreement: Float
  }

  /// - Parameter first: what the light of the first round is fitted to, when nothing is known about glare.
  func outcome(first: LightField.Evidence) -> Outcome {
    var reference = shots.indices.min { cost($0, spoiled: 0) < cost($1, spoiled: 0) } ?? 0
    var clear = shots.map { _ in inner }
    var known = shots.map(\.known)
    for round in 0..<parameters.rounds {
      // At first, glare may spoil a third of two shots.
      let found = search(
        reference,
        round == 0
          ? lights(reference, clear, from: first, kept: parameters.keptAtFirst)
          : lights(reference, clear, from: .levels, kept: parameters.kept), known)
      clear = shots.indices.map { shot in
        let clear = found.excess[shot].with(found.tolerance) { $0 > $1 ? 1 : 0 }.dilated(2).with(inner) {
          (1 - $0) * $1
        }
        if clear.mean > parameters.leastClear { return clear }
        // What little is clear tells no light, and the wrong light makes it the darkest shot somewhere.
        if round > 0, shot != reference, known.count(where: { $0.mean > 0 }) > 2 { known[shot] = inner.map { _ in 0 } }
        return inner
      }
      let costs = shots.indices.map { cost($0, spoiled: found.spoiled($0, within: inner)) }
      reference = shots.indices.min { costs[$0] < costs[$1] } ?? reference
    }
    let lights = lights(reference, clear, from: .levels, kept: parameters.kept)
    let search = search(reference, lights, known)
    let used = shots.indices.filter { known[$0].mean > 0 }
    let agreement = used.reduce(0) { $0 + inner.mean - search.spoiled($1, within: inner) } / Float(max(1, used.count))
    return Outcome(reference: reference, lights: lights, search: search, agreement: agreement)
  }

  /// What speaks against a shot as the reference.
  private func cost(_ shot: Int, spoiled: Float) -> Double {
    let brightest = max(1, levels.reduce(0, max))
    return Double(spoiled + clipped[shot].with(inner, *).mean) + parameters.blurWeight * (1 - sharpness[shot])
      + parameters.outsideWeight * Double(1 - shots[shot].known.mean)
      + parameters.darkWeight * max(0, parameters.leastExposure - levels[shot] / brightest)
  }

  private func lights(
    _ reference: Int, _ clear: [CellMap], from evidence: LightField.Evidence, kept: Double
  ) -> [LightField] {
    Array(shots.indices).map(threads: threads) { shot in
      guard shot != reference else { return LightField() }
      let both = clear[shot].with(clear[reference], *).with(shots[shot].known, *).with(shots[reference].known, *)
        .with(bright[shot]) { $0 * (1 - $1) }.with(bright[reference]) { $0 * (1 - $1) }
      var fit = LightField.Parameters()
      fit.kept = kept
      return LightField(from: shots[shot].colours, to: shots[reference].colours, where: both, evidence, parameters: fit)
        ?? LightField()
    }
  }

  private func search(_ reference: Int, _ lights: [LightField], _ known: [CellMap]) -> GlareSearch {
    let matched = Array(shots.indices).map(threads: threads) { shot in
      shot == reference ? shots[shot].colours : lights[shot].applied(to: shots[shot].colours)
    }
    return GlareSearch(matched, clipped: clipped, known: known, reference: reference, threads: threads)
  }
}
