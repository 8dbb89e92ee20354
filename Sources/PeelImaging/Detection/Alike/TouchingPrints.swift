internal import PeelPlatform

/// Prints of one size that touch each other: together they have an outline, too, which may look more like a print than each
/// of them.
struct TouchingPrints {
  struct Parameters: Sendable {
    /// The least odds, as a logarithm, of an outline that is looked into, and how many are.
    var outline = (leastOdds: -2.0, most: 4)
    /// Rows and columns of prints in an outline: the most of both together.
    var most = 30
    /// The most prints in a row of equal parts, and the least share of each of their sides with an edge.
    var mostInRow = 4
    var leastShare = 0.5
    /// How far a print's sides may lie from where the rows and columns are, relative to the print.
    var tolerance = 0.06
    /// Least part of the outline that the prints cover: the pictures on a strip of photos have gaps between them. And the
    /// greatest difference of the logarithms of their sides.
    var covered = 0.98
    var size = 0.04
    /// Greatest part of a print that another one may cover: pictures on a strip share the gap between them.
    var overlap = 0.025
    /// Least part of each of a print's sides that has an edge.
    var support = 0.45
    /// An outline that is more even inside has a border of its own, as a strip of photos has. What touches there must have the
    /// frame of a film, with this evidence, and no side whose inner colour differs more from that of the others: a part of a
    /// strip ends at a picture on one side.
    var border = (unevenness: 0.5, leastEvidence: 0.5, oddSide: 0.5)
    /// The greatest logarithm of the longer over the shorter side of a print that touches others: halves of a picture with a
    /// horizon are often longer.
    var elongation = 0.56
    /// For two prints, or if the outline isn't longer than that either, how much less likely than the outline each print may
    /// be, as a logarithm of odds: a line may halve a long print, too.
    var lag = 0.5
    /// The greatest odds of what is chosen that follow from those of what isn't, 85 %, and the greatest odds of that.
    var odds = (chosen: 1.73, dropped: -3.0)
    var strip = Strip()
  }

  let parameters: Parameters

  /// Where prints lie in likely outlines if one of them is as large as it seems; in photo pixels.
  ///
  /// - Parameter ranked: in photo pixels, best first.
  func proposals(_ ranked: [ScoredQuad]) -> [Quad] {
    outlines(ranked).flatMap { outline -> [Quad] in
      guard let map = Homography(unitSquareTo: outline.quad), let back = map.inverse else { return [] }
      for one in ranked where one.quad.area < 0.6 * outline.quad.area {
        guard let (columns, rows) = counts(of: one.quad.map { back($0) }) else { continue }
        let (width, height) = (1 / Double(columns), 1 / Double(rows))
        return (0..<columns * rows).map { k in
          map(Quad(x: Double(k % columns) * width, y: Double(k / columns) * height, width: width, height: height))
        }
      }
      return []
    }
  }

  /// Equal parts of likely outlines, side by side along their longer sides; in photo pixels.
  func rows(_ ranked: [ScoredQuad]) -> [[Quad]] {
    outlines(ranked).flatMap { outline -> [[Quad]] in
      guard let map = Homography(unitSquareTo: outline.quad) else { return [] }
      let elongation = outline.evidence[.elongation]
      return (2...parameters.mostInRow).filter { abs(elongation - log(Double($0))) <= parameters.elongation }.map {
        count in
        let length = 1 / Double(count)
        return (0..<count).map { k in
          let start = Double(k) * length
          let part =
            outline.quad.isWide
            ? Quad(x: start, y: 0, width: length, height: 1) : Quad(x: 0, y: start, width: 1, height: length)
          return map(part)
        }
      }
    }
  }

  /// How many columns and rows like a quad fill the unit square; nil if it is none of such.
  private func counts(of quad: Quad) -> (columns: Int, rows: Int)? {
    let box = Rectangle(around: quad)
    guard quad.area > (1 - 2 * parameters.tolerance) * box.width * box.height else { return nil }
    func count(_ start: Double, _ length: Double) -> Int? {
      guard length > 1 / Double(parameters.most + 1) else { return nil }
      let (count, place) = (1 / length, start / length)
      let isEven = abs(count - count.rounded()) < parameters.tolerance * count.rounded()
      return isEven && abs(place - place.rounded()) < 2 * parameters.tolerance ? Int(count.rounded()) : nil
    }
    guard let columns = count(box.minX, box.width), let rows = count(box.minY, box.height), columns * rows > 1,
      columns * rows <= parameters.most
    else { return nil }
    return (columns, rows)
  }

  /// The quads with prints that fill an outline above it, and a strip above its pictures; best first.
  ///
  /// - Parameter ranked: in photo pixels, best first.
  func settled(_ ranked: [ScoredQuad]) -> [ScoredQuad] {
    var settled = ranked
    func choose(_ isChosen: (Quad) -> Bool, over isDropped: (Quad) -> Bool) {
      let best = settled.filter { isDropped($0.quad) }.map(\.score).max() ?? -.infinity
      for i in settled.indices {
        if isChosen(settled[i].quad) {
          settled[i].score = max(settled[i].score, min(best, parameters.odds.chosen))
        } else if isDropped(settled[i].quad) {
          settled[i].score = min(settled[i].score, parameters.odds.dropped)
        }
      }
    }
    let strips = strips(ranked)
    for outline in outlines(ranked) where !strips.contains(outline.quad) {
      if let prints = prints(filling: outline, ranked) { choose(prints.contains, over: { $0 == outline.quad }) }
    }
    for strip in strips {
      choose({ $0 == strip }, over: { $0.area < 0.9 * strip.area && $0.intersectionArea(strip) > 0.9 * $0.area })
    }
    return settled.sorted { $0.score > $1.score }
  }

  private func hasFrame(_ one: ScoredQuad) -> Bool {
    let border = parameters.border
    return (one.fits.first?.evidence ?? 0) >= border.leastEvidence && one.evidence.oddSide <= border.oddSide
  }

  private func outlines(_ ranked: [ScoredQuad]) -> ArraySlice<ScoredQuad> {
    ranked.filter { $0.score > parameters.outline.leastOdds }.prefix(parameters.outline.most)
  }

  /// The prints of one size that fill an outline; nil if there are none.
  private func prints(filling outline: ScoredQuad, _ ranked: [ScoredQuad]) -> [Quad]? {
    guard let back = Homography(unitSquareTo: outline.quad)?.inverse else { return nil }
    let needsFrame = outline.evidence[.unevenness] < parameters.border.unevenness
    let inside = ranked.compactMap { one -> (one: ScoredQuad, quad: Quad, box: Rectangle)? in
      let quad = one.quad.map { back($0) }
      guard one.evidence[.leastSupport] >= parameters.support, counts(of: quad) != nil,
        one.evidence[.elongation] <= parameters.elongation,
        !needsFrame || hasFrame(one)
      else { return nil }
      return (one, quad, Rectangle(around: quad))
    }
    var best: [(one: ScoredQuad, quad: Quad)] = []
    let isLong = outline.evidence[.elongation] > parameters.elongation
    for first in inside {
      func hasSize(_ box: Rectangle) -> Bool {
        abs(log(box.width / first.box.width)) < parameters.size
          && abs(log(box.height / first.box.height)) < parameters.size
      }
      var prints: [(one: ScoredQuad, quad: Quad)] = []
      for (one, quad, box) in inside where hasSize(box) {
        if prints.allSatisfy({ $0.quad.intersectionArea(quad) < parameters.overlap * quad.area }) {
          prints.append((one, quad))
        }
      }
      let unit = Quad(x: 0, y: 0, width: 1, height: 1)
      let covered = prints.reduce(0) { $0 + $1.quad.intersectionArea(unit) }
      let isLikely = isLong && prints.count > 2 || prints.allSatisfy { $0.one.score > outline.score - parameters.lag }
      guard prints.count > 1, covered > parameters.covered, isLikely else { continue }
      // Each print may be divided further.
      if best.isEmpty || prints.count < best.count { best = prints }
    }
    return best.isEmpty ? nil : best.map(\.one.quad)
  }
}
