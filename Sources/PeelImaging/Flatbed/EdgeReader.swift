/// The edges that a full-size page shows along one side of a rectangle.
struct SideEdges: Sendable {
  /// An edge that a station sees.
  struct Edge {
    var station: Int
    /// The place along the side from its middle.
    var along: Double
    /// The distance inwards from the side.
    var offset: Double
    var change: Float
    /// Whether luma falls inwards.
    var isDarker: Bool
    /// Whether bed is seen outside.
    var hasBed: Bool
  }

  var edges: [Edge] = []
  /// The number of stations within the page.
  var visible = 0
  var outside: EdgeReader.Outside
}

/// Reads the edges along a side of a rectangle, at stations along it.
struct EdgeReader: Sendable {
  /// What lies outside a side.
  struct Outside {
    /// Whether the side lies on the page's border, where it stays.
    var isBorder = false
    /// Whether bed lies there.
    var isBed = true
    /// What lies farther outside than this belongs to another print, in pixels.
    var room = Double.infinity
  }

  /// How much of a side is read: stations along it, and places along each of which it is the mean.
  struct Density: Sendable {
    var stations: Int
    var taps: Int
    /// Whether the places of a station lie side by side, and not all along its part of the side.
    var isNarrow: Bool

    static let rough = Density(stations: 32, taps: 4, isNarrow: false)
    static let fine = Density(stations: 96, taps: 6, isNarrow: true)
  }

  /// The least change of an edge, in levels a pixel.
  static let leastChange: Float = 0.5

  private enum Parameters {
    /// The part of a side that is left out at either end.
    static let skipped = 0.04
    /// The least change of an edge, in standard deviations of its noise and relative to a station's greatest, and the most
    /// edges of a station.
    static let least: (deviations: Float, share: Float, count: Int) = (3, 0.06, 5)
  }

  let pixels: PagePixels
  /// The standard deviation of a pixel's luma, in levels.
  let noise: Float
  let bed: Bed
  /// Photo pixels along a sample of the reduced page.
  let scale: Double

  /// - Parameters:
  ///   - side: in photo pixels.
  ///   - reach: how far from it edges may lie, in pixels.
  func edges(
    along side: (middle: Point, along: Point, half: Double), reach: Double, _ density: Density, _ outside: Outside
  ) -> SideEdges {
    var seen = SideEdges(outside: outside)
    if outside.isBorder { return seen }
    let length = 2 * side.half * (1 - 2 * Parameters.skipped)
    let spacing = length / Double(density.stations)
    let normal = side.along.perpendicular
    let count = Int(reach.rounded(.up)) + 2
    let first = max(1, count - Int(min(outside.room, Double(count))))
    let factor = 1 / Float(density.taps)
    var profile = [SIMD4<Float>](repeating: .zero, count: 2 * count + 1)
    for k in 0..<density.stations {
      let along = -length / 2 + (Double(k) + 0.5) * spacing
      let centre = side.middle + along * side.along
      guard centre.x > 0, centre.y > 0, centre.x < Double(pixels.width), centre.y < Double(pixels.height) else {
        continue
      }
      seen.visible += 1
      for i in profile.indices { profile[i] = .zero }
      for tap in 0..<density.taps {
        let pitch = density.isNarrow ? min(1, spacing / Double(density.taps)) : spacing / Double(density.taps)
        let start = centre + pitch * (Double(tap) + 0.5 - Double(density.taps) / 2) * side.along
        for i in profile.indices { profile[i] += factor * pixels.colour(start + Double(i - count) * normal) }
      }
      let level = outside.isBed ? nil : bed.level(at: centre, scale: scale)
      let changes = changes(of: profile)
      for i in peaks(of: changes, from: first, density.taps) {
        let beyond = profile[max(0, i - 3)...max(0, i - 2)]
        seen.edges.append(
          SideEdges.Edge(
            station: k, along: along,
            offset: Double(i - count) + Double(parabolaPeak(changes[i - 1], changes[i], changes[i + 1])),
            change: changes[i], isDarker: profile[i + 1].x < profile[i - 1].x,
            hasBed: level.map { level in beyond.contains { abs($0.x - level) < Bed.like } } ?? true))
      }
    }
    return seen
  }

  /// How much a profile changes at each pixel, in levels a pixel.
  private func changes(of profile: [SIMD4<Float>]) -> [Float] {
    let spill = bed.spill / Float(PageColours.unit)
    var changes = [Float](repeating: 0, count: profile.count)
    for i in 1..<profile.count - 1 {
      let d = 0.5 * (profile[i + 1] - profile[i - 1])
      let chroma = max(0, (d.y * d.y + d.z * d.z).squareRoot() - spill)
      changes[i] = (d.x * d.x + chroma * chroma).squareRoot()
    }
    return changes
  }

  /// The pixels, from one on, at which a profile changes most.
  ///
  /// - Parameter taps: how many pixels each of the profile's is the mean of.
  private func peaks(of changes: [Float], from first: Int, _ taps: Int) -> [Int] {
    let most = changes[first...].max() ?? 0
    // The difference of two means over two pixels.
    let expected = noise / Float(2 * taps).squareRoot()
    let least = max(Self.leastChange, Parameters.least.deviations * expected, Parameters.least.share * most)
    var peaks = (first..<changes.count - 1).filter { i in
      changes[i] >= least && changes[i] > changes[i - 1] && changes[i] >= changes[i + 1]
    }
    if peaks.count > Parameters.least.count {
      peaks.sort { changes[$0] > changes[$1] }
      peaks.removeLast(peaks.count - Parameters.least.count)
    }
    return peaks
  }
}
