/// A canvas of 3 × 3 panels, each as large as the reduced photo. Points are panel pixels.
struct Panels {
  private let planes: ReducedPlanes
  private var canvas: Canvas
  private var begun = 0
  private var origin = Point(0, 0)

  /// Panels in a row, and rows.
  private static let across = 3
  /// Pixels between panels.
  private static let gap = 2
  /// The distance of titles from a panel's left and top side, in pixels.
  private static let titleInset = Point(6, 6)
  /// The distance from one line of text to the next in a panel of facts, and in text around a point, in pixels.
  private static let (factSpacing, lineSpacing) = (16.0, 14.0)
  /// The brightness of the photo beneath a drawing, 0…1.
  private static let background = 0.55
  /// The reduced planes' units in a level.
  private static let unit = 16.0

  /// The panel pixels per photo pixel.
  var scale: Double { 1 / planes.scale }
  var picture: Picture { canvas.picture }

  init(_ planes: ReducedPlanes) {
    self.planes = planes
    let gaps = Self.gap * (Self.across - 1)
    canvas = Canvas(
      width: Self.across * planes.width + gaps, height: Self.across * planes.height + gaps, colour: .black)
  }

  /// Begins the next panel. Until the next call, everything is drawn there.
  ///
  /// - Parameter brightness: the brightness of the photo in the panel, 0…1.
  mutating func begin(_ title: String, brightness: Double = Panels.background) {
    let x = begun % Self.across * (planes.width + Self.gap)
    let y = begun / Self.across * (planes.height + Self.gap)
    begun += 1
    origin = Point(Double(x), Double(y))
    canvas.window = (x..<x + planes.width, y..<y + planes.height)
    if brightness > 0 { drawPhoto(brightness) }
    text(title, at: Self.titleInset, .white)
  }

  /// Begins the last panel.
  mutating func begin(last title: String) {
    begun = Self.across * Self.across - 1
    begin(title)
  }

  mutating func line(_ from: Point, _ to: Point, _ colour: Canvas.Colour) {
    canvas.line(origin + from, origin + to, colour)
  }

  mutating func outline(_ quad: Quad, _ colour: Canvas.Colour) { canvas.outline(quad.map { origin + $0 }, colour) }

  /// Draws the pixel that a point lies in.
  mutating func point(_ p: Point, _ colour: Canvas.Colour) {
    let p = origin + p
    canvas.blend(Int(p.x.rounded(.down)), Int(p.y.rounded(.down)), colour, 1)
  }

  /// Draws two by two pixels.
  mutating func spot(_ p: Point, _ colour: Canvas.Colour) {
    for x in [-0.5, 0.5] { for y in [-0.5, 0.5] { point(p + Point(x, y), colour) } }
  }

  /// Writes a line of text with its top left at a point.
  mutating func text(_ text: String, at corner: Point, _ colour: Canvas.Colour) {
    guard !text.isEmpty else { return }
    canvas.text(text, x: Int(origin.x + corner.x), y: Int(origin.y + corner.y), colour)
  }

  /// Writes lines one below the other, centred on a point.
  mutating func text(_ lines: [String], around middle: Point, _ colour: Canvas.Colour) {
    for (number, line) in lines.enumerated() {
      let top =
        Self.lineSpacing * Double(number) - Self.lineSpacing / 2 * Double(lines.count) + Double(Canvas.Text.margin)
      text(line, at: middle + Point(-Double(Canvas.Text.advance) / 2 * Double(line.count), top), colour)
    }
  }

  /// Draws the photo in colour, darkened to `brightness`.
  private mutating func drawPhoto(_ brightness: Double) {
    let neutral = Double(BT601.neutral)
    for y in 0..<planes.height {
      for x in 0..<planes.width {
        let luma = Double(planes.luma[x, y]) / Self.unit
        let blue = planes.blue.map { Double($0[x, y]) / Self.unit - neutral } ?? 0
        let red = planes.red.map { Double($0[x, y]) / Self.unit - neutral } ?? 0
        func level(_ value: Double) -> UInt8 { UInt8(max(0, min(255, brightness * value))) }
        point(
          Point(Double(x), Double(y)),
          Canvas.Colour(
            red: level(luma + BT601.redTint * red),
            green: level(luma - BT601.greenTintLessBlue * blue - BT601.greenTintLessRed * red),
            blue: level(luma + BT601.blueTint * blue)))
      }
    }
  }

  /// Draws luma and both colour differences at half the panel's size, and writes the photo's facts beside them.
  /// Differences are drawn in grey, amplified by `colourGain` about their mean.
  mutating func drawPlanes(colourGain: Double, focalLength: Double?) {
    let size = Point(Double((planes.width + 1) / 2), Double((planes.height + 1) / 2))
    draw("luma", planes.luma, at: Point(0, 0)) { $0 }
    for (name, plane, corner) in [
      ("blue", planes.blue, Point(size.x, 0)), ("red", planes.red, Point(0, size.y)),
    ] {
      guard let plane else {
        text("no \(name)", at: corner + Self.titleInset, .white)
        continue
      }
      let mean = plane.samples.reduce(0) { $0 + Double($1) / Self.unit } / Double(max(1, plane.samples.count))
      draw(name, plane, at: corner) { Double(BT601.neutral) + colourGain * ($0 - mean) }
    }
    text("a sample: \(Int(planes.scale)) pixels", at: size + Self.titleInset, .white)
    let distance = focalLength.flatMap { Int(exactly: $0.rounded()) }
    text(
      "focal length: \(distance.map { "\($0) pixels" } ?? "not told")",
      at: size + Self.titleInset + Point(0, Self.factSpacing), .white)
  }

  private mutating func draw(_ name: String, _ plane: Plane<Int16>, at corner: Point, level: (Double) -> Double) {
    let half = plane.halved()
    for y in 0..<half.height {
      for x in 0..<half.width {
        let grey = UInt8(max(0, min(255, level(Double(half[x, y]) / Self.unit))))
        point(corner + Point(Double(x), Double(y)), Canvas.Colour(red: grey, green: grey, blue: grey))
      }
    }
    text(name, at: corner + Self.titleInset, .white)
  }
}
