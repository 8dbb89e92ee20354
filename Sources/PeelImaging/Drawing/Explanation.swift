/// Draws each detection stage over the photo, in nine panels: the photo, the reduced planes, the edge points, the
/// segments, the hypotheses, the judged quads with the logarithm of their odds, the refined quads, the sides of the
/// chosen prints with their stations, and the choice.
package struct Explanation: Sendable {
  /// The most pixels along a panel's long side.
  package var panelSize = 640
  /// The most quads drawn in one panel.
  package var shown = 60
  /// The most quads that are labelled with their scores.
  package var labelled = 12
  /// The panel pixels per photo pixel of a station's distance from its side.
  package var magnification = 8.0
  /// The greatest distance from its side at which a station is drawn, in panel pixels.
  package var farthestStation = 24.0
  /// The factor by which colour differences are amplified in the panel of planes.
  package var colourGain = 4.0

  /// The change over one sample, in sixteenths of a level, from which a segment is drawn as a strong one: 4 levels.
  private static let strongSegment = 64.0
  /// The brightness of the faintest edge, in levels.
  private static let faintestEdge: Float = 40
  /// How far text lies from a corner, and from the middle of a side, towards the quad's centre, as shares of the way.
  private static let (cornerInset, sideInset) = (0.12, 0.3)
  /// How far a score lies right of and below the quad's first corner, in panel pixels.
  private static let scoreInset = Point(4, 4)
  /// The distance from its side at which a station counts as an outlier: pixels, or mean distances if that is more.
  private static let outlier = (least: 1.0, spreads: 3.0)

  /// An explanation with the sizes that `peel explain` uses.
  package init() {}

  /// Draws the panels, three across and three down.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - detection: the photo's detection. Without a trace only the photo, the planes and the choice are drawn, and of a page
  ///     from a flatbed its islands and rectangles.
  package func callAsFunction(_ photo: Photo, _ detection: Detection) -> Picture {
    var panels = Panels(ReducedPlanes(photo, longSide: panelSize))
    panels.begin("photo \(photo.width) x \(photo.height)", brightness: 1)
    panels.begin("", brightness: 0)
    panels.drawPlanes(colourGain: colourGain, focalLength: photo.focalLength)
    if let trace = detection.trace {
      let scale = panels.scale * trace.scale
      panels.begin("edges \(trace.edges.count)", brightness: 0)
      for edge in (0..<trace.edges.count).lazy.map({ trace.edges[$0] }) {
        panels.point(scale * Point(Double(edge.x), Double(edge.y)), Self.colour(of: edge))
      }
      panels.begin("segments \(trace.segments.count)")
      for segment in trace.segments {
        panels.line(scale * segment.from, scale * segment.to, segment.strength > Self.strongSegment ? .amber : .blue)
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
      for print in detection.prints { draw(sidesOf: print, photo, scale: trace.scale, on: &panels) }
    }
    if let page = detection.pageTrace { draw(page, on: &panels) }
    panels.begin(last: "choice: \(detection.verdict.rawValue)")
    for candidate in detection.candidates { panels.outline(candidate.quad.map { panels.scale * $0 }, .blue) }
    for print in detection.prints { draw(print, photo, on: &panels) }
    return panels.picture
  }

  /// Draws what on a page from a flatbed isn't bed, its islands, and the rectangles that may be prints.
  private func draw(_ page: PageSplitter, on panels: inout Panels) {
    let scale = panels.scale * page.page.scale
    for (title, mask) in [("not bed", page.mask), ("islands", page.solid)] {
      panels.begin(title, brightness: 0)
      for y in 0..<mask.height {
        for x in 0..<mask.width where mask[x, y] {
          panels.point(scale * Point(Double(x) + 0.5, Double(y) + 0.5), .white)
        }
      }
    }
    let rectangles = page.rectangles
    panels.begin("rectangles \(rectangles.count)")
    for rectangle in rectangles.reversed() { panels.outline(rectangle.quad.map { panels.scale * $0 }, .blue) }
  }

  /// The colours of edges in luma, blue difference and red difference.
  private static let tints: [SIMD3<Float>] = [SIMD3(1, 1, 1), SIMD3(0.35, 0.5, 1), SIMD3(1, 0.35, 0.35)]

  /// The colour of an edge, brighter where the photo changes more.
  private static func colour(of edge: EdgePoints.Edge) -> Canvas.Colour {
    let levels = min(255, Self.faintestEdge + edge.strength) * tints[Int(edge.channel)]
    return Canvas.Colour(red: UInt8(levels.x), green: UInt8(levels.y), blue: UInt8(levels.z))
  }

  /// Draws a chosen print, in green if it is sure and else in amber, with its corners' numbers, confidence and film.
  private func draw(_ print: Print, _ photo: Photo, on panels: inout Panels) {
    let quad = print.quad.map { panels.scale * $0 }
    let colour: Canvas.Colour = print.confidence >= Detection.sureConfidence ? .green : .amber
    Self.drawSides(of: print, photo, colour, on: &panels)
    let centre = quad.centre
    for (number, corner) in zip(1..., quad.corners) {
      panels.text(["\(number)"], around: corner.mixed(with: centre, Self.cornerInset), colour)
    }
    let words = ["\(Int((100 * print.confidence).rounded())) %", print.film?.name, print.isUpright ? "upright" : nil]
    panels.text(words.compactMap { $0 }, around: centre, colour)
  }

  /// Draws the stations of a print's sides: each one's distance from its side is magnified, and outliers are amber.
  /// Writes the mean distance of the others beside each side.
  private func draw(sidesOf print: Print, _ photo: Photo, scale: Double, on panels: inout Panels) {
    guard let sides = Refinement(photo).sides(print.quad, Refinement.fine(scale: scale)) else { return }
    let quad = print.quad.map { panels.scale * $0 }
    panels.outline(quad, .blue)
    for (side, seen) in zip(Quad.Side.allCases, sides) {
      let (from, to) = quad[side]
      let inward = (to - from).normalized.perpendicular
      for station in seen.stations {
        let off = max(-farthestStation, min(farthestStation, magnification * station.residual))
        let isOnSide = abs(station.residual) < max(Self.outlier.least, Self.outlier.spreads * seen.residual)
        panels.spot(panels.scale * station.position + off * inward, isOnSide ? .green : .amber)
      }
      let middle = from.mixed(with: to, 0.5)
      panels.text([Self.tenths(seen.residual)], around: middle.mixed(with: quad.centre, Self.sideInset), .white)
    }
    drawCurl(of: print, photo, scale: scale, on: &panels)
  }

  /// Draws the curl that fits a print's sides best, in green if it is taken and else in amber. Writes why the curl isn't
  /// taken, and the mean squares of the edges' distances from straight sides and from curled ones.
  private func drawCurl(of print: Print, _ photo: Photo, scale: Double, on panels: inout Panels) {
    let refinement = Refinement(photo)
    guard let refined = refinement.refined(print.quad, Refinement.fine(scale: scale)),
      let judgement = refinement.curlFit(of: print, at: refined.quad, in: photo)?.judgement(of: refined)
    else { return }
    var words = [judgement.refusal?.words ?? "curled"]
    let colour: Canvas.Colour = judgement.refusal == nil ? .green : .amber
    if let finding = judgement.finding {
      var curled = print
      (curled.quad, curled.curl) = (finding.quad, finding.curl)
      Self.drawSides(of: curled, photo, colour, on: &panels)
      let (flat, curl) = finding.sums
      words += ["misfit flat \(Self.tenths(flat))", "misfit curled \(Self.tenths(curl))"]
    }
    panels.text(words, around: panels.scale * print.quad.centre, colour)
  }

  private static func drawSides(of print: Print, _ photo: Photo, _ colour: Canvas.Colour, on panels: inout Panels) {
    for side in print.sides(in: photo) {
      for (from, to) in zip(side, side.dropFirst()) { panels.line(panels.scale * from, panels.scale * to, colour) }
    }
  }

  /// Draws quads that are likely prints in amber and others in blue, the best on top. The first `labelled` have scores.
  private func draw(_ scored: [ScoredQuad], on panels: inout Panels, scale: Double) {
    for (rank, one) in scored.prefix(shown).enumerated().reversed() {
      let quad = one.quad.map { scale * $0 }
      let colour: Canvas.Colour = one.score > 0 ? .amber : .blue
      panels.outline(quad, colour)
      if rank < labelled { panels.text(Self.tenths(one.score), at: quad.corners[0] + Self.scoreInset, colour) }
    }
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((10 * value).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

extension CurlFit.Refusal {
  fileprivate var words: String {
    switch self {
    case .straight: "flat: straight sides"
    case .unclear: "flat: unclear sides"
    case .bentOtherwise: "flat: no curl fits"
    }
  }
}
