import PeelImaging
import PeelPlatform

/// Things that lie beside prints, or hold them.
extension Pencil {
  /// Draws some cups, pens and boxes.
  mutating func drawObjects(on canvas: inout Canvas) {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let short = min(width, height)
    for _ in 0..<random.integer(1...5) {
      let place = Point(random.number(0, width), random.number(0, height))
      enum Kind { case disc, pen, box }
      switch random.one(Kind.disc, 1, (.pen, 1), (.box, 1)) {
      case .disc: drawDisc(around: place, radius: random.number(0.03, 0.2) * short, on: &canvas)
      case .pen:
        let (length, angle) = (random.number(0.1, 0.6) * short, random.number(0, 2 * Double.pi))
        let (own, radius) = (anyColour(), random.number(0.004, 0.02) * short)
        canvas.fill(
          alongLineFrom: place, to: place + length * Point(cos(angle), sin(angle)), radius: max(1, radius)
        ) { own + Canvas.Colour(Float(40 - 90 * $0 * $0), 0, 0, 0) }
      case .box: drawBox(around: place, side: random.number(0.1, 0.6) * short, on: &canvas)
      }
    }
  }

  /// A plate or a cup, from above.
  private mutating func drawDisc(around centre: Point, radius: Double, on canvas: inout Canvas) {
    let flatness = random.number(0.7, 1)
    for scale in [1, random.number(0.5, 0.95), random.number(0.2, 0.5)] {
      let radii = Point(scale * radius, scale * radius * flatness)
      canvas.fill(
        ellipseIn: Rectangle(x: centre.x - radii.x, y: centre.y - radii.y, width: 2 * radii.x, height: 2 * radii.y),
        anyColour())
    }
  }

  /// A box or a thick book: its sides are seen beside its top, so that it isn't flat.
  private mutating func drawBox(around centre: Point, side: Double, on canvas: inout Canvas) {
    let colour = random.isTrue(0.6) ? anyColour() : paper()
    var top = random.isTrue(0.5) ? print(.cover) : self.canvas(ratio: random.number(0.5, 2), colour)
    if random.isTrue(0.3) { drawTexture(on: &top) }
    let place = Layout.Place(print: top, centre: centre, side: side, turn: random.number(0, 2 * Double.pi))
    let (depth, angle) = (random.number(0.08, 0.6) * side, random.number(0, 2 * Double.pi))
    let offset = depth * Point(cos(angle), sin(angle))
    let corners = place.corners.clockwise.corners
    for i in corners.indices {
      let (a, b) = (corners[i], corners[(i + 1) % 4])
      guard let face = Quad([a, b, b + offset, a + offset]), face.clockwise.isConvex else { continue }
      let shade = self.canvas(ratio: 1, colour + Canvas.Colour(Float(random.normal(30)), 0, 0, 0))
      canvas.lay(shade, on: face, .flat, light: 1)
    }
    canvas.lay(top, on: place.corners, .flat, light: 1)
  }

  /// One to three fingers that hold a print at one of its sides.
  mutating func drawFingers(holding quad: Quad, on canvas: inout Canvas) {
    let corners = quad.corners
    let side = random.integer(0...3)
    let (a, b) = (corners[side], corners[(side + 1) % 4])
    let centre = 0.25 * corners.reduce(Point(0, 0)) { $0 + $1 }
    let short = min(
      min(quad.length(of: .top), quad.length(of: .bottom)), min(quad.length(of: .left), quad.length(of: .right)))
    let skin = Canvas.Colour(
      Float(random.number(60, 215)), Float(random.number(104, 122)), Float(random.number(138, 160)), 0)
    let (radius, first) = (random.number(0.07, 0.16) * short, random.number(0, 1))
    for finger in 0..<random.integer(1...3) {
      let place = first + 2.3 * radius * Double(finger) / max(1, (b - a).length)
      let edge = a + min(place, 1) * (b - a)
      let inwards = (1 / max(1, (centre - edge).length)) * (centre - edge)
      let tip = edge + random.number(0, 0.15) * short * inwards
      let sideways = random.normal(0.3) * Point(-inwards.y, inwards.x)
      canvas.fill(
        alongLineFrom: tip, to: edge - random.number(0.5, 3) * short * (inwards + sideways), radius: radius
      ) { skin - Canvas.Colour(Float(0.25 * Double(skin.x) * $0 * $0 * $0), 0, 0, 0) }
    }
  }
}
