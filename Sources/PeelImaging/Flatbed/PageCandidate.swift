/// A rectangle that may be a print, with what the page shows of it. Lengths are samples of the reduced page.
struct PageCandidate: Sendable {
  var rectangle: PageRectangle
  /// In the order of `Quad.Side`.
  var sides: [SideEvidence]
  /// How well the full-size page's edges lie on each side, as in `RectangleFit.Finding`.
  var support: SIMD4<Double>
  /// The area within that is bed, in samples.
  var bed: Double
  /// How surely a line divides it, 0…1.
  var line = 0.0
  /// How surely that is a seam between two prints, 0…1.
  var seam = 0.0

  /// The stations' places a little outside of each side.
  func outside(_ side: Quad.Side, by distance: Double) -> [Point] {
    let (middle, along, half) = rectangle[side]
    let length = 2 * half * SideReader.read
    let spacing = length / Double(SideEvidence.count)
    let start = middle - (length / 2) * along - distance * along.perpendicular
    return (0..<SideEvidence.count).map { start + (Double($0) + 0.5) * spacing * along }
  }
}
