/// Draws each detection stage over the photo, in nine panels: the photo, the reduced planes, the edge points, the
/// segments, the hypotheses, the judged quads with the logarithm of their odds, the refined quads, the sides of the
/// chosen prints with their stations, and the choice.
public struct Explanation: Sendable {
  /// The most pixels along a panel's long side.
  public var panelSize = 640
  /// The most quads drawn in one panel.
  public var shown = 60
  /// The most quads with figures beside them.
  public var labelled = 12
  /// The panel pixels drawn for each photo pixel that a station lies off its side.
  public var magnification = 8.0
  /// The most panel pixels that a station is drawn off its side.
  public var farthestStation = 24.0
  /// How much more strongly colour differences show in the planes than in the photo.
  public var colourGain = 4.0

  /// An explanation with the sizes that `peel explain` uses.
  public init() {}

  /// Draws the panels, three across and three down.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - detection: the photo's detection. Without a trace only the photo, the planes and the choice are drawn.
  public func callAsFunction(_ photo: Photo, _ detection: Detection) -> Picture {
    var panels = Panels(ReducedPlanes(photo, longSide: panelSize))
    panels.begin("photo \(photo.width) x \(photo.height)", brightness: 1)
    panels.begin("", brightness: 0)
    panels.drawPlanes(colourGain: colourGain, focalLength: photo.focalLength)
    if let trace = detection.trace {
      let scale = panels.scale * Double(trace.scale)
      panels.begin("edges \(trace.edges.count)", brightness: 0)
      for edge in (0..<trace.edges.count).lazy.map({ trace.edges[$0] }) {
        panels.point(scale * Point(Double(edge.x), Double(edge.y)), Self.colour(of: edge))
      }
      panels.begin("segments \(trace.segments.count)")
      for segment in trace.segments {
        panels.line(scale * segment.from, scale * segment.to, segment.strength > 64 ? .amber : .blue)
      }
      panels.begin("hypotheses \(trace.hypotheses.count)")
      for hypothesis in trace.hypotheses.prefix(shown).reversed() {
        panels.outline(hypothesis.quad.map { scale * $0 }, .blue)
      }
      panels.begin("judged \(trace.judged.count)")
      draw(trace.judged, on: &panels, scale: scale)
      panels.begin("refined \(trace.refined.count)")
      draw(trace.refined, on: &panels, scale: panels.scale)
      panels.begin("sides, pixels")
      for print in detection.prints { draw(sidesOf: print, photo, scale: Double(trace.scale), on: &panels) }
    }
    panels.begin(last: "choice: \(detection.verdict.rawValue)")
    for candidate in detection.candidates { panels.outline(candidate.quad.map { panels.scale * $0 }, .blue) }
    for print in detection.prints { draw(print, on: &panels) }
    return panels.picture
  }

  /// The colours of edges in luma, blue difference and red difference.
  private static let tints: [SIMD3<Float>] = [SIMD3(1, 1, 1), SIMD3(0.35, 0.5, 1), SIMD3(1, 0.35, 0.35)]

  /// The colour of an edge, brighter where the photo changes more.
  private static func colour(of edge: EdgePoints.Edge) -> Canvas.Colour {
    let levels = min(255, 40 + edge.strength) * tints[Int(edge.channel)]
    return Canvas.Colour(red: UInt8(levels.x), green: UInt8(levels.y), blue: UInt8(levels.z))
  }

  /// A chosen print, green where it is sure, with its corners' numbers and what is known of it.
  private func draw(_ print: Print, on panels: inout Panels) {
    let quad = print.quad.map { panels.scale * $0 }
    let colour: Canvas.Colour = print.confidence >= Detection.sureConfidence ? .green : .amber
    panels.outline(quad, colour)
    let center = quad.center
    for (number, corner) in zip(1..., quad.corners) {
      panels.text(["\(number)"], around: corner.mixed(with: center, 0.12), colour)
    }
    let words = ["\(Int(100 * print.confidence)) %", print.film?.name, print.isUpright ? "upright" : nil]
    panels.text(words.compactMap { $0 }, around: center, colour)
  }

  /// Draws each station of a print's sides as far off its side as it saw the edge, magnified, and amber if it is an
  /// outlier; and the mean distance of the others.
  private func draw(sidesOf print: Print, _ photo: Photo, scale: Double, on panels: inout Panels) {
    guard let sides = Refinement(photo).sides(print.quad, Refinement.fine(scale: scale)) else { return }
    let quad = print.quad.map { panels.scale * $0 }
    panels.outline(quad, .blue)
    for (side, seen) in zip(Quad.Side.allCases, sides) {
      let (from, to) = quad[side]
      let inward = (to - from).normalized.perpendicular
      for station in seen.stations {
        let off = max(-farthestStation, min(farthestStation, magnification * station.residual))
        let keeps = abs(station.residual) < max(1, 3 * seen.residual)
        panels.spot(panels.scale * station.position + off * inward, keeps ? .green : .amber)
      }
      panels.text([Self.tenths(seen.residual)], around: from.mixed(with: to, 0.5).mixed(with: quad.center, 0.3), .white)
    }
  }

  /// Quads that are likely prints in amber, others in blue, the best on top with its score.
  private func draw(_ scored: [ScoredQuad], on panels: inout Panels, scale: Double) {
    for (rank, one) in scored.prefix(shown).enumerated().reversed() {
      let quad = one.quad.map { scale * $0 }
      let colour: Canvas.Colour = one.score > 0 ? .amber : .blue
      panels.outline(quad, colour)
      if rank < labelled { panels.text(Self.tenths(one.score), at: quad.corners[0] + Point(4, 4), colour) }
    }
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((10 * value).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
