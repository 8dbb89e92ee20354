/// Looks for seams between prints that touch and together look like one rectangle.
///
/// A seam is a line across the whole rectangle, as a picture may show one, too. But between two prints it is thin and darker,
/// or brighter, than what lies on either side, and one of them has a common size. If none has, it can't be told.
struct Seams: Sendable {
  /// Lengths are millimetres.
  private enum Parameters {
    /// The places along a line, and how many pixels around each are its mean.
    static let (stations, taps) = (60, 3)
    /// How far the line is searched for, and how far beside it its surroundings lie.
    static let (reach, beside) = (0.35, 0.55)
    /// How much a seam differs from its surroundings, in levels.
    static let least: Float = 3
    /// How near to the rectangle's own sides those of a part must be.
    static let near = 0.8
    /// The least breadth of what is left of the rectangle beside a part.
    static let breadth = 14.0
  }

  let pixels: PagePixels
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
      let edges = SideEvidence.share(other.sides[side.rawValue].edges)
      guard edges > 0.8 else { continue }
      let share = edges * ridge(other.rectangle.scaled(by: scale)[side])
      best.line = max(best.line, share)
      if PageScale.isCommon(other.rectangle.scaled(by: 1 / millimetre)) { best.seam = max(best.seam, share) }
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
    let normal = side.along.perpendicular
    let reach = max(1, Int((Parameters.reach * pixel).rounded()))
    let beside = max(2, (Parameters.beside * pixel).rounded())
    let length = 1.94 * side.half
    var (dark, bright) = (0, 0)
    for k in 0..<Parameters.stations {
      let centre = side.middle + (length * ((Double(k) + 0.5) / Double(Parameters.stations) - 0.5)) * side.along
      func luma(_ offset: Double) -> Float {
        (0..<Parameters.taps).reduce(Float(0)) { sum, tap in
          sum + pixels.colour(centre + offset * normal + Double(tap - 1) * 1.5 * side.along).x
        } / Float(Parameters.taps)
      }
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
}
