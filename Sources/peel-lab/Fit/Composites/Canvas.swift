import PeelImaging

/// A picture to draw on: luma and both colour differences, in levels.
struct Canvas: Sendable {
  /// Luma, blue difference and red difference, 0…255; the fourth number is unused.
  typealias Colour = SIMD4<Float>

  let width: Int
  let height: Int
  private var samples: [SIMD4<UInt8>]

  init(width: Int, height: Int, filledWith colour: Colour) {
    self.width = max(1, width)
    self.height = max(1, height)
    samples = Array(repeating: Self.levels(colour), count: self.width * self.height)
  }

  /// A photo, halved until its long side is at most `longSide` samples.
  init(_ photo: Photo, longSide: Int) {
    let planes = ReducedPlanes(photo, longSide: longSide)
    (width, height) = (planes.width, planes.height)
    samples = (0..<width * height).map { i in
      // The planes hold sixteenths of a level.
      func level(_ plane: Plane<Int16>?) -> UInt8 { plane.map { UInt8(clamping: Int($0.samples[i]) >> 4) } ?? 128 }
      return SIMD4(level(planes.luma), level(planes.blue), level(planes.red), 0)
    }
  }

  private static func levels(_ colour: Colour) -> SIMD4<UInt8> {
    // Lane by lane: conversions of whole vectors take half the time of all drawing.
    let c = colour.clamped(lowerBound: .zero, upperBound: Colour(repeating: 255)) + 0.5
    return SIMD4(UInt8(c.x), UInt8(c.y), UInt8(c.z), UInt8(c.w))
  }

  /// The width over the height.
  var ratio: Double { Double(width) / Double(height) }

  subscript(x: Int, y: Int) -> Colour {
    get { Colour(samples[y * width + x]) }
    set { samples[y * width + x] = Self.levels(newValue) }
  }

  /// Luma, blue difference and red difference of a sample, in whole levels.
  func levels(x: Int, y: Int) -> SIMD4<UInt8> { samples[y * width + x] }

  /// The colour at a point, between the samples around it. Beyond the border, that of the border.
  func colour(at p: Point) -> Colour {
    func place(_ x: Double, _ count: Int) -> Double { x.isFinite ? min(max(0, x - 0.5), Double(count - 1)) : 0 }
    let (x, y) = (place(p.x, width), place(p.y, height))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
    let (dx, dy) = (Float(x) - Float(left), Float(y) - Float(top))
    let upper = self[left, top] * (1 - dx) + self[right, top] * dx
    let lower = self[left, bottom] * (1 - dx) + self[right, bottom] * dx
    return upper * (1 - dy) + lower * dy
  }

  /// Changes each sample.
  mutating func change(_ change: (_ x: Int, _ y: Int, _ colour: Colour) -> Colour) {
    for y in 0..<height {
      for x in 0..<width { self[x, y] = change(x, y, self[x, y]) }
    }
  }

  /// The mean of all samples.
  var mean: Colour {
    var sum = Colour.zero
    for y in 0..<height {
      for x in 0..<width { sum += self[x, y] }
    }
    return sum / Float(width * height)
  }

  /// The canvas at half its size.
  var halved: Canvas {
    var small = Canvas(width: width / 2, height: height / 2, filledWith: .zero)
    guard width > 1, height > 1 else { return self }
    for y in 0..<small.height {
      for x in 0..<small.width {
        let upper = self[2 * x, 2 * y] + self[2 * x + 1, 2 * y]
        small[x, y] = 0.25 * (upper + self[2 * x, 2 * y + 1] + self[2 * x + 1, 2 * y + 1])
      }
    }
    return small
  }

  /// Changes the samples of a rectangle.
  private mutating func draw(in area: Rectangle, _ change: (_ x: Int, _ y: Int, _ colour: Colour) -> Colour) {
    func range(_ from: Double, _ length: Double, _ count: Int) -> Range<Int> {
      let first = min(max(0, Int(from.rounded())), count)
      return first..<min(max(first, Int((from + length).rounded())), count)
    }
    for y in range(area.minY, area.height, height) {
      for x in range(area.minX, area.width, width) { self[x, y] = change(x, y, self[x, y]) }
    }
  }

  mutating func fill(_ area: Rectangle, _ colour: Colour) { draw(in: area) { _, _, _ in colour } }

  /// Draws the sides of a rectangle: top and left in one colour, bottom and right in another.
  mutating func outline(_ area: Rectangle, width: Double, _ upper: Colour, _ lower: Colour) {
    fill(Rectangle(x: area.minX, y: area.minY, width: area.width, height: width), upper)
    fill(Rectangle(x: area.minX, y: area.minY, width: width, height: area.height), upper)
    fill(Rectangle(x: area.minX, y: area.maxY - width, width: area.width, height: width), lower)
    fill(Rectangle(x: area.maxX - width, y: area.minY, width: width, height: area.height), lower)
  }

  /// Fills what is near a line: a pen, or a finger.
  ///
  /// - Parameter colour: the colour at a distance from the line, relative to the radius, 0…1.
  mutating func fill(alongLineFrom a: Point, to b: Point, radius: Double, _ colour: (_ distance: Double) -> Colour) {
    let (minX, minY) = (min(a.x, b.x) - radius - 1, min(a.y, b.y) - radius - 1)
    let area = Rectangle(
      minX: minX, minY: minY, maxX: max(a.x, b.x) + radius + 1, maxY: max(a.y, b.y) + radius + 1)
    let line = b - a
    draw(in: area) { x, y, old in
      let p = Point(Double(x) + 0.5, Double(y) + 0.5) - a
      let along = min(max((p.x * line.x + p.y * line.y) / max(line.length * line.length, 1e-9), 0), 1)
      let distance = (p - along * line).length
      let cover = Float(min(max(radius - distance + 0.5, 0), 1))
      return cover > 0 ? old + cover * (colour(min(distance / radius, 1)) - old) : old
    }
  }

  /// Fills the ellipse or the rhombus that touches all sides of a rectangle.
  mutating func fill(ellipseIn area: Rectangle, isRhombus: Bool = false, _ colour: Colour) {
    let centre = Point(area.minX + area.width / 2, area.minY + area.height / 2)
    draw(in: area) { x, y, old in
      let dx = abs(Double(x) + 0.5 - centre.x) / (area.width / 2)
      let dy = abs(Double(y) + 0.5 - centre.y) / (area.height / 2)
      return (isRhombus ? dx + dy : dx * dx + dy * dy) <= 1 ? colour : old
    }
  }

  /// Fills a rectangle with a part of another canvas.
  mutating func paste(_ other: Canvas, _ part: Rectangle, into area: Rectangle) {
    // Halved until about as large as the area, so that samples are means.
    var (source, part) = (other, part)
    while part.width > 2 * area.width, source.width > 2, source.height > 2 {
      (source, part) = (source.halved, part.scaled(by: 0.5))
    }
    let scale = Point(part.width / area.width, part.height / area.height)
    draw(in: area) { x, y, _ in
      source.colour(
        at: Point(
          part.minX + (Double(x) + 0.5 - area.minX) * scale.x, part.minY + (Double(y) + 0.5 - area.minY) * scale.y))
    }
  }

  /// Draws lines of strokes that look like text from afar.
  ///
  /// - Parameters:
  ///   - size: the height of capital letters.
  ///   - ragged: how often a line is shorter than the area, 0…1.
  mutating func write(in area: Rectangle, size: Double, _ ink: Colour, ragged: Double, _ random: inout Chance) {
    var y = area.minY
    while y + size < area.minY + area.height {
      let end = area.minX + area.width * (random.isTrue(ragged) ? random.number(0.1, 1) : 1)
      var x = area.minX
      while x < end {
        let word = min(end, x + size * random.number(0.8, 4))
        while x < word {
          let height = size * random.number(0.55, 1)
          fill(
            Rectangle(x: x, y: y + size - height, width: max(1, size * random.number(0.08, 0.22)), height: height), ink)
          if random.isTrue(0.6) {
            fill(
              Rectangle(
                x: x, y: y + size * random.number(0.28, 0.92), width: size * 0.45, height: max(1, size * 0.12)), ink)
          }
          x += size * random.number(0.35, 0.6)
        }
        x += size * random.number(0.3, 0.7)
      }
      y += size * random.number(1.4, 1.7)
    }
  }
}
