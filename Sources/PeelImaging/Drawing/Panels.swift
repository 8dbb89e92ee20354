/// A canvas of three by three panels, each as large as the reduced photo. Points are panel pixels.
struct Panels {
  private let planes: ReducedPlanes
  private var canvas: Canvas
  private var begun = 0
  private var origin = Point(0, 0)

  private static let across = 3
  private static let gap = 2

  /// The panel pixels per photo pixel.
  var scale: Double { 1 / Double(planes.scale) }
  var picture: Picture { canvas.picture }

  init(_ planes: ReducedPlanes) {
    self.planes = planes
    let gaps = Self.gap * (Self.across - 1)
    canvas = Canvas(
      width: Self.across * planes.width + gaps, height: Self.across * planes.height + gaps, colour: .black)
  }

  /// Begins the next panel. From now on everything is drawn there, over the photo at a share of its brightness.
  mutating func begin(_ title: String, brightness: Double = 0.55) {
    let x = begun % Self.across * (planes.width + Self.gap)
    let y = begun / Self.across * (planes.height + Self.gap)
    begun += 1
    origin = Point(Double(x), Double(y))
    canvas.window = (x..<x + planes.width, y..<y + planes.height)
    if brightness > 0 { drawPhoto(brightness) }
    text(title, at: Point(6, 6), .white)
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

  /// Writes to the right and down from a point.
  mutating func text(_ text: String, at corner: Point, _ colour: Canvas.Colour) {
    guard !text.isEmpty else { return }
    canvas.text(text, x: Int(origin.x + corner.x), y: Int(origin.y + corner.y), colour)
  }

  /// Writes lines one below the other, centred on a point.
  mutating func text(_ lines: [String], around middle: Point, _ colour: Canvas.Colour) {
    for (number, line) in lines.enumerated() {
      let top = 14 * Double(number) - 7 * Double(lines.count) + 2
      text(line, at: middle + Point(-4 * Double(line.count), top), colour)
    }
  }

  /// Draws the photo in colour, darkened to `brightness`.
  private mutating func drawPhoto(_ brightness: Double) {
    for y in 0..<planes.height {
      for x in 0..<planes.width {
        let luma = Double(planes.luma[x, y]) / 16
        let blue = Double(planes.blue?[x, y] ?? 128 * 16) / 16 - 128
        let red = Double(planes.red?[x, y] ?? 128 * 16) / 16 - 128
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

  /// Draws luma and both colour differences at half the size, and what else the detector knows about the photo.
  /// Differences are drawn as grey, `colourGain` times as strong about their mean.
  mutating func drawPlanes(colourGain: Double, focalLength: Double?) {
    let size = Point(Double((planes.width + 1) / 2), Double((planes.height + 1) / 2))
    draw("luma", planes.luma, at: Point(0, 0)) { $0 }
    for (name, plane, corner) in [
      ("blue", planes.blue, Point(size.x, 0)), ("red", planes.red, Point(0, size.y)),
    ] {
      guard let plane else {
        text("no \(name)", at: corner + Point(6, 6), .white)
        continue
      }
      let mean = plane.samples.reduce(0) { $0 + Double($1) / 16 } / Double(max(1, plane.samples.count))
      draw(name, plane, at: corner) { 128 + colourGain * ($0 - mean) }
    }
    text("a sample: \(planes.scale) pixels", at: size + Point(6, 6), .white)
    let distance = focalLength.flatMap { Int(exactly: $0.rounded()) }
    text("focal length: \(distance.map { "\($0) pixels" } ?? "not told")", at: size + Point(6, 22), .white)
  }

  private mutating func draw(_ name: String, _ plane: Plane<Int16>, at corner: Point, level: (Double) -> Double) {
    let half = plane.halved()
    for y in 0..<half.height {
      for x in 0..<half.width {
        let grey = UInt8(max(0, min(255, level(Double(half[x, y]) / 16))))
        point(corner + Point(Double(x), Double(y)), Canvas.Colour(red: grey, green: grey, blue: grey))
      }
    }
    text(name, at: corner + Point(6, 6), .white)
  }
}
