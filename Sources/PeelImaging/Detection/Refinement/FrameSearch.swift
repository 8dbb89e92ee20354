internal import PeelPlatform

/// Looks for a print's frame around an outline that lies on the picture, on all sides or on some.
///
/// A frame is a band of one colour along all four sides, about equally wide, that ends at an edge on each. Where the
/// outline's side lies on the picture, the band lies outside.
struct FrameSearch {
  struct Parameters: Sendable {
    /// The distance between samples: a part of the print's size, but at least a pixel.
    var step = 1.0 / 400
    /// How far around an outline to look, in samples.
    var reach = 56
    /// Positions along a side, the parts that each are the mean of some, and how much is left out at either end, where
    /// corners are rounded.
    var (positions, parts, skipped) = (32, 16, 0.08)
    /// Least difference of the colours on both sides of an edge, in levels; of one that a side moves to; and for all four
    /// sides, on average.
    var difference: (least: Float, moved: Float, mean: Float) = (3, 4, 10)
    /// Least share of the parts in which an edge shows.
    var share = 0.75
    /// Greatest unevenness along a band, in levels.
    var unevenness: Float = 9
    /// How much the bands' colours may differ: a number of levels and a part of the luma, since light is uneven, and a number
    /// of levels for the colour.
    var tolerance: (luma: Float, share: Float, colour: Float) = (14, 0.06, 6)
    /// Greatest ratio of the bands' widths.
    var ratio = 1.7
    /// How near, in samples, a line counts as the outline itself.
    var near = 3
    /// Least movement of a side, as a part of the print's size, and in pixels.
    var movement = (share: 0.01, pixels: 2.5)
    /// The least width of a band beyond a side that moves, as a part of the movement.
    var bandShare = 0.6
    /// What tells a gap from a frame: how far beyond it to look for another print, as a part of the size, and the most of
    /// the print's outline that may lie in one.
    var gap = (beyond: 0.01, share: 0.0015)
  }

  /// Luma and colour differences.
  private typealias Colour = SIMD4<Float>

  /// An edge along a side, and the band within it.
  private struct Band {
    /// How far inside the outline the edge lies, in samples; negative outside.
    var edge: Int
    var width: Int
    var colour: Colour
    /// The difference of the colours on both sides of the edge.
    var difference: Float
  }

  private let luma: Plane<UInt8>
  private let chroma: Chroma
  private let parameters: Parameters

  /// - Parameter chroma: its planes are empty if the photo is grey.
  init(_ luma: Plane<UInt8>, _ chroma: Chroma, _ parameters: Parameters = Parameters()) {
    (self.luma, self.chroma, self.parameters) = (luma, chroma, parameters)
  }

  /// The outline of the frame, in photo pixels, to a sample; nil if no side of the quad lies on the picture.
  ///
  /// - Parameters:
  ///   - quad: in photo pixels.
  ///   - others: the other prints. No frame reaches into one, and a band that ends at one is the gap between two prints.
  func outline(around quad: Quad, besides others: [Quad]) -> Quad? {
    let width = (quad.length(of: .top) + quad.length(of: .bottom)) / 2
    let height = (quad.length(of: .left) + quad.length(of: .right)) / 2
    let size = (width * height).squareRoot()
    let step = max(1, parameters.step * size)
    guard let map = Homography(rectangleOf: width, height, to: quad) else { return nil }
    var bands: [[Band]] = []
    for side in Quad.Side.allCases {
      let found = self.bands(of: side, width: width, height: height, step: step, map)
      if found.isEmpty { return nil }
      bands.append(found)
    }
    guard let frame = frame(among: bands) else { return nil }
    let least = max(parameters.movement.pixels, parameters.movement.share * size)
    let moves = frame.map { band in
      let move = -step * Double(band.edge)
      return move > least ? move : 0
    }
    guard moves.contains(where: { $0 > 0 }) else { return nil }
    func grown(_ margin: Double) -> Quad {
      let by = moves.map { $0 > 0 ? $0 + margin : 0 }
      return Quad(x: -by[3], y: -by[0], width: width + by[1] + by[3], height: height + by[0] + by[2]).map { map($0) }
    }
    let (outline, wider) = (grown(0), grown(parameters.movement.pixels + parameters.gap.beyond * size))
    let mostShared = parameters.gap.share * size * size
    let isFree = others.allSatisfy { wider.intersectionArea($0) - quad.intersectionArea($0) < mostShared }
    return outline.isConvex && isFree ? outline : nil
  }

  /// One band for each side that together make a frame: of those with one colour, the nearest to the outline.
  private func frame(among bands: [[Band]]) -> [Band]? {
    var best: (distance: Int, frame: [Band])?
    for one in bands.joined() {
      let frame = bands.compactMap { side in
        side.filter { isAlike($0.colour, one.colour) }.min { abs($0.edge) < abs($1.edge) }
      }
      guard frame.count == bands.count, isFrame(frame) else { continue }
      let distance = frame.reduce(0) { $0 + abs($1.edge) }
      if distance < best?.distance ?? .max { best = (distance, frame) }
    }
    return best?.frame
  }

  private func isAlike(_ colour: Colour, _ other: Colour) -> Bool {
    let tolerance = parameters.tolerance
    return abs(colour.x - other.x) <= tolerance.luma + tolerance.share * other.x
      && Self.length((colour - other).replacing(with: 0, where: [true, false, false, false])) <= tolerance.colour
  }

  private func isFrame(_ frame: [Band]) -> Bool {
    let widths = frame.map(\.width)
    guard let least = widths.min(), let most = widths.max(), Double(most) <= parameters.ratio * Double(least) else {
      return false
    }
    let difference = parameters.difference
    return frame.reduce(0) { $0 + $1.difference } >= Float(frame.count) * difference.mean
      && frame.allSatisfy { band in
        band.edge >= -parameters.near
          || band.difference >= difference.moved && Double(band.width) >= parameters.bandShare * Double(-band.edge)
      }
  }

  /// The edges on or outside a side with an even band within them.
  private func bands(
    of side: Quad.Side, width: Double, height: Double, step: Double, _ map: Homography
  ) -> [Band] {
    let (parts, positions) = (parameters.parts, parameters.positions)
    let (reach, depths) = (parameters.reach, 2 * parameters.reach + 1)
    // The mean colour of each part of the side at each depth, and how many positions lie inside the photo there.
    var colours = [Colour](repeating: .zero, count: parts * depths)
    var inside = [Int](repeating: 0, count: depths)
    for position in 0..<positions {
      let t = parameters.skipped + (1 - 2 * parameters.skipped) * (Double(position) + 0.5) / Double(positions)
      let part = position * parts / positions
      for i in 0..<depths {
        let depth = step * Double(i - reach)
        let p =
          switch side {
          case .top: Point(t * width, depth)
          case .right: Point(width - depth, t * height)
          case .bottom: Point((1 - t) * width, height - depth)
          case .left: Point(depth, (1 - t) * height)
          }
        let (colour, isInside) = sample(map(p))
        colours[part * depths + i] += Float(parts) / Float(positions) * colour
        if isInside { inside[i] += 1 }
      }
    }
    func mean(_ part: Int, _ range: Range<Int>) -> Colour {
      range.reduce(Colour.zero) { $0 + colours[part * depths + $1] } / Float(range.count)
    }
    func means(_ range: Range<Int>) -> [Colour] { (0..<parts).map { mean($0, range) } }
    let profile = (0..<depths).map { i in
      (0..<parts).reduce(Colour.zero) { $0 + colours[$1 * depths + i] } / Float(parts)
    }
    var steepness = [Float](repeating: 0, count: depths)
    for i in 2..<depths - 2 {
      steepness[i] = Self.length(profile[i - 2] + profile[i - 1] - profile[i + 1] - profile[i + 2]) / 2
    }
    let edges = (3..<depths - 3).filter { i in
      steepness[i] >= parameters.difference.least && (i - 2...i + 2).allSatisfy { steepness[$0] <= steepness[i] }
    }
    return edges.enumerated().compactMap { n, edge -> Band? in
      let next = n + 1 < edges.count ? edges[n + 1] : depths - 1
      guard edge <= reach + parameters.near, next - edge >= 3, 10 * inside[edge] > 7 * positions else { return nil }
      let band = means(next - edge > 4 ? edge + 2..<next - 1 : edge + 1..<next)
      let colour = Self.median(band)
      let unevenness = band.map { Self.size($0 - colour) }.sorted()[parts / 2]
      let (without, within) = (means(edge - 3..<edge), means(edge + 1..<edge + 4))
      let seen = (0..<parts).count { Self.length(without[$0] - within[$0]) > steepness[edge] / 2 }
      guard unevenness <= parameters.unevenness, Double(seen) >= parameters.share * Double(parts),
        Self.length(Self.median(without) - colour) >= parameters.difference.least
      else { return nil }
      return Band(edge: edge - reach, width: next - edge, colour: colour, difference: steepness[edge])
    }
  }

  /// The weight of a colour difference relative to luma.
  private static let colourGain: Float = 1.5

  /// The colour of a pixel, and whether it lies inside the photo. Beyond it, border samples repeat.
  private func sample(_ p: Point) -> (Colour, Bool) {
    let x = Int(min(max(p.x, 0), Double(luma.width - 1)))
    let y = Int(min(max(p.y, 0), Double(luma.height - 1)))
    let isInside = p.x >= 0 && p.y >= 0 && p.x < Double(luma.width) && p.y < Double(luma.height)
    var colour = Colour(Float(luma[x, y]), 0, 0, 0)
    if chroma.blue.width > 0 {
      let cx = min((x - chroma.origin.x) / chroma.scale.x, chroma.blue.width - 1)
      let cy = min((y - chroma.origin.y) / chroma.scale.y, chroma.blue.height - 1)
      colour.y = Self.colourGain * (Float(chroma.blue[cx, cy]) - 128)
      colour.z = Self.colourGain * (Float(chroma.red[cx, cy]) - 128)
    }
    return (colour, isInside)
  }

  private static func length(_ d: Colour) -> Float { (d * d).sum().squareRoot() }
  private static func size(_ d: Colour) -> Float { abs(d.x) + abs(d.y) + abs(d.z) }

  /// The median of each channel.
  private static func median(_ colours: [Colour]) -> Colour {
    var median = Colour.zero
    for channel in 0..<3 { median[channel] = colours.map { $0[channel] }.sorted()[colours.count / 2] }
    return median
  }
}
