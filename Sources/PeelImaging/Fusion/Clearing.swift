/// Which shot each place of a print is taken from, and in which light, found from the shots' cells.
///
/// Light is matched on what is clear in two shots, and glare is found in matched light, so both are found in turn.
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
    let (columns, rows) = (shots[0].size.columns, shots[0].size.rows)
    var inner = CellMap(width: columns, height: rows, 1)
    let margin = max(2, Int(parameters.margin * Double(max(columns, rows))))
    for y in 0..<rows {
      for x in 0..<columns where min(x, y, columns - 1 - x, rows - 1 - y) < margin { inner.values[y * columns + x] = 0 }
    }
    let limit = GlareSearch.Parameters().clipped
    let bright = shots.map { shot in
      shot.colours[0].with(shot.colours[1], max).with(shot.colours[2], max).map { $0 >= limit ? Float(1) : 0 }
    }
    // Where every shot is clipped, the print is white.
    let white = bright.dropFirst().reduce(bright[0]) { $0.with($1, min) }
    let clipped = bright.map { $0.with(white, -) }
    let levels = shots.map { Double($0.colours[1].median(where: $0.known)) }
    let brightest = max(1, levels.reduce(0, max))
    func cost(_ shot: Int, spoiled: Float) -> Double {
      Double(spoiled + clipped[shot].with(inner, *).mean) + parameters.blurWeight * (1 - sharpness[shot])
        + parameters.outsideWeight * Double(1 - shots[shot].known.mean)
        + parameters.darkWeight * max(0, parameters.leastExposure - levels[shot] / brightest)
    }

    var reference = shots.indices.min { cost($0, spoiled: 0) < cost($1, spoiled: 0) } ?? 0
    var clear = shots.map { _ in inner }
    func lights(_ reference: Int, _ clear: [CellMap], kept: Double) -> [LightField] {
      Array(shots.indices).map(threads: threads) { shot in
        guard shot != reference else { return LightField() }
        let both = clear[shot].with(clear[reference], *).with(shots[shot].known, *).with(shots[reference].known, *)
          .with(bright[shot]) { $0 * (1 - $1) }.with(bright[reference]) { $0 * (1 - $1) }
        var fit = LightField.Parameters()
        fit.kept = kept
        return LightField(from: shots[shot].colours, to: shots[reference].colours, where: both, parameters: fit)
          ?? LightField()
      }
    }
    func search(_ reference: Int, _ lights: [LightField]) -> GlareSearch {
      let matched = Array(shots.indices).map(threads: threads) { shot in
        shot == reference ? shots[shot].colours : lights[shot].applied(to: shots[shot].colours)
      }
      return GlareSearch(matched, clipped: clipped, known: shots.map(\.known), reference: reference, threads: threads)
    }
    for round in 0..<parameters.rounds {
      // At first nothing is known about glare, which may spoil a third of two shots.
      let kept = round == 0 ? parameters.keptAtFirst : parameters.kept
      let found = search(reference, lights(reference, clear, kept: kept))
      clear = found.excess.map { excess in
        let clear = excess.with(found.tolerance) { $0 > $1 ? 1 : 0 }.dilated(2).with(inner) { (1 - $0) * $1 }
        return clear.mean > parameters.leastClear ? clear : inner
      }
      let costs = shots.indices.map { cost($0, spoiled: found.spoiled($0, within: inner)) }
      reference = shots.indices.min { costs[$0] < costs[$1] } ?? reference
    }
    let last = lights(reference, clear, kept: parameters.kept)
    let found = search(reference, last)
    self.reference = reference
    self.lights = last
    mask = ShotMask(found, clipped: clipped, reference: reference, threads: threads)
    unmended = found.unmended.with(inner, *)
  }
}
