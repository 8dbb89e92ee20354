internal import PeelPlatform

/// Strips of photos, as booths make them: pictures of one size in a row, with a border around all and as much between two.
///
/// A picture with the border around it looks like a print. Prints that touch have two borders between their pictures; on a
/// strip, two neighbours share one.
struct PhotoStrips {
  struct Parameters: Sendable {
    /// Outlines of strips: the least logarithm of the longer over the shorter side; the least odds, as a logarithm, and how
    /// many are looked into; the greatest unevenness along the sides, and difference between them.
    var elongation = 0.7
    var leastOdds = -3.0
    var most = 4
    var (unevenness, oddSide) = (0.5, 0.5)
    /// The most pictures, and the least share of one's length that two share.
    var mostPictures = 8
    var leastShared = 0.02
    /// How far a picture's sides may lie from where a row has them, relative to the strip's shorter side.
    var tolerance = 0.04
    /// The greatest odds of a strip that follow from those of its pictures: 85 %. And the greatest odds of these.
    var greatestOdds = 1.73
    var pictureOdds = -3.0
  }

  let parameters: Parameters

  /// The quads with each strip above its pictures; best first.
  ///
  /// - Parameter ranked: in photo pixels, best first.
  func settled(_ ranked: [ScoredQuad]) -> [ScoredQuad] {
    var settled = ranked
    let outlines = ranked.filter {
      $0.score > parameters.leastOdds && $0.evidence[.elongation] > parameters.elongation
        && $0.evidence[.unevenness] < parameters.unevenness && $0.evidence.oddSide < parameters.oddSide
    }
    for outline in outlines.prefix(parameters.most) where isStrip(outline, ranked) {
      var best = outline.score
      for i in settled.indices where settled[i].quad != outline.quad {
        let one = settled[i]
        guard one.quad.area < 0.9 * outline.quad.area,
          one.quad.intersectionArea(outline.quad) > 0.9 * one.quad.area
        else { continue }
        best = max(best, min(one.score, parameters.greatestOdds))
        settled[i].score = min(one.score, parameters.pictureOdds)
      }
      for i in settled.indices where settled[i].quad == outline.quad { settled[i].score = best }
    }
    return settled.sorted { $0.score > $1.score }
  }

  /// Whether at least two quads lie in an outline as the pictures of a strip do, each with the border around it.
  private func isStrip(_ outline: ScoredQuad, _ ranked: [ScoredQuad]) -> Bool {
    guard let back = Homography(unitSquareTo: outline.quad)?.inverse else { return false }
    let isWide = outline.quad.isWide
    let along = parameters.tolerance * exp(-outline.evidence[.elongation])
    var places: [Int: Set<Int>] = [:]
    for one in ranked where one.quad.area < 0.6 * outline.quad.area {
      let box = Rectangle(around: one.quad.map { back($0) })
      let (start, length) = isWide ? (box.minX, box.width) : (box.minY, box.height)
      let (side, breadth) = isWide ? (box.minY, box.height) : (box.minX, box.width)
      guard abs(side) < parameters.tolerance, abs(breadth - 1) < parameters.tolerance else { continue }
      // Each of n pictures has an nth of the length, and its share of the borders between them.
      let count = Int(1 / length) + 1
      let shared = (Double(count) * length - 1) / Double(count - 1)
      guard (2...parameters.mostPictures).contains(count), shared > parameters.leastShared * length else { continue }
      let place = start / (length - shared)
      guard abs(place - place.rounded()) * (length - shared) < along else { continue }
      places[count, default: []].insert(Int(place.rounded()))
    }
    return places.values.contains { $0.count > 1 }
  }
}

extension Quad {
  /// Whether it is wider than high.
  var isWide: Bool { length(of: .top) + length(of: .bottom) > length(of: .left) + length(of: .right) }
}
