/// The detector's mind as a sheet of six panels, each the photo with one stage over it: the photo, its segments, the
/// hypotheses, the judged quads with the logarithm of their odds, the refined ones, and the choice.
public struct Explanation: Sendable {
  /// Long side of a panel at most, in pixels.
  public var panelSize = 640
  /// Quads drawn in a panel of many.
  public var shown = 60
  /// Quads whose figures are written beside them.
  public var labelled = 12

  public init() {}

  /// The sheet, three panels across and two down.
  public func callAsFunction(_ photo: Photo, _ detection: Detection) -> Picture {
    let planes = ReducedPlanes(photo, longSide: panelSize)
    let (width, height) = (planes.width, planes.height)
    var sheet = Canvas(width: 3 * width + 4, height: 2 * height + 2, colour: .black)
    let toPanel = 1 / Double(planes.scale)
    /// Begins a panel, dimmed so that lines are seen over it, and gives its top left.
    func begin(_ number: Int, _ title: String, brightness: Double = 0.55) -> Point {
      let (x, y) = (number % 3 * (width + 2), number / 3 * (height + 2))
      let origin = Point(Double(x), Double(y))
      sheet.window = (x..<x + width, y..<y + height)
      draw(planes, on: &sheet, at: origin, brightness: brightness)
      sheet.text(title, x: x + 6, y: y + 6, .white)
      return origin
    }
    _ = begin(0, "photo \(photo.width) x \(photo.height)", brightness: 1)
    if let trace = detection.trace {
      let scale = toPanel * Double(trace.scale)
      var at = begin(1, "segments \(trace.segments.count)")
      for segment in trace.segments {
        sheet.line(at + scale * segment.from, at + scale * segment.to, segment.strength > 64 ? .amber : .blue)
      }
      at = begin(2, "hypotheses \(trace.hypotheses.count)")
      for quad in trace.hypotheses.prefix(shown).reversed() { sheet.outline(quad.map { at + scale * $0 }, .blue) }
      at = begin(3, "judged \(trace.judged.count)")
      draw(trace.judged, on: &sheet) { $0.map { at + scale * $0 } }
      at = begin(4, "refined \(trace.refined.count)")
      draw(trace.refined, on: &sheet) { $0.map { at + toPanel * $0 } }
    }
    let at = begin(5, "choice: \(detection.verdict.rawValue)")
    for candidate in detection.candidates { sheet.outline(candidate.quad.map { at + toPanel * $0 }, .blue) }
    for print in detection.prints { draw(print, print.quad.map { at + toPanel * $0 }, on: &sheet) }
    return sheet.picture
  }

  /// A chosen print, green where it is sure, with its corners' numbers and what is known of it.
  private func draw(_ print: Print, _ quad: Quad, on sheet: inout Canvas) {
    let colour: Canvas.Colour = print.confidence >= 0.9 ? .green : .amber
    sheet.outline(quad, colour)
    let center = quad.center
    for (number, corner) in zip(1..., quad.corners) {
      let spot = corner.mixed(with: center, 0.12)
      sheet.text("\(number)", x: Int(spot.x) - 3, y: Int(spot.y) - 5, colour)
    }
    let words = ["\(Int(100 * print.confidence)) %", print.film?.name, print.isUpright ? "upright" : nil]
    for (line, word) in words.compactMap({ $0 }).enumerated() {
      sheet.text(word, x: Int(center.x) - 4 * word.count, y: Int(center.y) - 14 + 14 * line, colour)
    }
  }

  /// Quads that are likely prints in amber, others in blue, the best on top with its score.
  private func draw(_ scored: [Scored], on sheet: inout Canvas, place: (Quad) -> Quad) {
    for (rank, one) in scored.prefix(shown).enumerated().reversed() {
      let quad = place(one.quad)
      let colour: Canvas.Colour = one.score > 0 ? .amber : .blue
      sheet.outline(quad, colour)
      let tenths = Int((10 * one.score).rounded())
      let figure = "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
      if rank < labelled {
        sheet.text(figure, x: Int(quad.corners[0].x) + 4, y: Int(quad.corners[0].y) + 4, colour)
      }
    }
  }

  /// The photo in colour (full-range BT.601), darkened to `brightness`.
  private func draw(_ planes: ReducedPlanes, on sheet: inout Canvas, at origin: Point, brightness: Double) {
    for y in 0..<planes.height {
      for x in 0..<planes.width {
        let luma = Double(planes.luma[x, y]) / 16
        let blue = Double(planes.blue?[x, y] ?? 128 * 16) / 16 - 128
        let red = Double(planes.red?[x, y] ?? 128 * 16) / 16 - 128
        func level(_ value: Double) -> UInt8 { UInt8(max(0, min(255, brightness * value))) }
        let colour = Canvas.Colour(
          red: level(luma + 1.402 * red), green: level(luma - 0.344136 * blue - 0.714136 * red),
          blue: level(luma + 1.772 * blue))
        sheet.blend(Int(origin.x) + x, Int(origin.y) + y, colour, 1)
      }
    }
  }
}
