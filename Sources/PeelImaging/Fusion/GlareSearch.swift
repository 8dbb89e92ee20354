/// Which cells of which shots are under glare, in shadow, or covered by something that lies on the print.
///
/// The shots' light is matched beforehand. Glare only adds light, so the darkest shot is the clearest, unless it is
/// darker for another reason: a shadow takes a share of the print's own light, and a hand hides the print's detail.
struct GlareSearch: Sendable {
  struct Parameters: Sendable {
    /// The difference up to which two cells are equal: levels, and a share of the level.
    var tolerance: (levels: Float, share: Float) = (4, 0.02)
    /// The level from which a cell may be clipped. A clipped cell tells only that the print is at least as bright.
    var clipped: Float = 248
    /// The cells around a cell that are compared.
    var reach = 5
    /// A shadow: the cells around a cell that tell of it; the least part of the difference that grows with the print's own
    /// light; the least difference as a share of that light; and the least standard deviation of that light, in levels.
    var shadow: (reach: Int, growing: Float, share: Float, deviation: Float) = (6, 0.5, 0.25, 6)
    /// The correlation below which two shots show different things, and the least variance of fine detail
    /// that tells, in levels².
    var unlike: (correlation: Float, variance: Float) = (0.2, 8)
    /// The tolerances by which two other shots that agree must be brighter to be compared with this one, and three to be right;
    /// the share of the edge between that must be this shot's own for two to be right; the cells by which such a part must be
    /// thicker than a line, and those over which its edge reaches.
    var majority: (strong: Float, ownEdge: Float, thickness: Int, reach: Int) = (5, 0.6, 2, 4)
    /// The excess that a cell which doesn't show the print counts as, in levels.
    var foul: Float = 60
    /// The share of the cells around a cell that have more of a colour from which something else lies there.
    var strange: Float = 0.2
    /// The cells over which a shadow or a hand reaches on into places where no shots agree.
    var onward = 16
    /// The contrast relative to this shot's below which another is taken to be under glare rather than clear.
    var leastContrast: Float = 0.35

    init() {}
  }

  /// How much brighter each shot's cells are than the clearest shot's, in levels; `foul` where it doesn't show the print.
  let excess: [CellMap]
  /// The excess up to which cells are equal.
  let tolerance: CellMap
  /// The clearest shot of each cell.
  let base: [Int]
  /// 1 for the cells of each shot that another shot confirms, otherwise 0.
  let confirmed: [CellMap]

  /// The shares of the cells of a shot that are under glare or hidden.
  func spoiled(_ shot: Int, within inner: CellMap) -> Float {
    excess[shot].with(tolerance) { $0 > $1 ? 1 : 0 }.with(inner, *).mean
  }

  /// - Parameters:
  ///   - matched: red, green and blue of each shot's cells, in the reference's light.
  ///   - clipped: 1 for the cells that are clipped in each shot.
  ///   - known: 1 for the cells that each shot shows.
  ///   - reference: the shot that is right if it can't be told which is.
  init(
    _ matched: [[CellMap]], clipped: [CellMap], known: [CellMap], reference: Int, parameters: Parameters = Parameters(),
    threads: Int = 1
  ) {
    let colours = matched.map(threads: threads) { $0.map { $0.blurred(1) } }
    let lumas = colours.map(threads: threads) { Self.luma($0) }
    let shots = colours.indices
    let (width, height) = (lumas[0].width, lumas[0].height)
    let cells = lumas[0].values.indices
    tolerance = CellMap(
      width: width, height: height,
      values: cells.map { cell in
        parameters.tolerance.levels + parameters.tolerance.share * shots.map { lumas[$0].values[cell] }.reduce(255, min)
      })
    let tolerance = tolerance
    let agreement = Agreement(colours, known, tolerance)
    let foul = Array(shots).map(threads: threads) { shot in
      let found = Self.foul(
        colours, lumas, shot, rivals: Self.rivals(of: shot, lumas, known, agreement), tolerance,
        isTrusted: shots.count < 3 && shot == reference, parameters
      ).with(Self.outnumbered(shot, lumas, agreement, tolerance, parameters), max)
      return Self.grown(found, of: shot, lumas, known, agreement, tolerance, reach: parameters.onward)
    }
    var base = [Int](repeating: reference, count: cells.count)
    for cell in cells {
      func rank(_ shot: Int) -> Float {
        lumas[shot].values[cell] + (foul[shot].values[cell] > 0 ? 2000 : 0) + 500 * clipped[shot].values[cell]
      }
      base[cell] = shots.min { rank($0) < rank($1) } ?? reference
    }
    let excess = shots.map { shot in
      CellMap(
        width: width, height: height,
        values: cells.map { cell in
          Self.difference(colours[shot], colours[base[cell]], cell)
            + (foul[shot].values[cell] > 0 ? parameters.foul : 0)
        })
    }
    self.excess = excess
    self.base = base
    confirmed = shots.map { shot in
      CellMap(
        width: width, height: height,
        values: cells.map { cell in
          // Clipped cells agree whatever they show.
          let isTold = lumas[shot].values[cell] < parameters.clipped
          return isTold && shots.contains { $0 != shot && agreement($0, shot, cell) } ? 1 : 0
        })
    }
  }

  /// For each cell, the darkest of the other shots that a third shot confirms; nil if there is none. With two shots nothing
  /// can be confirmed.
  private static func rivals(
    of shot: Int, _ lumas: [CellMap], _ known: [CellMap], _ agreement: Agreement
  ) -> [Int?] {
    let others = lumas.indices.filter { $0 != shot }
    return lumas[shot].values.indices.map { cell in
      let confirmed = others.lazy.filter { other in
        known[other].values[cell] > 0
          && (others.count < 2 || others.contains { $0 != other && agreement($0, other, cell) })
      }
      return confirmed.min { lumas[$0].values[cell] < lumas[$1].values[cell] }
    }
  }

  /// Foul cells with those near them where every other shot is brighter and disagrees: where the others are under glare,
  /// nothing contradicts a hand. Cells that the shot doesn't show are foul too.
  private static func grown(
    _ foul: CellMap, of shot: Int, _ lumas: [CellMap], _ known: [CellMap], _ agreement: Agreement,
    _ tolerance: CellMap, reach: Int
  ) -> CellMap {
    let near = foul.dilated(reach)
    var grown = foul
    for cell in near.values.indices where near.values[cell] > 0 {
      let rivals = lumas.indices.filter { $0 != shot && known[$0].values[cell] > 0 }
      let darkest = lumas[shot].values[cell] + tolerance.values[cell]
      let isAlone = rivals.allSatisfy { lumas[$0].values[cell] > darkest && !agreement($0, shot, cell) }
      if isAlone, rivals.count > 1 { grown.values[cell] = 1 }
    }
    return grown.keeping(partsWith: { foul.values[$0] > 0 }).with(known[shot]) { $1 > 0 ? $0 : 1 }
  }

  /// The cells where a shot is darker than its rivals for another reason than their glare.
  private static func foul(
    _ colours: [[CellMap]], _ lumas: [CellMap], _ shot: Int, rivals: [Int?], _ tolerance: CellMap, isTrusted: Bool,
    _ parameters: Parameters
  ) -> CellMap {
    func ofRivals(_ maps: [CellMap]) -> CellMap {
      var map = maps[shot]
      for (cell, rival) in rivals.enumerated() { if let rival { map.values[cell] = maps[rival].values[cell] } }
      return map
    }
    let (luma, rivalLuma) = (lumas[shot], ofRivals(lumas))
    let detail = Moments(luma.detail, rivalLuma.detail, parameters.reach)
    let rivalColours = (0..<3).map { channel in ofRivals(colours.map { $0[channel] }) }
    var darker = CellMap(width: luma.width, height: luma.height, 0)
    for cell in luma.values.indices where rivals[cell] != nil {
      if luma.values[cell] + tolerance.values[cell] < rivalLuma.values[cell] { darker.values[cell] = 1 }
    }
    // Nothing confirms that one of two shots isn't under glare.
    let shadow =
      lumas.count > 2 ? shadow(colours[shot], rivalColours, where: darker, parameters) : darker.map { _ in 0 }
    var foul = CellMap(width: luma.width, height: luma.height, 0)
    for cell in luma.values.indices where darker.values[cell] > 0 {
      let isOther =
        min(detail.variances.values[cell], detail.otherVariances.values[cell]) > parameters.unlike.variance
        && detail.otherVariances.values[cell] > parameters.leastContrast * detail.variances.values[cell]
        && rivalLuma.values[cell] < parameters.clipped && detail.correlation(cell) < parameters.unlike.correlation
      if shadow.values[cell] > 0 || isOther && !isTrusted { foul.values[cell] = 1 }
    }
    // Specks and thin lines are where the light of two glares happens to be equal.
    foul = foul.eroded(3).dilated(4)
    guard lumas.count > 2 else { return foul }
    // Glare brightens every colour. If two shots agree and this one, though darker, has more of a colour, it shows another
    // thing.
    var strange = CellMap(width: luma.width, height: luma.height, 0)
    for cell in luma.values.indices where darker.values[cell] > 0 {
      let limit = tolerance.values[cell]
      let hasMore = (0..<3).contains { colours[shot][$0].values[cell] > rivalColours[$0].values[cell] + limit }
      if hasMore { strange.values[cell] = 1 }
    }
    let density = strange.blurred(3)
    return foul.with(density) { $1 > parameters.strange ? 1 : $0 }
      .with(outvoted(luma, rivalLuma, rivals, tolerance, parameters), max)
  }

  /// The largest difference of a channel.
  @inline(__always)
  fileprivate static func difference(_ a: [CellMap], _ b: [CellMap], _ cell: Int) -> Float {
    max(
      abs(a[0].values[cell] - b[0].values[cell]), abs(a[1].values[cell] - b[1].values[cell]),
      abs(a[2].values[cell] - b[2].values[cell]))
  }

  private static func luma(_ colours: [CellMap]) -> CellMap {
    let (red, green, blue) = (Float(BT601.lumaOfRed), Float(BT601.lumaOfGreen), Float(BT601.lumaOfBlue))
    return colours[0].with(colours[1]) { red * $0 + green * $1 }.with(colours[2]) { $0 + blue * $1 }
  }
}

/// Whether two shots have the same colour in a cell.
struct Agreement {
  /// For each two shots, whether they agree in each cell.
  private let maps: [[[Bool]]]

  func callAsFunction(_ a: Int, _ b: Int, _ cell: Int) -> Bool { maps[a][b][cell] }

  init(_ colours: [[CellMap]], _ known: [CellMap], _ tolerance: CellMap) {
    let shots = colours.indices
    var maps = [[[Bool]]](repeating: Array(repeating: [], count: shots.count), count: shots.count)
    for a in shots {
      for b in shots[...a] {
        maps[a][b] = tolerance.values.indices.map { cell in
          known[a].values[cell] > 0 && known[b].values[cell] > 0
            && GlareSearch.difference(colours[a], colours[b], cell) < tolerance.values[cell]
        }
        maps[b][a] = maps[a][b]
      }
    }
    self.maps = maps
  }
}

/// The variances of two maps around each cell, and how they correlate.
private struct Moments {
  let variances: CellMap
  let otherVariances: CellMap
  private let products: CellMap

  /// - Parameter reach: the cells around each cell.
  init(_ own: CellMap, _ other: CellMap, _ reach: Int) {
    let (means, otherMeans) = (own.blurred(reach), other.blurred(reach))
    variances = own.with(own, *).blurred(reach).with(means) { max(0, $0 - $1 * $1) }
    otherVariances = other.with(other, *).blurred(reach).with(otherMeans) { max(0, $0 - $1 * $1) }
    products = own.with(other, *).blurred(reach).with(means.with(otherMeans, *), -)
  }

  func correlation(_ cell: Int) -> Float {
    products.values[cell] / max(1, variances.values[cell] * otherVariances.values[cell]).squareRoot()
  }
}
