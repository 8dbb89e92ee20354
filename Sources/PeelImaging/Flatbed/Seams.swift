/// Looks for seams between prints that lie close together and look like one rectangle, since shadows hide the bed between.
///
/// A seam is a line across the whole rectangle. A picture may show one, too, but a seam is known by either of these: the bed
/// shows all along it; or it is thin and darker, or brighter, than what lies on either side, and a print beside it has a
/// common size.
struct Seams: Sendable {
  /// Lengths are millimetres.
  private enum Parameters {
    /// The places along a line, and how many pixels around each are its mean.
    static let (stations, taps) = (60, 3)
    /// How far the line is searched for, and how far beside it its surroundings lie.
    static let (reach, beside) = (0.35, 0.55)
    /// How much a seam differs from its surroundings, in levels.
    static let least: Float = 3
    /// How much at least a print differs from the bed, in levels.
    static let unlike: Float = 5
    /// How far prints lie apart, and the share of a gap along which the bed shows.
    static let (apart, open) = (3.5, 0.75)
    /// How near to the rectangle's own sides those of a part must be: either may lie on a shadow's edge.
    static let near = 1.5
    /// The least breadth of what is left of the rectangle beside a part.
    static let breadth = 14.0
  }

  let pixels: PagePixels
  let bed: Bed
  /// Photo pixels along a sample, and along a millimetre.
  let scale: Double
  let pixel: Double

  /// How surely a line divides a candidate, 0…1, and how surely that is a seam.
  ///
  /// - Parameter others: candidates, of which some may be parts of it.
  func shares(in whole: PageCandidate, among others: [PageCandidate]) -> (line: Double, seam: Double) {
    var best = (line: 0.0, seam: 0.0)
    let millimetre = pixel / scale
    for other in others {
      guard let side = open(other.rectangle, in: whole.rectangle, millimetre) else { continue }
      let line = other.rectangle.scaled(by: scale)[side]
      if isGap(line) { return (1, 1) }
      // Another print's side or shadow may hide the edges.
      let (edges, ridge) = (SideEvidence.share(other.sides[side.rawValue].edges), ridge(line))
      best.line = max(best.line, edges, ridge)
      if edges > 0.8, PageScale.isCommon(other.rectangle.scaled(by: 1 / millimetre)) {
        best.seam = max(best.seam, edges * ridge)
      }
    }
    return best
  }

  /// The side of a part that crosses the whole, if the other three lie on the whole's own; nil if they don't.
  private func open(_ part: PageRectangle, in whole: PageRectangle, _ millimetre: Double) -> Quad.Side? {
    guard abs(part.across.cross(whole.across)) < 0.015 else { return nil }
    let near = Parameters.near * millimetre
    let apart = Quad.Side.allCases.filter { side in
      abs((part[side].middle - whole[side].middle).dot(whole[side].along.perpendicular)) > near
    }
    guard apart.count == 1, let side = apart.first else { return nil }
    let rest = (part[side].middle - whole[side].middle).dot(whole[side].along.perpendicular)
    return rest >= Parameters.breadth * millimetre ? side : nil
  }

  /// The share of a line, in pixels, where it is darker than both sides, or brighter if more of it is.
  private func ridge(_ side: (middle: Point, along: Point, half: Double)) -> Double {
    let reach = max(1, Int((Parameters.reach * pixel).rounded()))
    let beside = max(2, (Parameters.beside * pixel).rounded())
    var (dark, bright) = (0, 0)
    for centre in stations(side) {
      func luma(_ offset: Double) -> Float { self.luma(centre, side.along, offset) }
      var (isDark, isBright) = (false, false)
      for i in -reach...reach {
        let here = luma(Double(i))
        let (out, inside) = (luma(Double(i) - beside), luma(Double(i) + beside))
        if here < min(out, inside) - Parameters.least { isDark = true }
        if here > max(out, inside) + Parameters.least { isBright = true }
      }
      if isDark { dark += 1 }
      if isBright { bright += 1 }
    }
    return Double(max(dark, bright)) / Double(Parameters.stations)
  }

  /// Whether the bed shows outside of a line, in pixels, with another thing beyond.
  private func isGap(_ side: (middle: Point, along: Point, half: Double)) -> Bool {
    let apart = Int((Parameters.apart * pixel).rounded(.up))
    var misses = Int((1 - Parameters.open) * Double(Parameters.stations))
    for centre in stations(side) {
      let bed = bed.level(at: centre, scale: scale)
      func difference(_ offset: Double) -> Float { abs(luma(centre, side.along, offset) - bed) }
      let isPrint = difference(Parameters.beside * pixel) > Parameters.unlike
      let start = isPrint ? (0...apart).first { difference(-Double($0)) < Bed.like } : nil
      if let start, (start...apart).contains(where: { difference(-Double($0)) > Parameters.unlike }) { continue }
      misses -= 1
      if misses < 0 { return false }
    }
    return true
  }

  func stations(_ side: (middle: Point, along: Point, half: Double)) -> [Point] {
    let length = 1.94 * side.half
    return (0..<Parameters.stations).map { k in
      side.middle + (length * ((Double(k) + 0.5) / Double(Parameters.stations) - 0.5)) * side.along
    }
  }

  /// The mean luma beside a line's point, inwards.
  private func luma(_ centre: Point, _ along: Point, _ offset: Double) -> Float {
    (0..<Parameters.taps).reduce(Float(0)) { sum, tap in
      sum + pixels.luma(centre + offset * along.perpendicular + Double(tap - 1) * 1.5 * along)
    } / Float(Parameters.taps)
  }
}
