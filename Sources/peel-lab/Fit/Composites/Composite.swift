import PeelFiles
import PeelImaging
import PeelPlatform

/// A made photo: prints laid on grounds of real photos or drawn ones.
///
/// Few sources of real photos hold each kind of print. A network that also learns from composites finds more of those that
/// it has not seen.
struct Composite {
  let photo: Photo
  let truth: TruePhoto

  /// The part of a print that must be visible if it counts as one.
  private static let leastVisible = 0.985

  /// The part of composites that show a lattice; half of these have no prints.
  private static let withLattice = 0.4

  /// The part of composites that show borderless prints, and the part of those with a drawn table.
  private static let (borderless, onTable) = (0.4, 0.65)

  /// - Parameter number: the same number and sources give the same photo.
  init(_ sources: CompositeSources, number: Int) {
    var pencil = Pencil(sources: sources, random: Chance(seed: number))
    let long = pencil.random.number(640, 1024)
    let ratio = pencil.random.one(0.75, 2, (1.333, 2), (1.5, 1), (0.667, 1), (0.5625, 1), (1, 1), (1.78, 1))
    let (width, height) = (Int(long * min(1, ratio)), Int(long * min(1, 1 / ratio)))
    let isBorderless = pencil.random.isTrue(Self.borderless)
    var canvas =
      isBorderless && pencil.random.isTrue(Self.onTable)
      ? pencil.table(width: width, height: height) : pencil.ground(width: width, height: height)
    let hasLattice = !isBorderless && pencil.random.isTrue(Self.withLattice)
    if hasLattice { pencil.drawLattice(on: &canvas) }
    if pencil.random.isTrue(0.25) { pencil.drawObjects(on: &canvas) }
    let hasPrints = !hasLattice || pencil.random.isTrue(0.5)
    let layout =
      isBorderless
      ? Layout(ofBorderless: Double(width), height: Double(height), &pencil)
      : Layout(width: Double(width), height: Double(height), &pencil)
    let tilt = pencil.random.isTrue(0.8) && !layout.isFlush ? min(abs(pencil.random.normal(0.35)), 0.8) : 0
    let view = View(
      tilt: tilt, direction: pencil.random.number(0, 2 * Double.pi), focalLength: pencil.random.number(1, 1.6) * long,
      centre: Point(Double(width) / 2, Double(height) / 2))
    let look = Look(&pencil.random, side: Double(min(width, height)))
    let frame = Quad(x: 0, y: 0, width: Double(width), height: Double(height))
    var quads: [Quad] = []
    // The number of the uppermost print at each pixel, from 1.
    var uppermost = [Int](repeating: 0, count: width * height)
    var areas: [Int] = []
    for place in hasPrints ? layout.places : [] {
      let corners = place.corners.corners.compactMap { view($0) }
      guard let quad = Quad(corners), quad.isConvex, quad.intersectionArea(frame) > 0.5 * quad.area else { continue }
      quads.append(quad)
      areas.append(0)
      canvas.lay(place.print, on: quad, look, light: Float(pencil.random.number(0.75, 1.05))) { x, y in
        uppermost[y * width + x] = quads.count
        areas[quads.count - 1] += 1
      }
    }
    if let held = pencil.random.element(of: quads), pencil.random.isTrue(0.2) {
      pencil.drawFingers(holding: held, on: &canvas)
    }
    canvas.illuminate(&pencil.random)
    photo = canvas.photo(&pencil.random)
    var truth = TruePhoto(path: Path("composite \(number)"), prints: [])
    var visible = [Int](repeating: 0, count: quads.count)
    for print in uppermost where print > 0 { visible[print - 1] += 1 }
    for (i, quad) in quads.enumerated() {
      let isWhole = quad.corners.allSatisfy {
        $0.x > -1 && $0.y > -1 && $0.x < Double(width) + 1 && $0.y < Double(height) + 1
      }
      if isWhole, Double(visible[i]) > Self.leastVisible * Double(areas[i]) {
        truth.prints.append(TruePrint(quad: quad, isUpright: false, film: nil))
      } else {
        truth.ignored.append(quad)
      }
    }
    self.truth = truth
  }

  /// How the prints of a composite lie on their ground.
  struct Look {
    /// How much light the prints' shadow takes, its softness in pixels, and where it falls.
    fileprivate let shadow: (strength: Float, softness: Double, offset: Point)
    /// The radius of the corners, relative to the short side.
    fileprivate let radius: Double
    /// How far an edge reaches, in pixels.
    fileprivate let softness: Double

    /// Without a shadow, and with sharp corners.
    static let flat = Look(shadow: (0, 1, Point(0, 0)), radius: 0, softness: 1.5)

    private init(shadow: (strength: Float, softness: Double, offset: Point), radius: Double, softness: Double) {
      (self.shadow, self.radius, self.softness) = (shadow, radius, softness)
    }

    fileprivate init(_ random: inout Chance, side: Double) {
      if random.isTrue(0.75) {
        let softness = random.number(1, 2 + 0.0075 * side)
        let offset = Point(random.number(-1.5, 1.5) * softness, random.number(-1.5, 1.5) * softness)
        shadow = (Float(random.number(0.1, 0.7)), softness, offset)
      } else {
        shadow = (Float(random.number(0, 0.2)), 1.5, Point(0, 0))
      }
      radius = random.isTrue(0.4) ? random.number(0, 0.06) : 0
      softness = random.number(1, 2.5)
    }
  }
}

extension Canvas {
  /// Draws a print over a quad, with its shadow.
  ///
  /// - Parameters:
  ///   - light: what the print's colours are multiplied with.
  ///   - cover: called for each pixel that the print covers.
  mutating func lay(
    _ print: Canvas, on quad: Quad, _ look: Composite.Look, light: Float,
    cover: (_ x: Int, _ y: Int) -> Void = { _, _ in }
  ) {
    var print = print
    let width = (quad.length(of: .top) + quad.length(of: .bottom)) / 2
    let height = (quad.length(of: .left) + quad.length(of: .right)) / 2
    while Double(print.width) > 1.4 * width, print.width > 2, print.height > 2 { print = print.halved }
    guard let map = Homography(unitSquareTo: quad)?.inverse else { return }
    let radius = look.radius * min(width, height)
    /// The distance from the outline in pixels, negative inside.
    func distance(_ p: Point) -> Double {
      let place = map(p)
      let dx = abs(place.x - 0.5) * width - width / 2 + radius
      let dy = abs(place.y - 0.5) * height - height / 2 + radius
      return Point(max(dx, 0), max(dy, 0)).length + min(max(dx, dy), 0) - radius
    }
    let (shadow, box) = (look.shadow, Rectangle(around: quad))
    let reach = 4 * shadow.softness + 2
    func range(_ from: Double, _ length: Double, _ count: Int) -> Range<Int> {
      let first = min(max(0, Int(from - reach)), count)
      return first..<min(max(first, Int(from + length + reach)), count)
    }
    for y in range(box.minY, box.height, self.height) {
      for x in range(box.minX, box.width, self.width) {
        let p = Point(Double(x) + 0.5, Double(y) + 0.5)
        let inside = Float(min(max(0.5 - distance(p) / look.softness, 0), 1))
        var colour = self[x, y]
        if inside < 1 {
          let dark = 1 / (1 + exp(1.7 * distance(p - shadow.offset) / shadow.softness))
          colour = colour.lit(1 - shadow.strength * Float(dark))
        }
        if inside > 0 {
          let place = map(p)
          let own = print.colour(at: Point(place.x * Double(print.width), place.y * Double(print.height))).lit(light)
          colour += inside * (own - colour)
        }
        self[x, y] = colour
        if inside > 0.5 { cover(x, y) }
      }
    }
  }

  /// Lights the canvas from one side, perhaps with a person's shadow and a lamp's reflection.
  fileprivate mutating func illuminate(_ random: inout Chance) {
    let (width, height) = (Double(width), Double(height))
    let (fall, angle) = (random.number(0, 0.5), random.number(0, 2 * Double.pi))
    let direction = Point(cos(angle), sin(angle))
    /// A soft ellipse: 1 inside, 0 outside.
    func spot(_ sizes: ClosedRange<Double>, softness: ClosedRange<Double>, _ random: inout Chance) -> (Point) -> Double
    {
      let centre = Point(random.number(0, width), random.number(0, height))
      let radii = Point(
        random.number(sizes.lowerBound, sizes.upperBound) * width,
        random.number(sizes.lowerBound, sizes.upperBound) * height)
      let softness = random.number(softness.lowerBound, softness.upperBound)
      return { p in
        let offset = Point((p.x - centre.x) / radii.x, (p.y - centre.y) / radii.y)
        return 1 / (1 + exp((offset.length - 1) / softness))
      }
    }
    let shadow = random.isTrue(0.25) ? spot(0.2...0.7, softness: 0.01...0.2, &random) : { _ in 0 }
    let glare = random.isTrue(0.25) ? spot(0.03...0.2, softness: 0.1...0.5, &random) : { _ in 0 }
    let (darkness, glow) = (random.number(0.1, 0.45), Float(random.number(30, 150)))
    let exposure = random.number(0.55, 1.15)
    let cast = Colour(0, Float(random.normal(0.06)), Float(random.normal(0.06)), 0)
    change { x, y, colour in
      let p = Point(Double(x), Double(y))
      let side = (p.x / width - 0.5) * direction.x + (p.y / height - 0.5) * direction.y
      let lit = colour.lit(Float(exposure * (1 + fall * side) * (1 - darkness * shadow(p))))
      return lit + lit.x * cast + Colour(glow * Float(glare(p)), 0, 0, 0)
    }
  }

  /// The photo that a camera would take, more or less sharp, with noise.
  fileprivate func photo(_ random: inout Chance) -> Photo {
    var luma = Plane<UInt8>(width: width, height: height) { y, output in
      for x in 0..<width { output.append(levels(x: x, y: y).x) }
    }
    enum Focus { case plain, blurred, sharpened }
    switch random.one(Focus.plain, 0.35, (.blurred, 0.4), (.sharpened, 0.25)) {
    case .plain: break
    case .blurred: luma = luma.blurred
    case .sharpened: luma = luma.sharpened
    }
    luma = luma.noisy(random.integer(1...12), seed: random.integer(0...1 << 20))
    func chroma(_ k: Int) -> Plane<UInt8> {
      Plane(width: width, height: height) { y, output in
        for x in 0..<width { output.append(levels(x: x, y: y)[k]) }
      }
    }
    return Photo(luma: luma, chroma: Chroma(blue: chroma(1), red: chroma(2), scale: (1, 1)))
  }
}

extension Canvas.Colour {
  /// The colour in another light.
  fileprivate func lit(_ factor: Float) -> Canvas.Colour {
    let grey = Canvas.Colour(0, 128, 128, 0)
    return grey + factor * (self - grey)
  }
}
