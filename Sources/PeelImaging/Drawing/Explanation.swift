/// The detector's mind as a sheet of nine panels, each with one stage: the photo, the reduced planes, the edge points,
/// the segments, the hypotheses, the judged quads with the logarithm of their odds, the refined ones, the chosen prints'
/// sides with what their stations saw, and the choice.
public struct Explanation: Sendable {
  /// Long side of a panel at most, in pixels.
  public var panelSize = 640
  /// Quads drawn in a panel of many.
  public var shown = 60
  /// Quads whose figures are written beside them.
  public var labelled = 12
  /// Panel pixels for each photo pixel that a station lies off its side, and at most.
  public var magnification = 8.0
  public var farthestStation = 24.0
  /// How much more colour differences show in the planes than in the photo.
  public var colourGain = 4.0

  public init() {}

  /// The sheet, three panels across and three down.
  public func callAsFunction(_ photo: Photo, _ detection: Detection) -> Picture {
    var sheet = Sheet(ReducedPlanes(photo, longSide: panelSize))
    sheet.begin("photo \(photo.width) x \(photo.height)", brightness: 1)
    sheet.begin("", brightness: 0)
    sheet.drawPlanes(colourGain: colourGain, focalLength: photo.focalLength)
    if let trace = detection.trace {
      let scale = sheet.scale * Double(trace.scale)
      sheet.begin("edges \(trace.edges.count)", brightness: 0)
      for edge in (0..<trace.edges.count).lazy.map({ trace.edges[$0] }) {
        sheet.point(scale * Point(Double(edge.x), Double(edge.y)), Self.colour(of: edge))
      }
      sheet.begin("segments \(trace.segments.count)")
      for segment in trace.segments {
        sheet.line(scale * segment.from, scale * segment.to, segment.strength > 64 ? .amber : .blue)
      }
      sheet.begin("hypotheses \(trace.hypotheses.count)")
      for hypothesis in trace.hypotheses.prefix(shown).reversed() {
        sheet.outline(hypothesis.quad.map { scale * $0 }, .blue)
      }
      sheet.begin("judged \(trace.judged.count)")
      draw(trace.judged, on: &sheet, scale: scale)
      sheet.begin("refined \(trace.refined.count)")
      draw(trace.refined, on: &sheet, scale: sheet.scale)
      sheet.begin("sides, pixels")
      for print in detection.prints { draw(sidesOf: print, photo, scale: Double(trace.scale), on: &sheet) }
    }
    sheet.begin(last: "choice: \(detection.verdict.rawValue)")
    for candidate in detection.candidates { sheet.outline(candidate.quad.map { sheet.scale * $0 }, .blue) }
    for print in detection.prints { draw(print, on: &sheet) }
    return sheet.picture
  }

  /// Of edges in luma, and in blue and red difference.
  private static let tints: [SIMD3<Float>] = [SIMD3(1, 1, 1), SIMD3(0.35, 0.5, 1), SIMD3(1, 0.35, 0.35)]

  /// Brighter where the photo changes more.
  private static func colour(of edge: EdgePoints.Edge) -> Canvas.Colour {
    let levels = min(255, 40 + edge.strength) * tints[Int(edge.channel)]
    return Canvas.Colour(red: UInt8(levels.x), green: UInt8(levels.y), blue: UInt8(levels.z))
  }

  /// A chosen print, green where it is sure, with its corners' numbers and what is known of it.
  private func draw(_ print: Print, on sheet: inout Sheet) {
    let quad = print.quad.map { sheet.scale * $0 }
    let colour: Canvas.Colour = print.confidence >= Detection.sureConfidence ? .green : .amber
    sheet.outline(quad, colour)
    let center = quad.center
    for (number, corner) in zip(1..., quad.corners) {
      sheet.text(["\(number)"], around: corner.mixed(with: center, 0.12), colour)
    }
    let words = ["\(Int(100 * print.confidence)) %", print.film?.name, print.isUpright ? "upright" : nil]
    sheet.text(words.compactMap { $0 }, around: center, colour)
  }

  /// Each station of a print's sides as far off its side as it saw the edge, magnified, amber where it does not keep to
  /// it, and the mean distance of those that do.
  private func draw(sidesOf print: Print, _ photo: Photo, scale: Double, on sheet: inout Sheet) {
    guard let sides = Refinement(photo).sides(print.quad, Refinement.fine(scale: scale)) else { return }
    let quad = print.quad.map { sheet.scale * $0 }
    sheet.outline(quad, .blue)
    for (side, seen) in zip(Quad.Side.allCases, sides) {
      let (from, to) = quad[side]
      let inward = (to - from).normalized.perpendicular
      for station in seen.stations {
        let off = max(-farthestStation, min(farthestStation, magnification * station.residual))
        let keeps = abs(station.residual) < max(1, 3 * seen.residual)
        sheet.spot(sheet.scale * station.position + off * inward, keeps ? .green : .amber)
      }
      sheet.text([Self.tenths(seen.residual)], around: from.mixed(with: to, 0.5).mixed(with: quad.center, 0.3), .white)
    }
  }

  /// Quads that are likely prints in amber, others in blue, the best on top with its score.
  private func draw(_ scored: [ScoredQuad], on sheet: inout Sheet, scale: Double) {
    for (rank, one) in scored.prefix(shown).enumerated().reversed() {
      let quad = one.quad.map { scale * $0 }
      let colour: Canvas.Colour = one.score > 0 ? .amber : .blue
      sheet.outline(quad, colour)
      if rank < labelled { sheet.text(Self.tenths(one.score), at: quad.corners[0] + Point(4, 4), colour) }
    }
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((10 * value).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
