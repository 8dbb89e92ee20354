internal import PeelPlatform

/// Strips of photos, as booths make them: pictures of one size in a row, with a border around all and as much between two.
///
/// A picture with the border around it looks like a print. Prints that touch have two borders between their pictures; on a
/// strip, two neighbours share one.
extension TouchingPrints {
  struct Strip: Sendable {
    /// Outlines of strips: the least logarithm of the longer over the shorter side; the least odds, as a logarithm, and how
    /// many are looked into; the greatest unevenness along the sides, and difference between them.
    var outline = (elongation: 0.7, leastOdds: -3.0, most: 4, unevenness: 0.5, oddSide: 0.5)
    /// The most pictures, and the share of one's length that two share.
    var mostPictures = 8
    var shared = 0.02...0.25
    /// How far a picture's sides may lie from where a row has them, relative to the strip's shorter side.
    var tolerance = 0.04
  }

  /// The outlines of strips.
  ///
  /// - Parameter ranked: in photo pixels, best first.
  func strips(_ ranked: [ScoredQuad]) -> [Quad] {
    let outline = parameters.strip.outline
    return ranked.filter {
      $0.score > outline.leastOdds && $0.evidence[.elongation] > outline.elongation
        && $0.evidence[.unevenness] < outline.unevenness && $0.evidence.oddSide < outline.oddSide
    }.prefix(outline.most).filter { isStrip($0, ranked) }.map(\.quad)
  }

  /// Whether at least two quads lie in an outline as the pictures of a strip do, each with the border around it.
  private func isStrip(_ outline: ScoredQuad, _ ranked: [ScoredQuad]) -> Bool {
    guard let back = Homography(unitSquareTo: outline.quad)?.inverse else { return false }
    let (strip, isWide) = (parameters.strip, outline.quad.isWide)
    let tolerance = strip.tolerance * exp(-outline.evidence[.elongation])
    var places: [Int: Set<Int>] = [:]
    for one in ranked {
      let box = Rectangle(around: one.quad.map { back($0) })
      let (start, length) = isWide ? (box.minX, box.width) : (box.minY, box.height)
      let (side, breadth) = isWide ? (box.minY, box.height) : (box.minX, box.width)
      guard abs(side) < strip.tolerance, abs(breadth - 1) < strip.tolerance else { continue }
      // Each of n pictures has an nth of the length, and its share of the borders between them.
      let count = Int(1 / length) + 1
      let shared = (Double(count) * length - 1) / Double(count - 1)
      guard (2...strip.mostPictures).contains(count), strip.shared.contains(shared / length) else { continue }
      let place = start / (length - shared)
      guard abs(place - place.rounded()) * (length - shared) < tolerance else { continue }
      places[count, default: []].insert(Int(place.rounded()))
    }
    return places.values.contains { $0.count > 1 }
  }
}
